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


class Case(NamedTuple):
    """How splitting may end."""

    drawn: int
    """Cards of the pair that were drawn and split."""
    settled: int
    """Hands whose second card was another, while one of the pair could have been split."""
    free: int
    """Hands that take any second card, since nothing more may be split."""
    first_settled: bool
    """Whether the first hand is one of the settled."""


@cache
def weights(most: int, *, again: bool = True, first: bool = False) -> Weights:
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
    for case, ways in cases(most, again=again).items():
        for number, others, found in (
            (int(case.first_settled) if first else case.settled, case.settled - 1, unlike),
            (int(not case.first_settled) if first else case.free, case.settled, free),
        ):
            for wrong in range(others + 1):
                found[case.drawn + wrong] += ways * number * (-1) ** wrong * comb(others, wrong)
    return Weights(*(tuple(found[gone] for gone in range(max(found, default=0) + 1)) for found in (unlike, free)))


@cache
def cases(most: int, *, again: bool = True) -> Counter[Case]:
    """How splitting may end, and in how many ways: `again` where a hand formed by a second split may be split too.

    >>> for case, ways in cases(3).items():
    ...     print(case, ways)
    Case(drawn=0, settled=2, free=0, first_settled=True) 1
    Case(drawn=1, settled=1, free=2, first_settled=True) 1
    Case(drawn=1, settled=0, free=3, first_settled=False) 1
    """
    found: Counter[Case] = Counter()

    def deal(waiting: tuple[bool, ...], case: Case) -> None:
        """Deal second cards to the hands that wait, each of which may be split or not; the first comes first."""
        if not waiting:
            found[case] += 1
            return
        formed = len(waiting) + case.settled + case.free
        splits, *rest = waiting
        nobody = case.settled == case.free == 0
        if not splits or formed == most:
            deal(tuple(rest), case._replace(free=case.free + 1))
            return
        deal(tuple(rest), case._replace(settled=case.settled + 1, first_settled=case.first_settled or nobody))
        deal((again, again, *rest), case._replace(drawn=case.drawn + 1))

    deal((True, True), Case(0, 0, 0, first_settled=False))
    return found
