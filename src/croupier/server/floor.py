"""The floor: tables and commands to them."""

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
"""Roles that may send commands to a table."""


async def tables(request: ApiRequest) -> list[TableBrief]:
    """The summary of every table."""
    return [stage.brief() for stage in request.desk.stages.values()]


async def table(request: ApiRequest) -> Snapshot:
    """A table as the caller may see it."""
    return request.desk.stage(request.path["table"]).snapshot(request.who)


async def command(request: ApiRequest) -> Acknowledgement:
    """Send a command to a table, and wait until it is decided and durable."""
    desk, name, body = request.desk, request.path["table"], request.body
    desk.stage(name)
    start = time.perf_counter()
    answer = await desk.house.command(name, table_request(request.who, body))
    problem = of_answer(answer)
    desk.metrics.commanded(name, problem.status if problem else 200, time.perf_counter() - start)
    checked(answer)
    return Acknowledgement(body.id, answer.version, answer.round, approval=answer.approval)


def table_request(who: Who, command: TableCommand) -> TableRequest:
    """A client's command as a request to the house, in the caller's name and position."""
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


def stopped_tables(desk: Desk) -> dict[str, str]:
    """The tables that have stopped, and why."""
    tables = desk.house.tables.values()
    return {each.name: each.stopped or Sentence("records-unreachable") for each in tables if each.stopped or each.away}


FLOOR = (
    Endpoint(
        method="GET", path="/api/tables", summary="The summary of every table", do=tables, answer=list[TableBrief]
    ),
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
        summary="Send a command to a table; answered when it is durable",
        do=command,
        body=TableCommand,
        answer=Acknowledgement,
        waits=True,
        who=ANYBODY & ACTS,
        problems=(402, 404, 409, 422, 503),
    ),
)
