"""Estimates of a simulation with standard errors, compared with the exact odds."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.games.wager import Result
from croupier.money import PUSH, Pays
from croupier.odds.result import SPLIT, Chance, Number, Odds, PlayedOdds, Share

Z_95 = 1.959963984540054
"""Half-width of a 95% confidence interval, in standard errors."""


class Tallied(PlayedOdds):
    """The tallied results of a main wager.

    >>> counted = Tallied.of("main", "Main", {("Regular win", 2): 3, ("Surrender", -1): 1, ("Split", 4): 1}, 2)
    >>> counted.ev, counted.total, [share.outcome for share in counted.chances]
    (Fraction(9, 10), 5, ['Split', 'Regular win', 'Surrender'])
    """

    total: int
    results: dict[Fraction, int]
    """The number of rounds by net win, for a stake of one."""

    @classmethod
    def of(cls, name: str, label: str, counts: Mapping[tuple[str, int], int], stake: int) -> "Tallied":
        """From the number of rounds by row and net, where nets are multiples of 1/`stake`."""
        rows: dict[str, list[tuple[Fraction, int]]] = {}
        results: dict[Fraction, int] = {}
        for (row, parts), count in counts.items():
            net = Fraction(parts, stake)
            rows.setdefault(row, []).append((net, count))
            results[net] = results.get(net, 0) + count
        total = sum(results.values())
        of = max(total, 1)
        ev = sum((net * count for net, count in results.items()), start=Fraction()) / of
        square = sum((net**2 * count for net, count in results.items()), start=Fraction()) / of
        hit = Fraction(sum(count for net, count in results.items() if net > 0), of)
        shares = [_share(row, nets, of) for row, nets in rows.items()]
        shares.sort(key=lambda share: -share.net if share.outcome != SPLIT else -100)
        self = cls(name, label, shares, ev, math.sqrt(square - ev**2), hit, "as played")
        self.total, self.results = total, dict(sorted((net, count) for net, count in results.items() if count))
        return self


def _share(row: str, nets: list[tuple[Fraction, int]], total: int) -> Share:
    """One outcome; its net is the mean where there are several."""
    count = sum(count for _, count in nets)
    mean = sum((net * each for net, each in nets), start=Fraction()) / max(count, 1)
    if row == SPLIT:
        return Share(row, None, None, Fraction(count, total), mean)
    net = nets[0][0]
    result: Result = "win" if net > 0 else "lose" if net < 0 else "push"
    pays = None if net < 0 else PUSH if not net else Pays(net.numerator, net.denominator)
    return Share(row, result, pays, Fraction(count, total), net)


class Estimate(NamedTuple):
    """One wager: the simulated odds and the exact ones.

    >>> from croupier.money import Pays
    >>> def odds(won: int, of: int) -> Odds:
    ...     chances = [Chance("Won", "win", Pays(1), won, of), Chance("lose", "lose", None, of - won, of)]
    ...     return Odds("even", "Even", chances)
    >>> estimate = Estimate(odds(5_100, 10_000), odds(1, 2))
    >>> round(estimate.stderr, 6), estimate.distance, estimate.distances()
    (0.009998, -2.0, [2.0, -2.0])
    """

    simulated: Odds | Tallied
    exact: Odds | PlayedOdds
    boxes: int = 1
    """Boxes of one round share the Dealer's hand and are correlated; conservatively, they count as one observation."""

    @property
    def independent(self) -> float:
        """A lower bound for the number of independent observations."""
        return self.simulated.total / self.boxes

    @property
    def stderr(self) -> float:
        """The standard error of the edge."""
        return self.simulated.sd / math.sqrt(self.independent)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the edge."""
        return float(self.simulated.edge) - Z_95 * self.stderr, float(self.simulated.edge) + Z_95 * self.stderr

    @property
    def distance(self) -> float:
        """The z-score of the edge: how many standard errors it is above the exact one."""
        if isinstance(self.exact, Odds):
            return _distance(self.simulated.edge - self.exact.edge, self.exact.variance / self.independent)
        # The sample variance is better than that of the odds, which treat split hands as independent.
        return _distance(float(self.simulated.edge) - float(self.exact.edge), self.stderr**2)

    @property
    def rows(self) -> list[tuple[Chance | Share, Number]]:
        """Every simulated outcome with its exact probability."""
        if isinstance(self.exact, Odds):
            counted: list[Chance | Share] = [*self.simulated.chances]
            return [(tallied, exact.probability) for tallied, exact in zip(counted, self.exact.chances, strict=True)]
        exact: dict[str, Number] = {}
        for share in self.exact.chances:
            exact[share.outcome] = exact.get(share.outcome, 0) + share.probability
        return [(tallied, exact.get(tallied.outcome, Fraction())) for tallied in self.simulated.chances]

    def distances(self) -> list[float]:
        """The z-score of every outcome's frequency."""
        return [_off(outcome, exact, self.independent) for outcome, exact in self.rows]


def estimates(
    tallied: Mapping[str, Odds | Tallied], exact: Mapping[str, Odds | PlayedOdds], boxes: int = 1
) -> dict[str, Estimate]:
    """Estimates for the wagers with both simulated and exact odds."""
    return {name: Estimate(each, exact[name], boxes) for name, each in tallied.items() if name in exact and each.total}


def farthest(by_wager: Mapping[str, Estimate]) -> float:
    """The largest absolute z-score of any outcome of any wager."""
    return max((abs(distance) for each in by_wager.values() for distance in each.distances()), default=0.0)


def _off(outcome: Chance | Share, p: Number, total: float) -> float:
    return _distance(outcome.probability - p, float(p * (1 - p)) / total)


def _distance(difference: Number, variance: Number) -> float:
    if variance:
        return float(difference) / math.sqrt(variance)
    return math.copysign(math.inf, difference) if difference else 0.0
