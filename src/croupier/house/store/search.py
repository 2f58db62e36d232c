"""Searches the store for what staff did, newest first, a page at a time."""

import msgspec
import sqlalchemy as sa

from croupier.house.store import schema as s
from croupier.house.store.entries import Event
from croupier.house.store.records import Records, _has_prefix

EVENTS_PER_SCAN, SCANS_PER_PAGE = 50_000, 10
"""Events scanned per query, and queries per page: a bound on the time that a search takes."""


class ActFilter(msgspec.Struct, frozen=True, kw_only=True):
    """The filter of a search; a field that is None does not restrict it."""

    actor: str | None = None
    stream: str | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None


def acts(records: Records, act_filter: ActFilter, before: int | None, most: int) -> tuple[list[Event], int | None]:
    """Events by staff or about accounts before that position; and the position to continue from, None at the end."""
    e = s.event.c
    people = [_has_prefix(e.actor, "staff:"), _has_prefix(e.stream, "staff:"), _has_prefix(e.stream, "access:")]
    conditions = [sa.or_(*people, e.stream == "house")]
    conditions += [column == value for column, value in _equalities(act_filter) if value is not None]
    conditions += [] if act_filter.since is None else [e.at >= act_filter.since]
    conditions += [] if act_filter.until is None else [e.at < act_filter.until]
    end = records.head().position + 1 if before is None else before
    events: list[Event] = []
    for _ in range(SCANS_PER_PAGE):
        start = max(1, end - EVENTS_PER_SCAN)
        query = sa.select(s.event).where(e.position >= start, e.position < end, *conditions)
        rows = records._rows(query.order_by(e.position.desc()).limit(most - len(events)))
        events += [Event(*row) for row in rows]
        if len(events) == most:
            return events, events[-1].position if events[-1].position > 1 else None
        end = start
        if start == 1:
            return events, None
    return events, end


def _equalities(act_filter: ActFilter) -> list[tuple[sa.ColumnElement[str], str | None]]:
    e = s.event.c
    return [(e.actor, act_filter.actor), (e.stream, act_filter.stream), (e.kind, act_filter.kind)]
