"""The application: every route, and the background tasks that run with it."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from croupier.games.round import encode
from croupier.server.accounting import BOOKS
from croupier.server.advice import ADVICE
from croupier.server.cage import CAGE
from croupier.server.connections import POOL, Connections
from croupier.server.consoles import CONSOLES
from croupier.server.corrections import CORRECTIONS
from croupier.server.desk import Desk
from croupier.server.drill import DRILL
from croupier.server.endpoint import Endpoint, routes, shown
from croupier.server.entrance import ENTRANCE
from croupier.server.exposure import ExposureMiddleware, NetworkExposure
from croupier.server.floor import FLOOR
from croupier.server.guard import Guard
from croupier.server.lab import LAB, Simulations
from croupier.server.learn import LEARN
from croupier.server.library import LIBRARY
from croupier.server.openapi import document
from croupier.server.pages import pages
from croupier.server.pit import PIT
from croupier.server.places import PLACES
from croupier.server.problems import of_status
from croupier.server.records import RECORDS
from croupier.server.shoes import SHOES
from croupier.server.sitting import SITTING
from croupier.server.sockets import Live
from croupier.server.staff import PEOPLE
from croupier.server.status import STATUS
from croupier.server.surveillance import WATCHING, Feed
from croupier.server.terminals import TERMINALS
from croupier.server.vouchers import VOUCHERS

ENDPOINTS: tuple[Endpoint, ...] = (
    *STATUS,
    *ENTRANCE,
    *LIBRARY,
    *FLOOR,
    *SHOES,
    *ADVICE,
    *TERMINALS,
    *VOUCHERS,
    *CAGE,
    *PLACES,
    *SITTING,
    *PIT,
    *CONSOLES,
    *PEOPLE,
    *CORRECTIONS,
    *RECORDS,
    *BOOKS,
    *WATCHING,
    *LAB,
    *LEARN,
    *DRILL,
)
log = logging.getLogger("croupier.server")


def application(
    desk: Desk, beside: Sequence[Callable[[], Awaitable[None]]] = (), exposure: NetworkExposure | None = None
) -> Starlette:
    """The ASGI application of a house; the tasks `beside` run as long as it does."""
    openapi_json = encode(document(ENDPOINTS))

    async def openapi(_: Request) -> Response:
        return Response(openapi_json, media_type="application/json")

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Connections]]:
        runs = [
            desk.house.run(),
            desk.connections.run(),
            *(stage.run() for stage in desk.stages.values()),
            *(each() for each in beside),
            *([desk.guests.run()] if desk.doors.demo is not None else []),
            # The lookout keeps the index of rounds up to date too.
            desk.follow() if desk.lookout is None else desk.lookout.run(),
        ]
        tasks = [asyncio.ensure_future(_watched(each)) for each in runs]
        try:
            yield {POOL: desk.connections}
        finally:
            await _ended(tasks)
            desk.index.close()
            await desk.worker.close()
            await desk.lessons.close()

    all_routes: list[BaseRoute] = [
        *routes(ENDPOINTS, desk),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/api/tables/{table}/live", Live(desk)),
        WebSocketRoute("/api/watch/live", Feed(desk)),
        WebSocketRoute("/api/lab/simulate", Simulations(desk)),
        *pages(),
    ]
    made = Starlette(
        routes=all_routes,
        middleware=[Middleware(Guard), *([] if exposure is None else [Middleware(ExposureMiddleware, exposure)])],
        exception_handlers={HTTPException: _failed, Exception: _broken},
        lifespan=lifespan,
    )
    # A redirect would repeat the host of the request, which may be forged.
    made.router.redirect_slashes = False
    return made


async def _ended(tasks: Iterable[asyncio.Future[None]]) -> None:
    """Cancel tasks until they are done: one whose wait has just ended may miss a single cancellation."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.2)


async def _watched(running: Awaitable[None]) -> None:
    """Log when a task fails that is to run for ever."""
    try:
        await running
    except asyncio.CancelledError:
        raise
    except BaseException:
        log.exception("a part of the house has stopped")
        raise


async def _failed(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = shown(of_status(error.status_code))
    response.headers.update(error.headers or {})
    return response


async def _broken(_: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return shown(of_status(500))
