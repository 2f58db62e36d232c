"""A game solved from one shoe: the best strategies and their expected values."""

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
from croupier.odds.blackjack.solver.hands import KINDS, TEN, ValueCounts, value_index
from croupier.odds.blackjack.solver.prospects import Numbers
from croupier.odds.blackjack.solver.results import ResultRow, rows, spread
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.result import SPLIT

How: TypeAlias = Literal["chart", "by-hand", "absent"]
"""A strategy: by the best chart of totals, by exact hand, or as for an absent player."""


class SolvedResult(NamedTuple):
    """The distribution of the main wager's outcomes, and its moments."""

    chances: dict[ResultRow, Any]
    ev: Any
    sd: float
    hit: float
    split: Any
    """The mean net win of rounds with split hands."""


class Solution:
    """A blackjack game solved from a remaining shoe, in floats or exact fractions."""

    def __init__(self, rules: Rules, left: Sequence[int], *, exact: bool = False) -> None:
        self.rules = rules
        numbers, values, extra, like = Numbers(exact=exact), by_value(left), bonus(rules, left), like_tens(left)
        self.against = {
            up: Against(rules, numbers, values, up, extra, like) for up in rules.ups if rules.printed or values[up]
        }

    @cached_property
    def chart(self) -> dict[int, Column]:
        """The best chart of totals, by the Dealer's up card."""
        return {up: learn(against) for up, against in self.against.items()}

    def decided(self, how: How) -> dict[int, Decided]:
        """The strategy by the Dealer's up card."""
        if how == "chart":
            return {up: self.chart[up].decided(against) for up, against in self.against.items()}
        return {up: against.absent if how == "absent" else against.by_hand for up, against in self.against.items()}

    def ev(self, how: How) -> Any:
        """The expected value for a stake of one."""
        decided = self.decided(how)
        return sum(against.chance * against.ev(decided[up]) for up, against in self.against.items())

    def result(self, how: How) -> SolvedResult:
        """The distribution of the main wager's outcomes under a strategy."""
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
        possible = {row: chance for row, chance in chances.items() if chance}
        mean = split_won / chances[ResultRow(SPLIT, None)] if chances[ResultRow(SPLIT, None)] else split_won
        return SolvedResult(possible, ev, math.sqrt(square - float(ev) ** 2), hit, mean)


def by_value(left: Sequence[int]) -> ValueCounts:
    """The number of cards of each value."""
    numbers = [0] * len(KINDS)
    for card in STANDARD.cards:
        numbers[value_index(card)] += left[card.number]
    return tuple(numbers)


def like_tens(left: Sequence[int], held: Sequence[Container[Card]] = ()) -> Fraction:
    """The probability that two tens are of the same rank; `held` restricts them to what is known of them.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> from croupier.odds.tally import counts
    >>> like_tens(counts(LUCKY_8.shoe(1)))
    Fraction(1, 5)
    """
    tens = [card for card in STANDARD.cards if value_index(card) == TEN and left[card.number]]
    first, second = ([card for card in tens if place >= len(held) or card in held[place]] for place in range(2))
    ways: Counter[bool] = Counter()
    for one, other in product(first, second):
        ways[one.rank == other.rank] += left[one.number] * (left[other.number] - (one == other))
    return Fraction(ways[True], ways.total()) if ways.total() else Fraction(1)


def bonus(rules: Rules, left: Sequence[int], held: Sequence[Container[Card]] = ()) -> Bonus | None:
    """The bonus on the first two cards drawn, with the probabilities that follow from their suits.

    `held` restricts the first cards to what is already known of them.
    """
    if not rules.main.extras:
        return None
    assert rules.printed
    there = [card for card in STANDARD.cards if left[card.number]]
    first, second = ([card for card in there if place >= len(held) or card in held[place]] for place in range(2))
    ways: Counter[tuple[tuple[int, ...], Fraction]] = Counter()
    for one, other in product(first, second):
        cards = drawn(Hand.of(rules.printed, one, other))
        assert cards
        number = left[one.number] * (left[other.number] - (one == other))
        ways[tuple(sorted((value_index(one), value_index(other)))), rules.bonus(cards.ranks, cards.spades)] += number
    values = {values for (values, paid), number in ways.items() if paid and number}
    if not values:
        return None
    (which,) = values
    total = sum(number for (values, _), number in ways.items() if values == which)
    pays = [(paid, Fraction(number, total)) for (values, paid), number in ways.items() if values == which]
    return Bonus(which, tuple(sorted(pays)))
