"""Deals baccarat rounds by number, each from a fresh shoe, and classifies them.

A class is all that the wagers of the game distinguish: the points, and the kinds of the opening cards. It is found by
table look-ups only, so the kernel contains no rule and all wagers cost as much as one.

Two rounds share a block of random words. Rounds are dealt in batches: first all digits and then all places, in loops
that vectorise, and then the look-ups, which do not.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import compiled, inlined
from croupier.simulation.dealing import FRESH, SIX, digits, drawn, places
from croupier.simulation.philox import block

BATCH = 1024
"""Pairs of rounds per batch, chosen so that the buffers fit into the L1 cache."""

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
ClassCounts = npt.NDArray[np.int64]


class BaccaratRoundInputs(NamedTuple):
    """The inputs of the kernel: the shoe, and the tables of the game (see `tables`)."""

    size: np.uint32
    """The number of cards in the shoe."""
    limit: np.uint64
    """The rejection limit (see `dealing`)."""
    cards: Bytes
    """The card in each place of the shoe."""
    values: Bytes
    """The code of the card in each place: its points, and ten more for a red one if that counts."""
    openings: Shorts
    both: Shorts
    points: Bytes
    kinds: np.uint32
    codes: np.uint32
    beside: np.uint32


@inlined
def ending(player: np.uint32, banker: np.uint32, fifth: np.uint32, sixth: np.uint32, codes: np.uint32) -> np.uint32:
    """The index into the points table, from two entries of the openings table and the codes of the last cards."""
    totals = (player & np.uint32(15)) * np.uint32(10) + (banker & np.uint32(15))
    return np.uint32((totals * codes + fifth) * codes + sixth)


@inlined
def together(player: np.uint32, banker: np.uint32, beside: np.uint32) -> np.uint32:
    """The index into the table of both openings."""
    return np.uint32((player >> np.uint32(4)) * beside + (banker >> np.uint32(4)))


@inlined
def opening(openings: Shorts, first: np.uint8, second: np.uint8) -> np.uint32:
    """The entry of the openings table for two cards: their kind, and in the low four bits their points."""
    return np.uint32(openings[np.uint32((np.uint32(first) << np.uint32(6)) | np.uint32(second))])


@inlined
def round_class(
    p0: np.uint32,
    p1: np.uint32,
    p2: np.uint32,
    p3: np.uint32,
    p4: np.uint32,
    p5: np.uint32,
    cards: Bytes,
    values: Bytes,
    openings: Shorts,
    both: Shorts,
    points: Bytes,
    kinds: np.uint32,
    codes: np.uint32,
    beside: np.uint32,
) -> np.uint32:
    """The class of the round with the cards in six places of the shoe."""
    player, banker = opening(openings, cards[p0], cards[p2]), opening(openings, cards[p1], cards[p3])
    ended = np.uint32(points[ending(player, banker, np.uint32(values[p4]), np.uint32(values[p5]), codes)])
    return np.uint32(ended * kinds + np.uint32(both[together(player, banker, beside)]))


@compiled
def deal(pair: int, pairs: int, k0: np.uint32, k1: np.uint32, reads: BaccaratRoundInputs, classes: Shorts) -> None:
    """Write the classes of `pairs` pairs of rounds, at most a batch, starting with `pair`."""
    size, limit, cards, values, openings, both, points, kinds, codes, beside = reads
    # Local buffers: the compiler can rule out aliasing, and vectorises.
    dealt, rejected = np.empty((SIX, 2 * BATCH), np.uint16), np.empty(2 * BATCH, np.uint8)
    for each in range(pairs):
        w0, w1, w2, w3 = block(np.uint64(pair + each), np.uint32(0), FRESH, k0, k1)
        (d0, d1, d2, d3, d4, d5), rest = digits(w0, w1, size)
        dealt[0, each], dealt[1, each], dealt[2, each] = np.uint16(d0), np.uint16(d1), np.uint16(d2)
        dealt[3, each], dealt[4, each], dealt[5, each] = np.uint16(d3), np.uint16(d4), np.uint16(d5)
        rejected[each] = rest < limit
        (d0, d1, d2, d3, d4, d5), rest = digits(w2, w3, size)
        other = BATCH + each
        dealt[0, other], dealt[1, other], dealt[2, other] = np.uint16(d0), np.uint16(d1), np.uint16(d2)
        dealt[3, other], dealt[4, other], dealt[5, other] = np.uint16(d3), np.uint16(d4), np.uint16(d5)
        rejected[other] = rest < limit
    # The whole buffer, dealt or not: a loop of constant length is vectorised.
    for each in range(2 * BATCH):
        d0, d1, d2 = np.uint32(dealt[0, each]), np.uint32(dealt[1, each]), np.uint32(dealt[2, each])
        d3, d4, d5 = np.uint32(dealt[3, each]), np.uint32(dealt[4, each]), np.uint32(dealt[5, each])
        _, p1, p2, p3, p4, p5 = places(d0, d1, d2, d3, d4, d5)
        dealt[1, each], dealt[2, each] = np.uint16(p1), np.uint16(p2)
        dealt[3, each], dealt[4, each], dealt[5, each] = np.uint16(p3), np.uint16(p4), np.uint16(p5)
    for second in range(2):
        half = second * BATCH
        for each in range(half, half + pairs):
            p0, p1, p2 = np.uint32(dealt[0, each]), np.uint32(dealt[1, each]), np.uint32(dealt[2, each])
            p3, p4, p5 = np.uint32(dealt[3, each]), np.uint32(dealt[4, each]), np.uint32(dealt[5, each])
            number = round_class(p0, p1, p2, p3, p4, p5, cards, values, openings, both, points, kinds, codes, beside)
            classes[2 * (each - half) + second] = np.uint16(number)
        for each in range(half, half + pairs):
            if rejected[each]:
                p0, p1, p2, p3, p4, p5 = drawn(np.uint64(pair + each - half), second > 0, k0, k1, size, limit)
                number = round_class(
                    p0, p1, p2, p3, p4, p5, cards, values, openings, both, points, kinds, codes, beside
                )
                classes[2 * (each - half) + second] = np.uint16(number)


@compiled
def tally(first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BaccaratRoundInputs, counts: ClassCounts) -> None:
    """Count the classes of the rounds from `first` up to but not including `last`."""
    classes = np.empty(2 * BATCH, np.uint16)
    skip = first % 2
    at = first - skip
    while at < last:
        rounds = min(last - at, 2 * BATCH)
        deal(at // 2, (rounds + 1) // 2, k0, k1, reads, classes)
        for each in range(skip, rounds):
            counts[classes[each]] += 1
        at += rounds
        skip = 0
