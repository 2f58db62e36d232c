"""Which view shows the rounds of which family."""

import re
from collections.abc import Iterator
from typing import Any

from croupier.games.catalogue import GAMES
from croupier.games.families import AnyFamily, family, family_of
from croupier.games.family import Round
from croupier.house.views.any import HandsView
from croupier.house.views.kinds import FamilyView
from croupier.house.views.shown import Lies, TableShown
from croupier.refused import Refused

ANY = HandsView()
"""For a family that has no view of its own."""


def view_of(round: Round) -> FamilyView[Any]:
    """How that round is shown."""
    return _view(family_of(round))


def has_roads(game: str) -> bool:
    """Whether a game has score boards."""
    return _view(family(game)).has_roads


def declared(game: str) -> dict[str, Any]:
    """What is told of a game besides its wagers."""
    return _view(family(game)).declared(GAMES[game])


def lies(round: Round) -> Lies:
    """The cards and the chips on a table, for all to see."""
    return view_of(round).lies(round)


def in_words(table: TableShown) -> Iterator[str]:
    """What lies on a table, a line for each hand."""
    return _view(family(table.game)).in_words(table.lies)


def named(round: Round, text: str) -> str:
    """Whose place that is, such as `guest 3.1`; any other text is a name, and itself."""
    if not re.fullmatch(r"guest \d+\.s?\d+", text):
        return text
    found = view_of(round).places(round).get(text)
    if found is None:
        raise Refused("nobody-at-place", place=text)
    return found


def _view(family: AnyFamily) -> FamilyView[Any]:
    found: FamilyView[Any] | None = family.part("view")
    return found or ANY
