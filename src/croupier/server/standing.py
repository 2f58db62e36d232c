"""Standing by: a second server that answers 503 until it takes over, and watches the lease of the store meanwhile.

Its socket listens from the beginning: whoever connects while the house is being opened waits for that.
"""

import asyncio
import contextlib
import logging
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from types import FrameType

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.house.store.chain import Head
from croupier.house.store.standby import POLL_SECONDS, SILENCE_SECONDS, Patience, Watch
from croupier.refused import Refused
from croupier.server.connections import POOL, Connections
from croupier.server.endpoint import shown, spoken
from croupier.server.guard import Guard
from croupier.server.problems import Problem
from croupier.words import Sentence

STANDING_BY = Problem(503, Sentence("standing-by"), after=1)
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
log = logging.getLogger("croupier.server")


class Turn(msgspec.Struct, frozen=True):
    """It is this process's turn to open the house."""

    seen: Head
    """The last head of the chain that it has seen: a store without it is refused."""
    seizes: bool
    """Whether the former holder is silent and keeps its lock."""


class Vigil:
    """Watches the lease in a thread of its own, which a database that hangs cannot keep from being left."""

    def __init__(self, url: str, wait: float, then: Callable[[], None]) -> None:
        self._watch, self._patience, self._then = Watch(url, waits=True), Patience(wait), then
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="standby", daemon=True)
        self.turn: Turn | None = None

    def __enter__(self) -> "Vigil":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()

    def _run(self) -> None:
        while not self._end.is_set():
            now = time.monotonic()
            verdict = self._patience.judge(self._watch.look(), now)
            if verdict is not None and not self._end.is_set():
                holder = self._patience.holder
                why = "nobody holds the store" if verdict == "free" else f"silent for {SILENCE_SECONDS:.0f} s"
                log.warning("taking over: %s; it was held by %s", why, holder or "nobody")
                self.turn = Turn(self._patience.seen, verdict == "silent")
                self._then()
                break
            self._end.wait(POLL_SECONDS)
        self._watch.close()


def standby_application(connections: Connections) -> Starlette:
    """Answers everything with 503, so that a proxy's health check passes this server over."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Connections]]:
        task = asyncio.ensure_future(connections.run())
        try:
            yield {POOL: connections}
        finally:
            task.cancel()

    async def refuse(request: Request) -> Response:
        return shown(STANDING_BY, spoken(request))

    return Starlette(
        routes=[Route("/{path:path}", refuse, methods=METHODS)], middleware=[Middleware(Guard)], lifespan=lifespan
    )


def listeners(host: str, port: int) -> list[socket.socket]:
    """Sockets that are bound to every address of a host."""
    made: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(found):
            listener = socket.socket(family, socket.SOCK_STREAM)
            made.append(listener)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
    except OSError:
        for each in made:
            each.close()
        raise Refused(f"cannot serve at {host} port {port}: another program may be using that port") from None
    return made


class Handover:
    """Whether this process was asked, by SIGUSR1, to hand its house over to a standby."""

    def __init__(self) -> None:
        self.requested = False
        self.leave: Callable[[], None] | None = None
        """Stops the server; None while there is none."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGUSR1, self._request)

    def _request(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.requested = True
        if self.leave is not None:
            self.leave()

    def opened(self, leave: Callable[[], None]) -> None:
        """The house is open and can be left from now on: at once, where that was requested meanwhile."""
        self.leave = leave
        if self.requested:
            leave()

    def begin(self) -> None:
        """Forget an earlier request: a new house begins, or a standby."""
        self.requested, self.leave = False, None
