"""What the odds of a wager are: exact counts of everything that can become of it, and what follows from them."""

import dataclasses
import math
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from croupier.games.wager import Result
from croupier.money import Pays
from croupier.words import Sentence

BEST = "-best"
"""Added to the name of a wager where the play counted is play for that wager."""
SPLIT = "Split"
"""How the row is called in which all hands of a split stand together."""


MAIN = "main"


def base(name: str) -> str:
    """The wager itself, whichever way it is played.

    >>> base("main-composition"), base("superb-8s-best"), base("pair")
    ('main', 'superb-8s', 'pair')
    """
    return MAIN if name.startswith(f"{MAIN}-") else name.removesuffix(BEST)


Number: TypeAlias = Fraction | float
"""Exact, or where that would take too long as near as a float comes."""


class Chance:
    """One row of a wager, or its loss: how many of all ordered deals lead there."""

    __slots__ = ("count", "outcome", "pays", "result", "total")

    def __init__(self, outcome: str, result: Result, pays: Pays | None, count: int, total: int) -> None:
        self.outcome, self.result, self.pays, self.count, self.total = outcome, result, pays, count, total

    @classmethod
    def of(cls, outcome: str, result: Result, pays: Pays | None, probability: Fraction) -> "Chance":
        """A row whose probability is known."""
        return cls(outcome, result, pays, probability.numerator, probability.denominator)

    @property
    def probability(self) -> Fraction:
        """How often it comes.

        >>> Chance("Tie", "win", Pays(8), 3, 12).probability
        Fraction(1, 4)
        """
        return Fraction(self.count, self.total)

    @property
    def net(self) -> Fraction:
        """What the bettor is up or down, for a stake of one."""
        return Fraction(-1) if self.pays is None else Fraction(self.pays.num, self.pays.den)

    def __repr__(self) -> str:
        return f"Chance({self.outcome!r}, {self.count} of {self.total})"


@dataclasses.dataclass(frozen=True)
class Share:
    """One thing that becomes of a wager that is played: how often, and what it then wins, on average if not always."""

    outcome: str
    result: Result | None
    pays: Pays | None
    probability: Number
    net: Number

    @property
    def count(self) -> int | None:
        """Of how many cases it is, where the probability is a fraction."""
        return self.probability.numerator if isinstance(self.probability, Fraction) else None

    @property
    def total(self) -> int | None:
        """Of how many cases all are, where the probability is a fraction."""
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
        """Which cards were counted, where they are not a whole round."""

    @property
    def total(self) -> int:
        """All ordered deals of the cards counted."""
        return self.chances[0].total

    @cached_property
    def ev(self) -> Fraction:
        """What a stake of one wins on average."""
        return self._mean(1)

    @property
    def edge(self) -> Fraction:
        """The house's share of the stake."""
        return -self.ev

    @cached_property
    def variance(self) -> Fraction:
        """The mean square of what is won less its mean, for a stake of one."""
        return self._mean(2) - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation for a stake of one."""
        return math.sqrt(self.variance)

    @property
    def hit(self) -> Fraction:
        """How often it wins; a push does not."""
        return self.of("win")

    def of(self, result: Result) -> Fraction:
        """How often it wins, loses or pushes."""
        return Fraction(sum(chance.count for chance in self.chances if chance.result == result), self.total)

    def _mean(self, power: int) -> Fraction:
        # Over one denominator, so that there is one fraction to reduce and not one for each row.
        unit: int = math.lcm(*(chance.pays.den for chance in self.chances if chance.pays))
        won = 0
        for chance in self.chances:
            net = -unit if chance.pays is None else chance.pays.num * unit // chance.pays.den
            won += chance.count * net**power
        return Fraction(won, self.total * unit**power)


class Played:
    """The odds of a wager whose player decides, under one way of playing.

    >>> fold = Share("Surrender", "lose", None, Fraction(1), Fraction(-1, 2))
    >>> Played("main", "Main wager", [fold], Fraction(-1, 2), 0.0, 0.0, "always folded").edge
    Fraction(1, 2)
    """

    apart = Sentence("split-exactness")
    """What is less than exact about it."""

    def __init__(
        self, name: str, label: str, chances: list[Share], ev: Number, sd: float, hit: Number, method: str
    ) -> None:
        self.name, self.label, self.chances, self.method = name, label, chances, method
        self.ev, self.sd, self.hit = ev, sd, hit

    @property
    def edge(self) -> Number:
        """The house's share of the stake."""
        return -self.ev
