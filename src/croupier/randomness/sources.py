"""What is tested: a generator's bytes, and the numbers and the shoes that the house or the simulation makes of them."""

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
"""Fewer leave too little to count from shoe to shoe; more would not fit into a laptop's memory."""
BY_SHOE = 20
"""For so many numbers a shoe is shuffled."""


class Sample(msgspec.Struct, frozen=True):
    """Numbers below their limits, under what they are, and whole shoes, a row each."""

    numbers: dict[str, tuple[Ints, int]]
    shoes: Ints


def house(size: int, entropy: Entropy) -> Sample:
    """What the house's shuffle makes: the very bytes that it draws for shoes, numbers below a limit, the shoes."""
    drawn = bytearray()

    def noted(count: int) -> bytes:
        found = entropy(count)
        if len(drawn) < 4 * size:
            drawn.extend(found)
        return found

    shoes = np.empty((size // BY_SHOE, SHOE.total), np.uint8)
    cards = list(SHOE)
    for shoe in shoes:
        shoe[:] = [card.number for card in shuffled(cards, noted)]
    numbers = np.array([below(SHOE.total, entropy) for _ in range(size)])
    return _sample(bytes(drawn[: 4 * size]), numbers, shoes)


def simulation(size: int, seed: int) -> Sample:
    """What the simulation makes of a seed: the generator's words, places of cards, whole shoes."""
    cards = np.array([card.number for card in SHOE], np.uint8)
    words = samples.words(seed, size).tobytes()
    return _sample(words, samples.places(seed, size, SHOE.total), samples.shoes(seed, size // BY_SHOE, cards))


def sample(source: str, size: int, seed: int | None) -> Sample:
    """So many numbers of a source; the house's own entropy where there is no seed.

    >>> sample("dice", 50_000, None)
    Traceback (most recent call last):
    croupier.refused.Refused: unknown source 'dice': there are house and simulation
    """
    if not MIN_NUMBERS <= size <= MAX_NUMBERS:
        raise Refused(f"it takes {MIN_NUMBERS:,} to {MAX_NUMBERS:,} numbers to tell, not {size:,}")
    if source == "house":
        return house(size, os.urandom if seed is None else seeded(check_seed(seed)))
    if source == "simulation" and seed is not None:
        return simulation(size, check_seed(seed))
    raise Refused(f"unknown source {source!r}: there are house and simulation")


def _sample(drawn: bytes, numbers: Ints, shoes: Ints) -> Sample:
    each = np.arange(len(shoes))
    # Another place in every shoe: 97 has no part in common with the size, so that all have their turn.
    cards = shoes[each, each * 97 % SHOE.total]
    made: dict[str, tuple[Ints, int]] = {
        "words": (np.frombuffer(drawn, np.uint32), 1 << 32),
        "bytes": (np.frombuffer(drawn[: len(numbers)], np.uint8), 1 << 8),
        f"below {SHOE.total}": (numbers, SHOE.total),
        "shoe to shoe": (cards, len(SHOE.deck.cards)),
    }
    return Sample({on: (values.astype(np.int64), limit) for on, (values, limit) in made.items()}, shoes)
