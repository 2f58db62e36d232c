"""What the simulation's generator makes of a seed, for whoever wants to test it: words, places, whole shoes."""

import numpy as np
import numpy.typing as npt

from croupier.simulation import shuffling
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import FRESH, SIX, drawn, limit
from croupier.simulation.philox import block, key

SampleWords = npt.NDArray[np.uint32]


def words(seed: int, number: int) -> SampleWords:
    """The generator's own words, one block after another.

    >>> words(0, 5).tolist() == [*words(0, 8)[:5].tolist()]
    True
    """
    found = np.empty((-(-number // 4), 4), np.uint32)
    _words(*key(seed), found)
    return found.ravel()[:number]


def places(seed: int, number: int, size: int) -> SampleWords:
    """A place of a full shoe from each round: its first card's, the next round's second card's, and so on."""
    found = np.empty(number, np.uint32)
    _places(*key(seed), np.uint32(size), limit(size), found)
    return found


def shoes(seed: int, number: int, cards: shuffling.Bytes) -> shuffling.Bytes:
    """Whole shoes of these cards, one a row."""
    found = np.empty((number, len(cards)), np.uint8)
    _shoes(*key(seed), shuffling.limits(len(cards)), cards, found)
    return found


@compiled
def _words(k0: np.uint32, k1: np.uint32, found: SampleWords) -> None:
    for number in range(len(found)):
        w0, w1, w2, w3 = block(np.uint64(number), np.uint32(0), FRESH, k0, k1)
        found[number, 0], found[number, 1], found[number, 2], found[number, 3] = w0, w1, w2, w3


@compiled
def _places(k0: np.uint32, k1: np.uint32, size: np.uint32, least: np.uint64, found: SampleWords) -> None:
    for number in range(len(found)):
        found[number] = drawn(np.uint64(number // 2), number % 2 > 0, k0, k1, size, least)[number % SIX]


@compiled
def _shoes(
    k0: np.uint32, k1: np.uint32, limits: shuffling.RejectionLimits, cards: shuffling.Bytes, found: shuffling.Bytes
) -> None:
    for number in range(len(found)):
        shuffling.shuffle(number, k0, k1, limits, cards, len(cards), found[number])
