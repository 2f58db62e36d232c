"""A table over a WebSocket: a snapshot, then deltas; commands the other way, answered when they are durable.

The client's first message has its session token and the cursor of the last update that it received. Only answers to its
own commands are queued for a client: a delta is always made from the moment that it has seen last to the present one.
"""

import asyncio
import contextlib
import time
from typing import Any, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from croupier.games.round import encode
from croupier.house.people import Who
from croupier.house.store import Unavailable
from croupier.house.table.requests import Reply
from croupier.refused import Refused
from croupier.server.connections import greeted, recognise
from croupier.server.desk import Desk
from croupier.server.doors import NOBODY, seat
from croupier.server.floor import table_request
from croupier.server.limits import MAX_BODY_BYTES, Bucket
from croupier.server.problems import Problem, closing, of_answer, of_refusal
from croupier.server.sessions import ENDED
from croupier.server.stage import Stage, Subscriber
from croupier.server.wire import Again, Answered, Do, Hello
from croupier.words import LANGUAGES, Sentence

HELLO_TIMEOUT_SECONDS = 10.0
"""Seconds that a client has for its first message."""
MAX_COMMANDS_UNDER_WAY = 100
"""Back-pressure: commands of one client that may wait for their answers."""
WRONG, OUT, ELSEWHERE, TOO_MUCH, GONE, AWAY = 4400, 4401, 4403, 4429, 4404, 4503
"""Close codes of the WebSocket."""
RECORDS_RETRY_SECONDS = 1.0
"""Seconds until the records are read again after they could not be reached."""

Message: TypeAlias = Hello | Do | Again
_decode = msgspec.json.Decoder(Message).decode


class Closed(Exception):  # noqa: N818 - it is how a conversation ends
    """The client has disconnected, or has to be disconnected."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Live:
    """The WebSocket of a table, as an ASGI application."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client."""
        name = scope["path_params"]["table"]
        await receive()
        stage = self._desk.stages.get(name)
        await send({"type": "websocket.accept"})
        if stage is None:
            await send({"type": "websocket.close", "code": GONE, "reason": closing(Sentence("no-such-table"))})
            return
        self._desk.metrics.sockets.inc()
        conversation = _Conversation(self._desk, stage, scope, receive, send)
        try:
            await conversation.run()
        except Closed as closed:
            with contextlib.suppress(Exception):
                sending = send(
                    {
                        "type": "websocket.close",
                        "code": closed.code,
                        "reason": closing(closed.reason, conversation.language),
                    }
                )
                # A client that does not read is not waited for.
                await asyncio.wait_for(sending, HELLO_TIMEOUT_SECONDS)
        except Refused as refused:
            # The records cannot be reached: the client is told so, and reconnects later.
            words = _failed("hello", of_refusal(refused), conversation.language).decode()
            with contextlib.suppress(Exception):
                await send({"type": "websocket.send", "text": words})
                await send(
                    {"type": "websocket.close", "code": AWAY, "reason": closing(refused.reason, conversation.language)}
                )
        finally:
            self._desk.metrics.sockets.dec()


class _Conversation:
    def __init__(self, desk: Desk, stage: Stage, scope: Scope, receive: Receive, send: Send) -> None:
        self._desk, self._stage, self._scope, self._receive, self._send = desk, stage, scope, receive, send
        self._under_way = 0
        self._bucket = Bucket(desk.often, desk.at_once, time.monotonic())
        self._task = asyncio.current_task()
        self._ended: Closed | None = None
        self.language = LANGUAGES[0]

    async def run(self) -> None:
        try:
            hello = await asyncio.wait_for(self._next(), HELLO_TIMEOUT_SECONDS)
        except TimeoutError:
            raise Closed(WRONG, Sentence("connection-not-signed-in")) from None
        if not isinstance(hello, Hello):
            raise Closed(WRONG, Sentence("connection-not-signed-in"))
        self.language = hello.language
        who, self._token = self._who(hello.token), hello.token
        greeted(self._scope)
        if who is not NOBODY:
            recognise(self._scope, who.actor)
        self._check_place(who)
        name = seat(who)
        if name is not None:
            self._desk.house.welcome(name)
            self._desk.presence.come(name)
        watcher = self._watcher = Subscriber(who, frozenset(hello.draws), hello.language)
        self._stage.come(watcher, hello.cursor)
        sender = asyncio.create_task(self._tell(watcher))
        try:
            with self._desk.doors.sessions.socket(who, self._end):
                while True:
                    self._take(await self._next())
        except asyncio.CancelledError:
            if self._ended is None or self._task is None:
                raise
            self._task.uncancel()
            raise self._ended from None
        finally:
            if name is not None:
                self._desk.presence.go(name)
            self._stage.go(watcher)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    def _end(self, code: int = OUT, why: str = ENDED) -> None:
        """Cancel the conversation: the session has ended, or the Dealer is assigned elsewhere."""
        if self._ended is None and self._task is not None:
            self._ended = Closed(code, why)
            self._task.cancel()

    async def _next(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Closed(1000)
        text: Any = message.get("text") or message.get("bytes") or ""
        if len(text) > MAX_BODY_BYTES:
            raise Closed(1009, Sentence("message-too-large"))
        if not self._bucket.take(time.monotonic()):
            raise Closed(TOO_MUCH, Sentence("too-many-messages"))
        try:
            decoded: Message = _decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Closed(WRONG, Sentence("request-not-valid", error=error)) from None
        return decoded

    def _who(self, token: str | None) -> Who:
        try:
            return NOBODY if token is None else self._desk.doors.who(token)
        except Problem as problem:
            raise Closed(OUT, problem.message) from None

    def _check_place(self, who: Who) -> None:
        """Refuse a Dealer who is assigned elsewhere; without signing in they may still watch."""
        try:
            self._desk.check_works_at(who, self._stage.table.name)
        except Problem as problem:
            raise Closed(ELSEWHERE, problem.message) from None

    def _take(self, message: Message) -> None:
        match message:
            case Do():
                # The session is checked again: it may have ended, or the role may have changed, since the hello.
                who = self._who(self._token)
                self._check_place(who)
                self._command(message, who)
            case Again():
                self._watcher.seen, self._watcher.stale = 0, True
                self._watcher.woken.set()
            case Hello():
                raise Closed(WRONG, Sentence("connection-already-signed-in"))

    def _command(self, command: Do, who: Who) -> None:
        try:
            if self._under_way >= MAX_COMMANDS_UNDER_WAY:
                raise Problem(429, Sentence("too-many-waiting-commands"))
            request, start = table_request(who, command), time.perf_counter()
            self._under_way += 1
            reply = self._desk.house.perform(self._stage.table.name, request)
        except Problem as problem:
            self._watcher.tell(_failed(command.id, problem, self._watcher.language))
            return
        reply.then(lambda done: self._answer(command.id, done, start))

    def _answer(self, id: str, reply: Reply, start: float) -> None:
        self._under_way -= 1
        failure = reply.failure
        problem = of_refusal(failure) if failure is not None else of_answer(reply.result())
        self._desk.metrics.commanded(
            self._stage.table.name, problem.status if problem else 200, time.perf_counter() - start
        )
        if problem is not None:
            self._watcher.tell(_failed(id, problem, self._watcher.language))
        else:
            answer = reply.result()
            status = 202 if answer.approval else 200
            self._watcher.tell(encode(Answered(id, status, answer.version, answer.round, approval=answer.approval)))

    async def _tell(self, watcher: Subscriber) -> None:
        """Send answers, public updates and private updates whenever there are any."""
        stage, mine = self._stage, b""
        while True:
            await watcher.woken.wait()
            watcher.woken.clear()
            if watcher.who is not NOBODY and not self._desk.doors.people.signed_in(watcher.who):
                self._end()
                return
            if not self._desk.works_at(watcher.who, stage.table.name):
                self._end(ELSEWHERE, Sentence("no-longer-assigned-to-table"))
                return
            answers, watcher.said = watcher.said, []
            for message in answers:
                await self._put(message)
            if news := stage.news(watcher):
                await self._put(news)
            if watcher.stale and (private := self._mine(watcher, mine)) != mine:
                mine = private
                await self._put(private)

    def _mine(self, watcher: Subscriber, known: bytes) -> bytes:
        """The private update; the last one that was sent if the records cannot be reached, and a retry is scheduled."""
        try:
            return self._stage.mine(watcher)
        except Unavailable:
            asyncio.get_running_loop().call_later(RECORDS_RETRY_SECONDS, watcher.woken.set)
            watcher.stale = True
            return known

    async def _put(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})


def _failed(id: str, problem: Problem, language: str) -> bytes:
    return encode(Answered(id, problem.status, error=problem.error), language)
