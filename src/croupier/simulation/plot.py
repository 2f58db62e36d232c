"""Charts of simulations, as PNG or SVG."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from croupier.refused import Refused
from croupier.simulation.estimate import Z_95, Estimate
from croupier.simulation.kernel import Kernel
from croupier.simulation.sessions import SessionResults
from croupier.simulation.walking import DRAWDOWN, RESULT

INK, SHADE = "#1b4965", "#62b6cb"
TAIL = 0.005
"""The share of sessions cut off at either end of the axis, where a rare win would squeeze all others."""


def edges(kernel: Kernel, by_wager: Mapping[str, Estimate], path: Path) -> None:
    """Draw the z-scores of every wager's edge and of all of its outcomes."""
    figure, axes = _figure(0.32 * len(by_wager) + 1.5)
    names = list(by_wager)[::-1]
    for place, name in enumerate(names):
        off = by_wager[name].distances()
        axes.plot(off, [place] * len(off), "|", color=SHADE, markersize=12)
        axes.plot([by_wager[name].distance], [place], "o", color=INK, markersize=5)
    axes.axvspan(-Z_95, Z_95, color="0.93", zorder=0)
    axes.axvline(0, color="0.6", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    rounds = next(iter(by_wager.values())).simulated.total
    axes.set_xlabel("standard errors from the exact value: edge (dots) and every outcome (strokes); shaded: 95%")
    axes.set_title(f"{kernel.game.title}: {rounds:,} rounds", loc="left")
    _save(figure, path)


def spread(kernel: Kernel, played: SessionResults, path: Path) -> None:
    """Draw the cumulative distributions of results and drawdowns, two lines for each bettor."""
    figure, axes = _figure(4.5)
    for number, bettor in enumerate(played.bettors):
        words = ", ".join(f"{wager} {stake / 100:g}" for wager, stake in bettor.stakes.items())
        for field, style, what in ((RESULT, "-", "result"), (DRAWDOWN, ":", "drawdown")):
            values = np.sort(played.ends[:, number, field]) / 100
            some = np.linspace(0, len(values) - 1, min(len(values), 500)).astype(int)
            shares = (some + 1) / len(values)
            axes.plot(values[some], shares, style, label=f"{words}: {what}", color=f"C{number}")
    axes.axvline(0, color="0.6", linewidth=0.8)
    axes.set_xlim(*_extent(played))
    axes.set_xlabel(f"dollars after {played.length:,} rounds, or when the bankroll was gone; rarest {TAIL:.1%} cut off")
    axes.set_ylabel("share of sessions at or below")
    axes.legend(frameon=False)
    axes.set_title(f"{kernel.game.title}: {len(played.ends):,} sessions", loc="left")
    _save(figure, path)


def _extent(played: SessionResults) -> tuple[float, float]:
    """The range of the axis in dollars: the quantiles without the tails, zero included, and a margin."""
    low, high = np.quantile(played.ends[:, :, [RESULT, DRAWDOWN]], (TAIL, 1 - TAIL), axis=0, method="inverted_cdf")
    least, most = min(0.0, float(low.min()) / 100), max(0.0, float(high.max()) / 100)
    margin = 0.03 * max(most - least, 1.0)
    return least - margin, most + margin


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Any, path: Path) -> None:
    import matplotlib as mpl

    # Reproducible: the same numbers make the same file.
    undated = {"Date": None} if path.suffix.lower() == ".svg" else {}
    with mpl.rc_context({"svg.hashsalt": "croupier"}):
        try:
            figure.savefig(path, metadata=undated)
        except OSError as error:
            raise Refused(f"cannot write {path}: {error.strerror}") from None
