"""The inner loops of the solver, compiled by Numba for floats; `exact` runs the same code in Python, for fractions."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

STAND, HIT, DOUBLE = 0, 1, 2
LANES = 16
"""SIMD lanes: shoes processed side by side, so that the compiler vectorises over them."""


def kernel(loops: Callable[..., None]) -> Callable[..., None]:
    """Compile with an on-disk cache beside this file."""
    compiled: Callable[..., None] = njit(cache=True)(loops)
    return compiled


@kernel
def dealer_ends(left: Any, scale: Any, value: Any, copy: Any, depth: Any, ways: Any, end: Any, out: Any) -> None:
    """The probabilities of the Dealer's results, summed over a tree of draws, for a multiple of `LANES` shoes.

    `left[value, shoe]` is the number of cards; `scale[depth, shoe]` turns a number of ordered deals into a probability.
    """
    deepest = scale.shape[0]
    stack = np.empty((deepest, LANES), left.dtype)
    here = np.empty((left.shape[0], LANES), left.dtype)
    found = np.empty((out.shape[0] * deepest, LANES), left.dtype)
    for first in range(0, left.shape[1], LANES):
        here[:] = left[:, first : first + LANES]
        stack[0, :] = 1
        found[:] = 0
        for node in range(value.shape[0]):
            at, card, gone, orders = depth[node], value[node], copy[node], ways[node]
            to = end[node] * deepest + at
            for lane in range(LANES):
                stack[at, lane] = stack[at - 1, lane] * (here[card, lane] - gone)
            if orders:
                for lane in range(LANES):
                    found[to, lane] += orders * stack[at, lane]
        for way in range(out.shape[0]):
            for at in range(deepest):
                for lane in range(LANES):
                    out[way, first + lane] += found[way * deepest + at, lane] * scale[at, first + lane]


@kernel
def best(
    after: Any, draw: Any, bust: Any, stand: Any, twice: Any, closed: Any, doubles: Any, hit: Any, double: Any,
    value: Any, action: Any,
) -> None:  # fmt: skip
    """Backward induction over the hands: the expected value of each decision under best play, and the best decision.

    `stand` is the value of a hand that takes no more cards, `twice` that of a hand whose last card was doubled for,
    `bust` the mean loss of one stake by busting with the next card.
    """
    for hand in range(after.shape[0] - 1, -1, -1):
        value[hand], action[hand] = stand[hand], STAND
        if closed[hand]:
            continue
        once, two = -bust[hand], -2 * bust[hand]
        for card in range(after.shape[1]):
            to = after[hand, card]
            if to >= 0:
                once = once + draw[card, hand] * value[to]
                two = two + draw[card, hand] * twice[to]
        hit[hand], double[hand] = once, two
        if once > value[hand]:
            value[hand], action[hand] = once, HIT
        if doubles[hand] and two > value[hand]:
            value[hand], action[hand] = two, DOUBLE


@kernel
def follow(
    after: Any, draw: Any, bust: Any, stand: Any, twice: Any, closed: Any, action: Any, hit: Any, double: Any,
    value: Any,
) -> None:  # fmt: skip
    """Backward induction under given actions: the value of every hand, for many shoes side by side (last index)."""
    shoes = stand.shape[1]
    for hand in range(after.shape[0] - 1, -1, -1):
        for shoe in range(shoes):
            value[hand, shoe] = stand[hand, shoe]
        if closed[hand]:
            continue
        for shoe in range(shoes):
            hit[hand, shoe] = -bust[hand, shoe]
            double[hand, shoe] = -2 * bust[hand, shoe]
        for card in range(after.shape[1]):
            to = after[hand, card]
            if to >= 0:
                for shoe in range(shoes):
                    hit[hand, shoe] += draw[card, hand, shoe] * value[to, shoe]
                    double[hand, shoe] += draw[card, hand, shoe] * twice[to, shoe]
        if action[hand] == HIT:
            for shoe in range(shoes):
                value[hand, shoe] = hit[hand, shoe]
        if action[hand] == DOUBLE:
            for shoe in range(shoes):
                value[hand, shoe] = double[hand, shoe]


@kernel
def reached(after: Any, draw: Any, action: Any, closed: Any, weight: Any, doubled: Any) -> None:
    """Forward pass: the probability of reaching each hand, given those of the opening hands in `weight`.

    Hands reached by doubling go into `doubled`, since they are final.
    """
    for hand in range(after.shape[0]):
        if closed[hand] or action[hand] == STAND or weight[hand] == 0:
            continue
        for card in range(after.shape[1]):
            to = after[hand, card]
            if to >= 0:
                more = weight[hand] * draw[card, hand]
                if action[hand] == HIT:
                    weight[to] += more
                else:
                    doubled[to] += more


@kernel
def in_split(
    after: Any, draw: Any, bust: Any, stand: Any, twice: Any, closed: Any, near: Any, doubles: Any, pair: int,
    free: Any, unlike: Any, first: Any, reach_free: Any, reach_unlike: Any, value: Any, hit: Any, double: Any,
    action: Any,
) -> None:  # fmt: skip
    """Better actions on the hands of a split pair that are `near`, from how likely each is reached by those so far.

    Hand 0 is the first card. Shoes are weighed by `free` for hands with any second card, and by `unlike` for those
    whose second card is not of the pair; a hand that is not reached by `first`.
    """
    shoes = stand.shape[1]
    for hand in range(after.shape[0]):
        if hand > 0 and (closed[hand] or action[hand] != HIT):
            continue
        for card in range(after.shape[1]):
            to = after[hand, card]
            if to < 0:
                continue
            for shoe in range(shoes):
                if hand > 0:
                    reach_free[to, shoe] += reach_free[hand, shoe] * draw[card, hand, shoe]
                    reach_unlike[to, shoe] += reach_unlike[hand, shoe] * draw[card, hand, shoe]
                else:
                    reach_free[to, shoe] += draw[card, hand, shoe]
                    if card != pair:
                        reach_unlike[to, shoe] += draw[card, hand, shoe]
    for hand in range(after.shape[0] - 1, 0, -1):
        for shoe in range(shoes):
            value[hand, shoe] = stand[hand, shoe]
        if closed[hand]:
            continue
        for shoe in range(shoes):
            hit[hand, shoe] = -bust[hand, shoe]
            double[hand, shoe] = -2 * bust[hand, shoe]
        for card in range(after.shape[1]):
            to = after[hand, card]
            if to >= 0:
                for shoe in range(shoes):
                    hit[hand, shoe] += draw[card, hand, shoe] * value[to, shoe]
                    double[hand, shoe] += draw[card, hand, shoe] * twice[to, shoe]
        if near[hand]:
            reached = False
            for shoe in range(shoes):
                reached = reached or reach_free[hand, shoe] > 0
            drawn, twofold = first[0] * 0, first[0] * 0
            for shoe in range(shoes):
                weight = first[shoe]
                if reached:
                    weight = free[shoe] * reach_free[hand, shoe] + unlike[shoe] * reach_unlike[hand, shoe]
                drawn += weight * (hit[hand, shoe] - stand[hand, shoe])
                twofold += weight * (double[hand, shoe] - stand[hand, shoe])
            action[hand] = STAND
            if drawn > 0:
                action[hand] = HIT
            if doubles[hand] and twofold > max(drawn, first[0] * 0):
                action[hand] = DOUBLE
        if action[hand] != STAND:
            for shoe in range(shoes):
                value[hand, shoe] = hit[hand, shoe] if action[hand] == HIT else double[hand, shoe]


@kernel
def together(
    starts: Any, column: Any, size: Any, ways: Any, other_row: Any, other_column: Any, other_size: Any,
    other_ways: Any, high: Any, low: Any, whole: Any, out: Any,
) -> None:  # fmt: skip
    """The sum over all pairs of two lists of entries of `ways * other_ways * high * low * whole`, row by row.

    An entry has a row and a column, which look up `high` and `low`, and a size, which looks up `whole`. Those of the
    first list are sorted by row; `starts` has the index of the first one of each.
    """
    by_size = np.empty((whole.shape[1], low.shape[1]), low.dtype)
    whole_row = np.empty(low.shape[1], low.dtype)
    for row in range(out.shape[0]):
        by_size[:] = 0
        for other in range(other_row.shape[0]):
            by_size[other_size[other], other_column[other]] += high[row, other_row[other]] * other_ways[other]
        for number in range(whole.shape[0]):
            started = False
            for entry in range(starts[row], starts[row + 1]):
                if size[entry] != number:
                    continue
                if not started:
                    started = True
                    for at in range(low.shape[1]):
                        whole_row[at] = by_size[0, at] * whole[number, 0]
                    for other in range(1, whole.shape[1]):
                        for at in range(low.shape[1]):
                            whole_row[at] += by_size[other, at] * whole[number, other]
                total = low[column[entry], 0] * whole_row[0]
                for at in range(1, low.shape[1]):
                    total += low[column[entry], at] * whole_row[at]
                out[row] += ways[entry] * total


def exact(loops: Callable[..., None]) -> Callable[..., None]:
    """The same loops uncompiled, for fractions."""
    plain: Callable[..., None] = loops.py_func  # type: ignore[attr-defined]
    return plain
