"""The compiled loop of a card counter: the true count before every round, and the bet for it. See `counting`."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import inlined

SHOES, ROUNDS, STAKED, NET, STAKED_SQUARED, NET_SQUARED, BOTH, ROUNDS_SQUARED, ROUNDS_NET, FIELDS = range(10)
"""Indices of the sums over shoes: their number, rounds, stakes and nets, and the squares and products needed for the
standard errors of ratios. After these come rounds and nets for each bet of the spread."""

Sums: TypeAlias = npt.NDArray[np.float64]


class Counter(NamedTuple):
    """The inputs of the compiled loop."""

    tags: Sums
    """The tag of each card, indexed by its number."""
    deck: int
    """The cards in a deck: the true count is the running count per remaining deck."""
    least: Sums
    """The least true count for each bet, ascending; below the first there is no bet."""
    units: Sums
    nets: npt.NDArray[np.int64]
    """Net in cents by class of rounds, for one unit."""
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
    """Add one shoe to the sums; the count before a round includes all cards dealt before it."""
    running, counted, staked, won = 0.0, burn, 0.0, 0.0
    for each in range(rounds):
        start = int(starts[each])
        while counted < start:
            running += counter.tags[order[counted]]
            counted += 1
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
