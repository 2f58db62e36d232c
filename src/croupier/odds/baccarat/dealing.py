"""Vectorised dealing of baccarat: one round from each of many shoes at once, by the table of play."""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.odds.protection.dealing import Cards, Places

TEN = range(10)


def deal_round(cards: Cards, dealt: Places) -> Places:
    """The position in each shoe after one more round."""
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
