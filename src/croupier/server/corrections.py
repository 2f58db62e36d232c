"""Rounds that are put right: which may be, what would come of it, and what those are told whom it concerns."""

import asyncio
from typing import Annotated, Any

import msgspec

from croupier.games.family import Dealt
from croupier.games.round import Phase, Role, encode
from croupier.house.corrections import (
    Correction,
    Corrections,
    WagerChanged,
    changed,
    cited,
    correction,
    dealt,
    kind_of,
)
from croupier.house.ledger import owed, terminal
from croupier.house.recall import Index, Search
from croupier.house.recall.result import said
from croupier.house.retold import standing
from croupier.house.roles import HouseRole
from croupier.house.store import Records
from croupier.house.table import Request as Wanted
from croupier.house.table import Table
from croupier.house.table.amending import Amendment, offers, recalled
from croupier.house.views.families import lies
from croupier.house.views.offered import for_staff
from croupier.house.views.shown import Lies
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.server.consoles import StaffOffer
from croupier.server.doors import position
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.pit import AT_TABLES
from croupier.server.problems import Problem
from croupier.server.terminals import SEE, own
from croupier.server.wire import Count, Id, Kept, Name, Said
from croupier.words import Sentence

TOLD = 20
"""Corrections that a terminal can look up, the latest."""
PAGE = 20
BEFORE = 3_600_000_000
"""Microseconds before the turn of the day from which on a round may have begun that was decided after it."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Rounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rounds of the gaming day: those before that one."""

    before: Count | None = None
    limit: Limit = PAGE


class RoundOver(msgspec.Struct, frozen=True):
    """A round that is over, at a glance."""

    round: int
    ended: int
    phase: str
    said: str
    """What it came to."""
    corrected: bool


class RoundsOfDay(msgspec.Struct, frozen=True):
    """The rounds of a table that were decided in this gaming day, the latest first."""

    date: str
    rounds: list[RoundOver]


class Amendable(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over, as it stands, and what may still be done to it."""

    table: str
    game: str
    round: int
    ended: int
    phase: Phase
    said: str
    virtual: bool
    """Whether its cards came from a virtual shoe, and were read by nobody."""
    amendments: int
    """How often it was put right so far."""
    cards: list[Dealt]
    lies: Lies
    offers: list[StaffOffer]


class ToAmend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a round that is over, only to be looked at."""

    amendment: Said


class PlayerChanged(msgspec.Struct, frozen=True):
    """What somebody has now and would have, in cents, and what they would owe."""

    bettor: str
    before: int
    after: int
    owes: int


class Amended(msgspec.Struct, frozen=True, kw_only=True):
    """What would become of a round that is put right. Nothing is done."""

    table: str
    game: str
    round: int
    kind: str
    changes: bool
    """Whether any card, wager or result would be another one; else it is a note."""
    clauses: tuple[Citation, ...]
    said_before: str
    said_after: str
    was: Lies
    now: Lies
    wagers: list[WagerChanged]
    """Those that come to something else, or of which less stands."""
    others: int
    """How many stay as they are."""
    players: list[PlayerChanged]
    pays: int
    """What the house would pay, in cents, and below what it would take back."""
    takes: int
    lacking: int
    """What players do not have of that, and would owe."""
    needs: Role
    """The least position that may ask for it."""
    yours: bool
    """Whether who looks may."""
    second: Role | None
    """The least position of who is to agree."""


class Understood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player takes note that a round of theirs was put right."""

    id: Id
    table: Name
    round: Count
    number: Count
    """Which of the amendments of that round."""


async def rounds_of_day(asked: Asked) -> RoundsOfDay:
    """The rounds that may still be put right, and those that were."""
    table, house, query = asked.desk.stage(asked.path["table"]).table, asked.desk.house, asked.query
    day, state = house.calendar.of(house.now()), table.kept
    last = state.number if state.over else state.number - 1
    if query.before is not None:
        last = min(last, query.before - 1)
    records = house.store.records.clone()

    def found() -> list[RoundOver]:
        every: list[RoundOver] = []
        known = _indexed(asked.desk.index, table.name, last, day.since - BEFORE, query.limit)
        # The index follows a moment behind; what it does not know yet is read from the record.
        for number in range(last, 0, -1):
            each = known.get(number) or _read(records, table.name, number)
            if each is not None and each.ended < day.since:
                break
            if each is not None:
                every.append(each)
            if len(every) >= query.limit:
                break
        return every

    return RoundsOfDay(str(day.date), await asyncio.to_thread(found))


def _indexed(index: Index, table: str, last: int, since: int, limit: int) -> dict[int, RoundOver]:
    """The rounds of a table up to that one, as far as the index knows them."""
    found: dict[int, RoundOver] = {}
    before: int | None = None
    while page := index.search(Search(table=table, since=since, before=before, limit=PAGE)):
        before = page[-1].position
        for each in page:
            if each.round <= last:
                found[each.round] = RoundOver(each.round, each.ended, each.phase, each.said, each.corrected)
        if len(found) >= limit or len(page) < PAGE:
            break
    return found


def _read(records: Records, table: str, number: int) -> RoundOver | None:
    """A round as the record tells it; nothing where it is not over, or cannot be read."""
    try:
        playing = standing(records, table, number)
    except Refused:
        return None
    if playing.ended is None or playing.round is None:
        return None
    round = playing.round
    return RoundOver(number, playing.ended, str(round.phase), said(round), playing.corrected)


async def amendable(asked: Asked) -> Amendable:
    """A round as it stands, and what may still be done to it."""
    table, mine = _table(asked), position(asked.who)
    earlier = recalled(table.state, table, _number(asked.path["round"]))
    round = earlier.round
    return Amendable(
        table=table.name,
        game=round.terms.game,
        round=earlier.number,
        ended=earlier.ended or 0,
        phase=round.phase,
        said=said(round),
        virtual=earlier.virtual,
        amendments=earlier.amendments,
        cards=dealt(round),
        lies=lies(round),
        offers=[
            StaffOffer(**msgspec.structs.asdict(each.offer), needs=each.by, yours=mine.may_act_as(each.by))
            for each in for_staff(offers(table.state, earlier), lambda each: earlier.family.form(each, round))
        ],
    )


def _table(asked: Asked) -> Table:
    """A table that knows its rounds."""
    table = asked.desk.stage(asked.path["table"]).table
    if table.broken is not None or table.away:
        why = table.broken or Sentence("records-unreachable")
        raise Problem(503, Sentence("table-stopped", table=table.name, why=why))
    return table


async def preview_amendment(asked: Asked) -> Amended:
    """What an amendment would do to every wager, before anybody asks for it."""
    table = _table(asked)
    number, mine = _number(asked.path["round"]), position(asked.who)
    found = table.preview(number, bytes(asked.body.amendment), mine)
    return _amended(asked, found, mine)


async def corrections(asked: Asked) -> list[Correction]:
    """The rounds of a terminal that were put right, the latest first."""
    house, name = asked.desk.house, own(asked)
    records = house.store.records.clone()
    return await asyncio.to_thread(_told, records, house.corrections, name)


async def understand_correction(asked: Asked) -> Kept:
    """A player has taken note."""
    house, name, body = asked.desk.house, own(asked), asked.body
    try:
        if house.corrections.understood(name, (body.table, body.round, body.number)) is not None:
            # Another page of the same terminal was faster.
            return Kept(body.id)
    except Refused as refused:
        raise Problem(404, refused.reason) from None
    fields = {"command": "understand-correction", "table": body.table, "round": body.round, "number": body.number}
    await asked.desk.pay(name, Wanted(id=body.id, actor=asked.who.actor, by=Role.PLAYER, body=encode(fields)))
    return Kept(body.id)


def _told(records: Records, corrections: Corrections, name: str) -> list[Correction]:
    found = []
    for key, noted in corrections.known(name)[:TOLD]:
        try:
            found.append(correction(records, key, name, noted))
        except Refused:
            # A damaged round is the audit's to name; the others are told all the same.
            continue
    return found


def _amended(asked: Asked, found: Amendment, mine: Role) -> Amended:
    house, earlier = asked.desk.house, found.earlier
    table = asked.path["table"]
    held: dict[str, int] = {}
    for posting in found.postings(table, house.held):
        for account, cents in ((posting.source, -posting.cents), (posting.destination, posting.cents)):
            held[account] = held.get(account, house.held(account)) + cents
    every = changed(found.before, found.after)
    other = [each for each in every if (each.before, each.stake) != (each.after, each.stands)]
    was, now = found.before.nets(), found.after.nets()
    nets = {name: now.get(name, 0) - was.get(name, 0) for name in {**was, **now}}
    players = [
        PlayerChanged(name, house.credits(name), held.get(terminal(name), house.credits(name)), _owes(held, name))
        for name, net in sorted(nets.items())
        if net
    ]
    lacking = sum(max(0, each.owes + house.held(owed(each.bettor))) for each in players)
    return Amended(
        table=table,
        game=earlier.round.terms.game,
        round=earlier.number,
        kind=kind_of(found.before, found.after),
        changes=found.changes,
        clauses=cited(found.events),
        said_before=said(found.before),
        said_after=said(found.after),
        was=lies(found.before),
        now=lies(found.after),
        wagers=other,
        others=len(every) - len(other),
        players=players,
        pays=sum(net for net in nets.values() if net > 0),
        takes=-sum(net for net in nets.values() if net < 0),
        lacking=lacking,
        needs=found.expected.by,
        yours=mine.may_act_as(found.expected.by),
        second=found.second,
    )


def _owes(held: dict[str, int], name: str) -> int:
    return -held.get(owed(name), 0)


def _number(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise Problem(404, Sentence("no-such-round"))
    return int(text)


ROUND: Any = "/api/tables/{table}/rounds/{round}"
CORRECTIONS = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/rounds",
        summary="The rounds of a table that were decided in this gaming day, which may be put right",
        do=rounds_of_day,
        query=Rounds,
        answer=RoundsOfDay,
        who=AT_TABLES,
        problems=(404, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/amendable",
        summary="A round that is over: its cards in order, and what may still be done to it, by whom",
        do=amendable,
        answer=Amendable,
        who=AT_TABLES,
        problems=(404, 422, 503),
    ),
    Endpoint(
        method="POST",
        path=f"{ROUND}/preview",
        summary="What would become of every wager if a round were put right; nothing is done",
        do=preview_amendment,
        body=ToAmend,
        answer=Amended,
        who=AT_TABLES,
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/corrections",
        summary="The rounds of a terminal that were put right: what changed, why, and by whom signed",
        do=corrections,
        answer=list[Correction],
        who=SEE,
        problems=(422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/terminals/{terminal}/corrections",
        summary="Take note that a round was put right; answered when that is durable",
        do=understand_correction,
        body=Understood,
        answer=Kept,
        who=frozenset({HouseRole.PLAYER}),
        problems=(404, 409, 422, 503),
    ),
)
