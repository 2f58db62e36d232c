"""How likely all hands of a split pair pass 21, which one reading of the rules asks for (R-43, bb+1).

Unlike what single hands are worth, this is about all of them at once. So the cards with which a hand can pass 21 are
listed, lists of several hands are added up card by card, and each sum is as likely as its cards come in some order.
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
from croupier.odds.blackjack.solver.splits import Case

Cards: TypeAlias = tuple[Array, Array]
"""Numbers of cards of each value, packed into one number, and in how many ways each comes about."""
BITS = 6
"""Room for the number of cards of one value: four hands cannot take 64."""


def all_bust(
    hands: Hands,
    action: Array,
    start: int,
    pair: int,
    split: Mapping[Case, int],
    left: Array,
    numbers: Numbers,
    only: int | None = None,
) -> Any:
    """How likely every hand passes 21 where these cards are left and all are played that way.

    With `only` so many hands looked at, it is at most what is found.
    """
    busts = _busts(hands, action, start)
    unlike, free = _packed(busts, numbers, unlike=pair), _packed(busts, numbers)
    found = numbers.zeros(1)[0]
    for case, ways in split.items():
        taken = np.array([case.drawn << (BITS * pair)], np.int64), numbers.of([ways])
        *others, last = ([unlike] * case.settled + [free] * case.free)[:only]
        for each in others:
            taken = _added(taken, each)
        # One by one, since the sums of all hands would be too many to hold.
        for cards, orders in zip(*last, strict=True):
            found = found + orders * _likely((taken[0] + cards, taken[1]), left, numbers)
    return found


def _busts(hands: Hands, action: Array, start: int) -> dict[tuple[int, ...], int]:
    """The cards drawn, in order of dealing as far as the first, with which a hand passes 21; and in how many orders."""
    found: Counter[tuple[int, ...]] = Counter()
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
                        found[(second, *(int(number) + (value == card) for value, number in enumerate(row)))] += ways
            layer = more
    return found


def _packed(busts: Mapping[tuple[int, ...], int], numbers: Numbers, unlike: int | None = None) -> Cards:
    rows: Counter[int] = Counter()
    for (second, *counts), ways in busts.items():
        if second != unlike:
            rows[sum(number << (BITS * value) for value, number in enumerate(counts))] += ways
    return np.array(list(rows), np.int64), numbers.of(list(rows.values()))


def _added(one: Cards, other: Cards) -> Cards:
    """Cards of one list and cards of the other: their sums, each in as many ways as it comes about."""
    sums, where = np.unique(one[0][:, None] + other[0], return_inverse=True)
    ways = one[1][:1].repeat(len(sums)) * 0
    np.add.at(ways, where.ravel(), (one[1][:, None] * other[1]).ravel())
    return sums, ways


def _likely(cards: Cards, left: Array, numbers: Numbers) -> Any:
    """How likely the first cards of the shoe are one of these sums, each in the ways that it has."""
    sums, chance = cards
    dealt = np.zeros(len(sums), np.int64)
    for value, number in enumerate(left):
        taken = (sums >> (BITS * value)) % (1 << BITS)
        chance = chance * numbers.of(_falling(int(number)))[taken]
        dealt += taken
    return (chance / numbers.of([Fraction(orders or 1) for orders in _falling(int(left.sum()))])[dealt]).sum()


@cache
def _falling(cards: int) -> list[int]:
    """In how many orders none, one, two, ... of so many cards can come."""
    return [perm(cards, taken) for taken in range(1 << BITS)]
