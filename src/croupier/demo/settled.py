"""Settlement lines as they are shown: what won, what lost, what it all came to."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from croupier.demo.drawing import DASH, TIMES, colour, money, signed, table
from croupier.games.game import Game
from croupier.games.wager import Line

GAP = 4
"""Between what stands side by side."""
ROOMY, NARROW = 100, 72
"""The width from which on columns stand two apart, and that below which lines are written out, not set in columns."""


def explained(game: Game, lines: Sequence[Line], width: int) -> Table:
    """Every line in full; on which hand only where there are several."""
    if width < NARROW:
        return _written_out(game, lines)
    several = any(line.hand for line in lines)
    hand = ("Hand",) if several else ()
    columns = ("Wager", *hand, "Stake", "", "Outcome", "Pays", "Net", "Clauses")
    made = table(*columns, right=("Hand", "Stake", "Pays", "Net"), gap=2 if width >= ROOMY else 1)
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
    """What moved its cents."""
    return " ".join(clause.id for clause in line.clauses)


LOST = ("Lost", "Stake", "Net", "Clauses")
Folded: TypeAlias = tuple[str, str, str, str]


def lost(game: Game, lines: Iterable[Line], width: int) -> Table:
    """Lost wagers in short, in as few rows as the width allows."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    tables = []
    for panel in _panels(fold(game, lines), width):
        made = table(*LOST, right=("Stake", "Net"), gap=1)
        for cells in panel:
            made.add_row(*cells, style="lose")
        tables.append(made)
    grid.add_row(*tables)
    return grid


def _panels(folded: list[Folded], width: int) -> list[list[Folded]]:
    """Side by side, as few rows high as the width allows, three at most."""
    for height in range(-(-len(folded) // 3), len(folded)):
        panels = [folded[at : at + height] for at in range(0, len(folded), height)]
        if sum(map(_breadth, panels)) + GAP * (len(panels) - 1) <= width:
            return panels
    return [folded]


def _breadth(panel: list[Folded]) -> int:
    return sum(max(map(len, column)) for column in zip(LOST, *panel, strict=True)) + len(LOST) - 1


def fold(game: Game, lines: Iterable[Line]) -> list[Folded]:
    """What was lost: label, stake, net, clauses; wagers that only a number in their names tells apart fold into one."""
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
    """Ascending numbers as people write them; negative ones are none.

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
    """What was staked, what the round made of it, and what that makes in all."""
    return Text.assemble(
        (staked, "faint"),
        "   This round ",
        (signed(net), colour(net)),
        "   Balance ",
        (signed(balance), colour(balance)),
    )
