"""The gaming day: begins at a set hour, not at midnight. Times are microseconds since 1970 UTC."""

import datetime
import zoneinfo
from typing import Self

import msgspec

from croupier.refused import Refused
from croupier.words import Sentence

SECOND = 1_000_000
HOUR = 3_600 * SECOND
SHIFTS = ("day", "swing", "grave")
"""Eight hours each from the start of the gaming day; daylight saving lengthens or shortens the last."""


class GamingDay(msgspec.Struct, frozen=True):
    """One day of the house, from `since` up to but not including `until`."""

    date: datetime.date
    since: int
    until: int

    @classmethod
    def of(cls, at: int, turns: datetime.time = datetime.time(6), zone: datetime.tzinfo = datetime.UTC) -> Self:
        """The gaming day that contains a time.

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

    def shift(self, at: int) -> str:
        """The shift that contains a time of this day.

        >>> day = GamingDay.of(0)
        >>> [day.shift(day.since + hours * HOUR) for hours in (0, 8, 23)]
        ['day', 'swing', 'grave']
        """
        return SHIFTS[min((at - self.since) // (8 * HOUR), len(SHIFTS) - 1)]


class Calendar(msgspec.Struct, frozen=True):
    """When the house's gaming days begin (`turns`, HH:MM), and in which time zone."""

    turns: str = "06:00"
    zone: str = "UTC"

    def __post_init__(self) -> None:
        try:
            _ = self._turns, self.tz
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            reason = Sentence("day-turn-invalid", turns=self.turns, zone=self.zone)
            raise Refused(reason) from None

    @property
    def _turns(self) -> datetime.time:
        return datetime.time.fromisoformat(self.turns)

    @property
    def tz(self) -> datetime.tzinfo:
        """The time zone."""
        # Not every machine has a zone database; UTC needs none.
        return datetime.UTC if self.zone == "UTC" else zoneinfo.ZoneInfo(self.zone)

    def of(self, at: int) -> GamingDay:
        """The gaming day that contains a time."""
        return GamingDay.of(at, self._turns, self.tz)

    def on(self, date: str) -> GamingDay:
        """The gaming day of an ISO date.

        >>> Calendar().on("2026-05-01").shift(Calendar().on("2026-05-01").until - 1)
        'grave'
        """
        try:
            begins = datetime.datetime.combine(datetime.date.fromisoformat(date), self._turns, self.tz)
            return self.of(int(begins.timestamp()) * SECOND)
        except (ValueError, OverflowError):
            raise Refused("date-invalid", date=date[:40]) from None
