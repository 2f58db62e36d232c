"""Drawings of settlement lines: what won, what lost, and the sum."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from croupier.demo.drawing import DASH, TIMES, colour, money, signed, table
from croupier.games.game import Game
from croupier.games.wager import Line

GAP = 4
"""Columns between things side by side."""
ROOMY_WIDTH, NARROW_WIDTH = 100, 72
"""The width from which on table columns are two apart, and the width below which lines are sentences, not a table."""


def explained(game: Game, lines: Sequence[Line], width: int) -> Table:
    """Every line in full; with the hand only if there are several."""
    if width < NARROW_WIDTH:
        return _written_out(game, lines)
    several = any(line.hand for line in lines)
    hand = ("Hand",) if several else ()
    columns = ("Wager", *hand, "Stake", "", "Outcome", "Pays", "Net", "Clauses")
    made = table(*columns, right=("Hand", "Stake", "Pays", "Net"), gap=2 if width >= ROOMY_WIDTH else 1)
    for line in lines:
        number = (str(line.hand or ""),) if several else ()
        cells = (money(line.stake), line.result, line.outcome or "", line.pays or "", signed(line.net))
        made.add_row(game.by_name[line.wager].label, *number, *cells, clauses(line), style=line.result)
    return made


def _written_out(game: Game, lines: Iterable[Line]) -> Table:
    made = table("", "Net", "Wager", right=("Net",), gap=1)
    for line in lines:
        hand = f" on hand {line.hand}" if line.hand else ""
        staked = f"{game.by_name[line.wager].label}{hand}, {money(line.stake)}"
        pays = f" at {line.pays}" if line.pays and line.result == "win" else ""
        sentence = ", ".join(filter(None, (staked + pays, line.outcome, clauses(line))))
        made.add_row(line.result, signed(line.net), sentence, style=line.result)
    return made


def clauses(line: Line) -> str:
    """The numbers of the clauses by which a line was settled."""
    return " ".join(clause.id for clause in line.clauses)


LOST_COLUMNS = ("Lost", "Stake", "Net", "Clauses")
Folded: TypeAlias = tuple[str, str, str, str]
"""The cells of a row of lost wagers."""


def lost(game: Game, lines: Iterable[Line], width: int) -> Table:
    """Lost wagers in brief, in as few rows as the width allows."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    tables = []
    for panel in _panels(fold(game, lines), width):
        made = table(*LOST_COLUMNS, right=("Stake", "Net"), gap=1)
        for cells in panel:
            made.add_row(*cells, style="lose")
        tables.append(made)
    grid.add_row(*tables)
    return grid


def _panels(folded: list[Folded], width: int) -> list[list[Folded]]:
    """Split rows into panels side by side, three at most, so that the panels are as low as the width allows."""
    for height in range(-(-len(folded) // 3), len(folded)):
        panels = [folded[at : at + height] for at in range(0, len(folded), height)]
        if sum(map(_breadth, panels)) + GAP * (len(panels) - 1) <= width:
            return panels
    return [folded]


def _breadth(panel: list[Folded]) -> int:
    return sum(max(map(len, column)) for column in zip(LOST_COLUMNS, *panel, strict=True)) + len(LOST_COLUMNS) - 1


def fold(game: Game, lines: Iterable[Line]) -> list[Folded]:
    """Lost wagers as label, stake, net, clauses; those that differ only by a number in their names become one row."""
    families: dict[tuple[str, int, str], list[int]] = {}
    for line in lines:
        label = game.by_name[line.wager].label
        numbered = re.fullmatch(r"(.+) (\d+)", label)
        name, number = (numbered[1], int(numbered[2])) if numbered else (label, -1)
        families.setdefault((name, line.stake, clauses(line)), []).append(number)
    return [_folded(*alike, numbers) for alike, numbers in families.items()]


def _folded(name: str, stake: int, clauses: str, numbers: list[int]) -> Folded:
    each = f"{len(numbers)}{TIMES}" if len(numbers) > 1 else ""
    return f"{name} {ranges(numbers)}".strip(), each + money(stake), signed(-stake * len(numbers)), clauses


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers with runs as ranges; negative numbers are left out.

    >>> ranges([1, 2, 3, 5, 8, 9]).replace(DASH, "-")
    '1-3 5 8-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        elif number >= 0:
            runs.append([number])
    return " ".join(f"{run[0]}{DASH}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def sums(staked: str, net: int, balance: int) -> Text:
    """The stakes, the net result of the round, and the balance."""
    return Text.assemble(
        (staked, "faint"),
        "   This round ",
        (signed(net), colour(net)),
        "   Balance ",
        (signed(balance), colour(balance)),
    )
