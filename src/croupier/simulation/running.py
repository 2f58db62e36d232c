"""Runs a kernel over many numbers, piece by piece, and sums its tallies.

Pieces are computed in parallel and added in order of their numbers, so at any time the sum covers exactly the numbers
below some bound. A checkpoint stores the sum and the bound, and a resumed run gives the same result as an uninterrupted
one.
"""

import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np

from croupier.refused import Refused
from croupier.simulation.devices import Device
from croupier.simulation.kernel import ClassCounts, Kernel

CHECKPOINT_SECONDS = 2.0
"""Seconds between two checkpoints."""


class RunState(msgspec.Struct, frozen=True):
    """A checkpoint: the tally of all numbers below `done`."""

    options: dict[str, int | str]
    seed: int
    done: int
    counts: list[int]


class SimulationRun:
    """A run of a kernel over the numbers below `goal`; every step of its iterator adds a piece.

    >>> from croupier.simulation import catalogue
    >>> from croupier.simulation.devices import device
    >>> kernel = catalogue.kernel("tiger")
    >>> run = SimulationRun(kernel, device(kernel, "cpu"), seed=1, goal=10_000)
    >>> for _ in run: pass
    >>> run.done, run.counts.sum()
    (10000, np.int64(10000))
    """

    def __init__(self, kernel: Kernel, device: Device, *, seed: int, goal: int, checkpoint: Path | None = None) -> None:
        self.kernel, self.device, self.seed, self.goal, self.checkpoint = kernel, device, seed, goal, checkpoint
        self._state: tuple[int, ClassCounts] = (0, np.zeros(kernel.size, np.int64))
        self.resumed = 0
        if checkpoint and (saved := read(checkpoint)):
            self._resume(saved, checkpoint)
        # Compile now, so that timing excludes it.
        device.tally(seed, range(0))

    @property
    def done(self) -> int:
        """Every number below this is tallied."""
        return self._state[0]

    @property
    def counts(self) -> ClassCounts:
        """The number of rounds of each class."""
        return self._state[1]

    def __iter__(self) -> Iterator[None]:
        saved = time.monotonic()
        try:
            for done, counts in self._pieces():
                # One assignment: an interrupt leaves either the old state or the new one.
                self._state = (done, self.counts + counts)
                if self.checkpoint and time.monotonic() - saved > CHECKPOINT_SECONDS:
                    self.save()
                    saved = time.monotonic()
                yield
        finally:
            self.save()

    def save(self) -> None:
        """Write the checkpoint atomically (write to a temporary file, then rename)."""
        if not self.checkpoint:
            return
        done, counts = self._state
        state = RunState(self.kernel.options(), self.seed, done, counts.tolist())
        temporary = self.checkpoint.with_name(f"{self.checkpoint.name}.{os.getpid()}")
        try:
            temporary.write_bytes(msgspec.json.encode(state))
            temporary.replace(self.checkpoint)
        except OSError as error:
            raise Refused(f"cannot write {self.checkpoint}: {error.strerror}") from None

    def _pieces(self) -> Iterator[tuple[int, ClassCounts]]:
        ahead: deque[tuple[int, Future[ClassCounts]]] = deque()
        device, at = self.device, self.done
        with ThreadPoolExecutor(device.threads) as pool:
            try:
                while ahead or at < self.goal:
                    while at < self.goal and len(ahead) < 2 * device.threads:
                        last = min(self.goal, at + device.piece)
                        ahead.append((last, pool.submit(device.tally, self.seed, range(at, last))))
                        at = last
                    done, counted = ahead[0]
                    counts = counted.result()
                    ahead.popleft()
                    yield done, counts
            finally:
                for _, counted in ahead:
                    counted.cancel()

    def _resume(self, saved: RunState, path: Path) -> None:
        ours = {**self.kernel.options(), "seed": self.seed}
        theirs = {**saved.options, "seed": saved.seed}
        if ours != theirs:
            unlike = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
            differences = ", ".join(f"{key} {theirs.get(key)} and not {ours.get(key)}" for key in unlike)
            raise Refused(f"{path} belongs to another run: it has {differences}")
        if saved.done > self.goal or len(saved.counts) != self.kernel.size:
            raise Refused(
                f"{path} already counts {saved.done:,} {self.kernel.deals}, which cannot become {self.goal:,}"
            )
        self.resumed = saved.done
        self._state = (saved.done, np.array(saved.counts, np.int64))


def read(path: Path) -> RunState | None:
    """Read a checkpoint; `None` where there is no file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunState)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError):
        raise Refused(f"{path} is not a checkpoint of a simulation") from None
