"""The HTTP and WebSocket protocols of uvicorn, with a limit on everything that a client may send or leave unsent.

`connections` counts connections and closes them at their deadlines; these classes set the deadlines.
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
"""Bytes of the request line and all headers."""
MAX_HEADERS = 64
MAX_MESSAGE_BYTES = 2 * MAX_BODY_BYTES
"""Bytes after the headers: the body with its chunk headers and trailers."""
MAX_PIPELINE = 16
"""Pipelined requests that may wait on one connection."""
MAX_FRAGMENTS = 64
"""Frames of one WebSocket message."""
MAX_UNREAD_BYTES = 64 * 1024
"""Unread bytes in the write buffer at which a WebSocket that sends pings is closed."""

NOT_HTTP = Problem(400, Sentence("not-http"))
SLOW = Problem(408, Sentence("request-timed-out"))
LARGE_HEAD = Problem(431, Sentence("request-headers-too-large", headers=MAX_HEADERS, size=MAX_HEAD_BYTES))
LARGE_BODY = Problem(413, Sentence("request-body-too-large", most=MAX_BODY_BYTES))
PIPELINE_FULL = Problem(429, Sentence("too-many-pipelined-requests", most=MAX_PIPELINE))


class _LimitError(Exception):
    """Stops the parser because the request exceeds a limit."""


class HttpConnection(HttpToolsProtocol):
    """A connection of HTTP/1.1."""

    connection: Connection

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pool: Connections = self.app_state[POOL]
        self._app = self.app
        self._answered: RequestResponseCycle | None = None
        """The request that is being answered: the first in the pipeline."""
        self._problem = NOT_HTTP
        """The answer when the parser stops."""
        self._in_head = self._in_body = False
        self._bytes = 0
        """Bytes of the head, or of the body, received so far."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.connection = self._pool.enter(self.transport, self.client[0] if self.client else "")
        self.connection.expire, self.connection.abort = self._expire, self._abort

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        self._pool.leave(self.transport)
        self._disconnect()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes were received, which may be the end of one request and the beginning of the next."""
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
        """The connection becomes a WebSocket."""
        self._in_head = self._in_body = False
        self._pool.used(self.connection)
        self.connection.busy = False
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that exceeds a limit or is not HTTP."""
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
        """All headers are received: check the limits, and shed load."""
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
        """The whole request is received."""
        super().on_message_complete()
        self._in_body = False
        self._pool.used(self.connection)
        self._settle()

    def on_response_complete(self) -> None:
        """The request is answered."""
        super().on_response_complete()
        if not self._in_head and not self._in_body:
            self._settle()

    def _shed(self) -> Problem | None:
        """Load shedding: the refusal of an anonymous request over the rate limit, or None."""
        if self.connection.account is not None or self.connection.origin is None or self.client is None:
            return None
        if any(name == b"authorization" for name, _ in self.headers):
            return None
        return self._pool.sheds(self.client[0], self.url.partition(b"?")[0].decode("latin-1"))

    def _settle(self) -> None:
        """Set the deadline between requests: none while one is under way, otherwise the keep-alive timeout."""
        self.connection.busy = bool(self.pipeline) or not (self.cycle is None or self.cycle.response_complete)
        idle = self._pool.now() + self._pool.limits.idle
        self.connection.deadline = math.inf if self.connection.busy else idle

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _disconnect(self) -> None:
        """Mark every request under way or in the pipeline as disconnected; uvicorn does that only for the last."""
        for cycle in (self._answered, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self.pipeline.clear()

    def _abort(self) -> None:
        """Close at once, whatever is being answered."""
        self._disconnect()
        self.transport.abort()

    def _stop(self, problem: Problem) -> None:
        """Stop the parser, which then calls `send_400_response`."""
        self._problem = problem
        raise _LimitError

    def _expire(self) -> None:
        """The deadline has passed: answer 408 if a request has begun, and close."""
        if self._in_head or self._in_body:
            self._refuse(SLOW)
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem, if no answer has begun yet, and close."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if cycle is None or not cycle.response_started or (cycle.response_complete and not self._in_body):
            body = encode(problem.failure)
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[problem.status] + head + body)
        self.transport.close()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket, on the connection of the HTTP request that was upgraded."""

    connection: Connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection; the client has to send its first message before the deadline."""
        super().connection_made(transport)
        pool: Connections = self.app_state[POOL]
        self.connection = pool.of(self.transport)
        self.connection.expire, self.connection.abort = self.transport.close, self._abort
        self.connection.deadline = pool.now() + pool.limits.hello

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        self.app_state[POOL].leave(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """The handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][STATE] = self.connection

    def handle_cont(self, event: Frame) -> None:
        """A continuation frame: limited, because empty ones could be buffered without end."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self._abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers: then close."""
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self._abort()
            return
        super().handle_ping()

    def _abort(self) -> None:
        """Close at once, whatever is being sent."""
        self.disconnected = True
        self.transport.abort()
