"""The books of some days as one self-contained, printable HTML page."""

import datetime
from importlib.resources import files

from croupier.games.catalogue import GAMES, editions
from croupier.house.accounting.report import Figures, Patron, Report
from croupier.house.days import SECOND
from croupier.house.events import DayClosed
from croupier.house.keys import fingerprint
from croupier.house.ledger import CAGE
from croupier.report.bands import MINUS, SIGMA, cone, sigmas, strip
from croupier.report.markup import Markup, Row, element, join, note, table

DEVIATION = f"Deviation, 1 2 3 {SIGMA}"
HEADS = ("Rounds", "An hour", "Drop", "Handle", "Expected", "Win", "Hold", DEVIATION, "")
OF_WAGER = ("Rounds", "Handle", "Edge", "Expected", "Win", DEVIATION, "")
SOURCES = {CAGE: "Cage", "notes": "Notes at terminals", "card": "Cards at terminals", "demo": "Demo credits"}
TITLES = {
    "table": "By table",
    "game": "By game",
    "wager": "By wager",
    "dealer": "By dealer",
    "shift": "By shift",
    "day": "By gaming day",
}


def page(report: Report, closed: DayClosed | None = None) -> str:
    """The whole page, with the signature of a closed day."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"Books, {report.title}"),
        element("style", Markup(files(__package__).joinpath("books.css").read_text("utf-8"))),
    )
    body = element(
        "body",
        _header(report, closed),
        _tiles(report),
        *_panels(report),
        *_sources(report),
        *_tips(report),
        _patrons(report),
        _footer(report),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def money(cents: float) -> str:
    """An amount in dollars as text, with cents only where there are any.

    >>> money(125_000), money(229_550), money(1.2)
    ('$1,250', '$2,295.50', '$0.01')
    """
    whole = round(cents)
    text = f"${abs(whole) // 100:,}" + (f".{abs(whole) % 100:02}" if whole % 100 else "")
    return f"{MINUS}{text}" if whole < 0 else text


def _header(report: Report, closed: DayClosed | None) -> Markup:
    since, until = (_moment(at, report) for at in (report.since, report.until))
    says = f"{since} to {until}, {report.calendar.zone}"
    if closed is None:
        seal = element("span", "Not closed", class_="open seal")
    else:
        seal = element("span", f"Closed and signed, key {fingerprint(closed.key)}", class_="seal")
    title = element("div", element("p", "Books of the house", class_="eyebrow"), element("h1", report.title))
    return element("header", title, element("p", says), seal)


def _moment(at: int, report: Report) -> str:
    zone = report.calendar.tz
    return f"{datetime.datetime.fromtimestamp(at // SECOND, zone):%d %B %Y %H:%M}"


def _tiles(report: Report) -> Markup:
    total, path = report.total, report.paths.get("")
    hold = "" if total.hold is None else f"hold {total.hold:.1%} of drop"
    edge = "" if total.edge is None else f"{total.edge:.2%} of handle"
    tiles = [
        ("Drop", money(total.drop or 0), "bought in with"),
        ("Handle", money(total.handle), f"{total.rounds:,} rounds, {total.void:,} void"),
        ("Win", money(total.win), hold),
        ("Expected win", money(total.theory), edge),
    ]
    made = [
        element("div", element("dt", name), element("dd", value), element("p", says)) for name, value, says in tiles
    ]
    drawn = [cone(path, 190, 64, labels=False)] if path else []
    words = f"{money(total.win - total.theory)}; 1 {SIGMA} is {money(total.sd)}"
    against = (
        element("dt", "Win against expected"),
        element("dd", sigmas(total.deviation) or "none"),
        element("p", words),
    )
    made.append(element("div", element("div", *against), *drawn, class_="wide"))
    return element("dl", *made, class_="tiles")


def _panels(report: Report) -> list[Markup]:
    parts = []
    if path := report.paths.get(""):
        drawn = cone(path, 1060, 260)
        words = note(f"Every table together, round by round. Beyond 2 {SIGMA} comes about once in 22 by chance alone.")
        parts.append(_panel("Win less what was to be expected", drawn, words))
    for by, title in TITLES.items():
        lines = report.by[by]
        if lines and not (by == "day" and len(lines) == 1):
            parts.append(_panel(title, _lines(report, by, lines)))
    return parts


def _panel(title: str, *children: Markup) -> Markup:
    return element("section", element("h2", title), *children, class_="panel")


def _lines(report: Report, by: str, lines: list[Figures]) -> Markup:
    heads, cells = (OF_WAGER, _of_wager) if by == "wager" else (HEADS, _cells)
    rows: list[Row] = [(_name(by, each), *cells(each), _drawn(report, by, each), _badge(each)) for each in lines]
    return table((by.capitalize(), *heads), rows)


def _name(by: str, line: Figures) -> str:
    game, _, wager = line.name.partition(" ")
    if by == "game" and line.name in GAMES:
        return GAMES[line.name].title
    for rules in reversed(tuple(editions(game).values())) if by == "wager" and game in GAMES else ():
        if wager in rules.by_name:
            return f"{rules.by_name[wager].label}, {rules.title}"
    return line.name


def _cells(line: Figures) -> tuple[str, ...]:
    return (
        f"{line.rounds:,}",
        "" if line.rounds_per_hour is None else f"{line.rounds_per_hour:.0f}",
        "" if line.drop is None else money(line.drop),
        money(line.handle),
        money(line.theory),
        element("b", money(line.win)),
        _percent(line.hold, 1),
    )


def _of_wager(line: Figures) -> tuple[str, ...]:
    return (
        f"{line.rounds:,}",
        money(line.handle),
        _percent(line.edge, 2),
        money(line.theory),
        element("b", money(line.win)),
    )


def _percent(share: float | None, places: int) -> str:
    return "" if share is None else f"{share:.{places}%}".replace("-", MINUS)


def _drawn(report: Report, by: str, line: Figures) -> Markup:
    path = report.paths.get(line.name) if by == "table" else None
    return cone(path, 150, 32, labels=False) if path else strip(line)


def _badge(line: Figures) -> Markup:
    far = line.deviation is not None and abs(line.deviation) > 2
    return element("span", sigmas(line.deviation), class_="far badge" if far else "badge" if line.band else "")


def _sources(report: Report) -> list[Markup]:
    if len(report.sources) < 2:
        return []
    rows: list[Row] = [(SOURCES[each.source], money(each.drop)) for each in report.sources]
    words = note("What was bought in with: at the cage, and at terminals that take notes or cards themselves.")
    return [_panel("Drop by source", table(("Source", "Drop"), rows), words)]


def _tips(report: Report) -> list[Markup]:
    if not report.tips:
        return []
    rows: list[Row] = [(each.table, *map(money, (each.tips_in, each.tips_out, each.tips_held))) for each in report.tips]
    words = note("Given by players to those who deal, and part of no other figure. Held: what was left in the end.")
    return [_panel("Tips", table(("Table", "Tips in", "Paid out", "Held"), rows), words)]


def _patrons(report: Report) -> Markup:
    over = [each for each in report.patrons if each.notice]
    words = note(f"Notice from {money(report.threshold)} of cash in or out over one gaming day.")
    if not over:
        return _panel(
            "Cash of patrons", element("p", f"{len(report.patrons):,} patrons, none at the threshold."), words
        )
    rows: list[Row] = [_patron(each) for each in over]
    heads = ("Terminal", "Gaming day", "Cash in", "Cash out", "Vouchers in", "Vouchers out", "Notice")
    return _panel("Cash of patrons", table(heads, rows, words=2), words)


def _patron(each: Patron) -> Row:
    amounts = (money(cents) for cents in (each.cash_in, each.cash_out, each.vouchers_in, each.vouchers_out))
    return (each.terminal, each.day, *amounts, element("span", " and ".join(each.notice), class_="far badge"))


def _footer(report: Report) -> Markup:
    return element(
        "footer",
        join(
            "Drop: what players bought in with, at the table where they stake next. Handle: every stake that was",
            " decided. Expected: handle by the exact edge of each wager for the decks and rules in force, blackjack",
            " played by the best chart. Hold: win of drop. The exact figures have the digest ",
            element("code", report.digest[:16]),
            ".",
        ),
    )
