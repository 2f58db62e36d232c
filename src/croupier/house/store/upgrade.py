"""Schema migration with Alembic, when a store is opened."""

import sqlalchemy as sa

from croupier.house.store.database import lock
from croupier.refused import Refused

SCHEMA_VERSION = "0004"
"""The latest migration."""
READABLE = ("0003", SCHEMA_VERSION)
"""Versions that can be read without migrating: the tables of the records are the same."""


def upgrade(engine: sa.Engine) -> None:
    """Migrate the tables to the version that this program expects."""
    with engine.begin() as connection:
        lock(connection)
        if (current := version(connection)) == SCHEMA_VERSION:
            return
        if current is not None and current > SCHEMA_VERSION:
            raise Refused(f"the store is of version {current}, which is newer than this program ({SCHEMA_VERSION})")
        # Slow to import, and rarely needed.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", "croupier.house.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def version(connection: sa.Connection) -> str | None:
    """The schema version; None where there are no tables."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    number: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return number
