"""The lease: one process at a time writes to a store; a second one is refused, with the holder's name.

The writer holds a lock: an `flock` on a file beside an SQLite database, a session-level advisory lock on a PostgreSQL
server. So it is released when the process ends, however it ends. A lock can be lost without the holder noticing (a
process that was suspended while its server dropped the session, a network that failed). So acquiring the lease also
increments a fencing token in the database, the fence, which every transaction checks: a writer that finds another
number than its own has been replaced, and writes nothing.
"""

import datetime
import fcntl
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
from croupier.house.store.database import engine
from croupier.house.store.entries import Unavailable
from croupier.refused import Refused
from croupier.words import Sentence

LEASE_LOCK = 0x6C65617365202020
"""Key of the PostgreSQL advisory lock that a writer's session holds: `lease`, in hexadecimal."""
LEASE_TIMEOUT_SECONDS = 3.0
"""Seconds to wait for the lock: that of a killed process is released within moments."""
RETRY_SECONDS = 0.05
SECOND = 1_000_000


class Held(Refused):
    """Another process holds the lease."""


class Superseded(Unavailable):
    """Another process has raised the fence: this writer has been replaced and must not write any more."""


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
    """The right to write to a store. With a `fence`, resumes the lease that a process now gone had acquired."""

    def __init__(self, url: str, holder: Holder, fence: int | None = None) -> None:
        self._url, self._holder, self.fence = url, holder, fence
        self._file: int | None = None
        self._locked = False
        """Whether the writing connection's session holds the advisory lock; always so for SQLite."""

    def lock_file(self) -> None:
        """Lock the file beside an SQLite database; refused where another process holds it. Else nothing."""
        url = sa.make_url(self._url)
        if url.get_backend_name() != "sqlite" or self._file is not None:
            return
        database = os.path.realpath(url.database or "")
        try:
            file = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable("store-cannot-open", error=(error.strerror or str(error)).lower()) from None
        deadline = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > deadline:
                    os.close(file)
                    raise self._held_error() from None
                time.sleep(RETRY_SECONDS)
            else:
                self._file = file
                return

    def lock_session(self, connection: sa.Connection) -> None:
        """Take the advisory lock for a new session; refused where another session keeps it.

        Where a lease is resumed and the old session still hangs on the server, that one keeps the lock for a while and
        does no harm: the fence tells whether another process has acquired the lease.
        """
        self._locked = connection.dialect.name != "postgresql"
        deadline = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while not self._locked:
            with connection.begin():
                self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
            if self._locked or self.fence is not None:
                return
            if time.monotonic() > deadline:
                raise self._held_error()
            time.sleep(RETRY_SECONDS)

    def raise_fence(self, connection: sa.Connection) -> None:
        """Raise the fence and record the holder; where the lease is resumed, only check the fence."""
        stored_fence = connection.scalar(sa.select(s.lease.c.fence))
        if self.fence is not None:
            self.check_fence(stored_fence)
            return
        row = {"fence": (stored_fence or 0) + 1, **msgspec.structs.asdict(self._holder)}
        connection.execute(
            s.lease.insert().values(one=1, **row) if stored_fence is None else s.lease.update().values(**row)
        )
        self.fence = row["fence"]

    def head(self, connection: sa.Connection, rows: Sequence[Any]) -> Head:
        """The head of the chain, from the rows of `HEAD_QUERY`; raises `Superseded` where the fence was raised."""
        if not self._locked:
            self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
        row = rows[0] if rows else None
        self.check_fence(row.fence if row else None)
        assert row is not None
        return Head() if row.position is None else Head(row.position, row.hash, row.at)

    def check_fence(self, fence: int | None) -> None:
        """Raise `Superseded` where the fence is not ours."""
        if fence != self.fence:
            raise self._superseded_error()

    def close(self) -> None:
        """Release the file lock; an advisory lock ends with its session."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

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


_last_event = (
    sa.select(s.event.c.position, s.event.c.hash, s.event.c.at).order_by(s.event.c.position.desc()).limit(1).subquery()
)
HEAD_QUERY = sa.select(s.lease.c.fence, _last_event).select_from(s.lease.outerjoin(_last_event, sa.true()))
"""The query that every batch starts with: the fence and the head of the chain in one row."""
