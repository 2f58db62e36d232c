"""What a simulation says of a wager, with how sure it can be, and the exact value beside it."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.odds.result import Chance, Odds

SURE = 1.959963984540054
"""So many standard errors to either side hold the true value 95 times in 100."""


class Estimate(NamedTuple):
    """One wager: what was counted, and what is true.

    >>> from croupier.money import Pays
    >>> def odds(won: int, of: int) -> Odds:
    ...     chances = [Chance("Won", "win", Pays(1), won, of), Chance("lose", "lose", None, of - won, of)]
    ...     return Odds("even", "Even", chances)
    >>> estimate = Estimate(odds(5_100, 10_000), odds(1, 2))
    >>> round(estimate.stderr, 6), estimate.distance, estimate.distances()
    (0.009998, -2.0, [2.0, -2.0])
    """

    found: Odds
    exact: Odds

    @property
    def stderr(self) -> float:
        """The standard error of the edge."""
        return self.found.sd / math.sqrt(self.found.total)

    @property
    def interval(self) -> tuple[float, float]:
        """The edge is in here, 95 times in 100."""
        return float(self.found.edge) - SURE * self.stderr, float(self.found.edge) + SURE * self.stderr

    @property
    def distance(self) -> float:
        """How many standard errors the edge found is above the exact one."""
        return _distance(self.found.edge - self.exact.edge, self.exact.variance / self.found.total)

    def distances(self) -> list[float]:
        """How many standard errors each outcome came more often than it should."""
        return [_off(found, exact) for found, exact in zip(self.found.chances, self.exact.chances, strict=True)]


def estimates(found: Mapping[str, Odds], exact: Mapping[str, Odds]) -> dict[str, Estimate]:
    """The wagers for which both are known."""
    return {name: Estimate(each, exact[name]) for name, each in found.items() if name in exact and each.total}


def farthest(found: Mapping[str, Estimate]) -> float:
    """The greatest distance of any outcome of any wager, whatever its sign."""
    return max((abs(distance) for each in found.values() for distance in each.distances()), default=0.0)


def _off(found: Chance, exact: Chance) -> float:
    p = exact.probability
    return _distance(found.probability - p, p * (1 - p) / found.total)


def _distance(difference: Fraction, variance: Fraction) -> float:
    if variance:
        return float(difference) / math.sqrt(variance)
    return math.copysign(math.inf, difference) if difference else 0.0
