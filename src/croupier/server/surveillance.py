"""Surveillance over the network: what wagers are worth now, who bets into it, alarms. It is nobody else's to see.

Over the WebSocket comes everything at first and then what changes: tables at a glance and alarms, whole each time. Who
looks longer than their session lasts, or is not of surveillance any more, is told nothing further.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Annotated, Any, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from croupier.games.round import encode
from croupier.house.monitoring.alarms import Noticed
from croupier.house.monitoring.lookout import Lookout
from croupier.house.monitoring.picture import Exposure, Picture
from croupier.house.people import Who
from croupier.house.roles import HouseRole, Task, may
from croupier.server.connections import greeted, recognise
from croupier.server.desk import Desk
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.problems import Problem, closing
from croupier.server.sessions import ENDED
from croupier.server.wire import Hello, Id
from croupier.words import LANGUAGES, Sentence

WATCHERS = frozenset(role for role in HouseRole if may(role, Task.SEE_ODDS))
MAX_ALARMS_LISTED = 500
"""Alarms that are listed, the newest."""
HELLO_TIMEOUT_SECONDS = 10.0
"""Seconds that a client has for its first message."""
WRONG, OUT, NOT_YOURS = 4400, 4401, 4403
"""Why a socket is closed."""
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]


class TableWatched(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance, as surveillance sees it."""

    table: str
    game: str | None = None
    shoe: str | None = None
    round: int = 0
    """The last one that is over; nought where none has been since the last shuffle."""
    at: int = 0
    left: int = 0
    """Cards that have not been seen."""
    favourable: dict[str, float] = {}
    """The wagers that have turned favourable for the players, the best first."""
    alarms: int = 0
    """How many have not been acknowledged."""
    blind: str | None = None
    """Why nothing can be said of it, where that is so."""


class NewNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is noted of an alarm, under an id of the client's own making."""

    id: Id
    note: Text


class WatchUpdate(msgspec.Struct, frozen=True, tag_field="say", tag="watch"):
    """Tables and alarms: everything at first, then those that have changed."""

    tables: list[TableWatched]
    alarms: list[Noticed]


async def watched_tables(request: ApiRequest) -> list[TableWatched]:
    """Every table at a glance."""
    lookout = _lookout(request.desk)
    return _glances(request.desk, lookout, set(request.desk.house.tables))


async def watched_table(request: ApiRequest) -> Picture:
    """All that is known of a table."""
    name, lookout = request.path["table"], _lookout(request.desk)
    request.desk.stage(name)
    found = lookout.pictures.get(name)
    if found is None:
        raise Problem(404, lookout.blind.get(name) or Sentence("no-round-since-shuffle"))
    return found


async def exposure(request: ApiRequest) -> Exposure:
    """What a table can lose now."""
    name, lookout = request.path["table"], _lookout(request.desk)
    request.desk.stage(name)
    return await lookout.exposure(name)


async def alarms(request: ApiRequest) -> list[Noticed]:
    """The latest alarms, the newest first."""
    return _lookout(request.desk).alarms.all()[:MAX_ALARMS_LISTED]


async def note_alarm(request: ApiRequest) -> Noticed:
    """Acknowledge an alarm with a note, or note something more."""
    lookout, note, id = _lookout(request.desk), request.body, request.path["alarm"]
    if not any(each.id == id for each in lookout.alarms.all()):
        raise Problem(404, Sentence("alarm-not-found"))
    return await lookout.note(id, request.who.actor, note.id, note.note)


def _lookout(desk: Desk) -> Lookout:
    if desk.lookout is None:
        raise Problem(404, Sentence("house-without-surveillance"))
    return desk.lookout


def _glances(desk: Desk, lookout: Lookout, names: set[str]) -> list[TableWatched]:
    unread: dict[str, int] = {}
    for each in lookout.alarms.all():
        unread[each.alarm.table] = unread.get(each.alarm.table, 0) + (not each.notes)
    found = []
    for name in desk.house.tables:
        if name not in names:
            continue
        seen = lookout.pictures.get(name)
        found.append(
            TableWatched(
                table=name,
                game=seen.game if seen else None,
                shoe=seen.shoe if seen else None,
                round=seen.round if seen else 0,
                at=seen.at if seen else 0,
                left=seen.left if seen else 0,
                favourable=seen.favourable if seen else {},
                alarms=unread.get(name, 0),
                blind=lookout.blind.get(name),
            )
        )
    return found


class Feed:
    """The WebSocket of surveillance, as an ASGI application."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One client, from beginning to end."""
        await receive()
        await send({"type": "websocket.accept"})
        language = LANGUAGES[0]
        try:
            hello = await asyncio.wait_for(_greeted(receive), HELLO_TIMEOUT_SECONDS)
            language = hello.language
            who = self._checked(hello.token)
            recognise(scope, who.actor)
            greeted(scope)
            over = asyncio.Event()
            with self._desk.doors.sessions.socket(who, over.set):
                await _first(_gone(receive), self._tell(who, send, language), over.wait())
            if over.is_set():
                raise _Closed(OUT, ENDED)
        except (Problem, TimeoutError) as error:
            first = WRONG, Sentence("connection-not-signed-in")
            code, why = (error.code, error.message) if isinstance(error, _Closed) else first
            with contextlib.suppress(Exception):
                await send({"type": "websocket.close", "code": code, "reason": closing(why, language)})

    def _checked(self, token: str | None) -> Who:
        """Only surveillance."""
        if token is None:
            raise _Closed(OUT, Sentence("sign-in-first"))
        try:
            who = self._desk.doors.who(token)
        except Problem as problem:
            raise _Closed(OUT, problem.message) from None
        if who.role not in WATCHERS:
            raise _Closed(NOT_YOURS, Sentence("not-for-role", role=who.role.one))
        if self._desk.lookout is None:
            raise _Closed(1013, Sentence("house-without-surveillance"))
        return who

    async def _tell(self, who: Who, send: Send, language: str) -> None:
        """What there is, as long as they are signed in: being told is no use of a session."""
        desk, moment = self._desk, 0
        lookout = _lookout(desk)
        while True:
            if not desk.doors.people.signed_in(who):
                raise _Closed(OUT, ENDED)
            pictures, alarms = lookout.since(moment)
            names = {each.table for each in pictures} | {each.alarm.table for each in alarms}
            names = names | set(lookout.blind) if moment else set(desk.house.tables)
            moment = lookout.moment
            update = encode(WatchUpdate(_glances(desk, lookout, names), alarms[:MAX_ALARMS_LISTED]), language)
            await send({"type": "websocket.send", "text": update.decode()})
            await lookout.change(moment)


class _Closed(Problem):
    """A socket has to be closed."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(403, message)
        self.code = code


async def _first(*waits: Coroutine[Any, Any, object]) -> None:
    """Until one of them is done; what it says is raised, and the others are left."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


async def _greeted(receive: Receive) -> Hello:
    """The first message."""
    said: Any = await receive()
    text = said.get("text") or said.get("bytes") or ""
    try:
        if said["type"] == "websocket.disconnect" or len(text) > MAX_BODY_BYTES:
            raise _Closed(WRONG, Sentence("connection-not-signed-in"))
        hello = msgspec.json.decode(text, type=Hello)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _Closed(WRONG, Sentence("connection-not-signed-in")) from None
    return hello


async def _gone(receive: Receive) -> None:
    """Until the client has left; whatever it says meanwhile is not heard."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


WATCHING = (
    Endpoint(
        method="GET",
        path="/api/watch/tables",
        summary="Surveillance: every table at a glance",
        do=watched_tables,
        answer=list[TableWatched],
        who=WATCHERS,
        problems=(404,),
        counted=False,
    ),
    Endpoint(
        method="GET",
        path="/api/watch/tables/{table}",
        summary="Surveillance: what every wager is worth now and was over the shoe, and who bets into it",
        do=watched_table,
        answer=Picture,
        who=WATCHERS,
        problems=(404,),
        counted=False,
    ),
    Endpoint(
        method="GET",
        path="/api/watch/tables/{table}/exposure",
        summary="Surveillance: the most that a table can lose on the wagers accepted now",
        do=exposure,
        answer=Exposure,
        who=WATCHERS,
        problems=(404, 422, 503),
        counted=False,
    ),
    Endpoint(
        method="GET",
        path="/api/watch/alarms",
        summary="Surveillance: the latest alarms, the newest first",
        do=alarms,
        answer=list[Noticed],
        who=WATCHERS,
        problems=(404,),
        counted=False,
    ),
    Endpoint(
        method="POST",
        path="/api/watch/alarms/{alarm}/notes",
        summary="Surveillance: acknowledge an alarm with a note",
        do=note_alarm,
        body=NewNote,
        answer=Noticed,
        who=WATCHERS,
        problems=(404, 409, 422, 503),
        counted=False,
    ),
)
