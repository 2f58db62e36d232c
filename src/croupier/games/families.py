"""The registry of the families of games."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from croupier.games.baccarat.family import BACCARAT
from croupier.games.blackjack.family import BOXES, SHARED
from croupier.games.catalogue import game
from croupier.games.family import Family, Round
from croupier.games.game import Game
from croupier.plugins import PluginRegistry

AnyFamily: TypeAlias = Family[Any]
FAMILIES: Mapping[str, AnyFamily] = PluginRegistry(
    "families", Family, {each.name: each for each in (BACCARAT, BOXES, SHARED)}
)


def family(name: str | Game) -> AnyFamily:
    """The family that a game belongs to, by its name or itself.

    >>> family("tiger").decode_event(b'{"event": "bets-closed"}')
    BetsClosed(by=None)
    """
    return FAMILIES[game(name).family]


def family_of(round: Round) -> AnyFamily:
    """The family of a round."""
    return family(round.terms.game)
