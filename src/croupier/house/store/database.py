"""Databases by URL: `sqlite:///house.db` or `postgresql://user@host/house`. All differences between them are here."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from croupier.house.keys import own_alone
from croupier.house.store import schema
from croupier.refused import Refused

WRITER_LOCK = 0x63726F7570696572
"""Key of the PostgreSQL advisory lock held during each write transaction: `croupier`, in hexadecimal."""
ROWS_PER_STATEMENT = 500
"""Rows in one INSERT: SQLite takes 32,766 parameters at most."""
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
LOCK_TIMEOUT_MS = 10_000
"""Milliseconds to wait for a lock that another process holds."""


def engine(url: str, *, writes: bool) -> sa.Engine:
    """An SQLAlchemy engine, for the one connection that writes or for readers."""
    made = _sqlite if backend(url) == "sqlite" else _postgresql
    return made(sa.make_url(url), writes)


Query: TypeAlias = tuple[sa.Select[Any], Mapping[str, object]]
"""A query and its parameters."""


def manual_transactions(connection: sa.Connection) -> sa.Connection:
    """Have transactions begin in `lock` and `lock_and_query`: psycopg would spend a round trip on each BEGIN."""
    if connection.dialect.name == "postgresql":
        return connection.execution_options(isolation_level="AUTOCOMMIT")
    return connection


def lock(connection: sa.Connection, key: int = WRITER_LOCK) -> None:
    """Take the writer lock until the end of the transaction; in SQLite, BEGIN IMMEDIATE has taken it already."""
    if connection.dialect.name == "postgresql":
        if driver(connection).autocommit:
            connection.exec_driver_sql(BEGIN)
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": key})


def lock_and_query(connection: sa.Connection, queries: Sequence[Query]) -> list[list[Any]]:
    """Take the writer lock, as `lock` does, then run these queries, in one round trip; the rows of each.

    The connection is one with `manual_transactions`; its transaction begins here. The queries are statements apart from
    the lock: each sees what was committed before it began, so also what another process wrote while this one waited.
    """
    if connection.dialect.name != "postgresql":
        return [list(connection.execute(query, parameters)) for query, parameters in queries]
    from psycopg.rows import namedtuple_row

    with pipelined(connection) as raw:
        raw.execute(BEGIN)
        raw.execute("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
        cursors = []
        for query, parameters in queries:
            compiled = _compiled(query)
            cursor = raw.cursor(row_factory=namedtuple_row)
            cursor.execute(compiled.string, compiled.construct_params(dict(parameters)))
            cursors.append(cursor)
    return [cursor.fetchall() for cursor in cursors]


def driver(connection: sa.Connection) -> Any:
    """The psycopg connection underneath."""
    return connection.connection.driver_connection


@contextmanager
def pipelined(connection: sa.Connection) -> Iterator[Any]:
    """Pipeline mode: statements are sent at once, and their results read at the end.

    Yields the psycopg connection; None for SQLite, which has no round trips to save.
    """
    if connection.dialect.name != "postgresql":
        yield None
        return
    import psycopg

    raw = driver(connection)
    try:
        with raw.pipeline():
            yield raw
    except psycopg.Error as error:
        raise sa.exc.DBAPIError.instance(None, None, error, psycopg.Error, dialect=connection.dialect) from error


@cache
def _compiled(query: sa.Select[Any]) -> Any:
    """The query compiled for PostgreSQL; cached, since every batch runs the same few."""
    dialect: Any = postgresql.psycopg.dialect
    return query.compile(dialect=dialect())


def pairs_table(dialect: str) -> sa.FromClause:
    """A derived table of text pairs, with columns `one` and `other`, to join with; `pairs_parameters` makes its values.

    For `(a, b) IN (pairs)` SQLite would scan the whole table.
    """
    if dialect == "postgresql":
        lists = [sa.bindparam(name, type_=postgresql.ARRAY(sa.Text)) for name in ("ones", "others")]
        return sa.func.unnest(*lists).table_valued("one", "other").render_derived()
    rows = sa.func.json_each(sa.bindparam("pairs", type_=sa.Text)).table_valued("value")
    cells = (sa.func.json_extract(rows.c.value, f"$[{at}]", type_=sa.Text) for at in (0, 1))
    one, other = (cell.label(name) for cell, name in zip(cells, ("one", "other"), strict=True))
    return sa.select(one, other).subquery()


def pairs_parameters(dialect: str, keys: Sequence[tuple[str, str]]) -> dict[str, object]:
    """The parameters of a statement that contains `pairs_table`."""
    if dialect == "postgresql":
        return dict(zip(("ones", "others"), map(list, zip(*keys, strict=True)), strict=True))
    return {"pairs": json.dumps(keys, ensure_ascii=False)}


def insert(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows."""
    if connection.dialect.name == "postgresql":
        connection.execute(table.insert(), rows)
    else:
        _insert_many(connection, table, rows)


def upsert_balances(connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert or update the balances of accounts."""
    if connection.dialect.name == "postgresql":
        statement = postgresql.insert(schema.balance)
        changed = {"cents": statement.excluded.cents}
        connection.execute(
            statement.on_conflict_do_update(index_elements=[schema.balance.c.account], set_=changed), rows
        )
    else:
        on_conflict = "ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"
        _insert_many(connection, schema.balance, rows, on_conflict)


def _insert_many(
    connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]], suffix: str = ""
) -> None:
    """Insert many rows per statement: after each one this thread waits for the interpreter lock of a busy process."""
    names = table.columns.keys()
    row = f"({', '.join('?' * len(names))})"
    for at in range(0, len(rows), ROWS_PER_STATEMENT):
        some = rows[at : at + ROWS_PER_STATEMENT]
        text = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {', '.join([row] * len(some))} {suffix}"
        connection.exec_driver_sql(text, tuple([each[name] for each in some for name in names]))


def backend(url: str) -> str:
    """The kind of database at a URL, `sqlite` or `postgresql`; any other is refused."""
    hint = "write sqlite:///house.db or postgresql://user@host/house"
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise Refused(f"this is no URL of a store: {hint}") from None
    if (backend := parsed.get_backend_name()) not in ("sqlite", "postgresql"):
        raise Refused(f"no store is at {parsed}: {hint}")
    return backend


def _sqlite(url: sa.URL, writes: bool) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        raise Refused("a store in memory would lose what it has said to keep: name a file, such as sqlite:///house.db")
    if not writes and not Path(url.database).is_file():
        raise Refused(f"no store is at {url}: there is no file {url.database}")
    if writes:
        _make_private(Path(url.database))
    made = sa.create_engine(url)
    sa.event.listen(made, "connect", _prepare_sqlite)
    sa.event.listen(made, "connect", _prepare_to_write if writes else _prepare_to_read)
    sa.event.listen(made, "begin", _begin_to_write if writes else _begin_to_read)
    return made


def _make_private(path: Path) -> None:
    """Make a database file readable by its owner alone (mode 0600); SQLite's side files inherit that mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError:
        return  # SQLite reports the reason when it opens the file
    for beside in ("", "-wal", "-shm"):
        own_alone(path.with_name(path.name + beside))


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin explicitly, not where the driver guesses
    # Damaged text must still be readable, for the audit to find where the damage is.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    connection.execute(f"PRAGMA busy_timeout={LOCK_TIMEOUT_MS}")


def _prepare_to_write(connection: sqlite3.Connection, _: object) -> None:
    _enable_wal(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, with retries: while two processes create the file, SQLite fails one at once."""
    deadline = time.monotonic() + LOCK_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _prepare_to_read(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA query_only=ON")


def _begin_to_write(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_to_read(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


_TCP_TIMEOUTS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": LOCK_TIMEOUT_MS,
}
"""TCP timeouts, by which a silent server counts as gone: the system's default is a quarter of an hour."""


def _postgresql(url: sa.URL, writes: bool) -> sa.Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise Refused("PostgreSQL needs psycopg: pip install 'croupier[postgresql]'") from None
    # Durable whatever the server's default is, and no transaction waits without a limit.
    limits = f"-c lock_timeout={LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout={LOCK_TIMEOUT_MS}"
    options = f"-c synchronous_commit=on {limits}"
    # A reader sees one snapshot per transaction; a writer, once it has the lock, sees what the one before it wrote.
    isolation: Any = "READ COMMITTED" if writes else "REPEATABLE READ"
    return sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args={
            "options": options,
            **_TCP_TIMEOUTS,
            **{name: url.query[name] for name in _TCP_TIMEOUTS if name in url.query},
        },
        isolation_level=isolation,
        pool_pre_ping=not writes,
    )
