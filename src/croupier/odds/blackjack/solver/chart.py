"""The chart that a person can learn: one decision for each total, soft or hard, and each pair.

No published chart is copied: every cell maximises the expected value over all hands of its total, weighted by how often
they occur, while the other cells are played by the chart too. This is iterated to a fixed point.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, DealtOpening, Decided, Values
from croupier.odds.blackjack.solver.hands import SOFT
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND

CLOSE = 1e-5
"""Cells that win by more than this cannot be changed by hands of split pairs, which are rare."""
MAX_PASSES = 50
"""An upper bound: cells depend little on one another and converge after two or three passes."""


class Total(NamedTuple):
    """A row of the chart: the points of a hand, and whether it is soft."""

    soft: bool
    points: int

    @property
    def code(self) -> int:
        """The total as one integer, as in `Hands.code`."""
        return self.points + SOFT * self.soft


@dataclasses.dataclass(frozen=True)
class ChartCell:
    """The chart's decision for a total: whether to surrender or double on the first two cards, and what to do else.

    >>> ChartCell(HIT, doubles=True).symbol, ChartCell(STAND, surrenders=True).symbol
    ('Dh', 'Rs')
    """

    takes: int
    doubles: bool = False
    surrenders: bool = False

    @property
    def symbol(self) -> str:
        """S or H; or D or R, followed in lower case by what to do where that is not allowed."""
        rest = "SH"[self.takes]
        return ("R" if self.surrenders else "D") + rest.lower() if self.surrenders or self.doubles else rest


@dataclasses.dataclass(frozen=True)
class Column:
    """The chart against one up card of the Dealer."""

    cells: dict[Total, ChartCell]
    splits: frozenset[int]

    def decided(self, against: Against) -> Decided:
        """The column as a strategy for every hand; a pair that is not split is played by its total."""
        takes, doubles, surrenders = (np.zeros(2 * SOFT, np.int64) for _ in range(3))
        for total, cell in self.cells.items():
            takes[total.code], doubles[total.code], surrenders[total.code] = cell.takes, cell.doubles, cell.surrenders
        code = against.hands.code
        action = np.where(against.two & (doubles[code] > 0), DOUBLE, takes[code])
        folded = {
            hand
            for hand, _, pair in against.openings
            if surrenders[code[hand]] and pair not in self.splits and against.folded is not None
        }
        return Decided(action, self.splits, frozenset(folded))


def learn(against: Against) -> Column:
    """The best column against one up card of the Dealer, by fixed-point iteration."""
    column, values = None, against.best
    splits = against.by_hand.splits
    for _ in range(MAX_PASSES):
        sums = Sums.of(against, values, splits)
        cells = {total: sums.ranked(total)[0][-1] for total in sums.members}
        decided = Column(cells, frozenset()).decided(against)
        values = against.play(decided.action)
        splits = frozenset(_split(against, decided, values))
        if column == (column := Column(cells, splits)):
            return _tried(against, column, sums)
    raise AssertionError("the cells of a chart must settle")


def _tried(against: Against, column: Column, sums: "Sums") -> Column:
    """The column with close calls decided by its whole expected value, hands of split pairs included."""
    highest = against.ev(column.decided(against))
    for total in column.cells:
        best, *others = sums.ranked(total)
        for score, _, cell in others:
            if score > best[0] - CLOSE:
                other = dataclasses.replace(column, cells={**column.cells, total: cell})
                if (ev := against.ev(other.decided(against))) > highest:
                    column, highest = other, ev
    return column


def _split(against: Against, decided: Decided, values: Values) -> Iterator[int]:
    """The pairs that have a higher expected value split than played by their totals."""
    for hand, _, pair in against.openings:
        if pair is not None:
            unsplit = values.value[hand]
            if against.folded is not None and hand in decided.surrenders:
                unsplit = against.folded[hand]
            if against.split(pair, decided.action, above=unsplit) > unsplit:
                yield pair


class Sums:
    """The expected value of each decision summed over all hands of a total, opening hands and later ones apart."""

    @classmethod
    def of(cls, against: Against, values: Values, splits: frozenset[int]) -> "Sums":
        """Over the hands that occur under these values' actions where these pairs are split."""
        every = [each for each in against.openings if not against.natural(each.hand)]
        return cls(against, values, [each for each in every if each.pair not in splits], every)

    def __init__(self, against: Against, values: Values, dealt: list[DealtOpening], every: list[DealtOpening]) -> None:
        self.against, self.values = against, values
        held = against.hands.size > 1
        self.members = {
            Total(bool(code >= SOFT), int(code % SOFT)): np.flatnonzero(held & (against.hands.code == code))
            for code in np.unique(against.hands.code[held])
        }
        zeros = against.numbers.zeros
        self.first, self.always, self.later = (zeros(len(against.hands)) for _ in range(3))
        for opening in every:
            self.always[opening.hand] = opening.chance
        for opening in dealt:
            self.first[opening.hand] = opening.chance
        weight = self.first.copy()
        run = against.numbers.run(kernels.reached)
        draw = against.prospects.draw[..., 0]
        run(against.hands.next, draw, values.action, against.hands.closed, weight, zeros(len(against.hands)))
        self.later = weight - self.first

    def ranked(self, total: Total) -> list[tuple[Any, Any, ChartCell]]:
        """The candidate cells of a total with their expected values, best first."""
        members = self.members[total]
        first, later = self.first[members], self.later[members]
        if not (first + later).any():
            # Unreachable, since every such hand is split: weigh the hands as dealt, for where splitting is not allowed.
            first = self.always[members]
        taken = {STAND: self.values.stand[members], HIT: self.values.hit[members]}
        doubled = (first * self.values.double[members]).sum()
        surrenders = self.against.folded
        candidates = []
        for action, evs in taken.items():
            # The fallback where doubling is not allowed is ranked by opening hands too, should there be no later ones.
            plain, rest = (first * evs).sum(), (later * evs).sum()
            candidates.append((rest + plain, plain, ChartCell(action)))
            if first.any():
                candidates.append((rest + doubled, plain, ChartCell(action, doubles=True)))
                if surrenders is not None:
                    candidates.append(
                        (rest + (first * surrenders[members]).sum(), plain, ChartCell(action, surrenders=True))
                    )
        return sorted(candidates, key=lambda each: each[:2], reverse=True)


def flips(column: Column) -> Iterator[Column]:
    """All columns that differ in one cell."""
    for total, cell in column.cells.items():
        for other in (
            ChartCell(takes, doubles, surrenders) for takes in (STAND, HIT) for doubles, surrenders in _MARKS
        ):
            if other != cell:
                yield dataclasses.replace(column, cells={**column.cells, total: other})


_MARKS = ((False, False), (True, False), (False, True))
