"""How the odds of each family of games are found."""

from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.odds.family import FamilyOdds
from croupier.refused import Refused


def odds_of(game: Game) -> FamilyOdds:
    """How the odds of that game are found."""
    found: FamilyOdds | None = FAMILIES[game.family].part("odds")
    if found is None:
        raise Refused(f"the odds of {game.name} are not known: its family brings none")
    return found


def every() -> list[FamilyOdds]:
    """How odds are found, for all families that have any; some share one way."""
    found = (each.part("odds") for each in FAMILIES.values())
    return list(dict.fromkeys(each for each in found if each is not None))
