"""Rounds that are dealt at random: how their one player answers offers and decides."""

import random
from typing import Any

import pytest

from croupier.cards import cards
from croupier.games.blackjack.dealing import deal_round
from croupier.games.blackjack.variants import E_BLACKJACK, LUCKY_8, Blackjack


class Fixed(random.Random):
    """Always the same number; what there is to choose from is written down, and the first is chosen."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number
        self.asked: list[tuple[str, ...]] = []

    def random(self) -> float:
        return self.number

    def choice(self, seq: Any) -> Any:
        self.asked.append(tuple(seq))
        return seq[0]


def said(rules: Blackjack, shoe: str, number: float) -> list[str]:
    return deal_round(rules, cards(shoe), {"main": 1_000}, Fixed(number))[1]


@pytest.mark.parametrize("rules", [LUCKY_8, E_BLACKJACK], ids=lambda rules: rules.name)
def test_one_offer_in_eight_is_taken(rules: Blackjack) -> None:
    blackjack, ace, seven = "AS AD KH 9C 9D", "TS AD 7H 9C 9D", "TS 7D 7H 9C 9D"
    assert said(rules, blackjack, 0.1249) == ["insure", "even-money"]
    assert said(rules, ace, 0.1249) == ["insure", "stand"], "there is even money only on a Blackjack"
    assert said(rules, seven, 0.1249) == ["surrender"]
    assert said(rules, blackjack, 0.125) == []
    assert said(rules, ace, 0.125) == said(rules, seven, 0.125) == ["stand"]


@pytest.mark.parametrize(
    ("hand", "open_to"),
    [
        ("TS 6H", ("stand", "hit", "double")),
        ("TS 7H", ("stand",)),
        ("9S 9H", ("stand", "split")),
        ("AS 6H", ("stand", "hit", "double")),
        ("AS 7H", ("stand", "hit", "double")),
    ],
)
def test_no_card_is_drawn_to_a_hard_17(hand: str, open_to: tuple[str, ...]) -> None:
    entropy = Fixed(0.5)
    first, second = hand.split()
    deal_round(LUCKY_8, cards(f"{first} 7D {second} KC KD"), {"main": 1_000}, entropy)
    assert entropy.asked == [open_to]
