"""Health, readiness and metrics."""

from prometheus_client import CONTENT_TYPE_LATEST

from croupier.games.round import encode
from croupier.server.desk import Desk
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.floor import stopped_tables
from croupier.server.problems import Problem
from croupier.server.wire import Health
from croupier.words import Sentence


async def health(request: ApiRequest) -> Health:
    """Liveness: the process answers; if not, restart it. This says nothing about the records."""
    del request
    return Health("ok")


async def readiness(request: ApiRequest) -> Health:
    """Readiness: commands become durable, and at least one table plays.

    Tables that have stopped, and a second place that takes no checkpoints, are named: the rest goes on.
    """
    problem = await _not_ready(request.desk)
    request.desk.told_ready(None if problem is None else problem.message)
    if problem is not None:
        raise problem
    stopped = stopped_tables(request.desk)
    witness = request.desk.house.store.witness
    fault = witness.fault if witness else None
    return Health("degraded" if stopped or fault else "ok", stopped, fault)


async def _not_ready(desk: Desk) -> Problem | None:
    tables, stopped = desk.house.tables, stopped_tables(desk)
    if fault := await desk.pulse.fault():
        return Problem(503, Sentence("nothing-recordable", fault=fault))
    if tables and len(stopped) == len(tables):
        return Problem(503, Sentence("no-table-plays", stopped=encode(stopped).decode()))
    return None


async def metrics(request: ApiRequest) -> bytes:
    """Metrics for Prometheus."""
    return request.desk.metrics.text()


STATUS = (
    Endpoint(method="GET", path="/health", summary="Whether the server answers", do=health, answer=Health),
    Endpoint(
        method="GET",
        path="/ready",
        summary="Whether commands become durable, and tables play",
        do=readiness,
        answer=Health,
        problems=(503,),
    ),
    Endpoint(method="GET", path="/metrics", summary="Metrics for Prometheus", do=metrics, answer=CONTENT_TYPE_LATEST),
)
