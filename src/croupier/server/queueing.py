"""Thread pools with bounded queues for slow work: when one is full, callers get 429 with `Retry-After`."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from croupier.server.problems import Problem
from croupier.words import Sentence

QUEUE_FULL = Sentence("sign-in-queue-full")
P = ParamSpec("P")
T = TypeVar("T")


class Queue:
    """A thread pool with a bounded queue: `threads` jobs run, `waiting` more may wait, `after` is the `Retry-After`."""

    def __init__(self, name: str, threads: int, waiting: int, after: int, full: str = QUEUE_FULL) -> None:
        self._full = full
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self._after = threads + waiting, after
        self._inside = 0
        self._closed = False

    @property
    def full(self) -> Problem | None:
        """The answer to one more job if the queue is full; otherwise None."""
        if self._inside < self._most:
            return None
        return Problem(429, self._full, after=self._after)

    def close(self) -> None:
        """Cancel the jobs that wait; those that come later are refused."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run a job in the pool, and wait for its result."""
        if self._closed:
            raise house_closing()
        if full := self.full:
            raise full
        self._inside += 1
        future = self._threads.submit(partial(work, *given, **named))
        loop = asyncio.get_running_loop()
        # A caller that gives up leaves the job in the queue, where it takes its place until it is done.
        future.add_done_callback(lambda _: _soon(loop, self._leave))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if self._closed:
                raise house_closing() from None
            raise

    def _leave(self) -> None:
        self._inside -= 1


def house_closing() -> Problem:
    """The answer to callers that still wait when the house closes."""
    return Problem(503, Sentence("house-closing"), after=60)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
