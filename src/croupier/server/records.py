"""The records: rounds found and recalled, roads, books of gaming days, evidence.

A player recalls the rounds of their own terminal and no other's. Reports are for the pit; who keeps the accounts and
who watches see all.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec

from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import GAMES
from croupier.house.events import DayClosed
from croupier.house.evidence import pack
from croupier.house.recall import Found, Search
from croupier.house.recall.replay import Recalled, Replay, Step, Viewer
from croupier.house.reports.closing import close, closed
from croupier.house.reports.report import Patron, Report, in_csv, report
from croupier.house.roads import (
    BACK,
    Bead,
    Cell,
    Counts,
    Mark,
    Spot,
    bead_plate,
    big_road,
    counts,
    derived_road,
    marks,
)
from croupier.house.roles import HouseRole, Task, may
from croupier.house.views import View
from croupier.refused import Refused
from croupier.report.books import page
from croupier.server.desk import Desk
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import Name

T = TypeVar("T")

ALL = frozenset(
    {
        HouseRole.PIT_SUPERVISOR,
        HouseRole.PIT_MANAGER,
        HouseRole.GAMING_SHIFT_MANAGER,
        HouseRole.SURVEILLANCE,
        HouseRole.ADMINISTRATOR,
    }
)
"""Who recalls any round."""
RECALL = ALL | {HouseRole.PLAYER}
BOOKS = frozenset(role for role in HouseRole if may(role, Task.SEE_REPORTS)) | {
    HouseRole.SURVEILLANCE,
    HouseRole.ADMINISTRATOR,
}
CASH = BOOKS | {HouseRole.CAGE}
CLOSES = frozenset({HouseRole.GAMING_SHIFT_MANAGER})
Limit = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is looked for; everything that is said must hold of a round."""

    table: Name | None = None
    shoe: Name | None = None
    game: Name | None = None
    terminal: Name | None = None
    staff: Name | None = None
    wager: Name | None = None
    won: Name | None = None
    result: Name | None = None
    event: Name | None = None
    since: Moment | None = None
    until: Moment | None = None
    before: Moment | None = None
    """The position of the last round of the answer before this one."""
    limit: Limit = 50


class RoundsFound(msgspec.Struct, frozen=True):
    """The latest first."""

    rounds: list[Found]


class Seen(msgspec.Struct, frozen=True):
    """A step of a round, and what somebody saw after it."""

    step: Step
    viewer: str
    view: View


class Roads(msgspec.Struct, frozen=True, kw_only=True):
    """The score boards of a shoe; they are information only."""

    table: str
    shoe: str
    marks: str
    beads: tuple[Bead, ...]
    big_road: tuple[Cell, ...]
    derived: dict[str, tuple[Spot, ...]]
    counts: Counts
    hits: dict[str, int]
    """How often each wager was won by somebody who had placed it."""


class Patrons(msgspec.Struct, frozen=True):
    """Cash in and out of every patron over a gaming day."""

    day: str
    threshold: int
    patrons: list[Patron]


class ClosedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day that is closed, and what the house signed of it."""

    date: str
    rounds: int
    drop: int
    handle: int
    win: int
    digest: str
    key: str
    signature: str


async def search(asked: Asked) -> RoundsFound:
    """Find rounds; a player those that they took part in."""
    said: Wanted = asked.body
    wanted = Search(**{name: getattr(said, name) for name in said.__struct_fields__})
    if asked.who.role is HouseRole.PLAYER:
        if wanted.terminal not in (None, asked.who.name):
            raise Problem(403, "a player recalls the rounds of their own terminal")
        wanted = msgspec.structs.replace(wanted, terminal=asked.who.name)
    return RoundsFound(await asyncio.to_thread(asked.desk.index.search, wanted))


async def recall(asked: Asked) -> Recalled:
    """A round from its beginning to its end; a player sees of others no more than they did at the table."""

    def found() -> Recalled:
        return _replay(asked).recalled(_seat(asked))

    return await asyncio.to_thread(found)


async def step(asked: Asked) -> Seen:
    """What somebody saw after one step: oneself, or whoever is named by who may see all."""
    viewer = _viewer(asked)

    def found() -> Seen:
        replay = _replay(asked)
        at = _number(asked.path["step"], "step")
        before = _marks(asked.desk, replay)
        view = replay.view(at, viewer, before)
        told = next((each for each in replay.steps(_seat(asked)) if each.step == at), None)
        if told is None:
            raise Problem(403, "a player sees what everybody saw, and what they did themselves")
        return Seen(told, str(viewer), view)

    return await asyncio.to_thread(found)


async def roads(asked: Asked) -> Roads:
    """The five roads of a shoe, and its statistics."""
    name, shoe = asked.desk.stage(asked.path["table"]).table.name, asked.path["shoe"]

    def found() -> Roads:
        rounds = asked.desk.index.rounds(name, shoe)
        if not rounds or not isinstance(GAMES[rounds[0].game], Baccarat):
            raise Problem(404, f"there are no roads of a shoe {shoe[:64]} at {name}")
        return _roads(asked.desk, name, shoe, rounds)

    return await asyncio.to_thread(found)


async def day_books(asked: Asked) -> Report:
    """The report of a gaming day."""
    return await asyncio.to_thread(_report, asked)


async def day_sheet(asked: Asked) -> bytes:
    """The same as comma-separated values."""
    return (await asyncio.to_thread(lambda: in_csv(_report(asked)))).encode()


async def day_page(asked: Asked) -> bytes:
    """The same as a page with charts."""

    def made() -> str:
        known = {each.date: each for each in closed(asked.desk.index.records)}
        return page(_report(asked), known.get(asked.path["day"]))

    return (await asyncio.to_thread(made)).encode()


async def patrons(asked: Asked) -> Patrons:
    """Cash in and out of every patron on a gaming day, with what has reached the threshold."""
    found = await asyncio.to_thread(_report, asked)
    return Patrons(asked.path["day"], found.threshold, found.patrons)


async def days(asked: Asked) -> list[ClosedDay]:
    """The days that are closed."""
    found = await asyncio.to_thread(lambda: list(closed(asked.desk.index.records)))
    return [_closed(each) for each in found]


async def close_day(asked: Asked) -> ClosedDay:
    """Close a gaming day that is over: sign what its books came to."""
    house, calendar = asked.desk.house, asked.desk.calendar
    day = calendar.on(asked.path["day"])
    return _closed(await asyncio.to_thread(close, house.store, house.keys, day, calendar, asked.who.actor, house.now()))


async def evidence(asked: Asked) -> bytes:
    """All that is known of a round, in one file that can be checked without the house."""
    desk, path = asked.desk, asked.path

    def made() -> bytes:
        number = _over(asked)
        return pack(desk.index.records, path["table"], number, desk.house.now(), desk.house.keys)

    return await asyncio.to_thread(_found, made)


def _replay(asked: Asked) -> Replay:
    table, number = asked.path["table"], _over(asked)
    replay = _found(lambda: Replay(asked.desk.index.records, table, number))
    if asked.who.role is HouseRole.PLAYER and asked.who.name not in replay.bettors:
        raise Problem(403, "a player recalls the rounds of their own terminal")
    return replay


def _seat(asked: Asked) -> str | None:
    return asked.who.name if asked.who.role is HouseRole.PLAYER else None


def _over(asked: Asked) -> int:
    """The number of a round of which nothing is a secret any more: it is over, and none of its cards is to come."""
    number = _number(asked.path["round"], "round")
    table = asked.desk.house.tables.get(asked.path["table"])
    if table is not None:
        kept = table.kept
        waits = kept.round is not None and bool(kept.round.waiting)
        if (number == kept.number and not kept.over) or (waits and number >= kept.number - 1):
            raise Problem(409, f"round {number} of {table.name} is not over yet")
    return number


def _found(look: Callable[[], T]) -> T:
    """What there is; a round that was never played is not there."""
    try:
        return look()
    except Refused as refused:
        if type(refused) is Refused:
            raise Problem(404, refused.reason) from None
        raise


def _viewer(asked: Asked) -> Viewer:
    who = asked.who
    own = Viewer(who.role, who.name if who.role is HouseRole.PLAYER else None)
    wanted = own if asked.path["viewer"] == "me" else Viewer.parse(asked.path["viewer"])
    # Nobody sees more of the past than they would have seen, but those who may see all that there is.
    if wanted != own and who.role not in (HouseRole.SURVEILLANCE, HouseRole.ADMINISTRATOR):
        higher = wanted.role in (HouseRole.SPECTATOR, HouseRole.PLAYER) or who.role.may_act_as(wanted.role)
        if who.role is HouseRole.PLAYER or not higher:
            raise Problem(403, f"this is not for a {who.role} to see")
    return wanted


def _marks(desk: Desk, replay: Replay) -> tuple[Mark, ...]:
    rounds = desk.index.rounds(replay.table, replay.playing.shoe, before=replay.number)
    return marks(" ".join(each.mark for each in rounds if each.mark))


def _roads(desk: Desk, table: str, shoe: str, rounds: list[Found]) -> Roads:
    written = " ".join(each.mark for each in rounds if each.mark)
    found = marks(written)
    return Roads(
        table=table,
        shoe=shoe,
        marks=written,
        beads=bead_plate(found),
        big_road=big_road(found),
        derived={road: derived_road(found, road) for road in BACK},
        counts=counts(found),
        hits=desk.index.won(table, shoe),
    )


def _report(asked: Asked) -> Report:
    desk = asked.desk
    day = desk.calendar.on(asked.path["day"])
    return report(desk.index.records, day.since, day.until, desk.calendar, desk.threshold)


def _closed(event: DayClosed) -> ClosedDay:
    fields = {name: getattr(event, name) for name in ClosedDay.__struct_fields__}
    return ClosedDay(**{**fields, "key": event.key.hex(), "signature": event.signature.hex()})


def _number(text: str, what: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise Problem(404, f"there is no such {what}")
    return int(text)


ROUND = "/api/tables/{table}/rounds/{round}"
DAY = "/api/days/{day}"
RECORDS = (
    Endpoint(
        method="POST",
        path="/api/rounds/search",
        summary="Find rounds by table, time, terminal, staff, game, wager, result and event; players their own",
        do=search,
        body=Wanted,
        answer=RoundsFound,
        who=RECALL,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=ROUND,
        summary="A recorded round step by step, in words, with clauses and money; players their own",
        do=recall,
        answer=Recalled,
        who=RECALL,
        problems=(404, 409, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/steps/{{step}}/{{viewer}}",
        summary="What somebody saw after a step: me, or a role, or player:T1",
        do=step,
        answer=Seen,
        who=RECALL,
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/evidence",
        summary="An evidence pack of a round (ZIP), signed",
        do=evidence,
        answer="application/zip",
        who=ALL,
        problems=(404, 409, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes/{shoe}/roads",
        summary="The five roads of a shoe, with its statistics",
        do=roads,
        answer=Roads,
        problems=(404, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/days",
        summary="The closed days",
        do=days,
        answer=list[ClosedDay],
        who=BOOKS,
        problems=(503,),
    ),
    Endpoint(
        method="GET",
        path=DAY,
        summary="The books of a gaming day",
        do=day_books,
        answer=Report,
        who=BOOKS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/books.csv",
        summary="The same as comma-separated values",
        do=day_sheet,
        answer="text/csv",
        who=BOOKS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/books.html",
        summary="The same as a page with charts",
        do=day_page,
        answer="text/html",
        who=BOOKS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/patrons",
        summary="Cash in and out of patrons on a gaming day, with threshold notices",
        do=patrons,
        answer=Patrons,
        who=CASH,
        problems=(422, 503),
    ),
    Endpoint(
        method="POST",
        path=f"{DAY}/close",
        summary="Close a gaming day that is over, and sign its books",
        do=close_day,
        answer=ClosedDay,
        who=CLOSES,
        problems=(409, 422, 503),
    ),
)
