"""The table of the writer's lease."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

COUNTER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables forward; a store never goes back."""
    op.create_table(
        "lease",
        sa.Column("one", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("fence", COUNTER, nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("process", COUNTER, nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("since", COUNTER, nullable=False),
    )
