"""The same families of tests on whole shoes, whose cards are dependent: they are drawn without replacement.

So expected values are computed over all orders of the shoe, and compared with the means over shoes, which are
independent. A shoe is a row of card numbers: 13 of a suit, from the ace to the king, four suits.
"""

from collections.abc import Callable
from math import comb, perm

import numpy as np

from croupier.randomness.chance import MIN_EXPECTED_COUNT, Floats, Ints, TestResult, averaged, highest, squared
from croupier.randomness.numbers import LAGS, coarse, different, orders, power, rises, rising

TestFamily = Callable[[Ints], TestResult]

RANKS, SUITS, KINDS = 13, 4, 52
HAND = 5
FEW = 4
STREAKS = (2, 3, 4, 5)
PHASES = 8
GAPS = (0, 1, 2, 4, 8, 16, 32, 64)
"""The lower bounds of the classes of gaps."""
COLLECTED = (13, 24, 28, 32, 36, 40, 46, 54)
"""The lower bounds of the classes of collections, in cards."""
BATCH = 1 << 12


def chi_square(shoes: Ints) -> TestResult:
    """The frequency of each card in each place."""
    number, size = shoes.shape
    bins, kinds = coarse(shoes, KINDS, min(KINDS, number // MIN_EXPECTED_COUNT))
    cells = sum(np.bincount((row + kinds * np.arange(size)).ravel(), minlength=size * kinds) for row in batches(bins))
    # Counts are negatively correlated between places, hence the factor (size - 1) / size.
    square = float(((cells - number / kinds) ** 2).sum()) * kinds / number * (size - 1) / size
    return squared(square, (size - 1) * (kinds - 1))


def equidistribution(shoes: Ints) -> TestResult:
    """The frequency of each pair of consecutive suits."""
    size = shoes.shape[1]
    pairs = windows(shoes // RANKS, 2) @ np.array([SUITS, 1])
    each = size // SUITS
    expected = np.full((SUITS, SUITS), each * each) - each * np.eye(SUITS)
    return averaged(counts(pairs, SUITS**2), expected.ravel() * pairs.shape[1] / perm(size, 2))


def serial_correlation(shoes: Ints) -> TestResult:
    """Autocorrelation of ranks at lags 1 to 16."""
    size = shoes.shape[1]
    even = centred(shoes)
    products = [(even[:, :-lag] * even[:, lag:]).sum(axis=1) for lag in range(1, LAGS + 1)]
    one = -float((even[0] ** 2).sum()) / perm(size, 2)
    return averaged(np.stack(products, axis=1), [one * (size - lag) for lag in range(1, LAGS + 1)])


def runs_above_and_below(shoes: Ints) -> TestResult:
    """How often two to five consecutive cards are all seven or above, or all below."""
    size = shoes.shape[1]
    above = shoes % RANKS >= RANKS // 2
    high = int(above[0].sum())
    rows, expected = [], []
    for length in STREAKS:
        ups = np.lib.stride_tricks.sliding_window_view(above, length, axis=1).sum(axis=2, dtype=np.int8)
        rows.append(((ups == 0) | (ups == length)).sum(axis=1))
        ways = perm(high, length) + perm(size - high, length)
        expected.append((size - length + 1) * ways / perm(size, length))
    return averaged(np.stack(rows, axis=1), expected)


def runs_up(shoes: Ints) -> TestResult:
    """The length of the increasing run at the start of each four cards, by their numbers."""
    size = shoes.shape[1]
    rows = windows(shoes, FEW)
    lengths = rising(rows.reshape(-1, FEW)).reshape(rows.shape[:2])
    decks = size // KINDS
    expected = rises(FEW, lambda length: comb(KINDS, length) * decks**length / perm(size, length))
    return averaged(counts(lengths, FEW + 1), expected * rows.shape[1])


def gap(shoes: Ints) -> TestResult:
    """The gaps between cards of a rank, for every rank."""
    number, size = shoes.shape
    ranks, each = shoes % RANKS, size // RANKS
    places = [np.nonzero(ranks == rank)[1].reshape(number, each) for rank in range(RANKS)]
    classes = np.concatenate([np.digitize(np.diff(row, axis=1) - 1, GAPS) - 1 for row in places], axis=1)
    expected = np.zeros(len(GAPS))
    for length in range(size - each + 1):
        here = int(np.digitize(length, GAPS)) - 1
        expected[here] += RANKS * (size - length - 1) * comb(size - length - 2, each - 2) / comb(size, each)
    return averaged(counts(classes, len(GAPS)), expected)


def poker(shoes: Ints) -> TestResult:
    """The number of different ranks in each five cards; one and two are merged, since one is too rare."""
    size = shoes.shape[1]
    rows = windows(shoes % RANKS, HAND)
    ranks = np.maximum(different(rows.reshape(-1, HAND)).reshape(rows.shape[:2]), 2)
    ways = [hands(HAND, kinds, size // RANKS) * comb(RANKS, kinds) for kinds in range(HAND + 1)]
    expected = np.array([0, 0, ways[1] + ways[2], *ways[3:]]) / comb(size, HAND)
    return averaged(counts(ranks, HAND + 1), expected * rows.shape[1])


def coupon_collector(shoes: Ints) -> TestResult:
    """How many cards it takes until every rank has occurred, from the start of each quarter of the shoe."""
    size = shoes.shape[1]
    quarters = windows(shoes % RANKS, size // FEW)
    taken = np.zeros(quarters.shape[:2], np.int64)
    for rank in range(RANKS):
        here = quarters == rank
        taken = np.maximum(taken, np.where(here.any(axis=2), here.argmax(axis=2) + 1, size))
    classes = np.digitize(taken, COLLECTED) - 1
    by = [collected(length - 1, size) for length in COLLECTED]
    return averaged(counts(classes, len(COLLECTED)), np.diff([*by, 1.0]) * FEW)


def permutation(shoes: Ints) -> TestResult:
    """The order of four neighbouring cards: all permutations are equally likely."""
    return orders(windows(shoes, FEW).reshape(-1, FEW))


def spectral(shoes: Ints) -> TestResult:
    """The highest peak of the ranks' power spectrum, averaged over all shoes: detects periodicity."""
    number, size = shoes.shape
    total = sum(power(centred(each)).sum(axis=0) for each in batches(shoes))
    one = float((centred(shoes[:1]) ** 2).sum()) * size / (size - 1)
    return highest(np.asarray(total) / (number * one), number)


def subsequences(shoes: Ints) -> TestResult:
    """The number of cards of each suit among every eighth card, for each of eight phases."""
    size = shoes.shape[1]
    codes = shoes // RANKS + SUITS * (np.arange(size) % PHASES)
    return averaged(counts(codes, SUITS * PHASES), [size / SUITS / PHASES] * (SUITS * PHASES))


def batches(shoes: Ints) -> list[Ints]:
    """Batches of shoes, to limit memory."""
    return [shoes[first : first + BATCH] for first in range(0, len(shoes), BATCH)]


def windows(shoes: Ints, length: int) -> Ints:
    """Consecutive windows of each shoe, not overlapping."""
    number = shoes.shape[1] // length
    return shoes[:, : number * length].reshape(len(shoes), number, length)


def counts(classes: Ints, kinds: int) -> Ints:
    """The count of each kind in each row."""
    rows = len(classes)
    return np.bincount((classes + kinds * np.arange(rows)[:, None]).ravel(), minlength=rows * kinds).reshape(
        rows, kinds
    )


def centred(shoes: Ints) -> Floats:
    """The ranks less their mean."""
    return np.asarray(shoes % RANKS - (RANKS - 1) / 2, np.float64)


def hands(cards: int, kinds: int, each: int) -> int:
    """The number of hands of `cards` cards with exactly `kinds` given ranks, from `each` cards of each rank.

    >>> hands(5, 1, 4), hands(2, 2, 4), hands(5, 2, 4)
    (0, 16, 56)
    """
    return sum((-1) ** gone * comb(kinds, gone) * comb((kinds - gone) * each, cards) for gone in range(kinds + 1))


def collected(cards: int, size: int) -> float:
    """The probability that so many cards of a shoe include every rank.

    >>> collected(12, 52), collected(49, 52), round(collected(13, 52), 8)
    (0.0, 1.0, 0.00010568)
    """
    return hands(cards, RANKS, size // RANKS) / comb(size, cards)
