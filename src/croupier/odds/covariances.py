"""How the wagers of a baccarat round move together: decided by the same cards, they stray less, or more, than apart."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import value
from croupier.games.baccarat.outcome import Openings, Points, opening
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.exposure.worst import finishes
from croupier.odds.points import by_value

Floats = NDArray[np.float64]


def covariances(game: Game, left: list[int]) -> Floats:
    """Every two wagers together, over both openings and all that the third cards make of them."""
    wagers = list(game.by_name.values())
    of_player, player = _openings(wagers, "player_opening")
    of_banker, banker = _openings(wagers, "banker_opening")
    weights = _weights(left, player, banker, (len(of_player), len(of_banker)))
    ones, others = np.nonzero(weights)
    weight = weights[ones, others]
    kinds = [(of_player[one], of_banker[other]) for one, other in zip(ones, others, strict=True)]
    fours = {four: place for place, four in enumerate(dict.fromkeys((*one[:2], *other[:2]) for one, other in kinds))}
    ends: dict[Points, int] = {}
    rows = [_finished(by_value(left), four, ends) for four in fours]
    chances = np.zeros((len(fours), len(ends)))
    for number, row in enumerate(rows):
        chances[number, list(row)] = list(row.values())
    paid = np.array([_nets(wagers, "points", points) for points in ends])
    place = np.array([fours[*one[:2], *other[:2]] for one, other in kinds])
    points = (chances @ paid)[place]
    both = cache(lambda one, other: _nets(wagers, "openings", Openings(one, other)))
    nets = [np.array([kind[3] for kind in side]) for side in (of_player, of_banker)]
    base = nets[0][ones] + nets[1][others] + np.array([both(one[2], other[2]) for one, other in kinds])
    square = paid.T @ (paid * (np.bincount(place, weight) @ chances)[:, None])
    for one, other in ((base, base), (base, points), (points, base)):
        square = square + one.T @ (other * weight[:, None])
    mean = weight @ (base + points)
    return np.asarray(square - np.outer(mean, mean))


def _openings(wagers: list[Wager], reads: str) -> tuple[list[tuple[int, int, str, tuple[float, ...]]], Any]:
    """The kinds of an opening that are told apart, with what each pays, and the kind of every two cards."""
    numbers: dict[tuple[int, int, str, tuple[float, ...]], int] = {}
    table = np.empty((52, 52), dtype=np.int64)
    paired = any(wager.reads == "openings" for wager in wagers)
    for first in STANDARD.cards:
        for second in STANDARD.cards:
            seen = opening(first, second)
            low, high = sorted((value(first), value(second)))
            kind = low, high, seen.pair if paired else "", tuple(_nets(wagers, reads, seen))
            table[first.number, second.number] = numbers.setdefault(kind, len(numbers))
    return list(numbers), table


def _nets(wagers: list[Wager], reads: str, aspect: object) -> list[float]:
    return [_net(wager, aspect) if wager.reads == reads else 0.0 for wager in wagers]


def _net(wager: Wager, aspect: object) -> float:
    pays = wager.match(aspect).pays
    return -1.0 if pays is None else pays.num / pays.den


def _weights(left: list[int], player: Any, banker: Any, shape: tuple[int, int]) -> Floats:
    """How likely each two kinds of openings are together."""
    number, same, found = np.array(left, dtype=np.float64), np.eye(52), np.zeros(shape)
    for first in range(52):
        for second in range(52):
            ways = number[first] * (number[second] - (first == second))
            if ways <= 0:
                continue
            rest = number.copy()
            rest[first] -= 1
            rest[second] -= 1
            pairs = rest[:, None] * (rest[None, :] - same)
            found[player[first, second]] += ways * np.bincount(banker.ravel(), pairs.ravel(), shape[1])
    shares: Floats = found / found.sum()
    return shares


def _finished(left: list[int], four: tuple[int, ...], ends: dict[Points, int]) -> dict[int, float]:
    """How likely each end is, by its number, from the values of the four opening cards."""
    rest = list(left)
    for card in four:
        rest[card] -= 1
    found: dict[int, float] = {}
    for points, thirds in finishes((four[0] + four[1]) % 10, (four[2] + four[3]) % 10):
        chance, cards = 1.0, sum(rest)
        for gone, third in enumerate(thirds):
            chance *= max(rest[third] - thirds[:gone].count(third), 0) / (cards - gone)
        number = ends.setdefault(points, len(ends))
        found[number] = found.get(number, 0.0) + chance
    return found
