"""The probability that all hands of a split pair end alike, which some readings of the rules need (R-43, R-46).

Unlike the expected value of single hands, this is a joint probability: that all bust, or none. So the multisets of
cards with which a hand ends so are enumerated, and those of several hands are convolved. Four hands have too many sums
to list. But the probability of a sum is a product over the card values, apart from a factor of its size. So the sums of
one half of the hands are put together with those of the other half by their high values first, then by their low ones,
and no two sums are ever looked at together.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from fractions import Fraction
from math import perm
from typing import Any, Literal, TypeAlias

import numpy as np

from croupier.games.blackjack.outcome import HIGH
from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.hands import KINDS, Array, Hands
from croupier.odds.blackjack.solver.kernels import HIT, STAND
from croupier.odds.blackjack.solver.prospects import Numbers

Cards: TypeAlias = tuple[Array, Array]
"""Multisets of cards, packed into one integer with a field for each value, and the number of ways of each."""
SplitRound: TypeAlias = tuple[int, tuple[Hashable, ...]]
"""How many cards of the pair were drawn and split, and the kinds of hands that came of it."""
HandEnd: TypeAlias = Literal["bust", "alive", "21", "bust or 21"]
ENDS_SO: Mapping[HandEnd, Callable[[int], bool]] = {
    "bust": lambda total: total > HIGH,
    "alive": lambda total: total <= HIGH,
    "21": lambda total: total == HIGH,
    "bust or 21": lambda total: total >= HIGH,
}
"""How a hand may end, by its points."""
BITS = 6
"""The field width for the number of cards of one value: four hands cannot take 64."""
MAX_SUMS = 1 << 22
"""Sums that are listed at a time before equal ones are merged, so that memory stays small."""
LOW = 4
"""The number of low values, so many that their sums are about as numerous as those of the high ones."""


def all_end(
    rounds: Mapping[SplitRound, int], ends: Mapping[bool, Cards], pair: int, left: Array, numbers: Numbers
) -> Any:
    """The probability that every hand ends so, given the remaining cards.

    `rounds` has the number of ways of each, `ends` the cards with which each kind of hand ends so.
    """
    sums_of: dict[tuple[Hashable, ...], Cards] = {(): (np.zeros(1, np.int64), numbers.of([1]))}

    def cards_of(hands: tuple[Hashable, ...]) -> Cards:
        if hands not in sums_of:
            sums_of[hands] = added(cards_of(hands[:-1]), ends[bool(hands[-1])])
        return sums_of[hands]

    second_halves: dict[tuple[Hashable, ...], list[Cards]] = defaultdict(list)
    for (drawn, hands), ways in rounds.items():
        half = len(hands) // 2
        sums, orders = cards_of(hands[half:])
        second_halves[hands[:half]].append((sums + (drawn << (BITS * pair)), orders * ways))
    chances = (_together(cards_of(first), merged(rest), left, numbers) for first, rest in second_halves.items())
    return numbers.total(chances)


def end_cards(
    hands: Hands, action: Array, start: int, numbers: Numbers, how: HandEnd, unlike: int | None = None
) -> Cards:
    """The cards drawn to a first card with which a hand ends so; with `unlike` the second is of another value."""
    rows: Counter[int] = Counter()
    for row, ways, total in hand_ends(hands, action, start, () if unlike is None else (unlike,)):
        if ENDS_SO[how](total):
            rows[sum(number << (BITS * value) for value, number in enumerate(row))] += ways
    return np.array(list(rows), np.int64), numbers.of(list(rows.values()))


def hand_ends(hands: Hands, action: Array, start: int, without: Container[int]) -> Iterator[tuple[list[int], int, int]]:
    """The cards with which a hand ends: how many of each value, in how many orders, and the points (22 where bust).

    The first card drawn to it is of no value in `without`.
    """
    held = hands.rows[start].tolist()
    layer: Mapping[tuple[int, bool], int] = {
        (int(to), False): 1 for card, to in enumerate(hands.next[start]) if to >= 0 and card not in without
    }
    while layer:
        more: Counter[tuple[int, bool]] = Counter()
        for (hand, done), ways in layer.items():
            drawn = [number - before for number, before in zip(hands.counts[hand], held, strict=True)]
            if done or hands.closed[hand] or action[hand] == STAND:
                yield drawn, ways, int(hands.total[hand])
                continue
            for card, to in enumerate(hands.next[hand].tolist()):
                if to >= 0:
                    more[to, bool(action[hand] != HIT)] += ways
                else:
                    yield [number + (value == card) for value, number in enumerate(drawn)], ways, HIGH + 1
        layer = more


def added(one: Cards, other: Cards) -> Cards:
    """The convolution of two lists: the sums of their multisets, with the number of ways of each."""
    found = np.zeros(0, np.int64), one[1][:0]
    rows = max(MAX_SUMS // max(len(other[0]), 1), 1)
    for start in range(0, len(one[0]), rows):
        part, ways = one[0][start : start + rows, None], one[1][start : start + rows, None]
        found = merged([found, ((part + other[0]).ravel(), (ways * other[1]).ravel())])
    return found


def merged(lists: list[Cards]) -> Cards:
    """Several lists as one, in which no multiset comes twice."""
    sums, where = np.unique(np.concatenate([cards for cards, _ in lists]), return_inverse=True)
    every = np.concatenate([ways for _, ways in lists])
    total = np.zeros(len(sums), every.dtype)
    np.add.at(total, where.ravel(), every)
    return sums, total


def _together(one: Cards, other: Cards, left: Array, numbers: Numbers) -> Any:
    """The probability that the first cards of the shoe are a multiset of each list, weighted by their ways."""
    if not len(one[0]) or not len(other[0]):
        return numbers.zeros(1)[0]
    cards = int(left.sum())
    # Floats are divided by the number of cards, draw by draw, so that no number is huge or tiny.
    scale = 1 if numbers.exact else cards
    orders = [
        numbers.of([Fraction(perm(int(number), taken), scale**taken) for taken in range(1 << BITS)]) for number in left
    ]
    (columns, column), (rows, row) = _parts(one[0])
    (other_columns, other_column), (other_rows, other_row) = _parts(other[0])
    high = _products(orders[LOW:], rows, other_rows)
    low = _products(orders[:LOW], columns, other_columns)
    (sizes, size), (other_sizes, other_size) = (_sizes(sums) for sums, _ in (one, other))
    whole = numbers.of([[Fraction(scale ** (i + j), perm(cards, i + j) or 1) for j in other_sizes] for i in sizes])
    chance = numbers.zeros(len(rows))
    starts = np.searchsorted(row, np.arange(len(rows) + 1))
    run = numbers.run(kernels.together)
    run(starts, column, size, one[1], other_row, other_column, other_size, other[1], high, low, whole, chance)
    return chance.sum()


def _parts(sums: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """The different low and high parts of multisets, each with the index of every multiset's."""
    low, high = sums & ((1 << (BITS * LOW)) - 1), sums >> (BITS * LOW)
    return np.unique(low, return_inverse=True), np.unique(high, return_inverse=True)


def _sizes(sums: Array) -> tuple[list[int], Array]:
    """The different numbers of cards of multisets, and the index of every multiset's."""
    size = sum(taken(sums, value) for value in range(len(KINDS)))
    sizes, where = np.unique(size, return_inverse=True)
    return sizes.tolist(), where


def _products(orders: list[Array], one: Array, other: Array) -> Array:
    """For every two multisets, the number of ordered draws of their sum."""
    product = orders[0][:1].repeat(len(one))[:, None].repeat(len(other), 1)
    for value, draws in enumerate(orders):
        product = product * draws[taken(one, value)[:, None] + taken(other, value)]
    return product


def taken(sums: Array, value: int) -> Array:
    """How many cards of a value each multiset has."""
    return (sums >> (BITS * value)) % (1 << BITS)
