"""Reads the store: events, receipts, postings and balances. A reader takes no lock that a writer would wait for."""

import copy
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from typing import Any, Self, TypeAlias

import msgspec
import sqlalchemy as sa

from croupier.house.ledger import CAGE, Posting
from croupier.house.store import schema as s
from croupier.house.store.chain import BEGINNING, Checkpoint, Head
from croupier.house.store.database import Query, engine, pairs_parameters, pairs_table
from croupier.house.store.entries import Appended, Event, Posted, Receipt, Unavailable
from croupier.house.store.upgrade import READABLE, SCHEMA_VERSION, version
from croupier.refused import Refused
from croupier.words import Sentence

ROWS_PER_PAGE = 1_000
"""Rows per query, so that a store of any size can be iterated."""
SLOW_SECONDS, BACKOFF_FACTOR, MAX_BACKOFF_SECONDS = 0.5, 3, 15.0
"""Back-off: where a failed connection attempt took more than SLOW_SECONDS, no other is made for BACKOFF_FACTOR times as
long, MAX_BACKOFF_SECONDS at most, so that callers fail fast."""


class EventRecord(msgspec.Struct, frozen=True):
    """An event with its postings and receipts."""

    event: Event
    postings: tuple[Posting, ...]
    lines: tuple[int, ...]
    """The line numbers of the postings: from 0, without a gap where nothing is damaged."""
    receipts: tuple[Receipt, ...]


class Term(msgspec.Struct, frozen=True):
    """A lease, and the positions of the first and last event that were written under it."""

    fence: int
    first: int
    last: int


class Records:
    """Read access to a store."""

    def __init__(self, url: str) -> None:
        self._engine = engine(url, writes=False)
        self._backoff_until = 0.0
        """Back-off: no connection attempt before this monotonic time, in seconds."""
        self.on_unavailable: Callable[[Unavailable], None] = lambda _: None
        """Called when a connection attempt fails."""
        self._pinned: sa.Connection | None = None
        with self._connection() as connection:
            schema_version = version(connection)
        self._current = schema_version == SCHEMA_VERSION
        if schema_version not in READABLE:
            self.close()
            reason = (
                Sentence("holds-no-store")
                if schema_version is None
                else Sentence("store-version-differs", found=schema_version, current=SCHEMA_VERSION)
            )
            raise Refused(f"{sa.make_url(url)} {reason}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def clone(self) -> Self:
        """A second reader on the same connection pool, for a thread that reads a long snapshot of its own."""
        reader = copy.copy(self)
        reader._pinned = None
        return reader

    def events(self, stream: str, after: int = 0) -> Iterator[Event]:
        """The events of a stream after that version, in order."""
        query = sa.select(s.event).where(s.event.c.stream == stream).order_by(s.event.c.version).limit(ROWS_PER_PAGE)
        while rows := self._rows(query.where(s.event.c.version > after)):
            for row in rows:
                yield Event(*row)
            after = rows[-1].version

    def last(self, stream: str, kinds: Collection[str], before: int | None = None) -> Event | None:
        """The last event of one of these kinds in a stream, before that version where one is given."""
        query = sa.select(s.event).where(s.event.c.stream == stream, s.event.c.kind.in_(kinds))
        if before is not None:
            query = query.where(s.event.c.version < before)
        rows = self._rows(query.order_by(s.event.c.version.desc()).limit(1))
        return Event(*rows[0]) if rows else None

    def latest(self, stream: str, kinds: Collection[str], last: int) -> list[Event]:
        """The latest events of these kinds in a stream, the newest first."""
        conditions = (s.event.c.stream == stream, s.event.c.kind.in_(kinds))
        query = sa.select(s.event).where(*conditions).order_by(s.event.c.version.desc()).limit(last)
        return [Event(*row) for row in self._rows(query)]

    def next(self, stream: str, kinds: Collection[str], after: int) -> Event | None:
        """The first event of one of these kinds in a stream after that version."""
        conditions = (s.event.c.stream == stream, s.event.c.kind.in_(kinds), s.event.c.version > after)
        rows = self._rows(sa.select(s.event).where(*conditions).order_by(s.event.c.version).limit(1))
        return Event(*rows[0]) if rows else None

    def events_between(self, stream: str, kinds: Collection[str], after: int, until: int) -> Iterator[Event]:
        """The events of these kinds in a stream, after one version and up to and including another."""
        conditions = (s.event.c.stream == stream, s.event.c.kind.in_(kinds), s.event.c.version <= until)
        query = sa.select(s.event).where(*conditions).order_by(s.event.c.version).limit(ROWS_PER_PAGE)
        while rows := self._rows(query.where(s.event.c.version > after)) if after < until else []:
            for row in rows:
                yield Event(*row)
            after = rows[-1].version

    def rare_events(self, kind: str, stream: str | None = None, after: int = 0) -> list[Event]:
        """Every event of a kind indexed in `SELDOM`, in a stream after that version; or in all streams."""
        query = sa.select(s.event).where(s.SELDOM, s.event.c.kind == kind)
        if stream is not None:
            query = query.where(s.event.c.stream == stream, s.event.c.version > after)
        order = (s.event.c.position,) if stream is None else (s.event.c.version,)
        return [Event(*row) for row in self._rows(query.order_by(*order))]

    def events_since(self, at: int, kinds: Collection[str]) -> list[Event]:
        """The events of these kinds at or after a time, in all streams, in order."""
        conditions = (s.event.c.at >= at, s.event.c.kind.in_(kinds))
        return [Event(*row) for row in self._rows(sa.select(s.event).where(*conditions).order_by(s.event.c.position))]

    def cage_sales(self, since: int) -> list[Event]:
        """The `bought-in` events paid at the cage, at or after a time, in order."""
        first = sa.select(sa.func.min(s.event.c.position)).where(s.event.c.at >= since).scalar_subquery()
        bought = sa.select(s.posting.c.position).where(s.posting.c.source == CAGE, s.posting.c.position >= first)
        conditions = (s.event.c.position.in_(bought), s.event.c.kind == "bought-in", s.event.c.at >= since)
        return [Event(*row) for row in self._rows(sa.select(s.event).where(*conditions).order_by(s.event.c.position))]

    def posted(self, account: str, after: int) -> list[tuple[Event, Posting]]:
        """The postings to and from an account after that position, in order, each with its event."""
        p, e = s.posting.c, s.event.c
        sides = [sa.select(s.posting).where(side == account, p.position > after) for side in (p.source, p.destination)]
        both = sa.union_all(*sides).subquery()
        query = (
            sa.select(s.event, both.c.source, both.c.destination, both.c.cents, both.c.kind.label("posting_kind"))
            .join_from(both, s.event, both.c.position == e.position)
            .order_by(both.c.position, both.c.line)
        )
        return [
            (Event(*row[: len(s.event.c)]), Posting(row.source, row.destination, row.cents, row.posting_kind))
            for row in self._rows(query)
        ]

    def position_before(self, at: int) -> int:
        """The position of the last event before the first one at or after a time; that of the last of all otherwise."""
        first = self._one(sa.select(sa.func.min(s.event.c.position)).where(s.event.c.at >= at))
        return self.head().position if first is None else int(first) - 1

    def events_after(self, stream: str, kinds: Collection[str], position: int) -> list[Event]:
        """The events of these kinds in a stream after a position of the chain, in order."""
        conditions = (s.event.c.stream == stream, s.event.c.kind.in_(kinds), s.event.c.position > position)
        return [Event(*row) for row in self._rows(sa.select(s.event).where(*conditions).order_by(s.event.c.position))]

    def events_at(self, positions: Collection[int]) -> list[Event]:
        """The events at these positions."""
        query = sa.select(s.event).where(s.event.c.position.in_(positions)).order_by(s.event.c.position)
        return [Event(*row) for row in self._rows(query)] if positions else []

    def all_events(self, after: int = 0) -> Iterator[Event]:
        """The events of all streams after that position, in order."""
        query = sa.select(s.event).order_by(s.event.c.position).limit(ROWS_PER_PAGE)
        while rows := self._rows(query.where(s.event.c.position > after)):
            for row in rows:
                yield Event(*row)
            after = rows[-1].position

    def event_records(self, after: int = 0) -> Iterator[EventRecord]:
        """The events of all streams after that position, with postings and receipts, in order."""
        query = sa.select(s.event).order_by(s.event.c.position).limit(ROWS_PER_PAGE)
        while rows := self._rows(query.where(s.event.c.position > after)):
            positions = range(rows[0].position, rows[-1].position + 1)
            postings, receipts = self._postings(positions), self._receipts(positions)
            for row in rows:
                yield _event_record(row, postings, receipts)
            after = rows[-1].position

    def event_records_in(self, stream: str, first: int, last: int) -> list[EventRecord]:
        """The events of a stream from one version to another, both included, with postings and receipts."""
        versions = s.event.c.version.between(first, last)
        rows = self._rows(sa.select(s.event).where(s.event.c.stream == stream, versions).order_by(s.event.c.version))
        event_records: list[EventRecord] = []
        for at in range(0, len(rows), ROWS_PER_PAGE):
            page = rows[at : at + ROWS_PER_PAGE]
            positions = [row.position for row in page]
            postings, receipts = self._postings(positions), self._receipts(positions)
            event_records += [_event_record(row, postings, receipts) for row in page]
        return event_records

    def span(self, since: int, until: int) -> tuple[int, int] | None:
        """The first and last position of the events in `[since, until)`; None where there are none."""
        e = s.event.c
        within = (e.at >= since, e.at < until)
        rows = self._rows(sa.select(sa.func.min(e.position), sa.func.max(e.position)).where(*within))
        first, last = rows[0]
        return None if first is None else (first, last)

    def count(self, first: int, last: int) -> int:
        """The number of events from one position to another, both included."""
        within = s.event.c.position.between(first, last)
        return int(self._one(sa.select(sa.func.count()).select_from(s.event).where(within)))

    def hash(self, position: int) -> bytes | None:
        """The hash of the event at that position."""
        digest: bytes | None = self._one(sa.select(s.event.c.hash).where(s.event.c.position == position))
        return digest

    def balance_after(self, account: str, position: int) -> int:
        """An account's balance after that position, in cents, summed from its postings."""
        p = s.posting.c
        sums = [
            self._one(sa.select(sa.func.sum(p.cents)).where(side == account, p.position <= position)) or 0
            for side in (p.destination, p.source)
        ]
        return int(sums[0]) - int(sums[1])

    def version(self, stream: str) -> int:
        """The version of a stream: the number of its events."""
        query = sa.select(s.event.c.version).where(s.event.c.stream == stream)
        return self._one(query.order_by(s.event.c.version.desc()).limit(1)) or 0

    def hash_of(self, stream: str, version: int) -> bytes:
        """The hash of the event of that version in a stream, for `Append.upon`; `BEGINNING` for version 0."""
        query = sa.select(s.event.c.hash).where(s.event.c.stream == stream, s.event.c.version == version)
        digest: bytes | None = self._one(query) if version else BEGINNING
        if digest is None:
            raise Refused("stream-event-missing", stream=stream, event=version)
        return digest

    def streams(self, prefix: str = "") -> list[str]:
        """The names of the streams with that prefix, sorted."""
        query = sa.select(s.event.c.stream).where(s.event.c.version == 1, _has_prefix(s.event.c.stream, prefix))
        return [row.stream for row in self._rows(query.order_by(s.event.c.stream))]

    def ends(self, prefix: str) -> dict[str, str]:
        """The streams with that prefix, each with the kind of its last event."""
        e = s.event.c
        last = sa.select(e.stream, sa.func.max(e.version).label("version")).where(_has_prefix(e.stream, prefix))
        ends = last.group_by(e.stream).subquery()
        query = sa.select(e.stream, e.kind).join_from(
            ends, s.event, sa.and_(e.stream == ends.c.stream, e.version == ends.c.version)
        )
        return {row.stream: row.kind for row in self._rows(query.order_by(e.stream))}

    def head(self) -> Head:
        """The head of the chain."""
        with self._connection() as connection:
            return head(connection)

    def receipt_of(self, actor: str, id: str) -> tuple[Receipt, Appended] | None:
        """The receipt of that actor's request, and the result of its append; None where there is none."""
        with self._connection() as connection:
            return receipts(connection, [(actor, id)]).get((actor, id))

    def balance(self, account: str) -> int:
        """The balance of an account, in cents."""
        return self._one(sa.select(s.balance.c.cents).where(s.balance.c.account == account)) or 0

    def balance_at(self, account: str) -> tuple[int, int]:
        """The balance of an account, in cents, and the position of the chain that it is read at."""
        held = sa.select(s.balance.c.cents).where(s.balance.c.account == account).scalar_subquery()
        row = self._rows(sa.select(held, sa.select(sa.func.max(s.event.c.position)).scalar_subquery()))[0]
        return row[0] or 0, row[1] or 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The balances that are not zero, in cents, of the accounts with that prefix."""
        query = sa.select(s.balance).where(_has_prefix(s.balance.c.account, prefix)).order_by(s.balance.c.account)
        return {row.account: row.cents for row in self._rows(query)}

    def postings(self, stream: str, version: int) -> tuple[Posting, ...]:
        """The postings of an event."""
        query = sa.select(s.event.c.position).where(s.event.c.stream == stream, s.event.c.version == version)
        position = self._one(query)
        return () if position is None else tuple(self._postings([position]).get(position, {}).values())

    def history(self, account: str, last: int = 35, since: int = 0) -> list[Posted]:
        """The latest postings of an account, the newest first."""
        p, e = s.posting.c, s.event.c
        sides = [sa.select(s.posting).where(side == account) for side in (p.source, p.destination)]
        both = sa.union_all(*sides).subquery()
        query = (
            sa.select(e.stream, e.version, e.at, *both.c)
            .join_from(both, s.event, both.c.position == e.position)
            .where(e.at >= since)
            .order_by(both.c.position.desc(), both.c.line.desc())
            .limit(last)
        )
        return [
            Posted(
                row.stream,
                row.version,
                row.position,
                row.line,
                row.at,
                Posting(row.source, row.destination, row.cents, row.kind),
            )
            for row in self._rows(query)
        ]

    def totals(self, since: int, until: int, prefix: str = "terminal:") -> dict[str, dict[str, int]]:
        """Cents moved into and out of accounts in `[since, until)`, by account and by kind of posting.

        A correction may go either way, so it counts with its sign; every other kind goes one way, and counts positive.
        """
        totals: dict[str, dict[str, int]] = {}
        for side, sign in ((s.posting.c.destination, 1), (s.posting.c.source, -1)):
            query = (
                sa.select(side, s.posting.c.kind, sa.func.sum(s.posting.c.cents))
                .join_from(s.posting, s.event, s.posting.c.position == s.event.c.position)
                .where(s.event.c.at >= since, s.event.c.at < until, _has_prefix(side, prefix))
                .group_by(side, s.posting.c.kind)
                .order_by(side, s.posting.c.kind)
            )
            for account, kind, cents in self._rows(query):
                kinds = totals.setdefault(account, {})
                kinds[kind] = kinds.get(kind, 0) + int(cents) * (sign if kind == "correction" else 1)
        return totals

    def posting_count(self) -> int:
        """The number of postings."""
        return int(self._one(sa.select(sa.func.count()).select_from(s.posting)))

    def terms(self) -> list[Term]:
        """The leases under which events were written, in order."""
        t = s.term.c
        query = sa.select(t.fence, t.first, t.last).where(t.last >= t.first).order_by(t.fence)
        return [Term(*row) for row in self._rows(query)] if self.has(s.term) else []

    def checkpoints(self) -> list[Checkpoint]:
        """The signed checkpoints, oldest first."""
        return [Checkpoint(*row) for row in self._rows(sa.select(s.checkpoint).order_by(s.checkpoint.c.position))]

    def _postings(self, positions: Sequence[int]) -> Mapping[int, dict[int, Posting]]:
        p = s.posting.c
        query = sa.select(s.posting).where(_among(p.position, positions)).order_by(p.position, p.line)
        groups = groupby(self._rows(query), lambda row: row.position)
        return {
            position: {row.line: Posting(row.source, row.destination, row.cents, row.kind) for row in rows}
            for position, rows in groups
        }

    def _receipts(self, positions: Sequence[int]) -> Mapping[int, tuple[Receipt, ...]]:
        r = s.receipt.c
        query = sa.select(s.receipt).where(_among(r.position, positions)).order_by(r.position, r.actor, r.id)
        groups = groupby(self._rows(query), lambda row: row.position)
        return {
            position: tuple(Receipt(row.actor, row.id, row.digest, row.answer) for row in rows)
            for position, rows in groups
        }

    @contextmanager
    def snapshot(self) -> Iterator[Self]:
        """Read one snapshot: inside, later writes are not visible."""
        with self._connection() as connection:
            self._pinned = connection
            try:
                yield self
            finally:
                self._pinned = None

    def has(self, table: sa.Table) -> bool:
        """Whether there is that table: an older store that can be read has no terms."""
        return self._current or table is not s.term

    def pages(self, table: sa.Table, rows: int) -> Iterator[Sequence[Any]]:
        """All rows of a table, in pages of that size."""
        with self._connection() as connection:
            yield from connection.execution_options(yield_per=rows).execute(sa.select(table)).partitions()

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        if self._pinned is not None:
            yield self._pinned
            return
        began = time.monotonic()
        if began < self._backoff_until:
            raise Unavailable("store-not-answering")
        try:
            connected = self._engine.connect()
        except sa.exc.DBAPIError as error:
            if (took := time.monotonic() - began) > SLOW_SECONDS:
                self._backoff_until = began + took + min(BACKOFF_FACTOR * took, MAX_BACKOFF_SECONDS)
            self.on_unavailable(away := _unavailable(error))
            raise away from None
        try:
            with connected as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise _unavailable(error) from None

    def _rows(self, query: sa.Select[Any]) -> list[Any]:
        with self._connection() as connection:
            return list(connection.execute(query))

    def _one(self, query: sa.Select[Any]) -> Any:
        with self._connection() as connection:
            return connection.execute(query).scalar()


def _unavailable(error: sa.exc.DBAPIError) -> Unavailable:
    return Unavailable("store-unreadable", error=str(error.orig).splitlines()[0])


def head(connection: sa.Connection) -> Head:
    """The head of the chain."""
    row = connection.execute(_HEAD_QUERY).first()
    return Head(*row) if row else Head()


_HEAD_QUERY = sa.select(s.event.c.position, s.event.c.hash, s.event.c.at).order_by(s.event.c.position.desc()).limit(1)


def _among(column: sa.ColumnElement[int], positions: Sequence[int]) -> sa.ColumnElement[bool]:
    if isinstance(positions, range):
        return column.between(positions[0], positions[-1])
    return column.in_(positions)


def _event_record(
    row: Any, postings: Mapping[int, dict[int, Posting]], receipts: Mapping[int, tuple[Receipt, ...]]
) -> EventRecord:
    by_line = postings.get(row.position, {})
    return EventRecord(Event(*row), tuple(by_line.values()), tuple(by_line), receipts.get(row.position, ()))


def _has_prefix(column: sa.ColumnElement[str], prefix: str) -> sa.ColumnElement[bool]:
    # Not LIKE: in SQLite it ignores case.
    return sa.func.substr(column, 1, len(prefix)) == prefix


Receipts: TypeAlias = dict[tuple[str, str], tuple[Receipt, Appended]]
"""Receipts by actor and request id, each with the result of its append."""


def receipts(connection: sa.Connection, keys: list[tuple[str, str]]) -> Receipts:
    """The receipts of these requests, where there are any."""
    return read_receipts(connection.execute(*receipts_query(connection.dialect.name, keys)))


def receipts_query(dialect: str, keys: list[tuple[str, str]]) -> Query:
    """The query for the receipts of these requests, with its parameters."""
    return _receipts(dialect), pairs_parameters(dialect, keys)


def read_receipts(rows: Iterable[Any]) -> Receipts:
    """The receipts in the rows of `receipts_query`."""
    return {
        (row.actor, row.id): (
            Receipt(row.actor, row.id, row.digest, row.answer),
            Appended(row.version or 0, row.position or 0, row.answer, again=True, hash=row.hash or b""),
        )
        for row in rows
    }


@cache
def _receipts(dialect: str) -> sa.Select[Any]:
    """The query for receipts; cached, since every batch runs it."""
    r, keys = s.receipt.c, pairs_table(dialect)
    return (
        sa.select(s.receipt, s.event.c.version, s.event.c.hash)
        .select_from(keys)
        .join(s.receipt, sa.and_(r.actor == keys.c.one, r.id == keys.c.other))
        .join(s.event, r.position == s.event.c.position, isouter=True)
    )
