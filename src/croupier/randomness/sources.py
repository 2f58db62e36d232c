"""The samples under test: a generator's bytes, and the numbers and shoes that the house or the simulation draws."""

import os

import msgspec
import numpy as np

from croupier.cards import STANDARD, Composition
from croupier.house.shuffle import Entropy, below, seeded, shuffled
from croupier.randomness.chance import Ints
from croupier.refused import Refused
from croupier.simulation import samples
from croupier.simulation.kernel import check_seed

SHOE = Composition(STANDARD, 8)
MIN_NUMBERS, MAX_NUMBERS = 50_000, 2_000_000
"""Fewer leave too few shoes to test; more would not fit into a laptop's memory."""
NUMBERS_PER_SHOE = 20
"""One shoe is shuffled for every so many numbers."""


class Sample(msgspec.Struct, frozen=True):
    """Samples of numbers with their limits, by name, and whole shoes, one per row."""

    numbers: dict[str, tuple[Ints, int]]
    shoes: Ints


def house(size: int, entropy: Entropy) -> Sample:
    """Samples of the house's shuffle: the bytes that it draws for shoes, numbers below a limit, and the shoes."""
    drawn = bytearray()

    def recorded(count: int) -> bytes:
        chunk = entropy(count)
        if len(drawn) < 4 * size:
            drawn.extend(chunk)
        return chunk

    shoes = np.empty((size // NUMBERS_PER_SHOE, SHOE.total), np.uint8)
    cards = list(SHOE)
    for shoe in shoes:
        shoe[:] = [card.number for card in shuffled(cards, recorded)]
    numbers = np.array([below(SHOE.total, entropy) for _ in range(size)])
    return _sample(bytes(drawn[: 4 * size]), numbers, shoes)


def simulation(size: int, seed: int) -> Sample:
    """Samples of the simulation for a seed: the generator's words, places of cards, whole shoes."""
    cards = np.array([card.number for card in SHOE], np.uint8)
    words = samples.words(seed, size).tobytes()
    return _sample(words, samples.places(seed, size, SHOE.total), samples.shoes(seed, size // NUMBERS_PER_SHOE, cards))


def sample(source: str, size: int, seed: int | None) -> Sample:
    """The samples of a source; without a seed the operating system's entropy is used.

    >>> sample("dice", 50_000, None)
    Traceback (most recent call last):
    croupier.refused.Refused: unknown source 'dice': there are house and simulation
    """
    if not MIN_NUMBERS <= size <= MAX_NUMBERS:
        raise Refused(f"give {MIN_NUMBERS:,} to {MAX_NUMBERS:,} numbers, not {size:,}")
    if source == "house":
        return house(size, os.urandom if seed is None else seeded(check_seed(seed)))
    if source == "simulation" and seed is not None:
        return simulation(size, check_seed(seed))
    raise Refused(f"unknown source {source!r}: there are house and simulation")


def _sample(drawn: bytes, numbers: Ints, shoes: Ints) -> Sample:
    each = np.arange(len(shoes))
    # A different place in every shoe: 97 is coprime to the size, so that all places are covered.
    cards = shoes[each, each * 97 % SHOE.total]
    made: dict[str, tuple[Ints, int]] = {
        "words": (np.frombuffer(drawn, np.uint32), 1 << 32),
        "bytes": (np.frombuffer(drawn[: len(numbers)], np.uint8), 1 << 8),
        f"below {SHOE.total}": (numbers, SHOE.total),
        "shoe to shoe": (cards, len(SHOE.deck.cards)),
    }
    return Sample({on: (values.astype(np.int64), limit) for on, (values, limit) in made.items()}, shoes)
