"""What the odds of a wager are: exact counts of everything that can become of it, and what follows from them."""

import math
from fractions import Fraction
from functools import cached_property

from croupier.games.wager import Result
from croupier.money import Pays

BEST = "-best"
"""Added to the name of a wager where the play counted is play for that wager."""


class Chance:
    """One row of a wager, or its loss: how many of all ordered deals lead there."""

    __slots__ = ("count", "outcome", "pays", "result", "total")

    def __init__(self, outcome: str, result: Result, pays: Pays | None, count: int, total: int) -> None:
        self.outcome, self.result, self.pays, self.count, self.total = outcome, result, pays, count, total

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
