"""Counts the deals of three cards that are all told apart: a player's first two and the Dealer's first.

There are 140,608 of them, and a wager distinguishes few. So which result each has is found once for a wager, and a shoe
is then a product of three vectors that is summed up by result.

>>> from croupier.cards import Composition
>>> from croupier.odds.tally import counts
>>> deals = Threes()(counts(Composition.parse("6x52")))
>>> sum(number for seen, number in deals.items() if seen.kind), sum(deals.values())
(157872, 30079920)
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.blackjack.outcome import FirstThreeCards, first_three
from croupier.games.wager import Match, Wager
from croupier.odds.tally import Counts

CARDS = len(STANDARD.cards)
Places = NDArray[np.int64]
"""A number for every three cards, by the numbers of the player's two and of the Dealer's."""


class Threes:
    """Counts ordered deals of three cards by the value of the aspect, or by the result of a wager."""

    cards = 3

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """The number of ordered deals by value of the aspect."""
        numbers, places = every()
        return dict(zip(numbers, summed(places, left), strict=True))

    def matches(self, wager: Wager, left: Counts) -> Mapping[Match, int]:
        """The number of ordered deals by result of a wager."""
        results, places = results_by_deal(wager)
        return dict(zip(results, summed(places, left), strict=True))


@cache
def every() -> tuple[dict[FirstThreeCards, int], Places]:
    """Every value of the aspect with its number, and the number of the value of every three cards."""
    numbers: dict[FirstThreeCards, int] = {}
    places = np.empty((CARDS, CARDS, CARDS), np.int64)
    for one, other in combinations_with_replacement(STANDARD.cards, 2):
        row = [numbers.setdefault(first_three(one, other, dealer), len(numbers)) for dealer in STANDARD.cards]
        places[one.number, other.number] = places[other.number, one.number] = row
    return numbers, places


@lru_cache(maxsize=64)
def results_by_deal(wager: Wager) -> tuple[list[Match], Places]:
    """The results of a wager, and the place among them of the result of every three cards."""
    numbers, places = every()
    results: dict[Match, int] = {}
    of_value = np.array([results.setdefault(wager.match(seen), len(results)) for seen in numbers], np.int64)
    return list(results), of_value[places]


def summed(places: Places, left: Counts) -> list[int]:
    """The number of ordered deals from these cards, by place. Every sum is far below what a double holds exactly."""
    number = np.array(left, np.int64)
    same = np.eye(CARDS, dtype=np.int64)
    two = number[:, None] * (number[None, :] - same)
    ways = two[:, :, None] * (number - same[:, None, :] - same[None, :, :])
    sums = np.bincount(places.ravel(), weights=ways.ravel().astype(np.float64))
    return [int(each) for each in sums]
