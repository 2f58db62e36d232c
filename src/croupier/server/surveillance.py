"""Surveillance over the network: current odds, who bets into favourable ones, alarms. Only surveillance may see it.

The WebSocket sends everything first and then what changes: table summaries and alarms, each whole. It is closed when
the session ends or the role changes.
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
"""The newest alarms that are listed."""
HELLO_TIMEOUT_SECONDS = 10.0
"""Seconds that a client has for its first message."""
WRONG, OUT, NOT_YOURS = 4400, 4401, 4403
"""Close codes of the WebSocket."""
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]


class TableWatched(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table for surveillance."""

    table: str
    game: str | None = None
    shoe: str | None = None
    round: int = 0
    """The latest round that is over; 0 if there is none since the last shuffle."""
    at: int = 0
    left: int = 0
    """Cards that have not been seen."""
    favourable: dict[str, float] = {}
    """The wagers that are favourable to players now, the best first."""
    alarms: int = 0
    """Alarms that have not been acknowledged."""
    blind: str | None = None
    """Why the table cannot be watched, if it cannot."""


class NewNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note on an alarm; `id` is its idempotency key."""

    id: Id
    note: Text


class WatchUpdate(msgspec.Struct, frozen=True, tag_field="say", tag="watch"):
    """Tables and alarms: all of them first, then those that have changed."""

    tables: list[TableWatched]
    alarms: list[Noticed]


async def watched_tables(request: ApiRequest) -> list[TableWatched]:
    """The summary of every table."""
    lookout = _lookout(request.desk)
    return _summaries(request.desk, lookout, set(request.desk.house.tables))


async def watched_table(request: ApiRequest) -> Picture:
    """Everything that surveillance knows about a table."""
    name, lookout = request.path["table"], _lookout(request.desk)
    request.desk.stage(name)
    picture = lookout.pictures.get(name)
    if picture is None:
        raise Problem(404, lookout.blind.get(name) or Sentence("no-round-since-shuffle"))
    return picture


async def exposure(request: ApiRequest) -> Exposure:
    """The most that a table can lose on the wagers accepted now."""
    name, lookout = request.path["table"], _lookout(request.desk)
    request.desk.stage(name)
    return await lookout.exposure(name)


async def alarms(request: ApiRequest) -> list[Noticed]:
    """The latest alarms, the newest first."""
    return _lookout(request.desk).alarms.all()[:MAX_ALARMS_LISTED]


async def note_alarm(request: ApiRequest) -> Noticed:
    """Acknowledge an alarm with a note, or add another note."""
    lookout, note, id = _lookout(request.desk), request.body, request.path["alarm"]
    if not any(each.id == id for each in lookout.alarms.all()):
        raise Problem(404, Sentence("alarm-not-found"))
    return await lookout.note(id, request.who.actor, note.id, note.note)


def _lookout(desk: Desk) -> Lookout:
    if desk.lookout is None:
        raise Problem(404, Sentence("house-without-surveillance"))
    return desk.lookout


def _summaries(desk: Desk, lookout: Lookout, names: set[str]) -> list[TableWatched]:
    unread: dict[str, int] = {}
    for each in lookout.alarms.all():
        unread[each.alarm.table] = unread.get(each.alarm.table, 0) + (not each.notes)
    summaries = []
    for name in desk.house.tables:
        if name not in names:
            continue
        picture = lookout.pictures.get(name)
        summaries.append(
            TableWatched(
                table=name,
                game=picture.game if picture else None,
                shoe=picture.shoe if picture else None,
                round=picture.round if picture else 0,
                at=picture.at if picture else 0,
                left=picture.left if picture else 0,
                favourable=picture.favourable if picture else {},
                alarms=unread.get(name, 0),
                blind=lookout.blind.get(name),
            )
        )
    return summaries


class Feed:
    """The WebSocket of surveillance, as an ASGI application."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client."""
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
        """Whose token it is; the socket is closed if they are not of surveillance."""
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
        """Send updates as long as the viewer is signed in; they do not reset the session's idle timeout."""
        desk, moment = self._desk, 0
        lookout = _lookout(desk)
        while True:
            if not desk.doors.people.signed_in(who):
                raise _Closed(OUT, ENDED)
            pictures, alarms = lookout.since(moment)
            names = {each.table for each in pictures} | {each.alarm.table for each in alarms}
            names = names | set(lookout.blind) if moment else set(desk.house.tables)
            moment = lookout.moment
            update = encode(WatchUpdate(_summaries(desk, lookout, names), alarms[:MAX_ALARMS_LISTED]), language)
            await send({"type": "websocket.send", "text": update.decode()})
            await lookout.change(moment)


class _Closed(Problem):
    """The socket has to be closed with a code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(403, message)
        self.code = code


async def _first(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them is done; its exception is raised, and the others are cancelled."""
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
    message: Any = await receive()
    text = message.get("text") or message.get("bytes") or ""
    try:
        if message["type"] == "websocket.disconnect" or len(text) > MAX_BODY_BYTES:
            raise _Closed(WRONG, Sentence("connection-not-signed-in"))
        hello = msgspec.json.decode(text, type=Hello)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _Closed(WRONG, Sentence("connection-not-signed-in")) from None
    return hello


async def _gone(receive: Receive) -> None:
    """Wait until the client has left; its messages are ignored."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


WATCHING = (
    Endpoint(
        method="GET",
        path="/api/watch/tables",
        summary="Surveillance: the summary of every table",
        do=watched_tables,
        answer=list[TableWatched],
        who=WATCHERS,
        problems=(404,),
        counted=False,
    ),
    Endpoint(
        method="GET",
        path="/api/watch/tables/{table}",
        summary="Surveillance: the odds of every wager now and over the shoe, and who bets into favourable ones",
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
