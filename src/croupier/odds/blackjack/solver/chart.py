"""The chart that a person can learn: one decision for each total, soft or hard, and each pair.

No published chart is copied: every cell maximises the expected value over all hands of its total, weighted by how often
they occur, while the other cells are played by the chart too. This is iterated to a fixed point. A pair that may be
split is a cell of its own, which counts for no total: it may be surrendered where other hands of its total are not.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, Decided, Values
from croupier.odds.blackjack.solver.hands import SOFT, Array
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
    """The chart's decision for a total or a pair: whether to split, surrender or double at first, and what to do else.

    >>> [cell.symbol for cell in (ChartCell(HIT, doubles=True), ChartCell(STAND, surrenders=True), ChartCell(HIT))]
    ['Dh', 'Rs', 'H']
    """

    takes: int
    doubles: bool = False
    surrenders: bool = False
    splits: bool = False
    """Only in the row of a pair. Where no further split is allowed, the pair is played by its total."""

    @property
    def symbol(self) -> str:
        """P, S or H; or D or R, followed in lower case by what to do where that is not allowed."""
        if self.splits:
            return "P"
        rest = "SH"[self.takes]
        return ("R" if self.surrenders else "D") + rest.lower() if self.surrenders or self.doubles else rest

    @property
    def action(self) -> int:
        """What is done with two cards that are neither split nor surrendered."""
        return DOUBLE if self.doubles else self.takes


@dataclasses.dataclass(frozen=True)
class Column:
    """The chart against one up card of the Dealer."""

    cells: dict[Total, ChartCell]
    pairs: dict[int, ChartCell]
    """By card value, for every pair that may be split: each has a decision of its own."""

    @property
    def splits(self) -> frozenset[int]:
        """The pairs that are split."""
        return frozenset(pair for pair, cell in self.pairs.items() if cell.splits)

    def by_total(self, against: Against, *, doubles: bool = True) -> Array:
        """The action for every hand by its total, pairs included: what hands of a split pair follow."""
        takes, doubled = (np.zeros(2 * SOFT, np.int64) for _ in range(2))
        for total, cell in self.cells.items():
            takes[total.code], doubled[total.code] = cell.takes, cell.doubles and doubles
        code = against.hands.code
        return np.where(against.may_double & (doubled[code] > 0), DOUBLE, takes[code])

    def decided(self, against: Against) -> Decided:
        """The column as a strategy for every hand."""
        action, folded = self.by_total(against), set()
        for hand, _, pair in against.openings:
            if against.natural(hand):
                continue
            cell = self.cells[total_of(against, hand)] if pair is None else self.pairs[pair]
            if not cell.splits:
                action[hand] = cell.action
            if cell.surrenders and against.folded is not None:
                folded.add(hand)
        takes = self.by_total(against, doubles=False)
        return Decided(action, self.splits, frozenset(folded), undoubled=takes)


def total_of(against: Against, hand: int) -> Total:
    """The row of a hand."""
    return Total(bool(against.hands.soft[hand]), int(against.hands.total[hand]))


def learn(against: Against) -> Column:
    """The best column against one up card of the Dealer, by fixed-point iteration."""
    column, values, decided = None, against.best, against.by_hand
    for _ in range(MAX_PASSES):
        sums = Sums(against, values, decided)
        cells = {total: sums.ranked(total)[0][-1] for total in sums.members}
        if column == (column := _with_pairs(against, cells)):
            return _tried(against, column, sums)
        values, decided = against.play(column.by_total(against)), column.decided(against)
    raise AssertionError("the cells of a chart must settle")


def _with_pairs(against: Against, cells: dict[Total, ChartCell]) -> Column:
    """The column of these cells in which every pair does what is best for it alone."""
    action = Column(cells, {}).by_total(against)
    values = against.play(action)
    pairs = {
        pair: _best_for_pair(against, values, hand, pair) for hand, _, pair in against.openings if pair is not None
    }
    return Column(cells, pairs)


def _best_for_pair(against: Against, values: Values, hand: int, pair: int) -> ChartCell:
    """The best decision for two cards of one value, where the rest is played by the chart's totals."""
    stand, hit, double = (each[hand] for each in (values.stand, values.hit, values.double))
    takes = HIT if hit > stand else STAND
    cell, highest = ChartCell(takes), max(stand, hit)
    if against.may_double[hand] and double > highest:
        cell, highest = ChartCell(takes, doubles=True), double
    if against.folded is not None and against.folded[hand] > highest:
        cell, highest = ChartCell(takes, surrenders=True), against.folded[hand]
    split = against.split(pair, values.action, above=highest)
    return ChartCell(takes, splits=True) if split > highest else cell


def _tried(against: Against, column: Column, sums: "Sums") -> Column:
    """The column with close calls decided by its whole expected value, hands of split pairs included."""
    highest = against.ev(column.decided(against))
    for total in column.cells:
        best, *others = sums.ranked(total)
        for score, *_, cell in others:
            if score > best[0] - CLOSE:
                other = dataclasses.replace(column, cells={**column.cells, total: cell})
                if against.ev(other.decided(against)) > highest:
                    column = _with_pairs(against, other.cells)
                    highest = against.ev(column.decided(against))
    return column


class Sums:
    """The expected value of each decision summed over all hands of a total, opening hands and later ones apart.

    Pairs that may be split have rows of their own; they count for a total only where no other hand is dealt with it.
    """

    def __init__(self, against: Against, values: Values, decided: Decided) -> None:
        self.against, self.values = against, values
        held = against.hands.size > 1
        self.members = {
            Total(bool(code >= SOFT), int(code % SOFT)): np.flatnonzero(held & (against.hands.code == code))
            for code in np.unique(against.hands.code[held])
        }
        zeros = against.numbers.zeros
        self.first, self.always, played = (zeros(len(against.hands)) for _ in range(3))
        """The probabilities of the opening hands: those of no pair, and all of them."""
        for hand, chance, pair in against.openings:
            if against.natural(hand):
                continue
            self.always[hand] = chance
            if pair is None:
                self.first[hand] = chance
            if pair not in decided.splits and hand not in decided.surrenders:
                played[hand] = chance
        weight = played.copy()
        run = against.numbers.run(kernels.reached)
        draw = against.prospects.draw[..., 0]
        run(against.hands.next, draw, decided.action, against.hands.closed, weight, zeros(len(against.hands)))
        self.later = weight - played
        """The probabilities of the hands of more cards to which the strategy leads, without those of split pairs."""

    def dealt(self, members: Array) -> Array:
        """The probabilities of the opening hands of a total: without its pair, if any other is dealt with it."""
        first = self.first[members]
        return first if first.any() else self.always[members]

    def ranked(self, total: Total) -> list[tuple[Any, Any, Any, ChartCell]]:
        """The candidate cells of a total, best first.

        Each with its expected value over the hands that follow it. Ties are broken by that over the hands as dealt, for
        where splitting is not allowed; then by the expected value of what is done where doubling is not.
        """
        members = self.members[total]
        first, later, dealt = self.first[members], self.later[members], self.dealt(members)
        choices: list[tuple[ChartCell, Any]] = [(ChartCell(STAND), None)]
        if self.against.may_double[members].any():
            choices.append((ChartCell(STAND, doubles=True), self.values.double))
        if self.against.folded is not None:
            choices.append((ChartCell(STAND, surrenders=True), self.against.folded))
        candidates = []
        for action, evs in ((STAND, self.values.stand[members]), (HIT, self.values.hit[members])):
            for cell, others in choices if dealt.any() else choices[:1]:
                taken = evs if others is None else others[members]
                score = (later * evs).sum() + (first * taken).sum()
                other = dataclasses.replace(cell, takes=action)
                candidates.append((score, (dealt * taken).sum(), (dealt * evs).sum(), other))
        return sorted(candidates, key=lambda each: each[:3], reverse=True)


def flips(column: Column) -> Iterator[Column]:
    """All columns that differ in one cell."""
    for total, cell in column.cells.items():
        for other in (ChartCell(takes, *marks) for takes in (STAND, HIT) for marks in _MARKS[:3]):
            if other != cell:
                yield dataclasses.replace(column, cells={**column.cells, total: other})
    for pair, cell in column.pairs.items():
        for other in (ChartCell(takes, *marks) for takes in (STAND, HIT) for marks in _MARKS):
            if other.symbol != cell.symbol:
                yield dataclasses.replace(column, pairs={**column.pairs, pair: other})


_MARKS = ((False, False, False), (True, False, False), (False, True, False), (False, False, True))
