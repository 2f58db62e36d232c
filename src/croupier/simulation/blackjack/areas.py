"""Plays blackjack hand by hand: any number of boxes, hands split as often as the rules allow, then the Dealer.

Used for whole shoes, and for those rounds from fresh shoes that the table of whole rounds does not cover.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import SIX, digit, past
from croupier.simulation.philox import HALF
from croupier.simulation.shuffling import AGAIN, RejectionLimits, word

FRESH = np.uint32(2)
"""The generator's stream for rounds from fresh shoes."""
MAX_ROUND_CARDS = 96
"""Buffer size: more cards than a round can take."""
BOXES = 7
SIDE, CODE, FORMED, RUN, FIRST, EACH = 0, 1, 2, 3, 4, 8
"""Layout of a box's state: class of the side wagers, code of the opening hand, number of hands, class of the run of 8s,
then the results of up to four hands; `EACH` is its size."""
HELD = BOXES * EACH
LOWEST = 32
"""Offset that makes nets non-negative: no round loses more than that many halves of the stake."""
NOTHING, SECOND, WHOLE = 0, 1, 2
"""How much of the Dealer's hand is needed to settle: nothing more, the second card, or all of it."""

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]


class DrawnShoe(NamedTuple):
    """The shoe from which cards are drawn on demand; empty where the order is already complete."""

    limits: RejectionLimits
    cards: Bytes


class BlackjackTables(NamedTuple):
    """The state tables of single hands and of the Dealer, and the classes of their results, in one array.

    Passing many small arrays between compiled functions would take longer than playing a hand.
    """

    at: npt.NDArray[np.int64]
    """Indexed by the names below: scalars, or the offset of a table in `words`."""
    words: Shorts


NUMBERS = (
    STRIDE,  # number of letters (card kinds)
    THREE,  # whether three cards are dealt before the first decision
    UP,  # letter of a printed up card
    RESULTS,  # number of results of a hand
    MOST_HANDS,  # maximum of hands of a box
    TAKES,  # what a Dealer Blackjack takes of split hands, by its place in `TAKEN`
    RESPLITS,  # whether a hand formed by a second split may be split too
    ENDS,  # number of Dealer results
    END_KINDS,  # number of kinds of those
    RUNS,  # number of runs
    KINDS,  # number of classes of side wagers
) = range(11)
TAKEN = ("obbo", "bb+1", "each", "larger", "obo", "all")
"""What a Dealer Blackjack takes beside bust stakes: the first hand's, one if any hand is not bust, one of each such
hand, one if no hand is bust; one stake in all, bust or not, so that bust hands need the Dealer's second card too; or
every stake, as any other hand that wins does."""
FIRST_HAND, ANY_HAND, EACH_HAND, NONE_BUST, IN_ALL, EVERY_STAKE = range(6)
TABLES = (
    OPENINGS,  # by the player's two cards: their kind for the side wagers
    CODED,  # by the player's two cards: the code of the hand
    SIDES,  # by that kind and the Dealer's card: the class of the side wagers
    LETTERS,  # by the number of a card
    VALUES,  # by letter
    HANDS,  # by row and letter: the next row; row 0 means split, then come the results (final states)
    FIRST_HANDS,  # by code of the hand and letter of the up card: the first row
    FLAGS,  # by code of the hand: what it is beside its values
    SPLIT_HANDS,  # by value and letter of the up card: the first row; last come those of unlike tens
    AGAIN_BY,  # by value: whether a hand of it may be resplit
    WAITS,  # by result and letter of the up card: how much of the Dealer's hand is needed
    BLACKJACK_WITH,  # by letter of the up card: whether it may become Blackjack
    DEALERS,  # by row and letter: the next row; row 0 is unused, then come the Dealer's results
    DEALERS_FROM,  # by how much is needed and letter of the up card: the first row
    BLACKJACKS,  # by Dealer result: whether it is Blackjack
    NETS,  # by result and Dealer result: the net of one hand, offset by LOWEST
    LOST,  # by result: the loss of a bust hand, zero if not bust
    MARKS,  # by result of the first hand and Dealer result: Tie on 18 wins, insurance or Superb 8's is lost with it
    KINDS_OF_END,  # by Dealer result: its kind, for rounds with split hands
    RUN_MOVES,  # by state of the run of 8s and letter, or a split, or the end of a hand: the next state
    RUN_CLASSES,  # by that state: the class of the run
    SINGLE,  # by result, Dealer result and run: the ending
    SPLIT,  # by net offset by LOWEST, kind of Dealer result, mark and run: the ending
) = range(11, 34)
WAITING_OPENING, UNLIKE_OPENING = 1, 2
"""Flags of an opening: that a side wager always needs the Dealer's second card (Kings Bounty), and that it is of unlike
tens, where hands split from them have rows of their own."""
MARKED, LOST_RUN = 1, 2
"""Marks of a first hand: that Tie on 18 wins or insurance is lost with it, or that its bust has lost Superb 8's."""
SPLITS, HAND_ENDS = 0, 1
"""What may happen to a run of 8s beside a card, numbered after the letters."""
EVENTS = 2


def tables(numbers: Sequence[int], *each: npt.NDArray[Any]) -> BlackjackTables:
    """Concatenate scalars and tables in the order of their indices."""
    assert (len(numbers), len(each)) == (len(NUMBERS), len(TABLES))
    starts = np.cumsum([0, *(len(table) for table in each[:-1])])
    return BlackjackTables(
        np.array([*numbers, *starts], np.int64), np.concatenate([table.astype(np.uint16) for table in each])
    )


@compiled
def lay(high: np.uint32, low: np.uint32, filled: int, order: Bytes, digits: Shorts, cards: Bytes) -> np.uint64:
    """Append the six cards of a random word to `order`; return the remainder of the word."""
    size = len(cards)
    for each in range(filled, filled + SIX):
        chosen, high, low = digit(high, low, np.uint32(max(size - each, 1)))
        digits[each] = np.uint16(chosen)
        place = np.uint32(chosen)
        for before in range(each - 1, -1, -1):
            place = past(place, np.uint32(digits[before]))
        if each < size:
            order[each] = cards[place]
    return (np.uint64(high) << HALF) | np.uint64(low)


@compiled
def draw(
    needed: int,
    filled: int,
    number: np.uint64,
    k0: np.uint32,
    k1: np.uint32,
    order: Bytes,
    digits: Shorts,
    shoe: DrawnShoe,
) -> int:
    """Draw cards, six at a time, until `order` has `needed` of them; return how many it has."""
    while filled < needed:
        group = filled // SIX
        attempt = np.uint32(group // 2)
        while True:
            high, low = word(number, attempt, FRESH, group % 2 > 0, k0, k1)
            if lay(high, low, filled, order, digits, shoe.cards) >= shoe.limits[group]:
                break
            attempt = np.uint32(attempt + np.uint32(AGAIN))
        filled += SIX
    return filled


@compiled
def play(
    number: np.uint64,
    k0: np.uint32,
    k1: np.uint32,
    boxes: int,
    at: int,
    filled: int,
    order: Bytes,
    digits: Shorts,
    held: Shorts,
    tables: BlackjackTables,
    shoe: DrawnShoe,
    trace: Shorts,
) -> tuple[int, int, int]:
    """Play a round from place `at`; return the next place, the number of cards drawn, and the Dealer's result.

    The result is negative where the cards have run out.
    """
    at_of, words = tables.at, tables.words
    if len(shoe.cards) == 0 and at + (2 * boxes + 1 if at_of[THREE] else boxes) > filled:
        return at, filled, -1
    stride, most, letters, values = at_of[STRIDE], at_of[MOST_HANDS], at_of[LETTERS], at_of[VALUES]
    hands, results = at_of[HANDS], at_of[RESULTS]
    up = at_of[UP]
    start = at
    if at_of[THREE]:
        filled = draw(at + 2 * boxes + 1, filled, number, k0, k1, order, digits, shoe)
        dealer = int(order[at + boxes])
        up = np.int64(words[letters + dealer])
        for box in range(boxes):
            first, second = int(order[at + box]), int(order[at + boxes + 1 + box])
            two = 64 * first + second
            held[EACH * box + SIDE] = words[at_of[SIDES] + 64 * int(words[at_of[OPENINGS] + two]) + dealer]
            held[EACH * box + CODE] = words[at_of[CODED] + two]
        at += 2 * boxes + 1
    else:
        filled = draw(at + boxes, filled, number, k0, k1, order, digits, shoe)
        for box in range(boxes):
            held[EACH * box + SIDE] = held[EACH * box + CODE] = 0
        at += boxes
    waits, steps = NOTHING, 0
    for box in range(boxes):
        base = EACH * box
        code = int(held[base + CODE])
        row = int(words[at_of[FIRST_HANDS] + 16 * code + up])
        first_letter = int(words[letters + order[start + box]])
        runs, width = at_of[RUN_MOVES], stride + EVENTS
        run = int(words[runs + first_letter])
        if not at_of[THREE]:
            if len(trace):
                steps += 1
                trace[steps] = row * stride + first_letter
            row = int(words[hands + row * stride + first_letter])
        if words[at_of[FLAGS] + code] & WAITING_OPENING and words[at_of[BLACKJACK_WITH] + up]:
            waits = max(waits, SECOND)
        pending, formed, hand = 1, 1, 0
        value = int(words[values + first_letter])
        start_of = 10 if words[at_of[FLAGS] + code] & UNLIKE_OPENING else value
        # Of the hands that wait, those formed by a second split come first.
        resplit = 0
        if row == 0:
            pending = formed = 2
            run = int(words[runs + run * width + stride + SPLITS])
            if at_of[TAKES] == IN_ALL and words[at_of[BLACKJACK_WITH] + up]:
                waits = max(waits, SECOND)
        while pending > 0:
            pending -= 1
            alone = formed > 1
            again = at_of[RESPLITS] > 0 or resplit == 0
            resplit = max(resplit - 1, 0)
            if alone:
                row = int(words[at_of[SPLIT_HANDS] + 16 * start_of + up])
            while row > results:
                if at >= filled:
                    if len(shoe.cards) == 0:
                        return at, filled, -1
                    filled = draw(at + 1, filled, number, k0, k1, order, digits, shoe)
                letter = int(words[letters + order[at]])
                at += 1
                run = int(words[runs + run * width + letter])
                splits = alone and again and formed < most and words[at_of[AGAIN_BY] + value] > 0
                if splits and int(words[values + letter]) == value:
                    formed += 1
                    pending += 1
                    resplit += 1
                    again = at_of[RESPLITS] > 0
                    run = int(words[runs + run * width + stride + SPLITS])
                    if len(trace):
                        steps += 1
                        trace[steps] = 0
                    continue
                alone = False
                if len(trace):
                    steps += 1
                    trace[steps] = row * stride + letter
                row = int(words[hands + row * stride + letter])
            result = row - 1
            held[base + FIRST + hand] = result
            hand += 1
            run = int(words[runs + run * width + stride + HAND_ENDS])
            waits = max(waits, int(words[at_of[WAITS] + 16 * result + up]))
        held[base + FORMED] = formed
        held[base + RUN] = words[at_of[RUN_CLASSES] + run]
    if len(trace):
        trace[0] = steps
    row = int(words[at_of[DEALERS_FROM] + 16 * waits + up])
    while row > at_of[ENDS]:
        if at >= filled:
            if len(shoe.cards) == 0:
                return at, filled, -1
            filled = draw(at + 1, filled, number, k0, k1, order, digits, shoe)
        row = int(words[at_of[DEALERS] + row * stride + int(words[letters + order[at]])])
        at += 1
    return at, filled, row - 1


@compiled
def class_of(box: int, end: int, held: Shorts, tables: BlackjackTables) -> np.uint32:
    """The class of a round for one box."""
    at, words = tables.at, tables.words
    base, ends, runs = EACH * box, at[ENDS], at[RUNS]
    formed, run, first = int(held[base + FORMED]), int(held[base + RUN]), int(held[base + FIRST])
    if formed == 1:
        ending = int(words[at[SINGLE] + (first * ends + end) * runs + run])
        return np.uint32(ending * at[KINDS] + int(held[base + SIDE]))
    net = 0
    if words[at[BLACKJACKS] + end] and at[TAKES] != EVERY_STAKE:
        takes, bust, alive = at[TAKES], 0, 0
        for hand in range(formed):
            result = int(held[base + FIRST + hand])
            lost = int(words[at[LOST] + result])
            if lost > 0:
                bust += 1
                if takes != IN_ALL:
                    net -= lost
            elif int(words[at[NETS] + result * ends + end]) < LOWEST and (hand == 0 or takes != FIRST_HAND):
                alive += 1
        if takes == IN_ALL:
            alive = min(alive + bust, 1)
        elif takes == NONE_BUST and bust > 0:
            alive = 0
        net -= 2 * (alive if takes == EACH_HAND else min(alive, 1))
    else:
        for hand in range(formed):
            net += int(words[at[NETS] + int(held[base + FIRST + hand]) * ends + end]) - LOWEST
    mark = int(words[at[MARKS] + first * ends + end])
    place = ((net + LOWEST) * at[END_KINDS] + int(words[at[KINDS_OF_END] + end])) * 3 + mark
    return np.uint32(int(words[at[SPLIT] + place * runs + run]) * at[KINDS] + int(held[base + SIDE]))
