"""Families of tests for independent integers that are uniform below a limit (Knuth, 3.3.2).

Where a family needs few values, numbers are grouped into bins: as many equal parts of the limit as leave enough in
every cell, so that bins are exactly equally likely. Expected values follow from that and are exact.
"""

from collections.abc import Callable
from itertools import permutations
from math import comb, factorial, isqrt, perm, sqrt

import numpy as np

from croupier.randomness.chance import MIN_EXPECTED_COUNT, Floats, Ints, TestResult, counted, highest, squared

TestFamily = Callable[[Ints, int], TestResult]

CELLS = 1024
HAND = 5
LAGS = 16
RISES = 8
LONG = 64


def parts(limit: int, most: int) -> int:
    """The largest divisor of `limit` up to `most`: a number of equal bins.

    >>> parts(1 << 32, 1000), parts(416, 20), parts(52, 10)
    (512, 16, 4)
    """
    return next(each for each in range(min(limit, most), 0, -1) if limit % each == 0)


def coarse(values: Ints, limit: int, most: int) -> tuple[Ints, int]:
    """The bin of each number, and the number of bins."""
    number = parts(limit, most)
    return values // (limit // number), number


def windows(values: Ints, length: int) -> Ints:
    """Consecutive windows of that length, not overlapping."""
    return values[: len(values) // length * length].reshape(-1, length)


def chi_square(values: Ints, limit: int) -> TestResult:
    """The frequency of each value."""
    bins, number = coarse(values, limit, min(CELLS, len(values) // MIN_EXPECTED_COUNT))
    return counted(np.bincount(bins, minlength=number), [1 / number] * number)


def equidistribution(values: Ints, limit: int) -> TestResult:
    """The frequency of each pair of consecutive values."""
    bins, number = coarse(values, limit, isqrt(len(values) // 2 // MIN_EXPECTED_COUNT))
    pairs = windows(bins, 2) @ np.array([number, 1])
    return counted(np.bincount(pairs, minlength=number**2), [1 / number**2] * number**2)


def serial_correlation(values: Ints, limit: int) -> TestResult:
    """Autocorrelation at lags 1 to 16: the sum of squares."""
    even = standard(values, limit)
    squares = [float(even[:-lag] @ even[lag:]) ** 2 / (len(even) - lag) for lag in range(1, LAGS + 1)]
    return squared(sum(squares), LAGS)


def runs_above_and_below(values: Ints, limit: int) -> TestResult:
    """The lengths of runs in the upper or lower half, which are geometric with ratio one half."""
    ends = np.flatnonzero(np.diff(values >= limit // 2))
    lengths = np.minimum(np.diff(ends), LONG)
    chances = [0.0, *(0.5**length for length in range(1, LONG)), 0.5 ** (LONG - 1)]
    return counted(np.bincount(lengths, minlength=LONG + 1), chances)


def runs_up(values: Ints, limit: int) -> TestResult:
    """The length of the increasing run at the start of each eight numbers."""
    rows = windows(values, RISES)
    return counted(np.bincount(rising(rows), minlength=RISES + 1), rises(RISES, lambda r: comb(limit, r) / limit**r))


def gap(values: Ints, limit: int) -> TestResult:
    """The gaps between numbers in the lowest bin."""
    bins, number = coarse(values, limit, 16)
    lengths = np.minimum(np.diff(np.flatnonzero(bins == 0)) - 1, LONG)
    here = 1 / number
    chances = [here * (1 - here) ** length for length in range(LONG)]
    return counted(np.bincount(lengths, minlength=LONG + 1), [*chances, (1 - here) ** LONG])


def poker(values: Ints, limit: int) -> TestResult:
    """The number of different values in each five."""
    bins, number = coarse(values, limit, 16)
    chances = [0, *(surjections(HAND, kinds) * comb(number, kinds) / number**HAND for kinds in range(1, HAND + 1))]
    return counted(np.bincount(different(windows(bins, HAND)), minlength=HAND + 1), chances)


def coupon_collector(values: Ints, limit: int) -> TestResult:
    """How many numbers it takes until every value has occurred, repeatedly; truncated at a maximum length."""
    bins, number = coarse(values, limit, 8)
    whole, most = (1 << number) - 1, 16 * number
    counts = [0] * (most + 1)
    occurred = taken = 0
    for bit in (1 << bins).tolist():
        occurred, taken = occurred | bit, taken + 1
        if occurred == whole or taken == most:
            counts[taken] += 1
            occurred = taken = 0
    by = [surjections(length, number) / number**length for length in range(most)]
    return counted(counts, np.diff([0, *by, 1]))


def permutation(values: Ints, _limit: int) -> TestResult:
    """The relative order of a few consecutive numbers, where they are different."""
    length = next((each for each in (5, 4) if len(values) // each >= 2 * MIN_EXPECTED_COUNT * factorial(each)), 3)
    return orders(windows(values, length))


def spectral(values: Ints, limit: int) -> TestResult:
    """The highest peak of the Fourier transform: detects periodicity."""
    even = standard(values, limit)
    return highest(power(even[None])[0] / len(even), 1)


def subsequences(values: Ints, limit: int) -> TestResult:
    """The frequency of each value among every 48th number, for each of 48 phases (fewer for small samples)."""
    bins, number = coarse(values, limit, 16)
    step = next((each for each in (48, 24) if len(values) >= MIN_EXPECTED_COUNT * each * number), 12)
    rows = windows(bins, step)
    cells = np.bincount((rows + number * np.arange(step)).ravel(), minlength=step * number)
    fair = len(rows) / number
    return squared(float(((cells - fair) ** 2 / fair).sum()), step * (number - 1))


def standard(values: Ints, limit: int) -> Floats:
    """The numbers standardised to mean 0 and variance 1."""
    return np.asarray((values - (limit - 1) / 2) / sqrt((limit**2 - 1) / 12), np.float64)


def surjections(length: int, kinds: int) -> int:
    """The number of surjections: sequences of that length in which each of these values occurs.

    >>> surjections(5, 2), surjections(3, 3), surjections(0, 2)
    (30, 6, 0)
    """
    return sum((-1) ** gone * comb(kinds, gone) * (kinds - gone) ** length for gone in range(kinds + 1))


def rising(rows: Ints) -> Ints:
    """The length of the increasing run at the start of each row."""
    up = rows[:, 1:] > rows[:, :-1]
    return np.asarray(1 + np.cumprod(up, axis=1, dtype=np.int64).sum(axis=1))


def rises(length: int, at_least: Callable[[int], float]) -> Floats:
    """The probabilities of a run of exactly each length, from those of at least each length."""
    return -np.diff([1.0, *(at_least(each) for each in range(1, length + 1)), 0.0])


def different(rows: Ints) -> Ints:
    """The number of different values in each row."""
    return np.asarray(1 + (np.diff(np.sort(rows, axis=1), axis=1) > 0).sum(axis=1))


def orders(rows: Ints) -> TestResult:
    """Test of the order within rows: where numbers are different, all permutations are equally likely."""
    length = rows.shape[1]
    scale = length ** np.arange(length)
    codes = np.argsort(rows[different(rows) == length], axis=1) @ scale
    counts = np.bincount(codes, minlength=length**length)[[int(scale @ each) for each in permutations(range(length))]]
    return counted(counts, [1 / perm(length)] * perm(length))


def power(rows: Floats) -> Floats:
    """The power spectrum, without the constant and the Nyquist term."""
    return np.abs(np.fft.rfft(rows, axis=1)[:, 1 : (rows.shape[1] + 1) // 2]) ** 2
