"""A whole store copied into an empty one of either kind, as it was at one moment: a backup, and the way back."""

import sqlalchemy as sa

from croupier.house.store.database import engine, lock
from croupier.house.store.entries import Unavailable
from croupier.house.store.reading import Records
from croupier.house.store.schema import lease, metadata
from croupier.house.store.upgrading import upgrade
from croupier.refused import Refused

COPIED_ROWS_AT_ONCE = 5_000
"""Rows that are on their way at once, so that no store is too large for the memory."""


def copy(source: str, target: str) -> int:
    """Copy every row, while the house may go on; how many events there were. All of it is there in the end, or none."""
    with Records(source) as records, records.still():
        made = engine(target, writes=True)
        try:
            upgrade(made)
            with made.begin() as connection:
                lock(connection)
                return sum(
                    _copied(records, connection, table) for table in metadata.sorted_tables if table is not lease
                )
        except sa.exc.DBAPIError as error:
            raise Unavailable(f"{sa.make_url(target)} cannot be written: {str(error.orig).splitlines()[0]}") from None
        except UnicodeEncodeError:
            raise Refused(f"{sa.make_url(source)} is damaged: croupier verify says where") from None
        finally:
            made.dispose()


def _copied(records: Records, connection: sa.Connection, table: sa.Table) -> int:
    """How many events that were: rows of other tables count for nothing."""
    if connection.execute(sa.select(table).limit(1)).first() is not None:
        raise Refused(f"{connection.engine.url} holds a store already: a copy goes into an empty place")
    rows = 0
    for page in records.pages(table, COPIED_ROWS_AT_ONCE):
        connection.execute(table.insert(), [row._asdict() for row in page])
        rows += len(page)
    return rows if table.name == "event" else 0
