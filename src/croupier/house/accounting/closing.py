"""Closing a gaming day: the totals of its books are signed by the house and stored as an event in the chain."""

from collections.abc import Iterator

import msgspec

from croupier.house.accounting.books import Books, Sum
from croupier.house.days import Calendar, GamingDay
from croupier.house.events import DayClosed, drafted, read_house
from croupier.house.keys import Keys, signed
from croupier.house.store import Append, Event, Records, Store
from croupier.house.store.chain import BEGINNING, canonical
from croupier.refused import Refused
from croupier.words import Sentence

DAYS_STREAM = "days"


def close(store: Store, keys: Keys, day: GamingDay, calendar: Calendar, by: str, now: int) -> DayClosed:
    """Close a day that is over: sign its books and append the event. Refused the second time."""
    if now < day.until:
        raise Refused("gaming-day-not-over", day=day.date)
    records = store.records
    stored = list(records.events(DAYS_STREAM))
    upon = stored[-1].hash if stored else BEGINNING
    if any(each.date == str(day.date) for each in map(_read, stored)):
        raise Refused("gaming-day-already-closed", day=day.date)
    unsigned = _unsigned(records, day.since, day.until, calendar, str(day.date), records.head().position)
    event = msgspec.structs.replace(unsigned, key=keys.public, signature=keys.sign(_message(unsigned)))
    # Optimistic concurrency: where another process closes it meanwhile, this append fails.
    store.append(Append(stream=DAYS_STREAM, drafts=(drafted(event),), at=now, actor=by, upon=upon))
    return event


def closed(records: Records) -> Iterator[DayClosed]:
    """The closed days, in the order of closing."""
    yield from map(_read, records.events(DAYS_STREAM))


def _read(event: Event) -> DayClosed:
    day = read_house(event.body)
    assert isinstance(day, DayClosed)
    return day


def defects(records: Records, event: DayClosed) -> Iterator[str]:
    """The defects of a closed day: its signature, changed books, or events added after it was closed."""
    if not signed(event.key, event.signature, _message(event)):
        yield Sentence("day-signature-mismatch", day=event.date)
    calendar = Calendar(event.turns, event.zone)
    recomputed = _unsigned(records, event.since, event.until, calendar, event.date, event.position)
    if _message(recomputed) != _message(event):
        yield Sentence("day-books-changed", day=event.date)
    span = records.span(event.since, event.until)
    if span is not None and span[1] > event.position:
        yield Sentence("day-changed-after-close", day=event.date)


def _unsigned(records: Records, since: int, until: int, calendar: Calendar, date: str, position: int) -> DayClosed:
    books = Books.of(records, calendar, since, until, last=position, priced=False)
    total = Sum()
    for each in books.tables.values():
        total.add(each)
    return DayClosed(
        date=date,
        turns=calendar.turns,
        zone=calendar.zone,
        since=since,
        until=until,
        position=position,
        rounds=total.rounds,
        drop=total.drop,
        handle=total.handle,
        win=total.win,
        digest=books.digest,
    )


def _message(event: DayClosed) -> bytes:
    fields = [getattr(event, name) for name in event.__struct_fields__ if name not in ("key", "signature")]
    return b"croupier day 1\n" + canonical(fields)
