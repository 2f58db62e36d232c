"""Tables for the tests: the usual ones of their games, with limits for every wager, as a house asks for."""

from typing import Any

from croupier.games.catalogue import GAMES
from croupier.games.terms import Limits
from croupier.house.configuration import Configuration

MOST = 10**12
"""Cents: far more than anybody in a test has."""


def usual(game: str, **settings: Any) -> Configuration:
    """The usual table of a game; from the unit up anything may be staked, but where limits are given."""
    unit = settings.get("unit") or GAMES[game].unit
    limits = {"all": Limits(unit, MOST // unit * unit), **settings.pop("limits", {})}
    return Configuration.of(game, limits=limits, **settings)
