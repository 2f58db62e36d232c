"""Devices: where a kernel runs, on CPU threads or on CUDA."""

import os
from collections.abc import Callable
from typing import Literal, NamedTuple

from croupier.refused import Refused
from croupier.simulation import gpu
from croupier.simulation.kernel import ClassCounts, Kernel, OnCuda

Choice = Literal["auto", "cpu", "cuda"]
CHOICES: tuple[Choice, ...] = ("auto", "cpu", "cuda")
PIECE_EACH = 1 << 27
"""Rounds in a piece of work, for each multiprocessor of a GPU."""


class Device(NamedTuple):
    """What tallies pieces of work, and how many at a time."""

    name: str
    threads: int
    piece: int
    """Numbers (rounds or shoes) in a piece of work."""
    tally: Callable[[int, range], ClassCounts]


def device(kernel: Kernel, choice: str = "auto", threads: int | None = None) -> Device:
    """The requested device; for `auto` the GPU if there is one and the kernel supports it."""
    if choice not in CHOICES:
        raise Refused(f"unknown device {choice!r}: there are {', '.join(CHOICES)}")
    if choice == "cuda" and not isinstance(kernel, OnCuda):
        if kernel.deals == "shoes":
            raise Refused("whole shoes are simulated on the CPU: use --device cpu, or --mode fresh")
        raise Refused(f"{kernel.game.name} is simulated on the CPU: use --device cpu")
    on_gpu = choice == "cuda" or (choice == "auto" and threads is None and not gpu.missing())
    if on_gpu and isinstance(kernel, OnCuda):
        gpu.check()
        return Device(f"cuda: {gpu.name()}", 1, PIECE_EACH * gpu.multiprocessors(), kernel.tally_on_cuda)
    chosen = cores() if threads is None else threads
    return Device(f"cpu: {chosen} thread{'s' * (chosen > 1)}", chosen, kernel.piece, kernel.tally)


def cores() -> int:
    """The number of CPU cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
