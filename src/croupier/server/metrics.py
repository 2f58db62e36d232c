"""What the server counts, for Prometheus."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.house.house import House
from croupier.server.connections import Connections

LATENCY_BUCKETS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Seconds."""


class Metrics:
    """Figures of one server."""

    def __init__(self, house: House, connections: Connections) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "croupier_requests", "Requests by endpoint and status", ("method", "path", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "croupier_request_seconds", "Seconds to answer", buckets=LATENCY_BUCKETS_SECONDS, registry=self.registry
        )
        self._commands = Counter(
            "croupier_commands", "Commands by table and status", ("table", "status"), registry=self.registry
        )
        self._acknowledged = Histogram(
            "croupier_acknowledgement_seconds",
            "Seconds until a command is durable",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self._broadcast = Histogram(
            "croupier_broadcast_seconds",
            "Seconds to tell everybody at a table",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        behind = Gauge("croupier_checkpoints_behind", "Events not vouched for elsewhere", registry=self.registry)
        behind.set_function(lambda: float(house.store.witness.behind if house.store.witness else 0))
        failing = Gauge("croupier_checkpoints_failing", "1: the second place takes none", registry=self.registry)
        failing.set_function(lambda: float(house.store.witness is not None and house.store.witness.failing is not None))
        self.sockets = Gauge("croupier_sockets", "WebSockets that are open", registry=self.registry)
        self.registry.register(_Tables(house))
        self.registry.register(_Connected(connections))

    def asked(self, method: str, path: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method, path, str(status)).inc()
        self._seconds.observe(seconds)

    def commanded(self, table: str, status: int, seconds: float) -> None:
        """A command was acknowledged."""
        self._commands.labels(table, str(status)).inc()
        self._acknowledged.observe(seconds)

    def broadcast(self, seconds: float) -> None:
        """Everybody at a table was told."""
        self._broadcast.observe(seconds)

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self.registry)


class _Connected(Collector):
    """The connections as they stand, when somebody asks."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def collect(self) -> Iterable[Metric]:
        pool = self._connections
        there = GaugeMetricFamily("croupier_connections", "Connections that are open", labels=["session"])
        there.add_metric(["none"], pool.anonymous)
        there.add_metric(["valid"], pool.signed_in)
        closed = CounterMetricFamily("croupier_connections_closed", "Connections closed by the house", labels=["why"])
        closed.add_metric(["room"], pool.evicted)
        closed.add_metric(["slow"], pool.expired)
        return (there, closed)


class _Tables(Collector):
    """The tables and the store as they stand, when somebody asks."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        versions = GaugeMetricFamily("croupier_table_version", "Events of a table", labels=["table"])
        rounds = GaugeMetricFamily("croupier_table_round", "The round that is played", labels=["table"])
        stopped = GaugeMetricFamily("croupier_table_stopped", "Whether somebody has to look at it", labels=["table"])
        for name, table in self._house.tables.items():
            versions.add_metric([name], table.kept.version)
            rounds.add_metric([name], table.kept.number)
            stopped.add_metric([name], float(table.broken is not None))
        store = self._house.store
        batches = CounterMetricFamily("croupier_store_batches", "Transactions of the store", value=store.batches)
        appends = CounterMetricFamily("croupier_store_appends", "Appends in all of them", value=store.appends)
        unheard = GaugeMetricFamily(
            "croupier_store_unheard_seconds",
            "Seconds since the writer was asked and has not answered",
            value=store.busy_seconds,
        )
        return (versions, rounds, stopped, batches, appends, unheard)
