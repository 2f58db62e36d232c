"""A second place for checkpoints: an append-only file, or a URL that they are posted to.

Whoever truncates a store, or loses its write-ahead log, loses its last checkpoint too. So every few seconds the house
signs the head of its chain and writes that elsewhere, one line of JSON each; the last line is enough to show what is
missing. This runs in a thread of its own: a second place that is full, slow or unreachable is logged and counted, and
nothing waits for it. A file that ends with a checkpoint of another chain is left as it is: another house writes to it,
or the store here is not the one that it vouches for.
"""

import contextlib
import logging
import os
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import sqlalchemy as sa

from croupier.house.store.chain import Checkpoint, Head, Signer
from croupier.house.store.records import Records
from croupier.refused import Refused

CHECKPOINT_SECONDS = 2.0
"""Least seconds between two checkpoints."""
POST_TIMEOUT_SECONDS = 10.0
"""Seconds that posting a checkpoint may take."""
TAIL_BYTES = 65_536
"""Bytes at the end of a file that are searched for its last line."""
HTTP_SCHEMES = ("http://", "https://")
CONFLICT = 409
"""The HTTP status of a URL that vouches for another chain."""
UNWRITTEN = "checkpoints cannot be put into the second place"
DISAGREES = "the second place vouches for other records than these"

_log = logging.getLogger(__name__)


class _Disagrees(Refused):
    """The second place holds a checkpoint that is not of this chain."""


class Witness:
    """Writes checkpoints to a second place, in a thread of its own."""

    def __init__(self, place: str, signer: Signer) -> None:
        self._place, self._signer = place, signer
        self._head = Head()
        self._previous = 0
        self._last_written: tuple[int, bytes] | None = None
        """Position and hash of the checkpoint that this process wrote last."""
        self._pending, self._end = threading.Event(), threading.Event()
        self.failing: str | None = None
        """Why the last checkpoint could not be written; None where it could."""
        self.disagrees = False
        """Whether that is because the second place vouches for another chain."""
        self._records: Records | None = None
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    @property
    def behind(self) -> int:
        """Number of events that the second place does not vouch for yet."""
        return self._head.position - self._previous

    @property
    def fault(self) -> str | None:
        """What is wrong, without details, for health checks: the log says more."""
        if self.failing is None:
            return None
        return DISAGREES if self.disagrees else UNWRITTEN

    def begin(self, records: Records) -> None:
        """Start the thread; refused where the store lacks events that the file vouches for."""
        self._records = records
        if not self._place.startswith(HTTP_SCHEMES):
            self._check(Path(self._place), records)
        self.schedule(records.head())
        self._thread.start()

    def schedule(self, head: Head) -> None:
        """Schedule a checkpoint of this head."""
        self._head = head
        self._pending.set()

    def close(self) -> None:
        """Write the last checkpoint, within POST_TIMEOUT_SECONDS."""
        self._end.set()
        self._pending.set()
        if self._thread.is_alive():
            self._thread.join(POST_TIMEOUT_SECONDS)

    def _check(self, file: Path, records: Records) -> None:
        last = last_checkpoint(file) if file.exists() else None
        if last is None:
            return
        self._previous = last.position
        if last.key != self._signer.public or not last.genuine:
            raise Refused(f"{file} is not signed with this house's key: it is another's, or the key is")
        if records.hash(last.position) != last.hash:
            count = records.head().position
            claim = f"{file} vouches for {last.position:,} events, and {count:,} are there, or others"
            raise Refused(f"{claim}: croupier verify says more; move the file away to go on all the same")

    def _compare(self, file: Path, head: Head) -> None:
        """Refuse to append to a file that ends with another chain's checkpoint; a file moved away is created anew."""
        last = last_checkpoint(file) if file.exists() else None
        if last is None or (self._last_written and (last.position, last.hash) == self._last_written):
            return
        if last.key != self._signer.public or not last.genuine:
            raise _Disagrees(f"{file} is signed with another key since")
        own_hash = head.hash if last.position == head.position else self._hash(last.position)
        if last.position > head.position or own_hash != last.hash:
            raise _Disagrees(f"{file} vouches for {last.position:,} events that are not those of this house")

    def _hash(self, position: int) -> bytes | None:
        return None if self._records is None else self._records.hash(position)

    def _run(self) -> None:
        while not self._end.is_set():
            self._pending.wait()
            self._pending.clear()
            self._put()
            self._end.wait(CHECKPOINT_SECONDS)
        self._put()

    def _put(self) -> None:
        head = self._head
        if head.position <= self._previous:
            return
        checkpoint = Checkpoint.at_head(head, self._previous, self._signer)
        line = msgspec.json.encode(checkpoint) + b"\n"
        try:
            if self._place.startswith(HTTP_SCHEMES):
                _send(self._place, line)
            else:
                self._compare(Path(self._place), head)
                _write(Path(self._place), line)
        except (OSError, urllib.error.URLError, ValueError, Refused) as error:
            disagrees = isinstance(error, _Disagrees) or getattr(error, "code", None) == CONFLICT
            if self.failing is None or disagrees != self.disagrees:
                _log.error("no checkpoint can be put into the second place: %s", error)
            self.failing, self.disagrees = str(error), disagrees
            self._pending.set()
            return
        if self.failing is not None:
            _log.warning("checkpoints are put into the second place again")
        self.failing, self.disagrees = None, False
        self._previous, self._last_written = head.position, (checkpoint.position, checkpoint.hash)


def beside(store: str) -> Path | None:
    """The default checkpoint file of an SQLite store, beside it; None for a store on a server."""
    try:
        url = sa.make_url(store)
    except (sa.exc.ArgumentError, ValueError):
        return None
    database = url.database if url.get_backend_name() == "sqlite" else None
    return Path(database).with_suffix(".checkpoints") if database else None


def last_checkpoint(file: Path) -> Checkpoint | None:
    """The last checkpoint in a file; a line cut short by a crash is skipped."""
    try:
        with file.open("rb") as opened:
            opened.seek(max(0, os.fstat(opened.fileno()).st_size - TAIL_BYTES))
            tail = opened.read()
    except OSError as error:
        raise Refused(f"cannot read {file}: {(error.strerror or str(error)).lower()}") from None
    return next(_checkpoints(tail), None)


def _checkpoints(tail: bytes) -> Iterator[Checkpoint]:
    """The checkpoints of the lines that can be read, last first."""
    for line in reversed(tail.splitlines()):
        with contextlib.suppress(msgspec.DecodeError):
            yield msgspec.json.decode(line, type=Checkpoint)


def _write(file: Path, line: bytes) -> None:
    """Append the line to the file, and sync it to disk."""
    opened = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(opened).st_size
        # A crash may have left half a line: start a new one.
        if size and os.pread(opened, 1, size - 1) != b"\n":
            line = b"\n" + line
        os.write(opened, line)
        os.fsync(opened)
    finally:
        os.close(opened)


def _send(address: str, line: bytes) -> None:
    request = urllib.request.Request(address, line, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=POST_TIMEOUT_SECONDS):
        pass
