"""Counts the ordered deals of a few consecutive cards by their outcome, from the remaining cards of each kind.

The rules are evaluated once for every sequence of *kinds*: cards that an aspect never distinguishes are of one kind,
represented by one of them. Sequences with the same kinds and the same outcome make one pattern; the number of its deals
is a product of falling factorials: 8 Nines give 8 x 7 ordered pairs of Nines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import perm, prod
from typing import Any, Protocol

from croupier.cards import STANDARD, Card
from croupier.odds.tally import Counts

CardKind = Callable[[Card], Card]
Ends = Iterable[tuple[tuple[Card, ...], Any]]
"""Every possible sequence of kinds with its outcome; none may be a prefix of another."""


class SizedDealCounter(Protocol):
    """Counts the ordered deals of `cards` cards by the value of an aspect."""

    cards: int

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """The number of ordered deals by value of the aspect."""


class Sequences:
    """Consecutive cards, each sequence of kinds evaluated once; a short one counts with every continuation."""

    def __init__(self, kind: CardKind, ends: Ends) -> None:
        ways = Counter((aspect, tuple(sorted(row))) for row, aspect in ends)
        self.cards = max(len(row) for _, row in ways)
        self.kinds = by_kind(kind)
        self.patterns = [
            (aspect, list(Counter(row).items()), len(row), number) for (aspect, row), number in ways.items()
        ]

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """The number of ordered deals by value of the aspect."""
        total = sum(left)
        numbers = sums(self.kinds, left)
        rest = [perm(total - size, self.cards - size) for size in range(self.cards + 1)]
        deals: Counter[Any] = Counter()
        for aspect, pattern, size, ways in self.patterns:
            deals[aspect] += ways * prod([perm(numbers[kind], times) for kind, times in pattern]) * rest[size]
        return deals


def by_kind(kind: CardKind) -> dict[Card, list[int]]:
    """The card numbers of each kind.

    >>> {each: len(numbers) for each, numbers in by_kind(lambda card: Card(card.rank + "S")).items()}[Card("TS")]
    4
    """
    numbers: dict[Card, list[int]] = {}
    for card in STANDARD.cards:
        numbers.setdefault(kind(card), []).append(card.number)
    return numbers


def sums(kinds: Mapping[Card, list[int]], left: Counts) -> dict[Card, int]:
    """The remaining cards of each kind."""
    return {kind: sum([left[number] for number in numbers]) for kind, numbers in kinds.items()}


def itself(card: Card) -> Card:
    """The finest classification: every card is its own kind."""
    return card
