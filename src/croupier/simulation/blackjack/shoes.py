"""Deals whole shoes of blackjack by number: shuffled once, played to the cutting card, one box or several."""

from typing import NamedTuple

import numpy as np

from croupier.simulation.betting import Counter, Sums, count
from croupier.simulation.blackjack.areas import HELD, BlackjackTables, DrawnShoe, class_of, play
from croupier.simulation.blackjack.rounds import Bytes, ClassCounts, Shorts
from croupier.simulation.compiled import compiled
from croupier.simulation.shuffling import RejectionLimits, shuffle


class BlackjackShoeInputs(NamedTuple):
    """The inputs of the kernel: the shoe, burn, cut and boxes, and the tables of the game (see `areas`)."""

    limits: RejectionLimits
    cards: Bytes
    burn: int
    """The number of burned cards."""
    cut: int
    """The number of cards before the cutting card."""
    boxes: int
    tables: BlackjackTables
    undrawn: DrawnShoe
    """An empty shoe: the order is complete, and nothing is drawn on demand."""


@compiled
def play_shoe(order: Bytes, reads: BlackjackShoeInputs, classes: Shorts, starts: Shorts, held: Shorts) -> int:
    """Write the classes of every round of a shoe, box by box, and their first cards; return the number of rounds.

    The round in which the cutting card appears is the last (R-15); one that runs out of cards is void (R-13).
    """
    at, rounds, none = reads.burn, 0, np.empty(0, np.uint16)
    zero = np.uint32(0)
    while at <= reads.cut:
        starts[rounds] = at
        at, _, end = play(
            np.uint64(0), zero, zero, reads.boxes, at, len(order), order, none, held, reads.tables, reads.undrawn, none
        )
        if end < 0:
            break
        for box in range(reads.boxes):
            classes[rounds * reads.boxes + box] = np.uint16(class_of(box, end, held, reads.tables))
        rounds += 1
    return rounds


@compiled
def tally(first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BlackjackShoeInputs, counts: ClassCounts) -> None:
    """Count the classes of all rounds of the shoes from `first` up to but not including `last`, box by box."""
    size = len(reads.cards)
    order, classes, starts = np.empty(size, np.uint8), np.empty(size, np.uint16), np.empty(size, np.uint16)
    held = np.empty(HELD, np.uint16)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, reads.limits, reads.cards, size, order)
        for each in range(reads.boxes * play_shoe(order, reads, classes, starts, held)):
            counts[classes[each]] += 1


@compiled
def counted(
    first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BlackjackShoeInputs, counter: Counter, sums: Sums
) -> None:
    """Sum up a counter's stakes and wins on the first box of these shoes."""
    size = len(reads.cards)
    order, classes, starts = np.empty(size, np.uint8), np.empty(size, np.uint16), np.empty(size, np.uint16)
    held = np.empty(HELD, np.uint16)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, reads.limits, reads.cards, size, order)
        rounds = play_shoe(order, reads, classes, starts, held)
        count(order, reads.burn, rounds, starts, classes, reads.boxes, counter, sums)
