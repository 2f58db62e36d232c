"""Every irregularity at a table with a real shoe: set up, declared, decided by whom it concerns, and put right."""

from collections.abc import Iterator
from typing import Any

import pytest

from cases import Stage, tables
from croupier.drill import Case, cases
from serving import TestClient, served


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Any, Any]]:
    with served(tables()) as (app, desk), TestClient(app) as client:
        yield client, desk


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.clause} {case.title}".replace(" ", "-"))
def test_a_case_comes_out_as_the_document_says(house: tuple[Any, Any], case: Case) -> None:
    client, desk = house
    stage = Stage(client, desk, case)
    stage.ready()
    stage.play(*case.steps)
    said = case.result
    assert stage.round.phase is said.phase
    assert stage.nets() == {**dict.fromkeys(stage.players, "0.00"), **said.nets}
    lies = stage.cards()
    assert {place: lies.get(place, "") for place in said.cards} == said.cards
    assert set(said.clauses) <= stage.clauses()
    if said.marks is not None:
        assert stage.marks() == said.marks
