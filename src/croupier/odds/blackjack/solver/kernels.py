"""The loops of the solver, compiled for floats; `exact` gives the same code uncompiled, for fractions."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

STAND, HIT, DOUBLE = 0, 1, 2
LANES = 16
"""Shoes that are looked at side by side, so that a processor adds and multiplies several at once."""


def kernel(loops: Callable[..., None]) -> Callable[..., None]:
    """Compile, keeping the compiled code beside this file for the next time."""
    compiled: Callable[..., None] = njit(cache=True)(loops)
    return compiled


@kernel
def dealer_ends(left: Any, scale: Any, value: Any, copy: Any, depth: Any, ways: Any, end: Any, out: Any) -> None:
    """Add up the Dealer's ends over a tree of draws, for a multiple of `LANES` shoes.

    `left[value, shoe]` cards are there, and `scale[depth, shoe]` makes a share of so many cards dealt in order.
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
    """From the last hands to the first: what each decision is worth where the best follows, and the best one.

    `stand` is what a hand is worth that takes no more, `twice` what it is worth where its last card was doubled for,
    `bust` what a stake loses on average by passing 21 with the next card.
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
    """What hands are worth where the given actions are taken, for many shoes side by side (the last index)."""
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
    """From the first hands to the last: how often each is held, given how often some are dealt.

    Hands that a doubled card made are counted apart, since nothing more is decided about them.
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


def exact(loops: Callable[..., None]) -> Callable[..., None]:
    """The same loops, not compiled, for fractions."""
    plain: Callable[..., None] = loops.py_func  # type: ignore[attr-defined]
    return plain
