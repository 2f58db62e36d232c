"""The floor: tables, and what is asked of them."""

import time

from croupier.games.round import Role
from croupier.house.people import Who
from croupier.house.roles import HouseRole
from croupier.house.table import Request as TableRequest
from croupier.server.desk import Desk, checked
from croupier.server.doors import position
from croupier.server.endpoint import ANYBODY, ApiRequest, Endpoint
from croupier.server.problems import Problem, of_answer
from croupier.server.wire import Acknowledgement, Snapshot, TableBrief, TableCommand
from croupier.words import Sentence

ACTS = frozenset(role for role in HouseRole if role.at_table)
"""Who has a part in a round."""


async def tables(request: ApiRequest) -> list[TableBrief]:
    """The tables at a glance."""
    return [stage.brief() for stage in request.desk.stages.values()]


async def table(request: ApiRequest) -> Snapshot:
    """A table as the viewer may see it."""
    return request.desk.stage(request.path["table"]).snapshot(request.who)


async def command(request: ApiRequest) -> Acknowledgement:
    """Have a table decide about a command."""
    desk, name, body = request.desk, request.path["table"], request.body
    desk.stage(name)
    start = time.perf_counter()
    answer = await desk.house.command(name, table_request(request.who, body))
    problem = of_answer(answer)
    desk.metrics.commanded(name, problem.status if problem else 200, time.perf_counter() - start)
    checked(answer)
    return Acknowledgement(body.id, answer.version, answer.round, approval=answer.approval)


def table_request(who: Who, command: TableCommand) -> TableRequest:
    """What is asked of the house, in whose name."""
    by = position(who)
    if by is Role.PLAYER and command.round is None:
        raise Problem(400, Sentence("player-names-no-round"))
    return TableRequest(
        id=command.id,
        actor=who.actor,
        by=by,
        body=bytes(command.command),
        round=command.round,
        version=command.version,
    )


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
        answer=Acknowledgement,
        waits=True,
        who=ANYBODY & ACTS,
        problems=(402, 404, 409, 422, 503),
    ),
)
