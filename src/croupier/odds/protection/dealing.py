"""Vectorised dealing: how many cards the next round takes from each of many shoes."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games.game import Game
from croupier.odds.families import odds_of

Cards: TypeAlias = NDArray[np.int64]
"""A row for each shoe: the numbers of its cards, in dealing order."""
Places: TypeAlias = NDArray[np.int64]
"""For each shoe, how many cards have been dealt from it."""
DealRound = Callable[[Cards, Places], Places]
"""From the shoes and the number of cards dealt from each to that number after one more round."""


def takes(game: Game, cards: list[Card]) -> int:
    """How many of these cards one round takes.

    >>> from croupier.cards import cards
    >>> from croupier.games.catalogue import game
    >>> takes(game("tiger"), list(cards("8S 4C 3D 2H KH AS"))), takes(game("lucky-8"), list(cards("8S 4C 3D 7H 9H AS")))
    (5, 5)
    """
    row = np.array([[card.number for card in cards]])
    return int(odds_of(game).round(game)(row, np.zeros(1, dtype=np.int64))[0])
