"""The chart as a picture: coloured by decision, the paler the closer the call, with the cost of the next best."""

import math
from pathlib import Path
from typing import Any

from croupier.odds.blackjack.strategy.chart_table import HUNDREDTHS, goals, label, title, words
from croupier.odds.blackjack.strategy.play import SolvedStrategy
from croupier.odds.blackjack.strategy.sheet import PARTS, Square
from croupier.odds.drawing import DECISIONS, INK, LINE, SOFT_INK, WORDS, check, figure, ink_on, save, tint
from croupier.odds.odds_table import percent
from croupier.odds.result import Number

TALL, GAP = 0.62, 0.35
"""The height of a square of width 1, and the space between parts."""
NARROWEST = 9
"""The minimum width in squares, so that the notes fit below."""
PALEST, CLOSE, CLEAR = 0.25, 1e-3, 0.1
"""Colour strength of the closest calls, and the costs between which it rises to full (logarithmic)."""


def draw(strategy: SolvedStrategy, path: Path) -> None:
    """Write the chart as a picture."""
    check(path)
    ups, parts = strategy.sheet.ups, [(part, strategy.sheet.parts[part]) for part in PARTS]
    rows = sum(len(each) for _, each in parts)
    notes = _notes(strategy)
    across, down = max(len(ups), NARROWEST), rows * TALL + len(parts) * GAP
    sheet, axes = figure(0.68 * across + 1.3, 0.46 * down + 1.5 + 0.2 * len(notes))
    at = 0.0
    for place, up in enumerate(ups):
        axes.text(place + 0.5, -0.32, up, ha="center", va="center", weight="bold", color=INK, size=11)
    beside = {words: goal.plan for words, goal in goals(strategy).items() if words != "main"}
    for place, words_above in enumerate(beside, len(ups) + 1):
        axes.text(place + 0.5, -0.32, words_above, ha="center", va="center", color=INK, size=8)
    for part, squares in parts:
        for name, row in squares.items():
            axes.text(-0.15, at + TALL / 2, label(part, [name]), ha="right", va="center", color=INK, size=9)
            for place, plan in enumerate(beside.values(), len(ups) + 1):
                if label(part, [name]) in plan:
                    _mark(axes, place, at, plan[label(part, [name])], 1.0)
            for place, up in enumerate(ups):
                if up in row:
                    _square(axes, place, at, row[up])
            at += TALL
        at += GAP
    axes.set_xlim(-1.6, across + 0.1)
    axes.set_ylim(at + 0.5 + 0.32 * len(notes), -0.7)
    _legend(axes, strategy, at)
    for number, line in enumerate(notes):
        axes.text(-1.4, at + 0.62 + 0.36 * number, line, color=SOFT_INK, size=7.5, va="center")
    axes.set_axis_off()
    axes.set_title(f"{title(strategy)}\n", loc="left", color=INK, weight="bold", size=13)
    save(sheet, path)


def strength(cost: Number) -> float:
    """The colour strength of a square, by the cost of the next best decision.

    >>> strength(0.0), round(strength(0.01), 3), strength(0.5)
    (0.25, 0.625, 1.0)
    """
    share = math.log(min(max(float(cost), CLOSE), CLEAR) / CLOSE) / math.log(CLEAR / CLOSE)
    return PALEST + (1 - PALEST) * share


def _mark(axes: Any, x: float, y: float, symbol: str, strong: float) -> str:
    """Draw a square with a symbol, and return its text colour."""
    from matplotlib.patches import Rectangle

    colour = tint(DECISIONS[symbol[0]], strong)
    ink = ink_on(colour)
    axes.add_patch(Rectangle((x, y), 1, TALL, facecolor=colour, edgecolor="white", linewidth=1.2))
    axes.text(x + 0.34, y + TALL / 2, symbol, ha="center", va="center", color=ink, weight="bold", size=10)
    return ink


def _square(axes: Any, x: float, y: float, square: Square) -> None:
    cost = square.next_best[1]
    ink = _mark(axes, x, y, square.symbol, strength(cost))
    axes.text(x + 0.93, y + TALL / 2, f"{round(cost * HUNDREDTHS)}", ha="right", va="center", color=ink, size=6)


def _legend(axes: Any, strategy: SolvedStrategy, at: float) -> None:
    from matplotlib.patches import Rectangle

    squares = [square for rows in strategy.sheet.parts.values() for row in rows.values() for square in row.values()]
    used = {letter for square in squares for letter in square.symbol.upper()}
    for place, (letter, word) in enumerate((letter, word) for letter, word in WORDS.items() if letter in used):
        x = -1.4 + place * 1.55
        axes.add_patch(Rectangle((x, at - 0.05), 0.3, 0.3, facecolor=DECISIONS[letter], edgecolor=LINE, linewidth=0.5))
        axes.text(x + 0.15, at + 0.11, letter, ha="center", va="center", color="white", weight="bold", size=7)
        axes.text(x + 0.4, at + 0.11, word, va="center", color=INK, size=8)


def _notes(strategy: SolvedStrategy) -> list[str]:
    chart, exact = (percent(-strategy.ev[way]) for way in ("chart", "composition"))
    return [
        "Small letter: what to do where that is not open. Number: what the next best decision costs,",
        "in hundredths of a percent of the stake. The paler, the closer the call.",
        f"The house's edge: {chart} by this chart, {exact} by the exact cards held.",
        *words(strategy),
    ]
