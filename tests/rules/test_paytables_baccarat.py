"""The pay tables of the baccarat games, row by row: what is declared, what just hits it and what just misses it.

A deal is written as the hands lie at its end, Player | Banker: `2S 3D KH | 4C 2H` is five for Player in three cards
against Banker's six in two.
"""

import csv
from collections import Counter
from typing import NamedTuple

import pytest

import places
from croupier.cards import Card, cards
from croupier.games.baccarat.settlement import settle
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.wager import Line
from croupier.money import Pays

GOLDEN = places.GOLDEN / "paytables.csv"
GAMES = {rules.name: rules for rules in VARIANTS}
DOCUMENTS = {"ebaccarat", "superbaccarat"}


class Row(NamedTuple):
    """One line of the golden file."""

    game: str
    document: str
    wager: str
    outcome: str
    pays: str
    clause: str


ROWS = [
    row for fields in csv.reader(GOLDEN.read_text("utf-8").splitlines()) if (row := Row(*fields)).document in DOCUMENTS
]

NEAR: dict[tuple[str, str], tuple[str, str]] = {
    # The hands themselves.
    ("player", "Player wins"): ("9S KD | 8H TC", "8S KD | 8H TC"),
    ("player", "Player wins with 4"): ("2S 2D KH | KC 3H KD", "2S 2D KH | 2C 2H"),
    ("player", "Player wins with 1"): ("AS KD TH | KC TH KD", "AS KD TH | KC TH AD"),
    ("player", "Player wins with any other total"): ("2S 3D KH | 2C 2H", "2S 2D KH | KC 3H KD"),
    ("banker", "Banker wins with 6"): ("2S 3D KH | 4C 2H", "2S 4D | 4C 2H"),
    ("banker", "Banker wins with any other total"): ("2S 4D | 4C 3H", "3S 4D | 4C 3H"),
    ("banker", "Banker wins (5% commission)"): ("2S 3D KH | 4C 2H", "2S 4D | 4C 2H"),
    ("banker", "Banker wins with 4"): ("KS 3D KH | 2C 2H", "KS 4D KH | 2C 3H"),
    ("banker", "Banker wins with 1"): ("KS TD KH | KC TH AD", "KS TD KH | KC TH 2D"),
    ("tie", "Tie"): ("3S 4D | 4C 3H", "2S 4D | 4C 3H"),
    # Pairs: a Ten and a Jack are worth the same and do not pair.
    ("player-pair", "Player Pair"): ("TS TD 9H | KC 7H", "TS JD 9H | KC 7H"),
    ("banker-pair", "Banker Pair"): ("KC 7H | TS TD 9H", "KC 7H | TS JD 9H"),
    ("tiger-pair", "Single Tiger Pair"): ("TS TD 9H | KC 7H", "TS JD 9H | KC 7H"),
    ("tiger-pair", "Double Tiger Pair"): ("TS TD 9H | KC KH KD", "TS TD 9H | KC QH KD"),
    ("tiger-pair", "Twin Tiger Pair"): ("TS TD 9H | TC TH KD", "TS TD 9H | KC KH KD"),
    ("player-precious-pair", "Pair of Diamond 4s"): ("4D 4D | KC 7H", "4D 4H | KC 7H"),
    ("player-precious-pair", "Other pair of 4s"): ("4D 4H | KC 7H", "4D 4D | KC 7H"),
    ("player-precious-pair", "Other Diamond pair"): ("QD QD 9H | KC 7H", "QD QH 9H | KC 7H"),
    ("player-precious-pair", "Any other pair"): ("QD QH 9H | KC 7H", "QD KH 9H | KC 7H"),
    ("banker-precious-pair", "Pair of Diamond 4s"): ("KC 7H | 4D 4D", "KC 7H | 4D 4H"),
    ("banker-precious-pair", "Other pair of 4s"): ("KC 7H | 4D 4H", "KC 7H | 4D 4D"),
    ("banker-precious-pair", "Other Diamond pair"): ("KC 7H | QD QD 9H", "KC 7H | QD QH 9H"),
    ("banker-precious-pair", "Any other pair"): ("KC 7H | QD QH 9H", "KC 7H | QD KH 9H"),
    # Sixes: a tie there is no win, and two cards are not three.
    ("super-six", "Banker wins with 6"): ("2S 3D KH | 4C 2H", "2S 4D | 4C 2H"),
    ("super-6", "Banker wins with 6"): ("2S 3D KH | KC 3H 3D", "2S 4D | KC 3H 3D"),
    ("fortune-six", "Banker wins with 6 in two cards"): ("2S 3D KH | 4C 2H", "2S 3D KH | KC 3H 3D"),
    ("fortune-six", "Banker wins with 6 in three cards"): ("2S 3D KH | KC 3H 3D", "2S 3D KH | 4C 2H"),
    ("tiger", "Banker wins with 6 in two cards"): ("2S 3D KH | 4C 2H", "2S 3D KH | KC 3H 3D"),
    ("tiger", "Banker wins with 6 in three cards"): ("2S 3D KH | KC 3H 3D", "2S 4D | KC 3H 3D"),
    ("small-tiger", "Banker wins with 6 in two cards"): ("2S 3D KH | 4C 2H", "2S 3D KH | KC 3H 3D"),
    ("big-tiger", "Banker wins with 6 in three cards"): ("2S 3D KH | KC 3H 3D", "2S 3D KH | 4C 2H"),
    ("tiger-tie", "Tie on 6"): ("2S 4D | 4C 2H", "3S 4D | 4C 3H"),
    ("sands-six", "Player or Banker wins with 6 or Tie on 6"): ("2S 4D | 4C 2H", "2S 4D | 4C 3H"),
    # Fours.
    ("player-fabulous-4", "Player wins with 4"): ("2S 2D KH | KC 3H KD", "2S 2D KH | 2C 2H"),
    ("banker-fabulous-4", "Banker wins with 4"): ("KS 3D KH | 2C 2H", "2S 2D KH | 2C 2H"),
    # Margins, one point short.
    ("banker-dragon-bonus", "Banker wins by 9 (non-natural)"): ("KS TD KH | KC TH 9D", "KS TD KH | KC TH 8D"),
    ("banker-dragon-bonus", "Banker wins by 8 (non-natural)"): ("KS TD KH | KC TH 8D", "KS TD KH | KC TH 7D"),
    ("banker-dragon-bonus", "Banker wins by 7 (non-natural)"): ("KS TD KH | KC TH 7D", "KS TD KH | KC TH 6D"),
    ("banker-dragon-bonus", "Banker wins by 6 (non-natural)"): ("KS TD KH | KC TH 6D", "KS TD KH | KC TH 5D"),
    ("banker-dragon-bonus", "Banker wins by 5 (non-natural)"): ("KS TD KH | KC TH 5D", "KS TD KH | KC TH 4D"),
    ("banker-dragon-bonus", "Banker wins by 4 (non-natural)"): ("KS TD KH | KC TH 4D", "KS TD KH | KC TH 3D"),
    ("banker-dragon-bonus", "Banker wins with a natural"): ("4S 2D | 9C KH", "9S KD | 9C KH"),
    ("banker-dragon-bonus", "Natural tie"): ("9S KD | 9C KH", "KS TD 9H | KC TH 9D"),
    ("player-dragon-bonus", "Player wins by 9 (non-natural)"): ("KS TD 9H | KC TH KD", "KS TD 8H | KC TH KD"),
    ("player-dragon-bonus", "Player wins by 8 (non-natural)"): ("KS TD 8H | KC TH KD", "KS TD 7H | KC TH KD"),
    ("player-dragon-bonus", "Player wins by 7 (non-natural)"): ("KS TD 7H | KC TH KD", "KS TD 6H | KC TH KD"),
    ("player-dragon-bonus", "Player wins by 6 (non-natural)"): ("KS TD 6H | KC TH KD", "KS TD 5H | KC TH KD"),
    ("player-dragon-bonus", "Player wins by 5 (non-natural)"): ("KS TD 5H | KC TH KD", "KS TD 4H | KC TH KD"),
    ("player-dragon-bonus", "Player wins by 4 (non-natural)"): ("KS TD 4H | KC TH KD", "KS TD 3H | KC TH KD"),
    ("player-dragon-bonus", "Player wins with a natural"): ("9S KD | 4C 2H", "8S KD | 8C KH"),
    ("player-dragon-bonus", "Natural tie"): ("8S KD | 8C KH", "8S KD | 9C KH"),
    # Colours, one suit off; the third card is of no account.
    ("player-black", "Player's first two cards both black"): ("KS TC KH | 3H 4H", "KS TD KC | 3H 4H"),
    ("player-red", "Player's first two cards both red"): ("KH TD KS | 3S 4C", "KH TC KD | 3S 4C"),
    ("banker-black", "Banker's first two cards both black"): ("3H 4H | KS TC KH", "3H 4H | KS TD KC"),
    ("banker-red", "Banker's first two cards both red"): ("3S 4C | KH TD KS", "3S 4C | KH TC KD"),
    # Wins on a total: the other hand one point nearer, or the tie one point off.
    ("player-wins-on-1", "Player wins with 1"): ("KS TD AH | KC TH KD", "KS TD AH | KC TH AD"),
    ("player-wins-on-2", "Player wins with 2"): ("KS TD 2H | KC TH AD", "KS TD 2H | KC TH 2D"),
    ("player-wins-on-3", "Player wins with 3"): ("KS TD 3H | KC TH 2D", "KS TD 3H | KC TH 3D"),
    ("player-wins-on-4", "Player wins with 4"): ("KS TD 4H | KC TH 3D", "KS TD 4H | KC TH 4D"),
    ("player-wins-on-5", "Player wins with 5"): ("KS TD 5H | KC TH 4D", "KS TD 5H | KC TH 5D"),
    ("player-wins-on-6", "Player wins with 6"): ("KS TD 6H | KC TH 5D", "KS TD 6H | KC TH 6D"),
    ("player-wins-on-7", "Player wins with 7"): ("KS TD 7H | KC TH 6D", "KS TD 7H | KC TH 7D"),
    ("player-wins-on-8", "Player wins with 8"): ("KS TD 8H | KC TH 7D", "KS TD 8H | KC TH 8D"),
    ("player-wins-on-9", "Player wins with 9"): ("KS TD 9H | KC TH 8D", "KS TD 9H | KC TH 9D"),
    ("banker-wins-on-1", "Banker wins with 1"): ("KS TD KH | KC TH AD", "KS TD AH | KC TH AD"),
    ("banker-wins-on-2", "Banker wins with 2"): ("KS TD AH | KC TH 2D", "KS TD 2H | KC TH 2D"),
    ("banker-wins-on-3", "Banker wins with 3"): ("KS TD 2H | KC TH 3D", "KS TD 3H | KC TH 3D"),
    ("banker-wins-on-4", "Banker wins with 4"): ("KS TD 3H | KC TH 4D", "KS TD 4H | KC TH 4D"),
    ("banker-wins-on-5", "Banker wins with 5"): ("KS TD 4H | KC TH 5D", "KS TD 5H | KC TH 5D"),
    ("banker-wins-on-6", "Banker wins with 6"): ("KS TD 5H | KC TH 6D", "KS TD 6H | KC TH 6D"),
    ("banker-wins-on-7", "Banker wins with 7"): ("KS TD 6H | KC TH 7D", "KS TD 7H | KC TH 7D"),
    ("banker-wins-on-8", "Banker wins with 8"): ("KS TD 7H | KC TH 8D", "KS TD 8H | KC TH 8D"),
    ("banker-wins-on-9", "Banker wins with 9"): ("KS TD 8H | KC TH 9D", "KS TD 9H | KC TH 9D"),
    ("tie-wins-on-0", "Tie on 0"): ("KS TD KH | KC TH KD", "KS TD KH | KC TH AD"),
    ("tie-wins-on-1", "Tie on 1"): ("KS TD AH | KC TH AD", "KS TD AH | KC TH 2D"),
    ("tie-wins-on-2", "Tie on 2"): ("KS TD 2H | KC TH 2D", "KS TD 2H | KC TH 3D"),
    ("tie-wins-on-3", "Tie on 3"): ("KS TD 3H | KC TH 3D", "KS TD 3H | KC TH 4D"),
    ("tie-wins-on-4", "Tie on 4"): ("KS TD 4H | KC TH 4D", "KS TD 4H | KC TH 5D"),
    ("tie-wins-on-5", "Tie on 5"): ("KS TD 5H | KC TH 5D", "KS TD 5H | KC TH 6D"),
    ("tie-wins-on-6", "Tie on 6"): ("KS TD 6H | KC TH 6D", "KS TD 6H | KC TH 7D"),
    ("tie-wins-on-7", "Tie on 7"): ("KS TD 7H | KC TH 7D", "KS TD 7H | KC TH 8D"),
    ("tie-wins-on-8", "Tie on 8"): ("KS TD 8H | KC TH 8D", "KS TD 8H | KC TH 9D"),
    ("tie-wins-on-9", "Tie on 9"): ("KS TD 9H | KC TH 9D", "KS TD 9H | KC TH 8D"),
}
"""By wager and outcome: a deal that just hits the row, and one that just misses it."""


def deal(text: str) -> tuple[Card, ...]:
    """The cards of both hands in dealing order."""
    player, banker = map(cards, text.split("|"))
    return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])


def line(row: Row, text: str) -> Line:
    """What a stake of 20.00 comes to."""
    [settled] = settle(GAMES[row.game], deal(text), {row.wager: 2_000}).lines
    return settled


def winnings(pays: str) -> int:
    """What 20.00 wins, worked out by itself from the pay as the golden file writes it."""
    if pays == "push":
        return 0
    num, den = map(int, pays.split(":"))
    assert 2_000 * num % den == 0
    return 2_000 * num // den


def name(row: Row) -> str:
    return f"{row.game}: {row.wager}: {row.outcome}"


each_row = pytest.mark.parametrize("row", ROWS, ids=name)


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
@pytest.mark.clause(
    "ebaccarat 4.1", "ebaccarat 4.2", "ebaccarat 4.3", "ebaccarat 4.4", "ebaccarat 4.5", "ebaccarat 4.6"
)
@pytest.mark.clause("ebaccarat 4.7", "ebaccarat 4.8", "ebaccarat 4.9", "ebaccarat 4.10", "ebaccarat 4.11")
@pytest.mark.clause("ebaccarat 4.12", "superbaccarat 4.1", "superbaccarat 4.2", "superbaccarat 4.3")
@pytest.mark.clause("superbaccarat 4.4", "superbaccarat 4.5")
def test_section_4_what_a_game_declares_is_what_its_document_lists_and_nothing_else(rules: Baccarat) -> None:
    declared = Counter(
        Row(
            rules.name,
            pay.clauses[0].document.id,
            wager.name,
            pay.outcome,
            str(pay.pays),
            pay.clauses[0].id,
        )
        for wager in rules.wagers
        for pay in wager.paytable
    )
    assert declared == Counter(row for row in ROWS if row.game == rules.name)


def test_the_golden_file_has_the_eight_games_and_their_145_rows() -> None:
    assert len(ROWS) == len(set(ROWS)) == 145
    assert {row.game for row in ROWS} == {rules.name for rules in VARIANTS}


def test_each_deal_of_the_table_belongs_to_a_row() -> None:
    assert NEAR.keys() == {(row.wager, row.outcome) for row in ROWS}


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_what_no_pay_table_lists_is_only_the_push_of_the_two_hands_on_a_tie(rules: Baccarat) -> None:
    unlisted = {(wager.name, pay.outcome, pay.pays) for wager in rules.wagers for pay in wager.rows if not pay.listed}
    assert unlisted == {("player", "Tie", Pays(0)), ("banker", "Tie", Pays(0))}


@each_row
@pytest.mark.clause(
    "ebaccarat 4.1", "ebaccarat 4.2", "ebaccarat 4.3", "ebaccarat 4.4", "ebaccarat 4.5", "ebaccarat 4.6"
)
@pytest.mark.clause("ebaccarat 4.7", "ebaccarat 4.8", "ebaccarat 4.9", "ebaccarat 4.10", "ebaccarat 4.11")
@pytest.mark.clause("ebaccarat 4.12", "superbaccarat 4.1", "superbaccarat 4.2", "superbaccarat 4.3")
@pytest.mark.clause("superbaccarat 4.4", "superbaccarat 4.5")
def test_section_4_a_round_that_just_hits_the_row_is_paid_by_it(row: Row) -> None:
    hit, _ = NEAR[row.wager, row.outcome]
    paid = line(row, hit)
    assert (paid.outcome, paid.pays) == (row.outcome, row.pays)
    assert paid.result == ("push" if row.pays == "push" else "win")
    assert paid.net == winnings(row.pays)
    assert f"{row.document} {row.clause}" in paid.clauses


@each_row
@pytest.mark.clause(
    "ebaccarat 4.1", "ebaccarat 4.2", "ebaccarat 4.3", "ebaccarat 4.4", "ebaccarat 4.5", "ebaccarat 4.6"
)
@pytest.mark.clause("ebaccarat 4.7", "ebaccarat 4.8", "ebaccarat 4.9", "ebaccarat 4.10", "ebaccarat 4.11")
@pytest.mark.clause("ebaccarat 4.12", "superbaccarat 4.1", "superbaccarat 4.2", "superbaccarat 4.3")
@pytest.mark.clause("superbaccarat 4.4", "superbaccarat 4.5")
def test_section_4_a_round_that_just_misses_the_row_is_not_paid_by_it(row: Row) -> None:
    _, miss = NEAR[row.wager, row.outcome]
    missed = line(row, miss)
    assert missed.outcome != row.outcome
    assert (missed.result, missed.net) != ("push" if row.pays == "push" else "win", winnings(row.pays))
