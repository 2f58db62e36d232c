"""The style of the charts: few colours, readable in print, and reproducible: the same numbers make the same file."""

from pathlib import Path
from typing import Any

from croupier.refused import Refused

CHART_SUFFIXES = (".png", ".svg")
INK, SOFT_INK, LINE, PAPER = "#0F231B", "#52695E", "#C3D2C8", "#FFFFFF"
BLUE, RED, BRASS = "#114F9E", "#A8221B", "#79580F"
DECISIONS = {"S": "#7A2533", "H": "#25704A", "D": "#8A5A00", "P": "#114F9E", "R": "#4B3F9E"}
"""The fill colour of each decision; its letter is always drawn too, so colour is never the only sign."""
WORDS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
DPI = 160


def check(path: Path) -> Path:
    """Return the path, or refuse a file type that cannot be drawn.

    >>> check(Path("chart.gif"))
    Traceback (most recent call last):
    croupier.refused.Refused: a chart is written as .png or .svg, not 'chart.gif'
    """
    if path.suffix.lower() not in CHART_SUFFIXES:
        raise Refused(f"a chart is written as {' or '.join(CHART_SUFFIXES)}, not {path.name!r}")
    return path


def figure(width: float, height: float) -> tuple[Any, Any]:
    """A matplotlib figure of that size in inches, and its axes."""
    from matplotlib.figure import Figure

    sheet = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    axes = sheet.add_subplot()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.tick_params(colors=SOFT_INK, length=0)
    return sheet, axes


def save(sheet: Any, path: Path) -> None:
    """Write the figure reproducibly: without a date, and with fixed ids in SVG."""
    import matplotlib as mpl

    undated = {"Date": None} if path.suffix.lower() == ".svg" else {}
    with mpl.rc_context({"svg.hashsalt": "croupier"}):
        try:
            sheet.savefig(path, metadata=undated, dpi=DPI)
        except OSError as error:
            raise Refused(f"cannot write {path}: {error.strerror}") from None


def tint(colour: str, share: float) -> str:
    """Blend a colour with the paper: 1 is the full colour, 0 is white.

    >>> tint("#000000", 1.0), tint("#000000", 0.0), tint("#FF0000", 0.5)
    ('#000000', '#FFFFFF', '#FF8080')
    """
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 + (part - 255) * share):02X}" for part in parts)


def ink_on(colour: str) -> str:
    """The text colour with enough contrast on a background colour.

    >>> ink_on("#7A2533"), ink_on("#F0E0E0")
    ('#FFFFFF', '#0F231B')
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else PAPER
