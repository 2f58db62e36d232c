"""Corrections of rounds that are over: which may be corrected, the preview, and what the players are told."""

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
from croupier.house.recall.result import result_text
from croupier.house.roles import HouseRole
from croupier.house.rounds import load_round
from croupier.house.store import Records
from croupier.house.table import Request as TableRequest
from croupier.house.table import Table
from croupier.house.table.amendments import Amendment, offers, recalled
from croupier.house.views.families import lies
from croupier.house.views.offers import for_staff
from croupier.house.views.shown import Lies
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.server.consoles import StaffOffer
from croupier.server.doors import position
from croupier.server.endpoint import ApiRequest, Endpoint, path_number
from croupier.server.pit import AT_TABLES
from croupier.server.problems import Problem
from croupier.server.terminals import SEE, own
from croupier.server.wire import Acknowledgement, Count, Id, Name, RawCommand
from croupier.words import Sentence

MAX_CORRECTIONS_LISTED = 20
"""The latest corrections that a terminal can look up."""
PAGE_SIZE = 20
LONGEST_ROUND_MICROSECONDS = 3_600_000_000
"""How long before the turn of the gaming day a round may have begun that was decided after it."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class RoundsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pagination: the rounds of the gaming day before that number."""

    before: Count | None = None
    limit: Limit = PAGE_SIZE


class RoundOver(msgspec.Struct, frozen=True):
    """The summary of a round that is over."""

    round: int
    ended: int
    phase: str
    said: str
    """The result in words."""
    corrected: bool


class RoundsOfDay(msgspec.Struct, frozen=True):
    """The rounds of a table that were decided in this gaming day, the latest first."""

    date: str
    rounds: list[RoundOver]


class Amendable(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over as it stands, and the corrections that are on offer."""

    table: str
    game: str
    rules: str
    """The game with its edition and readings."""
    round: int
    ended: int
    phase: Phase
    said: str
    virtual: bool
    """Whether its cards came from a virtual shoe, so that nobody entered them."""
    amendments: int
    """How often it was corrected so far."""
    cards: list[Dealt]
    lies: Lies
    offers: list[StaffOffer]


class ToAmend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A correction to preview."""

    amendment: RawCommand


class PlayerChanged(msgspec.Struct, frozen=True):
    """A player's balance now and after the correction, and what they would owe; in cents."""

    bettor: str
    before: int
    after: int
    owes: int


class Amended(msgspec.Struct, frozen=True, kw_only=True):
    """The preview of a correction. Nothing is changed."""

    table: str
    game: str
    rules: str
    """The game with its edition and readings."""
    round: int
    kind: str
    changes: bool
    """Whether any card, wager or result changes; if not, it is only a note."""
    clauses: tuple[Citation, ...]
    said_before: str
    said_after: str
    was: Lies
    now: Lies
    wagers: list[WagerChanged]
    """The wagers whose result or stake changes."""
    others: int
    """How many wagers stay as they are."""
    players: list[PlayerChanged]
    pays: int
    """Cents that the house would pay."""
    takes: int
    """Cents that the house would take back."""
    lacking: int
    """Cents of that which players do not have, and would owe."""
    needs: Role
    """The lowest position that may give the command."""
    yours: bool
    """Whether the caller may give it."""
    second: Role | None
    """The lowest position that may approve it."""


class Understood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player acknowledges the correction of one of their rounds."""

    id: Id
    table: Name
    round: Count
    number: Count
    """The number of the correction, counted from one in each round."""


async def rounds_of_day(request: ApiRequest) -> RoundsOfDay:
    """The rounds of this gaming day, which may still be corrected."""
    table, house, query = request.desk.stage(request.path["table"]).table, request.desk.house, request.query
    day, state = house.calendar.of(house.now()), table.durable
    last = state.number if state.over else state.number - 1
    if query.before is not None:
        last = min(last, query.before - 1)
    records = house.store.records.clone()

    def latest() -> list[RoundOver]:
        every: list[RoundOver] = []
        since = day.since - LONGEST_ROUND_MICROSECONDS
        known = _indexed(request.desk.index, table.name, last, since, query.limit)
        # The index lags a little behind; rounds that it does not have yet are read from the records.
        for number in range(last, 0, -1):
            each = known.get(number) or _read(records, table.name, number)
            if each is not None and each.ended < day.since:
                break
            if each is not None:
                every.append(each)
            if len(every) >= query.limit:
                break
        return every

    return RoundsOfDay(str(day.date), await asyncio.to_thread(latest))


def _indexed(index: Index, table: str, last: int, since: int, limit: int) -> dict[int, RoundOver]:
    """The rounds of a table up to `last` that are in the index, by number."""
    rounds: dict[int, RoundOver] = {}
    before: int | None = None
    while page := index.search(Search(table=table, since=since, before=before, limit=PAGE_SIZE)):
        before = page[-1].position
        for each in page:
            if each.round <= last:
                rounds[each.round] = RoundOver(each.round, each.ended, each.phase, each.said, each.corrected)
        if len(rounds) >= limit or len(page) < PAGE_SIZE:
            break
    return rounds


def _read(records: Records, table: str, number: int) -> RoundOver | None:
    """A round from the records; None if it is not over or cannot be read."""
    try:
        playing = load_round(records, table, number)
    except Refused:
        return None
    if playing.ended is None or playing.round is None:
        return None
    round = playing.round
    return RoundOver(number, playing.ended, str(round.phase), result_text(round), playing.corrected)


async def amendable(request: ApiRequest) -> Amendable:
    """A round as it stands, and the corrections that are on offer."""
    table, mine = _table(request), position(request.who)
    earlier = recalled(table.state, table, path_number(request, "round", Sentence("no-such-round")))
    round = earlier.round
    return Amendable(
        table=table.name,
        game=round.terms.game,
        rules=round.terms.in_full,
        round=earlier.number,
        ended=earlier.ended or 0,
        phase=round.phase,
        said=result_text(round),
        virtual=earlier.virtual,
        amendments=earlier.amendments,
        cards=dealt(round),
        lies=lies(round),
        offers=[
            StaffOffer(**msgspec.structs.asdict(each.offer), needs=each.by, yours=mine.may_act_as(each.by))
            for each in for_staff(offers(table.state, earlier), lambda each: earlier.family.form(each, round))
        ],
    )


def _table(request: ApiRequest) -> Table:
    """The table in the path; 503 if it has stopped or the records cannot be reached."""
    table = request.desk.stage(request.path["table"]).table
    if table.broken is not None or table.away:
        why = table.broken or Sentence("records-unreachable")
        raise Problem(503, Sentence("table-stopped", table=table.name, why=why))
    return table


async def preview_amendment(request: ApiRequest) -> Amended:
    """Preview what a correction would do to every wager."""
    table = _table(request)
    number, mine = path_number(request, "round", Sentence("no-such-round")), position(request.who)
    amendment = table.preview(number, bytes(request.body.amendment), mine)
    return _amended(request, amendment, mine)


async def corrections(request: ApiRequest) -> list[Correction]:
    """The corrections of a terminal's rounds, the latest first."""
    house, name = request.desk.house, own(request)
    records = house.store.records.clone()
    return await asyncio.to_thread(_of_terminal, records, house.corrections, name)


async def understand_correction(request: ApiRequest) -> Acknowledgement:
    """A player acknowledges a correction."""
    house, name, body = request.desk.house, own(request), request.body
    try:
        if house.corrections.understood(name, (body.table, body.round, body.number)) is not None:
            # Another page of the same terminal has done it already.
            return Acknowledgement(body.id)
    except Refused as refused:
        raise Problem(404, refused.reason) from None
    fields = {"command": "understand-correction", "table": body.table, "round": body.round, "number": body.number}
    await request.desk.pay(name, TableRequest(id=body.id, actor=request.who.actor, by=Role.PLAYER, body=encode(fields)))
    return Acknowledgement(body.id)


def _of_terminal(records: Records, corrections: Corrections, name: str) -> list[Correction]:
    listed = []
    for key, noted in corrections.known(name)[:MAX_CORRECTIONS_LISTED]:
        try:
            listed.append(correction(records, key, name, noted))
        except Refused:
            # A damaged round is reported by the audit; the others are listed all the same.
            continue
    return listed


def _amended(request: ApiRequest, amendment: Amendment, mine: Role) -> Amended:
    house, earlier = request.desk.house, amendment.earlier
    table = request.path["table"]
    held: dict[str, int] = {}
    for posting in amendment.postings(table, house.held):
        for account, cents in ((posting.source, -posting.cents), (posting.destination, posting.cents)):
            held[account] = held.get(account, house.held(account)) + cents
    every = changed(amendment.before, amendment.after)
    other = [each for each in every if (each.before, each.stake) != (each.after, each.stands)]
    was, now = amendment.before.nets(), amendment.after.nets()
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
        rules=earlier.round.terms.in_full,
        round=earlier.number,
        kind=kind_of(amendment.before, amendment.after),
        changes=amendment.changes,
        clauses=cited(amendment.events),
        said_before=result_text(amendment.before),
        said_after=result_text(amendment.after),
        was=lies(amendment.before),
        now=lies(amendment.after),
        wagers=other,
        others=len(every) - len(other),
        players=players,
        pays=sum(net for net in nets.values() if net > 0),
        takes=-sum(net for net in nets.values() if net < 0),
        lacking=lacking,
        needs=amendment.expected.by,
        yours=mine.may_act_as(amendment.expected.by),
        second=amendment.second,
    )


def _owes(held: dict[str, int], name: str) -> int:
    return -held.get(owed(name), 0)


ROUND: Any = "/api/tables/{table}/rounds/{round}"
CORRECTIONS = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/rounds",
        summary="The rounds of a table that were decided in this gaming day, which may be corrected",
        do=rounds_of_day,
        query=RoundsQuery,
        answer=RoundsOfDay,
        who=AT_TABLES,
        problems=(404, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/amendable",
        summary="A round that is over: its cards in order, and the corrections on offer with the position they need",
        do=amendable,
        answer=Amendable,
        who=AT_TABLES,
        problems=(404, 422, 503),
    ),
    Endpoint(
        method="POST",
        path=f"{ROUND}/preview",
        summary="Preview what a correction would do to every wager; nothing is changed",
        do=preview_amendment,
        body=ToAmend,
        answer=Amended,
        who=AT_TABLES,
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/corrections",
        summary="The corrections of a terminal's rounds: what changed, why, and who signed",
        do=corrections,
        answer=list[Correction],
        who=SEE,
        problems=(422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/terminals/{terminal}/corrections",
        summary="Acknowledge a correction; answered when that is durable",
        do=understand_correction,
        body=Understood,
        answer=Acknowledgement,
        who=frozenset({HouseRole.PLAYER}),
        problems=(404, 409, 422, 503),
    ),
)
