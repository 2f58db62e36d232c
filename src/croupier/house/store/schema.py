"""The tables. Positions and versions count from one, without a gap; amounts are cents; times are microseconds."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()
SELDOM = text("kind IN ('round-amended', 'correction-understood')")
"""Condition of the partial index by kind, for rare events far from the round that they are about. It costs nothing for
all other events; a query must repeat the same condition, or the index is not used."""
_Counter = BigInteger().with_variant(Integer, "sqlite")

event = Table(
    "event",
    metadata,
    Column("position", _Counter, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", _Counter, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", _Counter, nullable=False),
    Column("actor", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("stream", "version", name="event_stream_version"),
    Index("event_at", "at"),
    Index("event_seldom", "kind", "stream", "version", sqlite_where=SELDOM, postgresql_where=SELDOM),
)
posting = Table(
    "posting",
    metadata,
    Column("position", _Counter, ForeignKey("event.position"), primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),
    Column("destination", Text, nullable=False),
    Column("cents", _Counter, nullable=False),
    Column("kind", Text, nullable=False),
    CheckConstraint("cents > 0", name="posting_moves_something"),
    Index("posting_source", "source", "position"),
    Index("posting_destination", "destination", "position"),
)
balance = Table(
    "balance",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", _Counter, nullable=False),
)
"""Every balance that is not zero: a cache of the sum of the account's postings."""
receipt = Table(
    "receipt",
    metadata,
    Column("actor", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("position", _Counter, ForeignKey("event.position")),
    Index("receipt_position", "position"),
)
"""The answer to a command, with the position of its last event; NULL for a refusal."""
checkpoint = Table(
    "checkpoint",
    metadata,
    Column("position", _Counter, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at", _Counter, nullable=False),
    Column("previous", _Counter, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
lease = Table(
    "lease",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("fence", _Counter, nullable=False),
    Column("program", Text, nullable=False),
    Column("process", _Counter, nullable=False),
    Column("host", Text, nullable=False),
    Column("since", _Counter, nullable=False),
    Column("beat", _Counter),
)
"""The current writer and its fence: one row. Not part of the records, and not copied. `beat` goes up as long as the
writer lives; NULL where it has none, as programs up to 2026."""
term = Table(
    "term",
    metadata,
    Column("fence", _Counter, primary_key=True, autoincrement=False),
    Column("first", _Counter, nullable=False),
    Column("last", _Counter, nullable=False),
)
"""Every lease there was, with the positions of the first and last event written under it; `last` is below `first` where
there is none."""
