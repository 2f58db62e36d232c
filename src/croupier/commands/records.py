"""The commands on a house's records: back up, search, replay and resettle rounds, books, evidence."""

import datetime
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from croupier.commands.options import JsonOption, print_json
from croupier.house.days import SECOND, Calendar
from croupier.money import cents, dollars
from croupier.refused import Refused

if TYPE_CHECKING:
    from croupier.house.views.shown import View

app = typer.Typer(rich_markup_mode=None)

Url = Annotated[
    str,
    typer.Option(
        "--store",
        envvar=["CROUPIER_STORE_URL", "CROUPIER_STORE"],
        help="The database of the house's records.",
        metavar="URL",
    ),
]
Since = Annotated[str | None, typer.Option(help="From this time, such as 2026-05-01 or 2026-05-01T18:00.")]
Until = Annotated[str | None, typer.Option(help="Up to this time.")]
Zone = Annotated[str, typer.Option(help="The house's time zone, such as Asia/Singapore.")]
Turns = Annotated[str, typer.Option(help="The time at which a gaming day begins.")]
KeyFile = Annotated[Path | None, typer.Option("--key", help="The file of the house's secret key, to sign with.")]
STORE = "sqlite:///house.db"


@app.command()
def backup(
    to: Annotated[str, typer.Argument(help="An empty database, such as sqlite:///backup.db.", metavar="URL")],
    store: Url = STORE,
) -> int:
    """Copy a snapshot of the whole store, even while the house is running, and verify the copy.

    The copy is a store like any other: it can be verified, searched and served, and restored by the same command. The
    house's secret key is not in it; keep its file elsewhere.
    """
    from croupier.house.audit import audit
    from croupier.house.audit.summary import summary
    from croupier.house.store import Records
    from croupier.house.store.backup import copy

    copied = copy(store, to)
    with Records(to) as records:
        result = audit(records)
    print(f"{copied:,} events copied; verification of the copy:")
    for line in summary(result):
        print(line)
    return 1 if result.defects else 0


@app.command()
def rounds(
    store: Url = STORE,
    table: Annotated[str | None, typer.Option(help="The table.")] = None,
    shoe: Annotated[str | None, typer.Option(help="The shoe.")] = None,
    game: Annotated[str | None, typer.Option(help="The game.")] = None,
    terminal: Annotated[str | None, typer.Option(help="A terminal that took part.")] = None,
    staff: Annotated[str | None, typer.Option(help="A staff member who acted in it.")] = None,
    wager: Annotated[str | None, typer.Option(help="A wager placed in it.")] = None,
    won: Annotated[str | None, typer.Option(help="A wager that won.")] = None,
    result: Annotated[str | None, typer.Option(help="Such as banker, natural, dealer-bust, void, corrected.")] = None,
    event: Annotated[str | None, typer.Option(help="A kind of event, such as wager-withdrawn.")] = None,
    since: Since = None,
    until: Until = None,
    zone: Zone = "UTC",
    limit: Annotated[int, typer.Option(help="The maximum of rounds, the latest first.", min=1, max=1000)] = 20,
    json: JsonOption = False,
) -> None:
    """Find rounds by table, time, terminal, staff, game, wager, result and event."""
    from croupier.house.recall import Index, Search

    query = Search(
        table=table,
        shoe=shoe,
        game=game,
        terminal=terminal,
        staff=staff,
        wager=wager,
        won=won,
        result=result,
        event=event,
        since=_moment(since, zone),
        until=_moment(until, zone),
        limit=limit,
    )
    with Index(store) as index:
        index.catch_up()
        found = index.search(query)
    if json:
        print_json(found)
        return
    from croupier.commands.tables import plain_table

    heads = ("began", "table", "round", "game", "result", "handle", "win")
    shown = plain_table(*heads, right=("round", "handle", "win"))
    for each in found:
        row = (each.table, str(each.round), each.game, each.said, dollars(each.handle), dollars(each.win))
        shown.add_row(_written(each.began, zone), *row)
    Console().print(shown if found else "no rounds match")


@app.command()
def replay(
    table: Annotated[str, typer.Argument(help="The table.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    store: Url = STORE,
    viewer: Annotated[
        str | None, typer.Option("--as", help="Show each step as this role saw it: dealer, pit-manager, player:T1 ...")
    ] = None,
    step: Annotated[int | None, typer.Option(help="This step only.", min=1)] = None,
    json: JsonOption = False,
) -> None:
    """Replay one recorded round step by step, with clauses and money; or as somebody saw it."""
    from croupier.house.recall.replay import Replay, Viewer, lines, marks_before
    from croupier.house.store import Records

    role = None if viewer is None else Viewer.parse(viewer)
    with Records(store) as records:
        replayed = Replay(records, table, number)
        recalled = replayed.recalled()
        chosen = [each for each in recalled.steps if step in (None, each.step)]
        if not chosen:
            raise Refused(f"round {number} of {table} has steps 1 to {len(recalled.steps)}, not {step}")
        if role is None and json:
            print_json(recalled if step is None else chosen[0])
        elif role is None:
            shown = recalled if step is None else msgspec.structs.replace(recalled, steps=chosen, lines=(), net={})
            for line in lines(shown):
                print(line)
        else:
            before = marks_before(records, table, number)
            views = [(each, replayed.view(each.step, role, before)) for each in chosen]
            if json:
                print_json([{"step": each.step, "said": each.said, "view": view} for each, view in views])
            for each, view in views if not json else ():
                print(f"{each.step:>4}  {each.said}")
                for line in _view_lines(view):
                    print(f"      {line}")


@app.command()
def resettle(
    store: Url = STORE,
    table: Annotated[str | None, typer.Option(help="One table; by default all of them.")] = None,
    between: Annotated[str | None, typer.Option("--rounds", help="A range of rounds, such as 5-10.")] = None,
    since: Since = None,
    until: Until = None,
    zone: Zone = "UTC",
    ruling: Annotated[list[str] | None, typer.Option(help="Another reading of a ruling, such as R-43=obo.")] = None,
    json: JsonOption = False,
) -> int:
    """Settle past rounds again, by today's rules or another ruling, and list every difference in cents."""
    from croupier.house.recall.resettle import resettle as settle_again
    from croupier.house.store import Records

    rulings = dict(_ruling(each) for each in ruling or ())
    first, last = _moment(since, zone), _moment(until, zone)
    with Records(store) as records:
        found = settle_again(
            records,
            table=table,
            since=0 if first is None else first,
            until=2**62 if last is None else last,
            numbers=_between(between),
            rulings=rulings,
        )
    if json:
        print_json(found)
        return 1 if found.differences else 0
    if found.differences:
        from croupier.commands.tables import plain_table

        amounts_of = ("paid", "due", "difference")
        shown = plain_table("table", "round", "bettor", *amounts_of, "reason", right=("round", *amounts_of))
        for each in found.differences:
            why = ", ".join(f"{one.wager} ({', '.join(one.clauses)})" for one in each.why) or "the rules"
            amounts = (dollars(each.paid), dollars(each.due), dollars(each.difference))
            shown.add_row(each.table, str(each.round), each.bettor, *amounts, why)
        Console().print(shown)
    many = f"{len(found.differences):,} difference{'s' * (len(found.differences) != 1)}"
    print(f"{found.rounds:,} rounds: paid {dollars(found.paid)}, due {dollars(found.due)}; {many}")
    return 1 if found.differences else 0


@app.command()
def books(
    store: Url = STORE,
    day: Annotated[
        str | None, typer.Option(help="The gaming day, such as 2026-05-01; by default the current one.")
    ] = None,
    since: Annotated[str | None, typer.Option(help="From this gaming day, instead of one day.")] = None,
    until: Annotated[str | None, typer.Option(help="Up to and including this gaming day.")] = None,
    by: Annotated[str, typer.Option(help="Group by table, game, wager, dealer, shift or day.")] = "table",
    zone: Zone = "UTC",
    turns: Turns = "06:00",
    threshold: Annotated[str, typer.Option(help="Give notice from so much cash of one patron on a day.")] = "10000.00",
    page: Annotated[Path | None, typer.Option("--html", help="Write an HTML page with charts to this file.")] = None,
    sheet: Annotated[Path | None, typer.Option("--csv", help="Write comma-separated values to this file.")] = None,
    close: Annotated[bool, typer.Option("--close", help="Close the day: sign its totals.")] = False,
    key: KeyFile = None,
    json: JsonOption = False,
) -> None:
    """Drop, handle, win, hold and expected win, by table, game, wager, dealer, shift and day."""
    from croupier.house.accounting.closing import closed
    from croupier.house.accounting.report import DIMENSIONS, in_csv, report
    from croupier.house.store import Records
    from croupier.report.accounting import page as drawn

    if by not in (*DIMENSIONS, "wager"):
        raise Refused(f"--by takes {', '.join(DIMENSIONS)} or wager, not {by[:40]}")
    calendar = Calendar(turns, zone)
    if day is not None and (since or until):
        raise Refused("give either --day, or --since and --until")
    today = calendar.of(_now())
    named = since or day
    first = calendar.on(named) if named else today
    last = calendar.on(until) if until else today if since else first
    if close:
        _close(store, key, first, calendar)
    with Records(store) as records:
        found = report(records, first.since, last.until, calendar, cents(threshold))
        signed = next((each for each in closed(records) if first == last and each.date == str(first.date)), None)
    if page is not None:
        _write(page, drawn(found, signed).encode())
    if sheet is not None:
        _write(sheet, in_csv(found).encode())
    if json:
        print_json(found)
    elif page is None and sheet is None:
        Console().print(_figures(f"Books, {found.title}", by, [*found.by[by], found.total]))
        if len(found.sources) > 1:
            print(f"drop: {', '.join(f'{each.source} {dollars(each.drop)}' for each in found.sources)}")
        for line in found.tips:
            amounts = f"{dollars(line.tips_in)} in, {dollars(line.tips_out)} paid out, {dollars(line.tips_held)} held"
            print(f"tips: {line.table}: {amounts}")
        for each in found.patrons:
            if each.notice:
                amounts = f"{dollars(each.cash_in)} in, {dollars(each.cash_out)} out"
                print(f"notice: {each.terminal} on {each.day}: {' and '.join(each.notice)} ({amounts})")


@app.command()
def evidence(
    table: Annotated[str, typer.Argument(help="The table.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    store: Url = STORE,
    terminal: Annotated[
        list[str] | None, typer.Option(help="Whose views to include; by default those of everybody who bet.")
    ] = None,
    key: KeyFile = None,
) -> None:
    """Write an evidence pack: all records of a round in one file, which anybody can verify without the house."""
    from croupier.house.evidence import pack
    from croupier.house.store import Records

    with Records(store) as records:
        made = pack(records, table, number, _now(), _keys(key, store), terminal)
    _write(output, made)
    print(f"wrote {output}: check it with croupier verify --evidence {output}, or python {output}")


def verify_evidence(path: Path, key: str | None, json: bool) -> int:
    """Verify an evidence pack, and its signature if a public key is given."""
    from croupier.house.evidence import check
    from croupier.house.keys import read_public

    lines, defects = check(path, None if key is None else read_public(key))
    if json:
        print_json({"said": lines, "defects": defects})
    else:
        print("\n".join(lines))
    return 1 if defects else 0


def _close(store: str, key: Path | None, day: Any, calendar: Calendar) -> None:
    from croupier.house.accounting.closing import close
    from croupier.house.store import Records, Store

    Records(store).close()  # refuses where there is no store, so that none is created
    keys = _keys(key, store)
    if keys is None:
        raise Refused("closing a day signs its books: give the house's secret with --key")
    with Store(store, keys) as opened:
        event = close(opened, keys, day, calendar, "staff:command-line", _now())
    print(f"closed {event.date}: {event.rounds:,} rounds, win {dollars(event.win)}, digest {event.digest[:16]}")


def _keys(path: Path | None, store: str) -> Any:
    """The house's keys from a file, checked against the store; none are created."""
    from croupier.house.store_key import keys_of

    if path is None:
        return None
    if not path.is_file():
        raise Refused(f"there is no key file {path}")
    return keys_of(store, path)


def _figures(title: str, by: str, lines: Iterable[Any]) -> Table:
    from croupier.commands.tables import plain_table

    heads = ["rounds", "an hour", "drop", "handle", "win", "hold", "expected", "sd"]
    if by == "wager":
        heads = ["rounds", "handle", "win", "expected", "sd"]
    shown = plain_table(by, *heads, title=title, right=heads)
    for each in lines:
        cells = {
            "rounds": f"{each.rounds:,}",
            "an hour": "" if each.rounds_per_hour is None else f"{each.rounds_per_hour:.0f}",
            "drop": "" if each.drop is None else dollars(each.drop),
            "handle": dollars(each.handle),
            "win": dollars(each.win),
            "hold": "" if each.hold is None else f"{each.hold:.1%}",
            "expected": dollars(round(each.theory)),
            "sd": "" if each.deviation is None else f"{each.deviation:+.2f}",
        }
        shown.add_row(each.name, *(cells[head] for head in heads))
    return shown


def _view_lines(view: "View") -> Iterable[str]:
    """A viewer's view in a few lines; --json has all of it."""
    from croupier.house.views.families import in_words

    yield from in_words(view.table)
    if own := view.own:
        stakes = ", ".join(f"{each.wager} {dollars(each.stake)}" for each in own.stakes) or "nothing"
        net = "" if own.net is None else f", net {dollars(own.net)}"
        yield f"credits {dollars(own.balance or 0)}, staked: {stakes}{net}"
    if view.staff:
        for name, each in view.staff.bettors.items():
            if each.wagers:
                yield f"{name}: " + ", ".join(f"{wager} {dollars(stake)}" for wager, stake in each.wagers.items())
    if offers := dict.fromkeys(offer.command for offer in view.offers if not offer.irregular):
        yield f"may: {', '.join(offers)}"


def _between(text: str | None) -> range | None:
    if text is None:
        return None
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise Refused(f"write rounds like 5-10, not {text[:40]!r}")
    return range(int(first), int(last or first) + 1)


def _ruling(text: str) -> tuple[str, str]:
    ruling, equals, reading = text.partition("=")
    if not equals:
        raise Refused(f"write a ruling like R-43=obo, not {text[:40]!r}")
    return ruling, reading


def _moment(text: str | None, zone: str) -> int | None:
    if text is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
        return round((moment if moment.tzinfo else moment.replace(tzinfo=Calendar(zone=zone).tz)).timestamp() * SECOND)
    except (ValueError, OverflowError):
        raise Refused(f"write a time like 2026-05-01 or 2026-05-01T18:00, not {text[:40]!r}") from None


def _written(at: int, zone: str) -> str:
    return f"{datetime.datetime.fromtimestamp(at // SECOND, Calendar(zone=zone).tz):%Y-%m-%d %H:%M:%S}"


def _now() -> int:
    return time.time_ns() // 1_000


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror.lower() if error.strerror else error}") from None
