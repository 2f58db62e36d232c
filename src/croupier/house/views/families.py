"""Which view shows the rounds of which family."""

import re
from collections.abc import Iterator
from typing import Any

from croupier.games.catalogue import GAMES
from croupier.games.families import family, family_of
from croupier.games.family import Round
from croupier.house.views.kinds import FamilyView
from croupier.house.views.shown import Lies, TableShown
from croupier.refused import Refused


def view_of(round: Round) -> FamilyView[Any]:
    """How that round is shown."""
    view: FamilyView[Any] = family_of(round).part("view")
    return view


def has_roads(game: str) -> bool:
    """Whether a game has score boards."""
    return bool(family(game).part("view").has_roads)


def declared(game: str) -> dict[str, Any]:
    """What is told of a game besides its wagers."""
    found: dict[str, Any] = family(game).part("view").declared(GAMES[game])
    return found


def lies(round: Round) -> Lies:
    """The cards and the chips on a table, for all to see."""
    return view_of(round).lies(round)


def in_words(table: TableShown) -> Iterator[str]:
    """What lies on a table, a line for each hand."""
    lines: Iterator[str] = family(table.game).part("view").in_words(table.lies)
    return lines


def named(round: Round, text: str) -> str:
    """Whose place that is, such as `guest 3.1`; any other text is a name, and itself."""
    if not re.fullmatch(r"guest \d+\.s?\d+", text):
        return text
    found = view_of(round).places(round).get(text)
    if found is None:
        raise Refused(f"nobody has the place {text}")
    return found
