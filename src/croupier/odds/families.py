"""Looks up the odds implementation of a family of games."""

from collections.abc import Mapping

from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.odds.family import FamilyOdds
from croupier.refused import Refused


def odds_of(game: Game) -> FamilyOdds:
    """The odds implementation of that game's family, or a refusal where it has none."""
    implementation: FamilyOdds | None = FAMILIES[game.family].part("odds")
    if implementation is None:
        raise Refused("odds-not-known", game=game.name)
    return implementation


def rulings_of(game: Game, reading: str | None) -> Mapping[str, str]:
    """The reading by its ruling, or a refusal of an unknown one; empty for `None`, which means the defaults.

    >>> from croupier.games.catalogue import game
    >>> rulings_of(game("lucky-8"), "obo"), rulings_of(game("tiger"), None)
    ({'R-43': 'obo'}, {})
    """
    if reading is None:
        return {}
    for ruling, readings in game.settings.items():
        if reading in readings:
            return {ruling: reading}
    if not game.settings:
        raise Refused("no-readings-to-choose", game=game.name)
    known = "; ".join(f"{ruling}: {', '.join(readings)}" for ruling, readings in game.settings.items())
    raise Refused("unknown-reading", game=game.name, reading=reading, known=known)


def every() -> list[FamilyOdds]:
    """The distinct odds implementations of all families; several families may share one."""
    implementations = (each.part("odds") for each in FAMILIES.values())
    return list(dict.fromkeys(each for each in implementations if each is not None))
