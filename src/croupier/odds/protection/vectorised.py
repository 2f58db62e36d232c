"""Vectorised expected values: many remaining shoes at once, in floating point, from the same declarations and patterns.

What the exact counts do with long integers for one shoe is done here with arrays for thousands: the same patterns,
the same falling products, a matrix instead of the packed fields. The results agree to about fourteen digits.

>>> from croupier.odds.baccarat import baccarat
>>> full = np.full((1, 52), 8)
>>> [round(float(ev), 6) for ev in evs(baccarat("no-commission"), ["player", "banker", "tie"])(full)[0]]
[-0.012351, -0.014581, -0.143596]
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.games.game import Game
from croupier.games.wager import Match, Wager
from croupier.odds.families import odds_of
from croupier.odds.sequences import Sequences

Floats: TypeAlias = NDArray[np.float64]
Shoes: TypeAlias = NDArray[np.int64]
"""A row for each shoe: the remaining number of each of the 52 cards, indexed by the card's number."""

Evs = Callable[[Shoes], Floats]
"""From many shoes to expected values, a row for each shoe and a column for each wager."""

ZERO = 1e-12
"""Smaller absolute values are rounded to zero: a fair wager must not look favourable by a rounding error."""


def evs(game: Game, names: Sequence[str]) -> Evs:
    """The pricing function of these wagers of a game."""
    how = odds_of(game)
    wagers = how.counted(game)
    by_aspect: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        by_aspect.setdefault(wagers[name].reads, []).append(place)
    parts = [
        (places, how.vectorised_evs(game, reads, [wagers[names[place]] for place in places]))
        for reads, places in by_aspect.items()
    ]

    def price(left: Shoes) -> Floats:
        values = np.empty((len(left), len(names)))
        for places, part in parts:
            values[:, places] = part(left)
        values[np.abs(values) < ZERO] = 0
        return values

    return price


def net(match: Match) -> float:
    """Net win for a stake of one.

    >>> net(Match("lose", None, None, ()))
    -1.0
    """
    return -1.0 if match.pays is None else match.pays.num / match.pays.den


def nets(wagers: Sequence[Wager], aspects: Sequence[Any]) -> Floats:
    """Net wins for a stake of one: a row for each value of an aspect, a column for each wager."""
    return np.array([[net(wager.match(aspect)) for wager in wagers] for aspect in aspects])


def falling(number: Shoes, times: int) -> Floats:
    """The falling factorial: ordered ways to draw so many of a number of cards.

    >>> falling(np.array([8, 1]), 2)
    array([56.,  0.])
    """
    ways = np.ones(number.shape)
    for gone in range(times):
        ways *= number - gone
    return ways


def pairs(wagers: Sequence[Wager], opening: Callable[[Card, Card], Any]) -> Evs:
    """Wagers on two cards out of 52 kinds: a quadratic form, less the pairs of a card with itself."""
    forms = nets(wagers, [opening(*two) for two in product(STANDARD.cards, repeat=2)]).T.reshape(len(wagers), 52, 52)

    def price(left: Shoes) -> Floats:
        number = left.astype(np.float64)
        sums = [((number @ form) * number).sum(axis=1) - number @ form.diagonal() for form in forms]
        return np.stack(sums, axis=1) / falling(left.sum(axis=1), 2)[:, None]

    return price


def sequences(wagers: Sequence[Wager], view: Sequences) -> Evs:
    """Wagers on a few consecutive cards, by their kinds."""
    kinds = list(view.kinds)
    places = [view.kinds[kind] for kind in kinds]
    patterns: dict[tuple[tuple[int, int], ...], int] = {}
    rows = [tuple((kinds.index(kind), times) for kind, times in pattern) for _, pattern, _, _ in view.patterns]
    for row in rows:
        patterns.setdefault(row, len(patterns))
    table = np.zeros((len(patterns), len(wagers)))
    for row, (aspect, _, _, ways) in zip(rows, view.patterns, strict=True):
        table[patterns[row]] += ways * nets(wagers, [aspect])[0]
    sizes = [sum(times for _, times in row) for row in patterns]

    def price(left: Shoes) -> Floats:
        numbers = np.stack([left[:, place].sum(axis=1) for place in places], axis=1)
        ways = [falling(numbers, times) for times in range(view.cards + 1)]
        cards = left.sum(axis=1)
        # A sequence that ends early allows any card after it: divide by the deals of its own length only.
        shares = [1 / falling(cards, size) for size in range(view.cards + 1)]
        features = np.empty((len(left), len(patterns)))
        for column, (row, size) in enumerate(zip(patterns, sizes, strict=True)):
            feature = shares[size].copy()
            for kind, times in row:
                feature *= ways[times][:, kind]
            features[:, column] = feature
        return features @ table

    return price
