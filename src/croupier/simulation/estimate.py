"""What a simulation says of a wager, with how sure it can be, and the exact value beside it."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.games.wager import Result
from croupier.money import PUSH, Pays
from croupier.odds.result import SPLIT, Chance, Number, Odds, Played, Share

Z_95 = 1.959963984540054
"""So many standard errors to either side hold the true value 95 times in 100."""


class Tallied(Played):
    """A main wager that was played: what was counted of every result.

    >>> counted = Tallied.of("main", "Main", {("Regular win", 2): 3, ("Surrender", -1): 1, ("Split", 4): 1}, 2)
    >>> counted.ev, counted.total, [share.outcome for share in counted.chances]
    (Fraction(9, 10), 5, ['Split', 'Regular win', 'Surrender'])
    """

    total: int
    results: dict[Fraction, int]
    """How many rounds came to each net, for a stake of one."""

    @classmethod
    def of(cls, name: str, label: str, found: Mapping[tuple[str, int], int], stake: int) -> "Tallied":
        """From how many rounds there were of each row and net, nets counted in so many parts of a stake."""
        rows: dict[str, list[tuple[Fraction, int]]] = {}
        results: dict[Fraction, int] = {}
        for (row, parts), count in found.items():
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
    """One row; its net is the mean where there are several."""
    count = sum(count for _, count in nets)
    mean = sum((net * each for net, each in nets), start=Fraction()) / max(count, 1)
    if row == SPLIT:
        return Share(row, None, None, Fraction(count, total), mean)
    net = nets[0][0]
    result: Result = "win" if net > 0 else "lose" if net < 0 else "push"
    pays = None if net < 0 else PUSH if not net else Pays(net.numerator, net.denominator)
    return Share(row, result, pays, Fraction(count, total), net)


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

    found: Odds | Tallied
    exact: Odds | Played
    boxes: int = 1
    """Boxes that are counted together share their Dealer, and may all go one way: they are no surer than one."""

    @property
    def independent(self) -> float:
        """How many of those counted have nothing to do with one another, at least."""
        return self.found.total / self.boxes

    @property
    def stderr(self) -> float:
        """The standard error of the edge."""
        return self.found.sd / math.sqrt(self.independent)

    @property
    def interval(self) -> tuple[float, float]:
        """The edge is in here, 95 times in 100."""
        return float(self.found.edge) - Z_95 * self.stderr, float(self.found.edge) + Z_95 * self.stderr

    @property
    def distance(self) -> float:
        """How many standard errors the edge found is above the exact one."""
        if isinstance(self.exact, Odds):
            return _distance(self.found.edge - self.exact.edge, self.exact.variance / self.independent)
        # What was counted tells how results are spread better than the odds do, which take split hands apart.
        return _distance(float(self.found.edge) - float(self.exact.edge), self.stderr**2)

    @property
    def rows(self) -> list[tuple[Chance | Share, Number]]:
        """Every outcome that was counted, and how likely it is."""
        if isinstance(self.exact, Odds):
            counted: list[Chance | Share] = [*self.found.chances]
            return [(found, exact.probability) for found, exact in zip(counted, self.exact.chances, strict=True)]
        exact: dict[str, Number] = {}
        for share in self.exact.chances:
            exact[share.outcome] = exact.get(share.outcome, 0) + share.probability
        return [(found, exact.get(found.outcome, Fraction())) for found in self.found.chances]

    def distances(self) -> list[float]:
        """How many standard errors each outcome came more often than it should."""
        return [_off(found, exact, self.independent) for found, exact in self.rows]


def estimates(
    found: Mapping[str, Odds | Tallied], exact: Mapping[str, Odds | Played], boxes: int = 1
) -> dict[str, Estimate]:
    """The wagers for which both are known."""
    return {name: Estimate(each, exact[name], boxes) for name, each in found.items() if name in exact and each.total}


def farthest(found: Mapping[str, Estimate]) -> float:
    """The greatest distance of any outcome of any wager, whatever its sign."""
    return max((abs(distance) for each in found.values() for distance in each.distances()), default=0.0)


def _off(found: Chance | Share, p: Number, total: float) -> float:
    return _distance(found.probability - p, float(p * (1 - p)) / total)


def _distance(difference: Number, variance: Number) -> float:
    if variance:
        return float(difference) / math.sqrt(variance)
    return math.copysign(math.inf, difference) if difference else 0.0
