"""How the odds of each family of games are found."""

from collections.abc import Mapping

from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.odds.family import FamilyOdds
from croupier.refused import Refused


def odds_of(game: Game) -> FamilyOdds:
    """How the odds of that game are found."""
    found: FamilyOdds | None = FAMILIES[game.family].part("odds")
    if found is None:
        raise Refused("odds-not-known", game=game.name)
    return found


def rulings_of(game: Game, reading: str | None) -> Mapping[str, str]:
    """The ruling that a reading belongs to, with it, or a refusal; none where the game's own are taken.

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
    """How odds are found, for all families that have any; some share one way."""
    found = (each.part("odds") for each in FAMILIES.values())
    return list(dict.fromkeys(each for each in found if each is not None))
