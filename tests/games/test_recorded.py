"""Recorded rounds, a line each: what is settled, and what is said of a line that cannot be."""

import json
import random
from itertools import islice
from typing import Any

import pytest

from croupier.cards import shuffled
from croupier.games.baccarat.settlement import BaccaratSettlement
from croupier.games.catalogue import GAMES
from croupier.games.recorded import Fault, RecordedRound, deal, encode, settle, settle_line
from croupier.games.told import ToldSettlement
from croupier.refused import Refused

ROUND: dict[str, Any] = {"game": "tiger", "cards": ["8S", "4C", "3D", "2H", "KH"], "wagers": {"banker": 10_000}}
SPLIT: dict[str, Any] = {
    "game": "lucky-8",
    "cards": ["8S", "6D", "8H", "3C", "TD", "5D", "9H", "KH"],
    "wagers": {"main": 10_000},
    "decisions": ["split", "double", "stand"],
}


def said(round: dict[str, Any] | bytes, number: int = 7, unit: int | None = None) -> tuple[str, str | None]:
    """What is wrong with a line, and by which clause."""
    line = round if isinstance(round, bytes) else json.dumps(round).encode()
    found = settle_line(line, number, unit)
    assert isinstance(found, Fault)
    assert found.line == number
    prefix = f"line {number}: "
    assert found.message.startswith(prefix)
    return found.message.removeprefix(prefix), found.clause


def test_a_line_is_settled_whatever_its_game() -> None:
    for each, net in ((ROUND, {"banker": 9_500}), (SPLIT, {"main": 30_000})):
        found = settle_line(json.dumps(each).encode(), 1)
        assert not isinstance(found, Fault | ToldSettlement)
        assert found.net == net


def test_a_refusal_is_told_with_its_line_and_clause() -> None:
    assert said({**ROUND, "decks": 3}) == ("tiger is played with 4 to 10 decks, not 3", "ebaccarat 2.1")
    assert said({**SPLIT, "decks": 99})[1] == "lucky8 2.1"
    assert said({**ROUND, "decisions": ["hit", "stand"]}) == (
        "tiger has no player decisions: leave out 'hit'",
        "ebaccarat 3.8",
    )
    assert said({**SPLIT, "decisions": []})[0].startswith("a decision is missing")
    known = ", ".join(GAMES)
    assert said({**ROUND, "game": "roulette"}) == (f"unknown game 'roulette': choose from {known}", None)
    for each in (ROUND, SPLIT):
        assert said(each, unit=3_000)[1] == "R-02", "the unit is the table's"


def test_whoever_settles_from_python_names_the_unit_and_the_decks() -> None:
    for each in (ROUND, SPLIT):
        told = (each["game"], each["cards"], each["wagers"], each.get("decisions", ()))
        with pytest.raises(Refused) as refused:
            settle(*told, unit=3_000)
        assert refused.value.clause == "R-02"
        with pytest.raises(Refused, match="decks, not 99"):
            settle(*told, decks=99)
        assert settle(*told, decks=6, unit=100).net == settle(*told).net


def test_a_line_that_is_no_round_says_where() -> None:
    stake = "a stake is a whole number of cents: Expected `int`, got `float` in wagers"
    assert said({**ROUND, "wagers": {"banker": 10.5}}) == (stake, "R-02")
    reason, clause = said({**ROUND, "cards": 5})
    assert (reason, clause) == ("not a recorded round: Expected `array`, got `int` - at `$.cards`", None)
    assert said({"game": "tiger"})[0] == "not a recorded round: Object missing required field `cards`"
    assert said(b"{")[0] == "malformed JSON: Input data was truncated"
    assert said(b"{]")[0].startswith("malformed JSON: object keys must be strings")
    for unreadable in (b'{"game": "\xff"}', b'{"more": ' + b"[" * 100_000):
        assert said(unreadable) == ("malformed JSON: not text that can be read", None)


def test_an_answer_is_a_line_of_its_own() -> None:
    fault = json.loads(encode(Fault(3, "line 3: no", "R-02")))
    assert fault == {"error": {"line": 3, "message": "line 3: no", "clause": "R-02"}}
    found = settle_line(json.dumps(ROUND).encode(), 1)
    assert isinstance(found, BaccaratSettlement)
    assert json.loads(encode(found))["net"] == {"banker": 9_500}
    assert json.loads(encode(RecordedRound("tiger", ("8S",), {"tie": 500}))) == {
        "game": "tiger",
        "cards": ["8S"],
        "wagers": {"tie": 500},
    }


@pytest.mark.parametrize("name", GAMES)
def test_rounds_that_are_dealt_are_settled_from_whole_shoes(name: str) -> None:
    rules, decks = GAMES[name], GAMES[name].decks[0]
    for each in islice(deal(name, random.Random(1), decks, 200), 60):
        assert (each.game, each.decks, set(each.wagers)) == (name, decks, set(rules.bets))
        assert set(each.wagers.values()) == {200}
        assert settle(name, each.cards, each.wagers, each.decisions, decks=decks).total % 1 == 0
    usual = next(deal(name, random.Random(1)))
    assert (usual.decks, set(usual.wagers.values())) == (rules.default_decks, {100})
    for wrong in ((99, None), (None, 1)):
        with pytest.raises(Refused):
            next(deal(name, random.Random(1), *wrong))


def test_a_shoe_is_dealt_from_while_a_deck_is_left_and_then_there_is_another() -> None:
    rounds, same = deal("tiger", random.Random(3), 4), random.Random(3)
    ends = set[int]()
    for _ in range(60):
        shoe = shuffled(GAMES["tiger"].shoe(4), same)
        while len(shoe) >= 52:
            dealt = next(rounds).cards
            assert dealt == tuple(shoe[: len(dealt)])
            del shoe[: len(dealt)]
        ends.add(len(shoe))
    assert ends >= {47, 48, 49, 50, 51}
