"""Writes the store with group commit: one thread takes all appends that are queued and commits them together.

While one batch is being committed the next one gathers, so a thousand wagers a second wait for the disk no more often
than a few. Each caller gets the outcome of its own append once it is durable.
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
from croupier.house.store.database import engine
from croupier.house.store.entries import UNKNOWN, Append, Appended, Receipt, Unavailable, check_append
from croupier.house.store.lease import Holder, Lease, Stopped
from croupier.house.store.records import Records
from croupier.house.store.remote_writer import RemoteWriter
from croupier.house.store.witness import Witness
from croupier.house.store.writer import AppendOutcome, Committer, Writer, head_after
from croupier.refused import Refused

MAX_BATCH_APPENDS = 1_000
"""Most appends in one batch."""
MAX_QUEUED_APPENDS = 100_000
"""Back-pressure: appends that may be queued; further ones are refused at once."""
RECONNECT_SECONDS = 10.0
"""Seconds to retry while the database is unreachable."""
APPEND_TIMEOUT_SECONDS = 15.0
"""Seconds that `append` waits; then its outcome is reported as unknown."""
STALL_SECONDS = 15.0
"""Seconds without an answer after which a writer counts as hung when the store is closed."""
CLOSE_TIMEOUT_SECONDS = 60.0
"""Most seconds that closing takes, however many appends are queued."""
BEAT_SECONDS = 1.0
"""Seconds between two beats of the lease, by which a standby sees that this process and its writer live."""
EVENTS_PER_CHECKPOINT = 1_000
"""Events between two signed checkpoints."""

OnOutcome: TypeAlias = Callable[[AppendOutcome], None]
"""Callback with the outcome of an append."""

_log = logging.getLogger(__name__)


class Store:
    """An append-only store at a URL; created if there is none.

    `send` returns at once and calls back with the outcome, `submit` returns a future, `append` blocks. `records` reads.
    With `apart`, a separate process writes, so that the writer does not compete with a busy interpreter. `checkpoints`
    names a second place for them: a file, or a URL. `every` is events between checkpoints, `patience` is seconds of
    retries while the database is unreachable. `seen` is a head that must be in the chain, and with `seizes` the lease
    is taken from a holder that is silent.
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
        seen: Head | None = None,
        seizes: bool = False,
    ) -> None:
        self.url, self.keys = url, keys
        engine(url, writes=True).dispose()  # refuses an invalid URL
        holder = Holder.here()
        self.writer: Committer = (
            RemoteWriter(url, keys, every, patience, holder, seen, seizes=seizes)
            if apart
            else Writer(url, keys, every, patience, Lease(url, holder, seen=seen, seizes=seizes))
        )
        self.witness = None if checkpoints is None else Witness(checkpoints, keys)
        """Writes checkpoints to a second place, where one is named."""
        self.lost: Stopped | None = None
        """Set once another process has taken the store over, or it has lost records: no append is accepted any more."""
        self.on_stopped: Callable[[Stopped], None] = lambda _: None
        """Called once when that happens, in the thread of the store."""
        self._incoming: queue.SimpleQueue[tuple[Append, OnOutcome] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = self._unreachable = False
        self.batches = self.appends = 0
        """Number of batches and of appends committed since it was opened."""
        self._batch_started: float | None = None
        self._last_durable = -math.inf
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
        self.records.on_unavailable = self._log_reachability
        try:
            if self.witness is not None:
                self.witness.begin(self.records)
        except Refused:
            self.close()
            raise

    def send(self, append: Append, then: OnOutcome) -> None:
        """Queue an append; `then` is called in the thread of the store once it is durable, or refused."""
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
        """Queue an append; the future is done once it is durable, or refused. It cannot be cancelled."""
        future: Future[Appended] = Future()
        future.set_running_or_notify_cancel()
        self.send(append, lambda outcome: _settle(future, outcome))
        return future

    def append(self, append: Append) -> Appended:
        """Append, and block until it is durable, APPEND_TIMEOUT_SECONDS at most."""
        try:
            return self.submit(append).result(APPEND_TIMEOUT_SECONDS)
        except TimeoutError:
            raise Unavailable(UNKNOWN) from None

    @property
    def closed(self) -> bool:
        """Whether the store is closed: no append is accepted any more."""
        return self._closed

    @property
    def busy_seconds(self) -> float:
        """Seconds that the writer has been busy with its current batch; 0 where it is idle."""
        began = self._batch_started
        return 0.0 if began is None else time.monotonic() - began

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last durable append."""
        return time.monotonic() - self._last_durable

    def probe(self, id: str, then: OnOutcome) -> None:
        """Health check: write the receipt of a refusal, which is no event and is evicted by later ones."""
        receipt = Receipt.of("house", f"probe-{id}", b"", b"{}")
        self.send(Append(stream="house", drafts=(), at=0, actor="house", receipt=receipt), then)

    def close(self) -> None:
        """Commit what is queued, sign a last checkpoint, and disconnect from the database.

        A writer that hangs is killed after a time limit, and its callers are told that the outcome is unknown. What was
        reported as durable stays so; the next process to open the store signs it.
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
        """Have the thread commit what is queued, and end; within CLOSE_TIMEOUT_SECONDS, whatever the writer does."""
        self._incoming.put(None)
        if self._joined(CLOSE_TIMEOUT_SECONDS, STALL_SECONDS):
            return
        _log.error("the writer has not answered for %.0f s: the store is closed without it", self.busy_seconds)
        self._unreachable = True  # has just been logged
        self.writer.kill()
        self._joined(STALL_SECONDS, math.inf)

    def _joined(self, timeout_seconds: float, stall_seconds: float) -> bool:
        """Wait for the thread for `timeout_seconds`, or until a batch has taken `stall_seconds`; whether it ended."""
        deadline = time.monotonic() + timeout_seconds
        while self._thread.is_alive() and time.monotonic() < deadline and self.busy_seconds < stall_seconds:
            self._thread.join(0.02)
        return not self._thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, opened: "Future[None]") -> None:
        try:
            # The writer process dies with the thread that started it, so it is started here.
            self.writer.open()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        more = True
        beaten = time.monotonic()
        while more:
            batch, more = self._next_batch(beaten + BEAT_SECONDS)
            if more and time.monotonic() >= beaten + BEAT_SECONDS:
                beaten = time.monotonic()
                self._beat()
            if batch:
                self.batches, self.appends = self.batches + 1, self.appends + len(batch)
                self._batch_started = time.monotonic()
                outcomes = self.writer.commit([append for append, _ in batch])
                self._batch_started = None
                self._log_reachability(outcomes[0])
                if self.witness is not None and (head := head_after([append for append, _ in batch], outcomes)):
                    self.witness.schedule(head)
                if isinstance(outcomes[0], Stopped):
                    self._stop(outcomes[0])
                if any(isinstance(each, Appended) and not each.again for each in outcomes):
                    self._last_durable = time.monotonic()
                for (_, then), outcome in zip(batch, outcomes, strict=True):
                    try:
                        then(outcome)
                    except Exception:
                        # One failing callback must not keep the outcomes from the others.
                        _log.exception("what follows from an append has failed")
        self._batch_started = time.monotonic()
        self.writer.close()
        self._batch_started = None

    def _beat(self) -> None:
        """Show that this process lives; an error is told by the next append, unless it is final."""
        self._batch_started = time.monotonic()
        outcome = self.writer.beat()
        self._batch_started = None
        if isinstance(outcome, Stopped):
            self._stop(outcome)

    def _stop(self, why: Stopped) -> None:
        if self.lost is None:
            self.lost = why
            self.on_stopped(why)

    def _log_reachability(self, outcome: AppendOutcome) -> None:
        """Log one line when the database becomes unreachable, to the writer or a reader, and one when it is back."""
        unreachable = isinstance(outcome, Unavailable)
        if unreachable and not self._unreachable:
            _log.error("nothing is kept for the time being: %s", outcome)
        elif self._unreachable and not unreachable:
            _log.warning("the store is there again")
        self._unreachable = unreachable

    def _next_batch(self, until: float) -> tuple[list[tuple[Append, OnOutcome]], bool]:
        """Wait for one append until that time, then take what else is queued; and whether to go on after this batch."""
        batch: list[tuple[Append, OnOutcome]] = []
        try:
            waiting = self._incoming.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return batch, True
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == MAX_BATCH_APPENDS:
                return batch, True
            try:
                waiting = self._incoming.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _settle(future: "Future[Appended]", outcome: AppendOutcome) -> None:
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
