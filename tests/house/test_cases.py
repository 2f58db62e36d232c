"""Every irregularity at a table with a real shoe: set up, declared, decided by whom it concerns, and put right."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from admitting import complaints
from cases import Stage
from croupier.drill import Case, CaseWords, cases, tables
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.house.audit import audit
from croupier.money import dollars
from croupier.rulebook import Clause
from filling import fillings, outside
from serving import TestClient, served
from test_chinese import numbers

CARD = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][SHDC](?![A-Za-z0-9])")


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Any, Any]]:
    with served(tables()) as (app, desk), TestClient(app) as client:
        yield client, desk
        assert [str(each) for each in audit(desk.house.store.records).defects] == []


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_a_case_comes_out_as_the_document_says(house: tuple[Any, Any], case: Case) -> None:
    client, desk = house
    stage = Stage(client, desk, case)
    stage.ready()
    stage.play(*case.steps)
    said = case.result
    assert stage.phase is said.phase
    nets = {**dict.fromkeys(stage.players, "0.00"), **said.nets}
    assert (stage.nets(), stage.booked()) == (nets, nets)
    lies = stage.cards()
    assert {place: lies.get(place, "") for place in said.cards} == said.cards
    if said.marks is not None:
        assert stage.marks() == said.marks
    assert _explained(stage) == {name: net for name, net in nets.items() if net != "0.00"}
    told = {clause: step["said"] for round in stage.recalled() for step in round["steps"] for clause in step["clauses"]}
    assert [clause for clause in said.clauses if not told.get(clause)] == [], "the record tells it, with its clause"


def _explained(stage: Stage) -> dict[str, str]:
    """What the lines of the settlements come to for whoever is up or down; each says on which clauses it rests."""
    found: Counter[str] = Counter()
    names = {person.name: name for name, person in stage.players.items()}
    for line in (line for round in stage.recalled() for line in round["lines"]):
        assert line["clauses"], line
        found[names[line["bettor"]]] += line["net"]
    return {name: dollars(net) for name, net in found.items() if net}


def test_a_case_is_played_by_the_document_of_its_clause() -> None:
    of_clauses = [(case.id, case.clause, case.document) for case in cases() if isinstance(case.clause, Clause)]
    assert [id for id, clause, document in of_clauses if clause.document is not document] == []


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_a_case_says_the_same_in_chinese(case: Case) -> None:
    for english, chinese in zip(_words(case.words), _words(case.chinese), strict=True):
        assert re.search(r"[一-鿿]", chinese), english
        # Players' names are the same in every language; so is every card, amount and number.
        assert set(re.findall(r"[A-Za-z]{2,}", CARD.sub("", chinese))) <= set(case.players), chinese
        assert (numbers(chinese), cards(chinese)) == (numbers(english), cards(english)), chinese


def cards(text: str) -> list[str]:
    return sorted(CARD.findall(text))


def _words(words: CaseWords) -> list[str]:
    return [words.title, words.situation, words.teaches]


@pytest.mark.parametrize("name", ["tiger", "lucky-8", "e-blackjack"])
def test_what_a_form_lists_is_admitted_and_nothing_beyond_it(name: str) -> None:
    chance, how = random.Random(1), family(name)
    for round in family(name).samples(GAMES[name]):
        for offer in how.offers(round, None):
            form = how.form(offer, round)
            if form.possible:
                deck = round.terms.rules.deck.cards
                assert not any(complaints(form, told) for told in fillings(form, chance, deck)), (offer.command, form)
                assert all(complaints(form, told) for told in outside(form, chance, deck)), (offer.command, form)
