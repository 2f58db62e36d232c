"""Rounds faster or slower than the table's pace.

A round is ranked among the last rounds of the same table; how rare it is there, a quarter faster or slower granted for
the hour and the house, is evidence (`chance`). One dispute is no alarm; a run of hurried or dragging rounds is.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

ENOUGH = 150
"""Rounds that must be known before any is judged."""
MAX_ROUNDS_REMEMBERED = 600
"""Rounds that are remembered."""
GRANTED = 1.25


class Pace(NamedTuple):
    """How likely a round of this table is to be over so soon, and to take so long."""

    fast: float
    slow: float


def pace(took: int, known: Sequence[int]) -> Pace | None:
    """A round beside the known ones, which are in ascending order; nothing where too few are known.

    >>> usual = [30_000 + 40 * each for each in range(300)]
    >>> found = pace(12_000, usual), pace(36_000, usual), pace(36_000, usual[:100])
    >>> [(round(each.fast, 3), round(each.slow, 3)) for each in found if each], found[2]
    ([(0.003, 1.0), (1.0, 1.0)], None)
    """
    if len(known) < ENOUGH:
        return None
    sooner = bisect_right(known, took * GRANTED)
    longer = len(known) - bisect_left(known, took / GRANTED)
    return Pace((1 + sooner) / (1 + len(known)), (1 + longer) / (1 + len(known)))
