"""Every reading of procedure is a choice of the games that it is about, or says why not, and is proved live."""

import re

import pytest

from croupier.games.catalogue import GAMES, game
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.odds.readings.register import priced
from croupier.refused import Refused
from croupier.rulebook import Ruling
from places import ROOT

PROCEDURE = (
    *(1, 3, 4, 5, 7, 8, 9, 10, 12, 14, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29),
    *(32, 33, 34, 36, 37, 38, 39, 40, 41, 66, 68, 69, 83, 93, 103, 104, 112, 113, 115),
)
RULINGS = [Ruling(f"R-{number:02}") for number in PROCEDURE]
PROVED = set(re.findall(r"def test_r_?(\d+)_", "".join(each.read_text() for each in ROOT.glob("tests/rules/*.py"))))


def concerned(ruling: Ruling) -> list[Game]:
    return [each for each in GAMES.values() if ruling.concerns(each.document)]


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_reading_is_a_choice_or_says_why_not(ruling: Ruling) -> None:
    for rules in concerned(ruling):
        for letter in ruling.readings:
            if ruling.fixed and letter != ruling.default:
                with pytest.raises(Refused, match="is not a choice"):
                    game(rules, {ruling: letter})
            else:
                terms = Terms.of(rules.name, rulings={ruling: letter})
                assert terms.rules.reads(ruling) == letter
                assert Terms.parse(str(terms)) == terms


@pytest.mark.parametrize("ruling", [each for each in RULINGS if not each.fixed])
def test_every_choice_is_proved_in_rounds_and_costs_nothing(ruling: Ruling) -> None:
    assert ruling.removeprefix("R-").lstrip("0") in {each.lstrip("0") for each in PROVED}
    assert priced([ruling], played=False) == []
