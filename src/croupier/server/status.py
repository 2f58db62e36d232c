"""Whether the server is well."""

from prometheus_client import CONTENT_TYPE_LATEST

from croupier.games.round import encode
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.floor import ready
from croupier.server.problems import Problem
from croupier.server.wire import Health


async def health(asked: Asked) -> Health:
    """The process is there and answers."""
    del asked
    return Health("ok")


async def readiness(asked: Asked) -> Health:
    """The records can be reached; a table that has stopped is named, and does not keep the others from playing."""
    tables = asked.desk.house.tables
    stopped = ready(asked.desk)
    if tables and len(stopped) == len(tables):
        raise Problem(503, f"no table plays: {encode(stopped).decode()}")
    return Health("ok", stopped)


async def metrics(asked: Asked) -> bytes:
    """Figures for Prometheus."""
    return asked.desk.metrics.text()


STATUS = (
    Endpoint(method="GET", path="/health", summary="Whether the server answers", do=health, answer=Health),
    Endpoint(method="GET", path="/ready", summary="Whether tables play", do=readiness, answer=Health, problems=(503,)),
    Endpoint(method="GET", path="/metrics", summary="Figures for Prometheus", do=metrics, answer=CONTENT_TYPE_LATEST),
)
