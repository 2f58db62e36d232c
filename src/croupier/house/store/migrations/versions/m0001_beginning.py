"""The first version of the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

COUNTER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables forward; a store never goes back."""
    op.create_table(
        "event",
        sa.Column("position", COUNTER, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("version", COUNTER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", COUNTER, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("stream", "version", name="event_stream_version"),
    )
    op.create_index("event_at", "event", ["at"])
    op.create_table(
        "posting",
        sa.Column("position", COUNTER, sa.ForeignKey("event.position"), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("destination", sa.Text(), nullable=False),
        sa.Column("cents", COUNTER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.CheckConstraint("cents > 0", name="posting_moves_something"),
    )
    op.create_index("posting_source", "posting", ["source", "position"])
    op.create_index("posting_destination", "posting", ["destination", "position"])
    op.create_table(
        "balance",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("cents", COUNTER, nullable=False),
    )
    op.create_table(
        "receipt",
        sa.Column("actor", sa.Text(), primary_key=True),
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("position", COUNTER, sa.ForeignKey("event.position")),
    )
    op.create_index("receipt_position", "receipt", ["position"])
    op.create_table(
        "checkpoint",
        sa.Column("position", COUNTER, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", COUNTER, nullable=False),
        sa.Column("previous", COUNTER, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
    )
