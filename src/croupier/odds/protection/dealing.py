"""True shoes, many at once: how many cards the next round of each takes.

A baccarat round takes what the table of play says. A blackjack round takes what its people decide: here it is one
player alone with the Dealer, who plays as the rules play for somebody absent (R-28), and never busts by it; the
Dealer draws to 17. One player alone is the most rounds that a shoe can give, so the most that it can be beaten for.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import Hand, default_stands
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.odds.families import odds_of

Cards: TypeAlias = NDArray[np.int64]
"""A row for each shoe: the numbers of its cards, in dealing order."""
Places: TypeAlias = NDArray[np.int64]
"""For each shoe, how many cards have been dealt from it."""
Round = Callable[[Cards, Places], Places]
"""From the shoes and how far each is dealt to how far it is after one round more."""

TEN = range(10)


def baccarat_round(cards: Cards, dealt: Places) -> Places:
    """A round of baccarat."""
    values, takes = _values(), _takes()
    rows = np.arange(len(cards))
    first, second, third, fourth, fifth = (values[cards[rows, dealt + place]] for place in range(5))
    taken: Places = takes[(first + third) % 10, (second + fourth) % 10, fifth]
    return dealt + taken


@cache
def _values() -> NDArray[np.int64]:
    return np.array([value(card) for card in STANDARD.cards])


@cache
def _takes() -> NDArray[np.int64]:
    """How many cards a round takes, by both opening totals and the value of the fifth card."""
    takes = np.full((10, 10, 10), 4)
    for player, banker, fifth in product(TEN, TEN, TEN):
        drew = player_draws(player, banker)
        takes[player, banker, fifth] += drew + banker_draws(player, banker, fifth if drew else None)
    return takes


def blackjack_round(game: Blackjack) -> Round:
    """A round of blackjack: one player who plays as plainly as can be, and the Dealer."""
    start = Hand.of(*([game.printed] if game.printed else []))
    player = _Drawing(start, lambda hand: len(hand.cards) < game.opening + len(start.cards) or not _done(hand))
    dealer = _Drawing(start, lambda hand: draws(hand, to_the_end=True, second_card=False))
    return lambda cards, dealt: dealer(cards, player(cards, dealt))


def _done(hand: Hand) -> bool:
    return hand.closed or default_stands(hand)


class _Drawing:
    """A hand that draws while a rule says so, as a table: from each state, with each card, to the next."""

    def __init__(self, start: Hand, goes_on: Callable[[Hand], bool]) -> None:
        states: dict[tuple[int, bool, int], int] = {}
        hands: list[Hand] = []

        def number(hand: Hand) -> int:
            # The opening cards are dealt whatever they are, so their number is part of the state.
            key = hand.hard, hand.aces, min(len(hand.cards), 3)
            if key not in states:
                states[key] = len(hands)
                hands.append(hand)
            return states[key]

        number(start)
        # The list of hands grows while we look at it.
        moves = [
            [number(hand.with_card(card)) for card in STANDARD.cards] if goes_on(hand) else [0] * 52 for hand in hands
        ]
        self._moves = np.array(moves)
        self._goes_on = np.array([goes_on(hand) for hand in hands])

    def __call__(self, cards: Cards, dealt: Places) -> Places:
        dealt = dealt.copy()
        state = np.zeros(len(cards), dtype=np.int64)
        going = np.flatnonzero(self._goes_on[state])
        while len(going):
            state[going] = self._moves[state[going], cards[going, dealt[going]]]
            dealt[going] += 1
            going = going[self._goes_on[state[going]]]
        return dealt


def takes(game: Game, cards: list[Card]) -> int:
    """How many of these cards one round takes.

    >>> from croupier.cards import cards
    >>> from croupier.games.catalogue import game
    >>> takes(game("tiger"), list(cards("8S 4C 3D 2H KH AS"))), takes(game("lucky-8"), list(cards("8S 4C 3D 7H 9H AS")))
    (5, 5)
    """
    row = np.array([[card.number for card in cards]])
    return int(odds_of(game).round(game)(row, np.zeros(1, dtype=np.int64))[0])
