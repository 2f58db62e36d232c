"""The laboratory: exact odds, strategy charts, and simulations that report while they run.

It is open to everybody; but in a house where play is for money it prices full shoes only. The rest of a shoe in play is
for surveillance alone to price: players are not helped to count, and who may shuffle must not know when it pays.

Everything is calculated in the worker process, and bounded: the shoe has to be one of its game, a simulation has a
maximum of rounds and seconds, and there is one at a time for each client and a few in all.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, Any, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from croupier.games.catalogue import game as find
from croupier.games.catalogue import in_full
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
from croupier.server.workbench import Design, DesignAsked, PaysFound, PayWanted, work_design, work_solve
from croupier.words import LANGUAGES, Sentence

MAX_SIMULATIONS = 4
"""Simulations at once."""
MAX_SIMULATION_SECONDS = 90.0
"""Seconds of calculation that one simulation may take."""
FIRST_BATCH_ROUNDS, BATCH_GROWTH = 1_000, 1.6
"""Rounds of the first batch, and the factor by which each may exceed the one before, so that the start is seen too."""
BATCH_SECONDS = 0.3
"""The time that a batch should take."""
HELLO_TIMEOUT_SECONDS = 30.0
"""Seconds that a client has for its first message."""
Say: TypeAlias = Callable[[msgspec.Struct], Awaitable[None]]


class RoundAsked(ShoeAsked, frozen=True, kw_only=True):
    """A round of a simulation, by seed and number."""

    seed: Seed
    number: Annotated[int, msgspec.Meta(ge=0, lt=MAX_SIMULATED_ROUNDS)]


class Simulate(ShoeAsked, frozen=True, kw_only=True, tag_field="say", tag="simulate"):
    """Run a simulation; the seed is random if left out."""

    rounds: RoundCount
    seed: Seed | None = None
    token: str | None = None
    """The session token, needed for a shoe that is not full: that is not for everybody."""
    language: Language = "en"


class StopSimulation(msgspec.Struct, frozen=True, tag_field="say", tag="stop"):
    """Stop the simulation; the results so far stand."""


class Running(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="running"):
    """The progress of a simulation, and its estimates for every wager."""

    rounds: int
    goal: int
    seed: int
    seconds: float
    wagers: dict[str, Simulated]
    over: bool
    """Whether this is the last message: the simulation is done or was stopped."""


class SimulationRefused(msgspec.Struct, frozen=True, tag_field="say", tag="refused"):
    """The simulation was refused, and why."""

    error: Error


SIMULATION = (Simulate, StopSimulation, Running, SimulationRefused)
"""Every message of the WebSocket."""
_decode = msgspec.json.Decoder(Simulate).decode


async def lab_odds(request: ApiRequest) -> OddsTable:
    """The exact odds of every wager of a game, from any shoe."""
    return await request.desk.worker.once(work_odds, _checked(request.desk, request.who, request.body))


async def lab_strategy(request: ApiRequest) -> StrategyChart:
    """The best strategy of a game with decisions, from any shoe."""
    return await request.desk.worker.once(work_chart, _checked(request.desk, request.who, request.body))


async def lab_round(request: ApiRequest) -> OpenedRound:
    """A simulated round, card by card and clause by clause."""
    query: RoundAsked = request.body
    shoe = _checked(request.desk, request.who, ShoeAsked(query.game, query.decks, query.gone))
    return await request.desk.worker.once(work_round, shoe, query.seed, query.number)


async def lab_design(request: ApiRequest) -> Design:
    """A game with other pays beside itself, and the file that declares it."""
    query: DesignAsked = request.body
    return await request.desk.worker.once(work_design, _checked(request.desk, request.who, query), query.pays)


async def lab_solve(request: ApiRequest) -> PaysFound:
    """The pay of a row that gives its wager a wanted edge."""
    query: PayWanted = request.body
    return await request.desk.worker.once(work_solve, _checked(request.desk, request.who, query), query)


def prices_any(desk: Desk, who: Who) -> bool:
    """Whether somebody may price a shoe that is not full."""
    real = desk.doors.demo is None and desk.coach is None
    return not real or may(who.role, Task.SEE_ODDS)


def _checked(desk: Desk, who: Who, query: ShoeAsked) -> ShoeAsked:
    """The query in normal form; refused here, before the worker starts, if it is not allowed or not valid."""
    if query.gone and not prices_any(desk, who):
        raise Problem(403, Sentence("laboratory-full-shoes-only"))
    shoe = query.shoe
    # Equal games and shoes make equal cache keys, in whatever order readings and cards were named.
    return ShoeAsked(in_full(find(query.game)), shoe.decks, tuple(sorted(query.gone)))


class Simulations:
    """The WebSocket of a simulation, as an ASGI application: one request, then progress until it is over or stopped."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._clients: set[str] = set()
        """The addresses that have a simulation running."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client."""
        await receive()
        await send({"type": "websocket.accept"})

        language = LANGUAGES[0]

        async def say(message: msgspec.Struct) -> None:
            await send({"type": "websocket.send", "text": encode(message, language).decode()})

        source = (scope.get("client") or ("",))[0]
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):  # the client has gone, or sent nothing
            try:
                simulate = await asyncio.wait_for(_first(receive), HELLO_TIMEOUT_SECONDS)
                language = simulate.language
                greeted(scope)
                with self._slot(source):
                    await self._run(simulate, receive, say)
            except Problem as problem:
                await say(SimulationRefused(problem.failure.error))
            except Refused as refused:
                await say(SimulationRefused(of_refusal(refused).failure.error))
            await send({"type": "websocket.close", "code": 1000})

    @contextlib.contextmanager
    def _slot(self, client: str) -> Iterator[None]:
        """Reserve one of the simulations at once, or refuse."""
        if not self._desk.requests.take(client, time.monotonic()):
            raise Problem(429, Sentence("too-many-requests"))
        if client in self._clients:
            raise Problem(429, Sentence("own-simulation-running"))
        if len(self._clients) >= MAX_SIMULATIONS:
            raise Problem(429, Sentence("too-many-simulations", count=MAX_SIMULATIONS))
        self._clients.add(client)
        try:
            yield
        finally:
            self._clients.discard(client)

    async def _run(self, simulate: Simulate, receive: Receive, say: Say) -> None:
        """Batch by batch, reporting after each, so that all simulations take turns in the worker."""
        who = NOBODY if simulate.token is None else self._desk.doors.who(simulate.token)
        shoe = _checked(self._desk, who, ShoeAsked(simulate.game, simulate.decks, simulate.gone))
        seed = secrets.randbits(32) if simulate.seed is None else simulate.seed
        stop = asyncio.ensure_future(receive())
        done, length, seconds = Piece([], 0, {}), FIRST_BATCH_ROUNDS, 0.0
        try:
            while not stop.done() and done.rounds < simulate.rounds and seconds < MAX_SIMULATION_SECONDS:
                start, last = time.perf_counter(), min(simulate.rounds, done.rounds + length)
                batch = asyncio.ensure_future(
                    self._desk.worker.do(work_piece, shoe, seed, done.rounds, last, done.counts)
                )
                await asyncio.wait({batch, stop}, return_when=asyncio.FIRST_COMPLETED)
                if not batch.done():
                    batch.cancel()
                    break
                done, took = batch.result(), time.perf_counter() - start
                seconds += took
                in_time = int(length * BATCH_SECONDS / max(took, 1e-6))
                length = max(FIRST_BATCH_ROUNDS, min(int(length * BATCH_GROWTH), in_time))
                await say(_progress(simulate, seed, done, seconds, over=False))
            if not stop.done() or stop.result()["type"] != "websocket.disconnect":
                await say(_progress(simulate, seed, done, seconds, over=True))
        finally:
            stop.cancel()


async def _first(receive: Receive) -> Simulate:
    """The first message: what to simulate."""
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


def _progress(simulate: Simulate, seed: int, done: Piece, seconds: float, *, over: bool) -> Running:
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
        summary="The best strategy of a game from any shoe, and the cost of every other decision",
        do=lab_strategy,
        body=ShoeAsked,
        answer=StrategyChart,
        problems=(403, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/lab/round",
        summary="A round of a simulation by seed and number, settled with its clauses",
        do=lab_round,
        body=RoundAsked,
        answer=OpenedRound,
        problems=(403, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/lab/design",
        summary="A game with other pays beside itself, and the file of that variant",
        do=lab_design,
        body=DesignAsked,
        answer=Design,
        problems=(403, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/lab/solve",
        summary="The pay of a row that comes nearest to a wanted edge of its wager",
        do=lab_solve,
        body=PayWanted,
        answer=PaysFound,
        problems=(403, 422),
    ),
)
