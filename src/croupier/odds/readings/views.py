"""Counts of opening hands, card by card, that only alternative readings need."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement, product
from typing import Any

from croupier.cards import STANDARD, Card
from croupier.odds.sequences import CardKind, Sequences, by_kind, itself, sums
from croupier.odds.tally import Counts, DealCounter


def two_cards(see: Callable[[Card, Card], Any]) -> DealCounter:
    """Counts the first two cards of one hand, every card distinguished."""
    return Sequences(itself, ((two, see(*two)) for two in product(STANDARD.cards, repeat=2)))


def two_hands(kind: CardKind, see: Callable[[Card, Card], Any], both: Callable[[Any, Any], Any]) -> DealCounter:
    """Counts the first two cards of both hands: `see` evaluates one hand, `both` combines the two results.

    >>> rank = lambda card: Card(card.rank + "S")
    >>> look = two_hands(rank, lambda one, other: one == other, lambda player, banker: player and banker)
    >>> dict(look([1] * 52))[True]
    22776
    """
    kinds = by_kind(kind)
    pairs = [
        (one, other, 1 if one == other else 2, see(one, other))
        for one, other in combinations_with_replacement(kinds, 2)
    ]

    def look(left: Counts) -> Mapping[Any, int]:
        numbers = sums(kinds, left)
        deals: Counter[Any] = Counter()
        for one, other, orders, player in pairs:
            first = orders * numbers[one] * (numbers[other] - (one == other))
            numbers[one] -= 1
            numbers[other] -= 1
            if first:
                for third, fourth, times, banker in pairs:
                    ways = times * numbers[third] * (numbers[fourth] - (third == fourth))
                    deals[both(player, banker)] += first * ways
            numbers[one] += 1
            numbers[other] += 1
        return deals

    return look


def ten_pairs_with_faces(first: Card, second: Card) -> bool:
    """R-63 (b): cards of equal points are a pair, except two different faces; a Ten is no face.

    >>> ten_pairs_with_faces(Card("TS"), Card("KD")), ten_pairs_with_faces(Card("QS"), Card("KD"))
    (True, False)
    """
    ranks = {first.rank, second.rank}
    return len(ranks) == 1 or ("T" in ranks and ranks <= set("TJQK"))
