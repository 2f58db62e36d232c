"""Splitting, resplits included, from the worth of single hands.

Where every hand is played by what lies in front of it, hands draw disjoint cards of a shoe that nobody has seen, and
such cards can be exchanged: all second cards may be thought dealt first, then each hand played out. So what a hand is
worth depends on how many cards of the pair are known to be gone, and on whether its own second card may be another.
That a second card elsewhere is *not* of the pair is told by subtracting the cases in which it is.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple


class Weights(NamedTuple):
    """How often hands count whose second card is not of the pair, and hands with any second card.

    One number for each number of further pair cards gone; times the chance that so many are drawn in a row.
    """

    unlike: tuple[int, ...]
    any: tuple[int, ...]


@cache
def weights(most: int, *, first: bool = False) -> Weights:
    """For all hands that an area may come to form by splitting, or for the first of them alone.

    >>> weights(2)
    Weights(unlike=(0,), any=(2,))
    >>> weights(3)
    Weights(unlike=(2, -1), any=(0, 5, -2))
    >>> weights(3, first=True)
    Weights(unlike=(1, 0), any=(0, 1, 0))
    """
    unlike: Counter[int] = Counter()
    free: Counter[int] = Counter()
    for (drawn, settled, hands), ways in cases(most).items():
        # The first hand is the first to be settled, unless all were split off before any was.
        for number, others, found in (
            (min(settled, 1) if first else settled, settled - 1, unlike),
            (int(not settled) if first else hands - settled, settled, free),
        ):
            for wrong in range(others + 1):
                found[drawn + wrong] += ways * number * (-1) ** wrong * comb(others, wrong)
    return Weights(*(tuple(found[gone] for gone in range(max(found, default=0) + 1)) for found in (unlike, free)))


@cache
def cases(most: int) -> Counter[tuple[int, int, int]]:
    """How splitting may end: pair cards drawn, hands settled before by another card, hands in all; and its ways."""
    found: Counter[tuple[int, int, int]] = Counter()

    def deal(hands: int, settled: int, drawn: int) -> None:
        if settled == hands or hands == most:
            found[drawn, settled, hands] += 1
            return
        deal(hands, settled + 1, drawn)
        deal(hands + 1, settled, drawn + 1)

    deal(2, 0, 0)
    return found
