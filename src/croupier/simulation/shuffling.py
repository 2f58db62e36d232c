"""Shuffles whole shoes by number.

A Fisher-Yates shuffle, six cards to a random word, with every order of the shoe exactly equally likely. Only the cards
that can be dealt are shuffled to the front; the rest lie behind the cutting card in any order.
"""

from math import prod

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX, U64, digit
from croupier.simulation.philox import HALF, block

WHOLE = np.uint32(1)
"""The generator's stream for whole shoes."""
AGAIN = 1 << 16
"""Added to the generator's counter after a rejected word; the lower bits are the block number."""

Bytes = npt.NDArray[np.uint8]
RejectionLimits = npt.NDArray[np.uint64]


def limits(cards: int) -> RejectionLimits:
    """The rejection limits, for each group of six cards of a shoe in turn.

    >>> len(limits(416)), int(limits(416)[-1])
    (70, 0)
    """
    bases = [range(left, left - SIX, -1) for left in range(cards, 0, -SIX)]
    return np.array([U64 % prod(max(base, 1) for base in six) for six in bases], np.uint64)


@compiled
def shuffle(
    shoe: int, k0: np.uint32, k1: np.uint32, limits: RejectionLimits, cards: Bytes, needed: int, order: Bytes
) -> None:
    """Write the cards of a shoe into `order`; the first `needed` are shuffled."""
    size, chosen = len(cards), np.empty(SIX, np.uint32)
    for place in range(size):
        order[place] = cards[place]
    for group in range((needed + SIX - 1) // SIX):
        at = group * SIX
        # Two groups share a block; the counter has the attempt in its high bits and the block number in its low bits.
        attempt = np.uint32(group // 2)
        while True:
            high, low = word(np.uint64(shoe), attempt, WHOLE, group % 2 > 0, k0, k1)
            for place in range(SIX):
                chosen[place], high, low = digit(high, low, np.uint32(max(size - at - place, 1)))
            if (np.uint64(high) << HALF) | np.uint64(low) >= limits[group]:
                break
            attempt = np.uint32(attempt + np.uint32(AGAIN))
        for place in range(at, min(at + SIX, size)):
            other = place + int(chosen[place - at])
            order[place], order[other] = order[other], order[place]


@compiled
def word(
    number: np.uint64, attempt: np.uint32, stream: np.uint32, second: bool, k0: np.uint32, k1: np.uint32
) -> tuple[np.uint32, np.uint32]:
    """One of the two words of a block."""
    w0, w1, w2, w3 = block(number, attempt, stream, k0, k1)
    return (w2, w3) if second else (w0, w1)
