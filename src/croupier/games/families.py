"""The families of games that there are."""

from functools import cache
from typing import Any

from croupier.games.baccarat.family import BACCARAT
from croupier.games.blackjack.family import BOXES, SHARED
from croupier.games.catalogue import game
from croupier.games.family import Family, Round

FAMILIES: dict[str, Family[Any]] = {each.name: each for each in (BACCARAT, BOXES, SHARED)}


@cache
def family(name: str) -> Family[Any]:
    """The family that the game of that name belongs to.

    >>> family("tiger").decode_event(b'{"event": "bets-closed"}')
    BetsClosed(by=None)
    """
    return FAMILIES[game(name).family]


def family_of(round: Round) -> Family[Any]:
    """The family of a round."""
    return family(round.terms.game)
