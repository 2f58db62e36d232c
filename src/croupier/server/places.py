"""The tables at which a terminal has money in play or a seat: for the lobby, which marks them."""

import msgspec

from croupier.games.families import family_of
from croupier.games.round import Phase
from croupier.house.roles import HouseRole
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.stage import Stage
from croupier.server.terminals import own


class PlaceTaken(msgspec.Struct, frozen=True):
    """A table at which a terminal has money in play, or a seat."""

    table: str
    stake: int
    """Cents in play there; 0 for a seat alone."""
    boxes: tuple[int, ...]
    """The boxes at which it sits."""
    decides: bool
    """Whether the player has something to decide there."""


async def places(request: ApiRequest) -> list[PlaceTaken]:
    """The tables at which the terminal has money in play or a seat."""
    name = own(request)
    return [place for stage in request.desk.stages.values() if (place := _place(stage, request, name))]


def _place(stage: Stage, request: ApiRequest, name: str) -> PlaceTaken | None:
    state = stage.table.durable
    round = state.round
    if round is None:
        return None
    stake = 0 if state.over else family_of(round).standing(round, name).in_play
    if not stake and not round.terms.boxes:
        return None
    private = stage.snapshot(request.who).private
    boxes = private.own.boxes if private.own else ()
    decides = round.phase is not Phase.BETTING and any(each.part != "table" for each in private.offers)
    return PlaceTaken(stage.table.name, stake, boxes, bool(stake) and decides) if stake or boxes else None


PLACES = (
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/tables",
        summary="The tables at which a terminal has money in play or a seat",
        do=places,
        answer=list[PlaceTaken],
        who=frozenset({HouseRole.PLAYER}),
        problems=(422,),
    ),
)
