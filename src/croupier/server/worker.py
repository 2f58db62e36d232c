"""A worker process of low priority for what takes long, so that no table ever waits for it.

What comes in is done one after the other; where too much waits, more is refused. Nothing in it lasts: it is opened when
it is first needed, and anew where it has fallen down.
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

from croupier.server.problems import Problem
from croupier.words import Sentence

MAX_JOBS_QUEUED = 16
"""What may wait in it at once."""
MAX_CACHED_ANSWERS = 256
"""Answers that are remembered."""
RETRY_SECONDS = 2
"""Seconds after which it is worth asking again."""
WORKER_NICENESS = 10
"""A tenth of what a table gets where both want the processor: at the lowest there is, a busy machine starves it."""
T = TypeVar("T")


class Worker:
    """Does work in a process of its own."""

    def __init__(self, waiting: int = MAX_JOBS_QUEUED) -> None:
        self._most, self._waiting = waiting, 0
        self._pool: ProcessPoolExecutor | None = None
        self._known: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Have it done, when its turn has come; whoever calls sees to it that they are not too many."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)
        try:
            return await asyncio.wrap_future(self._pool.submit(work, *given))
        except BrokenProcessPool:
            self._pool = None
            raise Problem(429, Sentence("calculation-process-restarting"), after=RETRY_SECONDS) from None

    async def once(self, work: Callable[..., T], *given: Any) -> T:
        """Have it done, unless it is known already; who asks for the same meanwhile waits for the same answer."""
        key = (work, *given)
        known: asyncio.Future[T] | None = self._known.get(key)
        if known is None:
            if self._waiting >= self._most:
                raise Problem(429, Sentence("calculations-busy"), after=RETRY_SECONDS)
            self._waiting += 1
            known = self._known[key] = asyncio.ensure_future(self.do(work, *given))
            known.add_done_callback(lambda _: self._leave())
            while len(self._known) > MAX_CACHED_ANSWERS:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(key)
        try:
            # Who gives up waiting does not keep the others from their answer.
            return await asyncio.shield(known)
        except Exception:
            self._known.pop(key, None)
            raise

    def _leave(self) -> None:
        self._waiting -= 1

    async def close(self) -> None:
        """Stop, whatever is being done."""
        pool, self._pool = self._pool, None
        if pool is not None:
            # What is being done would else be waited for.
            for process in list((pool._processes or {}).values()):
                process.terminate()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _begin() -> None:
    """In the new process: leave Ctrl-C to the house, be patient, and end with it whatever way it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(WORKER_NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
