"""P-values: how likely a deviation from expectation as large, or a fit as suspiciously good, is by chance."""

from collections.abc import Sequence
from math import exp, expm1, inf, lgamma, log, log1p
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer[Any]]

MIN_EXPECTED_COUNT = 25
"""The minimum expected count of a cell for chi-square to be accurate in its tail; smaller cells are merged."""


class TestResult(msgspec.Struct, frozen=True):
    """The result of a test; for random numbers `p` is uniform on [0, 1]."""

    statistic: float
    freedom: int
    p: float


IMPOSSIBLE = TestResult(inf, 0, 0.0)
"""The result for data that cannot be random: too few cells, or no variance where there should be some."""


def tails(freedom: float, square: float) -> tuple[float, float]:
    """Lower and upper tail of the chi-square distribution; the smaller of the two to full precision.

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
    """A two-sided chi-square test: numbers that fit too well are not random either."""
    return TestResult(float(square), freedom, min(2 * min(tails(freedom, float(square))), 1.0))


def counted(counts: Sequence[float] | Ints, chances: Sequence[float] | Floats) -> TestResult:
    """Pearson's chi-square test of counts against cell probabilities; small cells are merged with their neighbours.

    >>> counted([30, 70, 1, 2, 97], [0.2, 0.3, 0.005, 0.005, 0.49])
    TestResult(statistic=4.166666666666667, freedom=2, p=0.24902894288824598)
    """
    total = float(np.sum(counts))
    cells: list[tuple[float, float]] = []
    observed = expected = 0.0
    for count, chance in zip(np.asarray(counts).tolist(), np.asarray(chances).tolist(), strict=True):
        observed, expected = observed + count, expected + chance * total
        if expected >= MIN_EXPECTED_COUNT:
            cells.append((observed, expected))
            observed = expected = 0.0
    if len(cells) < 2:
        return IMPOSSIBLE
    cells[-1] = cells[-1][0] + observed, cells[-1][1] + expected
    return squared(sum((observed - expected) ** 2 / expected for observed, expected in cells), len(cells) - 1)


def averaged(rows: Floats | Ints, expected: Sequence[float] | Floats) -> TestResult:
    """Hotelling's T² test of the mean of independent rows, one per shoe, as chi-square by Bartlett's approximation.

    Columns may be correlated in any way; their covariances are estimated from the rows.
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
    """Test of the highest peak of a spectrum with mean one everywhere, averaged over so many rows.

    Each ordinate of a row is half a chi-square of two degrees of freedom, and all of them are independent.
    """
    peak = float(ordinates.max())
    above = tails(2 * rows, 2 * rows * peak)[1]
    higher = -expm1(len(ordinates) * log1p(-above)) if above < 1 else 1.0
    return TestResult(peak, 2 * rows, 2 * min(higher, 1 - higher))
