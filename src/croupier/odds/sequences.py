"""Counts what a few cards in a row come to, from how many cards of each kind are left.

The rules are asked once for every order in which *kinds* of cards can come: cards that an aspect never tells apart are
of one kind, named after one of them. Orders of the same kinds with the same end make one pattern, which is dealt by a
falling product of the numbers of cards: 8 Nines give 8 x 7 ordered pairs of Nines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import perm, prod
from typing import Any, Protocol

from croupier.cards import STANDARD, Card
from croupier.odds.tally import Counts

CardKind = Callable[[Card], Card]
Ends = Iterable[tuple[tuple[Card, ...], Any]]
"""Every order of kinds that can come, and what it comes to; none may begin another."""


class View(Protocol):
    """How an aspect is counted: over so many cards, and from what is left to the number of deals of each value."""

    cards: int

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """How many ordered deals come to each value of the aspect."""


class Sequences:
    """Cards in a row, each order asked once; one that ends early is counted with all that could follow."""

    def __init__(self, kind: CardKind, ends: Ends) -> None:
        ways = Counter((aspect, tuple(sorted(row))) for row, aspect in ends)
        self.cards = max(len(row) for _, row in ways)
        self.kinds = by_kind(kind)
        self.patterns = [
            (aspect, list(Counter(row).items()), len(row), number) for (aspect, row), number in ways.items()
        ]

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """How many ordered deals come to each value of the aspect."""
        total = sum(left)
        numbers = sums(self.kinds, left)
        rest = [perm(total - size, self.cards - size) for size in range(self.cards + 1)]
        found: Counter[Any] = Counter()
        for aspect, pattern, size, ways in self.patterns:
            found[aspect] += ways * prod([perm(numbers[kind], times) for kind, times in pattern]) * rest[size]
        return found


def by_kind(kind: CardKind) -> dict[Card, list[int]]:
    """The numbers of the cards of each kind.

    >>> {each: len(numbers) for each, numbers in by_kind(lambda card: Card(card.rank + "S")).items()}[Card("TS")]
    4
    """
    found: dict[Card, list[int]] = {}
    for card in STANDARD.cards:
        found.setdefault(kind(card), []).append(card.number)
    return found


def sums(kinds: Mapping[Card, list[int]], left: Counts) -> dict[Card, int]:
    """How many cards of each kind are left."""
    return {kind: sum([left[number] for number in numbers]) for kind, numbers in kinds.items()}


def itself(card: Card) -> Card:
    """Every card is told apart."""
    return card
