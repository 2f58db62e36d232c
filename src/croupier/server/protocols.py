"""HTTP and WebSocket as uvicorn speaks them, with a bound on everything that a client may send or leave unsent.

`connections` counts and cuts off; here it is told what each connection is about.
"""

import asyncio
import math
from typing import Any, cast

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from croupier.games.round import encode
from croupier.server.connections import POOL, STATE, Connection, Connections
from croupier.server.endpoint import shown
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.problems import Problem
from croupier.words import Sentence

MAX_HEAD_BYTES = 16 * 1024
"""Of the request line and all headers."""
MAX_HEADERS = 64
MAX_MESSAGE_BYTES = 2 * MAX_BODY_BYTES
"""Of all that follows upon the headers: the body, how it is cut into chunks, and its trailers."""
MAX_PIPELINE = 16
"""Requests that may wait on one connection for those before them."""
MAX_FRAGMENTS = 64
"""Frames that one message of a WebSocket may come in."""
MAX_UNREAD_BYTES = 64 * 1024
"""What may wait for a client to read it before its pings are no longer answered."""

NONSENSE = Problem(400, Sentence("not-http"))
SLOW = Problem(408, Sentence("request-timed-out"))
LARGE_HEAD = Problem(431, Sentence("request-headers-too-large", headers=MAX_HEADERS, size=MAX_HEAD_BYTES))
LARGE_BODY = Problem(413, Sentence("request-body-too-large", most=MAX_BODY_BYTES))
PIPELINE_FULL = Problem(429, Sentence("too-many-pipelined-requests", most=MAX_PIPELINE))


class _LimitError(Exception):
    """The request breaks a limit: it is how the parser is stopped."""


class HttpConnection(HttpToolsProtocol):
    """A connection of HTTP/1.1."""

    connection: Connection

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pool: Connections = self.app_state[POOL]
        self._app = self.app
        self._answered: RequestResponseCycle | None = None
        """The request that is being answered: the first of those that wait."""
        self._problem = NONSENSE
        """What is told when the parser stops."""
        self._in_head = self._in_body = False
        self._bytes = 0
        """Of the head, or of the rest, that have come so far."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.connection = self._pool.enter(self.transport, self.client[0] if self.client else "")
        self.connection.expire, self.connection.abort = self._expire, self._abort

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._pool.leave(self.transport)
        self._disconnect()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request, which may be the end of one and the beginning of the next."""
        was_in_body = self._in_body
        super().data_received(data)
        if self._in_head and not was_in_body:
            self._bytes += len(data)
            if self._bytes > MAX_HEAD_BYTES:
                self._refuse(LARGE_HEAD)
        elif self._in_body and was_in_body:
            self._bytes += len(data)
            if self._bytes > MAX_MESSAGE_BYTES:
                self._refuse(LARGE_BODY)

    def handle_websocket_upgrade(self) -> None:
        """It is a WebSocket from now on, which has to say hello."""
        self._in_head = self._in_body = False
        self._pool.used(self.connection)
        self.connection.busy = False
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What was sent breaks a limit or is no HTTP."""
        del msg
        self._refuse(self._problem)

    # Parser callbacks

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["state"][STATE] = self.connection
        self._in_head, self._bytes = True, 0
        self.connection.deadline = self._pool.now() + self._pool.limits.head

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header, or a trailer behind the body."""
        if len(self.headers) >= MAX_HEADERS:
            self._stop(LARGE_HEAD)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """All headers have come."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD_BYTES:
            self._stop(LARGE_HEAD)
        if len(self.pipeline) >= MAX_PIPELINE:
            self._stop(PIPELINE_FULL)
        self._in_head, self._in_body, self._bytes = False, True, 0
        self.connection.deadline = self._pool.now() + self._pool.limits.body
        problem = self._shed()
        self.app = self._app if problem is None else cast("ASGI3Application", shown(problem))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request has come."""
        super().on_message_complete()
        self._in_body = False
        self._pool.used(self.connection)
        self._settle()

    def on_response_complete(self) -> None:
        """It is answered."""
        super().on_response_complete()
        if not self._in_head and not self._in_body:
            self._settle()

    def _shed(self) -> Problem | None:
        """What somebody is told at once who is not known and asks for too much."""
        if self.connection.account is not None or self.connection.origin is None or self.client is None:
            return None
        if any(name == b"authorization" for name, _ in self.headers):
            return None
        return self._pool.sheds(self.client[0], self.url.partition(b"?")[0].decode("latin-1"))

    def _settle(self) -> None:
        """No request is half sent: either the house owes an answer, or the client the next request."""
        self.connection.busy = bool(self.pipeline) or not (self.cycle is None or self.cycle.response_complete)
        idle = self._pool.now() + self._pool.limits.idle
        self.connection.deadline = math.inf if self.connection.busy else idle

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _disconnect(self) -> None:
        """Whatever is being answered, or waits for that, has nobody to be told to; uvicorn knows only the last."""
        for cycle in (self._answered, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self.pipeline.clear()

    def _abort(self) -> None:
        """At once, whatever is being answered."""
        self._disconnect()
        self.transport.abort()

    def _stop(self, problem: Problem) -> None:
        """Have the parser stop; it calls `send_400_response` then."""
        self._problem = problem
        raise _LimitError

    def _expire(self) -> None:
        """Time is up. Whoever has begun to ask is told."""
        if self._in_head or self._in_body:
            self._refuse(SLOW)
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Say why, where an answer is owed and none is under way, and close."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if cycle is None or not cycle.response_started or (cycle.response_complete and not self._in_body):
            body = encode(problem.failure)
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[problem.status] + head + body)
        self.transport.close()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket: a connection of HTTP that was upgraded, and keeps its place."""

    connection: Connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It takes over."""
        super().connection_made(transport)
        pool: Connections = self.app_state[POOL]
        self.connection = pool.of(self.transport)
        self.connection.expire, self.connection.abort = self.transport.close, self._abort
        self.connection.deadline = pool.now() + pool.limits.hello

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.app_state[POOL].leave(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """The handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][STATE] = self.connection

    def handle_cont(self, event: Frame) -> None:
        """Another piece of a message: empty ones would be kept without end."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self._abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping is answered, unless nobody reads the answers."""
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self._abort()
            return
        super().handle_ping()

    def _abort(self) -> None:
        """At once, whatever is being told."""
        self.disconnected = True
        self.transport.abort()
