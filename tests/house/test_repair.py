"""A table whose record is damaged is put back to work by two people: nothing is changed or lost, and all is named."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games.catalogue import GAMES
from croupier.games.round import Phase, Role, encode
from croupier.house.accounting.report import report
from croupier.house.audit import Defect, audit
from croupier.house.audit.summary import summary
from croupier.house.house import House
from croupier.house.ledger import Posting
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.repair.findings import _back
from croupier.house.rounds import round_steps
from croupier.house.shuffle import seeded
from croupier.house.store import Records, Store
from croupier.house.table import Answer, Request
from croupier.house.table.state import recovered
from croupier.words import sentence_from
from stores import KEYS
from tables import usual

CHIEF = Role.GAMING_SHIFT_MANAGER
DAMAGE = [
    "UPDATE event SET body = '{' WHERE stream = 'table:B1' AND kind = 'round:wager-placed'",
    "UPDATE event SET body = replace(body, '\"unit\":100', '\"unit\":50') WHERE stream = 'table:B1'",
    "UPDATE event SET actor = 'nobody' WHERE stream = 'table:B1' AND kind = 'round:wager-placed'",
    "UPDATE event SET kind = 'round:dance' WHERE stream = 'table:B1' AND kind = 'round:wager-placed'",
    "UPDATE event SET hash = zeroblob(32) WHERE stream = 'table:B1' AND kind = 'round:wager-placed'",
    "DELETE FROM event WHERE stream = 'table:B1' AND kind = 'shoe-opened'",
    "DELETE FROM event WHERE stream = 'table:B1' AND kind = 'round-begun'",
    "UPDATE event SET body = zeroblob(20) WHERE stream = 'table:B1' AND kind = 'table-configured'",
]


class Damaged:
    """A house on a disk that somebody has meddled with."""

    def __init__(self, folder: Path, game: str = "lucky-8", **settings: Any) -> None:
        self.path, self.url, self.now = folder / "house.db", f"sqlite:///{folder}/house.db", 10**15
        self._ids = iter(range(1_000))
        self.tables = {
            "B1": usual(game, unit=100, **settings),
            "B2": usual("tiger", unit=100, no_bets="wait"),
        }
        self.open()

    def open(self) -> None:
        self.store = Store(self.url, KEYS)
        self.house = House.open(self.store, KEYS, self.tables, entropy=seeded(1), clock=lambda: self.now)
        self.settle()

    def settle(self) -> None:
        self.house.catch_up()

    def wait(self, seconds: float) -> None:
        until = self.now + int(seconds * 1_000_000)
        while (due := self.house.due) is not None and due <= until:
            self.now = max(self.now, due)
            self.house.tick()
            self.settle()
        self.now = until

    def damage(self, *statements: str) -> None:
        self.store.close()
        behind = sqlite3.connect(self.path)
        for statement in statements:
            assert behind.execute(statement).rowcount, statement
        behind.commit()
        behind.close()
        self.open()

    def tell(self, command: str, by: Role = CHIEF, actor: str = "staff:ann", **more: Any) -> Answer:
        id, round = more.pop("id", None) or f"r{next(self._ids)}", more.pop("round", None)
        body = encode({"command": command, **more})
        reply = self.house.perform("B1", Request(id=id, actor=actor, by=by, body=body, round=round))
        self.settle()
        return reply.result()

    def bet(self, who: str, wager: str = "main", **more: Any) -> None:
        body = encode({"command": "buy-in", "cents": 10_000})
        self.house.pay(who, Request(id=f"b{next(self._ids)}", actor="staff:cam", by=Role.DEALER, body=body))
        self.settle()
        fields = {"bettor": who, "wager": wager, "stake": 1_000, "round": 1, **more}
        assert self.tell("place-wager", Role.PLAYER, f"terminal:{who}", **fields).done

    def repair(self) -> Answer:
        asked = self.tell("repair-table", reason="the disk was swapped")
        assert asked.approval, asked
        return self.tell("approve", actor="staff:bob", approval=asked.approval)

    def broken(self) -> bool:
        return self.house.tables["B1"].broken is not None

    def found(self) -> tuple[list[str], list[str]]:
        with Records(self.url) as records:
            seen = audit(records)
        return [str(each) for each in seen.defects], [str(each) for each in seen.acknowledged]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Damaged]:
    made = Damaged(tmp_path)
    made.wait(0)
    made.bet("T1", box=1)
    made.bet("T2", box=2)
    yield made
    made.store.close()


@pytest.mark.parametrize("damage", DAMAGE)
def test_two_people_put_a_damaged_table_back_to_work(house: Damaged, damage: str) -> None:
    house.damage(damage)
    table = house.house.tables["B1"]
    assert house.broken()
    wrong, _ = house.found()
    assert wrong
    assert house.house.credits("T1") == 9_000
    assert house.repair().done
    assert not house.broken()
    assert (house.house.credits("T1"), house.house.credits("T2")) == (10_000, 10_000)
    assert house.found() == ([], wrong), "what was wrong is known, and nothing else is wrong"
    house.wait(1)
    assert (table.durable.number, table.durable.round and table.durable.round.phase) == (2, Phase.BETTING)
    assert table.durable == recovered(house.store.records, "B1")
    house.bet("T1", box=1, round=2)
    house.wait(600)
    assert table.durable.number > 2
    assert house.found() == ([], wrong)
    house.store.close()
    house.open()
    assert not house.broken(), "the damage counts no more"
    assert house.found() == ([], wrong)


def test_what_was_known_is_known_in_other_words_and_by_other_figures_it_is_not() -> None:
    defect = Defect("rounds", "event 11 (table:B1 6)", "it moved 20.00, and by the rules 25.00")
    assert defect.acknowledged([str(defect)])
    assert defect.acknowledged(["rounds: event 11 (table:B1 6): by the rules it moves 25.00, not 20.00"])
    for other in (
        "rounds: event 11 (table:B1 6): it moved 20.00, and by the rules 26.00",
        "rounds: event 12 (table:B1 6): it moved 20.00, and by the rules 25.00",
        "books: event 11 (table:B1 6): it moved 20.00, and by the rules 25.00",
    ):
        assert not defect.acknowledged([other])


def test_the_repair_is_on_record_with_both_names_and_what_was_known(house: Damaged) -> None:
    house.damage(DAMAGE[0])
    stopped = house.house.tables["B1"].broken
    assert house.repair().done
    event = house.store.records.last("table:B1", ("table-repaired",))
    assert event
    for said in ("staff:ann", "staff:bob", "the disk was swapped", "lucky8 6.1", '"round":1', "was altered"):
        assert said in event.body.decode(), said
    assert stopped
    assert [each.kind for each in house.store.records.events("repair:B1")] == ["approval-asked"]
    with Records(house.url) as records:
        lines = list(summary(audit(records)))
    assert lines[-1] == "nothing is wrong that was not known"
    assert any(line.startswith("known since a repair: chain: event") for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_any_game_is_repaired(game: str, tmp_path: Path) -> None:
    made = Damaged(tmp_path, game)
    made.wait(0)
    terms = made.tables["B1"].terms
    made.bet("T1", terms.offered[0], **({"box": 1} if terms.boxes else {}))
    made.wait(24)
    made.damage("UPDATE event SET body = '{' WHERE stream = 'table:B1' AND kind = 'round:bets-closed'")
    assert made.repair().done
    assert made.house.credits("T1") == 10_000
    made.wait(600)
    assert made.found()[0] == []
    made.store.close()


@pytest.mark.parametrize("damage", DAMAGE)
def test_books_and_rounds_are_found_again_after_a_repair(house: Damaged, damage: str) -> None:
    house.damage(damage)
    assert house.repair().done
    house.wait(1)
    house.bet("T1", box=1, round=2)
    house.wait(600)
    with Records(house.url) as records:
        found = report(records, 0, 10**16)
        assert found.total.win == sum(records.balances("win:").values())
        assert max(each.playing.number for each in round_steps(records, records.events("table:B1"))) >= 2


# Fears


def test_fear_one_person_repairs_a_table_or_one_of_too_low_a_position(house: Damaged) -> None:
    house.damage(DAMAGE[0])
    assert house.tell("repair-table", Role.PIT_MANAGER, reason="x").clause == "R-11"
    asked = house.tell("repair-table", reason="x")
    assert asked.reason == "this takes two people: a Gaming Shift Manager or higher must approve"
    assert "your own request" in str(house.tell("approve", approval=asked.approval).reason)
    assert "Gaming Shift Manager" in str(
        house.tell("approve", Role.PIT_MANAGER, "staff:p", approval=asked.approval).reason
    )
    assert "no longer waiting" in str(house.tell("approve", actor="staff:bob", approval="B1-repair9").reason)
    assert house.tell("refuse-approval", actor="staff:bob", approval=asked.approval, why="not yet").done
    assert "no longer waiting" in str(house.tell("approve", actor="staff:bob", approval=asked.approval).reason)
    asked = house.tell("repair-table", reason="x")
    house.now += APPROVAL_LASTS
    assert "expired" in str(house.tell("approve", actor="staff:bob", approval=asked.approval).reason)
    assert house.broken()


def test_fear_a_repair_is_done_twice(house: Damaged) -> None:
    house.damage(DAMAGE[0])
    asked = house.tell("repair-table", reason="x", id="same")
    assert house.tell("repair-table", reason="x", id="same") == asked
    done = house.tell("approve", actor="staff:bob", approval=asked.approval, id="agree")
    assert done.done
    assert house.tell("approve", actor="staff:bob", approval=asked.approval, id="agree") == done
    assert not house.tell("approve", actor="staff:bob", approval=asked.approval).done
    assert house.tell("repair-table", reason="x").reason == "table B1 is not stopped: there is nothing to repair"
    house.store.close()
    house.open()
    assert house.tell("repair-table", reason="x", id="same") == asked, "after a restart too"
    assert house.house.credits("T1") == 10_000


def test_fear_a_repair_hides_what_is_damaged_after_it(house: Damaged) -> None:
    house.damage(DAMAGE[0])
    assert house.repair().done
    house.wait(1)
    house.damage("UPDATE event SET actor = 'x' WHERE stream = 'table:B1' AND kind = 'table-configured' AND version = 1")
    new, known = house.found()
    assert known
    assert len(new) == 1
    assert "(table:B1 1): it, or what was stored with it, was altered" in new[0]
    assert not house.broken(), "that was before the repair, and does not count for the table"
    house.damage("UPDATE event SET actor = 'x' WHERE stream = 'table:B1' AND kind = 'shoe-opened' AND version > 5")
    assert house.broken()


def test_fear_a_repair_pays_out_what_the_books_do_not_hold(house: Damaged) -> None:
    house.damage(DAMAGE[0], "UPDATE balance SET cents = 99999 WHERE account = 'stakes:B1/1'")
    asked = house.tell("repair-table", reason="x")
    answer = house.tell("approve", actor="staff:bob", approval=asked.approval)
    assert answer.reason == ("the balance of stakes:B1/1 does not match its postings: correct the books first")
    assert house.broken()
    assert house.house.credits("T1") == 9_000


def test_a_table_that_stopped_without_damage_is_repaired_too(house: Damaged) -> None:
    house.house.tables["B1"].stop(sentence_from("go on failed"))
    assert house.repair().done
    assert house.house.credits("T1") == 10_000
    assert "shoe-retired" in [each.kind for each in house.store.records.events("table:B1")]
    house.wait(60)
    assert house.found() == ([], [])


@pytest.mark.parametrize(
    ("held", "nets"),
    [
        (2_000, {"a": -1_000, "b": -1_000}),
        (0, {"a": -1_000, "b": 500}),
        (1_000, {"a": -500}),
        (500, {"a": 700, "b": -900}),
    ],
)
def test_everybody_has_back_what_they_had_whatever_was_paid_already(held: int, nets: dict[str, int]) -> None:
    balances = {"stakes": held, "win": -held - sum(nets.values()), **nets}
    for each in _back("stakes", held, "win", nets):
        assert isinstance(each, Posting)
        assert each.cents > 0
        balances[each.source] -= each.cents
        balances[each.destination] += each.cents
    assert set(balances.values()) == {0}
