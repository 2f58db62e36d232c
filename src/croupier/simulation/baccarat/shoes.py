"""Deals whole shoes of baccarat by number: shuffled once, played to the cutting card.

The shuffle is that of Fisher and Yates, six cards to a random word, every order of the shoe exactly as likely as any
other. Only the cards that can be dealt are shuffled to the front; the rest lie behind the cutting card in any order.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.baccarat.rounds import Bytes, Counts, Shorts, ending, opening, together
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX, U64, digit
from croupier.simulation.philox import HALF, block

WHOLE = np.uint32(1)
"""The stream of whole shoes."""
Limits = npt.NDArray[np.uint64]


class Reads(NamedTuple):
    """What the kernel reads: the shoe, how it is played, and the tables of the game (see `tables`)."""

    limits: Limits
    cards: Bytes
    points_of: Bytes
    """The points of every card."""
    burn: int
    """How many cards are burned, unseen."""
    cut: int
    """How many cards lie before the cutting card."""
    openings: Shorts
    both: Shorts
    points: Bytes
    taken: Bytes
    kinds: np.uint32


def limits(cards: int) -> Limits:
    """The remainders below which a word is thrown away, for each six cards of a shoe in turn.

    >>> len(limits(416)), int(limits(416)[-1])
    (70, 0)
    """
    bases = [range(left, left - SIX, -1) for left in range(cards, 0, -SIX)]
    return np.array([U64 % prod(max(base, 1) for base in six) for six in bases], np.uint64)


@compiled
def shuffle(shoe: int, k0: np.uint32, k1: np.uint32, limits: Limits, cards: Bytes, needed: int, order: Bytes) -> None:
    """Write the cards of a shoe in its order; as many as are needed are shuffled."""
    size, chosen = len(cards), np.empty(SIX, np.uint32)
    for place in range(size):
        order[place] = cards[place]
    for group in range((needed + SIX - 1) // SIX):
        at = group * SIX
        # Two groups share a block; in its counter, attempts stand above the number of the block.
        attempt = np.uint32(group // 2)
        while True:
            high, low = word(np.uint64(shoe), attempt, group % 2 > 0, k0, k1)
            for place in range(SIX):
                chosen[place], high, low = digit(high, low, np.uint32(max(size - at - place, 1)))
            if (np.uint64(high) << HALF) | np.uint64(low) >= limits[group]:
                break
            attempt = np.uint32(attempt + np.uint32(1 << 16))
        for place in range(at, min(at + SIX, size)):
            other = place + int(chosen[place - at])
            order[place], order[other] = order[other], order[place]


@compiled
def word(
    shoe: np.uint64, attempt: np.uint32, second: bool, k0: np.uint32, k1: np.uint32
) -> tuple[np.uint32, np.uint32]:
    """One of the two words of a block."""
    w0, w1, w2, w3 = block(shoe, attempt, WHOLE, k0, k1)
    return (w2, w3) if second else (w0, w1)


@compiled
def play(order: Bytes, reads: Reads, classes: Shorts) -> int:
    """Write the class of every round of a shoe; the number of rounds.

    The round in which the cutting card comes is the last (R-15).
    """
    at, rounds = reads.burn, 0
    while at <= reads.cut:
        player = opening(reads.openings, order[at], order[at + 2])
        banker = opening(reads.openings, order[at + 1], order[at + 3])
        fifth, sixth = reads.points_of[order[at + 4]], reads.points_of[order[at + 5]]
        where = ending(player, banker, np.uint32(fifth), np.uint32(sixth))
        ended = np.uint32(reads.points[where]) * reads.kinds
        classes[rounds] = np.uint16(ended + np.uint32(reads.both[together(player, banker)]))
        at += int(reads.taken[where // np.uint32(10)])
        rounds += 1
    return rounds


@compiled
def tally(first: int, last: int, k0: np.uint32, k1: np.uint32, reads: Reads, counts: Counts) -> None:
    """Count the classes of all rounds of the shoes from `first` up to but not including `last`."""
    order, classes = np.empty(len(reads.cards), np.uint8), np.empty(len(reads.cards), np.uint16)
    for shoe in range(first, last):
        shuffle(shoe, k0, k1, reads.limits, reads.cards, reads.cut + SIX, order)
        for each in range(play(order, reads, classes)):
            counts[classes[each]] += 1
