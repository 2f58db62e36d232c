"""The store, written: one thread takes whatever has come in meanwhile and has it committed together.

While one batch is being made durable the next gathers, so a thousand wagers a second wait for the disk no more often
than a few. Who appended is told when it is durable, each for itself.
"""

import logging
import math
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Self, TypeAlias

import sqlalchemy as sa

from croupier.house.keys import Keys
from croupier.house.store.chain import Head
from croupier.house.store.committing import AppendOutcome, Committer, Writer
from croupier.house.store.database import engine
from croupier.house.store.entries import UNKNOWN, Append, Appended, Receipt, Unavailable, check_append
from croupier.house.store.leasing import Holder, Lease, Superseded
from croupier.house.store.reading import Records
from croupier.house.store.remote_writer import RemoteWriter
from croupier.house.store.witness import Witness
from croupier.refused import Refused

MAX_BATCH_APPENDS = 1_000
"""Appends in one batch."""
MAX_QUEUED_APPENDS = 100_000
"""Appends that may wait; who comes then is told at once."""
RECONNECT_SECONDS = 10.0
"""Seconds to try and reach a database that has gone."""
APPEND_TIMEOUT_SECONDS = 15.0
"""Seconds that anybody waits for an append; then they are told that nobody knows."""
STALL_SECONDS = 15.0
"""Seconds without an answer after which a writer counts as standing still when the store is closed."""
CLOSE_TIMEOUT_SECONDS = 60.0
"""Seconds that closing takes at most, however much is still to be written."""
EVENTS_PER_CHECKPOINT = 1_000
"""Events from one signed checkpoint to the next."""

Then: TypeAlias = Callable[[AppendOutcome], None]
"""What is to follow when it is known what became of an append."""

_log = logging.getLogger(__name__)


class Store:
    """An append-only store at a URL; made there if there is none.

    `send` returns at once, and tells of what was kept when it is; `submit` has a future of it, `append` waits for it.
    `records` reads. With `apart`, a process of its own writes, so that who is busy with other things and the writer do
    not wait for each other. `checkpoints` names a second place for them: a file, or an address.
    """

    def __init__(
        self,
        url: str,
        keys: Keys,
        *,
        every: int = EVENTS_PER_CHECKPOINT,
        patience: float = RECONNECT_SECONDS,
        apart: bool = False,
        checkpoints: str | None = None,
    ) -> None:
        self.url = url
        engine(url, writes=True).dispose()  # which refuses what is no URL of a store
        holder = Holder.here()
        self.writer: Committer = (
            RemoteWriter(url, keys, every, patience, holder)
            if apart
            else Writer(url, keys, every, patience, Lease(url, holder))
        )
        self.witness = None if checkpoints is None else Witness(checkpoints, keys)
        """Who puts checkpoints into a second place, where one is named."""
        self.lost: Superseded | None = None
        """Who has taken the store over, where somebody has."""
        self.when_lost: Callable[[Superseded], None] = lambda _: None
        """What is to happen then, in a thread of the store."""
        self._incoming: queue.SimpleQueue[tuple[Append, Then] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = self._away = False
        self.batches = self.appends = 0
        """How often something was committed since it was opened, and how much together."""
        self._began: float | None = None
        self._wrote = -math.inf
        opened: Future[None] = Future()
        name = f"store {sa.make_url(url).database}"
        self._thread = threading.Thread(target=self._run, args=(opened,), name=name, daemon=True)
        self._thread.start()
        opened.result()
        try:
            self.records = Records(url)
        except Refused:
            self._end()
            raise
        self.records.when_away = self._note
        try:
            if self.witness is not None:
                self.witness.begin(self.records)
        except Refused:
            self.close()
            raise

    def send(self, append: Append, then: Then) -> None:
        """Have this appended; `then` is called when it is durable, or refused, in a thread of the store."""
        check_append(append)
        with self._closing:
            if self._closed:
                raise Unavailable("store-closed")
            if self.lost is not None:
                raise self.lost
            if self._incoming.qsize() >= MAX_QUEUED_APPENDS:
                raise Unavailable("store-queue-full", requests=MAX_QUEUED_APPENDS)
            self._incoming.put((append, then))

    def submit(self, append: Append) -> "Future[Appended]":
        """Have this appended; the future is done when it is durable, or refused. To cancel it is too late."""
        future: Future[Appended] = Future()
        future.set_running_or_notify_cancel()
        self.send(append, lambda outcome: _settle(future, outcome))
        return future

    def append(self, append: Append) -> Appended:
        """Append this, and wait until it is durable; not for ever."""
        try:
            return self.submit(append).result(APPEND_TIMEOUT_SECONDS)
        except TimeoutError:
            raise Unavailable(UNKNOWN) from None

    @property
    def closed(self) -> bool:
        """Whether nothing is kept here any more."""
        return self._closed

    @property
    def unheard(self) -> float:
        """Seconds since the writer was given something that it has not answered yet; nought where it has."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    @property
    def quiet(self) -> float:
        """Seconds since something was last made durable."""
        return time.monotonic() - self._wrote

    def probe(self, id: str, then: Then) -> None:
        """Make something durable that is no event: the receipt of a refusal, which gives way to later ones."""
        receipt = Receipt.of("house", f"probe-{id}", b"", b"{}")
        self.send(Append(stream="house", drafts=(), at=0, actor="house", receipt=receipt), then)

    def close(self) -> None:
        """Commit what has come in, sign where the chain stands, and let go of the database.

        A writer that stands still is not waited for without end: it is killed, and who waits for it is told that nobody
        knows. Whatever anybody was told is kept stays kept; the next to open the store signs it.
        """
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._end()
        if self.witness is not None:
            self.witness.close()
        self.records.close()

    def _end(self) -> None:
        """Have the thread commit what has come in, and end; in time, whatever the writer does."""
        self._incoming.put(None)
        if self._ends(CLOSE_TIMEOUT_SECONDS, STALL_SECONDS):
            return
        _log.error("the writer has not answered for %.0f s: the store is closed without it", self.unheard)
        self._away = True  # which has been said now
        self.writer.kill()
        self._ends(STALL_SECONDS, math.inf)

    def _ends(self, patience: float, standstill: float) -> bool:
        """Whether the thread ends in so many seconds, and no answer takes it longer than so many."""
        until = time.monotonic() + patience
        while self._thread.is_alive() and time.monotonic() < until and self.unheard < standstill:
            self._thread.join(0.02)
        return not self._thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, opened: "Future[None]") -> None:
        try:
            # A process that writes ends with the thread that began it, so it is begun here.
            self.writer.open()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        more = True
        while more:
            batch, more = self._gathered()
            if batch:
                self.batches, self.appends = self.batches + 1, self.appends + len(batch)
                self._began = time.monotonic()
                outcomes = self.writer.commit([append for append, _ in batch])
                self._began = None
                self._note(outcomes[0])
                if self.witness is not None and (head := _head(batch, outcomes)):
                    self.witness.stands(head)
                if self.lost is None and isinstance(outcomes[0], Superseded):
                    self.lost = outcomes[0]
                    self.when_lost(self.lost)
                if any(isinstance(each, Appended) and not each.again for each in outcomes):
                    self._wrote = time.monotonic()
                for (_, then), outcome in zip(batch, outcomes, strict=True):
                    try:
                        then(outcome)
                    except Exception:
                        # Whoever fails to hear what became of theirs must not keep it from others.
                        _log.exception("what follows from an append has failed")
        self._began = time.monotonic()
        self.writer.close()
        self._began = None

    def _note(self, outcome: AppendOutcome) -> None:
        """One line when the database goes away, for who writes or who reads, and one when something is kept again."""
        away = isinstance(outcome, Unavailable)
        if away and not self._away:
            _log.error("nothing is kept for the time being: %s", outcome)
        elif self._away and not away:
            _log.warning("the store is there again")
        self._away = away

    def _gathered(self) -> tuple[list[tuple[Append, Then]], bool]:
        """Wait for one, then take what else is there."""
        batch: list[tuple[Append, Then]] = []
        waiting = self._incoming.get()
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == MAX_BATCH_APPENDS:
                return batch, True
            try:
                waiting = self._incoming.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _head(batch: list[tuple[Append, Then]], outcomes: list[AppendOutcome]) -> Head | None:
    """Where the chain stands after a batch, if anything of it was kept."""
    for (append, _), outcome in zip(reversed(batch), reversed(outcomes), strict=True):
        if isinstance(outcome, Appended) and outcome.hash and not outcome.again:
            return Head(outcome.position, outcome.hash, append.at)
    return None


def _settle(future: "Future[Appended]", outcome: AppendOutcome) -> None:
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
