"""Metrics for Prometheus."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.house.house import House
from croupier.server.connections import Connections

LATENCY_BUCKETS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The metrics of one server."""

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
            "Seconds to send an update to everybody at a table",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        behind = Gauge(
            "croupier_checkpoints_behind",
            "Events that no checkpoint at the second place covers yet",
            registry=self.registry,
        )
        behind.set_function(lambda: float(house.store.witness.behind if house.store.witness else 0))
        failing = Gauge(
            "croupier_checkpoints_failing", "1 if the second place accepts no checkpoints", registry=self.registry
        )
        failing.set_function(lambda: float(house.store.witness is not None and house.store.witness.failing is not None))
        self.sockets = Gauge("croupier_sockets", "Open WebSockets", registry=self.registry)
        self.registry.register(_Tables(house))
        self.registry.register(_Connected(connections))

    def requested(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(method, path, str(status)).inc()
        self._seconds.observe(seconds)

    def commanded(self, table: str, status: int, seconds: float) -> None:
        """Count a command that was answered."""
        self._commands.labels(table, str(status)).inc()
        self._acknowledged.observe(seconds)

    def broadcast(self, seconds: float) -> None:
        """Observe how long it took to send an update to everybody at a table."""
        self._broadcast.observe(seconds)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


class _Connected(Collector):
    """Connections, read when the metrics are."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def collect(self) -> Iterable[Metric]:
        pool = self._connections
        there = GaugeMetricFamily("croupier_connections", "Open connections", labels=["session"])
        there.add_metric(["none"], pool.anonymous)
        there.add_metric(["valid"], pool.signed_in)
        closed = CounterMetricFamily("croupier_connections_closed", "Connections closed by the server", labels=["why"])
        closed.add_metric(["room"], pool.evicted)
        closed.add_metric(["slow"], pool.expired)
        return (there, closed)


class _Tables(Collector):
    """Tables and the store, read when the metrics are."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        versions = GaugeMetricFamily("croupier_table_version", "Events of a table", labels=["table"])
        rounds = GaugeMetricFamily("croupier_table_round", "The number of the current round", labels=["table"])
        stopped = GaugeMetricFamily(
            "croupier_table_stopped", "1 if the table has stopped and needs attention", labels=["table"]
        )
        for name, table in self._house.tables.items():
            versions.add_metric([name], table.durable.version)
            rounds.add_metric([name], table.durable.number)
            stopped.add_metric([name], float(table.broken is not None))
        store = self._house.store
        batches = CounterMetricFamily(
            "croupier_store_batches", "Batches of appends that were committed", value=store.batches
        )
        appends = CounterMetricFamily("croupier_store_appends", "Appends in all batches", value=store.appends)
        unheard = GaugeMetricFamily(
            "croupier_store_unheard_seconds",
            "Seconds for which the writer has not answered",
            value=store.busy_seconds,
        )
        return (versions, rounds, stopped, batches, appends, unheard)
