"""The floor: tables, and what is asked of them."""

import time

from croupier.games.round import Role
from croupier.house.people import Who
from croupier.house.roles import HouseRole
from croupier.house.table import Request as Wanted
from croupier.server.desk import Desk, checked
from croupier.server.doors import position
from croupier.server.endpoint import ANYBODY, Asked, Endpoint
from croupier.server.problems import Problem, of_answer
from croupier.server.wire import Kept, Snapshot, TableBrief, TableCommand
from croupier.words import Sentence

ACTS = frozenset(role for role in HouseRole if role.at_table)
"""Who has a part in a round."""


async def tables(asked: Asked) -> list[TableBrief]:
    """The tables at a glance."""
    return [stage.brief() for stage in asked.desk.stages.values()]


async def table(asked: Asked) -> Snapshot:
    """A table as the viewer may see it."""
    return asked.desk.stage(asked.path["table"]).snapshot(asked.who)


async def command(asked: Asked) -> Kept:
    """Have a table decide about a command."""
    desk, name, said = asked.desk, asked.path["table"], asked.body
    desk.stage(name)
    start = time.perf_counter()
    answer = await desk.house.command(name, wanted(asked.who, said))
    problem = of_answer(answer)
    desk.metrics.commanded(name, problem.status if problem else 200, time.perf_counter() - start)
    checked(answer)
    return Kept(said.id, answer.version, answer.round, approval=answer.approval)


def wanted(who: Who, said: TableCommand) -> Wanted:
    """What is asked of the house, in whose name."""
    by = position(who)
    if by is Role.PLAYER and said.round is None:
        raise Problem(400, Sentence("player-names-no-round"))
    return Wanted(id=said.id, actor=who.actor, by=by, body=bytes(said.command), round=said.round, version=said.version)


def ready(desk: Desk) -> dict[str, str]:
    """The tables that have stopped, and why."""
    tables = desk.house.tables.values()
    return {each.name: each.stopped or Sentence("records-unreachable") for each in tables if each.stopped or each.away}


FLOOR = (
    Endpoint(method="GET", path="/api/tables", summary="The tables", do=tables, answer=list[TableBrief]),
    Endpoint(
        method="GET",
        path="/api/tables/{table}",
        summary="A table as you may see it",
        do=table,
        answer=Snapshot,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/commands",
        summary="Ask something of a table; answered when it is durable",
        do=command,
        body=TableCommand,
        answer=Kept,
        waits=True,
        who=ANYBODY & ACTS,
        problems=(402, 404, 409, 422, 503),
    ),
)
