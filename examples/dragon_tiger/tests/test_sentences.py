"""What the game says: everything in every language, and every name that a sentence may need."""

import json
import re
from importlib.resources import files

import pytest

from croupier.games.round import encode
from croupier.words import LANGUAGES, Sentence, codes, defects, names
from dragon_tiger.family import FAMILY
from dragon_tiger.game import CHINESE, DRAGON_TIGER, HANDS, NAMES
from dragon_tiger.round import expects, result

OWN = json.loads(files("dragon_tiger").joinpath("words.json").read_bytes())["sentences"]


def test_its_catalogue_is_taken() -> None:
    assert defects() == ()
    assert set(OWN) <= set(codes())
    assert all(code.startswith("dragon-tiger-") for code in OWN)


@pytest.mark.parametrize("code", OWN)
def test_a_sentence_is_there_in_every_language_and_somebody_says_it(code: str) -> None:
    assert OWN[code].keys() == set(LANGUAGES)
    assert re.search("[一-鿿]", OWN[code]["zh"])
    assert not re.search("[A-Za-z]", re.sub(r"\{.*?\}", "", OWN[code]["zh"]))
    source = [each.read_text("utf-8") for each in files("dragon_tiger").iterdir() if each.name.endswith(".py")]
    assert any(f'"{code}"' in each for each in source)


def test_whatever_is_offered_is_offered_in_chinese() -> None:
    offered = [each.prompt for round in FAMILY.samples(DRAGON_TIGER) for each in expects(round)]
    assert "发牌给龙" in [each.into("zh") for each in offered if isinstance(each, Sentence)]
    for prompt in offered:
        assert not re.search("[a-z]{2}", json.loads(encode(prompt, "zh"))), prompt


def test_results_are_told_in_chinese() -> None:
    for round in FAMILY.samples(DRAGON_TIGER):
        if round.outcome:
            assert json.loads(encode(result(round.outcome), "zh")) == "龙赢"


def test_what_it_calls_things_is_the_same_everywhere() -> None:
    """Pages know it by its title, sentences by the name under which it travels; others have a Tiger wager too."""
    assert names("zh", "game")[DRAGON_TIGER.name] == CHINESE[DRAGON_TIGER.title]
    assert {NAMES[hand]: names("zh", "hand")[NAMES[hand]] for hand in HANDS}.items() <= CHINESE.items()
    for wager in DRAGON_TIGER.wagers:
        assert names("zh", "wager")[wager.name].removeprefix("老") == CHINESE[wager.label]
