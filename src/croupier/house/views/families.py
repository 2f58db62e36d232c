"""Finds the view of a game's family."""

import re
from collections.abc import Iterator
from typing import Any

from croupier.games.families import AnyFamily, family, family_of
from croupier.games.family import Round
from croupier.games.game import Game
from croupier.house.views.any import HandsView
from croupier.house.views.kinds import FamilyView
from croupier.house.views.shown import Lies, TableShown
from croupier.refused import Refused

ANY = HandsView()
"""The view of a family that has none of its own."""


def view_of(round: Round) -> FamilyView[Any]:
    """The view of that round's family."""
    return _view(family_of(round))


def has_roads(game: str) -> bool:
    """Whether a game has score boards."""
    return _view(family(game)).has_roads


def declared(game: Game) -> dict[str, Any]:
    """What is published of a game besides its wagers."""
    return _view(family(game)).declared(game)


def lies(round: Round) -> Lies:
    """The cards and the chips on a table, which everybody may see."""
    return view_of(round).lies(round)


def in_words(table: TableShown) -> Iterator[str]:
    """The cards on a table as text, a line for each hand."""
    return _view(family(table.game)).in_words(table.lies)


def named(round: Round, text: str) -> str:
    """The name of the player at a place such as `guest 3.1`; any other text is returned as it is."""
    if not re.fullmatch(r"guest \d+\.s?\d+", text):
        return text
    bettor = view_of(round).places(round).get(text)
    if bettor is None:
        raise Refused("nobody-at-place", place=text)
    return bettor


def _view(family: AnyFamily) -> FamilyView[Any]:
    own: FamilyView[Any] | None = family.part("view")
    return own or ANY
