"""Theoretical win of a table: exact edges for the decks and the readings in force, and the variance around them.

The wagers of a baccarat round are decided by the same cards, so their covariances are computed too, from a full shoe,
and the variance of a round follows from all stakes together. In blackjack all stakes on one wager of a round are taken
as perfectly correlated and different wagers as independent; with several boxes the true variance is a little smaller.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.odds.families import odds_of
from croupier.odds.tally import counts

Floats = NDArray[np.float64]


class Theory(msgspec.Struct, frozen=True):
    """Edges and covariances of a game's wagers on one set of terms."""

    wagers: dict[str, int]
    """The index of each wager in the arrays below."""
    edges: Any
    spreads: Any
    """The covariance matrix of the net wins, for stakes of one."""

    @classmethod
    def of(cls, terms: Terms) -> "Theory":
        """For the decks and the readings of these terms; memoised."""
        return _theory(terms.rules, terms.decks)

    def edge(self, wager: str) -> float:
        """The house edge: its mean share of a stake."""
        return float(self.edges[self.wagers[wager]])

    def sd(self, wager: str) -> float:
        """The standard deviation for a stake of one."""
        place = self.wagers[wager]
        return math.sqrt(self.spreads[place, place])

    def win(self, stakes: Mapping[str, int]) -> float:
        """The house's expected win on these stakes, in cents.

        >>> tiger = Theory.of(Terms.of("tiger"))
        >>> round(tiger.win({"banker": 100_000, "tie": 10_000}), 2)
        2493.87
        """
        return float(self._vector(stakes) @ self.edges)

    def variance(self, stakes: Mapping[str, int]) -> float:
        """The variance of that win, in cents squared: stakes on both sides of a table offset each other.

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
def _theory(game: Game, decks: int) -> Theory:
    shoe, how = game.shoe(decks), odds_of(game)
    priced = how.odds(game, shoe, None, any_decks=False)
    wagers = {wager: place for place, wager in enumerate(game.by_name)}
    edges = np.array([float(priced[wager].edge) for wager in wagers])
    spreads = how.covariances(game, counts(shoe))
    if spreads is None:
        spreads = np.diag([priced[wager].sd ** 2 for wager in wagers])
    return Theory(wagers, edges, spreads)
