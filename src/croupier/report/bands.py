"""Drawings of the deviation of the win from its expected value, on bands of one, two and three standard deviations."""

from collections.abc import Sequence

from croupier.house.accounting.report import BANDS, Figures, Strayed
from croupier.report.markup import Markup, element

STRIP, TALL = 150, 16
MINUS, SIGMA = "\N{MINUS SIGN}", "\N{GREEK SMALL LETTER SIGMA}"


def sigmas(deviation: float | None) -> str:
    """A number of standard deviations as text.

    >>> sigmas(2.331) == f"+2.3 {SIGMA}", sigmas(None)
    (True, '')
    """
    if deviation is None:
        return ""
    return f"{MINUS if deviation < 0 else '+'}{abs(deviation):.1f} {SIGMA}"


def strip(line: Figures) -> Markup:
    """One deviation as a dot on the three bands, clipped to their edge."""
    if line.deviation is None:
        return element("span", "")
    middle, sigma = STRIP / 2, STRIP / 2 / 3.4
    parts = [
        element(
            "rect", x=_at(middle - far * sigma), y=3, width=_at(2 * far * sigma), height=TALL - 6, class_=f"band{far}"
        )
        for far in reversed(BANDS)
    ]
    place = middle + max(-3.3, min(3.3, line.deviation)) * sigma
    parts += [
        element("line", x1=middle, y1=1, x2=middle, y2=TALL - 1, class_="middle"),
        element("circle", cx=_at(place), cy=TALL / 2, r=4.5, class_="far" if abs(line.deviation) > 2 else "dot"),
    ]
    return _drawing(STRIP, TALL, parts, f"{sigmas(line.deviation)} from what was to be expected")


def cone(path: Sequence[Strayed], width: int, height: int, *, labels: bool = True) -> Markup:
    """The deviation of the win from its expected value, round by round, on the widening bands."""
    left, edge = (62, 10) if labels else (2, 5)
    across, middle = width - left - edge, height / 2
    rounds = path[-1].rounds
    most = 1.06 * max(max(3 * step.sd, abs(step.deviation)) for step in path) or 1.0

    def place(step: Strayed, amount: float) -> str:
        return f"{_at(left + across * step.rounds / rounds)},{_at(middle - (middle - edge) * amount / most)}"

    start = f"{left},{middle}"
    parts = []
    for far in reversed(BANDS):
        above = [place(step, far * step.sd) for step in path]
        below = [place(step, -far * step.sd) for step in reversed(path)]
        parts.append(element("polygon", points=" ".join([start, *above, *below]), class_=f"band{far}"))
    parts.append(element("line", x1=left, y1=middle, x2=width - edge, y2=middle, class_="middle"))
    line = " ".join([start, *(place(step, step.deviation) for step in path)])
    last = path[-1]
    beyond = last.sd and abs(last.deviation) > 2 * last.sd
    parts.append(element("polyline", points=line, class_="far path" if beyond else "path"))
    x, _, y = place(last, last.deviation).partition(",")
    parts.append(element("circle", cx=x, cy=y, r=4 if labels else 3, class_="far" if beyond else "dot"))
    if labels:
        for far in (-3, -2, -1, 0, 1, 2, 3):
            level = middle - (middle - edge) * far * last.sd / most
            parts.append(
                element("text", f"{far:+} {SIGMA}".replace("-", MINUS) if far else "expected", x=0, y=_at(level + 4))
            )
    far_off = sigmas(last.deviation / last.sd if last.sd else 0.0)
    return _drawing(width, height, parts, f"over {rounds} rounds, in the end {far_off} from what was to be expected")


def _drawing(width: int, height: int, parts: Sequence[Markup], title: str) -> Markup:
    box = f"0 0 {width} {height}"
    return element("svg", element("title", title), *parts, width=width, height=height, viewBox=box, role="img")


def _at(value: float) -> str:
    return f"{value:.1f}"
