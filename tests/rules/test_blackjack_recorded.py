"""Recorded blackjack rounds, right and wrong: how each is told and settled, or by which clause it is refused.

`REGENERATE=1 pytest tests/rules/test_blackjack_recorded.py` writes `golden/answers/recorded-blackjack.txt` anew. Read
what has changed: somebody is told so.
"""

import os
from functools import cache
from typing import cast

import pytest

import places
from croupier.cards import cards
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.recorded import check_insurance, not_open, settle
from croupier.games.blackjack.variants import E_BLACKJACK, LUCKY_8, Blackjack, OriginalOnly
from croupier.games.catalogue import game
from croupier.refused import Refused

GOLDEN = places.GOLDEN / "answers" / "recorded-blackjack.txt"
STAKES = {
    "lucky-8": ("main=1000", "main=1000 pair=200 lucky-8=300"),
    "dueling-8s": ("main=1000", "main=1000 tie-on-18=200 superb-8s=300 21-plus=400"),
    "e-blackjack": ("main=1000", "main=1000 bet-the-set-21=200 royal-match-21=300 kings-bounty=400"),
}
TWO_CARDS = (
    "TS 7D 9H KC: stand",
    "TS 7D 9H 9C KC: stand",
    "TS 7D 6H 5C KC: hit",
    "TS 7D 6H 5C 4C: hit stand",
    "TS 7D 6H KC: hit",
    "TS 7D 6H 6C: hit",
    "TS 7D 9H 4C KC: stand",
    "TS 7D 9H 5C KC: stand",
    "TS 7D 6H 5C: hit stand",
    "TS 7D 6H 5C KC 2D: hit",
    "TS 7D 6H: surrender",
    "TS 7D 6H: surrender:100",
    "TS AD 6H KC: surrender",
    "AS 7D KH",
    "AS 7D KH: surrender",
    "AS 7D KH KC",
    "AS KD KH AC",
    "AS KD KH 2C",
    "AS AD KH KC: insure",
    "AS AD KH: even-money",
    "AS AD KH: insure even-money",
    "AS AD KH: even-money:100",
    "TS AD 9H KC: insure stand",
    "TS AD 9H 6C: insure stand",
    "TS AD 9H KC: insure:200 stand",
    "TS AD 9H KC: insure:500 stand",
    "TS AD 9H KC: insure:501 stand",
    "TS AD 9H KC: insure:0 stand",
    "TS AD 9H KC: even-money stand",
    "TS 7D 9H KC: insure stand",
    "6S 7D 5H KC KD: double",
    "6S 7D 5H KC KD: double:1000",
    "6S 7D 5H KC KD: double:400",
    "6S 7D 5H KC KD: double:1100",
    "6S 7D 5H KC KD: double:401",
    "6S KD 5H KC AD: double",
    "6S AD 5H KC KH: double",
    "TS 7D 4H 2C KD: hit double",
    "8S 7D 8H 3C KD KC KH: split stand stand",
    "8S 7D 8H 3C KD KC 9H KH: split double stand",
    "8S 7D 8H 8C 3D 4D 5D KD KH: split split stand stand stand",
    "8S 7D 8H 8C 8D 3C 4C 5C 6C KD: split split split stand stand stand stand",
    "8S 7D 8H 8C 8D 8S: split split split split",
    "8S KD 8H 3C KC KH AD: split stand stand",
    "AS 7D AH KC 9C KD: split",
    "AS 7D AH AC: split split",
    "KS 7D TH 5C 6C KD: split stand stand",
    "KS 7D KS KD: stand",
    "KS AD KS KD: stand",
    "KS 7D QS KD: stand",
    "8S 8D 8H 2C KD: stand",
    "8S 8S 8S 2C KD: stand",
    "8H 8D KH 2C KD: stand",
    "7S 7D 2H KC KH: hit",
    "8S 7D 8H 3C KD KC KH: split:100 stand stand",
    "TS 7D 9H KC",
    "TS 7D 9H KC: dance",
    "TS 7D 9H KC: stand stand",
    "TS 7D 9H KC: stand:100",
    "TS 7D 9H KC: double:x stand",
    "TS 7D 9H KC: double:\uff12 stand",
    "TS 7D 9H KC: split stand",
    "TS 7D AH 2C KC: hit surrender",
    "8S 7D 8H 3C KD KC KH: split surrender",
    "AS 7D 5H KC 2D KD: hit double stand",
    "TS 7D",
    "TS 7D 9H",
    "TS TS TS TS TS TS TS TS TS: stand",
)
PRINTED = (
    "KC KD: stand",
    "6H KC KD: hit",
    "6H 4C KD: hit stand",
    "6H 9C: hit",
    "6H 8C: hit",
    "KC 3C KD: stand",
    "KC 4C KD: stand",
    "6H KC: surrender",
    "6H: surrender",
    "3H KC KD: double",
    "3H KC KD: double:400",
    "3H KC KD: double:1100",
    "8H KC KD KH: split stand stand",
    "8H KC KD KH: split:200 stand stand",
    "8H KC KD KH: split:201 stand stand",
    "8H 8S 8C KC KD KH 2C 3C 4C: split split",
    "8S 8S 8S 9D KD KC 5C: split split",
    "8H 2C 3C KD KH: split double stand",
    "6S 7S KH: hit",
    "6S 7S: hit",
    "6H 7S KD: hit",
    "7H 6H 5C KD: hit hit",
    "TH: stand",
    "KC 2D 3D 4D 5D 6D: stand",
    "KC 5D KD: stand",
    "KC 2D 3D KD: stand",
    "2C 2D 2H 2S 2C 3D 4D 5D KD: hit hit hit hit hit hit stand",
    "KC",
    "",
    "KC KD: stand stand",
    "KC KD: insure stand",
    "AC 2D KH: stand",
)
READINGS: tuple[OriginalOnly, ...] = ("obbo", "bb+1", "obo")
LOST_TO_BLACKJACK = (
    "6S AD 5H KC KH: double",
    "8S AD 8H 3C KD KC KH: split stand hit",
    "8S AD 8H 3C KD KC KH: split double stand",
    "8S AD 8H KD 5C KC KH: split hit stand",
    "8S AD 8H KD 5C 6C KC: split hit stand stand",
)


def told(rules: Blackjack, stakes: str, said: str, reading: OriginalOnly = "obbo") -> list[str]:
    dealt, _, decided = said.partition(":")
    placed = {wager: int(stake) for wager, _, stake in (each.partition("=") for each in stakes.split())}
    try:
        read = cast("Blackjack", game(rules, reading)) if rules.blackjacks else rules
        found = settle(read, cards(dealt.strip()), placed, decided.split(), unit=2)
    except Refused as no:
        return [f"    no: {no.reason} ({no.clause})"]
    lines = [
        f"    {line.wager} {line.stake} hand {line.hand}: {line.outcome}, {line.result} {line.pays}, {line.net} by "
        + ", ".join(line.clauses)
        for line in found.lines
    ]
    return [f"    {found.headline}; {found.net} = {found.total}", *lines]


def page() -> str:
    lines: list[str] = []
    for name, stakes in STAKES.items():
        for placed in (*stakes, "", "main=1001", "pair=200", "main=0"):
            rounds = PRINTED if name == "dueling-8s" else TWO_CARDS
            for said in rounds if placed in stakes else rounds[:1]:
                lines += [f"{name} {placed} | {said}", *told(game_of(name), placed, said)]
    for reading in READINGS:
        for said in LOST_TO_BLACKJACK:
            lines += [f"lucky-8 {reading} | {said}", *told(game_of("lucky-8"), "main=1000", said, reading)]
    return "\n".join([*lines, ""])


@cache
def game_of(name: str) -> Blackjack:
    found = game(name)
    assert isinstance(found, Blackjack)
    return found


def test_recorded_rounds_are_told_settled_and_refused_as_they_were_read() -> None:
    found = page()
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(found, "utf-8")
    assert found == GOLDEN.read_text("utf-8")


def test_a_recorded_round_is_settled_by_the_usual_reading_with_the_usual_decks_and_unit() -> None:
    rules, dealt = game_of("lucky-8"), cards("8S AD 8H 3C KD KC KH")
    said = ["split", "double", "stand"]
    usual = settle(rules, dealt, {"main": 1_000}, said)
    assert usual == settle(rules, dealt, {"main": 1_000}, said, rules.default_decks, rules.unit)


@pytest.mark.parametrize(("name", "most"), [("lucky-8", 4), ("dueling-8s", 4), ("e-blackjack", 4)])
def test_2_1_no_card_comes_more_often_than_there_are_decks(name: str, most: int) -> None:
    rules, said = game_of(name), ["stand"]
    with pytest.raises(Refused) as no:
        settle(rules, cards(" ".join(["2S"] * (most + 1))), {"main": 1_000}, said, decks=most)
    assert (no.value.clause, f"{most} " in no.value.reason) == (rules.clause("2.1"), True)


@pytest.mark.parametrize("decisions", [["double:x"], ["hit", "double:x"], ["double:x", "stand", "stand"]])
def test_r_02_an_amount_that_is_none_is_named(decisions: list[str]) -> None:
    with pytest.raises(Refused, match="the amount of 'double:x' is not a whole number of cents"):
        settle(LUCKY_8, cards("2S 7D 3H 2C 9C KD"), {"main": 1_000}, decisions)


@pytest.mark.clause("eblackjack 2.1")
def test_2_1_as_many_copies_of_a_card_as_there_are_decks() -> None:
    twice = cards("KS 7D KS 7D 3C")
    assert settle(E_BLACKJACK, twice, {"main": 1_000}, ["stand"], decks=2).total == 1_000
    with pytest.raises(Refused, match="2 52-card decks cannot hold 3 of KS"):
        settle(E_BLACKJACK, cards("KS 7D KS KS"), {"main": 1_000}, ["stand"], decks=2)


@pytest.mark.clause("lucky8 3.27")
def test_r_59_insurance_is_at_most_half_in_whole_units() -> None:
    assert check_insurance(LUCKY_8, 1_500, None, 100) == 700
    with pytest.raises(Refused, match=r"up to half the wager \(7\.00\), not 8\.00"):
        check_insurance(LUCKY_8, 1_500, 800, 100)


def test_what_is_held_is_told_with_its_points_soft_or_hard() -> None:
    for held, told in (("AS 6H", "AS 6H (soft 17)"), ("TS 7H", "TS 7H (17)")):
        no = not_open(LUCKY_8, "split", Hand.of(*cards(held)), ("stand", "hit"))
        assert no.reason == f"split is not possible on {told}: choose stand, hit"
