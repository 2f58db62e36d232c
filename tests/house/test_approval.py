"""Two people: nobody does alone what the table has two for, and what they agree upon is done once, as they saw it."""

from typing import Any

import pytest

from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.catalogue import GAMES
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.house.audit import audit
from croupier.house.configuration import Configuration
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.table import Answer
from croupier.house.table.approval import MAX_APPROVALS_WAITING, TWO_PEOPLE, subject_of
from croupier.house.table.state import State, recovered
from housed import Housed, housed, until

TWO = tuple(TWO_PEOPLE)
MINUTES = APPROVAL_LASTS / 1_000_000


def house(**more: Any) -> Housed:
    made = housed("tiger", two_people=TWO, **more)
    if more.get("run") == "dealer":
        assert made.tell("begin-round").done
    assert made.bet(wager="banker").done
    return made


def void(made: Housed, by: Role = Role.PIT_MANAGER, actor: str = "staff:ann", **more: Any) -> Answer:
    return made.tell("void-round", by, clause="ebaccarat 5.1.1", actor=actor, **more)


def approve(
    made: Housed, which: str | None, by: Role = Role.PIT_MANAGER, actor: str = "staff:bob", **more: Any
) -> Answer:
    return made.tell("approve", by, approval=which, actor=actor, **more)


def coming(made: Housed) -> Configuration:
    found = made.state().coming
    assert found
    return found


def sound(made: Housed) -> None:
    assert recovered(made.store.records, "B1") == made.state()
    assert audit(made.store.records).defects == []


def test_a_void_waits_for_a_second_person_and_both_are_on_record() -> None:
    made = house()
    asked = void(made)
    assert not asked.done
    assert asked.approval == "B1-6"
    assert asked.reason == "this takes two people: a Pit Manager or higher must approve"
    assert made.round().phase is Phase.BETTING
    sound(made)
    assert approve(made, asked.approval).done
    assert made.round().phase is Phase.VOID
    assert made.house.credits("T1") == 100_000
    events = list(made.store.records.events("table:B1"))[-3:]
    assert [(each.kind, each.actor) for each in events] == [
        ("approval-asked", "staff:ann"),
        ("approval-given", "staff:bob"),
        ("round:round-voided", "staff:bob"),
    ]
    assert b'"asked":"staff:ann"' in events[1].body
    sound(made)


def test_whatever_voids_a_round_is_a_void() -> None:
    terms = Terms.of("tiger")
    round = baccarat.play(b.OpenBets(terms=terms))
    state = State(name="B1", configuration=Configuration(terms=terms, two_people=("void",)), round=round)
    manager = Role.GAMING_SHIFT_MANAGER
    for command in (
        b.VoidRound(clause=round.law.voids[0]),
        b.DeclareBadCards(kind="missing"),
        b.Refer(reason="smoke", effect="void"),
    ):
        assert subject_of(state, command, list(baccarat.decide(round, command, manager))) == "void"
    closing = b.CloseBets()
    assert subject_of(state, closing, list(baccarat.decide(round, closing, Role.DEALER))) is None


@pytest.mark.parametrize("subject", ["void", "configuration"])
def test_where_a_table_does_not_ask_for_it_one_person_is_enough(subject: str) -> None:
    made = housed("tiger", two_people=[each for each in TWO if each != subject])
    done = void(made) if subject == "void" else made.tell("change-settings", settings={"unit": "0.20"})
    assert done.done
    assert done.approval is None


# Fears


@pytest.mark.parametrize("by", [Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER])
def test_fear_somebody_approves_their_own_request(by: Role) -> None:
    made = house()
    asked = void(made)
    answer = approve(made, asked.approval, by, actor="staff:ann")
    assert answer.reason == "you cannot approve your own request"
    assert made.round().phase is Phase.BETTING


def test_fear_somebody_approves_from_a_lower_position() -> None:
    made = house()
    asked = void(made)
    for by, named in ((Role.DEALER, "Dealer"), (Role.PIT_SUPERVISOR, "Pit Supervisor")):
        assert approve(made, asked.approval, by).reason == f"this needs a Pit Manager, not a {named}"
    player = made.request("approve", Role.PLAYER, bettor="T1", approval=asked.approval)
    reply = made.house.perform("B1", player)
    made.settle()
    assert not reply.result().done
    assert made.round().phase is Phase.BETTING


def test_fear_an_approval_is_used_twice() -> None:
    made = house()
    asked = void(made)
    first = approve(made, asked.approval, id="same")
    assert first.done
    assert approve(made, asked.approval, id="same") == first, "the same message gets the same answer"
    version = made.state().version
    for id in ("another", "and-another"):
        assert "no longer waiting" in str(approve(made, asked.approval, id=id).reason)
    assert made.state().version == version
    assert made.kinds().count("round-voided") == 1


def test_fear_a_request_sent_again_is_asked_again() -> None:
    made = house()
    first = void(made, id="same")
    assert void(made, id="same") == first
    assert len(made.state().pending) == 1
    assert approve(made, first.approval).done
    assert void(made, id="same") == first, "and it does not void the next round"
    made.crash()
    assert void(made, id="same") == first


def test_fear_an_approval_is_answered_too_late() -> None:
    made = house()
    asked = void(made)
    made.now += APPROVAL_LASTS
    assert "expired" in str(approve(made, asked.approval).reason)


def test_while_two_are_to_agree_the_round_stands_still() -> None:
    made = house()
    asked = void(made)
    late = made.bet("T2", "player")
    assert late.reason == "the round waits for a second person's approval"
    made.wait(MINUTES - 1)
    assert made.round().phase is Phase.BETTING, "bets did not close"
    assert (chore := made.table().chore)
    assert chore.command == "lapse-approval"
    made.wait(2)
    assert made.kinds()[-1] == "approval-lapsed"
    assert made.state().pending == ()
    assert "no longer waiting" in str(approve(made, asked.approval).reason)
    until(made, "settled")
    sound(made)


def test_fear_an_approval_is_used_on_another_round() -> None:
    made = house(run="dealer")
    asked = void(made)
    assert made.tell("close-bets", Role.DEALER).done
    assert made.state().pending == (), "who goes on with the round has not waited"
    assert "the round has moved on" in str(approve(made, asked.approval).reason)
    assert made.round().phase is Phase.DEALING
    sound(made)


def test_no_is_no_and_who_asked_may_think_better_of_it() -> None:
    made = house()
    asked = void(made)
    assert made.tell("refuse-approval", Role.PIT_SUPERVISOR, approval=asked.approval, actor="staff:eve").done is False
    assert made.tell("refuse-approval", Role.PIT_MANAGER, approval=asked.approval, actor="staff:bob", why="no").done
    assert "no longer waiting" in str(approve(made, asked.approval, actor="staff:cid").reason)
    asked = void(made)
    assert made.tell("refuse-approval", Role.PIT_MANAGER, approval=asked.approval, actor="staff:ann").done
    until(made, "settled")
    sound(made)


def test_fear_requests_pile_up() -> None:
    made = housed("tiger", two_people=TWO)
    for _ in range(MAX_APPROVALS_WAITING):
        assert made.tell("change-settings", settings={"unit": "0.20"}).approval
    refused = made.tell("change-settings", settings={"unit": "0.20"})
    assert f"{MAX_APPROVALS_WAITING} requests are already waiting" in str(refused.reason)
    made.now += APPROVAL_LASTS
    assert made.tell("change-settings", settings={"unit": "0.20"}).approval
    assert len(made.state().pending) == 1, "who came too late is forgotten"


def test_fear_two_approve_at_once() -> None:
    made = house()
    asked = void(made)
    replies = [
        made.ask("approve", Role.PIT_MANAGER, approval=asked.approval, actor=f"staff:{name}") for name in ("bob", "cid")
    ]
    made.settle()
    assert [reply.result().done for reply in replies] == [True, False]
    assert made.kinds().count("round-voided") == 1


def test_fear_a_crash_forgets_or_repeats_an_approval() -> None:
    made = house(run="dealer")
    asked = made.tell("change-settings", settings={"cut": 20})
    made.crash()
    assert [each.id for each in made.state().pending] == [asked.approval]
    answer = approve(made, asked.approval, id="same")
    assert answer.done
    made.crash()
    assert approve(made, asked.approval, id="same") == answer
    assert made.kinds().count("table-configured") == 2
    assert coming(made).cut == 20


def test_an_interruption_ends_what_was_asked_about_the_round() -> None:
    made = house()
    asked = void(made)
    made.crash()
    assert made.round().phase is Phase.VOID, "by the rule for interruptions"
    assert "no longer waiting" in str(approve(made, asked.approval).reason)


def test_what_is_agreed_upon_a_configuration_is_the_one_that_both_saw() -> None:
    made = housed("tiger", two_people=TWO)
    first, second = (made.tell("change-settings", settings={"cut": cut}) for cut in (20, 30))
    assert approve(made, first.approval).done
    assert "no longer waiting" in str(approve(made, second.approval).reason)
    assert coming(made).cut == 20
    made.wait(60)
    assert made.state().configuration == made.state().coming
    sound(made)


def test_fear_one_person_switches_two_people_off() -> None:
    made = housed("tiger", two_people=TWO)
    assert made.tell("change-settings", settings={"two_people": []}).approval
    made.wait(60)
    assert coming(made).two_people == TWO


def test_cards_put_right_by_hand_take_two_and_the_next_card_does_not() -> None:
    made = housed("tiger", run="dealer", cards="entered", two_people=("card-entry",))
    made.tell("begin-round")
    made.tell("close-bets")
    for card in ("8S", "KD"):
        assert made.tell("deal-card", Role.DEALER, card=card).done
    asked = made.tell("reconstruct", Role.PIT_SUPERVISOR, cards=["KD", "8S"])
    assert asked.approval
    assert [str(card) for card in made.round().cards] == ["8S", "KD"]
    assert approve(made, asked.approval, Role.PIT_SUPERVISOR).done
    assert [str(card) for card in made.round().cards] == ["KD", "8S"]


def test_fear_two_people_bring_a_card_into_the_virtual_shoe() -> None:
    made = housed("tiger", run="dealer", two_people=TWO)
    made.tell("begin-round")
    made.tell("close-bets")
    answer = made.tell("deal-card", card="8S")
    assert answer.approval is None
    assert answer.reason == "this table deals from its virtual shoe: cards are not entered"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_voided_by_two(game: str) -> None:
    made = housed(game, two_people=TWO)
    offer = next(each for each in made.state().expects() if each.command == "void-round")
    asked = made.tell("void-round", Role.PIT_MANAGER, clause=str((offer.clauses or (offer.clause,))[0]))
    assert asked.approval
    assert approve(made, asked.approval).done
    assert made.round().phase is Phase.VOID
    sound(made)
