"""A game solved from one shoe: how to play it, and what that is worth."""

import math
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.outcome import drawn
from croupier.odds.blackjack.solver.against import Against, Bonus, Decided
from croupier.odds.blackjack.solver.chart import Column, learn
from croupier.odds.blackjack.solver.hands import KINDS, ValueCounts, value_index
from croupier.odds.blackjack.solver.prospects import Numbers
from croupier.odds.blackjack.solver.results import ResultRow, rows, spread
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.result import SPLIT

How: TypeAlias = Literal["chart", "by-hand", "absent"]
"""By the best chart of totals, by exact hand, or as for somebody who is not there."""


class SolvedResult(NamedTuple):
    """What becomes of the main wager: every row with how often it comes, and what follows from all of them."""

    chances: dict[ResultRow, Any]
    ev: Any
    sd: float
    hit: float
    split: Any
    """What rounds with split hands win on average."""


class Solution:
    """A blackjack game solved from what is left of a shoe, in floats or in fractions."""

    def __init__(self, rules: Rules, left: Sequence[int], *, exact: bool = False) -> None:
        self.rules = rules
        numbers, values, extra = Numbers(exact=exact), by_value(left), bonus(rules, left)
        self.against = {
            up: Against(rules, numbers, values, up, extra) for up in rules.ups if rules.printed or values[up]
        }

    @cached_property
    def chart(self) -> dict[int, Column]:
        """The best chart of totals, by the Dealer's first card."""
        return {up: learn(against) for up, against in self.against.items()}

    def decided(self, how: How) -> dict[int, Decided]:
        """How hands are played, by the Dealer's first card."""
        if how == "chart":
            return {up: self.chart[up].decided(against) for up, against in self.against.items()}
        return {up: against.absent if how == "absent" else against.by_hand for up, against in self.against.items()}

    def ev(self, how: How) -> Any:
        """What a stake of one wins on average."""
        decided = self.decided(how)
        return sum(against.chance * against.ev(decided[up]) for up, against in self.against.items())

    def result(self, how: How) -> SolvedResult:
        """Everything that may become of the main wager."""
        decided, ev = self.decided(how), self.ev(how)
        chances: dict[ResultRow, Any] = defaultdict(int)
        square = hit = 0.0
        split_won: Any = 0
        for up, against in self.against.items():
            for row, chance in rows(against, decided[up]).items():
                chances[row] += against.chance * chance
            split = spread(against, decided[up])
            chances[ResultRow(SPLIT, None)] += against.chance * split.chance
            split_won += against.chance * split.mean
            square += float(against.chance) * split.square
            hit += float(against.chance) * split.hit
        for row, chance in chances.items():
            if row.net is not None:
                square += float(chance) * float(row.net) ** 2
                hit += float(chance) * (row.net > 0)
        kept = {row: chance for row, chance in chances.items() if chance}
        mean = split_won / chances[ResultRow(SPLIT, None)] if chances[ResultRow(SPLIT, None)] else split_won
        return SolvedResult(kept, ev, math.sqrt(square - float(ev) ** 2), hit, mean)


def by_value(left: Sequence[int]) -> ValueCounts:
    """How many cards of each value there are."""
    found = [0] * len(KINDS)
    for card in STANDARD.cards:
        found[value_index(card)] += left[card.number]
    return tuple(found)


def bonus(rules: Rules, left: Sequence[int], held: Sequence[Container[Card]] = ()) -> Bonus | None:
    """What is paid on top of the first two cards drawn, as likely as their suits are.

    Where something is known of those drawn already, each is among the cards held.
    """
    if not rules.main.extras:
        return None
    assert rules.printed
    there = [card for card in STANDARD.cards if left[card.number]]
    first, second = ([card for card in there if place >= len(held) or card in held[place]] for place in range(2))
    ways: Counter[tuple[tuple[int, ...], Fraction]] = Counter()
    for one, other in product(first, second):
        found = drawn(Hand.of(rules.printed, one, other))
        assert found
        number = left[one.number] * (left[other.number] - (one == other))
        ways[tuple(sorted((value_index(one), value_index(other)))), rules.bonus(found.ranks, found.spades)] += number
    values = {values for (values, paid), number in ways.items() if paid and number}
    if not values:
        return None
    (which,) = values
    total = sum(number for (values, _), number in ways.items() if values == which)
    pays = [(paid, Fraction(number, total)) for (values, paid), number in ways.items() if values == which]
    return Bonus(which, tuple(sorted(pays)))
