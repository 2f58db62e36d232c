"""Rounds faster or slower than the table's pace.

The duration of a round is ranked among the last rounds of the same table, with a tolerance of a quarter for the time of
day; its rank is a p-value (`chance`). One dispute is no alarm; a run of hurried or dragging rounds is.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

MIN_ROUNDS_KNOWN = 150
"""Rounds that must be known before any is ranked."""
MAX_ROUNDS_REMEMBERED = 600
"""Rounds whose durations are kept to rank others among."""
GRANTED_FACTOR = 1.25
"""Tolerance: a round counts as fast or slow only beyond this factor."""


class PaceChances(NamedTuple):
    """The p-values of a round's duration: to be over so soon, and to take so long."""

    fast: float
    slow: float


def pace(took: int, known: Sequence[int]) -> PaceChances | None:
    """Rank a duration among the known ones, all in milliseconds, in ascending order; None where too few are known.

    >>> usual = [30_000 + 40 * each for each in range(300)]
    >>> found = pace(12_000, usual), pace(36_000, usual), pace(36_000, usual[:100])
    >>> [(round(each.fast, 3), round(each.slow, 3)) for each in found if each], found[2]
    ([(0.003, 1.0), (1.0, 1.0)], None)
    """
    if len(known) < MIN_ROUNDS_KNOWN:
        return None
    sooner = bisect_right(known, took * GRANTED_FACTOR)
    longer = len(known) - bisect_left(known, took / GRANTED_FACTOR)
    return PaceChances((1 + sooner) / (1 + len(known)), (1 + longer) / (1 + len(known)))
