"""Deals whole shoes of baccarat by number: shuffled once, played to the cutting card."""

from typing import NamedTuple

import numpy as np

from croupier.simulation.baccarat.rounds import Bytes, ClassCounts, Shorts, ending, opening, together
from croupier.simulation.betting import Counter, Sums, count
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX
from croupier.simulation.shuffling import RejectionLimits, shuffle


class BaccaratShoeInputs(NamedTuple):
    """The inputs of the kernel: the shoe, burn and cut, and the tables of the game (see `tables`)."""

    limits: RejectionLimits
    cards: Bytes
    points_of: Bytes
    """The code of every card, indexed by its number."""
    burn: int
    """The number of burned cards."""
    cut: int
    """The number of cards before the cutting card."""
    openings: Shorts
    both: Shorts
    points: Bytes
    taken: Bytes
    kinds: np.uint32
    codes: np.uint32
    beside: np.uint32


@compiled
def play(order: Bytes, reads: BaccaratShoeInputs, classes: Shorts, starts: Shorts) -> int:
    """Write the class and the first card of every round of a shoe; return the number of rounds.

    The round in which the cutting card appears is the last (R-15).
    """
    at, rounds = reads.burn, 0
    while at <= reads.cut:
        starts[rounds] = np.uint16(at)
        player = opening(reads.openings, order[at], order[at + 2])
        banker = opening(reads.openings, order[at + 1], order[at + 3])
        fifth, sixth = reads.points_of[order[at + 4]], reads.points_of[order[at + 5]]
        where = ending(player, banker, np.uint32(fifth), np.uint32(sixth), reads.codes)
        ended = np.uint32(reads.points[where]) * reads.kinds
        classes[rounds] = np.uint16(ended + np.uint32(reads.both[together(player, banker, reads.beside)]))
        at += int(reads.taken[where // reads.codes])
        rounds += 1
    return rounds


@compiled
def tally(first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BaccaratShoeInputs, counts: ClassCounts) -> None:
    """Count the classes of all rounds of the shoes from `first` up to but not including `last`."""
    size = len(reads.cards)
    order, classes, starts = np.empty(size, np.uint8), np.empty(size, np.uint16), np.empty(size, np.uint16)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, reads.limits, reads.cards, reads.cut + SIX, order)
        for each in range(play(order, reads, classes, starts)):
            counts[classes[each]] += 1


@compiled
def counted(
    first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BaccaratShoeInputs, counter: Counter, sums: Sums
) -> None:
    """Sum up a counter's stakes and wins in these shoes."""
    size = len(reads.cards)
    order, classes, starts = np.empty(size, np.uint8), np.empty(size, np.uint16), np.empty(size, np.uint16)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, reads.limits, reads.cards, reads.cut + SIX, order)
        count(order, reads.burn, play(order, reads, classes, starts), starts, classes, 1, counter, sums)
