"""The expectations of many remaining shoes at once, in floating point, from the same declarations and patterns.

What the exact counts do with long integers for one shoe is done here with arrays for thousands: the same patterns,
the same falling products, a matrix in the place of the packed fields. The results agree to some fourteen digits.

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

from croupier.cards import RANKS, STANDARD, Card
from croupier.games.baccarat import outcome as baccarat_outcome
from croupier.games.baccarat.outcome import Openings
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.games.wager import Match, Wager
from croupier.odds import points
from croupier.odds.blackjack import ASPECTS
from croupier.odds.families import odds_of
from croupier.odds.openings import RANK_PLACES
from croupier.odds.sequences import Bounties, Sequences
from croupier.odds.tally import DEALT, classify

Floats: TypeAlias = NDArray[np.float64]
Shoes: TypeAlias = NDArray[np.int64]
"""A row for each shoe: how many of each of the 52 cards are left, by the card's number."""

Evs = Callable[[Shoes], Floats]
"""From many shoes to the expectation of each wager, a row for each shoe and a column for each wager."""

ZERO = 1e-12
"""What is nearer to nothing than this is nothing: a fair wager must not look favourable for the last bit's sake."""
FIELD = 64


def evs(game: Game, names: Sequence[str]) -> Evs:
    """The expectations of these wagers of a game, whichever way they are counted."""
    how = odds_of(game)
    wagers = how.counted(game)
    by_aspect: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        by_aspect.setdefault(wagers[name].reads, []).append(place)
    parts = [
        (places, how.many(game, reads, [wagers[names[place]] for place in places]))
        for reads, places in by_aspect.items()
    ]

    def price(left: Shoes) -> Floats:
        found = np.empty((len(left), len(names)))
        for places, part in parts:
            found[:, places] = part(left)
        found[np.abs(found) < ZERO] = 0
        return found

    return price


def of_baccarat(reads: str, wagers: Sequence[Wager]) -> Evs:
    """What prices the wagers of baccarat that read one aspect."""
    make = {"points": _points, "openings": _both_hands}.get(reads)
    return make(wagers) if make else _pairs(wagers, baccarat_outcome.opening)


def of_blackjack(game: Blackjack, reads: str, wagers: Sequence[Wager]) -> Evs:
    """What prices the wagers of blackjack that read one aspect."""
    view = ASPECTS[reads].view(game)
    if isinstance(view, Sequences):
        return _sequences(wagers, view)
    return _bounty(wagers, view) if isinstance(view, Bounties) else _insured(wagers)


def net(match: Match) -> float:
    """What a stake of one wins.

    >>> net(Match("lose", None, None, ()))
    -1.0
    """
    return -1.0 if match.pays is None else match.pays.num / match.pays.den


def _nets(wagers: Sequence[Wager], aspects: Sequence[Any]) -> Floats:
    """A row for each value of an aspect, a column for each wager."""
    return np.array([[net(wager.match(aspect)) for wager in wagers] for aspect in aspects])


def falling(number: Shoes, times: int) -> Floats:
    """The ordered ways to take so many of a number of cards.

    >>> falling(np.array([8, 1]), 2)
    array([56.,  0.])
    """
    ways = np.ones(number.shape)
    for gone in range(times):
        ways *= number - gone
    return ways


def _points(wagers: Sequence[Wager]) -> Evs:
    classes, matches = classify(points.values(), lambda value: tuple(wager.match(value) for wager in wagers))
    packed = points.packed(classes, FIELD)
    nets = np.array([[net(match) for match in each] for each in matches])
    halves = points.half_patterns()
    mask = (1 << FIELD) - 1

    def weights(pattern: int) -> list[int]:
        return [packed[pattern] >> FIELD * place & mask for place in range(len(matches))]

    # The best arrangement of one multiplication is a matrix with a row for every pattern.
    tables = [
        np.array([weights(low + (high << 3 * points.HALF)) for low, high in product(halves[size], halves[-1 - size])])
        @ nets
        for size in range(DEALT + 1)
    ]

    def price(left: Shoes) -> Floats:
        numbers = np.stack([left[:, places].sum(axis=1) for places in points.BY_VALUE], axis=1)
        lows, highs = _falling_products(numbers[:, : points.HALF]), _falling_products(numbers[:, points.HALF :])
        found = np.zeros((len(left), len(wagers)))
        for size, table in enumerate(tables):
            ways = lows[size][:, :, None] * highs[-1 - size][:, None, :]
            found += ways.reshape(len(left), -1) @ table
        return found / falling(left.sum(axis=1), DEALT)[:, None]

    return price


def _falling_products(numbers: Shoes) -> list[Floats]:
    """For every shoe the ways of every pattern of a half, by size, in the order of `points.half_patterns`."""
    rows = len(numbers)
    found = [np.ones((rows, 1)), *(np.empty((rows, 0)) for _ in range(DEALT))]
    for place in range(numbers.shape[1]):
        ways = [falling(numbers[:, place], times)[:, None] for times in range(DEALT + 1)]
        found = [
            np.concatenate([found[size - times] * ways[times] for times in range(size + 1)], axis=1)
            for size in range(DEALT + 1)
        ]
    return found


def _pairs(wagers: Sequence[Wager], opening: Callable[[Card, Card], Any]) -> Evs:
    """Two cards out of 52 kinds: a quadratic form, less the pairs of a card with itself."""
    pairs = list(product(STANDARD.cards, repeat=2))
    forms = _nets(wagers, [opening(*two) for two in pairs]).T.reshape(len(wagers), 52, 52)

    def price(left: Shoes) -> Floats:
        number = left.astype(np.float64)
        found = [((number @ form) * number).sum(axis=1) - number @ form.diagonal() for form in forms]
        return np.stack(found, axis=1) / falling(left.sum(axis=1), 2)[:, None]

    return price


def _both_hands(wagers: Sequence[Wager]) -> Evs:
    """The pairs of both hands: each in a rank of its own, both in one, or one of them none."""
    ranks = ("", *RANKS)
    nets = _nets(wagers, [Openings(*both) for both in product(ranks, repeat=2)]).T.reshape(len(wagers), 14, 14)

    def price(left: Shoes) -> Floats:
        by_rank = np.stack([left[:, places].sum(axis=1) for places in RANK_PLACES], axis=1)
        cards = left.sum(axis=1)
        pairs = falling(by_rank, 2)
        both = pairs[:, :, None] * pairs[:, None, :]
        both[:, range(13), range(13)] = falling(by_rank, 4)
        one = pairs * falling(cards - 2, 2)[:, None] - both.sum(axis=2)
        total = falling(cards, 4)
        neither = total - 2 * one.sum(axis=1) - both.sum(axis=(1, 2))
        found = [
            neither * form[0, 0] + one @ (form[0, 1:] + form[1:, 0]) + np.einsum("sij,ij->s", both, form[1:, 1:])
            for form in nets
        ]
        return np.stack(found, axis=1) / total[:, None]

    return price


def _sequences(wagers: Sequence[Wager], view: Sequences) -> Evs:
    """A few cards in a row, by their kinds."""
    kinds = list(view.kinds)
    places = [view.kinds[kind] for kind in kinds]
    patterns: dict[tuple[tuple[int, int], ...], int] = {}
    rows = [tuple((kinds.index(kind), times) for kind, times in pattern) for _, pattern, _, _ in view.patterns]
    for row in rows:
        patterns.setdefault(row, len(patterns))
    table = np.zeros((len(patterns), len(wagers)))
    for row, (aspect, _, _, ways) in zip(rows, view.patterns, strict=True):
        table[patterns[row]] += ways * _nets(wagers, [aspect])[0]
    sizes = [sum(times for _, times in row) for row in patterns]

    def price(left: Shoes) -> Floats:
        numbers = np.stack([left[:, place].sum(axis=1) for place in places], axis=1)
        ways = [falling(numbers, times) for times in range(view.cards + 1)]
        cards = left.sum(axis=1)
        # What ends early has every card after it: a share of the deals of so many cards.
        shares = [1 / falling(cards, size) for size in range(view.cards + 1)]
        features = np.empty((len(left), len(patterns)))
        for column, (row, size) in enumerate(zip(patterns, sizes, strict=True)):
            feature = shares[size].copy()
            for kind, times in row:
                feature *= ways[times][:, kind]
            features[:, column] = feature
        return features @ table

    return price


def _bounty(wagers: Sequence[Wager], view: Bounties) -> Evs:
    """Two cards, and for the few pairs where it matters whether the Dealer's two are Blackjack."""
    forms = np.zeros((len(wagers), 52, 52))
    special: list[tuple[Card, Card, int, Floats]] = []
    for first, second, orders, (beaten, spared) in view.pairs:
        with_it, without = _nets(wagers, [beaten, spared])
        forms[:, first.number, second.number] = forms[:, second.number, first.number] = without
        if (with_it != without).any():
            special.append((first, second, orders, with_it - without))
    aces = [card.number for card in STANDARD.cards if card.rank == "A"]
    tens = [card.number for card in STANDARD.cards if VALUES[card.rank] == 10]

    def price(left: Shoes) -> Floats:
        number = left.astype(np.float64)
        cards = left.sum(axis=1)
        found = np.stack([((number @ form) * number).sum(axis=1) - number @ form.diagonal() for form in forms], axis=1)
        found /= falling(cards, 2)[:, None]
        for first, second, orders, more in special:
            rest = left.copy()
            ways = orders * rest[:, first.number].astype(np.float64)
            rest[:, first.number] -= 1
            ways *= rest[:, second.number]
            rest[:, second.number] -= 1
            blackjacks = 2.0 * rest[:, aces].sum(axis=1) * rest[:, tens].sum(axis=1)
            found += (ways * blackjacks / falling(cards, 4))[:, None] * more
        return found

    return price


def _insured(wagers: Sequence[Wager]) -> Evs:
    """The card after an Ace. Where no Ace is left nothing is offered, and nothing is won."""
    lost, won = _nets(wagers, [False, True])
    aces = [card.number for card in STANDARD.cards if card.rank == "A"]
    tens = [card.number for card in STANDARD.cards if VALUES[card.rank] == 10]

    def price(left: Shoes) -> Floats:
        cards = left.sum(axis=1)
        share = left[:, tens].sum(axis=1) / np.maximum(cards - 1, 1)
        found: Floats = lost + share[:, None] * (won - lost)
        found[left[:, aces].sum(axis=1) == 0] = 0
        return found

    return price
