"""Whether the cards come as they should by chance: places, pairs of places, neighbouring rounds, whole shoes.

`make randomness` deals many more rounds: RANDOMNESS says how many, and the few here are for every day. Each test makes
a number that is spread as chi-square if the cards are fair, and turns it into standard deviations (Wilson, Hilferty); a
fair generator is beyond five of them once in two million tests. Seeds are fixed, so a test that passes goes on passing.
"""

import math
import os
from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
import pytest

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.simulation import dealing, shuffling
from croupier.simulation.baccarat import rounds
from croupier.simulation.baccarat.kernel import BaccaratFreshRounds, BaccaratWholeShoes
from croupier.simulation.blackjack import areas
from croupier.simulation.catalogue import kernel
from croupier.simulation.dealing import SIX, limit
from croupier.simulation.philox import block, key

ROUNDS = int(float(os.environ.get("RANDOMNESS", "2e6")))
FAR = 5.0
DECKS = (4, 8, 10)
LONG = 24
"""Cards of a round of blackjack with many splits: four words."""

Table = npt.NDArray[Any]
F = TypeVar("F", bound=Callable[..., Any])


def quick(function: F) -> F:
    return cast("F", numba.njit(function))


def sigmas(counts: Table, expected: Table | float, freedom: int) -> float:
    """How many standard deviations a chi-square is from what it should be."""
    square = float((((counts - expected) ** 2) / expected).sum())
    spread = 2 / (9 * freedom)
    return (math.cbrt(square / freedom) - (1 - spread)) / math.sqrt(spread)


def report(name: str, found: float) -> None:
    if "RANDOMNESS" in os.environ:
        print(f"{name}: {found:+.2f} standard deviations")
    assert abs(found) < FAR, name


@quick
def placed(first: int, last: int, k0: Any, k1: Any, size: Any, least: Any, single: Any, double: Any, lag: Any) -> None:
    """Count the places of every card, of every two, and of the same card in neighbouring rounds."""
    before = np.zeros(6, np.int64)
    for number in range(first, last):
        p0, p1, p2, p3, p4, p5 = dealing.drawn(np.uint64(number // 2), number % 2 > 0, k0, k1, size, least)
        six = np.array([p0, p1, p2, p3, p4, p5], np.int64)
        for one in range(6):
            single[one, six[one]] += 1
            for other in range(one + 1, 6):
                double[one, other, six[one] // 4, six[other] // 4] += 1
            lag[one, before[one] // 4, six[one] // 4] += 1
        before = six


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("seed", [0, 1, 0xDEADBEEF12345678])
def test_six_places_are_fair_alone_by_twos_and_from_round_to_round(decks: int, seed: int) -> None:
    size = 52 * decks
    coarse = size // 4
    single, double = np.zeros((SIX, size), np.int64), np.zeros((SIX, SIX, coarse, coarse), np.int64)
    lag = np.zeros((SIX, coarse, coarse), np.int64)
    number = ROUNDS // 2
    placed(0, number, *key(seed), np.uint32(size), limit(size), single, double, lag)
    for one in range(SIX):
        report(f"{decks} decks, seed {seed}, card {one + 1}", sigmas(single[one], number / size, size - 1))
        next_to = sigmas(lag[one], number / coarse**2, coarse**2 - 1)
        report(f"{decks} decks, seed {seed}, card {one + 1} and that of the next round", next_to)
    # Two cards never lie in one place: four of the sixteen pairs of places of one group cannot be.
    fair = np.full((coarse, coarse), 16.0)
    np.fill_diagonal(fair, 12.0)
    fair *= number / (size * (size - 1))
    for one, other in combinations(range(SIX), 2):
        found = sigmas(double[one, other], fair, coarse**2 - 1)
        report(f"{decks} decks, seed {seed}, cards {one + 1} and {other + 1}", found)


@quick
def laid(first: int, last: int, k0: Any, k1: Any, shoe: Any, single: Any, double: Any) -> None:
    """Count the cards that a round of blackjack takes one after another, and every two that follow each other."""
    order, digits = np.empty(areas.MAX_ROUND_CARDS, np.uint8), np.empty(areas.MAX_ROUND_CARDS, np.uint16)
    for number in range(first, last):
        areas.draw(LONG, 0, np.uint64(number), k0, k1, order, digits, shoe)
        for place in range(LONG):
            single[place, order[place]] += 1
            if place:
                double[place, order[place - 1], order[place]] += 1


@pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])
def test_the_cards_of_a_long_round_are_fair_alone_and_by_twos(name: str) -> None:
    ours: Any = kernel(name)
    shoe: Composition = ours.shoe
    decks, size = shoe.decks, shoe.total
    kinds, number = size // decks, ROUNDS // 8
    single, double = np.zeros((LONG, 52), np.int64), np.zeros((LONG, 52, 52), np.int64)
    laid(0, number, *key(9), ours.reads.shoe, single, double)
    dealt = np.flatnonzero(single[0])
    assert len(dealt) == kinds
    fair = np.full((kinds, kinds), float(decks * decks))
    np.fill_diagonal(fair, decks * (decks - 1))
    fair *= number / (size * (size - 1))
    for place in range(LONG):
        report(f"{name}, card {place + 1}", sigmas(single[place][dealt], number / kinds, kinds - 1))
        if place:
            found = sigmas(double[place][np.ix_(dealt, dealt)], fair, kinds**2 - 1)
            report(f"{name}, cards {place} and {place + 1}", found)


@quick
def bits(blocks: int, k0: Any, k1: Any, ones: Any, flips: Any) -> None:
    """Count every bit of the blocks, and how often it is another under the next number and under the next seed."""
    for number in range(blocks):
        here = block(np.uint64(number), np.uint32(0), np.uint32(0), k0, k1)
        after = block(np.uint64(number + 1), np.uint32(0), np.uint32(0), k0, k1)
        beside = block(np.uint64(number), np.uint32(0), np.uint32(0), np.uint32(k0 + 1), k1)
        for word in range(4):
            for bit in range(32):
                ones[word * 32 + bit] += (np.int64(here[word]) >> bit) & 1
                flips[0, word * 32 + bit] += (np.int64(here[word] ^ after[word]) >> bit) & 1
                flips[1, word * 32 + bit] += (np.int64(here[word] ^ beside[word]) >> bit) & 1


def test_every_bit_is_fair_and_flips_from_number_to_number_and_seed_to_seed() -> None:
    ones, flips, blocks = np.zeros(128, np.int64), np.zeros((2, 128), np.int64), ROUNDS // 10
    bits(blocks, *key(5), ones, flips)
    for name, counts in (("bits", ones), ("flips by number", flips[0]), ("flips by seed", flips[1])):
        # Of each bit both halves count: ones and zeros.
        report(name, sigmas(np.stack([counts, blocks - counts]), blocks / 2, 128))


def test_points_of_one_round_say_nothing_about_the_next() -> None:
    kernel = BaccaratFreshRounds(find("sands-super"), Composition.parse("8x52"))
    count = min(ROUNDS, 20_000_000) // 2
    classes = np.empty(2 * rounds.BATCH, np.uint16)
    seen = np.empty(count // (2 * rounds.BATCH) * 2 * rounds.BATCH)
    for first in range(0, len(seen), len(classes)):
        rounds.deal(first // 2, rounds.BATCH, *key(8), kernel.reads, classes)
        seen[first : first + len(classes)] = classes
    for lag in (1, 2, 3, 7, 64, 1024):
        found = float(np.corrcoef(seen[:-lag], seen[lag:])[0, 1]) * math.sqrt(len(seen) - lag)
        report(f"serial correlation over {lag}", found)


@quick
def ordered(first: int, last: int, k0: Any, k1: Any, limits: Any, cards: Any, alone: Any, neighbours: Any) -> None:
    order = np.empty(len(cards), np.uint8)
    for shoe in range(first, last):
        shuffling.shuffle(shoe, k0, k1, limits, cards, len(cards), order)
        for place in range(len(cards)):
            alone[place, order[place]] += 1
            if place:
                neighbours[order[place - 1], order[place]] += 1


@pytest.mark.parametrize("decks", DECKS)
def test_whole_shoes_have_every_card_everywhere_and_every_neighbour(decks: int) -> None:
    kernel = BaccaratWholeShoes(find("tiger"), Composition(find("tiger").deck, decks))
    size, many = 52 * decks, ROUNDS // 100
    alone, neighbours = np.zeros((size, 52), np.int64), np.zeros((52, 52), np.int64)
    reads = kernel.reads
    ordered(0, many, *key(6), reads.limits, reads.cards, alone, neighbours)
    assert (alone.sum(axis=0) == many * decks).all()
    # What lies in one place is missing in all others, by which a shoe's counts are a little wider than chi-square.
    square = (size - 1) / size * (alone - many / 52) ** 2
    report(f"{decks} decks, cards by place", sigmas(many / 52 + np.sqrt(square), many / 52, (size - 1) * 51))
    fair = np.full((52, 52), float(decks * decks))
    np.fill_diagonal(fair, decks * (decks - 1))
    fair *= many * (size - 1) / (size * (size - 1))
    report(f"{decks} decks, neighbours", sigmas(neighbours, fair, 51 * 51))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_orders_of_a_few_cards_come_equally_often(size: int) -> None:
    """A shoe so small that every order of it can be counted; those of seven cards take two words."""
    cards, many = np.arange(size, dtype=np.uint8), ROUNDS // 4
    orders = np.zeros(size**size, np.int64)
    numbered(many, *key(7), shuffling.limits(size), cards, orders)
    found = orders[orders > 0]
    assert len(found) == math.factorial(size)
    report(f"orders of {size} cards", sigmas(found, many / len(found), len(found) - 1))


@quick
def numbered(shoes_: int, k0: Any, k1: Any, limits: Any, cards: Any, orders: Any) -> None:
    order = np.empty(len(cards), np.uint8)
    for shoe in range(shoes_):
        shuffling.shuffle(shoe, k0, k1, limits, cards, len(cards), order)
        number = 0
        for place in range(len(cards)):
            number = number * len(cards) + order[place]
        orders[number] += 1
