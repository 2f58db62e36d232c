"""Points, and the table of play: which hand takes the next card.

Law: ebaccarat 3.3 to 3.8, superbaccarat 3.3 to 3.9, and R-105 for the damaged table.
"""

from collections.abc import Sequence
from typing import Literal

from croupier.cards import RANKS, Card

Side = Literal["player", "banker"]

VALUES = {rank: min(value, 10) % 10 for value, rank in enumerate(RANKS, 1)}
"""Ace 1, Two to Nine their number, Ten and face cards 0."""

BANKER_DRAWS_ON = {
    **dict.fromkeys((0, 1, 2), frozenset(range(10))),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset({6, 7}),
    7: frozenset[int](),
}
"""The values of Player's third card on which Banker draws, by Banker's total."""


def value(card: Card) -> int:
    """The points of one card.

    >>> value(Card("AS")), value(Card("9H")), value(Card("TD")), value(Card("KC"))
    (1, 9, 0, 0)
    """
    return VALUES[card.rank]


def total(hand: Sequence[Card]) -> int:
    """The points of a hand: the last digit of the sum (R-109).

    >>> total([Card("9H"), Card("8D"), Card("4C")])
    1
    """
    return sum([VALUES[card.rank] for card in hand]) % 10


def player_draws(player: int, banker: int) -> bool:
    """Whether Player takes a third card on these two-card totals."""
    return player <= 5 and banker <= 7


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether Banker takes a third card; `third` is the value of Player's third card, None where Player stood."""
    if third is None:
        return player <= 7 and banker <= 5
    return third in BANKER_DRAWS_ON[banker]


def next_hand(cards: Sequence[Card]) -> Side | None:
    """The hand that takes the next card after these in dealing order; None where the hands are complete.

    >>> from croupier.cards import cards
    >>> next_hand(cards("8S 4C 3D 2H")), next_hand(cards("8S 4C 3D 2H KH")), next_hand(cards("9S 4C KD 2H"))
    ('player', None, None)
    """
    dealt = len(cards)
    if dealt < 4:
        return "banker" if dealt % 2 else "player"
    player, banker = total(cards[0:4:2]), total(cards[1:4:2])
    drew = player_draws(player, banker)
    if dealt == 4 and drew:
        return "player"
    if dealt == 4 + drew and banker_draws(player, banker, value(cards[4]) if drew else None):
        return "banker"
    return None


def hands(cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The Player's and the Banker's cards, from cards in dealing order.

    >>> from croupier.cards import cards
    >>> hands(cards("8S 4C 3D 2H KH"))
    ((8S, 3D, KH), (4C, 2H))
    """
    player, banker, thirds = tuple(cards[0:4:2]), tuple(cards[1:4:2]), tuple(cards[4:])
    if thirds and player_draws(total(player), total(banker)):
        player, thirds = player + thirds[:1], thirds[1:]
    return player, banker + thirds
