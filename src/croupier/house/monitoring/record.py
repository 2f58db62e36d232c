"""Surveillance afterwards: all events of a table replayed from the first on, and every alarm that they raise."""

import datetime
from collections.abc import Iterable, Iterator

import msgspec

from croupier.house.days import SECOND
from croupier.house.events import REPAIRED
from croupier.house.monitoring.follower import TABLE, Raised
from croupier.house.monitoring.observer import TableObserver
from croupier.house.store import Records
from croupier.house.surveillance.alarm import Alarm, Budget
from croupier.house.surveillance.watch import Watch
from croupier.house.table.state import State
from croupier.refused import Refused


class TableReview(msgspec.Struct, kw_only=True):
    """The alarms that the events of a table raise."""

    table: str
    shoes: int = 0
    rounds: int = 0
    alarms: list[Raised] = []
    unread: str | None = None
    """The first event that could not be read, if any; from there on to the table's repair nothing was."""


def review(records: Records, table: str, budget: Budget | None = None) -> TableReview:
    """Replay the events of a table; of a damaged one, those before the damage and after its repair."""
    result = TableReview(table=table)
    observer: TableObserver | None = TableObserver(State(name=table), records)
    watch = Watch(budget=budget or Budget())
    for event in records.events(f"{TABLE}{table}"):
        if observer is None and event.kind == REPAIRED:
            observer = TableObserver(State(name=table, version=event.version - 1), records)
        if observer is None:
            continue
        try:
            if (shoe := observer.see(event)) is not None:
                watch, alarms = watch.after(shoe)
                _add(result, len(shoe.rounds), observer.at, alarms)
        except Exception as error:
            # Damage may raise anything.
            result.unread, observer = f"event {event.version} makes no sense ({error})", None
    if observer is not None and (shoe := observer.shoe) is not None and shoe.rounds:
        # Of the shoe still in play, only the alarms that do not wait for its end.
        _add(result, len(shoe.rounds), observer.at, watch.after(shoe, over=False)[1])
    return result


def tables(records: Records, names: Iterable[str] = ()) -> list[str]:
    """The tables in the records, or the given ones; an unknown one is refused."""
    known = [stream.removeprefix(TABLE) for stream in records.streams(TABLE)]
    chosen = list(names) or known
    for name in chosen:
        if name not in known:
            raise Refused(f"there is no table {name} in the records: there are {', '.join(known) or 'none'}")
    return chosen


def lines(result: TableReview) -> Iterator[str]:
    """A review as text."""
    many = len(result.alarms)
    yield f"{result.table}: {result.shoes:,} shoes, {result.rounds:,} rounds, {many or 'no'} alarm{'s' * (many != 1)}"
    for raised in result.alarms:
        when = datetime.datetime.fromtimestamp(raised.at / SECOND, datetime.UTC)
        alarm = raised.alarm
        chance = f"p {alarm.p:.1g}" if alarm.p else "impossible"
        where = f", rounds {_ranges(alarm.rounds)}" if alarm.rounds else ""
        yield f"  {when:%Y-%m-%d %H:%M} {alarm} ({chance}, shoe {alarm.shoe}{where})"
    if result.unread:
        yield f"  {result.unread}"


def _add(result: TableReview, rounds: int, at: int, alarms: list[Alarm]) -> None:
    result.shoes += 1
    result.rounds += rounds
    result.alarms += [Raised(at, alarm) for alarm in alarms]


def _ranges(rounds: Iterable[int]) -> str:
    """Round numbers as people write them.

    >>> _ranges((4, 5, 6, 9, 12, 13))
    '4-6 9 12-13'
    """
    runs: list[list[int]] = []
    for number in rounds:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs)
