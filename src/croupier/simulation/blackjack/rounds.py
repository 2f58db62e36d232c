"""Deals blackjack rounds by number, each from a fresh shoe, and classifies them.

A block of random words gives the first twelve cards of a round. Almost every round takes no more and splits nothing: it
is run through the state table of whole rounds, six cards at once for a batch of rounds and then card by card for the
few that continue. All others are played hand by hand (see `areas`). The kernel contains no rule, only table look-ups.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.blackjack.areas import (
    FRESH,
    HELD,
    MAX_ROUND_CARDS,
    BlackjackTables,
    DrawnShoe,
    class_of,
    lay,
    play,
)
from croupier.simulation.compiled import compiled, inlined
from croupier.simulation.dealing import SIX, digit, digits, past, places
from croupier.simulation.philox import HALF, block

BATCH = 1024
"""Rounds per batch, chosen so that the buffers fit into the L1 cache."""

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint32]
ClassCounts = npt.NDArray[np.int64]


class BlackjackRoundInputs(NamedTuple):
    """The inputs of the kernel: the shoe, the table of whole rounds, and the tables for all other rounds."""

    size: np.uint32
    """The number of cards in the shoe."""
    limit: np.uint64
    """The rejection limit for the first six cards (see `dealing`)."""
    orders: np.uint64
    """The number of orders of the next six cards."""
    next_limit: np.uint64
    cards: Bytes
    """The card in each place of the shoe."""
    letters: Bytes
    """The letter of the card in each place: the kind of card that hands distinguish."""
    three: bool
    """Whether three cards are dealt before the first decision, two of them to the player."""
    openings: Words
    """Indexed by the player's two cards: their kind for the side wagers, and the hand's code in the low seven bits."""
    sides: Bytes
    """The class of the side wagers, indexed by that kind and the Dealer's card."""
    starts: Shorts
    """The first state, indexed by code of the hand and letter of the Dealer's card."""
    moves: Shorts
    """The next state, indexed by state plus letter of the next card."""
    done: np.uint32
    """States below this are final; state 0 means split."""
    inverse: np.uint32
    """Fixed-point reciprocal of the row size with 20 fractional bits: turns a state into its row number."""
    kinds: np.uint32
    """The number of classes of side wagers: a round's class is `kinds` times its ending plus this class."""
    tables: BlackjackTables
    shoe: DrawnShoe


@inlined
def back(
    place: np.uint32, d0: np.uint32, d1: np.uint32, d2: np.uint32, d3: np.uint32, d4: np.uint32, d5: np.uint32
) -> np.uint32:
    """Convert a place among the cards left after the first six to a place of the full shoe."""
    return past(past(past(past(past(past(place, d5), d4), d3), d2), d1), d0)


@inlined
def opened(
    first: np.uint8, dealer: np.uint8, second: np.uint8, up: np.uint8, openings: Words, sides: Bytes, starts: Shorts
) -> tuple[np.uint32, np.uint32]:
    """The state after the first three cards, and the class of the side wagers."""
    two = np.uint32(openings[np.uint32((np.uint32(first) << np.uint32(6)) | np.uint32(second))])
    side = np.uint32(sides[np.uint32(((two >> np.uint32(7)) << np.uint32(6)) | np.uint32(dealer))])
    return np.uint32(starts[np.uint32(((two & np.uint32(127)) << np.uint32(4)) | np.uint32(up))]), side


@inlined
def moved(state: np.uint32, letter: np.uint8, moves: Shorts) -> np.uint32:
    """The state after one more card."""
    return np.uint32(moves[np.uint32(state + np.uint32(letter))])


@inlined
def numbered(state: np.uint32, side: np.uint32, inverse: np.uint32, kinds: np.uint32) -> np.uint32:
    """The class of a round in a final state."""
    return np.uint32((((state * inverse) >> np.uint32(20)) - np.uint32(1)) * kinds + side)


@compiled
def further(
    state: np.uint32,
    d0: np.uint32,
    d1: np.uint32,
    d2: np.uint32,
    d3: np.uint32,
    d4: np.uint32,
    d5: np.uint32,
    high: np.uint32,
    low: np.uint32,
    size: np.uint32,
    letters: Bytes,
    moves: Shorts,
    done: np.uint32,
) -> np.uint32:
    """The state of an unfinished round after at most six more cards."""
    d6, high, low = digit(high, low, np.uint32(size - np.uint32(6)))
    state = moved(state, letters[back(d6, d0, d1, d2, d3, d4, d5)], moves)
    if state >= done:
        d7, high, low = digit(high, low, np.uint32(size - np.uint32(7)))
        state = moved(state, letters[back(past(d7, d6), d0, d1, d2, d3, d4, d5)], moves)
        if state >= done:
            d8, high, low = digit(high, low, np.uint32(size - np.uint32(8)))
            state = moved(state, letters[back(past(past(d8, d7), d6), d0, d1, d2, d3, d4, d5)], moves)
            if state >= done:
                d9, high, low = digit(high, low, np.uint32(size - np.uint32(9)))
                place = past(past(past(d9, d8), d7), d6)
                state = moved(state, letters[back(place, d0, d1, d2, d3, d4, d5)], moves)
                if state >= done:
                    d10, high, low = digit(high, low, np.uint32(size - np.uint32(10)))
                    place = past(past(past(past(d10, d9), d8), d7), d6)
                    state = moved(state, letters[back(place, d0, d1, d2, d3, d4, d5)], moves)
                    if state >= done:
                        d11, high, low = digit(high, low, np.uint32(size - np.uint32(11)))
                        place = past(past(past(past(past(d11, d10), d9), d8), d7), d6)
                        state = moved(state, letters[back(place, d0, d1, d2, d3, d4, d5)], moves)
    return state


@compiled
def fair(high: np.uint32, low: np.uint32, orders: np.uint64, limit: np.uint64) -> bool:
    """Whether a random word passes the rejection test."""
    return bool(((np.uint64(high) << HALF) | np.uint64(low)) * orders >= limit)


@compiled
def alone(
    number: np.uint64,
    k0: np.uint32,
    k1: np.uint32,
    tables: BlackjackTables,
    shoe: DrawnShoe,
    order: Bytes,
    digits: Shorts,
    held: Shorts,
    trace: Shorts,
    filled: int = 0,
) -> np.uint32:
    """The class of one round, played hand by hand; the first `filled` cards are already drawn."""
    _, _, end = play(number, k0, k1, 1, 0, filled, order, digits, held, tables, shoe, trace)
    return class_of(0, end, held, tables)


@compiled
def deal(first: int, rounds: int, k0: np.uint32, k1: np.uint32, reads: BlackjackRoundInputs, classes: Shorts) -> None:
    """Write the classes of `rounds` rounds, at most a batch, starting with `first`."""
    size, limit, cards, letters, moves, done = (
        reads.size,
        reads.limit,
        reads.cards,
        reads.letters,
        reads.moves,
        reads.done,
    )
    # Local buffers: the compiler can rule out aliasing, and vectorises.
    chosen, shoe_places = np.empty((SIX, BATCH), np.uint16), np.empty((SIX, BATCH), np.uint16)
    highs, lows, rejected = np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint8)
    states, side_classes = np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint8)
    for each in range(BATCH):
        w0, w1, w2, w3 = block(np.uint64(first + each), np.uint32(0), FRESH, k0, k1)
        (d0, d1, d2, d3, d4, d5), rest = digits(w0, w1, size)
        chosen[0, each], chosen[1, each], chosen[2, each] = np.uint16(d0), np.uint16(d1), np.uint16(d2)
        chosen[3, each], chosen[4, each], chosen[5, each] = np.uint16(d3), np.uint16(d4), np.uint16(d5)
        highs[each], lows[each] = w2, w3
        rejected[each] = rest < limit
    for each in range(BATCH):
        d0, d1, d2 = np.uint32(chosen[0, each]), np.uint32(chosen[1, each]), np.uint32(chosen[2, each])
        d3, d4, d5 = np.uint32(chosen[3, each]), np.uint32(chosen[4, each]), np.uint32(chosen[5, each])
        p0, p1, p2, p3, p4, p5 = places(d0, d1, d2, d3, d4, d5)
        shoe_places[0, each], shoe_places[1, each], shoe_places[2, each] = np.uint16(p0), np.uint16(p1), np.uint16(p2)
        shoe_places[3, each], shoe_places[4, each], shoe_places[5, each] = np.uint16(p3), np.uint16(p4), np.uint16(p5)
    if reads.three:
        for each in range(rounds):
            dealer = shoe_places[1, each]
            state, side = opened(
                cards[shoe_places[0, each]],
                cards[dealer],
                cards[shoe_places[2, each]],
                letters[dealer],
                reads.openings,
                reads.sides,
                reads.starts,
            )
            state = moved(state, letters[shoe_places[3, each]], moves)
            state = moved(state, letters[shoe_places[4, each]], moves)
            states[each], side_classes[each] = (
                np.uint16(moved(state, letters[shoe_places[5, each]], moves)),
                np.uint8(side),
            )
    else:
        for each in range(rounds):
            state = np.uint32(reads.starts[0])
            for card in range(SIX):
                state = moved(state, letters[shoe_places[card, each]], moves)
            states[each], side_classes[each] = np.uint16(state), np.uint8(0)
    order, wide, held, trace = (
        np.empty(MAX_ROUND_CARDS, np.uint8),
        np.empty(MAX_ROUND_CARDS, np.uint16),
        np.empty(HELD, np.uint16),
        np.empty(0, np.uint16),
    )
    for each in range(rounds):
        state = np.uint32(states[each])
        by_hand = state == 0 or rejected[each] > 0
        if state >= done and not by_hand:
            if fair(highs[each], lows[each], reads.orders, reads.next_limit):
                d0, d1, d2 = np.uint32(chosen[0, each]), np.uint32(chosen[1, each]), np.uint32(chosen[2, each])
                d3, d4, d5 = np.uint32(chosen[3, each]), np.uint32(chosen[4, each]), np.uint32(chosen[5, each])
                high, low = highs[each], lows[each]
                state = further(state, d0, d1, d2, d3, d4, d5, high, low, size, letters, moves, done)
            by_hand = state >= done
        if by_hand:
            filled = 0
            if not rejected[each]:
                for card in range(SIX):
                    wide[card], order[card] = chosen[card, each], cards[shoe_places[card, each]]
                filled = SIX
                if fair(highs[each], lows[each], reads.orders, reads.next_limit):
                    lay(highs[each], lows[each], SIX, order, wide, cards)
                    filled = 2 * SIX
            number = np.uint64(first + each)
            classes[each] = np.uint16(alone(number, k0, k1, reads.tables, reads.shoe, order, wide, held, trace, filled))
        else:
            classes[each] = np.uint16(numbered(state, np.uint32(side_classes[each]), reads.inverse, reads.kinds))


@compiled
def tally(
    first: int, last: int, k0: np.uint32, k1: np.uint32, reads: BlackjackRoundInputs, counts: ClassCounts
) -> None:
    """Count the classes of the rounds from `first` up to but not including `last`."""
    classes = np.empty(BATCH, np.uint16)
    at = first
    while at < last:
        rounds = min(last - at, BATCH)
        deal(at, rounds, k0, k1, reads, classes)
        for each in range(rounds):
            counts[classes[each]] += 1
        at += rounds
