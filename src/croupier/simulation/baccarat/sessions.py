"""Sessions of baccarat by number: so many rounds in a row, from fresh shoes or from whole ones."""

import numpy as np

from croupier.simulation.baccarat import rounds, shoes
from croupier.simulation.baccarat.rounds import BATCH, deal, room
from croupier.simulation.baccarat.shoes import play, shuffle
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX
from croupier.simulation.walking import FIELDS, Ends, Money, sit_down, walk


@compiled
def fresh(first: int, length: int, k0: np.uint32, k1: np.uint32, reads: rounds.Reads, money: Money, ends: Ends) -> None:
    """Write how the sessions from `first` on ended: session s has the rounds from s times its length on."""
    batch = room()
    states = np.empty((len(money.stakes), FIELDS), np.int64)
    for session in range(len(ends)):
        sit_down(money, states)
        at = (first + session) * length
        last = at + length
        while at < last:
            skip = at % 2
            number = min(last - at + skip, 2 * BATCH)
            deal(at // 2, (number + 1) // 2, k0, k1, reads, batch)
            for each in range(skip, number):
                walk(batch.classes[each], money, states)
            at += number - skip
        ends[session] = states


@compiled
def whole(
    first: int, length: int, shoes_each: int, k0: np.uint32, k1: np.uint32, reads: shoes.Reads, money: Money, ends: Ends
) -> None:
    """Likewise from whole shoes; every session begins with a new one, and no two share a shoe."""
    order, classes = np.empty(len(reads.cards), np.uint8), np.empty(len(reads.cards), np.uint16)
    states = np.empty((len(money.stakes), FIELDS), np.int64)
    for session in range(len(ends)):
        sit_down(money, states)
        shoe, left = (first + session) * shoes_each, length
        while left > 0:
            shuffle(shoe, k0, k1, reads.limits, reads.cards, reads.cut + SIX, order)
            number = min(left, play(order, reads, classes))
            for each in range(number):
                walk(classes[each], money, states)
            shoe += 1
            left -= number
        ends[session] = states
