"""Sparklines for the par sheet."""

from collections.abc import Mapping

from croupier.report.markup import Markup, element

WIDTH, HEIGHT, EDGE = 96, 20, 4


def sparkline(points: Mapping[int, float], mark: int) -> Markup:
    """A line through some numbers, scaled to their range, with a dot at `mark`.

    >>> sparkline({4: 0.2, 8: 0.1}, 8)[:26]
    '<svg width="96" height="20'
    """
    low, high = min(points.values()), max(points.values())
    first, last = min(points), max(points)

    def place(at: int, value: float) -> tuple[float, float]:
        across = EDGE + (WIDTH - 2 * EDGE) * ((at - first) / (last - first) if last > first else 0.5)
        up = (value - low) / (high - low) if high > low else 0.5
        return round(across, 1), round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * up, 1)

    line = " ".join(f"{x},{y}" for x, y in (place(at, value) for at, value in points.items()))
    parts = [element("polyline", points=line, fill="none", stroke="#114F9E", stroke_width="1.4")]
    if mark in points:
        x, y = place(mark, points[mark])
        parts.append(element("circle", cx=x, cy=y, r="2.6", fill="#79580F"))
    return element("svg", *parts, width=WIDTH, height=HEIGHT, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img")
