"""Samples of the simulation's generator for statistical tests: words, places, whole shoes."""

import numpy as np
import numpy.typing as npt

from croupier.simulation import shuffling
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import FRESH, SIX, drawn, limit
from croupier.simulation.philox import block, key

SampleWords = npt.NDArray[np.uint32]


def words(seed: int, number: int) -> SampleWords:
    """The generator's words, one block after another.

    >>> words(0, 5).tolist() == [*words(0, 8)[:5].tolist()]
    True
    """
    samples = np.empty((-(-number // 4), 4), np.uint32)
    _words(*key(seed), samples)
    return samples.ravel()[:number]


def places(seed: int, number: int, size: int) -> SampleWords:
    """One place of a full shoe from each round: the first card's, in the next round the second card's, and so on."""
    samples = np.empty(number, np.uint32)
    _places(*key(seed), np.uint32(size), limit(size), samples)
    return samples


def shoes(seed: int, number: int, cards: shuffling.Bytes) -> shuffling.Bytes:
    """Shuffled shoes of these cards, one per row."""
    samples = np.empty((number, len(cards)), np.uint8)
    _shoes(*key(seed), shuffling.limits(len(cards)), cards, samples)
    return samples


@compiled
def _words(k0: np.uint32, k1: np.uint32, samples: SampleWords) -> None:
    for number in range(len(samples)):
        w0, w1, w2, w3 = block(np.uint64(number), np.uint32(0), FRESH, k0, k1)
        samples[number, 0], samples[number, 1], samples[number, 2], samples[number, 3] = w0, w1, w2, w3


@compiled
def _places(k0: np.uint32, k1: np.uint32, size: np.uint32, least: np.uint64, samples: SampleWords) -> None:
    for number in range(len(samples)):
        samples[number] = drawn(np.uint64(number // 2), number % 2 > 0, k0, k1, size, least)[number % SIX]


@compiled
def _shoes(
    k0: np.uint32, k1: np.uint32, limits: shuffling.RejectionLimits, cards: shuffling.Bytes, samples: shuffling.Bytes
) -> None:
    for number in range(len(samples)):
        shuffling.shuffle(number, k0, k1, limits, cards, len(cards), samples[number])
