"""The pit: the configuration of tables, and approvals by a second person."""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec

from croupier.games.round import Role, encode
from croupier.house.configuration import settings
from croupier.house.credit import second
from croupier.house.roles import HouseRole, Task, may
from croupier.house.table import Request as TableRequest
from croupier.house.table import Table
from croupier.server.desk import checked
from croupier.server.doors import position
from croupier.server.effects import effect_of
from croupier.server.endpoint import STAFF, ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.stage import shown_to
from croupier.server.wire import Acknowledgement, ApprovalShown, Count, Id
from croupier.words import Sentence

AT_TABLES = frozenset(role for role in HouseRole if role.at_table not in (None, Role.PLAYER))


class ConfigurationShown(msgspec.Struct, frozen=True):
    """A version of a table's configuration, in the words of a configuration file."""

    version: int
    settings: dict[str, Any]


class PlanShown(msgspec.Struct, frozen=True):
    """A change of settings that waits for its time."""

    settings: dict[str, Any]
    at: int | None
    """When, in microseconds since 1970; none is with the next shoe."""


class Configured(msgspec.Struct, frozen=True, kw_only=True):
    """A table's configuration: of the current or latest round, and of the next."""

    table: str
    now: ConfigurationShown | None
    coming: ConfigurationShown | None
    plan: PlanShown | None


class NewSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to change from the next round on, or later; `null` restores the default."""

    id: Id
    settings: dict[str, Any]
    since: Literal["round", "shoe", "time"] = "round"
    at: Count = 0
    """The time from which they hold, in microseconds since 1970, where `since` is a time."""
    version: Count | None = None
    """Optimistic concurrency: the version of the table that the client has seen; 409 if it has changed since."""


class ApprovalAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second person approves a command, or refuses."""

    id: Id
    agrees: bool
    why: Annotated[str, msgspec.Meta(max_length=200)] = ""


async def configuration(request: ApiRequest) -> Configured:
    """A table's configuration, of this round and of the next."""
    state = request.desk.stage(request.path["table"]).table.durable
    versions = ((state.stamp, state.configuration), (state.coming_stamp, state.coming))
    now, coming = (ConfigurationShown(stamp, settings(each)) if each else None for stamp, each in versions)
    plan = PlanShown(state.plan.settings, state.plan.at or None) if state.plan else None
    return Configured(table=state.name, now=now, coming=coming, plan=plan)


async def change_settings(request: ApiRequest) -> Acknowledgement:
    """Change a table's settings: from its next round on, with its next shoe, or from a set time on."""
    change: NewSettings = request.body
    later = {} if change.since == "round" else {"since": change.since, "at": change.at}
    body = encode({"command": "change-settings", "settings": change.settings, **later})
    return await _performed(request, request.path["table"], change.id, body, change.version)


async def approvals(request: ApiRequest) -> list[ApprovalShown]:
    """The commands that wait for an approval, at all tables and at the cage."""
    house = request.desk.house
    now = house.now()
    return _credits(request) + [
        each
        for name, table in house.tables.items()
        if request.desk.works_at(request.who, name)
        for each in _priced(table, shown_to(request.who, name, table.pending), house.credits)
        if now < each.until
    ]


def _priced(table: Table, shown: Iterable[ApprovalShown], credits_of: Callable[[str], int]) -> Iterator[ApprovalShown]:
    """The approvals, each with what it would move."""
    asked = {each.id: each for each in table.pending}
    for each in shown:
        found = asked.get(each.id)
        money = effect_of(table.durable, found, credits_of) if found else None
        yield msgspec.structs.replace(each, money=money)


def _credits(request: ApiRequest) -> list[ApprovalShown]:
    """The credits of the cage that wait for an approval, for those who may approve them."""
    who = request.who
    return [
        ApprovalShown(
            id=each.id,
            table=each.terminal,
            subject="credit",
            by=each.by,
            role=HouseRole.CAGE,
            needs=HouseRole.CAGE if who.role is HouseRole.CAGE else HouseRole.PIT_MANAGER,
            at=each.at,
            until=each.until,
            command=msgspec.Raw(encode({"command": "buy-in", "cents": each.cents})),
            yours=each.by != who.actor,
        )
        for each in request.desk.house.credit.waiting()
        if second(who.role)
    ]


async def answer_approval(request: ApiRequest) -> Acknowledgement:
    """Approve or refuse another person's command."""
    answer: ApprovalAnswer = request.body
    id = request.path["approval"]
    if request.desk.house.credit.knows(id) and id.rpartition("-")[0] not in request.desk.stages:
        return await _credit(request, id, answer)
    body = encode(
        {"command": "approve", "approval": id}
        if answer.agrees
        else {"command": "refuse-approval", "approval": id, "why": answer.why}
    )
    return await _performed(request, id.rpartition("-")[0], answer.id, body)


async def _credit(request: ApiRequest, id: str, answer: ApprovalAnswer) -> Acknowledgement:
    """Approve or refuse a credit of the cage, which is at no table."""
    who = request.who
    body = encode({"credit": id, "agrees": answer.agrees, "why": answer.why})
    table_request = TableRequest(id=answer.id, actor=who.actor, by=Role.DEALER, body=body)
    checked(await request.desk.house.second(id, table_request, who.role, agrees=answer.agrees, why=answer.why))
    return Acknowledgement(answer.id)


async def _performed(
    request: ApiRequest, table: str, id: str, body: bytes, version: int | None = None
) -> Acknowledgement:
    if table not in request.desk.stages:
        raise Problem(404, Sentence("nothing-at-address"))
    request.desk.check_works_at(request.who, table)
    table_request = TableRequest(id=id, actor=request.who.actor, by=position(request.who), body=body, version=version)
    answer = checked(await request.desk.house.command(table, table_request))
    return Acknowledgement(id, answer.version, answer.round, approval=answer.approval)


PIT = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/configuration",
        summary="The configuration of a table, for this round and for the next",
        do=configuration,
        answer=Configured,
        who=STAFF,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/configuration",
        summary="Change a table's settings, from its next round on",
        do=change_settings,
        body=NewSettings,
        answer=Acknowledgement,
        waits=True,
        who=frozenset(role for role in HouseRole if may(role, Task.CHANGE_LIMITS)),
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/approvals",
        summary="The commands that wait for an approval",
        do=approvals,
        answer=list[ApprovalShown],
        who=AT_TABLES | {HouseRole.CAGE},
    ),
    Endpoint(
        method="POST",
        path="/api/approvals/{approval}",
        summary="Approve another person's command, which is then executed, or refuse it",
        do=answer_approval,
        body=ApprovalAnswer,
        answer=Acknowledgement,
        who=AT_TABLES | {HouseRole.CAGE},
        problems=(402, 404, 409, 422, 503),
    ),
)
