"""The workbench as tables for people and as JSON for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.design.comparison import Comparison, Figures, TableLoss
from croupier.design.solving import Chosen, Grid, Priced
from croupier.games.game import Game
from croupier.odds.odds_table import named, number, percent
from croupier.odds.result import Number

BAR = 40
"""The width of the longest bar of a curve, in characters."""
MAX_CELLS = 20
"""Squares of the strategy that are listed; all of them are in the JSON."""


def table(compared: Comparison) -> RenderableType:
    """Every wager in both games, then what a table may lose, and the decisions that change."""
    after = compared.after
    shown = _table(
        f"{after.title}: {after.rests_on}",
        "wager", "in", "edge", "hit", "sd", "largest", "per shoe",
    )  # fmt: skip
    for each in compared.wagers:
        if each.before is None or each.after is None:
            _row(shown, each.name, "new" if each.before is None else "left out", each.after or each.before)
        elif each.before == each.after:
            _row(shown, each.name, "both", each.before)
        else:
            _row(shown, each.name, "base", each.before)
            _row(shown, "", "variant", each.after)
    return Group(shown, *(Text(line) for line in _notes(compared)))


def _row(shown: Table, name: str, where: str, figures: Figures | None) -> None:
    assert figures is not None
    edge = Text(percent(figures.edge), "bold red" if figures.edge < 0 else "bold")
    counter = "-" if figures.counter is None else f"{figures.counter.value:.4f}"
    largest = f"{float(figures.largest):g}"
    cells = percent(figures.hit), f"{figures.sd:.4f}", largest, counter
    shown.add_row(Text(name, "bold"), Text(where, "dim"), edge, *cells)


def _notes(compared: Comparison) -> Iterator[str]:
    before, after = (named(shoe) for shoe in compared.shoes)
    yield f"from {before}" if before == after else f"base from {before}, variant from {after}"
    yield "edge: the house's share of the stake; largest: the most that a stake of one can win"
    if compared.counted:
        yield f"per shoe: units that a perfect counter wins, over {compared.counted} shoes dealt alike for both"
    yield "largest loss of a table, one unit on every wager: " + ", ".join(
        f"{which} {float(loss.units):g} ({loss.how})"
        for which, loss in zip(("base", "variant"), compared.losses, strict=True)
    )
    if compared.cells is not None:
        yield from _changed(compared.cells)


def _changed(cells: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    if not cells:
        yield "no decision changes"
        return
    yield f"{len(cells)} decisions change:" if len(cells) > 1 else "one decision changes:"
    for cell, (was, becomes) in list(cells.items())[:MAX_CELLS]:
        yield f"  {cell}: {was or 'none'} becomes {becomes or 'none'}"
    if len(cells) > MAX_CELLS:
        yield f"  and {len(cells) - MAX_CELLS} more"


def solved(game: Game, chosen: Chosen, priced: Sequence[Priced], wanted: Number, grid: Grid) -> RenderableType:
    """The pays around the wanted edge, the nearest one marked."""
    shown = _table(f"{game.title}: {_row_name(chosen)}", "pays", "edge", "from wanted", "")
    nearest = priced[0]
    for each in sorted(priced):
        mark, style = ("nearest", "bold") if each is nearest else ("", "")
        off = f"{float(each.edge - wanted) * 100:+.4f}%"
        shown.add_row(Text(grid.written(each.pays), style), Text(percent(each.edge), style), off, mark)
    return Group(shown, Text(f"wanted: {percent(wanted)}; it pays {grid.written(chosen.pays)} now"))


def swept(game: Game, chosen: Chosen, priced: Sequence[Priced], grid: Grid) -> RenderableType:
    """The edge at every pay, as a curve: the house's edge to the right, the players' in red."""
    shown = _table(f"{game.title}: {_row_name(chosen)}", "pays", "edge", "")
    shown.columns[-1].justify = "left"
    longest = max((abs(float(each.edge)) for each in priced), default=0) or 1
    for each in priced:
        bar = "█" * max(1, round(abs(float(each.edge)) / longest * BAR)) if each.edge else "│"
        style = "red" if each.edge < 0 else "cyan"
        now = " now" if each.pays == chosen.pays else ""
        shown.add_row(grid.written(each.pays), percent(each.edge), Text(bar, style) + Text(now, "dim"))
    return shown


def by_decks(games: Sequence[Game], edges: Mapping[int, Sequence[Mapping[str, Number]]]) -> RenderableType:
    """The edge of every wager by number of decks, in each game."""
    shown = _table(f"{games[-1].title}: edge by number of decks", "wager", "in", *(f"{each}" for each in edges))
    names = dict.fromkeys(name for both in edges.values() for each in reversed(both) for name in each)
    for name in names:
        rows = [
            [percent(both[place][name]) if name in both[place] else "" for both in edges.values()] for place in (0, 1)
        ]
        if rows[0] == rows[1]:
            shown.add_row(Text(name, "bold"), Text("both", "dim"), *rows[0])
            continue
        for place, row in enumerate(rows):
            if any(row):
                shown.add_row(Text(name, "bold"), Text(("base", "variant")[place], "dim"), *row)
    return shown


def _row_name(chosen: Chosen) -> str:
    return f"{chosen.wager.label}, {chosen.row.outcome}"


def _table(title: str, *columns: str) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=(0, 1, 0, 0))
    for column in columns:
        left = column in ("wager", "in")
        shown.add_column(column, justify="left" if left else "right", no_wrap=not left)
    return shown


def in_json(compared: Comparison) -> dict[str, Any]:
    """What `croupier design --json` writes."""
    before, after = compared.losses
    return {
        "base": compared.before.name,
        "variant": compared.after.name,
        "approved": False,
        "decks": {"base": compared.shoes[0].decks, "variant": compared.shoes[1].decks},
        "shoes": compared.counted,
        "wagers": {
            each.name: {"base": _figures(each.before), "variant": _figures(each.after)} for each in compared.wagers
        },
        "table": {"base": _loss(before), "variant": _loss(after)},
        "strategy": None
        if compared.cells is None
        else {cell: {"base": was, "variant": becomes} for cell, (was, becomes) in compared.cells.items()},
    }


def _loss(loss: TableLoss) -> dict[str, Any]:
    return {"largest_loss": float(loss.units), "how": loss.how}


def _figures(figures: Figures | None) -> dict[str, Any] | None:
    if figures is None:
        return None
    counter = figures.counter
    return {
        "edge": float(figures.edge),
        "ev": number(-figures.edge),
        "hit": float(figures.hit),
        "sd": figures.sd,
        "largest": float(figures.largest),
        "per_shoe": None if counter is None else {"value": counter.value, "stderr": counter.error},
    }


def row_in_json(
    game: Game, chosen: Chosen, priced: Sequence[Priced], grid: Grid, wanted: Number | None
) -> dict[str, Any]:
    """What `croupier design --solve --json` and `--sweep --json` write: the nearest pay is the first."""
    return {
        "variant": game.name,
        "wager": chosen.wager.name,
        "outcome": chosen.row.outcome,
        "now": grid.written(chosen.pays),
        **({} if wanted is None else {"wanted": float(wanted)}),
        "pays": [
            {"pays": grid.written(each.pays), "edge": float(each.edge), "ev": number(-each.edge)} for each in priced
        ],
    }


def decks_in_json(games: Sequence[Game], edges: Mapping[int, Sequence[Mapping[str, Number]]]) -> dict[str, Any]:
    """What `croupier design --decks 4..10 --json` writes."""
    return {
        "base": games[0].name,
        "variant": games[1].name,
        "edges": {
            str(decks): {
                which: {name: float(edge) for name, edge in both[place].items()}
                for place, which in enumerate(("base", "variant"))
            }
            for decks, both in edges.items()
        },
    }
