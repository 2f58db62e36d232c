"""The probability that all hands of a split pair bust, which one reading of the rules needs (R-43, bb+1).

Unlike the expected value of single hands, this is a joint probability. So the multisets of cards with which a hand
busts are enumerated, those of several hands are convolved, and the probability of each sum follows from its cards.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any, TypeAlias

import numpy as np

from croupier.odds.blackjack.solver.hands import KINDS, Array, Hands
from croupier.odds.blackjack.solver.kernels import HIT, STAND
from croupier.odds.blackjack.solver.prospects import Numbers
from croupier.odds.blackjack.solver.splits import SplitCase

Cards: TypeAlias = tuple[Array, Array]
"""Multisets of cards, packed into one integer with a field for each value, and the number of ways of each."""
BITS = 6
"""The field width for the number of cards of one value: four hands cannot take 64."""


def all_bust(
    hands: Hands,
    action: Array,
    start: int,
    pair: int,
    split: Mapping[SplitCase, int],
    left: Array,
    numbers: Numbers,
    only: int | None = None,
) -> Any:
    """The probability that every hand busts, given the remaining cards and the actions.

    With `only` so many hands considered, the result is an upper bound.
    """
    busts = _busts(hands, action, start)
    unlike, free = _packed(busts, numbers, unlike=pair), _packed(busts, numbers)
    chance = numbers.zeros(1)[0]
    for case, ways in split.items():
        taken = np.array([case.drawn << (BITS * pair)], np.int64), numbers.of([ways])
        *others, last = ([unlike] * case.settled + [free] * case.free)[:only]
        for each in others:
            taken = _added(taken, each)
        # One by one, since the sums of all hands would not fit into memory.
        for cards, orders in zip(*last, strict=True):
            chance = chance + orders * _likely((taken[0] + cards, taken[1]), left, numbers)
    return chance


def _busts(hands: Hands, action: Array, start: int) -> dict[tuple[int, ...], int]:
    """The second card and the counts of all cards drawn with which a hand busts, with the number of orders of each."""
    busts: Counter[tuple[int, ...]] = Counter()
    for second in range(len(KINDS)):
        layer: Mapping[tuple[int, int], int] = {(int(hands.next[start, second]), STAND): 1}
        if hands.next[start, second] < 0:
            continue
        while layer:
            more: Counter[tuple[int, int]] = Counter()
            for (hand, done), ways in layer.items():
                if done or hands.closed[hand] or action[hand] == STAND:
                    continue
                for card, to in enumerate(hands.next[hand]):
                    if to >= 0:
                        more[int(to), int(action[hand] != HIT)] += ways
                    else:
                        row = hands.rows[hand] - hands.rows[start]
                        busts[(second, *(int(number) + (value == card) for value, number in enumerate(row)))] += ways
            layer = more
    return busts


def _packed(busts: Mapping[tuple[int, ...], int], numbers: Numbers, unlike: int | None = None) -> Cards:
    rows: Counter[int] = Counter()
    for (second, *counts), ways in busts.items():
        if second != unlike:
            rows[sum(number << (BITS * value) for value, number in enumerate(counts))] += ways
    return np.array(list(rows), np.int64), numbers.of(list(rows.values()))


def _added(one: Cards, other: Cards) -> Cards:
    """The convolution of two lists: the sums of their multisets, with the number of ways of each."""
    sums, where = np.unique(one[0][:, None] + other[0], return_inverse=True)
    ways = one[1][:1].repeat(len(sums)) * 0
    np.add.at(ways, where.ravel(), (one[1][:, None] * other[1]).ravel())
    return sums, ways


def _likely(cards: Cards, left: Array, numbers: Numbers) -> Any:
    """The probability that the first cards of the shoe are one of these multisets, weighted by its ways."""
    sums, chance = cards
    dealt = np.zeros(len(sums), np.int64)
    for value, number in enumerate(left):
        taken = (sums >> (BITS * value)) % (1 << BITS)
        chance = chance * numbers.of(_falling(int(number)))[taken]
        dealt += taken
    return (chance / numbers.of([Fraction(orders or 1) for orders in _falling(int(left.sum()))])[dealt]).sum()


@cache
def _falling(cards: int) -> list[int]:
    """The falling factorials of a number of cards: ordered draws of none, one, two, ... of them."""
    return [perm(cards, taken) for taken in range(1 << BITS)]
