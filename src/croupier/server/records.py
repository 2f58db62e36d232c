"""The records: rounds found and recalled, roads, evidence.

A player recalls the rounds of their own terminal and no other's; the pit, who keeps the accounts and who watches all.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec

from croupier.house.evidence import pack
from croupier.house.recall import Found, Search
from croupier.house.recall.replay import Recalled, Replay, Step, Viewer
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
from croupier.house.roles import HouseRole
from croupier.house.views import View
from croupier.house.views.families import has_roads
from croupier.refused import Refused
from croupier.server.desk import Desk
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import Name
from croupier.words import Sentence

T = TypeVar("T")

ALL = frozenset(
    {
        HouseRole.PIT_SUPERVISOR,
        HouseRole.PIT_MANAGER,
        HouseRole.GAMING_SHIFT_MANAGER,
        HouseRole.SURVEILLANCE,
    }
)
"""Who recalls any round. Who keeps the accounts has no need to know who played what."""
RECALL = ALL | {HouseRole.PLAYER}
LOOK_ON = (*(role for role in HouseRole if role.at_table and role.staff), HouseRole.SURVEILLANCE)
"""Whose eyes see more of a round than everybody's, beside its players."""
KINDS = ("table", "game", "terminal", "staff", "wager", "won", "result", "event")
MOST_WORDS = 200
"""Of each kind: there may be very many terminals, whose names one knows."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class RoundSearch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class KnownWords(msgspec.Struct, frozen=True):
    """By what rounds can be looked for: the words that are in use, those of most rounds first."""

    words: dict[str, list[str]]


class Viewers(msgspec.Struct, frozen=True):
    """With whose eyes a round can be looked at; who sees most is the last."""

    viewers: list[str]


class StepView(msgspec.Struct, frozen=True):
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


async def search(request: ApiRequest) -> RoundsFound:
    """Find rounds; a player those that they took part in."""
    body: RoundSearch = request.body
    query = Search(**{name: getattr(body, name) for name in body.__struct_fields__})
    if request.who.role is HouseRole.PLAYER:
        if query.terminal not in (None, request.who.name):
            raise Problem(403, Sentence("not-own-terminal-rounds"))
        query = msgspec.structs.replace(query, terminal=request.who.name)
    return RoundsFound(await asyncio.to_thread(request.desk.index.search, query))


async def words(request: ApiRequest) -> KnownWords:
    """What there is to choose from."""
    return KnownWords(await asyncio.to_thread(request.desk.index.words, KINDS, MOST_WORDS))


async def recall(request: ApiRequest) -> Recalled:
    """A round from its beginning to its end; a player sees of others no more than they did at the table."""

    def found() -> Recalled:
        return _replay(request).recalled(_seat(request))

    return await asyncio.to_thread(found)


async def viewers(request: ApiRequest) -> Viewers:
    """Everybody who saw a round in their own way, as far as who asks may look with their eyes."""
    bettors = (await asyncio.to_thread(_replay, request)).bettors
    players = [Viewer(HouseRole.PLAYER, each) for each in bettors]
    every = [Viewer(HouseRole.SPECTATOR), *players, *map(Viewer, LOOK_ON)]
    return Viewers([str(each) for each in every if _may_look(request, each)])


async def step(request: ApiRequest) -> StepView:
    """What somebody saw after one step: oneself, or whoever is named by who may see all."""
    viewer = _viewer(request)

    def found() -> StepView:
        replay = _replay(request)
        at = _number(request.path["step"], "step")
        before = _marks(request.desk, replay)
        view = replay.view(at, viewer, before)
        told = next((each for each in replay.steps(_seat(request)) if each.step == at), None)
        if told is None:
            raise Problem(403, Sentence("player-sees-own-view-only"))
        return StepView(told, str(viewer), view)

    return await asyncio.to_thread(found)


async def roads(request: ApiRequest) -> Roads:
    """The five roads of a shoe, and its statistics."""
    name, shoe = request.desk.stage(request.path["table"]).table.name, request.path["shoe"]

    def found() -> Roads:
        rounds = request.desk.index.rounds(name, shoe)
        if not rounds or not has_roads(rounds[0].game):
            raise Problem(404, Sentence("no-roads-of-shoe", shoe=shoe[:64], table=name))
        return _roads(request.desk, name, shoe, rounds)

    return await asyncio.to_thread(found)


async def evidence(request: ApiRequest) -> bytes:
    """All that is known of a round, in one file that can be checked without the house."""
    desk, path = request.desk, request.path

    def made() -> bytes:
        number = _over(request)
        return pack(desk.index.records, path["table"], number, desk.house.now(), desk.house.keys)

    return await asyncio.to_thread(_found, made)


def _replay(request: ApiRequest) -> Replay:
    table, number = request.path["table"], _over(request)
    replay = _found(lambda: Replay(request.desk.index.records, table, number))
    if request.who.role is HouseRole.PLAYER and request.who.name not in replay.bettors:
        raise Problem(403, Sentence("not-own-terminal-rounds"))
    return replay


def _seat(request: ApiRequest) -> str | None:
    return request.who.name if request.who.role is HouseRole.PLAYER else None


def _over(request: ApiRequest) -> int:
    """The number of a round of which nothing is a secret any more: it is over, and none of its cards is to come."""
    number = _number(request.path["round"], "round")
    table = request.desk.house.tables.get(request.path["table"])
    if table is not None:
        kept = table.kept
        waits = kept.round is not None and bool(kept.round.waiting)
        if (number == kept.number and not kept.over) or (waits and number >= kept.number - 1):
            raise Problem(409, Sentence("table-round-not-over", round=number, table=table.name))
    return number


def _found(look: Callable[[], T]) -> T:
    """What there is; a round that was never played is not there."""
    try:
        return look()
    except Refused as refused:
        if type(refused) is Refused:
            raise Problem(404, refused.reason) from None
        raise


def _viewer(request: ApiRequest) -> Viewer:
    wanted = _own(request) if request.path["viewer"] == "me" else Viewer.parse(request.path["viewer"])
    if not _may_look(request, wanted):
        raise Problem(403, Sentence("not-for-role-to-see", role=request.who.role.one))
    return wanted


def _own(request: ApiRequest) -> Viewer:
    return Viewer(request.who.role, _seat(request))


def _may_look(request: ApiRequest, wanted: Viewer) -> bool:
    """Nobody sees more of the past than they would have seen, but those who may see all that there is."""
    role = request.who.role
    if wanted == _own(request) or role is HouseRole.SURVEILLANCE:
        return True
    public = wanted.role in (HouseRole.SPECTATOR, HouseRole.PLAYER)
    return role is not HouseRole.PLAYER and (public or role.may_act_as(wanted.role))


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


def _number(text: str, what: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise Problem(404, Sentence("no-such-item", item=what))
    return int(text)


ROUND = "/api/tables/{table}/rounds/{round}"
RECORDS = (
    Endpoint(
        method="POST",
        path="/api/rounds/search",
        summary="Find rounds by table, time, terminal, staff, game, wager, result and event; players their own",
        do=search,
        body=RoundSearch,
        answer=RoundsFound,
        who=RECALL,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/rounds/words",
        summary="The words by which rounds can be looked for, such as the wagers that were placed",
        do=words,
        answer=KnownWords,
        who=ALL,
        problems=(503,),
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
        path=f"{ROUND}/viewers",
        summary="With whose eyes the steps of a round can be looked at; who sees most is the last",
        do=viewers,
        answer=Viewers,
        who=RECALL,
        problems=(404, 409, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/steps/{{step}}/{{viewer}}",
        summary="What somebody saw after a step: me, or a role, or player:T1",
        do=step,
        answer=StepView,
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
)
