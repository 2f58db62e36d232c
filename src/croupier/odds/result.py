"""The odds of a wager: exact counts of its outcomes, and the expected value and variance that follow from them."""

import dataclasses
import math
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from croupier.games.wager import Result
from croupier.money import Pays
from croupier.words import Sentence

BEST = "-best"
"""Suffix of a wager's name where decisions are made for that wager rather than for the main one."""
SPLIT = "Split"
"""The name of the row that sums up all rounds with split hands."""


MAIN = "main"


def base(name: str) -> str:
    """The wager's own name, without the suffix for a way of playing.

    >>> base("main-composition"), base("superb-8s-best"), base("pair")
    ('main', 'superb-8s', 'pair')
    """
    return MAIN if name.startswith(f"{MAIN}-") else name.removesuffix(BEST)


Number: TypeAlias = Fraction | float
"""Exact, or a float where exact arithmetic would take too long."""


class Measurement(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.error:.4f}"


class Chance:
    """One outcome of a wager, a row of its pay table or its loss: how many of all ordered deals lead there."""

    __slots__ = ("count", "outcome", "pays", "result", "total")

    def __init__(self, outcome: str, result: Result, pays: Pays | None, count: int, total: int) -> None:
        self.outcome, self.result, self.pays, self.count, self.total = outcome, result, pays, count, total

    @classmethod
    def of(cls, outcome: str, result: Result, pays: Pays | None, probability: Fraction) -> "Chance":
        """An outcome from its probability."""
        return cls(outcome, result, pays, probability.numerator, probability.denominator)

    @property
    def probability(self) -> Fraction:
        """The exact probability.

        >>> Chance("Tie", "win", Pays(8), 3, 12).probability
        Fraction(1, 4)
        """
        return Fraction(self.count, self.total)

    @property
    def net(self) -> Fraction:
        """Net win for a stake of one."""
        return Fraction(-1) if self.pays is None else Fraction(self.pays.num, self.pays.den)

    def __repr__(self) -> str:
        return f"Chance({self.outcome!r}, {self.count} of {self.total})"


@dataclasses.dataclass(frozen=True)
class Share:
    """One outcome of a played wager: its probability, and its net win, a mean where the amount varies."""

    outcome: str
    result: Result | None
    pays: Pays | None
    probability: Number
    net: Number

    @property
    def count(self) -> int | None:
        """The numerator of the probability where it is exact, else `None`."""
        return self.probability.numerator if isinstance(self.probability, Fraction) else None

    @property
    def total(self) -> int | None:
        """The denominator of the probability where it is exact, else `None`."""
        return self.probability.denominator if isinstance(self.probability, Fraction) else None


class Odds:
    """The odds of one wager, from one shoe.

    >>> odds = Odds("tie", "Tie", [Chance("Tie", "win", Pays(8), 1, 10), Chance("lose", "lose", None, 9, 10)])
    >>> odds.ev, float(odds.edge), odds.hit, odds.sd
    (Fraction(-1, 10), 0.1, Fraction(1, 10), 2.7)
    """

    def __init__(self, name: str, label: str, chances: list[Chance], method: str | None = None) -> None:
        self.name, self.label, self.chances = name, label, chances
        self.method = method
        """Which cards were counted; `None` for a whole round."""

    @property
    def total(self) -> int:
        """The number of ordered deals of the cards counted."""
        return self.chances[0].total

    @cached_property
    def ev(self) -> Fraction:
        """Expected value: the mean net win for a stake of one."""
        return self._mean(1)

    @property
    def edge(self) -> Fraction:
        """The house's share of the stake."""
        return -self.ev

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net win for a stake of one."""
        return self._mean(2) - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation of the net win for a stake of one."""
        return math.sqrt(self.variance)

    @property
    def hit(self) -> Fraction:
        """The probability of a win; a push is none."""
        return self.of("win")

    def of(self, result: Result) -> Fraction:
        """The probability of a result: win, lose or push."""
        return Fraction(sum(chance.count for chance in self.chances if chance.result == result), self.total)

    def _mean(self, power: int) -> Fraction:
        # A common denominator: one fraction to reduce instead of one for each row.
        unit: int = math.lcm(*(chance.pays.den for chance in self.chances if chance.pays))
        won = 0
        for chance in self.chances:
            net = -unit if chance.pays is None else chance.pays.num * unit // chance.pays.den
            won += chance.count * net**power
        return Fraction(won, self.total * unit**power)


class PlayedOdds:
    """The odds of a wager that depends on decisions, under one strategy.

    >>> fold = Share("Surrender", "lose", None, Fraction(1), Fraction(-1, 2))
    >>> PlayedOdds("main", "Main wager", [fold], Fraction(-1, 2), 0.0, 0.0, "always folded").edge
    Fraction(1, 2)
    """

    apart = Sentence("split-exactness")
    """A sentence on what is approximate: the spread of split hands."""

    def __init__(
        self, name: str, label: str, chances: list[Share], ev: Number, sd: float, hit: Number, method: str
    ) -> None:
        self.name, self.label, self.chances, self.method = name, label, chances, method
        self.ev, self.sd, self.hit = ev, sd, hit

    @property
    def edge(self) -> Number:
        """The house's share of the stake."""
        return -self.ev
