"""What a table should have won: exact edges for the decks and the readings in force, and how far chance may stray.

The wagers of a baccarat round are decided by the same cards, so their covariances are counted too, from a full shoe,
and the spread of a round follows from all that was staked on it together. In blackjack all stakes on one wager of a
round are taken to win and lose together, and different wagers apart: several boxes stray a little less than that.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import value
from croupier.games.baccarat.outcome import Openings, Points, opening
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack.boxes import original_only
from croupier.games.blackjack.settlement import OriginalOnly
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.games.terms import Terms
from croupier.games.wager import Wager
from croupier.house.surveillance.exposure import finishes
from croupier.odds.catalogue import odds
from croupier.odds.points import by_value
from croupier.odds.tally import counts

Floats = NDArray[np.float64]


class Theory(msgspec.Struct, frozen=True):
    """The wagers of a game on one set of terms."""

    wagers: dict[str, int]
    """Their places below."""
    edges: Any
    spreads: Any
    """The covariances of what they win, for stakes of one."""

    @classmethod
    def of(cls, terms: Terms) -> "Theory":
        """For the decks and the readings of these terms."""
        reading = original_only(terms) if isinstance(terms.rules, Blackjack) else "obbo"
        return _theory(terms.game, terms.decks, reading)

    def edge(self, wager: str) -> float:
        """The house's share of a stake."""
        return float(self.edges[self.wagers[wager]])

    def sd(self, wager: str) -> float:
        """The standard deviation for a stake of one."""
        place = self.wagers[wager]
        return math.sqrt(self.spreads[place, place])

    def win(self, stakes: Mapping[str, int]) -> float:
        """What the house wins of these stakes on average, in cents.

        >>> tiger = Theory.of(Terms.of("tiger"))
        >>> round(tiger.win({"banker": 100_000, "tie": 10_000}), 2)
        2493.87
        """
        return float(self._vector(stakes) @ self.edges)

    def variance(self, stakes: Mapping[str, int]) -> float:
        """And the variance of that: whoever backs both sides of a table strays less than the two apart.

        >>> tiger = Theory.of(Terms.of("tiger"))
        >>> [round(math.sqrt(tiger.variance(stakes)), 4) for stakes in ({"player": 1}, {"player": 1, "banker": 1})]
        [0.9512, 0.0249]
        """
        vector = self._vector(stakes)
        return max(0.0, float(vector @ self.spreads @ vector))

    def _vector(self, stakes: Mapping[str, int]) -> Floats:
        vector = np.zeros(len(self.wagers))
        for wager, stake in stakes.items():
            vector[self.wagers[wager]] += stake
        return vector


@cache
def _theory(name: str, decks: int, reading: OriginalOnly) -> Theory:
    game, shoe = find(name), find(name).shoe(decks)
    found = dict(odds(name, shoe))
    if isinstance(game, Blackjack) and reading != "obbo":
        # The solver brings its compiled loops with it, which is slow to load for those who never ask it.
        from croupier.odds.played import played

        found |= played(game, counts(shoe), reading)
    wagers = {wager: place for place, wager in enumerate(game.by_name)}
    edges = np.array([float(found[wager].edge) for wager in wagers])
    if isinstance(game, Baccarat):
        return Theory(wagers, edges, _covariances(game, counts(shoe)))
    return Theory(wagers, edges, np.diag([found[wager].sd ** 2 for wager in wagers]))


def _covariances(game: Baccarat, left: list[int]) -> Floats:
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
