"""An unbiased shuffle: every order is as likely as every other, as far as the bytes handed in are.

The bytes are the operating system's (`os.urandom`) at a real table: fresh ones for every exchange of two cards, so
that no seed stands for a shoe. Tests hand in their own.
"""

import random
from collections.abc import Callable, Iterable

from croupier.cards import Card

Entropy = Callable[[int], bytes]
"""A function that returns that many random bytes."""


def below(limit: int, entropy: Entropy) -> int:
    r"""A uniform number in `[0, limit)`, by rejection sampling: too large a number is discarded, never folded back.

    >>> given = iter([b"\xff", b"\x07", b"\x02"])
    >>> below(6, lambda count: next(given))
    2
    """
    bits = (limit - 1).bit_length()
    length, mask = (bits + 7) // 8, (1 << bits) - 1
    while True:
        number = int.from_bytes(entropy(length)) & mask if bits else 0
        if number < limit:
            return number


def shuffled(cards: Iterable[Card], entropy: Entropy) -> tuple[Card, ...]:
    """The cards in random order (Fisher and Yates): for each place from the last, one of those not placed yet."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, entropy)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def seeded(seed: int) -> Entropy:
    """Deterministic bytes from a seed: for demonstrations and tests, never for money."""
    return random.Random(seed).randbytes
