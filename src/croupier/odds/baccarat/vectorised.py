"""Vectorised expected values of baccarat's wagers, from many remaining shoes at once."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from croupier.cards import RANKS
from croupier.games.baccarat.outcome import OpeningPairs, opening
from croupier.games.wager import Wager
from croupier.odds.baccarat import points
from croupier.odds.baccarat.openings import RANK_PLACES
from croupier.odds.protection.vectorised import Evs, Floats, Shoes, falling, net, nets, pairs
from croupier.odds.tally import DEALT, classify

FIELD = 64


def vectorised_evs(reads: str, wagers: Sequence[Wager]) -> Evs:
    """The pricing function of the wagers that read one aspect."""
    make = {"points": _points, "openings": _both_hands}.get(reads)
    return make(wagers) if make else pairs(wagers, opening)


def _points(wagers: Sequence[Wager]) -> Evs:
    classes, matches = classify(points.values(), lambda value: tuple(wager.match(value) for wager in wagers))
    packed = points.packed(classes, FIELD)
    won = np.array([[net(match) for match in each] for each in matches])
    halves = points.half_patterns()
    mask = (1 << FIELD) - 1

    def weights(pattern: int) -> list[int]:
        return [packed[pattern] >> FIELD * place & mask for place in range(len(matches))]

    # One matrix product prices all patterns of a size: a row for every pattern, a column for every wager.
    tables = [
        np.array([weights(low + (high << 3 * points.HALF)) for low, high in product(halves[size], halves[-1 - size])])
        @ won
        for size in range(DEALT + 1)
    ]

    def price(left: Shoes) -> Floats:
        numbers = np.stack([left[:, places].sum(axis=1) for places in points.BY_VALUE], axis=1)
        lows, highs = _falling_products(numbers[:, : points.HALF]), _falling_products(numbers[:, points.HALF :])
        evs = np.zeros((len(left), len(wagers)))
        for size, table in enumerate(tables):
            ways = lows[size][:, :, None] * highs[-1 - size][:, None, :]
            evs += ways.reshape(len(left), -1) @ table
        return evs / falling(left.sum(axis=1), DEALT)[:, None]

    return price


def _falling_products(numbers: Shoes) -> list[Floats]:
    """For every shoe the falling products of each half pattern, by size, in the order of `points.half_patterns`."""
    rows = len(numbers)
    products = [np.ones((rows, 1)), *(np.empty((rows, 0)) for _ in range(DEALT))]
    for place in range(numbers.shape[1]):
        ways = [falling(numbers[:, place], times)[:, None] for times in range(DEALT + 1)]
        products = [
            np.concatenate([products[size - times] * ways[times] for times in range(size + 1)], axis=1)
            for size in range(DEALT + 1)
        ]
    return products


def _both_hands(wagers: Sequence[Wager]) -> Evs:
    """The pairs of both hands: in different ranks, in the same rank, or only one hand or none."""
    ranks = ("", *RANKS)
    forms = nets(wagers, [OpeningPairs(*both) for both in product(ranks, repeat=2)]).T.reshape(len(wagers), 14, 14)

    def price(left: Shoes) -> Floats:
        by_rank = np.stack([left[:, places].sum(axis=1) for places in RANK_PLACES], axis=1)
        cards = left.sum(axis=1)
        pairs = falling(by_rank, 2)
        both = pairs[:, :, None] * pairs[:, None, :]
        both[:, range(13), range(13)] = falling(by_rank, 4)
        one = pairs * falling(cards - 2, 2)[:, None] - both.sum(axis=2)
        total = falling(cards, 4)
        neither = total - 2 * one.sum(axis=1) - both.sum(axis=(1, 2))
        evs = [
            neither * form[0, 0] + one @ (form[0, 1:] + form[1:, 0]) + np.einsum("sij,ij->s", both, form[1:, 1:])
            for form in forms
        ]
        return np.stack(evs, axis=1) / total[:, None]

    return price
