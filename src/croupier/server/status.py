"""Whether the server is well."""

from prometheus_client import CONTENT_TYPE_LATEST

from croupier.games.round import encode
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.floor import ready
from croupier.server.problems import Problem
from croupier.server.wire import Health
from croupier.words import Sentence


async def health(request: ApiRequest) -> Health:
    """The process is there and answers; one that does not is to be begun anew. Of the records this says nothing."""
    del request
    return Health("ok")


async def readiness(request: ApiRequest) -> Health:
    """What is asked of the house becomes durable.

    Tables that have stopped are named, and a second place that does not take checkpoints: all else goes on.
    """
    tables = request.desk.house.tables
    stopped = ready(request.desk)
    if fault := await request.desk.pulse.fault():
        raise Problem(503, Sentence("nothing-recordable", fault=fault))
    if tables and len(stopped) == len(tables):
        raise Problem(503, Sentence("no-table-plays", stopped=encode(stopped).decode()))
    witness = request.desk.house.store.witness
    fault = witness.fault if witness else None
    return Health("degraded" if stopped or fault else "ok", stopped, fault)


async def metrics(request: ApiRequest) -> bytes:
    """Figures for Prometheus."""
    return request.desk.metrics.text()


STATUS = (
    Endpoint(method="GET", path="/health", summary="Whether the server answers", do=health, answer=Health),
    Endpoint(
        method="GET",
        path="/ready",
        summary="Whether what is asked becomes durable, and tables play",
        do=readiness,
        answer=Health,
        problems=(503,),
    ),
    Endpoint(method="GET", path="/metrics", summary="Figures for Prometheus", do=metrics, answer=CONTENT_TYPE_LATEST),
)
