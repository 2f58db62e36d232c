"""Unbiased sampling: from random words to six different places of a shoe, every order equally likely.

Out of n cards, six come in P = n (n-1) ... (n-5) orders. A word x of 64 random bits chooses the order number
floor(x P / 2^64): multiplied by n, the part above 64 bits is the first digit, and what is left below, multiplied by
n-1, gives the second, and so on. Some numbers would then have one word more than others. So, after Lemire, rejection
sampling: a word whose last remainder x P mod 2^64 is below 2^64 mod P is discarded for the next one. Every number keeps
floor(2^64 / P) words, no bias is left at all, and with 8 decks less than one deal in three thousand is rejected.

The digits are places among the cards that are left; `places` turns them into places of the full shoe.
"""

from math import perm

import numpy as np

from croupier.simulation.compiled import compiled, inlined
from croupier.simulation.philox import HALF, LOW, block

SIX = 6
U64 = 1 << 64
FRESH = np.uint32(0)
"""The generator's stream for rounds from fresh shoes."""

Six = tuple[np.uint32, np.uint32, np.uint32, np.uint32, np.uint32, np.uint32]


def limit(cards: int) -> np.uint64:
    """The rejection limit for six out of so many cards: smaller remainders are discarded.

    >>> int(limit(416)) == 2**64 % perm(416, 6), int(limit(416)) / 2**64 < 1 / 3000
    (True, True)
    """
    return np.uint64(U64 % perm(cards, SIX))


@inlined
def digit(high: np.uint32, low: np.uint32, base: np.uint32) -> tuple[np.uint32, np.uint32, np.uint32]:
    """The next mixed-radix digit of a 64-bit fraction, and the remaining fraction."""
    less = np.uint64(low) * np.uint64(base)
    more = np.uint64(high) * np.uint64(base) + (less >> HALF)
    return np.uint32(more >> HALF), np.uint32(more & LOW), np.uint32(less & LOW)


@inlined
def digits(high: np.uint32, low: np.uint32, cards: np.uint32) -> tuple[Six, np.uint64]:
    """Six places, each among the cards still left, and the last remainder."""
    d0, high, low = digit(high, low, cards)
    d1, high, low = digit(high, low, np.uint32(cards - np.uint32(1)))
    d2, high, low = digit(high, low, np.uint32(cards - np.uint32(2)))
    d3, high, low = digit(high, low, np.uint32(cards - np.uint32(3)))
    d4, high, low = digit(high, low, np.uint32(cards - np.uint32(4)))
    d5, high, low = digit(high, low, np.uint32(cards - np.uint32(5)))
    return (d0, d1, d2, d3, d4, d5), (np.uint64(high) << HALF) | np.uint64(low)


@inlined
def past(place: np.uint32, gone: np.uint32) -> np.uint32:
    """A place among the remaining cards, renumbered to before the card at `gone` was taken."""
    return np.uint32(place + np.uint32(place >= gone))


@inlined
def places(d0: np.uint32, d1: np.uint32, d2: np.uint32, d3: np.uint32, d4: np.uint32, d5: np.uint32) -> Six:
    """Convert six digits to six different places of the full shoe.

    >>> [int(place) for place in places(*map(np.uint32, (5, 5, 4, 0, 0, 3)))]
    [5, 6, 4, 0, 1, 8]
    """
    p1 = past(d1, d0)
    p2 = past(past(d2, d1), d0)
    p3 = past(past(past(d3, d2), d1), d0)
    p4 = past(past(past(past(d4, d3), d2), d1), d0)
    p5 = past(past(past(past(past(d5, d4), d3), d2), d1), d0)
    return d0, p1, p2, p3, p4, p5


@compiled
def drawn(pair: np.uint64, second: bool, k0: np.uint32, k1: np.uint32, size: np.uint32, limit: np.uint64) -> Six:
    """The six places of one round, by rejection sampling."""
    attempt = np.uint32(0)
    while True:
        w0, w1, w2, w3 = block(pair, attempt, FRESH, k0, k1)
        (d0, d1, d2, d3, d4, d5), rest = digits(w2 if second else w0, w3 if second else w1, size)
        if rest >= limit:
            return places(d0, d1, d2, d3, d4, d5)
        attempt = np.uint32(attempt + np.uint32(1))
