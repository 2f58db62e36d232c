"""Plays blackjack hand by hand: any number of boxes, hands split as often as the rules allow, then the Dealer.

Whole shoes are played so, and of rounds from fresh shoes those that the table of whole rounds does not know.
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
"""The stream of rounds from fresh shoes."""
MAX_ROUND_CARDS = 96
"""Cards that a round may take, and some to spare."""
BOXES = 7
SIDE, CODE, FORMED, RUN, FIRST, EACH = 0, 1, 2, 3, 4, 8
"""What is kept of a box: the class of its side wagers, what its first hand was, how many hands it has, the class of its
first cards, and from there on the results of up to four hands."""
HELD = BOXES * EACH
LOWEST = 32
"""No round nets less than that many halves of the stake."""
NOTHING, SECOND, WHOLE = 0, 1, 2
"""What of the Dealer's hand is waited for."""

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]


class DrawnShoe(NamedTuple):
    """The shoe from which cards are drawn one by one; without cards where all are there already."""

    limits: RejectionLimits
    cards: Bytes


class BlackjackTables(NamedTuple):
    """The tables of single hands and of the Dealer, and what their ends come to, all in one row of words.

    Many small arrays would be handed from function to function for longer than a hand is played.
    """

    at: npt.NDArray[np.int64]
    """By the names below: numbers, or where a table begins."""
    words: Shorts


NUMBERS = STRIDE, THREE, UP, RESULTS, MOST_HANDS, BOUNTY, REFUNDS, ANY_HAND, ENDS, END_KINDS, RUNS, KINDS = range(12)
"""How many letters there are; whether three cards are dealt before anything is decided; the letter of a printed first
card of the Dealer's; how many results there are, and how many hands a box may have; the opening that waits for the
Dealer's second card whatever else happens; whether a Dealer Blackjack gives back bust stakes too, and so they wait for
it; whether it takes a stake while any hand lives, rather than that of the first; then how many ends there are, kinds of
them, runs, and classes of side wagers."""
TABLES = (
    OPENINGS,  # by the player's two cards: 64 times the kind for the side wagers, and what hand they are
    SIDES,  # by that kind and the Dealer's card: the class of the side wagers
    LETTERS,  # by the number of a card
    VALUES,  # by letter
    HANDS,  # by row and letter: the next row; results come first, after the one that says split
    FIRST_HANDS,  # by what hand it is and the letter of the Dealer's card
    SPLIT_HANDS,  # by value and that letter
    AGAIN_BY,  # by value: whether a hand of it may be split again
    WAITS,  # by result and the letter of the Dealer's card
    BLACKJACK_WITH,  # by that letter: whether it may become Blackjack
    DEALERS,  # by row and letter: the next row; ends come first, after one that is never used
    DEALERS_FROM,  # by what is waited for and the letter of the Dealer's card
    BLACKJACKS,  # by end
    NETS,  # by result and end, for a box with one hand, from the lowest up
    LOST,  # by result: what a bust hand loses, nothing where it lives
    TIES,  # by result and end
    KINDS_OF_END,  # by end
    RUNS_OF,  # by three letters
    SINGLE,  # by result, end and run: the ending
    SPLIT,  # by net from the lowest up, kind of end, tie and run: the ending
) = range(12, 32)


def tables(numbers: Sequence[int], *each: npt.NDArray[Any]) -> BlackjackTables:
    """Numbers and tables in one row, in the order of their names."""
    assert (len(numbers), len(each)) == (len(NUMBERS), len(TABLES))
    starts = np.cumsum([0, *(len(table) for table in each[:-1])])
    return BlackjackTables(
        np.array([*numbers, *starts], np.int64), np.concatenate([table.astype(np.uint16) for table in each])
    )


@compiled
def lay(high: np.uint32, low: np.uint32, filled: int, order: Bytes, digits: Shorts, cards: Bytes) -> np.uint64:
    """Lay the six cards of a word after those that lie there; what is left of the word."""
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
    """Deal until so many cards of a round lie in order, six at a time; how many do."""
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
    """Play a round from this place of the order: where the next one begins, how many cards lie in order, the end.

    Below nought, the cards have run out.
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
            two = int(words[at_of[OPENINGS] + 64 * first + second])
            held[EACH * box + SIDE] = words[at_of[SIDES] + 64 * (two >> 6) + dealer]
            held[EACH * box + CODE] = two & 63
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
        seen, run = 1, first_letter
        if not at_of[THREE]:
            if len(trace):
                steps += 1
                trace[steps] = row * stride + first_letter
            row = int(words[hands + row * stride + first_letter])
        if code == at_of[BOUNTY] and words[at_of[BLACKJACK_WITH] + up]:
            waits = max(waits, SECOND)
        pending, formed, hand = 1, 1, 0
        value = int(words[values + first_letter])
        if row == 0:
            pending = formed = 2
            if at_of[REFUNDS] and words[at_of[BLACKJACK_WITH] + up]:
                waits = max(waits, SECOND)
        while pending > 0:
            pending -= 1
            alone = formed > 1
            if alone:
                row = int(words[at_of[SPLIT_HANDS] + 16 * value + up])
            while row > results:
                if at >= filled:
                    if len(shoe.cards) == 0:
                        return at, filled, -1
                    filled = draw(at + 1, filled, number, k0, k1, order, digits, shoe)
                letter = int(words[letters + order[at]])
                at += 1
                if seen < 3:
                    run = run * (stride + 1) + letter
                    seen += 1
                if alone and int(words[values + letter]) == value and formed < most and words[at_of[AGAIN_BY] + value]:
                    formed += 1
                    pending += 1
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
            waits = max(waits, int(words[at_of[WAITS] + 16 * result + up]))
        while seen < 3:
            run = run * (stride + 1) + stride
            seen += 1
        held[base + FORMED] = formed
        held[base + RUN] = words[at_of[RUNS_OF] + run]
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
    if words[at[BLACKJACKS] + end]:
        lives = False
        for hand in range(formed):
            lost = int(words[at[LOST] + held[base + FIRST + hand]])
            if not at[REFUNDS]:
                net -= lost
            lives = lives or (lost == 0 and (hand == 0 or at[ANY_HAND] > 0))
        if lives or at[REFUNDS]:
            net -= 2
    else:
        for hand in range(formed):
            net += int(words[at[NETS] + int(held[base + FIRST + hand]) * ends + end]) - LOWEST
    tie = int(words[at[TIES] + first * ends + end])
    place = ((net + LOWEST) * at[END_KINDS] + int(words[at[KINDS_OF_END] + end])) * 2 + tie
    return np.uint32(int(words[at[SPLIT] + place * runs + run]) * at[KINDS] + int(held[base + SIDE]))
