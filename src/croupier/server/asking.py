"""Asks a running house how it is, over HTTP: `croupier status`."""

import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from croupier.refused import Refused
from croupier.server.wire import Health

TIMEOUT_SECONDS = 20.0
"""Longer than the house takes to find out that nothing becomes durable."""


class Asked(msgspec.Struct, frozen=True):
    """How a house is: whether it is ready, and its metrics by name and labels."""

    status: str
    """`ok`, `degraded` or `not ready`."""
    why: str | None
    """Why it is not ready."""
    stopped: dict[str, str]
    """Tables that have stopped, and why."""
    second_place: str | None
    """What is wrong with the second place of checkpoints, if anything."""
    metrics: dict[str, float]

    def labelled(self, name: str) -> dict[str, float]:
        """The values of a metric by its first label."""
        begin = f"{name}{{"
        return {
            key.removeprefix(begin).partition('"')[2].partition('"')[0]: value
            for key, value in self.metrics.items()
            if key.startswith(begin)
        }


class _Problem(msgspec.Struct):
    error: dict[str, Any]


def ask(url: str, ca: Path | None = None) -> Asked:
    """Ask the house there; refused where none answers, or where it does not show its metrics to this machine."""
    status, body = _get(f"{url.rstrip('/')}/ready", ca)
    why = None if status == 200 else _message(body)
    ready = msgspec.json.decode(body, type=Health) if why is None else Health("degraded")
    status, body = _get(f"{url.rstrip('/')}/metrics", ca)
    if status != 200:
        raise Refused(f"{url} does not show its metrics: {_message(body)}")
    metrics = {
        sample.name + "".join(f'{{{key}="{text}"}}' for key, text in sample.labels.items()): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
        if family.type != "histogram"
    }
    return Asked(ready.status if why is None else "not ready", why, ready.stopped, ready.second_place, metrics)


def lines(asked: Asked) -> Iterator[str]:
    """The answer for people, a line for each part of the house."""
    figures = asked.metrics
    yield f"house         {asked.status}" + (f": {asked.why}" if asked.why else "")
    states = ", ".join(f"{number:.0f} {state}" for state, number in asked.labelled("croupier_tables").items() if number)
    yield f"tables        {states or 'none'}"
    for name, why in asked.stopped.items():
        yield f"              {name} has stopped: {why}"
    if called := [name for name, calls in asked.labelled("croupier_table_called").items() if calls]:
        yield f"              {', '.join(called)}: the pit is called"
    betting = sum(asked.labelled("croupier_table_players").values())
    terminals, sockets = figures["croupier_terminals_connected"], figures["croupier_sockets"]
    yield f"players       {betting:.0f} with wagers, {terminals:.0f} terminals connected, {sockets:.0f} sockets"
    yield (
        f"store         {figures['croupier_store_appends_total']:.0f} appends, "
        f"{figures['croupier_store_errors_total']:.0f} errors, "
        f"silent for {figures['croupier_store_unheard_seconds']:.1f} s"
    )
    place = asked.second_place or f"{figures['croupier_checkpoints_behind']:.0f} events behind"
    yield f"checkpoints   {place}"
    if (running := figures.get("croupier_surveillance_running")) is not None:
        behind, new = figures["croupier_surveillance_behind"], figures["croupier_alarms_unanswered"]
        state = f"{behind:.0f} events behind" if running else "not running"
        yield f"surveillance  {state}, {new:.0f} alarms unanswered"
    if approvals := figures["croupier_approvals_waiting"]:
        yield f"approvals     {approvals:.0f} wait for a second person"


def _get(url: str, ca: Path | None) -> tuple[int, bytes]:
    try:
        trusted = ssl.create_default_context(cafile=ca) if url.startswith("https:") else None
        # The house is on this machine or in its network: no proxy of the environment is asked.
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusted)
        )
        with opener.open(url, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
    except (OSError, ValueError) as error:
        raise Refused(f"no house answers at {url}: {getattr(error, 'reason', error)}") from None


def _message(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body, type=_Problem).error["message"])
    except (msgspec.DecodeError, KeyError):
        return "the answer is not a house's"
