"""Advice for practice: the best decision about the hand in front of a player, and what every other would cost.

It is made of what the player is shown and of nothing else: their offers, and the cards that lie on the table. What is
left of the shoe is not looked at; the hand is priced as if it were the first from a full one.
"""

import asyncio

from croupier.games.families import family
from croupier.house.roles import HouseRole
from croupier.house.views.shown import TableShown
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.wire import Advised, Private


async def advice(request: ApiRequest) -> list[Advised]:
    """What is best about every hand that the player may decide about now; the first of a game takes seconds."""
    seen = request.desk.stage(request.path["table"]).snapshot(request.who)
    if seen.public.round is None:
        return []
    return await asyncio.to_thread(_advised, seen.public.round, seen.private)


def _advised(round: TableShown, private: Private) -> list[Advised]:
    """What a family says; a solver that it brings is loaded here, which takes longer than all the rest of a house."""
    about = family(round.game).part("advice")
    return list(about(round, private)) if about else []


ADVICE = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/advice",
        summary="For practice: the best decision about your hand, and what the others cost",
        do=advice,
        answer=list[Advised],
        who=frozenset({HouseRole.PLAYER}),
        problems=(404,),
    ),
)
