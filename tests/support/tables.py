"""Tables for the tests: the default configuration of a game, with the limits that a house requires."""

from typing import Any

from croupier.games.catalogue import GAMES
from croupier.games.terms import Limits
from croupier.house.configuration import Configuration

MAX_STAKE_CENTS = 10**12
"""Far more than any player in a test has."""


def usual(game: str, **settings: Any) -> Configuration:
    """The default table of a game; stakes from the unit up are allowed, except where limits are given."""
    unit = settings.get("unit") or GAMES[game].unit
    limits = {"all": Limits(unit, MAX_STAKE_CENTS // unit * unit), **settings.pop("limits", {})}
    return Configuration.of(game, limits=limits, **settings)
