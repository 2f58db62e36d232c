"""The house's end of surveillance: the current picture of every table, the alarms, and the subscribers.

The computing is done by another process (`process`), so that no table ever waits for it. Subscribers have no queue:
each holds a change number, and gets whatever has changed since.
"""

import asyncio
import itertools
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

from croupier.games.round import encode
from croupier.house.keys import Keys
from croupier.house.monitoring.alarms import Alarms, Noticed
from croupier.house.monitoring.follower import Blind, PictureChanged, Raised, Watched
from croupier.house.monitoring.picture import Exposure, Picture
from croupier.house.monitoring.process import LOOK_SECONDS, Begin, Expose, Exposed, Followed, FromProcess, read_report
from croupier.house.shuffle import Entropy
from croupier.house.store import Store, Unavailable
from croupier.house.surveillance.alarm import Budget
from croupier.refused import Refused

ANSWER_TIMEOUT_SECONDS = 30.0
"""How long the process may take to answer."""
SINGLE_THREADED = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Environment of the process: numeric libraries use one thread."""
MIN_RESTART_SECONDS, MAX_RESTART_SECONDS = 1.0, 60.0
"""Backoff before the process is started: at first, and at most where it keeps failing."""
PROCESS_NICENESS = 10
"""The process yields to the tables, but a busy machine does not starve it altogether."""
T = TypeVar("T")
R = TypeVar("R")
log = logging.getLogger("croupier.watching")


class Lookout:
    """What surveillance knows, and the process behind it. Nothing of it may go to anybody else."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        url: str,
        clock: Callable[[], int],
        *,
        entropy: Entropy = os.urandom,
        budget: Budget | None = None,
        every: float = LOOK_SECONDS,
        priority: int = PROCESS_NICENESS,
    ) -> None:
        self.pictures: dict[str, Picture] = {}
        self.blind: dict[str, str] = {}
        """Tables that cannot be watched, and why."""
        self.alarms = Alarms(store, keys, entropy)
        self.moment = 0
        """Change number: goes up by one with every change."""
        self.position = 0
        """Position in the event log that the process has followed it to."""
        self._url, self._clock, self._budget = url, clock, budget or Budget()
        self._every, self._priority = every, priority
        self._changed: dict[tuple[str, str], int] = {}
        self._waiting = asyncio.Event()
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Exposed]] = {}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None

    # For surveillance

    async def exposure(self, table: str) -> Exposure:
        """The largest loss of a table on the wagers accepted now, computed by the process."""
        number = next(self._numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._say(Expose(number, table))
            answer = await asyncio.wait_for(self._asked[number], ANSWER_TIMEOUT_SECONDS)
        except TimeoutError:
            raise Unavailable("surveillance-busy") from None
        finally:
            del self._asked[number]
        if answer.why is not None:
            raise Refused(answer.why)
        assert answer.exposure is not None
        return answer.exposure

    async def note(self, id: str, by: str, request: str, text: str) -> Noticed:
        """Acknowledge an alarm with a note."""
        noticed = await asyncio.to_thread(self.alarms.note, id, by, request, text, self._clock())
        self._touch("alarm", id)
        return noticed

    def since(self, moment: int) -> tuple[list[Picture], list[Noticed]]:
        """The pictures and alarms that have changed after that change number; all of them from 0."""
        new = {key for key, at in self._changed.items() if at > moment}
        pictures = [each for name, each in self.pictures.items() if ("table", name) in new]
        return pictures, [each for each in self.alarms.all() if not moment or ("alarm", each.id) in new]

    async def change(self, moment: int) -> None:
        """Wait until something has changed after that change number."""
        while self.moment <= moment:
            await self._waiting.wait()

    # The process

    async def run(self) -> None:
        """Run the process until cancelled; restart it with backoff where it ends. It resumes from the snapshots."""
        pause = MIN_RESTART_SECONDS
        while True:
            # A house that has just started has more urgent things to do.
            await asyncio.sleep(pause)
            before = self.moment
            try:
                await self._watch()
            except (OSError, Refused, ValueError) as error:
                # The error may name cards, and others read this log: only its type is written.
                log.warning("surveillance has stopped (%s) and begins again", type(error).__name__)
            pause = MIN_RESTART_SECONDS if self.moment > before else min(2 * pause, MAX_RESTART_SECONDS)

    async def _watch(self) -> None:
        known = await asyncio.to_thread(self.alarms.known)
        command = [sys.executable, "-m", "croupier.house.monitoring.process"]
        alone, pipe = {**os.environ, **SINGLE_THREADED}, subprocess.PIPE
        # In a process group of its own, so that Ctrl-C at a terminal does not hit it while it is starting.
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=alone, process_group=0) as process:
            assert process.stdout
            try:
                if hasattr(os, "setpriority"):
                    os.setpriority(os.PRIO_PROCESS, process.pid, self._priority)
                self._process = process
                await asyncio.to_thread(self._say, Begin(self._url, known, self._budget, self._every))
                while line := await asyncio.to_thread(process.stdout.readline):
                    await self._take(read_report(line))
                raise ChildProcessError("it has ended")
            finally:
                self._process = None
                for waiting in self._asked.values():
                    if not waiting.done():
                        waiting.set_exception(Unavailable("surveillance-restarting"))
                # This also ends a `readline` that still waits in another thread.
                process.kill()

    def _say(self, message: Begin | Expose) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise Unavailable("surveillance-not-running")
        try:
            process.stdin.write(encode(message) + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise Unavailable("surveillance-restarting") from None

    async def _take(self, report: FromProcess) -> None:
        match report:
            case PictureChanged(picture=picture):
                self.pictures[picture.table] = picture
                self.blind.pop(picture.table, None)
                self._touch("table", picture.table)
            case Raised():
                if noticed := await self._durably(self.alarms.notice, report):
                    self._touch("alarm", noticed.id)
            case Watched():
                await self._durably(self.alarms.watched, report)
            case Blind(table=table, why=why):
                self.blind[table] = why
                self.pictures.pop(table, None)
                self._touch("table", table)
            case Followed(position=position):
                self.position = position
            case Exposed(number=number):
                if (waiting := self._asked.get(number)) and not waiting.done():
                    waiting.set_result(report)

    async def _durably(self, keep: Callable[[T, int], R], what: T) -> R:
        """Store it, retrying every second while the store is unreachable; later reports wait (back-pressure)."""
        while True:
            try:
                return await asyncio.to_thread(keep, what, self._clock())
            except Unavailable:
                await asyncio.sleep(1)

    def _touch(self, kind: str, name: str) -> None:
        self.moment += 1
        self._changed[kind, name] = self.moment
        self._waiting.set()
        self._waiting = asyncio.Event()
