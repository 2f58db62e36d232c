"""How likely a baccarat table is to lose how much on the wagers now accepted: the whole distribution, to rounding.

The two openings are gone through card by card, in classes that tell all that the wagers look at; given the values of
their four cards, the third cards follow by the numbers of values that are left. A second or less for any game.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Composition
from croupier.games.baccarat.drawing import value
from croupier.games.baccarat.outcome import Points, opening
from croupier.games.game import Game
from croupier.odds.baccarat.points import by_value
from croupier.odds.baccarat.worst import Paid, finishes
from croupier.odds.protection.many import Floats
from croupier.odds.tally import check, counts

KindTable: TypeAlias = NDArray[np.int64]
"""By the numbers of two cards: the number of their kind."""
OpeningKind = tuple[int, int, int, str]
"""Of an opening: the values of its two cards, the lower first, what it pays by itself, and the rank it pairs in."""


def losses(game: Game, stakes: Mapping[str, int], shoe: Composition) -> dict[int, float]:
    """Every amount that the table can lose in the next round, with its probability; a gain is a loss below nothing.

    >>> from croupier.games.catalogue import game
    >>> found = losses(game("no-commission"), {"banker": 100_000}, Composition.parse("8x52"))
    >>> {loss: round(chance, 6) for loss, chance in sorted(found.items())}
    {-100000: 0.446247, 0: 0.095156, 50000: 0.053864, 100000: 0.404734}
    """
    left = counts(check(game, shoe, any_decks=True))
    paid = Paid(game, stakes)
    players, of_player = _kinds(paid, "player")
    bankers, of_banker = _kinds(paid, "banker")
    weights = joint(left, of_player, of_banker, (len(players), len(bankers)))
    third = cache(lambda four: _thirds(paid, by_value(left), four))
    found: dict[int, float] = defaultdict(float)
    for one, other in zip(*np.nonzero(weights), strict=True):
        player, banker = players[one], bankers[other]
        base = player[2] + banker[2] + paid.both(player[3], banker[3])
        for more, chance in third((*player[:2], *banker[:2])).items():
            found[base + more] += float(weights[one, other]) * chance
    return dict(found)


def once_in(rounds: float, losses: Mapping[int, float]) -> int:
    """The largest amount of which a loss as large or larger comes at least once in so many rounds.

    >>> once_in(10, {-100: 0.85, 500: 0.1, 1000: 0.05}), once_in(20, {-100: 0.85, 500: 0.1, 1000: 0.05})
    (500, 1000)
    """
    total = 0.0
    for loss in sorted(losses, reverse=True):
        total += losses[loss]
        if total >= 1 / rounds - 1e-15:
            return loss
    return min(losses)


def _kinds(paid: Paid, side: str) -> tuple[list[OpeningKind], KindTable]:
    """The kinds of openings, and the kind of every two cards."""
    numbers: dict[OpeningKind, int] = {}
    table = np.empty((52, 52), dtype=np.int64)
    for first in STANDARD.cards:
        for second in STANDARD.cards:
            seen = opening(first, second)
            low, high = sorted((value(first), value(second)))
            kind = low, high, paid.opening(side, seen), seen.pair if paid.paired else ""
            table[first.number, second.number] = numbers.setdefault(kind, len(numbers))
    return list(numbers), table


def joint(left: Sequence[int], player: KindTable, banker: KindTable, shape: tuple[int, int]) -> Floats:
    """How likely each two kinds of openings are together; which of two cards came first makes no other kind."""
    number = np.array(left, dtype=np.float64)
    found = np.zeros(shape)
    same = np.eye(52)
    for first in range(52):
        for second in range(first, 52):
            ways = number[first] * (number[second] - (first == second)) * (1 if first == second else 2)
            if ways <= 0:
                continue
            rest = number.copy()
            rest[first] -= 1
            rest[second] -= 1
            pairs = rest[:, None] * (rest[None, :] - same)
            found[player[first, second]] += ways * np.bincount(banker.ravel(), pairs.ravel(), shape[1])
    shares: Floats = found / found.sum()
    return shares


def ends(left: Sequence[int], four: tuple[int, ...]) -> Iterator[tuple[Points, float]]:
    """How a round may end, and how likely, from the values that are left and those of the four opening cards."""
    rest = list(left)
    for card in four:
        rest[card] -= 1
    for points, thirds in finishes((four[0] + four[1]) % 10, (four[2] + four[3]) % 10):
        chance, cards = 1.0, sum(rest)
        for gone, third in enumerate(thirds):
            chance *= max(rest[third] - thirds[:gone].count(third), 0) / (cards - gone)
        if chance:
            yield points, chance


def _thirds(paid: Paid, left: Sequence[int], four: tuple[int, ...]) -> dict[int, float]:
    """What the points pay, and how likely, from the values of the four opening cards."""
    found: dict[int, float] = defaultdict(float)
    for points, chance in ends(left, four):
        found[paid.points(points)] += chance
    return found
