"""Every hand of a player and every final hand of the Dealer, as arrays for the kernels.

Cards are distinguished by value only: value 0 is an Ace, value 9 a ten or a face. A hand is a multiset of values, which
determines the cards gone from the shoe; their order does not affect what follows.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Card
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import VALUES, Hand
from croupier.games.blackjack.outcome import HIGH, LOW

Array: TypeAlias = NDArray[Any]
ValueCounts: TypeAlias = tuple[int, ...]
"""How many cards of each of the ten values."""

KINDS = tuple(Card(rank + "S") for rank in RANKS[:10])
"""One card of each value."""
TEN = len(KINDS) - 1
SOFT = 32
"""Added to the code of a soft total."""
BUST, BLACKJACK = HIGH - LOW + 1, HIGH - LOW + 2
ENDS = BLACKJACK + 1
"""The number of results of the Dealer: 17 to 21, bust, Blackjack."""


def value_index(card: Card) -> int:
    """The index of a card's value.

    >>> [value_index(Card(text)) for text in ("AS", "2H", "TD", "KC")]
    [0, 1, 9, 9]
    """
    return VALUES[card.rank] - 1


def held(counts: Iterable[int], printed: Card | None = None) -> Hand:
    """A hand with so many cards of each value.

    >>> held((1, 0, 0, 0, 0, 0, 1, 0, 0, 0)).total
    18
    """
    cards = [card for card, number in zip(KINDS, counts, strict=True) for _ in range(number)]
    return Hand.of(*((printed,) if printed else ()), *cards)


class Hands:
    """The hands that are not bust in topological order: fewest cards first, so that a card leads to a later index."""

    def __init__(self, printed: Card | None, values: ValueCounts) -> None:
        self.counts: list[ValueCounts] = list(_not_bust(printed, values))
        self.number = {counts: number for number, counts in enumerate(self.counts)}
        self.hands = [held(counts, printed) for counts in self.counts]
        self.rows: Array = np.array(self.counts, np.int32)
        self.next: Array = np.array(
            [[self.number.get(_with(counts, value), -1) for value in range(len(KINDS))] for counts in self.counts],
            np.int32,
        )
        """The index of the hand after one more card of each value; -1 where that is bust or there is no such card."""
        self.total: Array = np.array([hand.total for hand in self.hands], np.int32)
        self.soft: Array = np.array([hand.soft for hand in self.hands], np.bool_)
        self.size: Array = np.array([len(hand.cards) for hand in self.hands], np.int32)
        """The number of cards, a printed one included."""
        self.code: Array = self.total + SOFT * self.soft
        """The total and whether it is soft, in one integer."""
        self.closed: Array = np.array([hand.closed and len(hand.cards) > 1 for hand in self.hands], np.bool_)

    def __len__(self) -> int:
        return len(self.counts)

    def of(self, *values: int) -> int:
        """The index of the hand of these values, without the printed card."""
        return self.number[tuple(values.count(value) for value in range(len(KINDS)))]


class DealerEnds(NamedTuple):
    """The multisets that the Dealer may draw to an up card, as a prefix tree in depth-first order.

    Every node adds a card to its parent one level above: the `copy`-th further one of its `value`. Where the Dealer
    then stands, `end` is the result, and `ways` the number of orders of these cards in which the Dealer does not stand
    before the last one; elsewhere `ways` is zero.
    """

    value: Array
    copy: Array
    depth: Array
    ways: Array
    end: Array

    @property
    def deepest(self) -> int:
        """The maximum of cards that the Dealer may draw."""
        return int(self.depth.max())


@cache
def hands(printed: Card | None, values: ValueCounts) -> Hands:
    """All hands of the values in the shoe; memoised.

    >>> len(hands(None, tuple(range(10)))), len(hands(Card("8S"), tuple(range(10))))
    (3083, 366)
    """
    return Hands(printed, values)


@cache
def ends(first: int, values: ValueCounts, blackjacks: bool, hits_soft_17: bool = False) -> DealerEnds:
    """The tree of the Dealer's draws from an up card of that value; memoised.

    >>> [len(ends(value, tuple(range(10)), True).value) for value in (0, 1, 9)]
    [1673, 2383, 207]
    """
    finals = _finals(first, values, blackjacks, hits_soft_17)
    paths = sorted({path[: length + 1] for path in finals for length in range(len(path))})
    ways = [finals.get(path, (0, 0)) for path in paths]
    return DealerEnds(
        np.array([path[-1] for path in paths], np.int32),
        np.array([path.count(path[-1]) - 1 for path in paths], np.int32),
        np.array([len(path) for path in paths], np.int32),
        np.array([number for number, _ in ways], np.int64),
        np.array([end for _, end in ways], np.int32),
    )


def _not_bust(printed: Card | None, values: ValueCounts) -> Iterator[ValueCounts]:
    layer = {(0,) * len(KINDS)}
    while layer:
        yield from sorted(layer, reverse=True)
        more = {_with(counts, value) for counts in layer for value in values}
        layer = {counts for counts in more if not held(counts, printed).bust}


def _finals(
    first: int, values: ValueCounts, blackjacks: bool, hits_soft_17: bool
) -> dict[tuple[int, ...], tuple[int, int]]:
    """The Dealer's final hands: the values drawn, highest first, with the number of orders and the result."""
    finals: dict[tuple[int, ...], tuple[int, int]] = {}
    layer = {(0,) * len(KINDS): 1}
    while layer:
        more: dict[ValueCounts, int] = {}
        for counts, ways in layer.items():
            for value in values:
                more[_with(counts, value)] = more.get(_with(counts, value), 0) + ways
        layer = {}
        for counts, ways in more.items():
            hand = held(_with(counts, first))
            if draws(hand, to_the_end=True, second_card=False, hits_soft_17=hits_soft_17):
                layer[counts] = ways
            else:
                path = tuple(value for value in reversed(values) for _ in range(counts[value]))
                finals[path] = (ways, _end(hand, blackjacks))
    return finals


def _end(hand: Hand, blackjacks: bool) -> int:
    return BUST if hand.bust else BLACKJACK if blackjacks and hand.blackjack else hand.total - LOW


def _with(counts: ValueCounts, value: int) -> ValueCounts:
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])
