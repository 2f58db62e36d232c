"""Vectorised expected values of baccarat's wagers, from many remaining shoes at once."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from croupier.games.baccarat.drawing import Side
from croupier.games.baccarat.outcome import opening
from croupier.games.wager import Wager
from croupier.odds.baccarat import colours, hands_vectorised, points
from croupier.odds.baccarat.openings import BOTH, HandKinds, alike
from croupier.odds.protection.vectorised import Evs, Floats, Shoes, falling, net, nets, pairs
from croupier.odds.tally import DEALT, classify

FIELD = 64
SIDES: Mapping[str, Side] = {"player_colours": "player", "banker_colours": "banker"}


def vectorised_evs(reads: str, wagers: Sequence[Wager]) -> Evs:
    """The pricing function of the wagers that read one aspect."""
    if reads == "points":
        return _points(wagers)
    if reads in BOTH:
        return _both_hands(reads, wagers)
    if reads == "hands":
        return hands_vectorised.vectorised(wagers)
    if reads in SIDES:
        return _colours(SIDES[reads], wagers)
    return pairs(wagers, opening)


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


def _both_hands(reads: str, wagers: Sequence[Wager]) -> Evs:
    """The kinds of both openings (see `openings`): only one hand of a kind that matters, both, or none."""
    made = HandKinds(alike(reads, lambda value: tuple(net(wager.match(value)) for wager in wagers)))
    size = len(made.hands)
    both_kinds = [BOTH[reads](*both) for both in product(made.hands, repeat=2)]
    forms = nets(wagers, both_kinds).T.reshape(len(wagers), size, size)

    def price(left: Shoes) -> Floats:
        numbers = np.stack([left[:, places].sum(axis=1) for places in made.types], axis=1).astype(np.float64)
        cards = left.sum(axis=1)
        fits = [[numbers[:, each.partners].sum(axis=1) - each.itself for each in kind] for kind in made.partners]
        pairs = np.stack(
            [
                sum(numbers[:, each.type] * fit for each, fit in zip(kind, of_kind, strict=True))
                for kind, of_kind in zip(made.partners, fits, strict=True)
            ],
            axis=1,
        )
        both = pairs[:, :, None] * pairs[:, None, :]
        for one, other, places in made.shared:
            for at, here, there in places:
                both[:, one, other] -= 4 * numbers[:, at] * fits[one][here] * fits[other][there]
        diagonal = range(size - 1)
        both[:, diagonal, diagonal] += 2 * pairs
        single = pairs * falling(cards - 2, 2)[:, None] - both.sum(axis=2)
        total = falling(cards, 4)
        neither = total - 2 * single.sum(axis=1) - both.sum(axis=(1, 2))
        evs = [
            neither * form[0, 0] + single @ (form[0, 1:] + form[1:, 0]) + np.einsum("sij,ij->s", both, form[1:, 1:])
            for form in forms
        ]
        return np.stack(evs, axis=1) / total[:, None]

    return price


def _colours(side: Side, wagers: Sequence[Wager]) -> Evs:
    """The colours of one hand with whether it wins, shoe by shoe."""
    every = colours.values()
    form = nets(wagers, every)

    def price(left: Shoes) -> Floats:
        deals = [colours.by_colours(side, shoe.tolist()) for shoe in left]
        counted = np.array([[float(each[value]) for value in every] for each in deals]).reshape(-1, len(every))
        evs: Floats = counted @ form / falling(left.sum(axis=1), DEALT)[:, None]
        return evs

    return price
