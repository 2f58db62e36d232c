"""Families of tests for independent numbers, each of those below a limit as likely as any other (Knuth, 3.3.2).

Numbers are taken coarsely where a family asks for few values: as the largest part of the limit that leaves enough
in every cell, so that parts are exactly as likely as one another. What is expected follows from that and is exact.
"""

from collections.abc import Callable
from itertools import permutations
from math import comb, factorial, isqrt, perm, sqrt

import numpy as np

from croupier.randomness.chance import FEWEST, Floats, Ints, TestResult, counted, highest, squared

TestFamily = Callable[[Ints, int], TestResult]

CELLS = 1024
HAND = 5
LAGS = 16
RISES = 8
LONG = 64


def parts(limit: int, most: int) -> int:
    """The largest number of equal parts, at most so many.

    >>> parts(1 << 32, 1000), parts(416, 20), parts(52, 10)
    (512, 16, 4)
    """
    return next(each for each in range(min(limit, most), 0, -1) if limit % each == 0)


def coarse(values: Ints, limit: int, most: int) -> tuple[Ints, int]:
    """The part that each number lies in, and how many parts there are."""
    number = parts(limit, most)
    return values // (limit // number), number


def windows(values: Ints, length: int) -> Ints:
    """One after another, none of them overlapping."""
    return values[: len(values) // length * length].reshape(-1, length)


def chi_square(values: Ints, limit: int) -> TestResult:
    """How often each comes."""
    found, number = coarse(values, limit, min(CELLS, len(values) // FEWEST))
    return counted(np.bincount(found, minlength=number), [1 / number] * number)


def equidistribution(values: Ints, limit: int) -> TestResult:
    """How often each two come one after the other."""
    found, number = coarse(values, limit, isqrt(len(values) // 2 // FEWEST))
    pairs = windows(found, 2) @ np.array([number, 1])
    return counted(np.bincount(pairs, minlength=number**2), [1 / number**2] * number**2)


def serial_correlation(values: Ints, limit: int) -> TestResult:
    """What a number says about those after it: the correlations over 1 to 16 places, each squared."""
    even = standard(values, limit)
    found = [float(even[:-lag] @ even[lag:]) ** 2 / (len(even) - lag) for lag in range(1, LAGS + 1)]
    return squared(sum(found), LAGS)


def runs_above_and_below(values: Ints, limit: int) -> TestResult:
    """How long numbers stay in the upper or in the lower half: each time half of them go on."""
    ends = np.flatnonzero(np.diff(values >= limit // 2))
    lengths = np.minimum(np.diff(ends), LONG)
    chances = [0.0, *(0.5**length for length in range(1, LONG)), 0.5 ** (LONG - 1)]
    return counted(np.bincount(lengths, minlength=LONG + 1), chances)


def runs_up(values: Ints, limit: int) -> TestResult:
    """For how long eight numbers rise from their first one on."""
    rows = windows(values, RISES)
    return counted(np.bincount(rising(rows), minlength=RISES + 1), rises(RISES, lambda r: comb(limit, r) / limit**r))


def gap(values: Ints, limit: int) -> TestResult:
    """How many others lie between two that are in the lowest part."""
    found, number = coarse(values, limit, 16)
    lengths = np.minimum(np.diff(np.flatnonzero(found == 0)) - 1, LONG)
    here = 1 / number
    chances = [here * (1 - here) ** length for length in range(LONG)]
    return counted(np.bincount(lengths, minlength=LONG + 1), [*chances, (1 - here) ** LONG])


def poker(values: Ints, limit: int) -> TestResult:
    """How many different values a hand of five has."""
    found, number = coarse(values, limit, 16)
    chances = [0, *(surjections(HAND, kinds) * comb(number, kinds) / number**HAND for kinds in range(1, HAND + 1))]
    return counted(np.bincount(different(windows(found, HAND)), minlength=HAND + 1), chances)


def coupon_collector(values: Ints, limit: int) -> TestResult:
    """How many numbers it takes until each of a few values has come, again and again; at some length it is given up."""
    found, number = coarse(values, limit, 8)
    whole, most = (1 << number) - 1, 16 * number
    counts = [0] * (most + 1)
    seen = taken = 0
    for bit in (1 << found).tolist():
        seen, taken = seen | bit, taken + 1
        if seen == whole or taken == most:
            counts[taken] += 1
            seen = taken = 0
    by = [surjections(length, number) / number**length for length in range(most)]
    return counted(counts, np.diff([0, *by, 1]))


def permutation(values: Ints, _limit: int) -> TestResult:
    """In which order a few numbers come, where they are different."""
    length = next((each for each in (5, 4) if len(values) // each >= 2 * FEWEST * factorial(each)), 3)
    return orders(windows(values, length))


def spectral(values: Ints, limit: int) -> TestResult:
    """The highest peak of the Fourier transform: anything that comes again regularly."""
    even = standard(values, limit)
    return highest(power(even[None])[0] / len(even), 1)


def subsequences(values: Ints, limit: int) -> TestResult:
    """How often each value comes among every 48th number, from each of the first 48 on (or fewer, of few numbers)."""
    found, number = coarse(values, limit, 16)
    step = next((each for each in (48, 24) if len(values) >= FEWEST * each * number), 12)
    rows = windows(found, step)
    cells = np.bincount((rows + number * np.arange(step)).ravel(), minlength=step * number)
    fair = len(rows) / number
    return squared(float(((cells - fair) ** 2 / fair).sum()), step * (number - 1))


def standard(values: Ints, limit: int) -> Floats:
    """The numbers with a mean of nothing and a variance of one."""
    return np.asarray((values - (limit - 1) / 2) / sqrt((limit**2 - 1) / 12), np.float64)


def surjections(length: int, kinds: int) -> int:
    """In how many ways so many numbers have each of these values at least once.

    >>> surjections(5, 2), surjections(3, 3), surjections(0, 2)
    (30, 6, 0)
    """
    return sum((-1) ** gone * comb(kinds, gone) * (kinds - gone) ** length for gone in range(kinds + 1))


def rising(rows: Ints) -> Ints:
    """How many numbers of each row rise from the first one on."""
    up = rows[:, 1:] > rows[:, :-1]
    return np.asarray(1 + np.cumprod(up, axis=1, dtype=np.int64).sum(axis=1))


def rises(length: int, at_least: Callable[[int], float]) -> Floats:
    """The chances to rise for just so long, from those to rise for that long at least."""
    return -np.diff([1.0, *(at_least(each) for each in range(1, length + 1)), 0.0])


def different(rows: Ints) -> Ints:
    """How many different values each row has."""
    return np.asarray(1 + (np.diff(np.sort(rows, axis=1), axis=1) > 0).sum(axis=1))


def orders(rows: Ints) -> TestResult:
    """In which order the numbers of a row come: where they are different, all orders are equally likely."""
    length = rows.shape[1]
    scale = length ** np.arange(length)
    codes = np.argsort(rows[different(rows) == length], axis=1) @ scale
    counts = np.bincount(codes, minlength=length**length)[[int(scale @ each) for each in permutations(range(length))]]
    return counted(counts, [1 / perm(length)] * perm(length))


def power(rows: Floats) -> Floats:
    """The squares of the Fourier transform, without what is not a wave or not a free one."""
    return np.abs(np.fft.rfft(rows, axis=1)[:, 1 : (rows.shape[1] + 1) // 2]) ** 2
