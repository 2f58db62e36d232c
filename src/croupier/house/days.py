"""The gaming day: from one turn of the day to the next, not from midnight. Times are microseconds since 1970 UTC."""

import datetime
from typing import Self

import msgspec

SECOND = 1_000_000


class GamingDay(msgspec.Struct, frozen=True):
    """One day of the house, from `since` up to but not including `until`."""

    date: datetime.date
    since: int
    until: int

    @classmethod
    def of(cls, at: int, turns: datetime.time = datetime.time(6), zone: datetime.tzinfo = datetime.UTC) -> Self:
        """The gaming day of a moment.

        >>> early = int(datetime.datetime(2026, 5, 2, 5, 59, tzinfo=datetime.UTC).timestamp()) * SECOND
        >>> GamingDay.of(early).date, GamingDay.of(early + 60 * SECOND).date
        (datetime.date(2026, 5, 1), datetime.date(2026, 5, 2))
        """
        local = datetime.datetime.fromtimestamp(at // SECOND, zone)
        date = local.date() - datetime.timedelta(days=local.time() < turns)
        since, until = (
            int(datetime.datetime.combine(date + datetime.timedelta(days), turns, zone).timestamp()) * SECOND
            for days in (0, 1)
        )
        return cls(date, since, until)
