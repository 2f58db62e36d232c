"""Settings that change later: with the next shoe, or at a set time; agreed upon once, when they are planned."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games.round import Phase, Role
from croupier.house import events as house
from croupier.house.audit import audit
from croupier.house.days import SECOND
from croupier.house.table.offers import of_table
from housed import Housed, housed, until
from next_edition import SEVEN, published

NEXT = {"edition": "5", "limits": {SEVEN: "10.00..1,000.00"}}


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[None]:
    with published(tmp_path, "2026-01-01"):
        yield


def planned(made: Housed, **change: Any) -> None:
    asked = made.tell("change-settings", Role.PIT_MANAGER, **change)
    if asked.approval:
        asked = made.approve(asked, Role.PIT_MANAGER)
    assert asked.done, asked.reason


def edition(made: Housed) -> str:
    """The edition of the round in play."""
    return str(made.round().terms.edition)


def next_round(made: Housed) -> None:
    until(made, Phase.SETTLED)
    until(made, Phase.BETTING)


def defects(made: Housed) -> list[str]:
    return [each.said for each in audit(made.store.records).defects]


def offered(made: Housed) -> set[str]:
    return {each.expected.command for each in of_table(made.state(), made.now)}


@pytest.mark.usefixtures("fifth")
def test_a_table_goes_over_to_another_edition_with_its_next_shoe() -> None:
    made = housed("tiger", unit=1_000, edition="4", cut=300)
    planned(made, settings=NEXT, since="shoe")
    shoe = made.state().shoe
    editions = []
    for _ in range(30):
        until(made, Phase.BETTING)
        if made.state().shoe is None or made.state().shoe.commitment.shoe != shoe.commitment.shoe:  # type: ignore[union-attr]
            break
        editions.append(edition(made))
        made.crash()  # A plan outlives the house.
        next_round(made)
    assert len(editions) > 5
    assert set(editions) == {"4"}, "until the shoe ends"
    assert edition(made) == "5"
    assert made.state().plan is None
    assert defects(made) == []


@pytest.mark.usefixtures("fifth")
def test_a_table_goes_over_at_a_set_time_from_the_round_after_it() -> None:
    made = housed("tiger", unit=1_000, edition="4")
    until(made, Phase.BETTING)
    planned(made, settings=NEXT, since="time", at=made.now + 400 * SECOND)
    before = made.now
    while made.now < before + 399 * SECOND:
        assert edition(made) == "4"
        made.wait(1)
    made.wait(2)
    assert made.state().plan is None
    assert edition(made) == "4", "the round in play ends as it began"
    next_round(made)
    assert edition(made) == "5"
    assert defects(made) == []


@pytest.mark.usefixtures("fifth")
def test_a_set_time_that_passed_while_the_house_was_closed_is_made_up_for() -> None:
    made = housed("tiger", unit=1_000, edition="4")
    planned(made, settings=NEXT, since="time", at=made.now + 50 * SECOND)
    made.now += 3_600 * SECOND
    made.crash()
    made.wait(1)
    next_round(made)
    assert edition(made) == "5"
    assert defects(made) == []


def test_other_rules_are_planned_by_two_people_and_other_settings_as_the_table_says() -> None:
    made = housed("lucky-8", unit=1_000, two_people=())
    asked = made.tell("change-settings", Role.PIT_MANAGER, settings={"rulings": {"R-43": "b"}}, since="shoe")
    assert asked.approval
    assert made.state().plan is None, "until somebody else agrees"
    alone = made.tell("change-settings", Role.PIT_MANAGER, settings={"tips": True}, since="shoe")
    assert alone.done
    assert not alone.approval
    assert defects(made) == []


def test_a_plan_of_other_rules_that_nobody_agreed_to_is_a_defect() -> None:
    made = housed("lucky-8", unit=1_000)
    table = made.table()
    change = table._new_change()
    change.plan({"rulings": {"R-43": "b"}})
    table._append(change, "staff:ann")
    made.settle()
    assert defects(made) == ["staff:ann did alone what takes two people at this table"]


def test_what_does_not_fit_any_more_is_not_done_and_the_pit_is_called() -> None:
    made = housed("tiger", unit=1_000, two_people=())
    until(made, Phase.BETTING)
    planned(made, settings={"without": ["tiger-pair"]}, since="time", at=made.now + 60 * SECOND)
    planned(made, settings={"without": ["tiger-pair"]})
    made.wait(61)
    state = made.state()
    assert state.plan is None
    assert state.called is not None
    assert state.called.startswith("Planned change of settings not made: ")
    (ended,) = [
        house.read_house(each.body) for each in made.store.records.events("table:B1") if each.kind == "plan-ended"
    ]
    assert isinstance(ended, house.PlanEnded)
    assert ended.why in state.called
    assert defects(made) == []


def test_a_planned_change_is_called_off() -> None:
    made = housed("tiger", unit=1_000, two_people=())
    assert "call-off-change" not in offered(made)
    planned(made, settings={"tips": True}, since="shoe")
    assert "call-off-change" in offered(made)
    assert made.tell("call-off-change", Role.DEALER, reason="too soon").reason
    assert made.tell("call-off-change", Role.PIT_MANAGER, reason="too soon").done
    assert made.state().plan is None
    again = made.tell("call-off-change", Role.PIT_MANAGER, reason="too soon")
    assert again.reason == "no change is planned at table B1"


def test_a_plan_is_refused_that_cannot_be() -> None:
    made = housed("tiger", unit=1_000, two_people=())

    def why(**change: Any) -> str:
        return str(made.tell("change-settings", Role.PIT_MANAGER, **change).reason)

    assert "that time has passed" in why(settings={"tips": True}, since="time", at=made.now)
    assert "that time has passed" in why(settings={"tips": True}, since="time")
    assert "not with the next shoe" in why(settings={"cards": "entered", "run": "dealer"}, since="shoe")
    assert "30" in why(settings={"decks": 30}, since="shoe")
    assert made.state().plan is None
    planned(made, settings={"tips": True}, since="shoe")
    assert (
        why(settings={"standing_orders": False}, since="shoe")
        == "a change is already planned at table B1: call it off first"
    )
    planned(made, settings={"standing_orders": False})
    next_round(made)
    configuration = made.state().coming
    assert configuration is not None
    assert not configuration.standing_orders, "a change from the next round on is possible meanwhile"
    assert not configuration.tips
