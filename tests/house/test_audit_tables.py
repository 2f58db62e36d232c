"""Chained and signed, and yet wrong: rounds on other terms than the table's, and acts of one person that take two."""

from typing import Any

import msgspec
import pytest

from croupier.games.baccarat.messages import BetsOpened
from croupier.games.messages import RoundVoided
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.house import events as house
from croupier.house.audit import audit
from croupier.house.store import Append, Draft
from croupier.rulebook import Clause
from memory import Disk, MemoryStore
from tables import usual

ANN, BOB = "staff:ann", "staff:bob"
USUAL = usual("tiger", unit=100, two_people=("void", "configuration"))
OTHER = usual("tiger", unit=200, two_people=("void", "configuration"))
SETUP = house.TableConfigured(version=1, configuration=USUAL)
BEGUN = house.RoundBegun(round=1, configuration=1, shoe="")
VOID = RoundVoided(clause=Clause("ebaccarat 5.1.1"), by=Role.PIT_MANAGER)
ASKED = house.ApprovalAsked(
    id="B1-4", subject="void", by=ANN, role=Role.PIT_MANAGER, needs=Role.PIT_MANAGER, at=4, until=9, what="{}"
)
GIVEN = house.ApprovalGiven(id="B1-4", by=BOB, role=Role.PIT_MANAGER, asked=ANN)
Step = tuple[Any, str]


def opened(terms: Terms = USUAL.terms) -> Step:
    return BetsOpened(terms=terms), "house"


def found(*steps: Step) -> list[str]:
    """What the audit says of a table to which that happened, a second apart unless the same person did it."""
    store = MemoryStore(Disk())
    at, before = 0, ""
    for event, actor in steps:
        at += actor != before or actor == "house"
        draft: Draft = house.in_round(1, event) if isinstance(event, BetsOpened | RoundVoided) else house.drafted(event)
        store.append(Append(stream="table:B1", drafts=(draft,), at=at, actor=actor))
        before = actor
    return [each.said for each in audit(store.records).defects]


BEGINNING: tuple[Step, ...] = ((SETUP, "house"), (BEGUN, "house"), opened())


def test_a_round_on_the_terms_of_its_table_is_nothing_wrong() -> None:
    assert found(*BEGINNING) == []
    warned = msgspec.structs.replace(USUAL.terms, warned=("T1",))
    assert found(*BEGINNING[:2], opened(warned)) == [], "who was warned is found out from round to round"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((*BEGINNING[:2], opened(OTHER.terms)), "the round is played on other terms than those of configuration 1"),
        (((SETUP, "house"), opened()), "bets are opened, and no round has begun"),
        (
            ((SETUP, "house"), (msgspec.structs.replace(BEGUN, configuration=2), "house"), opened()),
            "the round is stamped with configuration 2, and 1 is in force",
        ),
        (
            ((SETUP, "house"), (house.TableConfigured(version=3, configuration=OTHER), "house")),
            "it is version 3 of the configuration, and 2 was next",
        ),
    ],
)
def test_fear_a_round_is_played_on_other_terms(steps: tuple[Step, ...], said: str) -> None:
    assert found(*steps) == [said]


@pytest.mark.parametrize(
    "act", [VOID, house.TableConfigured(version=2, configuration=OTHER)], ids=["void", "configuration"]
)
def test_fear_one_person_did_alone_what_takes_two(act: Any) -> None:
    assert found(*BEGINNING, (act, ANN)) == ["staff:ann did alone what takes two people at this table"]
    assert found(*BEGINNING, (act, "house")) == [], "by itself, as the rules ask for"
    assert found(*BEGINNING, (ASKED, ANN), (GIVEN, BOB), (act, BOB)) == []
    assert found(*BEGINNING, (ASKED, ANN), (GIVEN, BOB), (act, ANN)) == [
        "staff:ann did alone what takes two people at this table"
    ]


@pytest.mark.parametrize(
    ("given", "by", "said"),
    [
        (GIVEN, ANN, "staff:ann asked for B1-4, and nobody else agreed"),
        (msgspec.structs.replace(GIVEN, by=ANN), ANN, "staff:ann asked for B1-4, and nobody else agreed"),
        (msgspec.structs.replace(GIVEN, id="B1-5"), BOB, "staff:bob agreed to B1-5, which nobody had asked for"),
        (msgspec.structs.replace(GIVEN, role=Role.DEALER), BOB, "B1-4 needs a pit-manager, and a dealer agreed"),
    ],
)
def test_fear_an_agreement_that_is_none(given: house.ApprovalGiven, by: str, said: str) -> None:
    assert found(*BEGINNING, (ASKED, ANN), (given, by), (VOID, by)) == [said]
