"""Philox4x32-10, a counter-based generator: 128 random bits from a counter of 128 bits and a key of 64.

It is stateless, so every round has its own random numbers, whichever worker computes them and in whatever order.
Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11); it passes BigCrush.
The words are 32 bits wide because that is what vector units and GPUs multiply fast.
"""

import numpy as np

from croupier.simulation.compiled import inlined

MULTIPLY_FIRST, MULTIPLY_SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
ADD_FIRST, ADD_SECOND = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
ROUNDS = 10
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)

RandomWords = tuple[np.uint32, np.uint32, np.uint32, np.uint32]


@inlined
def philox(c0: np.uint32, c1: np.uint32, c2: np.uint32, c3: np.uint32, k0: np.uint32, k1: np.uint32) -> RandomWords:
    """Four random words from a counter of four words and a key of two.

    >>> zero = np.uint32(0)
    >>> [f"{word:08x}" for word in philox(zero, zero, zero, zero, zero, zero)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    for _ in range(ROUNDS):
        first, second = np.uint64(c0) * MULTIPLY_FIRST, np.uint64(c2) * MULTIPLY_SECOND
        c0, c2 = np.uint32((second >> HALF) ^ np.uint64(c1 ^ k0)), np.uint32((first >> HALF) ^ np.uint64(c3 ^ k1))
        c1, c3 = np.uint32(second & LOW), np.uint32(first & LOW)
        k0, k1 = np.uint32((np.uint64(k0) + ADD_FIRST) & LOW), np.uint32((np.uint64(k1) + ADD_SECOND) & LOW)
    return c0, c1, c2, c3


@inlined
def block(number: np.uint64, attempt: np.uint32, stream: np.uint32, k0: np.uint32, k1: np.uint32) -> RandomWords:
    """The four words of a block, by `number`; `attempt` counts further blocks drawn for the same number.

    `stream` separates the uses of the generator: two streams of one seed never overlap.
    """
    return philox(np.uint32(number & LOW), np.uint32(number >> HALF), attempt, stream, k0, k1)


def key(seed: int) -> tuple[np.uint32, np.uint32]:
    """The generator's key from a 64-bit seed.

    >>> key((7 << 32) + 5)
    (np.uint32(5), np.uint32(7))
    """
    return np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32)
