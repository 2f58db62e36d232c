"""The pay tables of Blackjack Lucky 8, row by row: what is declared, what just hits it and what just misses it.

A round is written as an initial deal, the two cards of the box against the Dealer's card, then what is said and what is
dealt: `6S 5H | 9D` and `double 9C TC` is eleven doubled to twenty against the Dealer's nineteen.
"""

import csv
from collections import Counter
from typing import NamedTuple

import pytest

import places
from croupier.cards import Card, cards
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.variants import LUCKY_8
from croupier.games.wager import Line
from croupier.money import Pays

GOLDEN = places.GOLDEN / "paytables.csv"
STAKE = 600


class Row(NamedTuple):
    """One line of the golden file."""

    game: str
    document: str
    wager: str
    outcome: str
    pays: str
    clause: str


class Played(NamedTuple):
    """A round of one player."""

    deal: str
    script: str


ROWS = [row for fields in csv.reader(GOLDEN.read_text("utf-8").splitlines()) if (row := Row(*fields)).game == "lucky-8"]

NEAR: dict[tuple[str, str], tuple[Played, Played]] = {
    # The main wager: an Ace and a Ten, but not on a split; one point more than the Dealer, but not as many.
    ("main", "Blackjack"): (Played("AS TH | TD", "9C"), Played("TS TH | 9D", "split AS AD 8C")),
    ("main", "Regular win"): (Played("TS 8H | TD", "stand 7C"), Played("TS 7H | TD", "stand 7C")),
    # Insurance: the second card, and not a Ten that comes third.
    ("insurance", "Dealer's second card worth ten"): (
        Played("TS 8H | AD", "insure:300 stand TC"),
        Played("TS 8H | AD", "insure:300 stand 5C TC 2C"),
    ),
    # Pairs: a Ten and a Jack are worth the same and do not pair.
    ("pair", "Pair"): (Played("TS TH | 9D", "stand TC"), Played("TS JH | 9D", "stand TC")),
    # Lucky 8: another suit, a Seven or a Jack in place of the last card that is needed.
    ("lucky-8", "Three suited 8s"): (Played("8S 8S | 8S", "stand TC"), Played("8S 8S | 8C", "stand TC")),
    ("lucky-8", "Three unsuited 8s"): (Played("8S 8H | 8D", "stand TC"), Played("8S 8H | 7D", "stand TC")),
    ("lucky-8", "Two suited 8s"): (Played("8S 7H | 8S", "stand TC"), Played("8S 7H | 8C", "stand TC")),
    ("lucky-8", "Two unsuited 8s"): (Played("8S 8H | 7D", "stand TC"), Played("8S 9H | 7D", "stand TC")),
    ("lucky-8", "Two of a Kind"): (Played("TS 9H | TD", "stand 7C"), Played("TS 9H | JD", "stand 7C")),
}


def settled(played: Played, wager: str) -> list[Line]:
    """What becomes of a wager, each on its own hand where there are several."""
    (first, second), [dealer] = map(cards, played.deal.split("|"))
    words = played.script.split()
    said = [word for word in words if word[0].islower()]
    drawn = [Card(word) for word in words if word not in said]
    stakes = {"main": STAKE} if wager == "insurance" else {"main": STAKE, wager: STAKE}
    lines = settle(LUCKY_8, (first, dealer, second, *drawn), stakes, said).lines
    return [line for line in lines if line.wager == wager]


def test_the_golden_rows_are_the_declared_ones_no_more_and_no_less() -> None:
    declared = [
        (wager.name, row.outcome, str(row.pays), "lucky8")
        for wager in LUCKY_8.wagers
        for row in wager.paytable
        if row.pays
    ]
    golden = [(row.wager, row.outcome, row.pays, row.document) for row in ROWS]
    assert Counter(declared) == Counter(golden)
    assert NEAR.keys() == {(row.wager, row.outcome) for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.wager}-{row.outcome}")
@pytest.mark.clause("lucky8 4.1", "lucky8 4.2")
def test_4_1_and_4_2_a_round_that_just_hits_a_row_is_paid_by_it_and_one_that_just_misses_is_not(row: Row) -> None:
    hit, miss = NEAR[row.wager, row.outcome]
    [line] = settled(hit, row.wager)
    assert (line.result, line.outcome, line.pays) == ("win", row.outcome, row.pays)
    assert line.net == Pays.parse(row.pays).of(line.stake)
    assert f"lucky8 {row.clause}" in line.clauses
    missed = {line.outcome for line in settled(miss, row.wager)}
    assert missed
    assert row.outcome not in missed


@pytest.mark.parametrize(
    ("wager", "played", "net"),
    [
        ("main", Played("AS TH | TD", "9C"), 900),
        ("main", Played("TS 8H | TD", "stand 7C"), 600),
        ("insurance", Played("TS 8H | AD", "insure:300 stand TC"), 600),
        ("insurance", Played("TS 8H | AD", "insure:300 stand 9C"), -300),
        ("pair", Played("TS TH | 9D", "stand TC"), 6_600),
        ("lucky-8", Played("8S 8S | 8S", "stand TC"), 600_000),
        ("lucky-8", Played("8S 8S | 8C", "stand TC"), 60_000),
        ("lucky-8", Played("8S 7H | 8S", "stand TC"), 6_000),
        ("lucky-8", Played("8S 7H | 8C", "stand TC"), 3_000),
        ("lucky-8", Played("TS 9H | TD", "stand 7C"), 1_800),
        ("lucky-8", Played("8S 9H | 7D", "stand TC"), -600),
    ],
)
@pytest.mark.clause("lucky8 4.1", "lucky8 4.2")
def test_4_1_and_4_2_in_cents(wager: str, played: Played, net: int) -> None:
    assert [line.net for line in settled(played, wager)] == [net]
