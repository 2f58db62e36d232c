"""Counts the cards of a shoe and bets by the true count; what is counted, and what comes of it, is for `counting`."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import inlined

SHOES, ROUNDS, STAKED, NET, STAKED_SQUARED, NET_SQUARED, BOTH, ROUNDS_SQUARED, ROUNDS_NET, FIELDS = range(10)
"""What is added up over shoes: how many, and in each of them rounds, stakes and nets, with the products that tell how
sure their ratios are. After these, for each bet of the spread, come rounds and nets."""

Sums: TypeAlias = npt.NDArray[np.float64]


class Counter(NamedTuple):
    """What a compiled counter reads."""

    tags: Sums
    """By the number of a card."""
    deck: int
    """How many cards make a deck, by which a count becomes a true one."""
    least: Sums
    """From which true count on each bet is made, lowest first; below all of them nothing is bet."""
    units: Sums
    nets: npt.NDArray[np.int64]
    """By class of rounds, for one unit."""
    stake: int


@inlined
def count(
    order: npt.NDArray[np.uint8],
    burn: int,
    rounds: int,
    starts: npt.NDArray[np.uint16],
    classes: npt.NDArray[np.uint16],
    boxes: int,
    counter: Counter,
    sums: Sums,
) -> None:
    """Add up one shoe: the count before each round is that of all cards dealt before it."""
    running, seen, staked, won = 0.0, burn, 0.0, 0.0
    for each in range(rounds):
        start = int(starts[each])
        while seen < start:
            running += counter.tags[order[seen]]
            seen += 1
        true = running * counter.deck / (len(order) - start)
        level = -1
        for number in range(len(counter.least)):
            if true >= counter.least[number]:
                level = number
        if level >= 0:
            net = counter.units[level] * counter.nets[classes[each * boxes]]
            staked += counter.units[level] * counter.stake
            won += net
            sums[FIELDS + 2 * level] += 1
            sums[FIELDS + 2 * level + 1] += net
    sums[SHOES] += 1
    sums[ROUNDS] += rounds
    sums[STAKED] += staked
    sums[NET] += won
    sums[STAKED_SQUARED] += staked * staked
    sums[NET_SQUARED] += won * won
    sums[BOTH] += staked * won
    sums[ROUNDS_SQUARED] += rounds * rounds
    sums[ROUNDS_NET] += rounds * won
