"""The boards of a shoe: known hard sequences to the letter, and what must hold of every sequence."""

import itertools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import places
from croupier.cards import cards
from croupier.games.baccarat.messages import CloseBets, DealCard, OpenBets, RunOut, Settle
from croupier.games.baccarat.round import Round, play
from croupier.games.terms import Terms
from croupier.house.roads import (
    BACK,
    ROWS,
    Bead,
    Cell,
    Derived,
    Mark,
    Spot,
    bead_plate,
    big_road,
    counts,
    derived,
    derived_road,
    marks,
    streaks,
)
from croupier.house.views.baccarat.view import marks_of
from croupier.refused import Refused

GOLDEN = sorted(places.GOLDEN.joinpath("roads").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_board_of_a_known_sequence_to_the_letter(path: Path) -> None:
    text = path.read_text("utf-8")
    title, rounds, *_ = text.split("\n\n")
    if os.environ.get("REGENERATE"):
        path.write_text(written(title, rounds), "utf-8")
    assert written(title, rounds) == path.read_text("utf-8")


def written(title: str, rounds: str) -> str:
    """A golden file: what it shows, the rounds, the streaks they make, and both boards."""
    shoe = marks(rounds)
    lengths = " ".join(f"{streak[0].mark}"[0] + str(len(streak)) for streak in streaks(shoe))
    found = counts(shoe)
    numbers = (
        f"{found.rounds} rounds: Player {found.player}, Banker {found.banker}, tie {found.tie}; "
        f"pairs: Player {found.player_pairs}, Banker {found.banker_pairs}; naturals {found.naturals}"
    )
    parts = (
        title,
        rounds,
        numbers,
        f"streaks: {lengths}".rstrip(),
        "bead plate\n" + board((bead, str(bead.mark)) for bead in bead_plate(shoe)),
        "big road\n" + board((cell, str(cell)) for cell in big_road(shoe)),
        *(f"{road}\n" + board((spot, spot.colour[0]) for spot in derived_road(shoe, road)) for road in BACK),
    )
    return "\n\n".join(parts) + "\n"


def board(placed: Iterable[tuple[Bead | Cell | Spot, str]]) -> str:
    texts = {(each.column, each.row): text for each, text in placed}
    columns = range(1 + max((column for column, _ in texts), default=0))
    width = max(map(len, texts.values()), default=1)
    rows = (" ".join(texts.get((column, row), ".").ljust(width) for column in columns) for row in range(ROWS))
    return "\n".join(row.rstrip() for row in rows)


MARKS = st.builds(Mark, st.sampled_from(("player", "banker", "tie")), st.booleans(), st.booleans(), st.booleans())


@st.composite
def _shoes(draw: st.DrawFn) -> tuple[Mark, ...]:
    """Rounds in runs, so that long streaks meet more often than by chance."""
    runs = draw(st.lists(st.tuples(MARKS, st.integers(1, 16)), max_size=24))
    return tuple(itertools.chain.from_iterable([mark] * length for mark, length in runs))


SHOES = st.one_of(st.lists(MARKS, max_size=90).map(tuple), _shoes())


def without_ties(shoe: Iterable[Mark]) -> list[Mark]:
    return [mark for mark in shoe if mark.winner != "tie"]


@given(SHOES)
def test_every_round_has_its_bead_and_none_shares_a_place(shoe: tuple[Mark, ...]) -> None:
    beads = bead_plate(shoe)
    assert [bead.mark for bead in beads] == list(shoe)
    assert [bead.column * ROWS + bead.row for bead in beads] == list(range(len(shoe)))


@given(SHOES)
def test_every_win_has_one_cell_in_its_order_and_no_two_share_a_place(shoe: tuple[Mark, ...]) -> None:
    cells = big_road(shoe)
    assert [cell.mark for cell in cells if cell.mark] == without_ties(shoe)
    assert len({(cell.column, cell.row) for cell in cells}) == len(cells)
    assert len({(cell.streak, cell.depth) for cell in cells}) == len(cells)
    assert all(0 <= cell.row < ROWS and cell.column >= 0 for cell in cells)


@given(SHOES)
def test_no_tie_is_lost_or_takes_a_cell_of_its_own_once_there_is_a_win(shoe: tuple[Mark, ...]) -> None:
    cells = big_road(shoe)
    assert sum(cell.ties for cell in cells) == counts(shoe).tie
    assert all(cell.mark and cell.mark.winner != "tie" for cell in cells) or not without_ties(shoe)


@given(SHOES)
def test_logical_columns_are_the_streaks_however_they_bend(shoe: tuple[Mark, ...]) -> None:
    lengths = [len(list(run)) for _, run in itertools.groupby(without_ties(shoe), key=lambda mark: mark.winner)]
    assert [len(streak) for streak in streaks(shoe)] == lengths
    placed = [cell for cell in big_road(shoe) if cell.mark]
    assert [(cell.streak, cell.depth) for cell in placed] == [
        (number, depth) for number, length in enumerate(lengths) for depth in range(length)
    ]


@given(SHOES)
def test_a_streak_goes_down_while_it_can_and_right_ever_after(shoe: tuple[Mark, ...]) -> None:
    taken: set[tuple[int, int]] = set()
    for streak in drawn(shoe):
        top = streak[0]
        assert top.row == 0
        turned = False
        for before, after in itertools.pairwise(streak):
            free = before.row + 1 < ROWS and (before.column, before.row + 1) not in taken
            turned = turned or not free
            step = (after.column - before.column, after.row - before.row)
            assert step == ((1, 0) if turned else (0, 1))
        taken |= {(cell.column, cell.row) for cell in streak}


@given(SHOES)
def test_a_streak_starts_at_the_first_free_top_right_of_the_start_before(shoe: tuple[Mark, ...]) -> None:
    taken: set[tuple[int, int]] = set()
    start = -1
    for streak in drawn(shoe):
        start = next(column for column in itertools.count(start + 1) if (column, 0) not in taken)
        assert (streak[0].column, streak[0].row) == (start, 0)
        taken |= {(cell.column, cell.row) for cell in streak}


def drawn(shoe: tuple[Mark, ...]) -> Iterator[list[Cell]]:
    cells = [cell for cell in big_road(shoe) if cell.mark]
    for _, run in itertools.groupby(cells, key=lambda cell: cell.streak):
        yield list(run)


@given(SHOES, MARKS)
def test_a_new_round_moves_nothing_that_is_already_drawn(shoe: tuple[Mark, ...], last: Mark) -> None:
    before = [(cell.mark, cell.column, cell.row) for cell in big_road(shoe) if cell.mark]
    after = [(cell.mark, cell.column, cell.row) for cell in big_road((*shoe, last)) if cell.mark]
    assert after[: len(before)] == before
    assert len(after) == len(before) + (last.winner != "tie")


def looked_up(shoe: tuple[Mark, ...], back: int) -> list[str]:
    """A derived road read off the big road by eye, on a board so deep that no streak ever bends."""
    board = {(cell.streak, cell.depth) for cell in big_road(shoe) if cell.mark}
    found = []
    for streak, depth in sorted(board):
        if (streak, depth) < (back, 1):
            continue
        if depth:
            beside, above = (streak - back, depth) in board, (streak - back, depth - 1) in board
            found.append("blue" if above and not beside else "red")
        else:
            # A new column: had the last one gone on instead, would that have been told the other way?
            last = max(row for column, row in board if column == streak - 1) + 1
            beside, above = (streak - 1 - back, last) in board, (streak - 1 - back, last - 1) in board
            found.append("red" if above and not beside else "blue")
    return found


@given(SHOES, st.sampled_from(sorted(BACK)))
def test_a_derived_road_is_what_one_reads_off_the_big_road(shoe: tuple[Mark, ...], road: Derived) -> None:
    assert list(derived(shoe, road)) == looked_up(shoe, BACK[road])
    spots = derived_road(shoe, road)
    assert [spot.colour for spot in spots] == list(derived(shoe, road))
    assert len({(spot.column, spot.row) for spot in spots}) == len(spots)
    assert all(0 <= spot.row < ROWS for spot in spots)


@given(SHOES)
def test_the_counts_are_those_of_the_marks(shoe: tuple[Mark, ...]) -> None:
    found = counts(shoe)
    assert found.player + found.banker + found.tie == found.rounds == len(shoe)
    assert found.player_pairs == len([mark for mark in shoe if mark.player_pair])
    assert found.banker_pairs == len([mark for mark in shoe if mark.banker_pair])
    assert found.naturals == len([mark for mark in shoe if mark.natural])


@given(SHOES)
def test_marks_are_read_as_they_are_written(shoe: tuple[Mark, ...]) -> None:
    assert marks(" ".join(map(str, shoe))) == shoe


def test_a_mark_that_cannot_be_is_refused_with_what_can() -> None:
    with pytest.raises(Refused, match="unknown mark 'X': write P, B or T"):
        marks("P X")


def test_the_five_hundred_ties_before_any_win_stand_on_one_empty_cell() -> None:
    shoe = marks("T " * 500)
    assert big_road(shoe) == (Cell(None, 500, 0, 0, 0, 0),)
    assert big_road((*shoe, Mark("banker"))) == (Cell(Mark("banker"), 500, 0, 0, 0, 0),)
    assert streaks(shoe) == ()


def test_a_shoe_without_rounds_has_empty_boards() -> None:
    assert (bead_plate(()), big_road(()), streaks(())) == ((), (), ())


def dealt(text: str) -> Round:
    return play(
        OpenBets(terms=Terms.of("tiger")), CloseBets(), *(DealCard(card=card) for card in cards(text)), Settle()
    )


@pytest.mark.clause("ebaccarat 5.3")
def test_a_void_round_leaves_no_mark_and_one_under_way_none_yet() -> None:
    void = play(OpenBets(terms=Terms.of("tiger")), CloseBets(), DealCard(card=cards("8S")[0]), RunOut())
    complete = play(
        OpenBets(terms=Terms.of("tiger")), CloseBets(), *(DealCard(card=card) for card in cards("9S 2C KS 5C"))
    )
    shoe = [dealt("9S 2C KS 5C"), void, dealt("KS 9S KC 9S"), complete]
    assert marks_of(shoe) == marks("Pn Bpbn")
