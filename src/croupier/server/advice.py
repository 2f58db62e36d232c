"""Advice for practice: the best decision for a player's hand, and the cost of every other.

It uses nothing but what the player is shown: their offers, and the cards that lie on the table. The rest of the shoe is
not used; the hand is priced as if it were the first from a full shoe.
"""

import asyncio

from croupier.games.families import family
from croupier.house.roles import HouseRole
from croupier.house.views.shown import TableShown
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.wire import Advised, Private


async def advice(request: ApiRequest) -> list[Advised]:
    """Advice for every hand that the player may decide about now; the first of a game takes seconds."""
    snapshot = request.desk.stage(request.path["table"]).snapshot(request.who)
    if snapshot.public.round is None:
        return []
    return await asyncio.to_thread(_advised, snapshot.public.round, snapshot.private)


def _advised(round: TableShown, private: Private) -> list[Advised]:
    """The advice of the game's family; its solver is imported here, which takes longer than the rest of the server."""
    advise = family(round.game).part("advice")
    return list(advise(round, private)) if advise else []


ADVICE = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/advice",
        summary="For practice: the best decision for your hand, and the cost of the others",
        do=advice,
        answer=list[Advised],
        who=frozenset({HouseRole.PLAYER}),
        problems=(404,),
    ),
)
