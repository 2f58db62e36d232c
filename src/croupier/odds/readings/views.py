"""Counts of opening hands, card by card, that only alternative readings need."""

from collections.abc import Callable
from itertools import product
from typing import Any

from croupier.cards import STANDARD, Card
from croupier.odds.sequences import Sequences, itself
from croupier.odds.tally import DealCounter


def two_cards(see: Callable[[Card, Card], Any]) -> DealCounter:
    """Counts the first two cards of one hand, every card distinguished."""
    return Sequences(itself, ((two, see(*two)) for two in product(STANDARD.cards, repeat=2)))


def ten_pairs_with_faces(first: Card, second: Card) -> bool:
    """R-63 (b): cards of equal points are a pair, except two different faces; a Ten is no face.

    >>> ten_pairs_with_faces(Card("TS"), Card("KD")), ten_pairs_with_faces(Card("QS"), Card("KD"))
    (True, False)
    """
    ranks = {first.rank, second.rank}
    return len(ranks) == 1 or ("T" in ranks and ranks <= set("TJQK"))
