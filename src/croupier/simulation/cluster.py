"""Runs a kernel on a Ray cluster: each task, a range of numbers, goes to a free worker.

What is dealt under a number does not depend on the worker, so the tallies equal those of a single machine.
"""

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.refused import Refused
from croupier.simulation.devices import Device
from croupier.simulation.kernel import ClassCounts, Kernel, Tally

LOCAL = "local"
"""The address that starts a cluster on this machine only."""
PIECES_PER_TASK = 8
"""A task is so many times a thread's piece of work, to amortise the transfer."""
CONNECT_TIMEOUT_SECONDS = 10
"""Timeout of the connection test; Ray itself would wait for minutes and log every attempt."""


@contextmanager
def join(kernel: Kernel, address: str) -> Iterator[Device]:
    """A Ray cluster as a device; disconnects at the end."""
    ray = _ray()
    try:
        _connect(ray, address)
    except Exception as error:  # Ray raises many types when the connection fails
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise Refused(f"no Ray cluster answers at {address!r}: {reason}") from None
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        machines = len([node for node in ray.nodes() if node["Alive"]])
        remote = ray.remote(_tally)
        work = ray.put(kernel.tally)

        def tally(seed: int, numbers: range) -> ClassCounts:
            counts: ClassCounts = ray.get(remote.remote(work, seed, numbers))
            return counts

        name = f"ray: {workers} worker{'s' * (workers > 1)} on {machines} machine{'s' * (machines > 1)}"
        yield Device(name, workers, PIECES_PER_TASK * kernel.piece, tally)
    finally:
        ray.shutdown()


def _tally(work: Tally, seed: int, numbers: range) -> ClassCounts:
    return work(seed, numbers)


def _connect(ray: Any, address: str) -> None:
    if address == LOCAL:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
        return
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon:
        if not port.isdecimal() or int(port) >= 1 << 16:
            raise Refused(f"{port!r} is no port")
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_SECONDS).close()
    ray.init(address, log_to_driver=False, logging_level=logging.ERROR)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise Refused("Ray is not installed here: install croupier[cluster], or leave --cluster out") from None
    return ray
