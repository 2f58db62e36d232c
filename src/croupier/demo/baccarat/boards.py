"""The boards beside a baccarat shoe: bead plate, big road, statistics."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from croupier.demo.settled import GAP
from croupier.house.roads import LETTERS, ROWS, Bead, Cell, Mark, bead_plate, big_road, counts

STATISTICS_WIDTH = 20


def boards(marks: Sequence[Mark], shoe: int, width: int) -> Table:
    """The boards of a shoe so far, as the displays at a table show them."""
    room = width - STATISTICS_WIDTH - 2 * GAP
    # A bead is three characters wide, a ring two: about a third of the room is for the bead plate.
    beads = max(2, min(13, room // 8))
    rings = max(2, min(48, (room - 3 * beads) // 2))
    grid, played = Table.grid(padding=(0, GAP, 0, 0)), len(marks)
    titles = ("Bead plate", "Big road, for information only", f"Shoe {shoe}, {played} round{'s' * (played > 1)}")
    grid.add_row(*(Text(title, "faint", no_wrap=True) for title in titles))
    plate = {(bead.column, bead.row): _bead(bead) for bead in bead_plate(marks)}
    road = {(cell.column, cell.row): _cell(cell) for cell in big_road(marks)}
    empty = Text(" · ", "faint"), Text("· ", "faint")
    grid.add_row(_board(plate, beads, empty[0]), _board(road, rings, empty[1]), _statistics(marks))
    return grid


def legend() -> Text:
    """What the signs on the boards mean."""
    return Text("○' Banker pair   ○. Player pair   ○: both   ⊘ and a tie   2 and two ties", "faint")


def _board(drawn: dict[tuple[int, int], Text], columns: int, empty: Text) -> Text:
    """The newest columns of a board, with an empty one after them."""
    first = max(0, 2 + max(column for column, _ in drawn) - columns)
    shown = range(first, first + columns)
    rows = (Text().join(drawn.get((column, row), empty) for column in shown) for row in range(ROWS))
    return Text("\n", no_wrap=True, overflow="crop").join(rows)


def _bead(bead: Bead) -> Text:
    winner = bead.mark.winner
    return Text.assemble((LETTERS[winner] + _pairs(bead.mark), f"{winner}.plate"), " ")


def _cell(cell: Cell) -> Text:
    side, pairs = (cell.mark.winner, _pairs(cell.mark)) if cell.mark else ("tie", " ")
    if cell.ties < 2:
        return Text.assemble(("○⊘"[cell.ties], side), pairs)
    return Text.assemble((str(min(cell.ties, 9)), f"{side}.plate"), pairs)


def _pairs(mark: Mark) -> str:
    """The sign of pairs: Banker's dot above, Player's below."""
    return (" ", ".", "'", ":")[mark.player_pair + 2 * mark.banker_pair]


def _statistics(marks: Sequence[Mark]) -> Table:
    tally = counts(marks)
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=STATISTICS_WIDTH - 8)
    grid.add_column(width=2, justify="right")
    grid.add_column(width=4, justify="right", style="faint")
    for name, count in (("banker", tally.banker), ("player", tally.player), ("tie", tally.tie)):
        grid.add_row(Text(name.capitalize(), name), str(count), f"{count / tally.rounds:.0%}")
    grid.add_row("Banker pairs", str(tally.banker_pairs))
    grid.add_row("Player pairs", str(tally.player_pairs))
    grid.add_row("Naturals", str(tally.naturals))
    return grid
