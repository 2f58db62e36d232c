"""The house's end of surveillance: what is known of every table now, the alarms, and whoever waits to be told.

The reckoning is done by another process (`process`), so that no table ever waits for it. There is no queue for anybody
who looks: each remembers the moment up to which they were told, and is told what has changed since.
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
from croupier.house.monitoring.follower import Blind, Raised, Shown, Watched
from croupier.house.monitoring.picture import Exposure, Picture
from croupier.house.monitoring.process import LOOK_SECONDS, Begin, Expose, Exposed, Told, read_told
from croupier.house.shuffle import Entropy
from croupier.house.store import Store, Unavailable
from croupier.house.surveillance.alarm import Budget
from croupier.refused import Refused

ANSWER_TIMEOUT_SECONDS = 30.0
"""Seconds that an answer may take."""
ALONE = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
"""One core is enough for it."""
MIN_RESTART_SECONDS, MAX_RESTART_SECONDS = 1.0, 60.0
"""Seconds before the process is begun: at first, and where it fails again and again."""
LOW = 10
"""The priority of the process: tables come first, and a busy machine does not starve it altogether."""
T = TypeVar("T")
R = TypeVar("R")
log = logging.getLogger("croupier.watching")


class Lookout:
    """What surveillance knows. Nothing of it may go to anybody else."""

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
        priority: int = LOW,
    ) -> None:
        self.pictures: dict[str, Picture] = {}
        self.blind: dict[str, str] = {}
        """Tables of which nothing can be said, and why."""
        self.alarms = Alarms(store, keys, entropy)
        self.moment = 0
        """How often anything has changed."""
        self._url, self._clock, self._budget = url, clock, budget or Budget()
        self._every, self._priority = every, priority
        self._changed: dict[tuple[str, str], int] = {}
        self._waiting = asyncio.Event()
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Exposed]] = {}
        self._process: subprocess.Popen[bytes] | None = None

    # What others ask

    async def exposure(self, table: str) -> Exposure:
        """The most that a table can lose on the wagers that are accepted now."""
        number = next(self._numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._say(Expose(number, table))
            found = await asyncio.wait_for(self._asked[number], ANSWER_TIMEOUT_SECONDS)
        except TimeoutError:
            raise Unavailable("surveillance-busy") from None
        finally:
            del self._asked[number]
        if found.why is not None:
            raise Refused(found.why)
        assert found.exposure is not None
        return found.exposure

    async def note(self, id: str, by: str, request: str, text: str) -> Noticed:
        """Acknowledge an alarm with a note."""
        noticed = await asyncio.to_thread(self.alarms.note, id, by, request, text, self._clock())
        self._touch("alarm", id)
        return noticed

    def since(self, moment: int) -> tuple[list[Picture], list[Noticed]]:
        """What has changed since that moment; from nought on, everything."""
        new = {key for key, at in self._changed.items() if at > moment}
        pictures = [each for name, each in self.pictures.items() if ("table", name) in new]
        return pictures, [each for each in self.alarms.all() if not moment or ("alarm", each.id) in new]

    async def change(self, moment: int) -> None:
        """Until something has changed since that moment."""
        while self.moment <= moment:
            await self._waiting.wait()

    # What runs

    async def run(self) -> None:
        """Watch until this is cancelled; a process that ends is begun anew, and takes up where the record tells it."""
        pause = MIN_RESTART_SECONDS
        while True:
            # A house that has just come up has more urgent things to do.
            await asyncio.sleep(pause)
            before = self.moment
            try:
                await self._watch()
            except (OSError, Refused, ValueError) as error:
                # What failed may speak of cards: its kind is all that others may read.
                log.warning("surveillance has stopped (%s) and begins again", type(error).__name__)
            pause = MIN_RESTART_SECONDS if self.moment > before else min(2 * pause, MAX_RESTART_SECONDS)

    async def _watch(self) -> None:
        known = await asyncio.to_thread(self.alarms.known)
        command = [sys.executable, "-m", "croupier.house.monitoring.process"]
        alone, pipe = {**os.environ, **ALONE}, subprocess.PIPE
        # In a group of its own, so that Ctrl-C at a terminal does not meet it while it is still coming up.
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=alone, process_group=0) as process:
            assert process.stdout
            try:
                if hasattr(os, "setpriority"):
                    os.setpriority(os.PRIO_PROCESS, process.pid, self._priority)
                self._process = process
                await asyncio.to_thread(self._say, Begin(self._url, known, self._budget, self._every))
                while line := await asyncio.to_thread(process.stdout.readline):
                    await self._take(read_told(line))
                raise ChildProcessError("it has ended")
            finally:
                self._process = None
                for waiting in self._asked.values():
                    if not waiting.done():
                        waiting.set_exception(Unavailable("surveillance-restarting"))
                # Whoever still waits for a line in another thread is told by this that there is no more.
                process.kill()

    def _say(self, said: Begin | Expose) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise Unavailable("surveillance-not-running")
        try:
            process.stdin.write(encode(said) + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise Unavailable("surveillance-restarting") from None

    async def _take(self, told: Told) -> None:
        match told:
            case Shown(picture=picture):
                self.pictures[picture.table] = picture
                self.blind.pop(picture.table, None)
                self._touch("table", picture.table)
            case Raised():
                if noticed := await self._durably(self.alarms.notice, told):
                    self._touch("alarm", noticed.id)
            case Watched():
                await self._durably(self.alarms.watched, told)
            case Blind(table=table, why=why):
                self.blind[table] = why
                self.pictures.pop(table, None)
                self._touch("table", table)
            case Exposed(number=number):
                if (waiting := self._asked.get(number)) and not waiting.done():
                    waiting.set_result(told)

    async def _durably(self, keep: Callable[[T, int], R], what: T) -> R:
        """Keep it, however long the store is away: nobody is told before, and what follows waits too."""
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
