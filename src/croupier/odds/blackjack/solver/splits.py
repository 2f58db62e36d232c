"""The expected value of splitting, resplits included, from the values of single hands.

Where every hand is played by its own cards alone, hands draw disjoint unseen cards, which are exchangeable: all second
cards can be taken as dealt first, then each hand played out. So the value of a hand depends only on how many cards of
the pair are known to be gone, and on whether its own second card may be another one. That a second card elsewhere is
*not* of the pair is handled by inclusion and exclusion.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple


class Weights(NamedTuple):
    """The coefficients of hands whose second card is not of the pair, and of hands with any second card.

    Indexed by the number of further pair cards gone; to be multiplied by the probability of drawing so many in a row.
    """

    unlike: tuple[int, ...]
    any: tuple[int, ...]


class SplitCase(NamedTuple):
    """A final case of splitting."""

    drawn: int
    """Cards of the pair that were drawn and split."""
    settled: int
    """Hands whose second card is not of the pair, dealt while another split was allowed."""
    free: int
    """Hands with any second card, dealt when no further split was allowed."""
    first_settled: bool
    """Whether the first hand is one of the settled."""


@cache
def weights(most: int, *, again: bool = True, first: bool = False) -> Weights:
    """The weights of all hands formed by splitting up to `most` hands, or of the first one only; memoised.

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
        for number, others, terms in (
            (int(case.first_settled) if first else case.settled, case.settled - 1, unlike),
            (int(not case.first_settled) if first else case.free, case.settled, free),
        ):
            for wrong in range(others + 1):
                terms[case.drawn + wrong] += ways * number * (-1) ** wrong * comb(others, wrong)
    return Weights(*(tuple(terms[gone] for gone in range(max(terms, default=0) + 1)) for terms in (unlike, free)))


@cache
def cases(most: int, *, again: bool = True) -> Counter[SplitCase]:
    """The final cases of splitting with the number of ways of each; `again` where a resplit hand may be split too.

    >>> for case, ways in cases(3).items():
    ...     print(case, ways)
    SplitCase(drawn=0, settled=2, free=0, first_settled=True) 1
    SplitCase(drawn=1, settled=1, free=2, first_settled=True) 1
    SplitCase(drawn=1, settled=0, free=3, first_settled=False) 1
    """
    ways: Counter[SplitCase] = Counter()

    def deal(waiting: tuple[bool, ...], case: SplitCase) -> None:
        """Deal second cards to the waiting hands in order; `True` marks a hand that may be split."""
        if not waiting:
            ways[case] += 1
            return
        formed = len(waiting) + case.settled + case.free
        splits, *rest = waiting
        nobody = case.settled == case.free == 0
        if not splits or formed == most:
            deal(tuple(rest), case._replace(free=case.free + 1))
            return
        deal(tuple(rest), case._replace(settled=case.settled + 1, first_settled=case.first_settled or nobody))
        deal((again, again, *rest), case._replace(drawn=case.drawn + 1))

    deal((True, True), SplitCase(0, 0, 0, first_settled=False))
    return ways
