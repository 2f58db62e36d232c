"""The records: search, replay and evidence of past rounds, and the roads of shoes.

A player recalls the rounds of their own terminal only; the pit and surveillance recall all.
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
from croupier.server.endpoint import ApiRequest, Endpoint, path_number
from croupier.server.problems import Problem
from croupier.server.wire import Name
from croupier.words import Sentence

T = TypeVar("T")

RECALL_ANY = frozenset(
    {
        HouseRole.PIT_SUPERVISOR,
        HouseRole.PIT_MANAGER,
        HouseRole.GAMING_SHIFT_MANAGER,
        HouseRole.SURVEILLANCE,
    }
)
"""Roles that recall any round. Administrators have no need to know who played what."""
RECALL = RECALL_ANY | {HouseRole.PLAYER}
STAFF_VIEWERS = (*(role for role in HouseRole if role.at_table and role.staff), HouseRole.SURVEILLANCE)
"""Roles besides its players whose view of a round shows more than the public one."""
WORD_KINDS = ("table", "game", "terminal", "staff", "wager", "won", "result", "event")
MAX_WORDS_PER_KIND = 200
"""There may be very many terminals, but their names are known."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Microseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class RoundSearch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A search for rounds; every criterion that is given must match."""

    table: Name | None = None
    shoe: Name | None = None
    game: Name | None = None
    terminal: Name | None = None
    staff: Name | None = None
    wager: Name | None = None
    won: Name | None = None
    result: Name | None = None
    event: Name | None = None
    since: Microseconds | None = None
    until: Microseconds | None = None
    before: Microseconds | None = None
    """Pagination: the `position` of the last round of the previous page."""
    limit: Limit = 50


class RoundsFound(msgspec.Struct, frozen=True):
    """The rounds that match, the latest first."""

    rounds: list[Found]


class KnownWords(msgspec.Struct, frozen=True):
    """The values that occur in each search criterion, the most frequent first."""

    words: dict[str, list[str]]


class Viewers(msgspec.Struct, frozen=True):
    """Whose view of a round the caller may see; the one that shows most is the last."""

    viewers: list[str]


class StepView(msgspec.Struct, frozen=True):
    """A step of a round, and a viewer's view after it."""

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
    """How often each wager was won by a player who had placed it."""


async def search(request: ApiRequest) -> RoundsFound:
    """Search rounds; a player only those that they took part in."""
    body: RoundSearch = request.body
    query = Search(**{name: getattr(body, name) for name in body.__struct_fields__})
    if request.who.role is HouseRole.PLAYER:
        if query.terminal not in (None, request.who.name):
            raise Problem(403, Sentence("not-own-terminal-rounds"))
        query = msgspec.structs.replace(query, terminal=request.who.name)
    return RoundsFound(await asyncio.to_thread(request.desk.index.search, query))


async def words(request: ApiRequest) -> KnownWords:
    """The values that occur in each search criterion."""
    return KnownWords(await asyncio.to_thread(request.desk.index.words, WORD_KINDS, MAX_WORDS_PER_KIND))


async def recall(request: ApiRequest) -> Recalled:
    """A whole round, step by step; a player sees no more of others than they did at the table."""

    def recalled() -> Recalled:
        return _replay(request).recalled(_seat(request))

    return await asyncio.to_thread(recalled)


async def viewers(request: ApiRequest) -> Viewers:
    """The viewers of a round whose views the caller may see."""
    bettors = (await asyncio.to_thread(_replay, request)).bettors
    players = [Viewer(HouseRole.PLAYER, each) for each in bettors]
    every = [Viewer(HouseRole.SPECTATOR), *players, *map(Viewer, STAFF_VIEWERS)]
    return Viewers([str(each) for each in every if _may_see_as(request, each)])


async def step(request: ApiRequest) -> StepView:
    """A viewer's view after one step: the caller's own, or that of a viewer whom the caller may see as."""
    viewer = _viewer(request)

    def step_view() -> StepView:
        replay = _replay(request)
        at = path_number(request, "step", Sentence("no-such-item", item="step"))
        before = _marks(request.desk, replay)
        view = replay.view(at, viewer, before)
        step = next((each for each in replay.steps(_seat(request)) if each.step == at), None)
        if step is None:
            raise Problem(403, Sentence("player-sees-own-view-only"))
        return StepView(step, str(viewer), view)

    return await asyncio.to_thread(step_view)


async def roads(request: ApiRequest) -> Roads:
    """The five roads of a shoe, and its statistics."""
    name, shoe = request.desk.stage(request.path["table"]).table.name, request.path["shoe"]

    def drawn() -> Roads:
        rounds = request.desk.index.rounds(name, shoe)
        if not rounds or not has_roads(rounds[0].game):
            raise Problem(404, Sentence("no-roads-of-shoe", shoe=shoe[:64], table=name))
        return _roads(request.desk, name, shoe, rounds)

    return await asyncio.to_thread(drawn)


async def evidence(request: ApiRequest) -> bytes:
    """The evidence pack of a round: a signed ZIP file that can be verified without the house."""
    desk, path = request.desk, request.path

    def made() -> bytes:
        number = _over(request)
        return pack(desk.index.records, path["table"], number, desk.house.now(), desk.house.keys)

    return await asyncio.to_thread(_or_404, made)


def _replay(request: ApiRequest) -> Replay:
    table, number = request.path["table"], _over(request)
    replay = _or_404(lambda: Replay(request.desk.index.records, table, number))
    if request.who.role is HouseRole.PLAYER and request.who.name not in replay.bettors:
        raise Problem(403, Sentence("not-own-terminal-rounds"))
    return replay


def _seat(request: ApiRequest) -> str | None:
    return request.who.name if request.who.role is HouseRole.PLAYER else None


def _over(request: ApiRequest) -> int:
    """The number of the round in the path; refused while it is not over or some of its cards are still to come."""
    number = path_number(request, "round", Sentence("no-such-item", item="round"))
    table = request.desk.house.tables.get(request.path["table"])
    if table is not None:
        state = table.durable
        waits = state.round is not None and bool(state.round.waiting)
        if (number == state.number and not state.over) or (waits and number >= state.number - 1):
            raise Problem(409, Sentence("table-round-not-over", round=number, table=table.name))
    return number


def _or_404(look: Callable[[], T]) -> T:
    """The result, with a refusal as 404: there is no such round."""
    try:
        return look()
    except Refused as refused:
        if type(refused) is Refused:
            raise Problem(404, refused.reason) from None
        raise


def _viewer(request: ApiRequest) -> Viewer:
    viewer = _own(request) if request.path["viewer"] == "me" else Viewer.parse(request.path["viewer"])
    if not _may_see_as(request, viewer):
        raise Problem(403, Sentence("not-for-role-to-see", role=request.who.role.one))
    return viewer


def _own(request: ApiRequest) -> Viewer:
    return Viewer(request.who.role, _seat(request))


def _may_see_as(request: ApiRequest, viewer: Viewer) -> bool:
    """Nobody sees more of the past than they would have seen then, except surveillance."""
    role = request.who.role
    if viewer == _own(request) or role is HouseRole.SURVEILLANCE:
        return True
    public = viewer.role in (HouseRole.SPECTATOR, HouseRole.PLAYER)
    return role is not HouseRole.PLAYER and (public or role.may_act_as(viewer.role))


def _marks(desk: Desk, replay: Replay) -> tuple[Mark, ...]:
    rounds = desk.index.rounds(replay.table, replay.playing.shoe, before=replay.number)
    return marks(" ".join(each.mark for each in rounds if each.mark))


def _roads(desk: Desk, table: str, shoe: str, rounds: list[Found]) -> Roads:
    written = " ".join(each.mark for each in rounds if each.mark)
    of_shoe = marks(written)
    return Roads(
        table=table,
        shoe=shoe,
        marks=written,
        beads=bead_plate(of_shoe),
        big_road=big_road(of_shoe),
        derived={road: derived_road(of_shoe, road) for road in BACK},
        counts=counts(of_shoe),
        hits=desk.index.won(table, shoe),
    )


ROUND = "/api/tables/{table}/rounds/{round}"
RECORDS = (
    Endpoint(
        method="POST",
        path="/api/rounds/search",
        summary="Search rounds by table, time, terminal, staff, game, wager, result and event; players their own",
        do=search,
        body=RoundSearch,
        answer=RoundsFound,
        who=RECALL,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/rounds/words",
        summary="The values to search rounds by, such as the wagers that were placed",
        do=words,
        answer=KnownWords,
        who=RECALL_ANY,
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
        summary="Whose view of a round you may see; the one that shows most is the last",
        do=viewers,
        answer=Viewers,
        who=RECALL,
        problems=(404, 409, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/steps/{{step}}/{{viewer}}",
        summary="The view after a step of a viewer: `me`, a role, or `player:T1`",
        do=step,
        answer=StepView,
        who=RECALL,
        problems=(404, 409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{ROUND}/evidence",
        summary="The signed evidence pack of a round (ZIP)",
        do=evidence,
        answer="application/zip",
        who=RECALL_ANY,
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
