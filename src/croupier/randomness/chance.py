"""How likely chance alone is to find something so far from what was expected, or so suspiciously near to it."""

from collections.abc import Sequence
from math import exp, expm1, inf, lgamma, log, log1p
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer[Any]]

FEWEST = 25
"""What a cell is expected to hold at least, so that chi-square is right far out in its tail; others join."""


class TestResult(msgspec.Struct, frozen=True):
    """What a test has found: on good numbers `p` is spread evenly from nothing to one."""

    statistic: float
    freedom: int
    p: float


IMPOSSIBLE = TestResult(inf, 0, 0.0)
"""What chance cannot do: nothing to count where there should be plenty, or what never varies and is wrong."""


def tails(freedom: float, square: float) -> tuple[float, float]:
    """How likely a chi-square is to be less than this, and to be more; the smaller of the two to full precision.

    >>> [round(each, 4) for each in tails(1, 3.841459)], f"{tails(10, 100)[1]:.3e}"
    ([0.95, 0.05], '5.450e-17')
    """
    shape, x = freedom / 2, square / 2
    if x <= 0:
        return 0.0, 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return min(total * front, 1.0), max(1 - total * front, 0.0)
    # The continued fraction for the upper tail, after Lentz.
    b = x + 1 - shape
    c, d = inf, 1 / b
    fraction, change, step = d, 0.0, 0.0
    while abs(change - 1) > 1e-15:
        step += 1
        a = step * (shape - step)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        change = c * d
        fraction *= change
    return max(1 - fraction * front, 0.0), min(fraction * front, 1.0)


def squared(square: float, freedom: int) -> TestResult:
    """A chi-square judged at both ends: numbers that are too even are not random either."""
    return TestResult(float(square), freedom, min(2 * min(tails(freedom, float(square))), 1.0))


def counted(counts: Sequence[float] | Ints, chances: Sequence[float] | Floats) -> TestResult:
    """Independent things counted by cells, beside the chance of each cell (Pearson); small cells join their neighbours.

    >>> counted([30, 70, 1, 2, 97], [0.2, 0.3, 0.005, 0.005, 0.49])
    TestResult(statistic=4.166666666666667, freedom=2, p=0.24902894288824598)
    """
    total = float(np.sum(counts))
    cells: list[tuple[float, float]] = []
    seen = fair = 0.0
    for count, chance in zip(np.asarray(counts).tolist(), np.asarray(chances).tolist(), strict=True):
        seen, fair = seen + count, fair + chance * total
        if fair >= FEWEST:
            cells.append((seen, fair))
            seen = fair = 0.0
    if len(cells) < 2:
        return IMPOSSIBLE
    cells[-1] = cells[-1][0] + seen, cells[-1][1] + fair
    return squared(sum((seen - fair) ** 2 / fair for seen, fair in cells), len(cells) - 1)


def averaged(rows: Floats | Ints, expected: Sequence[float] | Floats) -> TestResult:
    """Many independent rows, one a shoe, beside what they must be on average (Hotelling's T², as chi-square: Bartlett).

    What hangs together within a row may do so in any way; it is measured from row to row.
    """
    number = len(rows)
    off = rows.mean(axis=0) - np.asarray(expected)
    spread = np.atleast_2d(np.cov(rows, rowvar=False))
    inverse = np.linalg.pinv(spread, rcond=1e-9, hermitian=True)
    freedom = round(float(np.trace(spread @ inverse)))
    if np.abs(off - spread @ inverse @ off).max() > 1e-6 or not freedom:
        return IMPOSSIBLE
    square = number * float(off @ inverse @ off)
    return squared((number - 1 - freedom / 2) * log1p(square / (number - 1)), freedom)


def highest(ordinates: Floats, rows: int) -> TestResult:
    """The highest peak of a spectrum that is one everywhere on average, as the mean of so many rows.

    Each ordinate of a row is spread as half a chi-square of two degrees, and all of them are independent.
    """
    peak = float(ordinates.max())
    above = tails(2 * rows, 2 * rows * peak)[1]
    higher = -expm1(len(ordinates) * log1p(-above)) if above < 1 else 1.0
    return TestResult(peak, 2 * rows, 2 * min(higher, 1 - higher))
