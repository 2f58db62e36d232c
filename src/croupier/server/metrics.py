"""Metrics for Prometheus."""

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.house.house import House
from croupier.house.monitoring.lookout import Lookout
from croupier.house.table import Table
from croupier.server.connections import Connections
from croupier.server.presence import Presence

LATENCY_BUCKETS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

TABLE_STATES = ("stopped", "held", "paused", "closed", "playing", "waiting")
"""What a table can be doing: it stands still for a defect, or for a ruling or a second person; a pit supervisor has
paused it; it is closed; a round is in play; it waits for the next one."""


def table_state(table: Table) -> str:
    """What a table is doing, one of `TABLE_STATES`."""
    state = table.durable
    if table.broken is not None or table.away:
        return "stopped"
    if state.paused is not None:
        return "paused"
    if state.stands is not None:
        return "held"
    if not state.over:
        return "playing"
    return "waiting" if state.closed is None else "closed"


class Metrics:
    """The metrics of one server."""

    def __init__(
        self, house: House, connections: Connections, presence: Presence, lookout: Callable[[], Lookout | None]
    ) -> None:
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
        terminals = Gauge("croupier_terminals_connected", "Terminals with an open WebSocket", registry=self.registry)
        terminals.set_function(lambda: float(presence.connected))
        self.registry.register(_Tables(house))
        self.registry.register(_Connected(connections))
        self.registry.register(_Surveillance(house, lookout))
        ProcessCollector(registry=self.registry)

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


class _Surveillance(Collector):
    """Surveillance, read when the metrics are. What it sees is for surveillance alone: only numbers leave it."""

    def __init__(self, house: House, lookout: Callable[[], Lookout | None]) -> None:
        self._house, self._lookout = house, lookout

    def collect(self) -> Iterable[Metric]:
        lookout = self._lookout()
        if lookout is None:
            return ()
        behind = max(0, self._house.position - lookout.position)
        new = sum(not each.notes for each in lookout.alarms.all())
        return (
            GaugeMetricFamily("croupier_surveillance_running", "1 if the process runs", value=lookout.running),
            GaugeMetricFamily("croupier_surveillance_behind", "Events that it has not followed yet", value=behind),
            GaugeMetricFamily("croupier_surveillance_blind", "Tables it cannot watch", value=len(lookout.blind)),
            GaugeMetricFamily("croupier_alarms_unanswered", "Alarms that nobody has answered", value=new),
        )


class _Tables(Collector):
    """Tables and the store, read when the metrics are."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        yield from self._of_tables()
        yield from self._of_store()

    def _of_tables(self) -> Iterable[Metric]:
        versions = GaugeMetricFamily("croupier_table_version", "Events of a table", labels=["table"])
        rounds = GaugeMetricFamily("croupier_table_round", "The number of the current round", labels=["table"])
        stopped = GaugeMetricFamily(
            "croupier_table_stopped", "1 if the table has stopped and needs attention", labels=["table"]
        )
        why = GaugeMetricFamily(
            "croupier_table_stopped_why", "1 for each table that has stopped, by why", labels=["table", "why"]
        )
        states = GaugeMetricFamily("croupier_tables", "Tables by what they are doing", labels=["state"])
        players = GaugeMetricFamily("croupier_table_players", "Players with wagers in the round", labels=["table"])
        called = GaugeMetricFamily("croupier_table_called", "1 if the table has called the pit", labels=["table"])
        approvals = GaugeMetricFamily("croupier_approvals_waiting", "Requests that wait for a second person")
        counts = dict.fromkeys(TABLE_STATES, 0)
        waiting = 0
        for name, table in self._house.tables.items():
            state = table.durable
            versions.add_metric([name], state.version)
            rounds.add_metric([name], state.number)
            stopped.add_metric([name], float(table.broken is not None))
            if table.broken is not None:
                # Its code, not its text: that may tell of somebody's money.
                why.add_metric([name, table.broken.code], 1.0)
            counts[table_state(table)] += 1
            in_play = state.round is not None and not state.over
            players.add_metric([name], len(state.round.wagers()) if in_play and state.round is not None else 0)
            called.add_metric([name], float(state.called is not None))
            waiting += len(table.pending)
        for each, number in counts.items():
            states.add_metric([each], number)
        approvals.add_metric([], waiting)
        return (versions, rounds, stopped, why, states, players, called, approvals)

    def _of_store(self) -> Iterable[Metric]:
        house, store = self._house, self._house.store
        return (
            CounterMetricFamily(
                "croupier_store_batches", "Batches of appends that were committed", value=store.batches
            ),
            CounterMetricFamily("croupier_store_appends", "Appends in all batches", value=store.appends),
            CounterMetricFamily("croupier_store_errors", "Appends of unknown outcome", value=house.store_errors),
            GaugeMetricFamily("croupier_store_in_flight", "Appends that are not durable yet", value=house.under_way),
            GaugeMetricFamily(
                "croupier_store_unheard_seconds",
                "Seconds for which the writer has not answered",
                value=store.busy_seconds,
            ),
            GaugeMetricFamily(
                "croupier_lease_held", "1 while no other house has taken the store over", value=store.lost is None
            ),
        )
