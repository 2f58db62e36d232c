"""The table of terms, which events were written under which lease, and the beat of the lease's holder."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

COUNTER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables forward; a store never goes back."""
    op.create_table(
        "term",
        sa.Column("fence", COUNTER, primary_key=True, autoincrement=False),
        sa.Column("first", COUNTER, nullable=False),
        sa.Column("last", COUNTER, nullable=False),
    )
    op.add_column("lease", sa.Column("beat", COUNTER))
