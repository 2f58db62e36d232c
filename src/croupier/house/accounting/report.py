"""A report: the books of some days in figures, by table, game, wager, dealer, shift and day."""

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from croupier.house.accounting.books import TIP_KINDS, Books, Sum, Where
from croupier.house.days import HOUR, Calendar
from croupier.house.ledger import CAGE, tips
from croupier.house.purchases import SOURCES
from croupier.house.store.records import Records
from croupier.refused import Refused
from croupier.words import Sentence

NOTICE_CENTS = 1_000_000
"""Cents of cash in, or out, of one patron in a gaming day from which on the report has a notice."""
BANDS = (1, 2, 3)
"""Bands of deviation, in standard deviations."""
MAX_PATH_POINTS = 400
"""Points of a path after thinning."""
NOWHERE = Sentence("at-no-table")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a report; amounts are cents."""

    name: str
    rounds: int
    void: int
    drop: int | None
    """Buy-ins; None for a wager, which has none of its own."""
    handle: int
    win: int
    hold: float | None
    """Win as a share of the drop."""
    theory: float
    """The expected win, by the exact edges."""
    edge: float | None
    """Expected win as a share of the handle."""
    sd: float
    """The standard deviation of the win."""
    deviation: float | None
    """Win less expected win, in standard deviations."""
    band: int | None
    """The least number of standard deviations that the deviation is within; 4 is beyond three."""
    rounds_per_hour: float | None


class Patron(msgspec.Struct, frozen=True, kw_only=True):
    """Cash, card and vouchers of a terminal on a gaming day, in cents."""

    day: str
    terminal: str
    cash_in: int
    """At the cage, and notes at the terminal."""
    card_in: int
    cash_out: int
    vouchers_in: int
    vouchers_out: int
    notice: tuple[Literal["cash in", "cash out"], ...]
    """Which of cash in and cash out has reached the threshold."""


class Bought(msgspec.Struct, frozen=True, kw_only=True):
    """The drop over these days from one source, in cents."""

    source: str
    """`cage`, or `notes`, `card` or `demo` at terminals."""
    drop: int


class Tips(msgspec.Struct, frozen=True, kw_only=True):
    """The tips of a table over these days, in cents."""

    table: str
    tips_in: int
    """Given by players."""
    tips_out: int
    """Paid out to the Dealers."""
    tips_held: int
    """Balance of the tips account at the end."""


class Strayed(msgspec.Struct, frozen=True):
    """A point of a path: after `rounds` rounds, win less expected win in cents, and its standard deviation."""

    rounds: int
    deviation: float
    sd: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The report of `[since, until)`."""

    since: int
    until: int
    calendar: Calendar
    threshold: int
    total: Figures
    by: dict[str, list[Figures]]
    """By `table`, `game`, `wager`, `dealer`, `shift` and `day`."""
    sources: list[Bought]
    """The drop by source; they add up to the total drop."""
    patrons: list[Patron]
    tips: list[Tips]
    """Tips of every table that had any; they are part of no other figure."""
    paths: dict[str, list[Strayed]]
    """By table; all tables together under the empty name."""
    digest: str
    """The digest of the books it was made from."""

    @property
    def title(self) -> str:
        """The days covered, as a title."""
        days = [each.name for each in self.by["day"]]
        return (
            days[0]
            if len(days) == 1
            else Sentence("day-to-day", first=days[0], last=days[-1])
            if days
            else Sentence("no-day")
        )


DIMENSIONS: Mapping[str, Callable[[Where], str]] = {
    "table": lambda where: where.table or NOWHERE,
    "game": lambda where: where.game or NOWHERE,
    "dealer": lambda where: where.dealer or NOWHERE,
    "shift": lambda where: where.shift,
    "day": lambda where: where.day,
}


def report(
    records: Records, since: int, until: int, calendar: Calendar | None = None, threshold: int = NOTICE_CENTS
) -> Report:
    """The report of `[since, until)`."""
    if threshold <= 0:
        raise Refused("threshold-not-positive", threshold=threshold)
    calendar = calendar or Calendar()
    books = Books.of(records, calendar, since, until)
    by = {
        name: _grouped((key(where), each_sum) for where, each_sum in books.tables.items())
        for name, key in DIMENSIONS.items()
    }
    by["wager"] = _grouped((f"{where.game} {wager}", each_sum) for (where, wager), each_sum in books.wagers.items())
    total = Sum()
    for each_sum in books.tables.values():
        total.add(each_sum)
    return Report(
        since=since,
        until=until,
        calendar=calendar,
        threshold=threshold,
        total=figures("all", total),
        by={
            name: [figures(each, each_sum, drops=name != "wager") for each, each_sum in _sorted(groups)]
            for name, groups in by.items()
        },
        sources=_sources(books),
        patrons=_patrons(books, threshold),
        tips=_tips(records, books, until),
        paths=_paths(books),
        digest=books.digest,
    )


def figures(name: str, total: Sum, *, drops: bool = True) -> Figures:
    """One line of a report.

    >>> total = Sum(rounds=90, drop=100_000, handle=400_000, win=20_000, took=HOUR, theory=5_000, variance=1e8)
    >>> one = figures("B1", total)
    >>> one.hold, one.edge, one.deviation, one.band, one.rounds_per_hour
    (0.2, 0.0125, 1.5, 2, 90.0)
    """
    sd = math.sqrt(max(0.0, total.variance))
    deviation = (total.win - total.theory) / sd if sd else None
    return Figures(
        name=name,
        rounds=total.rounds,
        void=total.void,
        drop=total.drop if drops else None,
        handle=total.handle,
        win=total.win,
        hold=total.win / total.drop if drops and total.drop and total.handle else None,
        theory=total.theory,
        edge=total.theory / total.handle if total.handle else None,
        sd=sd,
        deviation=deviation,
        band=None if deviation is None else _band(deviation),
        rounds_per_hour=(total.rounds + total.void) * HOUR / total.took if total.took else None,
    )


def in_csv(report: Report) -> str:
    """A report as CSV, amounts in whole units of money with two decimals."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields, of_tips = list(Figures.__struct_fields__), list(Tips.__struct_fields__)[1:]
    writer.writerow(["by", *fields, *of_tips])
    for by, lines in {"all": [report.total], **report.by}.items():
        for line in lines:
            writer.writerow([by, *(_plain(name, getattr(line, name)) for name in fields), *("" for _ in of_tips)])
    for bought in report.sources:
        cells = {"name": bought.source, "drop": _plain("drop", bought.drop)}
        writer.writerow(["source", *(cells.get(name, "") for name in fields), *("" for _ in of_tips)])
    for each in report.tips:
        amounts = (_plain(name, getattr(each, name)) for name in of_tips)
        writer.writerow(["tips", each.table, *("" for _ in fields[1:]), *amounts])
    return out.getvalue()


def _plain(name: str, value: float | str | None) -> str:
    if value is None:
        return ""
    if name in ("drop", "handle", "win", "theory", "sd", "tips_in", "tips_out", "tips_held"):
        return f"{float(value) / 100:.2f}"
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _band(deviation: float) -> int:
    return 1 + sum(abs(deviation) > far for far in BANDS)


def _sorted(groups: dict[str, Sum]) -> list[tuple[str, Sum]]:
    """Sorted by name, `NOWHERE` last."""
    return sorted(groups.items(), key=lambda item: (item[0] == NOWHERE, item[0]))


def _grouped(cells: Iterable[tuple[str, Sum]]) -> dict[str, Sum]:
    groups: dict[str, Sum] = {}
    for name, each in cells:
        if each != Sum():
            groups.setdefault(name, Sum()).add(each)
    return groups


def _sources(books: Books) -> list[Bought]:
    sums = {source: sum(kinds.get(source, 0) for kinds in books.cash.values()) for source in (CAGE, *SOURCES)}
    return [Bought(source=source, drop=cents) for source, cents in sums.items() if cents]


def _patrons(books: Books, threshold: int) -> list[Patron]:
    patrons = []
    for (day, terminal), kinds in sorted(books.cash.items()):
        cash_in, cash_out = kinds.get("buy-in", 0) - kinds.get("card", 0), kinds.get("cash-out", 0)
        over = [(Sentence("cash-in"), cash_in), (Sentence("cash-out"), cash_out)]
        patrons.append(
            Patron(
                day=day,
                terminal=terminal,
                cash_in=cash_in,
                card_in=kinds.get("card", 0),
                cash_out=cash_out,
                vouchers_in=kinds.get("voucher-in", 0),
                vouchers_out=kinds.get("voucher-out", 0),
                notice=tuple(what for what, cents in over if cents >= threshold),  # type: ignore[misc]
            )
        )
    return patrons


def _tips(records: Records, books: Books, until: int) -> list[Tips]:
    span = records.span(0, until)
    rows = []
    for table in (stream.removeprefix("table:") for stream in records.streams("table:")):
        days = [kinds for (_, name), kinds in books.tips.items() if name == table]
        came, went = (sum(kinds.get(kind, 0) for kinds in days) for kind in TIP_KINDS)
        held = records.balance_after(tips(table), span[1]) if span else 0
        if came or went or held:
            rows.append(Tips(table=table, tips_in=came, tips_out=went, tips_held=held))
    return rows


def _paths(books: Books) -> dict[str, list[Strayed]]:
    paths: dict[str, list[Strayed]] = {}
    sums: dict[str, tuple[int, float, float]] = {}
    for point in books.points:
        for name in ("", point.table):
            rounds, deviation, variance = sums.get(name, (0, 0.0, 0.0))
            sums[name] = rounds, deviation, variance = (
                rounds + 1,
                deviation + point.deviation,
                variance + point.variance,
            )
            paths.setdefault(name, []).append(Strayed(rounds, deviation, math.sqrt(max(0.0, variance))))
    return {name: _thinned(path) for name, path in paths.items()}


def _thinned(path: list[Strayed]) -> list[Strayed]:
    """At most MAX_PATH_POINTS evenly spaced points, and always the last one."""
    every = -(-len(path) // MAX_PATH_POINTS)
    return [step for at, step in enumerate(path, 1) if at % every == 0 or at == len(path)]
