"""Looks up the odds implementation of a family of games."""

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


def every() -> list[FamilyOdds]:
    """The distinct odds implementations of all families; several families may share one."""
    implementations = (each.part("odds") for each in FAMILIES.values())
    return list(dict.fromkeys(each for each in implementations if each is not None))
