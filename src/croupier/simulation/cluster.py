"""Runs a kernel on a Ray cluster: each piece of work, a range of numbers, goes to whichever worker is free.

What is dealt under a number does not depend on who deals it, so the tallies are those of a single machine.
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
"""The address that stands for a cluster of this machine alone."""
PIECES_PER_TASK = 8
"""A piece of work for a worker is so many of a thread's, since it must be sent there and back."""
CONNECT_TIMEOUT_SECONDS = 10
"""Seconds in which somebody must answer at an address; Ray itself would wait for minutes, and say so line by line."""


@contextmanager
def join(kernel: Kernel, address: str) -> Iterator[Device]:
    """A Ray cluster as a device, for as long as it is needed."""
    ray = _ray()
    try:
        _connect(ray, address)
    except Exception as error:  # Ray has many ways to say that nobody answers
        said = str(error).strip().partition("\n")[0] or type(error).__name__
        raise Refused(f"no Ray cluster answers at {address!r}: {said}") from None
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        machines = len([node for node in ray.nodes() if node["Alive"]])
        remote = ray.remote(_tally)
        work = ray.put(kernel.tally)

        def tally(seed: int, numbers: range) -> ClassCounts:
            found: ClassCounts = ray.get(remote.remote(work, seed, numbers))
            return found

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
