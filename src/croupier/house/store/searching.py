"""Searches the store for what staff did, newest first, a page at a time."""

import msgspec
import sqlalchemy as sa

from croupier.house.store import schema as s
from croupier.house.store.entries import Event
from croupier.house.store.reading import Records, _begins

EVENTS_PER_SCAN, SCANS_PER_PAGE = 50_000, 10
"""Events scanned per query, and queries per page: a bound on the time that a search takes."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The filter of a search; a field that is None does not restrict it."""

    actor: str | None = None
    stream: str | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None


def acts(records: Records, wanted: Wanted, before: int | None, most: int) -> tuple[list[Event], int | None]:
    """Events by staff or about accounts before that position; and the position to continue from, None at the end."""
    e = s.event.c
    people = [_begins(e.actor, "staff:"), _begins(e.stream, "staff:"), _begins(e.stream, "access:")]
    conditions = [sa.or_(*people, e.stream == "house")]
    conditions += [column == said for column, said in _said(wanted) if said is not None]
    conditions += [] if wanted.since is None else [e.at >= wanted.since]
    conditions += [] if wanted.until is None else [e.at < wanted.until]
    end = records.head().position + 1 if before is None else before
    found: list[Event] = []
    for _ in range(SCANS_PER_PAGE):
        start = max(1, end - EVENTS_PER_SCAN)
        query = sa.select(s.event).where(e.position >= start, e.position < end, *conditions)
        rows = records._rows(query.order_by(e.position.desc()).limit(most - len(found)))
        found += [Event(*row) for row in rows]
        if len(found) == most:
            return found, found[-1].position if found[-1].position > 1 else None
        end = start
        if start == 1:
            return found, None
    return found, end


def _said(wanted: Wanted) -> list[tuple[sa.ColumnElement[str], str | None]]:
    e = s.event.c
    return [(e.actor, wanted.actor), (e.stream, wanted.stream), (e.kind, wanted.kind)]
