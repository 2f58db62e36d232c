"""The search index of finished rounds: an inverted index from words to rounds.

It is derived data: every row follows from the events, so all of it can be dropped at any time and rebuilt, as is done
with tables of another version. It is in the store's own database, outside the chain, and is updated by whoever follows
the events: the server every second, a command when it starts. A round is indexed when it is over, and again when it
is amended.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Self

import msgspec
import sqlalchemy as sa

from croupier.games.family import Round
from croupier.games.round import OVER
from croupier.house.accounting.booking import wager_totals
from croupier.house.recall.result import result_text, results, road_mark, settled_lines
from croupier.house.rounds import FollowedRound, RoundFollower, RoundStep
from croupier.house.store.database import engine, lock
from croupier.house.store.entries import Event, Unavailable
from croupier.house.store.records import Records
from croupier.refused import Refused
from croupier.words.sentence import encode_by_code, sentence_from

INDEX_VERSION = 2
"""The version of the tables below: tables of another version are dropped and rebuilt."""
PAGE_EVENTS = 2_000
"""Events in one batch: small, so that nobody who writes to the store waits for long."""
FOLLOW_SECONDS = 1.0
"""Polling interval: a finished round is found so many seconds later at the latest."""
MAX_ROUNDS_FOUND = 1_000
"""Rounds in one page of results."""
INDEX_LOCK = 0x63726F7570696572 + 1
"""The advisory lock of a PostgreSQL database under which its index is written; nothing else takes it."""

metadata = sa.MetaData()
_Counter = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_round = sa.Table(
    "recall_round",
    metadata,
    sa.Column("position", _Counter, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("number", _Counter, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("shoe", sa.Text, nullable=False),
    sa.Column("dealer", sa.Text, nullable=False),
    sa.Column("began", _Counter, nullable=False),
    sa.Column("ended", _Counter, nullable=False),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("mark", sa.Text),
    sa.Column("handle", _Counter, nullable=False),
    sa.Column("win", _Counter, nullable=False),
    sa.Column("corrected", sa.Boolean, nullable=False),
    sa.Column("words", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("name", "number", name="recall_round_number"),
    sa.Index("recall_round_began", "began", "position"),
)
_word = sa.Table(
    "recall_word",
    metadata,
    sa.Column("id", _Counter, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("rounds", _Counter, nullable=False),
    sa.UniqueConstraint("kind", "value", name="recall_word_value"),
)
_fact = sa.Table(
    "recall_fact",
    metadata,
    sa.Column("word", _Counter, primary_key=True, autoincrement=False),
    sa.Column("began", _Counter, primary_key=True, autoincrement=False),
    sa.Column("round", _Counter, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The rounds of each word, ordered by time: a word within a span of time is one range scan."""
_progress = sa.Table(
    "recall_made",
    metadata,
    sa.Column("make", _Counter, primary_key=True, autoincrement=False),
    sa.Column("position", _Counter, nullable=False),
)
"""The version of the index, and the position of the last event that was indexed."""

Word = tuple[str, str]
"""A kind, such as `wager`, and a value."""


class Search(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Search criteria, which must all match a round."""

    table: str | None = None
    shoe: str | None = None
    game: str | None = None
    terminal: str | None = None
    staff: str | None = None
    wager: str | None = None
    """A wager that somebody placed."""
    won: str | None = None
    """A wager that somebody won."""
    result: str | None = None
    """`banker`, `natural`, `dealer-bust`, `void`, `corrected` and so on."""
    event: str | None = None
    """The kind of an event in it, such as `wager-withdrawn`."""
    since: int | None = None
    """The earliest beginning of the round, in microseconds since 1970."""
    until: int | None = None
    """The latest beginning, exclusive."""
    before: int | None = None
    """Cursor: the position of the last round of the previous page."""
    limit: int = 50


SEARCH_KINDS = ("table", "shoe", "game", "terminal", "staff", "wager", "won", "result", "event")


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round in a search result."""

    position: int
    """The position of its first event in the chain."""
    table: str
    round: int
    game: str
    shoe: str
    dealer: str
    began: int
    ended: int
    phase: str
    said: str
    """Its result as text."""
    mark: str | None
    """Its mark on the roads, if any."""
    handle: int
    win: int
    """The house's win, in cents."""
    corrected: bool


class _IndexedRound(msgspec.Struct, frozen=True):
    found: Found
    words: frozenset[Word]


class Index:
    """The search index of a store; `catch_up` indexes new events."""

    def __init__(self, url: str) -> None:
        self._records = Records(url)
        # In SQLite a connection that may write blocks all others, so searches have a read-only one of their own.
        self._reading, self._writing = engine(url, writes=False), engine(url, writes=True)
        if self._writing.dialect.name == "sqlite":
            # Rows lost in a power failure are rebuilt, so the index need not be synchronous.
            sa.event.listen(self._writing, "connect", lambda made, _: made.execute("PRAGMA synchronous=NORMAL"))
        self._following = threading.Lock()
        self._create_tables()
        self._reload()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database connections, after a running `catch_up` has ended."""
        with self._following:
            self._records.close()
            self._reading.dispose()
            self._writing.dispose()

    @property
    def records(self) -> Records:
        """The records that it indexes."""
        return self._records

    # Searching

    def search(self, search: Search) -> list[Found]:
        """The rounds that match all criteria, the latest first."""
        if not 1 <= search.limit <= MAX_ROUNDS_FOUND:
            raise Refused("answer-rounds-out-of-range", most=MAX_ROUNDS_FOUND, limit=search.limit)
        words = [(kind, value) for kind in SEARCH_KINDS if (value := getattr(search, kind)) is not None]
        with self._transaction(writes=False) as connection:
            query = self._query(connection, words, search)
            if query is None:
                return []
            positions = [row[0] for row in connection.execute(query)]
            rows = connection.execute(sa.select(_round).where(_round.c.position.in_(positions)))
            by_position = {row.position: _found(row) for row in rows}
        return [by_position[position] for position in positions]

    def rounds(self, table: str, shoe: str, before: int | None = None) -> list[Found]:
        """The finished rounds of a shoe, the oldest first; with `before`, those before that round number."""
        query = sa.select(_round).where(_round.c.name == table, _round.c.shoe == shoe)
        if before is not None:
            query = query.where(_round.c.number < before)
        with self._transaction(writes=False) as connection:
            return [_found(row) for row in connection.execute(query.order_by(_round.c.number))]

    def won(self, table: str, shoe: str) -> dict[str, int]:
        """For each wager, in how many rounds of a shoe somebody won it."""
        query = sa.select(_round.c.words).where(_round.c.name == table, _round.c.shoe == shoe)
        with self._transaction(writes=False) as connection:
            ids = Counter(id for row in connection.execute(query) for id in msgspec.msgpack.decode(row.words))
            words = connection.execute(sa.select(_word).where(_word.c.id.in_(list(ids)), _word.c.kind == "won"))
            return {row.value: ids[row.id] for row in words}

    def words(self, kinds: Iterable[str], most: int) -> dict[str, list[str]]:
        """The values of these kinds that occur in the index, the most frequent first, at most so many of each."""
        values = {}
        with self._transaction(writes=False) as connection:
            for kind in kinds:
                known = sa.select(_word.c.value).where(_word.c.kind == kind, _word.c.rounds > 0)
                rows = connection.execute(known.order_by(_word.c.rounds.desc(), _word.c.value).limit(most))
                values[kind] = [row.value for row in rows]
        return values

    def _query(self, connection: sa.Connection, words: list[Word], search: Search) -> "sa.Select[Any] | None":
        """Scan the rounds of the rarest word and filter by the others; scan by time where there is no word.

        None where a word occurs in no round.
        """
        if not words:
            began, position = _round.c.began, _round.c.position
            query = sa.select(position)
        else:
            known = sa.tuple_(_word.c.kind, _word.c.value).in_(words)
            rows = connection.execute(sa.select(_word.c.id).where(known).order_by(_word.c.rounds)).all()
            if len(rows) < len(words):
                return None
            began, position = _fact.c.began, _fact.c.round
            query = sa.select(position).where(_fact.c.word == rows[0].id)
            for row in rows[1:]:
                other = _fact.alias()
                same = (other.c.word == row.id, other.c.began == began, other.c.round == position)
                query = query.where(sa.exists().where(*same))
        if search.since is not None:
            query = query.where(began >= search.since)
        if search.until is not None:
            query = query.where(began < search.until)
        if search.before is not None:
            at = connection.execute(sa.select(_round.c.began).where(_round.c.position == search.before)).scalar()
            if at is None:
                raise Refused("round-position-unknown", position=search.before)
            query = query.where(sa.tuple_(began, position) < sa.tuple_(sa.literal(at), sa.literal(search.before)))
        return query.order_by(began.desc(), position.desc()).limit(search.limit)

    # Following

    def catch_up(self, pages: int | None = None) -> bool:
        """Index new events, at most so many pages of them; True where all are indexed."""
        with self._following:
            while pages is None or pages > 0:
                events = list(islice(self._records.all_events(self._position), PAGE_EVENTS))
                if not events:
                    return True
                entries: dict[int, _IndexedRound] = {}
                for event in events:
                    step = self._retell(event)
                    if step is not None and step.after.phase in OVER:
                        entries[step.playing.position] = _entry(step.playing, step.after, event.at)
                self._write(list(entries.values()), events[-1].position)
                pages = None if pages is None else pages - 1
            return False

    def following(self) -> Iterator[float]:
        """Index new events for ever; yields the seconds to sleep between two steps."""
        while True:
            try:
                # One page at a time, so that a rebuild does not starve other work.
                done = self.catch_up(1)
            except Unavailable:
                done = True
            yield FOLLOW_SECONDS if done else 0.01

    def _retell(self, event: Event) -> RoundStep | None:
        try:
            return self._tables.see(event)
        except Unavailable:
            raise
        except Refused:
            # A damaged round is the audit's business; it must not keep the others from being indexed.
            return None

    def throw_away(self) -> None:
        """Drop the index; the next `catch_up` rebuilds it from the first event."""
        with self._following:
            with self._transaction(writes=True) as connection:
                metadata.drop_all(connection)
            self._create_tables()
            self._reload()

    def _create_tables(self) -> None:
        with self._transaction(writes=True) as connection:
            if sa.inspect(connection).has_table(_progress.name):
                if connection.execute(sa.select(_progress.c.make)).scalar() == INDEX_VERSION:
                    return
                metadata.drop_all(connection)
            metadata.create_all(connection)
            connection.execute(_progress.insert(), {"make": INDEX_VERSION, "position": 0})

    def _reload(self) -> None:
        """Load the position and the ids of the words from the tables."""
        with self._transaction(writes=False) as connection:
            self._position = int(connection.execute(sa.select(_progress.c.position)).scalar() or 0)
            words = connection.execute(sa.select(_word.c.kind, _word.c.value, _word.c.id))
            self._ids: dict[Word, int] = {(row.kind, row.value): row.id for row in words}
        self._tables = RoundFollower(self._records)

    def _write(self, entries: list[_IndexedRound], position: int) -> None:
        with self._transaction(writes=True) as connection:
            at = connection.execute(sa.select(_progress.c.position)).scalar()
            if at == self._position:
                self._put(connection, entries)
                connection.execute(_progress.update().values(position=position))
        if at != self._position:
            # Another process indexes too, and was faster: take over its position.
            self._reload()
        else:
            self._position = position

    def _put(self, connection: sa.Connection, entries: list[_IndexedRound]) -> None:
        counts: Counter[int] = Counter()
        self._remove(connection, [entry.found.position for entry in entries], counts)
        new = {word for entry in entries for word in entry.words} - self._ids.keys()
        if new:
            first = len(self._ids) + 1
            ids = {word: first + number for number, word in enumerate(sorted(new))}
            rows = [{"id": id, "kind": kind, "value": value, "rounds": 0} for (kind, value), id in ids.items()]
            connection.execute(_word.insert(), rows)
            self._ids |= ids
        rounds, facts = [], []
        for entry in entries:
            ids_of = sorted(self._ids[word] for word in entry.words)
            counts.update(ids_of)
            found = entry.found
            row = msgspec.structs.asdict(found)
            # By its code, so that it can be told in any language.
            row["said"] = msgspec.json.encode(found.said, enc_hook=encode_by_code).decode()
            row |= {"name": row.pop("table"), "number": row.pop("round"), "words": msgspec.msgpack.encode(ids_of)}
            rounds.append(row)
            facts += [{"word": id, "began": found.began, "round": found.position} for id in ids_of]
        if entries:
            connection.execute(_round.insert(), rounds)
            connection.execute(_fact.insert(), facts)
        if counts:
            query = _word.update().where(_word.c.id == sa.bindparam("word"))
            more = [{"word": id, "more": count} for id, count in counts.items()]
            connection.execute(query.values(rounds=_word.c.rounds + sa.bindparam("more")), more)

    def _remove(self, connection: sa.Connection, positions: list[int], counts: Counter[int]) -> None:
        """Remove rounds that are indexed again: an amendment may change every word."""
        query = sa.select(_round.c.position, _round.c.began, _round.c.words).where(_round.c.position.in_(positions))
        for row in connection.execute(query).all():
            ids = msgspec.msgpack.decode(row.words)
            counts.subtract(ids)
            known = (_fact.c.word.in_(ids), _fact.c.began == row.began, _fact.c.round == row.position)
            connection.execute(_fact.delete().where(*known))
            connection.execute(_round.delete().where(_round.c.position == row.position))

    def _transaction(self, *, writes: bool) -> "_IndexTransaction":
        return _IndexTransaction(self._writing if writes else self._reading, writes)


class _IndexTransaction:
    """A transaction of the index, under the lock where it writes; database errors become `Unavailable`."""

    def __init__(self, engine: sa.Engine, writes: bool) -> None:
        self._engine, self._writes = engine, writes

    def __enter__(self) -> sa.Connection:
        try:
            self._connection = self._engine.connect()
            if self._writes:
                lock(self._connection, INDEX_LOCK)
        except sa.exc.DBAPIError as error:
            raise _unavailable(error) from None
        return self._connection

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        try:
            if kind is None:
                self._connection.commit()
        finally:
            self._connection.close()
        if isinstance(error, sa.exc.DBAPIError):
            raise _unavailable(error) from None


def _unavailable(error: sa.exc.DBAPIError) -> Unavailable:
    return Unavailable("round-index-unusable", error=str(error.orig).splitlines()[0])


def _entry(playing: FollowedRound, round: Round, at: int) -> _IndexedRound:
    sums = wager_totals(round).values()
    found = Found(
        position=playing.position,
        table=playing.table,
        round=playing.number,
        game=playing.game,
        shoe=playing.shoe,
        dealer=playing.dealer,
        began=playing.at,
        ended=playing.ended or at,
        phase=str(round.phase),
        said=result_text(round),
        mark=road_mark(round),
        handle=sum(each.handle for each in sums),
        win=sum(each.win for each in sums),
        corrected=playing.corrected,
    )
    return _IndexedRound(found, frozenset(_words(playing, round)))


def _words(playing: FollowedRound, round: Round) -> Iterator[Word]:
    yield "table", playing.table
    yield "game", playing.game
    if playing.shoe:
        yield "shoe", playing.shoe
    for actor in playing.actors:
        kind, _, name = actor.partition(":")
        if kind in ("terminal", "staff"):
            yield kind, name
    lines = settled_lines(round)
    yield from (("terminal", bettor) for bettor in round.nets())
    yield from (("wager", wager) for wager in {*playing.wagers, *(line.wager for line in lines)})
    yield from (("won", line.wager) for line in lines if line.result == "win")
    yield from (("result", result) for result in results(round))
    if playing.corrected:
        yield "result", "corrected"
    yield from (("event", kind) for kind in playing.kinds)


def _found(row: Any) -> Found:
    fields = row._asdict()
    del fields["words"]
    said = sentence_from(msgspec.json.decode(fields.pop("said")))
    return Found(table=fields.pop("name"), round=fields.pop("number"), said=said, **fields)
