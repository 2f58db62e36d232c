"""The covariance matrix of the wagers of a baccarat round, which are decided by the same cards."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import value
from croupier.games.baccarat.outcome import OpeningPairs, Points, opening
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.baccarat.losses import ends, joint
from croupier.odds.baccarat.points import by_value

Floats = NDArray[np.float64]


def covariances(game: Game, left: list[int]) -> Floats:
    """The covariances of every two wagers' net wins, over both openings and all third cards."""
    wagers = list(game.by_name.values())
    of_player, player = _openings(wagers, "player_opening")
    of_banker, banker = _openings(wagers, "banker_opening")
    weights = joint(left, player, banker, (len(of_player), len(of_banker)))
    ones, others = np.nonzero(weights)
    weight = weights[ones, others]
    kinds = [(of_player[one], of_banker[other]) for one, other in zip(ones, others, strict=True)]
    fours = {four: place for place, four in enumerate(dict.fromkeys((*one[:2], *other[:2]) for one, other in kinds))}
    values, numbers = by_value(left), dict[Points, int]()
    rows = [
        [(numbers.setdefault(points, len(numbers)), chance) for points, chance in ends(values, four)] for four in fours
    ]
    chances = np.zeros((len(fours), len(numbers)))
    for row, ends_of_four in zip(chances, rows, strict=True):
        for number, chance in ends_of_four:
            row[number] += chance
    paid = np.array([_nets(wagers, "points", points) for points in numbers])
    place = np.array([fours[*one[:2], *other[:2]] for one, other in kinds])
    points = (chances @ paid)[place]
    both = cache(lambda one, other: _nets(wagers, "openings", OpeningPairs(one, other)))
    nets = [np.array([kind[3] for kind in side]) for side in (of_player, of_banker)]
    base = nets[0][ones] + nets[1][others] + np.array([both(one[2], other[2]) for one, other in kinds])
    square = paid.T @ (paid * (np.bincount(place, weight) @ chances)[:, None])
    for one, other in ((base, base), (base, points), (points, base)):
        square = square + one.T @ (other * weight[:, None])
    mean = weight @ (base + points)
    return np.asarray(square - np.outer(mean, mean))


def _openings(wagers: list[Wager], reads: str) -> tuple[list[tuple[int, int, str, tuple[float, ...]]], Any]:
    """The kinds of opening that the wagers distinguish, with what each pays, and the kind of every two cards."""
    numbers: dict[tuple[int, int, str, tuple[float, ...]], int] = {}
    table = np.empty((52, 52), dtype=np.int64)
    paired = any(wager.reads == "openings" for wager in wagers)
    for first in STANDARD.cards:
        for second in STANDARD.cards:
            two_cards = opening(first, second)
            low, high = sorted((value(first), value(second)))
            kind = low, high, two_cards.pair if paired else "", tuple(_nets(wagers, reads, two_cards))
            table[first.number, second.number] = numbers.setdefault(kind, len(numbers))
    return list(numbers), table


def _nets(wagers: list[Wager], reads: str, aspect: object) -> list[float]:
    return [_net(wager, aspect) if wager.reads == reads else 0.0 for wager in wagers]


def _net(wager: Wager, aspect: object) -> float:
    pays = wager.match(aspect).pays
    return -1.0 if pays is None else pays.num / pays.den
