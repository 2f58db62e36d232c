"""The edge under each reading, as a table for people and as JSON for programs."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.odds.odds_table import number
from croupier.odds.readings.register import Priced
from croupier.rulebook import Ruling

Question = list[Priced]
"""The readings of one ruling for one wager, the default first."""


def in_json(prices: Iterable[Priced]) -> list[dict[str, Any]]:
    """What `croupier rulebook --rulings --price --json` writes: a row for each reading and wager that it changes."""
    return [
        {
            "ruling": each.ruling,
            "reading": each.key,
            "says": each.says,
            "default": each.default,
            "game": each.game,
            "decks": each.decks,
            "wager": each.wager,
            "ev": None if each.odds is None else number(each.odds.ev),
            "edge": each.edge,
        }
        for each in prices
    ]


def table(prices: Sequence[Priced]) -> RenderableType:
    """Every ruling, the wagers that it changes, and the edge under each reading; wagers with equal edges are merged."""
    shown = Table(box=box.SIMPLE_HEAD, title="What each reading costs", title_justify="left", title_style="bold")
    shown.padding = (0, 1, 0, 0)
    shown.add_column("ruling", no_wrap=True)
    shown.add_column("point, wagers and readings")
    shown.add_column("edge", justify="right", no_wrap=True)
    for ruling, rows in groupby(prices, key=lambda each: each.ruling):
        shown.add_row(Text(ruling, "bold"), Text(Ruling(ruling).point, "bold"), "")
        for same in _alike(_questions(rows)):
            shown.add_row("", Text(_wagers(same), "cyan"), "")
            for each in same[0]:
                style = "green" if each.default else ""
                shown.add_row("", Padding(Text(f"({each.key}) {each.says}", style), (0, 0, 0, 2)), _edge(each))
    return Group(shown, Text("edge: the house's share of the stake, usual decks; the first reading is taken", "dim"))


def _questions(rows: Iterable[Priced]) -> list[Question]:
    return [list(group) for _, group in groupby(rows, key=lambda each: (each.game, each.wager))]


def _alike(questions: Iterable[Question]) -> list[list[Question]]:
    """Group questions that have the same edges."""
    by_edges: dict[tuple[Any, ...], list[Question]] = {}
    for question in questions:
        by_edges.setdefault(tuple((each.key, each.says, each.edge) for each in question), []).append(question)
    return list(by_edges.values())


def _wagers(same: Sequence[Question]) -> str:
    wagers = dict.fromkeys(question[0].wager for question in same)
    games = dict.fromkeys(question[0].game for question in same)
    return f"{', '.join(wagers)} ({', '.join(games)})"


def _edge(each: Priced) -> Text:
    if each.edge is None:
        return Text("no odds", "dim")
    return Text(f"{each.edge:.4%}", "bold red" if each.edge < 0 else "green" if each.default else "")
