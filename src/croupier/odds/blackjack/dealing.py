"""Vectorised dealing of blackjack: one round from each of many shoes at once.

The number of cards of a round depends on decisions. Here one player alone plays as the rules play for an absent player
(R-28), which never busts; the Dealer draws to 17. A single player gets the most rounds out of a shoe, so the result is
the largest exposure to a counter.
"""

from collections.abc import Callable

import numpy as np

from croupier.cards import STANDARD
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import Hand, default_stands
from croupier.games.blackjack.variants import Blackjack
from croupier.odds.protection.dealing import Cards, DealRound, Places


def dealing(game: Blackjack) -> DealRound:
    """The vectorised dealing of one round: a single player by the absent player's rule, then the Dealer."""
    start = Hand.of(*([game.printed] if game.printed else []))
    player = _Drawing(start, lambda hand: len(hand.cards) < game.opening + len(start.cards) or not _done(hand))
    soft = game.hits_soft_17
    dealer = _Drawing(start, lambda hand: draws(hand, to_the_end=True, second_card=False, hits_soft_17=soft))
    return lambda cards, dealt: dealer(cards, player(cards, dealt))


def _done(hand: Hand) -> bool:
    return hand.closed or default_stands(hand)


class _Drawing:
    """A hand that draws while a rule says so, as a state machine: from each state and card to the next state."""

    def __init__(self, start: Hand, goes_on: Callable[[Hand], bool]) -> None:
        states: dict[tuple[int, bool, int], int] = {}
        hands: list[Hand] = []

        def number(hand: Hand) -> int:
            # The opening cards are dealt unconditionally, so their number is part of the state.
            key = hand.hard, hand.aces, min(len(hand.cards), 3)
            if key not in states:
                states[key] = len(hands)
                hands.append(hand)
            return states[key]

        number(start)
        # `hands` grows during this iteration: breadth-first search of the reachable states.
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
