"""The index of finished rounds, for searching: which rounds are known by which words.

Nothing here is true by itself. Every row follows from the events, so all of it can be thrown away at any time and is
made again from them; a table of another make is. It stands in the store's own database, outside the chain, and is kept
up by whoever follows: the server every second, a command when it starts. A round is put in when it is over, and again
when something is found out about it afterwards.
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
from croupier.house.recall.result import results, said, settled_lines, written
from croupier.house.retold import Playing, Retold, Tables
from croupier.house.store.database import engine, lock
from croupier.house.store.entries import Event, Unavailable
from croupier.house.store.records import Records
from croupier.refused import Refused

MAKE = 1
"""Of the tables below: whatever was made otherwise is thrown away."""
PAGE = 2_000
"""Events that are gone through before anything is written, so that nobody who writes to the store waits for long."""
FOLLOWS = 1.0
"""Seconds after which a finished round is found at the latest."""
MAX_ROUNDS_FOUND = 1_000
"""Rounds in one answer."""
LOCK = 0x63726F7570696572 + 1
"""Who holds this advisory lock of a PostgreSQL database writes to its index: nobody else waits for it."""

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
"""Which rounds are known by a word, by time: so a word and a span of time are one stretch of it."""
_made = sa.Table(
    "recall_made",
    metadata,
    sa.Column("make", _Counter, primary_key=True, autoincrement=False),
    sa.Column("position", _Counter, nullable=False),
)
"""How far the events have been gone through."""

Word = tuple[str, str]


class Search(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is looked for; everything that is said must hold of a round."""

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
    """When it began, in microseconds since 1970: at that moment or after it."""
    until: int | None = None
    """And before that one."""
    before: int | None = None
    """The position of the last round of the answer before this one, to go on from there."""
    limit: int = 50


KINDS = ("table", "shoe", "game", "terminal", "staff", "wager", "won", "result", "event")


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round, at a glance."""

    position: int
    """Of its first event among all that was kept."""
    table: str
    round: int
    game: str
    shoe: str
    dealer: str
    began: int
    ended: int
    phase: str
    said: str
    """What it came to."""
    mark: str | None
    """On the roads."""
    handle: int
    win: int
    """The house's, in cents."""
    corrected: bool


class _Entry(msgspec.Struct, frozen=True):
    found: Found
    words: frozenset[Word]


class Index:
    """The index of a store; `search` asks it, `catch_up` goes through what has been kept since."""

    def __init__(self, url: str) -> None:
        self._records = Records(url)
        # To SQLite whoever may write keeps all others from it, so searching has a way in of its own.
        self._reading, self._writing = engine(url, writes=False), engine(url, writes=True)
        if self._writing.dialect.name == "sqlite":
            # What is lost of it in a power failure is made again.
            sa.event.listen(self._writing, "connect", lambda made, _: made.execute("PRAGMA synchronous=NORMAL"))
        self._following = threading.Lock()
        self._make()
        self._forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database, when whoever follows has come to a stop."""
        with self._following:
            self._records.close()
            self._reading.dispose()
            self._writing.dispose()

    @property
    def records(self) -> Records:
        """What it is an index of."""
        return self._records

    # Searching

    def search(self, wanted: Search) -> list[Found]:
        """The rounds of which all that is wanted holds, the latest first."""
        if not 1 <= wanted.limit <= MAX_ROUNDS_FOUND:
            raise Refused("answer-rounds-out-of-range", most=MAX_ROUNDS_FOUND, limit=wanted.limit)
        words = [(kind, value) for kind in KINDS if (value := getattr(wanted, kind)) is not None]
        with self._transaction(writes=False) as connection:
            query = self._query(connection, words, wanted)
            if query is None:
                return []
            positions = [row[0] for row in connection.execute(query)]
            rows = connection.execute(sa.select(_round).where(_round.c.position.in_(positions)))
            by_position = {row.position: _found(row) for row in rows}
        return [by_position[position] for position in positions]

    def rounds(self, table: str, shoe: str, before: int | None = None) -> list[Found]:
        """The finished rounds of a shoe, the oldest first; before that one where it is named."""
        query = sa.select(_round).where(_round.c.name == table, _round.c.shoe == shoe)
        if before is not None:
            query = query.where(_round.c.number < before)
        with self._transaction(writes=False) as connection:
            return [_found(row) for row in connection.execute(query.order_by(_round.c.number))]

    def won(self, table: str, shoe: str) -> dict[str, int]:
        """In how many rounds of a shoe each wager was won by somebody."""
        query = sa.select(_round.c.words).where(_round.c.name == table, _round.c.shoe == shoe)
        with self._transaction(writes=False) as connection:
            ids = Counter(id for row in connection.execute(query) for id in msgspec.msgpack.decode(row.words))
            words = connection.execute(sa.select(_word).where(_word.c.id.in_(list(ids)), _word.c.kind == "won"))
            return {row.value: ids[row.id] for row in words}

    def words(self, kinds: Iterable[str], most: int) -> dict[str, list[str]]:
        """The words of these kinds by which rounds are known now, those of most rounds first."""
        found = {}
        with self._transaction(writes=False) as connection:
            for kind in kinds:
                known = sa.select(_word.c.value).where(_word.c.kind == kind, _word.c.rounds > 0)
                rows = connection.execute(known.order_by(_word.c.rounds.desc(), _word.c.value).limit(most))
                found[kind] = [row.value for row in rows]
        return found

    def _query(self, connection: sa.Connection, words: list[Word], wanted: Search) -> "sa.Select[Any] | None":
        """By the rarest of the words, and of those whatever the others say; by time alone where there are none."""
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
        if wanted.since is not None:
            query = query.where(began >= wanted.since)
        if wanted.until is not None:
            query = query.where(began < wanted.until)
        if wanted.before is not None:
            at = connection.execute(sa.select(_round.c.began).where(_round.c.position == wanted.before)).scalar()
            if at is None:
                raise Refused("round-position-unknown", position=wanted.before)
            query = query.where(sa.tuple_(began, position) < sa.tuple_(sa.literal(at), sa.literal(wanted.before)))
        return query.order_by(began.desc(), position.desc()).limit(wanted.limit)

    # Following

    def catch_up(self, pages: int | None = None) -> bool:
        """Go through what has been kept since, so many pages of it at most; whether all of it is in now."""
        with self._following:
            while pages is None or pages > 0:
                events = list(islice(self._records.all_events(self._position), PAGE))
                if not events:
                    return True
                entries: dict[int, _Entry] = {}
                for event in events:
                    told = self._seen(event)
                    if told is not None and told.after.phase in OVER:
                        entries[told.playing.position] = _entry(told.playing, told.after, event.at)
                self._write(list(entries.values()), events[-1].position)
                pages = None if pages is None else pages - 1
            return False

    def following(self) -> Iterator[float]:
        """Keep it up for ever; between two steps it says for how many seconds it may rest."""
        while True:
            try:
                # A page at a time: an index that is made anew leaves the others room to breathe.
                done = self.catch_up(1)
            except Unavailable:
                done = True
            yield FOLLOWS if done else 0.01

    def _seen(self, event: Event) -> Retold | None:
        try:
            return self._tables.see(event)
        except Unavailable:
            raise
        except Refused:
            # A damaged round is for others to look at; it must not keep the rest from being found.
            return None

    def throw_away(self) -> None:
        """Forget all of it; the next to catch up begins at the beginning."""
        with self._following:
            with self._transaction(writes=True) as connection:
                metadata.drop_all(connection)
            self._make()
            self._forget()

    def _make(self) -> None:
        with self._transaction(writes=True) as connection:
            if sa.inspect(connection).has_table(_made.name):
                if connection.execute(sa.select(_made.c.make)).scalar() == MAKE:
                    return
                metadata.drop_all(connection)
            metadata.create_all(connection)
            connection.execute(_made.insert(), {"make": MAKE, "position": 0})

    def _forget(self) -> None:
        """Begin where the tables say that somebody has been."""
        with self._transaction(writes=False) as connection:
            self._position = int(connection.execute(sa.select(_made.c.position)).scalar() or 0)
            words = connection.execute(sa.select(_word.c.kind, _word.c.value, _word.c.id))
            self._ids: dict[Word, int] = {(row.kind, row.value): row.id for row in words}
        self._tables = Tables(self._records)

    def _write(self, entries: list[_Entry], position: int) -> None:
        with self._transaction(writes=True) as connection:
            at = connection.execute(sa.select(_made.c.position)).scalar()
            if at == self._position:
                self._put(connection, entries)
                connection.execute(_made.update().values(position=position))
        if at != self._position:
            # Somebody else follows too, and was faster.
            self._forget()
        else:
            self._position = position

    def _put(self, connection: sa.Connection, entries: list[_Entry]) -> None:
        counts: Counter[int] = Counter()
        self._take_out(connection, [entry.found.position for entry in entries], counts)
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

    def _take_out(self, connection: sa.Connection, positions: list[int], counts: Counter[int]) -> None:
        """Rounds that are to be put in again: what was found out about them since may change every word."""
        query = sa.select(_round.c.position, _round.c.began, _round.c.words).where(_round.c.position.in_(positions))
        for row in connection.execute(query).all():
            ids = msgspec.msgpack.decode(row.words)
            counts.subtract(ids)
            known = (_fact.c.word.in_(ids), _fact.c.began == row.began, _fact.c.round == row.position)
            connection.execute(_fact.delete().where(*known))
            connection.execute(_round.delete().where(_round.c.position == row.position))

    def _transaction(self, *, writes: bool) -> "_Transaction":
        return _Transaction(self._writing if writes else self._reading, writes)


class _Transaction:
    """A transaction of the index, alone where it writes; a database that fails is one clear line."""

    def __init__(self, engine: sa.Engine, writes: bool) -> None:
        self._engine, self._writes = engine, writes

    def __enter__(self) -> sa.Connection:
        try:
            self._connection = self._engine.connect()
            if self._writes:
                lock(self._connection, LOCK)
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


def _entry(playing: Playing, round: Round, at: int) -> _Entry:
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
        said=said(round),
        mark=written(round),
        handle=sum(each.handle for each in sums),
        win=sum(each.win for each in sums),
        corrected=playing.corrected,
    )
    return _Entry(found, frozenset(_words(playing, round)))


def _words(playing: Playing, round: Round) -> Iterator[Word]:
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
    return Found(table=fields.pop("name"), round=fields.pop("number"), **fields)
