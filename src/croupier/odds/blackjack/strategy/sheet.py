"""The chart as a sheet: for every total and pair against every up card, the decision and the cost of every other one.

The expected value of a decision is a mean over the hands to which the chart leads: those dealt, or those drawn to where
none is dealt with that total. Later decisions follow the chart too. So a negative cost is not an error: one decision
serves all hands of a total, and for a few of them another one would be better.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from croupier.odds.blackjack.solver.against import Against, Values
from croupier.odds.blackjack.solver.chart import ChartCell, Column, Sums, Total
from croupier.odds.blackjack.solver.hands import Array
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.result import Number

Decision: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]
TAKEN: tuple[Decision, ...] = ("stand", "hit", "double")
"""The decisions, indexed by the solver's action codes."""
Part: TypeAlias = Literal["hard", "soft", "pairs"]
PARTS: tuple[Part, ...] = ("hard", "soft", "pairs")
RANKS = "A23456789T"
"""Symbols by value index; T is any card worth ten."""
ORDER = "23456789TA"
"""The order of values in charts, from left to right and from top to bottom."""
HIGHEST = 20
"""The highest total with a decision: 21 is final."""


@dataclasses.dataclass(frozen=True)
class Square:
    """One square of the sheet: the decision, and the expected values of all decisions.

    >>> square = Square("Dh", "double", {"stand": 0.1, "hit": 0.25, "double": 0.5})
    >>> square.cost, square.next_best
    ({'stand': 0.4, 'hit': 0.25, 'double': 0.0}, ('hit', 0.25))
    """

    symbol: str
    action: Decision
    ev: Mapping[Decision, Number]
    later: Mapping[Decision, Number] = dataclasses.field(default_factory=dict)
    """The expected values over hands of more than two cards with this total, where there are any."""

    @property
    def cost(self) -> dict[Decision, Number]:
        """The loss in expected value of each decision against the chart's, for a stake of one."""
        return {other: self.ev[self.action] - ev for other, ev in self.ev.items()}

    @property
    def next_best(self) -> tuple[Decision, Number]:
        """The cheapest other decision, and its cost."""
        others = {other: cost for other, cost in self.cost.items() if other != self.action}
        return min(others.items(), key=lambda item: item[1])


SquareRows: TypeAlias = dict[str, dict[str, Square]]
"""Squares by total, or rank of a pair, and by the Dealer's up card."""


@dataclasses.dataclass(frozen=True)
class ChartSheet:
    """The whole chart."""

    hard: SquareRows
    soft: SquareRows
    pairs: SquareRows

    @property
    def parts(self) -> dict[Part, SquareRows]:
        """The three parts in reading order."""
        return {"hard": self.hard, "soft": self.soft, "pairs": self.pairs}

    @property
    def ups(self) -> list[str]:
        """The Dealer's up cards."""
        return list(next(iter(self.hard.values())))


def sheet(solution: Solution) -> ChartSheet:
    """The best chart of a solution, with the expected values of all decisions.

    >>> from croupier.odds.blackjack import blackjack
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> game = blackjack("lucky-8")
    >>> found = sheet(Solution(Rules.of(game), counts(game.shoe())))
    >>> " ".join(square.symbol for square in found.hard["16"].values()), found.pairs["8"]["T"].symbol
    ('S S S S S H H Rh Rs H', 'Rh')
    """
    columns = {RANKS[up]: _ChartColumn(against, solution.chart[up]) for up, against in solution.against.items()}
    ups = [up for up in ORDER if up in columns]
    totals: dict[bool, SquareRows] = {False: {}, True: {}}
    pairs: SquareRows = {}
    for up in ups:
        for total in sorted(columns[up].totals):
            totals[total.soft].setdefault(str(total.points), {})[up] = columns[up].square(total)
        for pair, square in columns[up].pairs():
            pairs.setdefault(RANKS[pair], {})[up] = square
    return ChartSheet(totals[False], totals[True], {rank: pairs[rank] for rank in ORDER if rank in pairs})


class _ChartColumn:
    """Evaluates one column of the chart, square by square."""

    def __init__(self, against: Against, column: Column) -> None:
        self.against, self.column = against, column
        self.action = column.by_total(against)
        self.values: Values = against.play(self.action)
        self.sums = Sums(against, self.values, column.decided(against))

    @property
    def totals(self) -> Iterable[Total]:
        return [total for total in self.column.cells if total.points <= HIGHEST]

    def square(self, total: Total) -> Square:
        members, cell = self.sums.members[total], self.column.cells[total]
        dealt, drawn = self.sums.dealt(members), self.sums.later[members]
        if not dealt.any() and not drawn.any():
            # Unreachable under the chart: weigh all such hands equally.
            drawn = drawn + 1
        later = self._means(members, drawn, first=False) if drawn.any() else {}
        ev = self._means(members, dealt, first=True) if dealt.any() else later
        return Square(cell.symbol, action_of(cell), ev, later)

    def pairs(self) -> Iterable[tuple[int, Square]]:
        for hand, _, pair in self.against.openings:
            if pair is not None:
                alone = self.against.numbers.of([1])
                ev = self._means([hand], alone, first=True)
                ev["split"] = self.against.split(pair, self.action)
                cell = self.column.pairs[pair]
                yield pair, Square(cell.symbol, action_of(cell), ev)

    def _means(self, members: Any, weight: Array, *, first: bool) -> dict[Decision, Number]:
        values: dict[Decision, Array] = {"stand": self.values.stand, "hit": self.values.hit}
        if first:
            if self.against.may_double[members].any():
                values["double"] = self.values.double
            if self.against.folded is not None:
                values["surrender"] = self.against.folded
        return {decision: (weight * worth[members]).sum() / weight.sum() for decision, worth in values.items()}


def action_of(cell: ChartCell) -> Decision:
    """A cell's decision on the first two cards.

    >>> action_of(ChartCell(takes=0, doubles=True)), action_of(ChartCell(takes=0, splits=True))
    ('double', 'split')
    """
    if cell.splits:
        return "split"
    return "surrender" if cell.surrenders else "double" if cell.doubles else TAKEN[cell.takes]


def cards_of(counts: Iterable[int]) -> str:
    """Cards as text, from the number of cards of each value.

    >>> cards_of((1, 0, 0, 0, 0, 2, 0, 0, 0, 1))
    'A 6 6 T'
    """
    return " ".join(rank for rank, number in zip(RANKS, counts, strict=True) for _ in range(number))
