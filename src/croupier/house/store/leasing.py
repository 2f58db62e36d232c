"""The lease: one house at a time writes to a store, and whoever comes second is told who does.

Who writes holds a lock: of the system on a file beside an SQLite database, of the session on a PostgreSQL server. So it
ends with the process that holds it, whatever that ends by. A lock can be lost without being let go of (a process that
stood still while its server dropped it, a network that went away), and the holder may not know. So taking the lease
raises a number in the database, the fence, which every transaction looks at: whoever finds another than theirs has been
replaced, and writes nothing.
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
"""The advisory lock of a PostgreSQL database that its writer holds as long as it is there: `lease`, in hexadecimal."""
LEASE_TIMEOUT_SECONDS = 3.0
"""Seconds to wait for the lock: one who was killed is gone in a moment."""
RETRY_SECONDS = 0.05
SECOND = 1_000_000


class Held(Refused):
    """Somebody else holds the store."""


class Superseded(Unavailable):
    """Somebody else has taken the store over: whoever hears this writes nothing any more."""


class Holder(msgspec.Struct, frozen=True):
    """Who writes to a store."""

    program: str
    process: int
    host: str
    since: int
    """In microseconds since 1970."""

    @classmethod
    def here(cls) -> Self:
        """Who asks, by the program's name and the first word after it: what else is given may be a secret."""
        name, *more = [Path(sys.argv[0] or "python").name, *(each for each in sys.argv[1:2] if each.isalpha())]
        return cls(" ".join([name, *more])[:100], os.getpid(), socket.gethostname(), time.time_ns() // 1_000)

    def __str__(self) -> str:
        since = datetime.datetime.fromtimestamp(self.since // SECOND, datetime.UTC)
        return f"{self.program}, process {self.process} on {self.host}, since {since:%Y-%m-%d %H:%M:%S} UTC"


class Lease:
    """The right to write to a store. With a `fence`, the one that was taken before, by a process that is gone."""

    def __init__(self, url: str, holder: Holder, fence: int | None = None) -> None:
        self._url, self._holder, self.fence = url, holder, fence
        self._file: int | None = None
        self._locked = False
        """Whether the connection that writes holds the lock of its session."""

    def take(self) -> None:
        """Have the lock on a file, where it is one; refused where somebody else keeps it."""
        url = sa.make_url(self._url)
        if url.get_backend_name() != "sqlite" or self._file is not None:
            return
        database = os.path.realpath(url.database or "")
        try:
            file = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable("store-cannot-open", error=(error.strerror or str(error)).lower()) from None
        until = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > until:
                    os.close(file)
                    raise self._held() from None
                time.sleep(RETRY_SECONDS)
            else:
                self._file = file
                return

    def connected(self, connection: sa.Connection) -> None:
        """Have the lock of a session that has just begun.

        Where a lease is taken up again and the session before still hangs on the server, that one keeps the lock for a
        while and does no harm: the fence says whether anybody else has come.
        """
        self._locked = connection.dialect.name != "postgresql"
        until = time.monotonic() + LEASE_TIMEOUT_SECONDS
        while not self._locked:
            with connection.begin():
                self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
            if self._locked or self.fence is not None:
                return
            if time.monotonic() > until:
                raise self._held()
            time.sleep(RETRY_SECONDS)

    def lift(self, connection: sa.Connection) -> None:
        """Raise the fence, and say who did; where the lease is taken up again, only look whether it still stands."""
        found = connection.scalar(sa.select(s.lease.c.fence))
        if self.fence is not None:
            self.check(found)
            return
        said = {"fence": (found or 0) + 1, **msgspec.structs.asdict(self._holder)}
        connection.execute(s.lease.insert().values(one=1, **said) if found is None else s.lease.update().values(**said))
        self.fence = said["fence"]

    def seen(self, connection: sa.Connection, rows: Sequence[Any]) -> Head:
        """Where the chain stands, by the answer to `HEAD`, if the fence is still the one that was raised here."""
        if not self._locked:
            self._locked = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LEASE_LOCK))))
        row = rows[0] if rows else None
        self.check(row.fence if row else None)
        assert row is not None
        return Head() if row.position is None else Head(row.position, row.hash, row.at)

    def check(self, fence: int | None) -> None:
        """Refuse to go on where somebody else has raised the fence since."""
        if fence != self.fence:
            raise self._superseded()

    def close(self) -> None:
        """Let go of the lock; that of a session ends with it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _held(self) -> Held | Superseded:
        if self.fence is not None:
            return self._superseded()
        return Held(Sentence("store-held", holder=self._who() or Sentence("another-process")))

    def _superseded(self) -> Superseded:
        who = self._who() or Sentence("another-process")
        return Superseded("store-taken-over", holder=who)

    def _who(self) -> Holder | None:
        """Who says in the database to hold the store; nobody where that cannot be read."""
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


_last = (
    sa.select(s.event.c.position, s.event.c.hash, s.event.c.at).order_by(s.event.c.position.desc()).limit(1).subquery()
)
HEAD = sa.select(s.lease.c.fence, _last).select_from(s.lease.outerjoin(_last, sa.true()))
"""Every batch asks this: the fence and where the chain stands, in one."""
