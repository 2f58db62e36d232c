"""The pay table of Dueling 8's 21+, row by row: what is declared, what just hits it and what just misses it.

A round is written as it went, cards and decisions in their order: `KH stand 9C` is a King to the printed 8, a stand on
18, and a Dealer who draws a 9 to the printed 8.
"""

import csv
from collections import Counter
from typing import NamedTuple

import pytest

import places
from croupier.cards import RANKS, SUITS, cards
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.variants import DUELING_8S
from croupier.games.wager import Line
from croupier.money import PUSH

GOLDEN = places.GOLDEN / "paytables.csv"
STAKE = 2_000


class Row(NamedTuple):
    """One line of the golden file."""

    game: str
    document: str
    wager: str
    outcome: str
    pays: str
    clause: str


ROWS = [
    row for fields in csv.reader(GOLDEN.read_text("utf-8").splitlines()) if (row := Row(*fields)).game == "dueling-8s"
]

NEAR: dict[tuple[str, str], tuple[str, str]] = {
    ("main", "Regular win"): ("KH stand 9C", "9H stand 9C"),
    ("main", "6-7-8 bonus not all Spades (extra)"): ("6S hit 7H 9C", "5S hit 7H stand 9C"),
    ("main", "6-7-8 bonus all Spades (extra)"): ("7S hit 6S 9C", "7S hit 6C 9C"),
    ("tie-on-18", "Player and Dealer both finish on 18"): ("KH stand QC", "9H stand QC"),
    # The run of 8s, one card or one suit short.
    ("superb-8s", "Four 8s all Spades"): ("8S split 8S stand 8S stand 9C", "8S split 8S stand 8H stand 9C"),
    ("superb-8s", "Four 8s"): ("8S split 8S stand 8H stand 9C", "8S split 8S stand 7H stand 9C"),
    ("superb-8s", "Three 8s"): ("8H hit 8D", "8H hit 7D"),
    ("superb-8s", "Two 8s"): ("8H stand 9C", "7H stand 9C"),
    # The Dealer's bust with the last card, and one card more, or a last card that does not bust.
    ("21-plus", "Dealer busts with 8 cards"): ("9H stand 3D AC AD AH AS AC KC", "9H stand 3D AC AD AH AS AC AD"),
    ("21-plus", "Dealer busts with 7 cards"): ("9H stand 3D AC AD AH AS KC", "9H stand 3D AC AD AH AS AC KC"),
    ("21-plus", "Dealer busts with 6 cards"): ("9H stand 2D 2C 2H 2S 6C", "9H stand 2D 2C 2H 2S 5C"),
    ("21-plus", "Dealer busts with 5 cards"): ("9H stand 2D 2C 2H 9C", "9H stand 2D 2C 2H 2S 6C"),
    ("21-plus", "Dealer busts with 4 cards"): ("9H stand 2D 4C 9C", "9H stand 2D 4C 7C"),
    ("21-plus", "Dealer busts with 3 cards"): ("9H stand 6D 9C", "9H stand 6D 7C"),
}
"""By wager and outcome: a round that just hits the row, and one that just misses it."""


def lines(row: Row, script: str) -> list[Line]:
    """What 20.00 on the wager comes to, beside 20.00 on the main wager without which there is no hand."""
    words = script.split()
    is_card = [word[0] in RANKS and word[1:] in SUITS for word in words]
    dealt = cards(word for word, card in zip(words, is_card, strict=True) if card)
    decisions = [word for word, card in zip(words, is_card, strict=True) if not card]
    settled = settle(DUELING_8S, dealt, {"main": STAKE, row.wager: STAKE}, decisions)
    return [line for line in settled.lines if line.wager == row.wager]


def winnings(pays: str) -> int:
    """What 20.00 wins, worked out by itself from the pay as the golden file writes it."""
    num, den = map(int, pays.split(":"))
    assert STAKE * num % den == 0
    return STAKE * num // den


each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.wager}: {row.outcome}")


@pytest.mark.clause("dueling8 4.1", "dueling8 4.2", "dueling8 4.3")
def test_section_4_what_the_game_declares_is_what_the_document_lists_and_nothing_else() -> None:
    declared = Counter(
        Row("dueling-8s", pay.clauses[0].document.id, wager.name, pay.outcome, str(pay.pays), pay.clauses[0].id)
        for wager in DUELING_8S.wagers
        for pay in wager.paytable
    )
    assert declared == Counter(ROWS)


def test_the_golden_file_has_fourteen_rows_and_each_of_them_has_its_two_rounds() -> None:
    assert len(ROWS) == len(set(ROWS)) == 14
    assert NEAR.keys() == {(row.wager, row.outcome) for row in ROWS}


@pytest.mark.clause("dueling8 4.4.2", "dueling8 4.5.2", "dueling8 4.6.1")
def test_what_no_pay_table_lists_is_the_bust_the_stand_off_and_the_win_by_the_dealers_bust() -> None:
    unlisted = [
        (wager.name, pay.outcome, pay.pays) for wager in DUELING_8S.wagers for pay in wager.rows if not pay.listed
    ]
    assert [each[:2] for each in unlisted] == [("main", "Bust"), ("main", "Regular win"), ("main", "Stand-off")]
    assert [str(pays) for _, _, pays in unlisted] == ["None", "1:1", "push"]
    assert unlisted[-1][2] == PUSH


@each_row
@pytest.mark.clause("dueling8 4.1", "dueling8 4.2", "dueling8 4.3")
def test_section_4_a_round_that_just_hits_the_row_is_paid_by_it(row: Row) -> None:
    hit, _ = NEAR[row.wager, row.outcome]
    [paid] = [line for line in lines(row, hit) if line.outcome == row.outcome]
    assert (paid.result, paid.stake, paid.pays, paid.net) == ("win", STAKE, row.pays, winnings(row.pays))
    assert f"{row.document} {row.clause}" in paid.clauses


@each_row
@pytest.mark.clause("dueling8 4.1", "dueling8 4.2", "dueling8 4.3")
def test_section_4_a_round_that_just_misses_the_row_is_not_paid_by_it(row: Row) -> None:
    hit, miss = NEAR[row.wager, row.outcome]
    missed = lines(row, miss)
    assert missed, "the wager is settled all the same"
    assert row.outcome not in {line.outcome for line in missed}
    assert sum(line.net for line in missed) != sum(line.net for line in lines(row, hit))


@pytest.mark.parametrize("stake", [2, 100, 1_000_000])
@pytest.mark.clause("dueling8 4.2", "dueling8 4.3")
def test_section_4_the_longest_odds_are_paid_in_full_whatever_the_stake(stake: int) -> None:
    spades = settle(DUELING_8S, cards("8S 8S 8S 9C"), {"main": 2, "superb-8s": stake}, ["split", "stand", "stand"])
    assert spades.net["superb-8s"] == 8_000 * stake, "there is no cap (R-30)"
    eight = settle(DUELING_8S, cards("9H 3D AC AD AH AS AC KC"), {"main": 2, "21-plus": stake}, ["stand"])
    assert eight.net["21-plus"] == 800 * stake
