"""The pit: how tables are set up, and what waits for a second person."""

from typing import Annotated, Any

import msgspec

from croupier.games.round import Role, encode
from croupier.house.configuration import settings
from croupier.house.credit import second
from croupier.house.roles import HouseRole, Task, may
from croupier.house.table import Request as Wanted
from croupier.server.desk import checked
from croupier.server.doors import position
from croupier.server.endpoint import STAFF, Asked, Endpoint
from croupier.server.problems import Problem
from croupier.server.stage import shown_to
from croupier.server.wire import ApprovalShown, Count, Id, Kept
from croupier.words import Sentence

AT_TABLES = frozenset(role for role in HouseRole if role.at_table not in (None, Role.PLAYER))


class ConfigurationShown(msgspec.Struct, frozen=True):
    """A version of a table's configuration, in the words of a configuration file."""

    version: int
    settings: dict[str, Any]


class Configured(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is set up: for the round in play or the last one, and for the next."""

    table: str
    now: ConfigurationShown | None
    coming: ConfigurationShown | None


class NewSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that are to be otherwise from the next round on; `null` for one that is to be as usual."""

    id: Id
    settings: dict[str, Any]
    version: Count | None = None
    """What the table was seen at, where the change is meant for that very moment."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a second person says."""

    id: Id
    agrees: bool
    why: Annotated[str, msgspec.Meta(max_length=200)] = ""


async def configuration(asked: Asked) -> Configured:
    """How a table is set up."""
    state = asked.desk.stage(asked.path["table"]).table.durable
    versions = ((state.stamp, state.configuration), (state.coming_stamp, state.coming))
    now, coming = (ConfigurationShown(stamp, settings(each)) if each else None for stamp, each in versions)
    return Configured(table=state.name, now=now, coming=coming)


async def change_settings(asked: Asked) -> Kept:
    """Set a table up otherwise, from its next round on."""
    said: NewSettings = asked.body
    body = encode({"command": "change-settings", "settings": said.settings})
    return await _performed(asked, asked.path["table"], said.id, body, said.version)


async def approvals(asked: Asked) -> list[ApprovalShown]:
    """What waits for a second person at any table, and at the cage."""
    house = asked.desk.house
    now = house.now()
    return _credits(asked) + [
        each
        for name, table in house.tables.items()
        if asked.desk.works_at(asked.who, name)
        for each in shown_to(asked.who, name, table.pending)
        if now < each.until
    ]


def _credits(asked: Asked) -> list[ApprovalShown]:
    """What the cage asks for, for those who may agree to it."""
    who = asked.who
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
        for each in asked.desk.house.credit.waiting()
        if second(who.role)
    ]


async def answer_approval(asked: Asked) -> Kept:
    """Agree to what somebody else has asked for, or not."""
    said: Answer = asked.body
    id = asked.path["approval"]
    if asked.desk.house.credit.knows(id) and id.rpartition("-")[0] not in asked.desk.stages:
        return await _credit(asked, id, said)
    body = encode(
        {"command": "approve", "approval": id}
        if said.agrees
        else {"command": "refuse-approval", "approval": id, "why": said.why}
    )
    return await _performed(asked, id.rpartition("-")[0], said.id, body)


async def _credit(asked: Asked, id: str, said: Answer) -> Kept:
    """The same at the cage, which has no position at a table."""
    who = asked.who
    body = encode({"credit": id, "agrees": said.agrees, "why": said.why})
    wanted = Wanted(id=said.id, actor=who.actor, by=Role.DEALER, body=body)
    checked(await asked.desk.house.second(id, wanted, who.role, agrees=said.agrees, why=said.why))
    return Kept(said.id)


async def _performed(asked: Asked, table: str, id: str, body: bytes, version: int | None = None) -> Kept:
    if table not in asked.desk.stages:
        raise Problem(404, Sentence("nothing-at-address"))
    asked.desk.check_works_at(asked.who, table)
    wanted = Wanted(id=id, actor=asked.who.actor, by=position(asked.who), body=body, version=version)
    answer = checked(await asked.desk.house.command(table, wanted))
    return Kept(id, answer.version, answer.round, approval=answer.approval)


PIT = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/configuration",
        summary="How a table is set up, for this round and for the next",
        do=configuration,
        answer=Configured,
        who=STAFF,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/configuration",
        summary="Set a table up otherwise, from its next round on",
        do=change_settings,
        body=NewSettings,
        answer=Kept,
        waits=True,
        who=frozenset(role for role in HouseRole if may(role, Task.CHANGE_LIMITS)),
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/approvals",
        summary="What waits for a second person",
        do=approvals,
        answer=list[ApprovalShown],
        who=AT_TABLES | {HouseRole.CAGE},
    ),
    Endpoint(
        method="POST",
        path="/api/approvals/{approval}",
        summary="Agree to what somebody else has asked for: it is done then; or do not",
        do=answer_approval,
        body=Answer,
        answer=Kept,
        who=AT_TABLES | {HouseRole.CAGE},
        problems=(402, 404, 409, 422, 503),
    ),
)
