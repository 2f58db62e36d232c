"""The partial index of rare events by their kind."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SELDOM = sa.text("kind IN ('round-amended', 'correction-understood')")


def upgrade() -> None:
    """Bring the tables forward; a store never goes back."""
    columns = ["kind", "stream", "version"]
    op.create_index("event_seldom", "event", columns, sqlite_where=SELDOM, postgresql_where=SELDOM)
