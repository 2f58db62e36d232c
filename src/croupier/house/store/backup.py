"""Copies a snapshot of a whole store into an empty one, SQLite or PostgreSQL: backup and restore."""

import sqlalchemy as sa

from croupier.house.store.database import engine, lock
from croupier.house.store.entries import Unavailable
from croupier.house.store.records import Records
from croupier.house.store.schema import lease, metadata
from croupier.house.store.upgrade import upgrade
from croupier.refused import Refused

ROWS_PER_INSERT = 5_000
"""Rows per insert, so that memory use is bounded."""


def copy(source: str, target: str) -> int:
    """Copy every row in one transaction, while the house may go on; the number of events copied."""
    with Records(source) as records, records.snapshot():
        target_engine = engine(target, writes=True)
        try:
            upgrade(target_engine)
            with target_engine.begin() as connection:
                lock(connection)
                copied = [each for each in metadata.sorted_tables if each is not lease and records.has(each)]
                return sum(_copy_table(records, connection, table) for table in copied)
        except sa.exc.DBAPIError as error:
            raise Unavailable(f"{sa.make_url(target)} cannot be written: {str(error.orig).splitlines()[0]}") from None
        except UnicodeEncodeError:
            raise Refused(f"{sa.make_url(source)} is damaged: croupier verify says where") from None
        finally:
            target_engine.dispose()


def _copy_table(records: Records, connection: sa.Connection, table: sa.Table) -> int:
    """Copy a table; the number of events, 0 for every table but `event`."""
    if connection.execute(sa.select(table).limit(1)).first() is not None:
        raise Refused(f"{connection.engine.url} holds a store already: a copy goes into an empty place")
    rows = 0
    for page in records.pages(table, ROWS_PER_INSERT):
        connection.execute(table.insert(), [row._asdict() for row in page])
        rows += len(page)
    return rows if table.name == "event" else 0
