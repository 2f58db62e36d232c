"""The lease: one process at a time writes to a store; a second one is refused, with the holder's name.

The writer holds a lock: an `flock` on a file beside an SQLite database, a session-level advisory lock on a PostgreSQL
server. So it is released when the process ends, however it ends. A lock can be lost without the holder noticing (a
process that was suspended while its server dropped the session, a network that failed). So acquiring the lease also
increments a fencing token in the database, the fence, which every transaction checks: a writer that finds another
number than its own has been replaced, and writes nothing. Which events were written under which fence is stored with
them, so the record shows that no two processes ever wrote in turn.

A holder that is silent, suspended or cut off, keeps its lock. A standby seizes the lease: it ends the holder's session,
where that can be done, and raises the fence in any case.

A database that was replaced by a copy which lacks the last transactions has a chain that is shorter, or another one,
than what was reported as durable. So a writer knows the last head it has seen, and refuses a store without that event.
"""

import datetime
import fcntl
import logging
import os
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec
import sqlalchemy as sa

from croupier.house.store import schema as s
from croupier.house.store.chain import Head
from croupier.house.store.database import WRITER_LOCK, engine
from croupier.house.store.entries import Unavailable
from croupier.refused import Refused
from croupier.words import Sentence

LEASE_LOCK = 0x6C65617365202020
"""Key of the PostgreSQL advisory lock that a writer's session holds: `lease`, in hexadecimal."""
LEASE_TIMEOUT_SECONDS = 3.0
"""Seconds to wait for the lock: that of a killed process is released within moments."""
RETRY_SECONDS = 0.05
SECOND = 1_000_000

_log = logging.getLogger(__name__)


class Held(Refused):
    """Another process holds the lease."""


class Stopped(Unavailable):
    """The end of writing to this store, for this process."""


class Superseded(Stopped):
    """Another process has raised the fence: this writer has been replaced."""


class Behind(Stopped):
    """The database lacks events that were durable: it is another one, or has lost its last transactions."""


class Holder(msgspec.Struct, frozen=True):
    """The process that writes to a store."""

    program: str
    process: int
    host: str
    since: int
    """Microseconds since 1970."""

    @classmethod
    def here(cls) -> Self:
        """The current process, by the program's name and its first argument only: others may be secrets."""
        name, *more = [Path(sys.argv[0] or "python").name, *(each for each in sys.argv[1:2] if each.isalpha())]
        return cls(" ".join([name, *more])[:100], os.getpid(), socket.gethostname(), time.time_ns() // 1_000)

    def __str__(self) -> str:
        since = datetime.datetime.fromtimestamp(self.since // SECOND, datetime.UTC)
        return f"{self.program}, process {self.process} on {self.host}, since {since:%Y-%m-%d %H:%M:%S} UTC"


class Lease:
    """The right to write to a store. With a `fence`, resumes the lease that a process now gone had acquired.

    `seen` is a head that must be in the chain. With `seizes`, takes the lease from a holder that is silent.
    """

    def __init__(
        self, url: str, holder: Holder, fence: int | None = None, seen: Head | None = None, *, seizes: bool = False
    ) -> None:
        self._url, self._holder, self.fence, self._seizes = url, holder, fence, seizes
        self.seen = seen or Head()
        """The last head that was durable."""
        self._file: int | None = None
        self._file_locked = False
        self._locked = False
        """Whether the writing connection's session holds the advisory lock; always so for SQLite."""

    def lock_file(self) -> None:
        """Lock the file beside an SQLite database; refused where another process holds it. Else nothing."""
        url = sa.make_url(self._url)
        if url.get_backend_name() != "sqlite" or self._file is not None:
            return
        try:
            file = os.open(lock_path(url), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable("store-cannot-open", error=(error.strerror or str(error)).lower()) from None
        deadline = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while not (locked := _flock(file)) and not self._seizes:
            if time.monotonic() > deadline:
                os.close(file)
                raise self._held_error()
            time.sleep(RETRY_SECONDS)
        self._file, self._file_locked = file, locked

    def lock_session(self, connection: sa.Connection) -> None:
        """Take the advisory lock for a new session; refused where another session keeps it.

        Where a lease is resumed and the old session still hangs on the server, that one keeps the lock for a while and
        does no harm: the fence tells whether another process has acquired the lease.
        """
        self._locked = connection.dialect.name != "postgresql"
        if self._seizes and not self._locked:
            _end_sessions(connection)
        deadline = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while not self._locked:
            with connection.begin():
                self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
            if self._locked or self.fence is not None:
                return
            if time.monotonic() > deadline:
                if self._seizes:
                    return
                raise self._held_error()
            time.sleep(RETRY_SECONDS)

    def raise_fence(self, connection: sa.Connection) -> None:
        """Raise the fence and record the holder; where the lease is resumed, only check the fence."""
        stored_fence = connection.scalar(sa.select(s.lease.c.fence))
        if self.fence is not None:
            self.check_fence(stored_fence)
            return
        self.check_seen(connection)
        # A copy of a store has the terms of the original, and no lease.
        latest = connection.scalar(sa.select(sa.func.max(s.term.c.fence))) or 0
        row = {"fence": max(stored_fence or 0, latest) + 1, **msgspec.structs.asdict(self._holder), "beat": 0}
        connection.execute(
            s.lease.insert().values(one=1, **row) if stored_fence is None else s.lease.update().values(**row)
        )
        self.fence, self._seizes = row["fence"], False
        last = connection.scalar(sa.select(sa.func.max(s.event.c.position))) or 0
        connection.execute(s.term.insert().values(fence=self.fence, first=last + 1, last=last))

    def sign_for(self, connection: sa.Connection, head: Head) -> None:
        """Record that events up to this head are of our term, in the transaction that writes them."""
        connection.execute(_TERM, {"last_event": head.position, "own_fence": self.fence})

    def beat(self, connection: sa.Connection) -> None:
        """Show that the holder lives, in a transaction that has checked the fence."""
        connection.execute(s.lease.update().values(beat=sa.func.coalesce(s.lease.c.beat, 0) + 1))

    def head(self, connection: sa.Connection, rows: Sequence[Any]) -> Head:
        """The head of the chain, from the rows of `HEAD_QUERY`; raises `Superseded` where the fence was raised."""
        if not self._locked:
            self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
        if self._file is not None and not self._file_locked:
            self._file_locked = _flock(self._file)
        row = rows[0] if rows else None
        self.check_fence(row.fence if row else None)
        assert row is not None
        return Head() if row.position is None else Head(row.position, row.hash, row.at)

    def check_fence(self, fence: int | None) -> None:
        """Raise `Superseded` where the fence is not ours."""
        if fence != self.fence:
            raise self._superseded_error()

    def check_seen(self, connection: sa.Connection) -> None:
        """Raise `Behind` where the chain does not contain the head that was durable last."""
        seen = self.seen
        if not seen.position:
            return
        stored = connection.scalar(sa.select(s.event.c.hash).where(s.event.c.position == seen.position))
        if stored != seen.hash:
            last = connection.scalar(sa.select(sa.func.max(s.event.c.position))) or 0
            raise Behind("store-behind", seen=seen.position, stored=last)

    def close(self) -> None:
        """Release the file lock; an advisory lock ends with its session."""
        if self._file is not None:
            os.close(self._file)
            self._file, self._file_locked = None, False

    def _held_error(self) -> Held | Superseded:
        if self.fence is not None:
            return self._superseded_error()
        return Held(Sentence("store-held", holder=self._recorded_holder() or Sentence("another-process")))

    def _superseded_error(self) -> Superseded:
        holder = self._recorded_holder() or Sentence("another-process")
        return Superseded("store-taken-over", holder=holder)

    def _recorded_holder(self) -> Holder | None:
        """The holder recorded in the database; None where that cannot be read."""
        try:
            reading = engine(self._url, writes=False)
        except Refused:
            return None
        try:
            with reading.connect() as connection:
                lease = s.lease.c
                row = connection.execute(sa.select(lease.program, lease.process, lease.host, lease.since)).first()
        except sa.exc.DBAPIError:
            return None
        finally:
            reading.dispose()
        return Holder(*row) if row else None


def lock_path(url: sa.URL) -> str:
    """The file beside an SQLite database that its writer locks."""
    return f"{os.path.realpath(url.database or '')}.lock"


def _flock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def held(keys: Sequence[int]) -> sa.Select[Any]:
    """The query for the sessions of other clients that hold one of these advisory locks of a PostgreSQL database."""
    locks = sa.table("pg_locks", *map(sa.column, ("pid", "locktype", "database", "classid", "objid", "granted")))
    c = locks.c
    here = sa.text("(SELECT oid FROM pg_database WHERE datname = current_database())")
    # A key of 64 bits is shown in two halves.
    halves = sa.tuple_(sa.cast(c.classid, sa.BigInteger), sa.cast(c.objid, sa.BigInteger))
    some = halves.in_([(key >> 32, key & 0xFFFFFFFF) for key in keys])
    own = c.pid == sa.func.pg_backend_pid()
    return sa.select(c.pid).where(c.locktype == "advisory", c.granted, c.database == here, some, ~own)


def _end_sessions(connection: sa.Connection) -> None:
    """End the sessions on a PostgreSQL server that hold the lease or write; where that is not allowed, leave them."""
    sessions = held([LEASE_LOCK, WRITER_LOCK]).subquery()
    try:
        with connection.begin():
            connection.execute(sa.select(sa.func.pg_terminate_backend(sessions.c.pid))).all()
    except sa.exc.DBAPIError as error:
        # The fence keeps the former holder from writing all the same.
        _log.warning("the silent holder's session could not be ended: %s", str(error.orig).splitlines()[0])


_TERM = s.term.update().where(s.term.c.fence == sa.bindparam("own_fence")).values(last=sa.bindparam("last_event"))
_last_event = (
    sa.select(s.event.c.position, s.event.c.hash, s.event.c.at).order_by(s.event.c.position.desc()).limit(1).subquery()
)
HEAD_QUERY = sa.select(s.lease.c.fence, _last_event).select_from(s.lease.outerjoin(_last_event, sa.true()))
"""The query that every batch starts with: the fence and the head of the chain in one row."""
