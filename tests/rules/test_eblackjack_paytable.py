"""The pay table of Electronic Blackjack, row by row: what is declared, what just hits it and what just misses it.

A round is written as it went, cards and decisions in their order: `KS 9D 8H stand KC` is a King and an 8 against the
Dealer's 9, a stand on 18, and a Dealer who draws a King.
"""

import csv
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

import places
from croupier.cards import RANKS, STANDARD, SUITS, Card, cards
from croupier.games.blackjack.messages import (
    AnyCommand,
    CloseBets,
    CloseDecisions,
    CloseOffers,
    DealCard,
    Decide,
    Insure,
    OpenBets,
    PlaceWager,
    Settle,
    Surrender,
)
from croupier.games.blackjack.outcome import Bounty, opening
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.stream.round import decide, evolve, expects
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import E_BLACKJACK
from croupier.games.round import Role, tag
from croupier.games.terms import Terms
from croupier.games.wager import Line

GOLDEN = places.GOLDEN / "paytables.csv"
STAKE = 2_000
INSURED = STAKE // 2


class Row(NamedTuple):
    """One line of the golden file."""

    game: str
    document: str
    wager: str
    outcome: str
    pays: str
    clause: str


ROWS = [
    row for fields in csv.reader(GOLDEN.read_text("utf-8").splitlines()) if (row := Row(*fields)).game == "e-blackjack"
]

NEAR: dict[tuple[str, str], tuple[str, str, str | None]] = {
    ("main", "Blackjack"): ("AS KD QH 9C", "AS KD QH AC", "Blackjack against Blackjack"),
    ("main", "Regular win"): ("KS 9D TH stand KC", "KS 9D 9H stand KC", "Stand-off"),
    ("insurance", "Dealer's second card worth ten"): ("KS AD 6H insure hit 8C TC", "KS AD 6H insure hit 8C 9C", None),
    # A pair of another suit, and a Ten beside a Jack.
    ("bet-the-set-21", "Suited Pair"): ("TS 9D TS surrender", "TS 9D TC surrender", "Unsuited Pair"),
    ("bet-the-set-21", "Unsuited Pair"): ("TS 9D TC surrender", "TS 9D JC surrender", None),
    # A Jack for the Queen, and one suit off.
    ("royal-match-21", "Suited King and Queen"): ("QH 9D KH surrender", "JH 9D KH surrender", "Two other suited cards"),
    ("royal-match-21", "Two other suited cards"): ("2C 9D 7C surrender", "2C 9D 7S surrender", None),
    # One card off at every grade, the Dealer's Blackjack first.
    ("kings-bounty", "Two Kings of Spades and Dealer Blackjack"): (
        "KS TD KS surrender AC",
        "KS TD KS surrender 9C",
        "Two Kings of Spades",
    ),
    ("kings-bounty", "Two Kings of Spades"): ("KS 9D KS surrender", "KC 9D KC surrender", "Two suited Kings"),
    ("kings-bounty", "Two suited Kings"): ("KC TD KC surrender", "KC TD KS surrender", "Two Kings"),
    ("kings-bounty", "Two suited Queens, Jacks or Tens"): ("JD 9D JD surrender", "JD 9D QD surrender", "Suited 20"),
    ("kings-bounty", "Suited 20"): ("AH 9D 9H surrender", "AH 9D 8H surrender", None),
    ("kings-bounty", "Two Kings"): ("KC 9D KS surrender", "KC 9D QS surrender", "Unsuited 20"),
    ("kings-bounty", "Unsuited 20"): ("AH 9D 9S surrender", "TH 9D 9S surrender", None),
}
"""By wager and outcome: a round that just hits the row, one that just misses it, and what it gets instead."""


def stakes(row: Row) -> dict[str, int]:
    """A stake of 20.00 on the main wager and on the one of the row; insurance is half the main one by itself."""
    return {"main": STAKE} if row.wager == "insurance" else {"main": STAKE, row.wager: STAKE}


def read(script: str) -> tuple[tuple[Card, ...], list[str]]:
    """The cards and the decisions of a round, each in their order."""
    words = script.split()
    dealt = [word for word in words if word[0] in RANKS and word[1:] in SUITS]
    return cards(dealt), [word for word in words if word not in dealt]


def from_the_record(row: Row, script: str) -> Line:
    dealt, decisions = read(script)
    [line] = [line for line in settle(E_BLACKJACK, dealt, stakes(row), decisions).lines if line.wager == row.wager]
    return line


COMMANDS: dict[str, AnyCommand] = {
    "insure": Insure(bettor="T1"),
    "surrender": Surrender(bettor="T1"),
    "stand": Decide(bettor="T1", action="stand"),
    "hit": Decide(bettor="T1", action="hit"),
}


def from_the_terminal(row: Row, script: str) -> Line:
    """The same round at a terminal; each window closes when its one decision is made."""
    round: StreamRound | None = None
    for event in decide(None, OpenBets(terms=Terms.of("e-blackjack")), Role.DEALER):
        round = evolve(round, event)
    assert round is not None
    commands: list[AnyCommand] = [
        *(PlaceWager(bettor="T1", wager=wager, stake=stake) for wager, stake in stakes(row).items()),
        CloseBets(),
    ]
    for word in script.split():
        commands.append(COMMANDS.get(word) or DealCard(card=Card(word)))
        if word in COMMANDS:
            commands.append(CloseOffers() if word == "insure" else CloseDecisions())
    for command in (*commands, Settle()):
        by = next(expected.by for expected in expects(round) if expected.command == tag(command))
        for event in decide(round, command, by):
            round = evolve(round, event)
    [line] = [line for line in round.settlement()["T1"] if line.wager == row.wager]
    return line


def winnings(row: Row) -> int:
    """What the stake wins, worked out by itself from the pay as the golden file writes it."""
    num, den = map(int, row.pays.split(":"))
    won, rest = divmod((INSURED if row.wager == "insurance" else STAKE) * num, den)
    assert rest == 0
    return won


each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.wager}: {row.outcome}")


@pytest.mark.clause("eblackjack 4.1", "eblackjack 4.2", "eblackjack 4.3", "eblackjack 4.4")
def test_section_4_what_the_game_declares_is_what_the_document_lists_and_nothing_else() -> None:
    declared = Counter(
        Row("e-blackjack", pay.clauses[0].document.id, wager.name, pay.outcome, str(pay.pays), pay.clauses[0].id)
        for wager in E_BLACKJACK.wagers
        for pay in wager.paytable
    )
    assert declared == Counter(ROWS)


def test_the_golden_file_has_fourteen_rows_and_each_of_them_has_its_two_rounds() -> None:
    assert len(ROWS) == len(set(ROWS)) == 14
    assert NEAR.keys() == {(row.wager, row.outcome) for row in ROWS}


@pytest.mark.clause("eblackjack 4.5.3", "eblackjack 4.6.2", "eblackjack 4.6.3", "eblackjack 4.8")
def test_what_no_pay_table_lists_are_the_stand_offs_the_named_losses_and_the_dealers_bust() -> None:
    unlisted = [
        (wager.name, pay.outcome, "lose" if pay.pays is None else str(pay.pays))
        for wager in E_BLACKJACK.wagers
        for pay in wager.rows
        if not pay.listed
    ]
    assert unlisted == [
        ("main", "Bust", "lose"),
        ("main", "Blackjack against Blackjack", "push"),
        ("main", "Dealer Blackjack", "lose"),
        ("main", "Regular win", "1:1"),
        ("main", "Stand-off", "push"),
    ]


@each_row
@pytest.mark.clause("eblackjack 4.1", "eblackjack 4.2", "eblackjack 4.3", "eblackjack 4.4")
def test_section_4_a_round_that_just_hits_the_row_is_paid_by_it(row: Row) -> None:
    hit, _, _ = NEAR[row.wager, row.outcome]
    for paid in (from_the_record(row, hit), from_the_terminal(row, hit)):
        assert (paid.result, paid.outcome, paid.pays, paid.net) == ("win", row.outcome, row.pays, winnings(row))
        assert f"{row.document} {row.clause}" in paid.clauses


@each_row
@pytest.mark.clause("eblackjack 4.1", "eblackjack 4.2", "eblackjack 4.3", "eblackjack 4.4")
def test_section_4_a_round_that_just_misses_the_row_is_not_paid_by_it(row: Row) -> None:
    _, miss, instead = NEAR[row.wager, row.outcome]
    for missed in (from_the_record(row, miss), from_the_terminal(row, miss)):
        assert missed.outcome == instead
        assert missed.net < winnings(row)
        assert (missed.net == -missed.stake) == (instead is None)


@pytest.mark.parametrize("stake", [2, 100, 1_000_000])
@pytest.mark.clause("eblackjack 4.4")
def test_4_4_a_thousand_to_one_is_paid_in_full_whatever_the_stake(stake: int) -> None:
    settled = settle(E_BLACKJACK, cards("KS AD KS QC"), {"main": 2, "kings-bounty": stake}, ["stand"])
    assert settled.net["kings-bounty"] == 1_000 * stake, "there is no cap (R-30)"


def edge(wager: str, decks: int) -> Fraction:
    """The house edge of a side wager on a full shoe, by counting every two cards and the Dealer's two."""
    total, lost = 52 * decks, Fraction(0)
    rules = E_BLACKJACK.by_name[wager]
    for first, second in product(STANDARD.cards, STANDARD.cards):
        chance = Fraction(decks * (decks - (first == second)), total * (total - 1))
        seen = opening(first, second)
        if wager != "kings-bounty":
            lost -= chance * rules.match(seen).net(2) / 2
            continue
        tens = 16 * decks - (first.rank in "TJQK") - (second.rank in "TJQK")
        aces = 4 * decks - (first.rank == "A") - (second.rank == "A")
        blackjack = Fraction(2 * tens * aces, (total - 2) * (total - 3))
        for dealer_has_it, weight in ((True, blackjack), (False, 1 - blackjack)):
            lost -= chance * weight * rules.match(Bounty(seen, dealer_has_it)).net(2) / 2
    return lost


@pytest.mark.parametrize(
    ("wager", "decks", "percent"),
    [
        ("bet-the-set-21", 6, "10.61"),
        ("bet-the-set-21", 2, "20.39"),
        ("royal-match-21", 6, "6.67"),
        ("royal-match-21", 2, "8.33"),
        ("kings-bounty", 6, "23.164"),
        ("kings-bounty", 2, "28.75"),
    ],
)
@pytest.mark.clause("eblackjack 4.2", "eblackjack 4.3", "eblackjack 4.4")
def test_section_4_the_side_wagers_have_the_edges_of_the_readings_taken(wager: str, decks: int, percent: str) -> None:
    places = len(percent.partition(".")[2])
    assert f"{float(100 * edge(wager, decks)):.{places}f}" == percent
