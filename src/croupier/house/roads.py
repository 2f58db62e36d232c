"""The score boards of a shoe, derived from its finished rounds: five roads and statistics.

A round is written as its winner, `P`, `B` or `T`, then `p` and `b` for a pair of Player and of Banker, `n` for a
natural; a win on the big road takes a slash for the ties that it carries, with their number from two on:

>>> shoe = marks("T Pn P Tb Bp T T B")
>>> [[str(win) for win in streak] for streak in streaks(shoe)]
[['Pn/', 'P/'], ['Bp/2', 'B']]

The big road is counted in streaks, its logical columns, and placed on the board afterwards. The three roads that
derive from it compare streaks: where a long one bends to the right, the columns of the board no longer tell.

>>> "".join(colour[0] for colour in derived(shoe, "big eye boy"))
'r'
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

import msgspec

from croupier.refused import Refused

ROWS = 6
Winner: TypeAlias = Literal["player", "banker", "tie"]
LETTERS: dict[Winner, str] = {"player": "P", "banker": "B", "tie": "T"}
_WINNERS: dict[str, Winner] = {letter: winner for winner, letter in LETTERS.items()}


class Mark(msgspec.Struct, frozen=True):
    """A finished round as the boards show it."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False

    def __str__(self) -> str:
        return LETTERS[self.winner] + "p" * self.player_pair + "b" * self.banker_pair + "n" * self.natural


def marks(text: str) -> tuple[Mark, ...]:
    """Parse marks from a line of text, as `str` writes them."""
    return tuple(map(_read, text.split()))


def _read(text: str) -> Mark:
    match = re.fullmatch(r"([PBT])(p?)(b?)(n?)", text)
    if not match:
        raise Refused(f"unknown mark {text!r}: write P, B or T, then p, b and n for pairs and a natural, such as Bpn")
    return Mark(_WINNERS[match[1]], *map(bool, match.groups()[1:]))


class Bead(msgspec.Struct, frozen=True):
    """A round on the bead plate."""

    mark: Mark
    column: int
    row: int


def bead_plate(marks: Iterable[Mark]) -> tuple[Bead, ...]:
    """Every round in its order, ties too: down each column, then the next.

    >>> bead_plate(marks("P B T B B P T"))[-1]
    Bead(mark=Mark(winner='tie', player_pair=False, banker_pair=False, natural=False), column=1, row=0)
    """
    return tuple(Bead(mark, *divmod(number, ROWS)) for number, mark in enumerate(marks))


class Win(msgspec.Struct, frozen=True):
    """A win as the big road counts it: ties since the win, and before it where it is the first of the shoe."""

    mark: Mark
    ties: int = 0

    def __str__(self) -> str:
        return str(self.mark) + _slash(self.ties)


def streaks(marks: Iterable[Mark]) -> tuple[tuple[Win, ...], ...]:
    """The logical columns of the big road: a new one at each change of winner, of any length."""
    columns: list[list[Win]] = []
    leading = 0
    for mark in marks:
        if mark.winner == "tie":
            if columns:
                columns[-1][-1] = _tied(columns[-1][-1])
            else:
                leading += 1
        elif columns and columns[-1][0].mark.winner == mark.winner:
            columns[-1].append(Win(mark))
        else:
            columns.append([Win(mark, 0 if columns else leading)])
    return tuple(map(tuple, columns))


def _tied(win: Win) -> Win:
    return Win(win.mark, win.ties + 1)


class Cell(msgspec.Struct, frozen=True):
    """A cell of the big road: its mark, where it is drawn, and which win of which streak it is.

    It shows the pairs of the win itself; a tie's own pairs are on the bead plate. Ties before any win stand on a cell
    without a mark until the first win takes them over.
    """

    mark: Mark | None
    ties: int
    column: int
    row: int
    streak: int
    depth: int

    def __str__(self) -> str:
        return str(self.mark or "") + _slash(self.ties)


def big_road(marks: Sequence[Mark]) -> tuple[Cell, ...]:
    """The big road as it is drawn, wins in their order.

    >>> [(str(cell), cell.column, cell.row) for cell in big_road(marks("P P P P P P P B T"))[-3:]]
    [('P', 0, 5), ('P', 1, 5), ('B/', 1, 0)]
    """
    if columns := streaks(marks):
        return tuple(_placed(columns))
    return (Cell(None, len(marks), 0, 0, 0, 0),) if marks else ()


def _placed(streaks: Sequence[Sequence[Win]]) -> Iterator[Cell]:
    for (number, depth), (column, row) in _places([len(streak) for streak in streaks]):
        win = streaks[number][depth]
        yield Cell(win.mark, win.ties, column, row, number, depth)


def _places(lengths: Iterable[int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where streaks of these lengths are drawn: (streak, depth), (column, row) of each cell."""
    taken: set[tuple[int, int]] = set()
    start = -1
    for number, length in enumerate(lengths):
        start += 1
        while (start, 0) in taken:
            start += 1
        for depth, place in zip(range(length), _path(start, taken), strict=False):
            taken.add(place)
            yield (number, depth), place


def _path(column: int, taken: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Down to the bottom or to a taken cell, then to the right, where no earlier streak can be in the way."""
    row = 0
    yield column, row
    while row + 1 < ROWS and (column, row + 1) not in taken:
        row += 1
        yield column, row
    while True:
        column += 1
        yield column, row


Colour: TypeAlias = Literal["red", "blue"]
"""Red where the shoe repeats its pattern, blue where it does not; independent of who won."""
Derived: TypeAlias = Literal["big eye boy", "small road", "cockroach road"]
BACK: dict[Derived, int] = {"big eye boy": 1, "small road": 2, "cockroach road": 3}
"""How many columns back each derived road compares."""


class Spot(msgspec.Struct, frozen=True):
    """A place on a derived road."""

    colour: Colour
    column: int
    row: int


def derived(marks: Iterable[Mark], road: Derived) -> tuple[Colour, ...]:
    """The entries of a derived road in their order.

    With n = `BACK[road]`: a win that opens a column is red where the column before it is as long as the one n columns
    before that. A win further down is blue where the column n back ends just above its row, else red.

    >>> derived(marks("P P B B P P P B"), "big eye boy")
    ('red', 'red', 'red', 'blue', 'blue')
    """
    lengths = [len(streak) for streak in streaks(marks)]
    back = BACK[road]
    colours: list[Colour] = []
    for number, length in enumerate(lengths):
        for depth in range(length):
            if depth and number >= back:
                colours.append("blue" if lengths[number - back] == depth else "red")
            elif not depth and number > back:
                colours.append("red" if lengths[number - 1] == lengths[number - 1 - back] else "blue")
    return tuple(colours)


def derived_road(marks: Iterable[Mark], road: Derived) -> tuple[Spot, ...]:
    """A derived road as it is drawn: entries of one colour go down a column, as wins do on the big road.

    >>> derived_road(marks("P P B B P P P B"), "big eye boy")[-1]
    Spot(colour='blue', column=1, row=1)
    """
    runs = [(colour, len(list(run))) for colour, run in groupby(derived(marks, road))]
    places = _places([length for _, length in runs])
    return tuple(Spot(runs[number][0], column, row) for (number, _), (column, row) in places)


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe in numbers; a round with a pair on each hand counts in both."""

    rounds: int
    player: int
    banker: int
    tie: int
    player_pairs: int
    banker_pairs: int
    naturals: int


def counts(marks: Sequence[Mark]) -> Counts:
    """The statistics of a shoe.

    >>> counts(marks("Pn Bp T Bpb"))
    Counts(rounds=4, player=1, banker=2, tie=1, player_pairs=2, banker_pairs=1, naturals=1)
    """
    winners = Counter(mark.winner for mark in marks)
    return Counts(
        rounds=len(marks),
        player=winners["player"],
        banker=winners["banker"],
        tie=winners["tie"],
        player_pairs=sum(mark.player_pair for mark in marks),
        banker_pairs=sum(mark.banker_pair for mark in marks),
        naturals=sum(mark.natural for mark in marks),
    )


def _slash(ties: int) -> str:
    return "" if not ties else "/" if ties == 1 else f"/{ties}"
