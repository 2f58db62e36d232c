"""Irregularities are practised: who does as the document has it is told so, and who does not is told what it has."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.drill import Case, cases
from croupier.drill import coach as coaching
from croupier.drill.record import check_real, mark
from croupier.games.round import Role
from croupier.house.audit import audit
from croupier.house.days import HOUR
from croupier.house.house import wall_clock
from croupier.house.store import Store
from croupier.refused import Refused
from serving import Process, TestClient, served
from stores import KEYS, patiently
from training import Trainee, training

DEALER, MANAGER, SHIFT = Role.DEALER, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Any, Any]]:
    with training() as (client, desk):
        yield client, desk
        assert [str(each) for each in audit(desk.house.store.records).defects] == []


@pytest.fixture(autouse=True)
def _tables_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "ABANDONED_MICROSECONDS", 0)


def kinds(shown: dict[str, Any]) -> list[str]:
    return [each["kind"] for each in shown["comments"]]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_who_does_as_the_document_has_it_is_right(house: tuple[Any, Any], case: Case) -> None:
    trainee = Trainee(*house, SHIFT)
    shown = trainee.set_up(case.id)
    assert (shown["status"], shown["answer"], shown["teaches"]) == ("open", [], "")
    while (at := trainee.lesson.next()) is not None:
        trainee.do(trainee.lesson.plan.steps[at].step)
        trainee.settled()
    shown = trainee.look()
    assert (shown["status"], shown["answered"], shown["teaches"]) == ("done", True, case.words.teaches)
    assert not {"otherwise", "refused", "ended"} & set(kinds(shown))
    assert kinds(shown).count("right") == 1


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_the_coach_shows_every_step_with_its_reason(house: tuple[Any, Any], case: Case) -> None:
    trainee = Trainee(*house, DEALER)
    shown = trainee.set_up(case.id)
    steps = 0
    while shown["status"] != "done":
        before, shown = shown["comments"], trainee.show()
        steps += 1
        told = [each for each in shown["comments"][len(before) :] if each["kind"] == "shown"]
        assert [bool(each["prompt"]) for each in told] == [True]
        assert steps < 50
    assert shown["shown"]
    latest = trainee.practised(case.id)
    assert (latest["who"], latest["outcome"]) == ("dealer", "shown")


def test_what_is_above_a_dealer_is_right_by_calling_the_pit(house: tuple[Any, Any]) -> None:
    dealer = Trainee(*house, DEALER)
    dealer.set_up("ebaccarat-5.1.1-1")
    assert dealer.give("declare-bad-cards", kind="foreign") == 422
    shown = dealer.look()
    refused = shown["comments"][-1]
    assert (refused["kind"], refused["clause"]) == ("refused", "ebaccarat 5.1.1")
    assert refused["message"] == "this needs a Pit Manager, not a Dealer"
    # What the document would have had done is told after a mistake, and not before.
    assert [each["who"] for each in shown["answer"] if not each["refused"]] == ["pit-manager"]
    assert shown["teaches"]
    assert dealer.give("call-pit", reason="a foreign card") == 200
    shown = dealer.waits(lambda shown: shown["status"] == "done")
    assert kinds(shown) == ["refused", "pit", "right"]
    assert shown["nets"] == {"Ann": 0, "Bob": 0}
    practised = dealer.practised("ebaccarat-5.1.1-1")
    said = (practised["clause"], practised["who"], practised["role"], practised["outcome"], practised["title"])
    assert said == ("ebaccarat 5.1.1", "dealer", "dealer", "right", "A card from another deck")


def test_a_pit_manager_rules_without_a_call(house: tuple[Any, Any]) -> None:
    manager = Trainee(*house, MANAGER)
    manager.set_up("ebaccarat-5.8.1-1")
    assert manager.give("declare-drawn-together", cards=["3D", "2H"], known=False) == 200
    assert manager.waits(lambda shown: shown["status"] == "done")["answered"]


def test_another_way_to_the_same_end_is_right_too(house: tuple[Any, Any]) -> None:
    manager = Trainee(*house, MANAGER)
    manager.set_up("ebaccarat-5.2-1")
    assert manager.give("void-round", clause="ebaccarat 5.2") == 200
    assert manager.waits(lambda shown: shown["status"] == "done")["answered"]
    # A void by another clause is another void.
    manager.set_up("ebaccarat-5.2-1")
    assert manager.give("void-round", clause="ebaccarat 5.1.1") == 200
    assert manager.waits(lambda shown: shown["status"] == "ended")["answered"] is False


def test_what_the_table_accepts_and_the_document_has_not_is_told_and_can_be_undone(house: tuple[Any, Any]) -> None:
    dealer = Trainee(*house, DEALER)
    dealer.set_up("ebaccarat-5.7-1")
    assert dealer.give("deal-card", card="KH") == 200
    shown = dealer.look()
    assert (shown["status"], kinds(shown), shown["card"]) == ("astray", ["otherwise"], None)
    assert shown["answer"][-1]["prompt"] == "Move the cards to where they belong"
    assert dealer.give("take-back-card", card="KH") == 200
    assert dealer.look()["status"] == "open"
    assert dealer.give("call-pit", reason="two cards lie wrong") == 200
    shown = dealer.waits(lambda shown: shown["status"] == "right")
    assert shown["card"] == "KH"


def test_a_round_that_is_over_otherwise_is_said_to_be(house: tuple[Any, Any]) -> None:
    dealer = Trainee(*house, DEALER)
    dealer.set_up("ebaccarat-5.2-1")
    for card in ("2H", "KH"):
        assert dealer.give("deal-card", card=card) == 200
    assert dealer.give("settle") == 200
    shown = dealer.waits(lambda shown: shown["status"] == "ended")
    assert kinds(shown)[-1] == "ended"
    assert dealer.practised("ebaccarat-5.2-1")["outcome"] == "wrong"
    # What is shown then begins anew.
    assert dealer.show()["status"] == "open"
    assert dealer.lesson.plan.begins.phase == "dealing"


def test_players_answer_as_the_case_has_it_also_where_the_trainee_went_astray(house: tuple[Any, Any]) -> None:
    supervisor = Trainee(*house, Role.PIT_SUPERVISOR)
    supervisor.set_up("eblackjack-5.2-1")
    table = house[1].house.tables["e-blackjack"]
    assert table.durable.round.choices == {}, "nobody decides before the cards are mended"
    assert supervisor.give("return-late-wager", bettor="Bob", wager="main", amount=1_000) == 200
    assert supervisor.look()["status"] == "astray"
    patiently(lambda: table.durable.round.choices == {"Ann": "stand", "Bob": "stand"})


def test_a_call_for_what_is_ones_own_is_answered_so(house: tuple[Any, Any]) -> None:
    dealer = Trainee(*house, DEALER)
    dealer.set_up("ebaccarat-5.3-1")
    assert dealer.give("call-pit", reason="the shoe is empty") == 200
    assert dealer.waits(lambda shown: "unneeded" in kinds(shown))["status"] == "open"
    assert dealer.give("run-out") == 200
    assert dealer.waits(lambda shown: shown["status"] == "done")["answered"]


def test_two_people_practise_together_where_no_robot_helps(house: tuple[Any, Any]) -> None:
    dealer, manager = Trainee(*house, DEALER), Trainee(*house, MANAGER)
    dealer.set_up("ebaccarat-5.2-1", helped=False)
    manager.table = dealer.table
    assert dealer.give("call-pit", reason="the shoe fell") == 200
    assert dealer.settled()["status"] == "open"
    assert manager.give("declare-disturbed-order") == 200
    assert dealer.waits(lambda shown: shown["status"] == "done")["answered"]


def test_a_table_is_not_taken_from_who_practises_there(house: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    dealer, manager = Trainee(*house, DEALER), Trainee(*house, MANAGER)
    monkeypatch.setattr(coaching, "ABANDONED_MICROSECONDS", HOUR)
    dealer.set_up("superbaccarat-5.4-1")
    answer = manager.person.post("/api/drill/cases/superbaccarat-5.5-1", {})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"].startswith("dealer is practising at this table")
    monkeypatch.setattr(coaching, "ABANDONED_MICROSECONDS", 0)
    assert manager.set_up("superbaccarat-5.5-1")["trainee"] == "pit-manager"


def test_cases_are_listed_by_document_and_clause_in_both_languages(house: tuple[Any, Any]) -> None:
    dealer = Trainee(*house, DEALER).person
    found = {each["document"]: each for each in dealer.get("/api/drill/cases").json()}
    clauses = {each["clause"]: each for each in found["ebaccarat"]["clauses"]}
    assert clauses["ebaccarat 5.3"]["summary"] == "Shoe runs out mid-round: void"
    assert clauses["ebaccarat 5.3"]["cases"][0]["title"] == "The shoe is empty"
    assert clauses["ebaccarat 5.1.1"]["cases"][0]["needs"] == "pit-manager"
    chinese = {each["document"]: each for each in dealer.get("/api/drill/cases?language=zh").json()}
    assert chinese["ebaccarat"]["name"] == "电子百家乐"
    assert sum(len(each["cases"]) for one in found.values() for each in one["clauses"]) == len(cases())


def test_only_staff_at_tables_practise_and_nobody_plays(house: tuple[Any, Any]) -> None:
    client, desk = house
    assert client.get("/api/house").json() == {"demo": False, "drill": True, "buy_in": None}
    assert client.post("/api/guests").status_code == 404
    assert client.get("/api/drill/cases").status_code == 401
    assert desk.doors.demo
    said = {"name": "cage", "password": desk.doors.demo.passwords["cage"]}
    token = client.post("/api/sign-in/staff", json=said).json()["token"]
    assert client.get("/api/drill/cases", headers={"Authorization": f"Bearer {token}"}).status_code == 403
    dealer = Trainee(client, desk, DEALER).person
    assert dealer.post("/api/drill/cases/ebaccarat-9.9-1", {}).status_code == 422
    assert dealer.get("/api/drill/tables/nowhere").status_code == 422


def test_a_table_at_which_nobody_has_practised_has_no_case() -> None:
    with training() as (client, desk):
        dealer = Trainee(client, desk, DEALER).person
        assert dealer.get("/api/drill/tables/tiger").status_code == 404


def test_an_ordinary_house_has_no_drill() -> None:
    with served() as (app, desk), TestClient(app) as client:
        assert client.get("/api/house").json() == {"demo": True, "drill": False, "buy_in": None}
        answer = Trainee(client, desk, DEALER).person.get("/api/drill/cases")
        assert answer.status_code == 404
        assert "croupier serve --drill" in answer.json()["error"]["message"]


def test_fear_practice_and_play_get_into_one_record(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/drill.db", KEYS) as store:
        mark(store, wall_clock())
        mark(store, wall_clock())
        with pytest.raises(Refused, match="training house's"):
            check_real(store.records)
    with served() as (_, desk):
        check_real(desk.house.store.records)
        with pytest.raises(Refused, match="real house"):
            mark(desk.house.store, wall_clock())


def test_a_training_house_keeps_its_own_store_and_a_real_one_is_refused_it(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path}/drill.db", tmp_path, "--drill") as process:
        process.stop()
    for options in ([], ["--no-demo"]):
        assert "this store is a training house's" in refused(tmp_path, "drill.db", *options)
    assert "a drill has its own tables" in refused(tmp_path, "other.db", "--drill", "--config", "tables.toml")


def refused(folder: Path, store: str, *options: str) -> str:
    """What `croupier serve` says where it does not open."""
    command = [sys.executable, "-c", "from croupier.commands import main; main()", "serve", "--port", "0"]
    command += ["--store", f"sqlite:///{folder}/{store}", "--key", str(folder / "house.key"), *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    return done.stderr
