"""The laboratory: exact odds, strategy charts, and simulations that are drawn as they run.

It is open to everybody; but in a house where play is for money it prices full shoes. What is left of a shoe in play is
surveillance's alone to price: players are not helped to count, and who may shuffle must not know when it pays.

All of it is worked out in a worker process. What is asked for is small or refused: a shoe that its game
knows, a simulation of so many rounds and seconds, one at a time for each who looks on, and a few in all.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, Any, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from croupier.games.round import encode
from croupier.house.people import Who
from croupier.house.roles import Task, may
from croupier.refused import Refused
from croupier.server.calculations import (
    MAX_SIMULATED_ROUNDS,
    OddsTable,
    OpenedRound,
    Piece,
    RoundCount,
    Seed,
    ShoeAsked,
    Simulated,
    StrategyChart,
    work_chart,
    work_odds,
    work_piece,
    work_round,
)
from croupier.server.connections import greeted
from croupier.server.desk import Desk
from croupier.server.doors import NOBODY
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.problems import Problem, of_refusal
from croupier.server.wire import Error, Language
from croupier.words import LANGUAGES, Sentence

RUNS = 4
"""Simulations at once."""
SECONDS = 90.0
"""That one may take."""
FIRST, GROWS = 1_000, 1.6
"""Rounds of the first piece, and how much longer each may be than the one before: so that the beginning is seen too."""
PIECE = 0.3
"""Seconds that a piece takes, about."""
HELLO_TIMEOUT_SECONDS = 30.0
"""Seconds that a client has for its first message."""
Say: TypeAlias = Callable[[msgspec.Struct], Awaitable[None]]


class RoundAsked(ShoeAsked, frozen=True, kw_only=True):
    """A round of a simulation by its number."""

    seed: Seed
    number: Annotated[int, msgspec.Meta(ge=0, lt=MAX_SIMULATED_ROUNDS)]


class Simulate(ShoeAsked, frozen=True, kw_only=True, tag_field="say", tag="simulate"):
    """Run a simulation of so many rounds; of a seed that is made up where none is said."""

    rounds: RoundCount
    seed: Seed | None = None
    token: str | None = None
    """Who asks, where that matters: a shoe that is not full is not for everybody."""
    language: Language = "en"


class StopSimulation(msgspec.Struct, frozen=True, tag_field="say", tag="stop"):
    """Enough: what there is stands."""


class Running(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="running"):
    """How far it is, and what it says of every wager."""

    rounds: int
    goal: int
    seed: int
    seconds: float
    wagers: dict[str, Simulated]
    over: bool
    """Whether nothing follows: it is done, or was stopped."""


class SimulationRefused(msgspec.Struct, frozen=True, tag_field="say", tag="refused"):
    """Why there is no simulation."""

    error: Error


SIMULATION = (Simulate, StopSimulation, Running, SimulationRefused)
"""All that is said there."""
_decode = msgspec.json.Decoder(Simulate).decode


async def lab_odds(request: ApiRequest) -> OddsTable:
    """Every wager of a game, from any shoe."""
    return await request.desk.worker.once(work_odds, _checked(request.desk, request.who, request.body))


async def lab_strategy(request: ApiRequest) -> StrategyChart:
    """How a game with decisions is played best, from any shoe."""
    return await request.desk.worker.once(work_chart, _checked(request.desk, request.who, request.body))


async def lab_round(request: ApiRequest) -> OpenedRound:
    """A simulated round, card by card and clause by clause."""
    query: RoundAsked = request.body
    shoe = _checked(request.desk, request.who, ShoeAsked(query.game, query.decks, query.gone))
    return await request.desk.worker.once(work_round, shoe, query.seed, query.number)


def prices_any(desk: Desk, who: Who) -> bool:
    """Whether somebody may ask about a shoe that is not full."""
    real = desk.doors.demo is None and desk.coach is None
    return not real or may(who.role, Task.SEE_ODDS)


def _checked(desk: Desk, who: Who, query: ShoeAsked) -> ShoeAsked:
    """What somebody may not ask, or the game does not know, is refused here, before anybody works on it."""
    if query.gone and not prices_any(desk, who):
        raise Problem(403, Sentence("laboratory-full-shoes-only"))
    shoe = query.shoe
    # The same shoe is the same question, however it was put.
    return ShoeAsked(query.game, shoe.decks, tuple(sorted(query.gone)))


class Simulations:
    """The WebSocket of a simulation, as an ASGI application: say what, look on until it is over, or say stop."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._whose: set[str] = set()
        """Who has one running."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One simulation, from beginning to end."""
        await receive()
        await send({"type": "websocket.accept"})

        language = LANGUAGES[0]

        async def say(message: msgspec.Struct) -> None:
            await send({"type": "websocket.send", "text": encode(message, language).decode()})

        source = (scope.get("client") or ("",))[0]
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):  # the client has gone, or has not come
            try:
                simulate = await asyncio.wait_for(_first(receive), HELLO_TIMEOUT_SECONDS)
                language = simulate.language
                greeted(scope)
                with self._seat(source):
                    await self._run(simulate, receive, say)
            except Problem as problem:
                await say(SimulationRefused(problem.failure.error))
            except Refused as refused:
                await say(SimulationRefused(of_refusal(refused).failure.error))
            await send({"type": "websocket.close", "code": 1000})

    @contextlib.contextmanager
    def _seat(self, whose: str) -> Iterator[None]:
        """Room for one, or a refusal."""
        if not self._desk.requests.take(whose, time.monotonic()):
            raise Problem(429, Sentence("too-many-requests"))
        if whose in self._whose:
            raise Problem(429, Sentence("own-simulation-running"))
        if len(self._whose) >= RUNS:
            raise Problem(429, Sentence("too-many-simulations", count=RUNS))
        self._whose.add(whose)
        try:
            yield
        finally:
            self._whose.discard(whose)

    async def _run(self, simulate: Simulate, receive: Receive, say: Say) -> None:
        """Piece by piece, each told when it is done, so that everybody's take turns in the workshop."""
        who = NOBODY if simulate.token is None else self._desk.doors.who(simulate.token)
        shoe = _checked(self._desk, who, ShoeAsked(simulate.game, simulate.decks, simulate.gone))
        seed = secrets.randbits(32) if simulate.seed is None else simulate.seed
        stop = asyncio.ensure_future(receive())
        done, length, seconds = Piece([], 0, {}), FIRST, 0.0
        try:
            while not stop.done() and done.rounds < simulate.rounds and seconds < SECONDS:
                start, last = time.perf_counter(), min(simulate.rounds, done.rounds + length)
                piece = asyncio.ensure_future(
                    self._desk.worker.do(work_piece, shoe, seed, done.rounds, last, done.counts)
                )
                await asyncio.wait({piece, stop}, return_when=asyncio.FIRST_COMPLETED)
                if not piece.done():
                    piece.cancel()
                    break
                done, took = piece.result(), time.perf_counter() - start
                seconds += took
                length = max(FIRST, min(int(length * GROWS), int(length * PIECE / max(took, 1e-6))))
                await say(_told(simulate, seed, done, seconds, over=False))
            if not stop.done() or stop.result()["type"] != "websocket.disconnect":
                await say(_told(simulate, seed, done, seconds, over=True))
        finally:
            stop.cancel()


async def _first(receive: Receive) -> Simulate:
    """What is to be simulated: the first message."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise TimeoutError
    text: Any = message.get("text") or message.get("bytes") or ""
    try:
        if len(text) <= MAX_BODY_BYTES:
            return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, Sentence("request-not-valid", error=error)) from None
    raise Problem(413, Sentence("message-too-large"))


def _told(simulate: Simulate, seed: int, done: Piece, seconds: float, *, over: bool) -> Running:
    return Running(rounds=done.rounds, goal=simulate.rounds, seed=seed, seconds=seconds, wagers=done.wagers, over=over)


LAB = (
    Endpoint(
        method="POST",
        path="/api/lab/odds",
        summary="Exact odds of every wager of a game, from any shoe",
        do=lab_odds,
        body=ShoeAsked,
        answer=OddsTable,
        problems=(403, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/lab/strategy",
        summary="The best decisions of a game from any shoe, and what every other one costs",
        do=lab_strategy,
        body=ShoeAsked,
        answer=StrategyChart,
        problems=(403, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/lab/round",
        summary="A round of a simulation by its number, settled with its clauses",
        do=lab_round,
        body=RoundAsked,
        answer=OpenedRound,
        problems=(403, 422),
    ),
)
