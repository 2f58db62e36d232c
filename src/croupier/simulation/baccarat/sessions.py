"""Sessions of baccarat by number: consecutive rounds from fresh shoes or from whole ones."""

import numpy as np

from croupier.simulation.baccarat import rounds, shoes
from croupier.simulation.baccarat.rounds import BATCH, deal
from croupier.simulation.baccarat.shoes import play
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX
from croupier.simulation.shuffling import shuffle
from croupier.simulation.walking import FIELDS, Bankrolls, SessionEnds, get_up, sit_down, walk, walk_batch


@compiled
def fresh(
    first: int,
    length: int,
    k0: np.uint32,
    k1: np.uint32,
    reads: rounds.BaccaratRoundInputs,
    money: Bankrolls,
    ends: SessionEnds,
) -> None:
    """Write the final states of the sessions from `first` on; session s begins with round s times its length."""
    classes = np.empty(2 * BATCH, np.uint16)
    states = np.empty((len(money.stakes), FIELDS), np.int64)
    session, left = 0, length
    at, last = first * length, (first + len(ends)) * length
    skip = at % 2
    at -= skip
    sit_down(money, states)
    while at < last:
        number = min(last - at, 2 * BATCH)
        deal(at // 2, (number + 1) // 2, k0, k1, reads, classes)
        session, left = walk_batch(classes, skip, number, length, session, left, money, states, ends)
        at += number
        skip = 0


@compiled
def whole(
    first: int,
    length: int,
    shoes_each: int,
    k0: np.uint32,
    k1: np.uint32,
    reads: shoes.BaccaratShoeInputs,
    money: Bankrolls,
    ends: SessionEnds,
) -> None:
    """The same from whole shoes; every session begins with a new shoe, and no two share one."""
    size = len(reads.cards)
    order, classes, starts = np.empty(size, np.uint8), np.empty(size, np.uint16), np.empty(size, np.uint16)
    states = np.empty((len(money.stakes), FIELDS), np.int64)
    for session in range(len(ends)):
        sit_down(money, states)
        shoe, left = (first + session) * shoes_each, length
        while left > 0:
            shuffle(shoe, k0, k1, reads.limits, reads.cards, reads.cut + SIX, order)
            number = min(left, play(order, reads, classes, starts))
            for each in range(number):
                walk(classes[each], money, states)
            shoe += 1
            left -= number
        get_up(states, ends, session)
