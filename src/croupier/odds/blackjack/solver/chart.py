"""The chart that a person can learn: one decision for each total, soft or hard, and each pair.

No published chart is taken over: every cell is chosen for what it wins over all hands that make its total, however they
came about, while the others are played by the chart too. That is repeated until no cell changes.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, Decided, OpeningHand, Values
from croupier.odds.blackjack.solver.hands import SOFT
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND

CLOSE = 1e-5
"""Hands of split pairs come up so seldom that no cell can be turned by them which wins by more than this."""
MAX_PASSES = 50
"""Cells depend little on one another, and settle after two or three rounds."""


class Total(NamedTuple):
    """What a chart tells hands apart by."""

    soft: bool
    points: int

    @property
    def code(self) -> int:
        """The number by which hands know their total."""
        return self.points + SOFT * self.soft


@dataclasses.dataclass(frozen=True)
class Cell:
    """What the chart says of a total: whether to fold or double on the first two cards, and else what to do.

    >>> Cell(HIT, doubles=True).symbol, Cell(STAND, surrenders=True).symbol
    ('Dh', 'Rs')
    """

    takes: int
    doubles: bool = False
    surrenders: bool = False

    @property
    def symbol(self) -> str:
        """S and H, D and R with what to do where they are not open in small."""
        rest = "SH"[self.takes]
        return ("R" if self.surrenders else "D") + rest.lower() if self.surrenders or self.doubles else rest


@dataclasses.dataclass(frozen=True)
class Column:
    """The chart against one first card of the Dealer's."""

    cells: dict[Total, Cell]
    splits: frozenset[int]

    def decided(self, against: Against) -> Decided:
        """How it has every hand played: a pair that is not split, by its total."""
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
    """The best column against one first card of the Dealer's."""
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
    """The column with the closest calls settled by what the whole of it is worth, hands of split pairs included."""
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
    """The pairs that are better split than played by their totals."""
    for hand, _, pair in against.openings:
        if pair is not None:
            kept = values.value[hand]
            if against.folded is not None and hand in decided.surrenders:
                kept = against.folded[hand]
            if against.split(pair, decided.action, above=kept) > kept:
                yield pair


class Sums:
    """What each decision wins over all hands of a total, first hands and later ones apart."""

    @classmethod
    def of(cls, against: Against, values: Values, splits: frozenset[int]) -> "Sums":
        """Over the hands that come up where `values` were found and these pairs are split."""
        every = [each for each in against.openings if not against.natural(each.hand)]
        return cls(against, values, [each for each in every if each.pair not in splits], every)

    def __init__(self, against: Against, values: Values, dealt: list[OpeningHand], every: list[OpeningHand]) -> None:
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

    def ranked(self, total: Total) -> list[tuple[Any, Any, Cell]]:
        """What a cell could say of a total, the best first, each with what it wins."""
        members = self.members[total]
        first, later = self.first[members], self.later[members]
        if not (first + later).any():
            # Nobody comes here: every such hand is split. Where it may not be, it is played as if it were dealt.
            first = self.always[members]
        taken = {STAND: self.values.stand[members], HIT: self.values.hit[members]}
        doubled = (first * self.values.double[members]).sum()
        surrenders = self.against.folded
        found = []
        for action, evs in taken.items():
            # What to do where doubling is not open shows on the first hands too, should there be no later ones.
            plain, rest = (first * evs).sum(), (later * evs).sum()
            found.append((rest + plain, plain, Cell(action)))
            if first.any():
                found.append((rest + doubled, plain, Cell(action, doubles=True)))
                if surrenders is not None:
                    found.append((rest + (first * surrenders[members]).sum(), plain, Cell(action, surrenders=True)))
        return sorted(found, key=lambda each: each[:2], reverse=True)


def flips(column: Column) -> Iterator[Column]:
    """The column with any one thing about it changed."""
    for total, cell in column.cells.items():
        for other in (Cell(takes, doubles, surrenders) for takes in (STAND, HIT) for doubles, surrenders in _MARKS):
            if other != cell:
                yield dataclasses.replace(column, cells={**column.cells, total: other})


_MARKS = ((False, False), (True, False), (False, True))
