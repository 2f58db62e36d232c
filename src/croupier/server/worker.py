"""A worker process of low priority for long calculations, so that no table ever waits for them.

Jobs are done one after the other; when too many wait, more are refused. The process has no state: it is started when it
is first needed, and again if it has crashed.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from croupier.games.catalogue import declare, texts
from croupier.server.problems import Problem
from croupier.words import Sentence

MAX_JOBS_QUEUED = 16
"""Jobs that may wait at once."""
MAX_CACHED_RESULTS = 256
"""Results that are cached."""
JOB_RETRY_SECONDS = 2
"""The `Retry-After` of refused jobs, in seconds."""
WORKER_NICENESS = 10
"""About a tenth of a table's share when both want the processor; at the lowest priority a busy machine starves it."""
T = TypeVar("T")


class Worker:
    """Runs jobs in a process of its own, and caches their results."""

    def __init__(self, waiting: int = MAX_JOBS_QUEUED) -> None:
        self._most, self._waiting = waiting, 0
        self._pool: ProcessPoolExecutor | None = None
        self._cache: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job, uncached; the caller limits how many there are."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)
        try:
            return await asyncio.wrap_future(self._pool.submit(_work, texts(), work, *given))
        except BrokenProcessPool:
            self._pool = None
            raise Problem(429, Sentence("calculation-process-restarting"), after=JOB_RETRY_SECONDS) from None

    async def once(self, work: Callable[..., T], *given: Any) -> T:
        """The cached result of a job, or run it; equal requests meanwhile share one run."""
        key = (work, *given)
        result: asyncio.Future[T] | None = self._cache.get(key)
        if result is None:
            if self._waiting >= self._most:
                raise Problem(429, Sentence("calculations-busy"), after=JOB_RETRY_SECONDS)
            self._waiting += 1
            result = self._cache[key] = asyncio.ensure_future(self.do(work, *given))
            result.add_done_callback(lambda _: self._leave())
            while len(self._cache) > MAX_CACHED_RESULTS:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        try:
            # A caller that gives up must not cancel the run for the others.
            return await asyncio.shield(result)
        except Exception:
            self._cache.pop(key, None)
            raise

    def _leave(self) -> None:
        self._waiting -= 1

    async def close(self) -> None:
        """Stop at once, with the job that is running."""
        pool, self._pool = self._pool, None
        if pool is not None:
            # Otherwise `shutdown` waits for the job that is running.
            for process in list((pool._processes or {}).values()):
                process.terminate()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _work(variants: tuple[str, ...], work: Callable[..., T], *given: Any) -> T:
    """In the new process: a job, with the variants that the house knows."""
    for text in variants:
        declare(text)
    return work(*given)


def _begin() -> None:
    """In the new process: leave Ctrl-C to the parent, lower the priority, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(WORKER_NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
