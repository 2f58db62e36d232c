"""The books of gaming days: actual and theoretical win, the cash of patrons, and closed days.

Reports are for the roles that may see them, and for surveillance.
"""

import asyncio

import msgspec

from croupier.house.accounting.closing import close, closed
from croupier.house.accounting.report import Patron, Report, in_csv, report
from croupier.house.days import GamingDay
from croupier.house.events import DayClosed
from croupier.house.roles import HouseRole, Task, may
from croupier.report.accounting import page
from croupier.server.endpoint import ApiRequest, Endpoint

READERS = frozenset(role for role in HouseRole if may(role, Task.SEE_REPORTS)) | {HouseRole.SURVEILLANCE}
CASH_READERS = READERS | {HouseRole.CAGE}
CLOSERS = frozenset({HouseRole.GAMING_SHIFT_MANAGER})
DAY, TODAY = "/api/days/{day}", "today"


class Patrons(msgspec.Struct, frozen=True):
    """Cash in and out of every patron over a gaming day."""

    day: str
    threshold: int
    patrons: list[Patron]


class ClosedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A closed gaming day, with the digest of its books and the house's signature; amounts in cents."""

    date: str
    rounds: int
    drop: int
    handle: int
    win: int
    digest: str
    key: str
    signature: str


async def day_books(request: ApiRequest) -> Report:
    """The report of a gaming day."""
    return await asyncio.to_thread(_report, request)


async def day_sheet(request: ApiRequest) -> bytes:
    """The report of a gaming day as CSV."""
    return (await asyncio.to_thread(lambda: in_csv(_report(request)))).encode()


async def day_page(request: ApiRequest) -> bytes:
    """The report of a gaming day as an HTML page with charts."""

    def made() -> str:
        days = {each.date: each for each in closed(request.desk.index.records)}
        return page(_report(request), days.get(str(_day(request).date)))

    return (await asyncio.to_thread(made)).encode()


async def patrons(request: ApiRequest) -> Patrons:
    """Cash in and out of every patron on a gaming day, with the threshold notices."""
    report = await asyncio.to_thread(_report, request)
    return Patrons(str(_day(request).date), report.threshold, report.patrons)


async def days(request: ApiRequest) -> list[ClosedDay]:
    """The closed days."""
    events = await asyncio.to_thread(lambda: list(closed(request.desk.index.records)))
    return [_closed(each) for each in events]


async def close_day(request: ApiRequest) -> ClosedDay:
    """Close a gaming day that is over, and sign its books."""
    house, calendar = request.desk.house, request.desk.calendar
    day, who = _day(request), request.who.actor
    return _closed(await asyncio.to_thread(close, house.store, house.keys, day, calendar, who, house.now()))


def _day(request: ApiRequest) -> GamingDay:
    """The gaming day in the path: a date, or `today`."""
    desk, day = request.desk, request.path["day"]
    return desk.calendar.of(desk.house.now()) if day == TODAY else desk.calendar.on(day)


def _report(request: ApiRequest) -> Report:
    desk, day = request.desk, _day(request)
    return report(desk.index.records, day.since, day.until, desk.calendar, desk.threshold)


def _closed(event: DayClosed) -> ClosedDay:
    fields = {name: getattr(event, name) for name in ClosedDay.__struct_fields__}
    return ClosedDay(**{**fields, "key": event.key.hex(), "signature": event.signature.hex()})


BOOKS = (
    Endpoint(
        method="GET",
        path="/api/days",
        summary="The closed days",
        do=days,
        answer=list[ClosedDay],
        who=READERS,
        problems=(503,),
    ),
    Endpoint(
        method="GET",
        path=DAY,
        summary="The books of a gaming day, by its date or `today`",
        do=day_books,
        answer=Report,
        who=READERS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/books.csv",
        summary="The books of a gaming day as CSV",
        do=day_sheet,
        answer="text/csv",
        who=READERS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/books.html",
        summary="The books of a gaming day as an HTML page with charts",
        do=day_page,
        answer="text/html",
        who=READERS,
        problems=(422, 503),
    ),
    Endpoint(
        method="GET",
        path=f"{DAY}/patrons",
        summary="Cash in and out of patrons on a gaming day, with threshold notices",
        do=patrons,
        answer=Patrons,
        who=CASH_READERS,
        problems=(422, 503),
    ),
    Endpoint(
        method="POST",
        path=f"{DAY}/close",
        summary="Close a gaming day that is over, and sign its books",
        do=close_day,
        answer=ClosedDay,
        who=CLOSERS,
        problems=(409, 422, 503),
    ),
)
