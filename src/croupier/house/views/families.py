"""Which view shows the rounds of which family."""

import re
from typing import Any

from croupier.games.families import family, family_of
from croupier.games.family import Round
from croupier.house.views.kinds import FamilyView
from croupier.house.views.shown import Lies
from croupier.refused import Refused


def view_of(round: Round) -> FamilyView[Any]:
    """How that round is shown."""
    view: FamilyView[Any] = family_of(round).part("view")
    return view


def has_roads(game: str) -> bool:
    """Whether a game has score boards."""
    return bool(family(game).part("view").has_roads)


def lies(round: Round) -> Lies:
    """The cards and the chips on a table, for all to see."""
    return view_of(round).lies(round)


def named(round: Round, text: str) -> str:
    """Whose place that is, such as `guest 3.1`; any other text is a name, and itself."""
    if not re.fullmatch(r"guest \d+\.s?\d+", text):
        return text
    found = view_of(round).places(round).get(text)
    if found is None:
        raise Refused(f"nobody has the place {text}")
    return found
