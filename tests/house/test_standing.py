"""While a table stands still nobody goes on with its round, the Dealer included: what rules on it is accepted alone."""

from typing import Any

import pytest

from croupier.games.round import Phase, Role
from croupier.house.audit import audit
from croupier.house.roles import HouseRole
from croupier.house.table.offers import of_round
from croupier.house.table.state import recovered
from croupier.house.views import Beside, Sight
from housed import Housed, housed
from serving import SLOW, Person, TestClient, served
from tables import usual

HELD = "the round is interrupted and waits for a ruling"


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    assert recovered(made.store.records, "B1") == made.state()


def interrupted(**settings: Any) -> Housed:
    """A round of Sands Super that was interrupted with two cards out, and waits for the Gaming Shift Manager."""
    made = housed("sands-super", run="dealer", **settings)
    assert made.tell("begin-round").done
    assert made.bet(wager="banker").done
    assert made.tell("close-bets").done
    for card in ("9S", "8C"):
        real = settings.get("cards") == "entered"
        assert made.tell("deal-card" if real else "deal", Role.DEALER, **({"card": card} if real else {})).done
    made.crash()
    assert made.state().held
    return made


GOES_ON: list[tuple[str, dict[str, Any]]] = [
    ("deal", {}),
    ("settle", {}),
    ("remove-cutting-card", {}),
    ("run-out", {}),
    ("declare-bad-cards", {"kind": "foreign"}),
    ("declare-disturbed-order", {}),
    ("return-late-wager", {"bettor": "T1", "wager": "banker", "amount": 100}),
    ("correct-display", {"said": "it was wrong"}),
    ("begin-round", {}),
    ("shuffle", {}),
]


@pytest.mark.parametrize(("command", "fields"), GOES_ON, ids=[each[0] for each in GOES_ON])
@pytest.mark.parametrize("by", [Role.DEALER, Role.GAMING_SHIFT_MANAGER])
def test_r12_nobody_goes_on_with_a_round_that_waits_for_a_ruling(
    command: str, fields: dict[str, Any], by: Role
) -> None:
    made = interrupted()
    before = made.state()
    refused = made.tell(command, by, **fields)
    assert not refused.done
    if command not in ("begin-round", "shuffle"):
        assert (refused.reason, refused.clause) == (HELD, "R-12")
    assert made.state() == before


def test_r12_only_what_rules_on_it_is_offered() -> None:
    made = interrupted()
    assert {each.command for each in of_round(made.state())} == {"interrupt", "refer", "void-round"}
    sight = Sight(made.round(), Beside(stop=made.state().stop))
    assert [offer.command for offer in sight.view(HouseRole.DEALER).offers] == []
    manager = sight.view(HouseRole.GAMING_SHIFT_MANAGER)
    assert {offer.command for offer in manager.offers} == {"interrupt", "refer", "void-round"}
    assert sight.view(HouseRole.PLAYER, "T1").offers == ()


@pytest.mark.parametrize(
    ("command", "fields", "by", "phase"),
    [
        ("interrupt", {}, Role.GAMING_SHIFT_MANAGER, Phase.DEALING),
        ("refer", {"reason": "go on", "effect": "stands"}, Role.GAMING_SHIFT_MANAGER, Phase.DEALING),
        ("refer", {"reason": "it cannot go on", "effect": "void"}, Role.GAMING_SHIFT_MANAGER, Phase.VOID),
        ("void-round", {"clause": "superbaccarat 5.1.1"}, Role.PIT_MANAGER, Phase.VOID),
    ],
)
def test_r12_who_may_rule_ends_the_wait(command: str, fields: dict[str, Any], by: Role, phase: Phase) -> None:
    made = interrupted()
    if by is Role.GAMING_SHIFT_MANAGER:
        assert not made.tell(command, Role.PIT_MANAGER, **fields).done, "no lower position does"
    assert made.tell("pause-table", Role.PIT_SUPERVISOR, reason="we look into it").done
    assert made.tell("call-pit", Role.DEALER, reason="a ruling is wanted").done
    assert made.tell("resume-table", Role.PIT_SUPERVISOR).done
    assert made.tell(command, by, **fields).done
    assert not made.state().held
    assert made.round().phase is phase
    if phase is Phase.DEALING:
        assert made.tell("deal", Role.DEALER).done
    sound(made)


@pytest.mark.parametrize("two", [(), ("card-entry",)])
def test_r12_cards_are_put_right_meanwhile_by_two_people_alone(two: tuple[str, ...]) -> None:
    made = interrupted(cards="entered", two_people=two)
    asked = made.tell("take-back-card", Role.DEALER, card="8C")
    if not two:
        assert (asked.done, asked.reason, asked.clause) == (False, HELD, "R-12")
        return
    assert asked.approval is not None
    assert made.tell("approve", Role.PIT_SUPERVISOR, actor="staff:sue", approval=asked.approval).done
    assert made.round().cards == ("9S",)
    assert made.state().held, "the interruption still waits for a ruling"
    sound(made)


def test_r12_an_automatic_table_without_orders_calls_the_pit_and_waits() -> None:
    made = housed("sands-super", standing_orders=False)
    assert made.bet(wager="banker").done
    made.wait(25)
    assert made.round().phase is Phase.DEALING
    made.crash()
    made.wait(600)
    assert made.state().called == HELD
    assert made.kinds().count("pit-called") == 1
    made.crash()
    made.wait(600)
    assert made.kinds().count("pit-called") == 1
    assert made.tell("interrupt").done
    assert made.tell("answer-call").done
    made.wait(60)
    assert made.state().number > 1
    sound(made)


# Pauses


def test_a_dealer_does_not_go_on_while_the_table_pauses() -> None:
    made = housed("tiger", run="dealer")
    made.tell("begin-round")
    assert made.tell("pause-table", Role.PIT_SUPERVISOR, reason="a dispute").done
    said = "table B1 is paused: a dispute"
    assert made.tell("close-bets", Role.DEALER).reason == said
    assert made.tell("resume-table", Role.PIT_SUPERVISOR).done
    made.tell("close-bets", Role.DEALER)
    for _ in range(4):
        made.tell("deal", Role.DEALER)
    assert made.tell("pause-table", Role.PIT_SUPERVISOR, reason="a dispute").done
    commands = {each.command for each in of_round(made.state())}
    assert {"deal-card", "settle", "remove-cutting-card"}.isdisjoint(commands)
    assert {"void-round", "refer", "declare-bad-cards"} <= commands, "what went wrong is put right meanwhile"
    for command in ("deal", "settle"):
        assert made.tell(command, Role.GAMING_SHIFT_MANAGER).reason == said, "resume first"
    assert made.tell("refer", reason="it was as it was", effect="stands").done
    assert made.tell("resume-table", Role.PIT_SUPERVISOR).done
    while made.round().phase is Phase.DEALING:
        assert made.tell("deal", Role.DEALER).done
    assert made.tell("settle", Role.DEALER).done
    sound(made)


# What waits for a second person


def test_staff_do_nothing_for_a_player_while_two_people_are_to_agree_and_may_go_on_themselves() -> None:
    made = housed("lucky-8", run="dealer", boxes=5, two_people=("void",))
    made.tell("begin-round")
    assert made.bet(box=1).done
    asked = made.tell("void-round", Role.PIT_MANAGER, clause="lucky8 5.1.1")
    assert asked.approval
    said = "the round waits for a second person's approval"
    assert made.bet("T2", box=2).reason == said
    placed = made.tell("place-wager", Role.DEALER, bettor="T2", wager="main", stake=1_000, box=2)
    assert placed.reason == said, "nor does a Dealer for them"
    assert made.tell("close-bets", Role.DEALER).done
    late = made.tell("approve", Role.PIT_MANAGER, actor="staff:sue", approval=asked.approval)
    assert "the round has moved on" in (late.reason or "")
    sound(made)


def test_what_would_be_refused_while_the_table_stands_is_not_looked_at_either() -> None:
    tables = {"B1": usual("tiger", run="dealer", pace=SLOW)}
    with served(tables) as (app, desk), TestClient(app) as client:
        dealer, pit = Person.staff(client, desk, "dealer"), Person.staff(client, desk, "pit-manager")
        assert dealer.give("B1", "begin-round", round=None).status_code == 200
        assert pit.give("B1", "pause-table", reason="a dispute").status_code == 200
        tried = dealer.post("/api/tables/B1/preview", {"command": {"command": "close-bets"}})
        assert (tried.status_code, tried.json()["error"]["message"]) == (422, "table B1 is paused: a dispute")
        offers = dealer.get("/api/tables/B1").json()["private"]["offers"]
        assert "close-bets" not in {each["command"] for each in offers}
