"""A standby watches the lease of a store, and says when to take it.

It is taken at once where the lock is free: the holder's process, or its session, has ended. A holder that keeps the
lock and is silent, because it was suspended or cut off, is waited for a while. Neither needs a clock that machines
agree on, and a standby that was suspended itself counts nothing of that time. Where it is wrong, nothing is lost: the
fence stops whoever was replaced.

A standby has a lock of its own, so that a planned handover can tell whether anybody is there to take over.
"""

import contextlib
import fcntl
import os
import signal
import socket
import time
from typing import Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from croupier.house.store import schema as s
from croupier.house.store.chain import Head
from croupier.house.store.database import backend, engine
from croupier.house.store.lease import LEASE_LOCK, Holder, held, lock_path
from croupier.house.store.upgrade import SCHEMA_VERSION, version
from croupier.refused import Refused

POLL_SECONDS = 0.25
"""Seconds between two looks at the lease."""
SILENCE_SECONDS = 8.0
"""Seconds without a beat after which a holder is replaced: with what opening takes, the floor is without a house for 15
at most."""
RECONNECT_SECONDS = 3.0
"""Seconds that the holder has to come back to a database that was away: it may be in the middle of a round."""
CHANGE_SECONDS = 5.0
"""Seconds for which whoever has handed over leaves the lease to others."""
MAX_STEP_SECONDS = 1.0
"""Most seconds that count between two looks: this process may have been suspended itself."""
HANDOVER_TIMEOUT_SECONDS = 60.0
"""Seconds to wait for a house to change hands."""
STANDBY_LOCK = 0x7374616E64627920
"""Key of the PostgreSQL advisory lock that every standby's session shares: `standby`, in hexadecimal."""

Verdict: TypeAlias = Literal["free", "silent"]
"""Why to take the lease."""


class Sighting(msgspec.Struct, frozen=True):
    """What a look at the lease has shown."""

    held: bool
    """Whether the lock is held."""
    beat: tuple[int, int] | None = None
    """Fence and beat; None where the program that holds the lease has no beat, or nobody has held it yet."""
    head: Head = Head()
    holder: Holder | None = None


class Watch:
    """Looks at the lease of a store; with `waits`, it shows others that a standby is there."""

    def __init__(self, url: str, *, waits: bool) -> None:
        backend(url)  # refuses an invalid URL
        self._url, self._waits = sa.make_url(url), waits
        self._engine: sa.Engine | None = None
        self._connection: sa.Connection | None = None
        self._file: int | None = None
        self._current = False
        """Whether the tables are those of this program: an older one has no beat, and is waited for."""

    @property
    def _sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def look(self) -> Sighting | None:
        """The state of the lease; None where the database cannot be reached."""
        try:
            connection = self._connected()
            if connection is None:
                return Sighting(held=self._held(None))
            with connection.begin():
                return self._seen(connection)
        except (sa.exc.DBAPIError, OSError):
            self.close()
            return None

    def _seen(self, connection: sa.Connection) -> Sighting:
        locked = self._held(connection)
        if not self._current and version(connection) != SCHEMA_VERSION:
            return Sighting(held=locked)
        self._current = True
        lease, event = s.lease.c, s.event.c
        holder = sa.select(lease.fence, lease.beat, lease.program, lease.process, lease.host, lease.since)
        row = connection.execute(holder).first()
        last = sa.select(event.position, event.hash, event.at).order_by(event.position.desc()).limit(1)
        head = connection.execute(last).first()
        return Sighting(
            held=locked,
            beat=None if row is None or row.beat is None else (row.fence, row.beat),
            head=Head() if head is None else Head(*head),
            holder=None if row is None else Holder(row.program, row.process, row.host, row.since),
        )

    def awaited(self) -> bool:
        """Whether another process stands by."""
        connection = self._connected()
        if connection is None or self._sqlite:
            return not _free(_presence(self._url), fcntl.LOCK_EX)
        with connection.begin():
            return connection.execute(held([STANDBY_LOCK])).first() is not None

    def close(self) -> None:
        """Disconnect, and give up the standby's lock."""
        for each in (self._connection, self._engine):
            if each is not None:
                with contextlib.suppress(sa.exc.DBAPIError):
                    each.close() if isinstance(each, sa.Connection) else each.dispose()
        self._connection = self._engine = None
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _connected(self) -> sa.Connection | None:
        """The connection, with the standby's lock; None where there is no database file yet."""
        if self._connection is not None:
            return self._connection
        if self._sqlite and self._waits and self._file is None:
            self._file = os.open(_presence(self._url), os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        if self._sqlite and not os.path.isfile(self._url.database or ""):
            return None
        self._engine = engine(self._url.render_as_string(hide_password=False), writes=False)
        self._connection = self._engine.connect()
        if not self._sqlite and self._waits:
            with self._connection.begin():
                self._connection.execute(sa.select(sa.func.pg_try_advisory_lock_shared(STANDBY_LOCK)))
        return self._connection

    def _held(self, connection: sa.Connection | None) -> bool:
        if connection is not None and not self._sqlite:
            return connection.execute(held([LEASE_LOCK])).first() is not None
        return not _free(lock_path(self._url), fcntl.LOCK_SH)


class Patience:
    """When to take the lease, from looks at it. `wait` is seconds for which a free one is left to others."""

    def __init__(self, wait: float = 0.0) -> None:
        self.seen = Head()
        """The last head that was seen."""
        self.holder: Holder | None = None
        self._wait = wait
        self._last: float | None = None
        self._free = self._silent = 0.0
        self._beat: tuple[int, int] | None = None

    def judge(self, sighting: Sighting | None, now: float) -> Verdict | None:
        """Whether to take the lease, from a look that began `now` (monotonic seconds)."""
        step = 0.0 if self._last is None else min(now - self._last, MAX_STEP_SECONDS)
        self._last = now
        if sighting is None:
            self._free, self._silent, self._wait = 0.0, 0.0, max(self._wait, RECONNECT_SECONDS)
            return None
        self.holder = sighting.holder
        if sighting.head.position > self.seen.position:
            self.seen = sighting.head
        if not sighting.held:
            self._free, self._silent = self._free + step, 0.0
            return "free" if self._free >= self._wait else None
        self._free = self._wait = 0.0
        alive = sighting.beat is None or sighting.beat != self._beat
        self._beat, self._silent = sighting.beat, 0.0 if alive else self._silent + step
        return "silent" if self._silent >= SILENCE_SECONDS else None


def hand_over(url: str) -> tuple[Holder, float]:
    """Have the house on this machine hand over to a standby; who has taken over, and after how many seconds."""
    watch = Watch(url, waits=False)
    try:
        seen = watch.look()
        if seen is None:
            raise Refused("store-not-answering")
        here = socket.gethostname()
        if not seen.held or seen.holder is None or not seen.holder.program.endswith(" serve"):
            raise Refused("handover-no-house")
        if seen.holder.host != here:
            raise Refused("handover-elsewhere", host=seen.holder.host)
        if not watch.awaited():
            raise Refused("handover-no-standby")
        begun = time.monotonic()
        try:
            os.kill(seen.holder.process, signal.SIGUSR1)
        except (ProcessLookupError, PermissionError):
            raise Refused("handover-not-allowed", process=seen.holder.process) from None
        while time.monotonic() < begun + HANDOVER_TIMEOUT_SECONDS:
            now = watch.look()
            if now is not None and now.holder not in (None, seen.holder):
                assert now.holder is not None
                return now.holder, time.monotonic() - begun
            time.sleep(POLL_SECONDS)
    finally:
        watch.close()
    raise Refused("handover-not-taken", seconds=f"{HANDOVER_TIMEOUT_SECONDS:.0f}")


def _presence(url: sa.URL) -> str:
    """The file beside an SQLite database that every standby shares a lock of."""
    return lock_path(url).removesuffix(".lock") + ".standby"


def _free(path: str, how: int) -> bool:
    """Whether that lock of a file could be taken; it is given back at once."""
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(file)
    return True
