"""The chart as a sheet: for every total and pair against every first card, what to do and what all else would cost.

What a decision is worth is a mean over the hands to which the chart leads: those dealt, or where none is dealt with
that total, those drawn to. What follows is played by the chart too. So a cost below nothing is no mistake: the chart
plays for all hands of a total at once, and a few of them would rather do something else.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from croupier.odds.blackjack.solver.against import Against, Values
from croupier.odds.blackjack.solver.chart import Cell, Column, Sums, Total
from croupier.odds.blackjack.solver.hands import SOFT, Array
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.result import Number

Decision: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]
TAKEN: tuple[Decision, ...] = ("stand", "hit", "double")
"""The decisions by the numbers that the solver knows them by."""
Part: TypeAlias = Literal["hard", "soft", "pairs"]
PARTS: tuple[Part, ...] = ("hard", "soft", "pairs")
RANKS = "A23456789T"
"""How values are written; a ten is any card worth ten."""
ORDER = "23456789TA"
"""How charts are read, from left to right and from top to bottom."""
HIGHEST = 20
"""There is nothing to decide about 21."""


@dataclasses.dataclass(frozen=True)
class Square:
    """One square of the sheet.

    >>> square = Square("Dh", "double", {"stand": 0.1, "hit": 0.25, "double": 0.5})
    >>> square.cost, square.next_best
    ({'stand': 0.4, 'hit': 0.25, 'double': 0.0}, ('hit', 0.25))
    """

    symbol: str
    action: Decision
    ev: Mapping[Decision, Number]
    later: Mapping[Decision, Number] = dataclasses.field(default_factory=dict)
    """The same over hands of more cards that come to the total, where there are any."""

    @property
    def cost(self) -> dict[Decision, Number]:
        """What each decision loses against the one that the chart takes, for a stake of one."""
        return {other: self.ev[self.action] - ev for other, ev in self.ev.items()}

    @property
    def next_best(self) -> tuple[Decision, Number]:
        """The decision that loses least of the others, and how much."""
        others = {other: cost for other, cost in self.cost.items() if other != self.action}
        return min(others.items(), key=lambda item: item[1])


SquareRows: TypeAlias = dict[str, dict[str, Square]]
"""From a total, or the rank of a pair, and the Dealer's first card to a square."""


@dataclasses.dataclass(frozen=True)
class Sheet:
    """The whole chart."""

    hard: SquareRows
    soft: SquareRows
    pairs: SquareRows

    @property
    def parts(self) -> dict[Part, SquareRows]:
        """The three parts in the order in which they are read."""
        return {"hard": self.hard, "soft": self.soft, "pairs": self.pairs}

    @property
    def ups(self) -> list[str]:
        """The Dealer's first cards."""
        return list(next(iter(self.hard.values())))


def sheet(solution: Solution) -> Sheet:
    """The best chart of a solution, with what every decision is worth.

    >>> from croupier.odds.blackjack import blackjack
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> game = blackjack("lucky-8")
    >>> found = sheet(Solution(Rules.of(game), counts(game.shoe())))
    >>> " ".join(square.symbol for square in found.hard["16"].values()), found.pairs["8"]["T"].symbol
    ('S S S S S H H Rh Rs H', 'Rs')
    """
    columns = {RANKS[up]: _Reading(against, solution.chart[up]) for up, against in solution.against.items()}
    ups = [up for up in ORDER if up in columns]
    totals: dict[bool, SquareRows] = {False: {}, True: {}}
    pairs: SquareRows = {}
    for up in ups:
        for total in sorted(columns[up].totals):
            totals[total.soft].setdefault(str(total.points), {})[up] = columns[up].square(total)
        for pair, square in columns[up].pairs():
            pairs.setdefault(RANKS[pair], {})[up] = square
    return Sheet(totals[False], totals[True], {rank: pairs[rank] for rank in ORDER if rank in pairs})


class _Reading:
    """One column of the chart, read square by square."""

    def __init__(self, against: Against, column: Column) -> None:
        self.against, self.column = against, column
        self.action = column.decided(against).action
        self.values: Values = against.play(self.action)
        self.sums = Sums.of(against, self.values, column.splits)

    @property
    def totals(self) -> Iterable[Total]:
        return [total for total in self.column.cells if total.points <= HIGHEST]

    def square(self, total: Total) -> Square:
        members, cell = self.sums.members[total], self.column.cells[total]
        dealt, drawn = self.sums.first[members], self.sums.later[members]
        if not dealt.any() and not drawn.any():
            # All such hands are split: this is what to do where they may not be.
            dealt = self.sums.always[members]
        if not dealt.any() and not drawn.any():
            # The chart stops before: each such hand counts alike.
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
                code = int(self.against.hands.code[hand])
                cell = self.column.cells[Total(code >= SOFT, code % SOFT)]
                split = pair in self.column.splits
                yield pair, Square("P" if split else cell.symbol, "split" if split else action_of(cell), ev)

    def _means(self, members: Any, weight: Array, *, first: bool) -> dict[Decision, Number]:
        found: dict[Decision, Array] = {"stand": self.values.stand, "hit": self.values.hit}
        if first:
            found["double"] = self.values.double
            if self.against.folded is not None:
                found["surrender"] = self.against.folded
        return {decision: (weight * worth[members]).sum() / weight.sum() for decision, worth in found.items()}


def action_of(cell: Cell) -> Decision:
    """What a cell says of the first two cards.

    >>> action_of(Cell(takes=0, doubles=True))
    'double'
    """
    return "surrender" if cell.surrenders else "double" if cell.doubles else TAKEN[cell.takes]


def cards_of(counts: Iterable[int]) -> str:
    """Cards of so many of each value, as text.

    >>> cards_of((1, 0, 0, 0, 0, 2, 0, 0, 0, 1))
    'A 6 6 T'
    """
    return " ".join(rank for rank, number in zip(RANKS, counts, strict=True) for _ in range(number))
