"""Every hand that a player can hold and every way in which the Dealer's can end, as arrays that kernels walk over.

Cards are told apart by points alone: value 0 is an Ace, value 9 a ten or a face. A hand is a multiset of values, so
that it says which cards have left the shoe; the order in which they came does not matter to what may come.
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
"""Added to a soft total to tell it from a hard one."""
BUST, BLACKJACK = HIGH - LOW + 1, HIGH - LOW + 2
ENDS = BLACKJACK + 1
"""How the Dealer may end: with 17 to 21, bust, or with Blackjack."""


def value_index(card: Card) -> int:
    """The number of a card's value.

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
    """The hands that are not bust, from the fewest cards to the most, so that a card always leads further down."""

    def __init__(self, printed: Card | None, values: ValueCounts) -> None:
        self.counts: list[ValueCounts] = list(_not_bust(printed, values))
        self.number = {counts: number for number, counts in enumerate(self.counts)}
        self.hands = [held(counts, printed) for counts in self.counts]
        self.rows: Array = np.array(self.counts, np.int32)
        self.next: Array = np.array(
            [[self.number.get(_with(counts, value), -1) for value in range(len(KINDS))] for counts in self.counts],
            np.int32,
        )
        """The hand after one more card of each value; below zero where that is bust or the card does not exist."""
        self.total: Array = np.array([hand.total for hand in self.hands], np.int32)
        self.soft: Array = np.array([hand.soft for hand in self.hands], np.bool_)
        self.size: Array = np.array([len(hand.cards) for hand in self.hands], np.int32)
        """How many cards are held, a printed one too."""
        self.code: Array = self.total + SOFT * self.soft
        """The total, and whether it is soft, in one number."""
        self.closed: Array = np.array([hand.closed and len(hand.cards) > 1 for hand in self.hands], np.bool_)

    def __len__(self) -> int:
        return len(self.counts)

    def of(self, *values: int) -> int:
        """The hand of these values, drawn from the shoe."""
        return self.number[tuple(values.count(value) for value in range(len(KINDS)))]


class DealerEnds(NamedTuple):
    """The multisets that the Dealer may draw to one first card, as a tree walked from its root depth first.

    Every node adds a card to the node one level above it: the `copy`-th further one of its `value`. Where the Dealer
    then stands there is an `end`, and `ways` counts the orders in which those cards can come: each leaves the
    Dealer to draw again until the last has come.
    """

    value: Array
    copy: Array
    depth: Array
    ways: Array
    end: Array

    @property
    def deepest(self) -> int:
        """How many cards the Dealer may draw."""
        return int(self.depth.max())


@cache
def hands(printed: Card | None, values: ValueCounts) -> Hands:
    """All hands of the values that the shoe holds, to be computed once.

    >>> len(hands(None, tuple(range(10)))), len(hands(Card("8S"), tuple(range(10))))
    (3083, 366)
    """
    return Hands(printed, values)


@cache
def ends(first: int, values: ValueCounts, blackjacks: bool) -> DealerEnds:
    """How the Dealer's hand may end from a first card of that value.

    >>> [len(ends(value, tuple(range(10)), True).value) for value in (0, 1, 9)]
    [1673, 2383, 207]
    """
    finals = _finals(first, values, blackjacks)
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


def _finals(first: int, values: ValueCounts, blackjacks: bool) -> dict[tuple[int, ...], tuple[int, int]]:
    """The finished hands: the values drawn, from the highest to the lowest, in how many orders, and their end."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    layer = {(0,) * len(KINDS): 1}
    while layer:
        more: dict[ValueCounts, int] = {}
        for counts, ways in layer.items():
            for value in values:
                more[_with(counts, value)] = more.get(_with(counts, value), 0) + ways
        layer = {}
        for counts, ways in more.items():
            hand = held(_with(counts, first))
            if draws(hand, to_the_end=True, second_card=False):
                layer[counts] = ways
            else:
                path = tuple(value for value in reversed(values) for _ in range(counts[value]))
                found[path] = (ways, _end(hand, blackjacks))
    return found


def _end(hand: Hand, blackjacks: bool) -> int:
    return BUST if hand.bust else BLACKJACK if blackjacks and hand.blackjack else hand.total - LOW


def _with(counts: ValueCounts, value: int) -> ValueCounts:
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])
