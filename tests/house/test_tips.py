"""Tips: given once, by their giver, where the table takes them; no part of a round, and paid out to the cent."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.round import Role
from croupier.house import events as house
from croupier.house import evidence
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.days import HOUR, Calendar
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import records_of_round, round_steps
from croupier.house.store import Append, Store
from croupier.house.table import Answer
from croupier.house.table.state import recovered
from housed import Housed, housed, until
from serving import SLOW, Person, TestClient, served
from stores import KEYS
from tables import usual
from test_own_limits import Floor
from test_repair import Damaged


def tipping(game: str = "tiger", **settings: Any) -> Housed:
    return housed(game, tips=True, **settings)


def tip(made: Housed, cents: int, who: str = "T1", **more: Any) -> Answer:
    return made.play("give-tip", who, cents=cents, **more)


def held(made: Housed) -> int:
    return made.store.records.balance("tips:B1")


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    assert recovered(made.store.records, "B1") == made.state()
    assert sum(made.store.records.balances().values()) == 0


def test_a_tip_goes_from_the_terminal_to_the_table_and_from_there_to_who_dealt() -> None:
    made = tipping()
    assert tip(made, 500).done
    assert tip(made, 300, "T2").done
    assert (made.house.credits("T1"), made.house.credits("T2"), held(made)) == (99_500, 99_700, 800)
    assert made.tell("pay-out-tips", Role.PIT_MANAGER, cents=200).done
    assert held(made) == 600
    assert made.tell("pay-out-tips", Role.PIT_MANAGER).done, "all of it"
    assert held(made) == 0
    assert made.store.records.balance("cage") == -300_000 + 800
    assert made.kinds()[-4:] == ["tip-given", "tip-given", "tips-paid-out", "tips-paid-out"]
    sound(made)


@given(st.lists(st.tuples(st.sampled_from(("T1", "T2", "")), st.integers(-100, 60_000)), max_size=12))
def test_no_cent_is_made_or_lost_whatever_is_given_and_paid_out(moves: list[tuple[str, int]]) -> None:
    made = tipping()
    purse, left, paid = {"T1": 100_000, "T2": 100_000}, 0, 0
    for who, cents in moves:
        answer = tip(made, cents, who) if who else made.tell("pay-out-tips", Role.PIT_MANAGER, cents=cents)
        assert answer.done == (0 < cents <= (purse[who] if who else left))
        if answer.done and who:
            purse[who], left = purse[who] - cents, left + cents
        elif answer.done:
            left, paid = left - cents, paid + cents
    assert {who: made.house.credits(who) for who in purse} == purse
    assert (held(made), made.store.records.balance("cage")) == (left, -300_000 + paid)
    sound(made)


# Fears


def test_fear_a_double_click_tips_twice() -> None:
    made = tipping()
    request = made.request("give-tip", Role.PLAYER, bettor="T1", cents=500)
    first, second = made.house.perform("B1", request), made.house.perform("B1", request)
    made.settle()
    assert first.result() == second.result()
    made.crash()
    again = made.house.perform("B1", request)
    made.settle()
    assert again.result() == first.result(), "also after a crash"
    assert (made.kinds().count("tip-given"), held(made)) == (1, 500)
    sound(made)


def test_fear_a_tip_is_acknowledged_and_lost_in_a_crash() -> None:
    made = tipping()
    tip(made, 500)
    made.ask("give-tip", Role.PLAYER, bettor="T1", cents=700)
    made.crash()
    assert (held(made), made.house.credits("T1")) == (500, 99_500), "what was never told was never given"
    assert made.tell("pay-out-tips").done
    sound(made)


def test_fear_a_tip_comes_of_nothing_or_from_another() -> None:
    made = tipping()
    assert tip(made, 0).reason == tip(made, -500).reason == "a tip must be above zero"
    assert tip(made, 100_001).kind == "overdraft"
    assert tip(made, 500, actor="terminal:T2").reason == "a player can act only for their own terminal"
    staff = made.tell("give-tip", Role.GAMING_SHIFT_MANAGER, bettor="T1", cents=500)
    assert staff.reason == "this needs a player, not a Gaming Shift Manager"
    assert not made.tell("give-tip", Role.PLAYER, bettor="T1", cents=1.5).done
    assert made.store.records.balances("tips:") == {}
    sound(made)


def test_fear_tips_and_a_wager_spend_the_same_money() -> None:
    made = tipping()
    both = [
        made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=60_000),
        made.ask("give-tip", Role.PLAYER, bettor="T1", cents=60_000),
    ]
    made.settle()
    assert [each.result().done for each in both] == [True, False]
    sound(made)


@pytest.mark.parametrize("by", [Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR])
def test_fear_who_is_tipped_pays_it_out(by: Role) -> None:
    made = tipping()
    tip(made, 500)
    assert not made.tell("pay-out-tips", by, bettor="T1").done
    assert held(made) == 500


def test_fear_more_is_paid_out_than_was_given() -> None:
    made = tipping()
    assert made.tell("pay-out-tips").reason == "there are no tips to pay out"
    tip(made, 500)
    for none in (0, -1):
        said = made.tell("pay-out-tips", cents=none).reason
        assert said == "pay out an amount above zero, or all of the tips"
    assert made.tell("pay-out-tips", cents=501).kind == "overdraft"
    twice = [made.ask("pay-out-tips"), made.ask("pay-out-tips")]
    made.settle()
    assert [each.result().done for each in twice] == [True, False]
    sound(made)


def test_fear_tips_are_written_down_that_nobody_gave() -> None:
    made = housed("tiger")
    forged = (
        house.TipGiven(table="B1", terminal="T1", cents=500),
        house.TipGiven(table="B2", terminal="T1", cents=500),
        house.TipsPaidOut(table="B1", cents=100),
    )
    drafts = (*map(house.drafted, forged[:2]), house.drafted(forged[2], ()))
    made.store.append(Append(stream="table:B1", drafts=drafts, at=made.now, actor="terminal:T1"))
    said = [each.said for each in audit(made.store.records).defects]
    assert said == [
        "a tip was given, and the table takes none",
        "it speaks of tips of table B2",
        "its postings are not what it says happened",
    ]


# Where a table takes them


def test_a_table_takes_tips_from_when_it_is_set_up_so() -> None:
    made = housed("tiger")
    assert tip(made, 500).reason == "table B1 takes no tips"
    assert made.tell("change-settings", settings={"tips": True}).done
    assert tip(made, 500).done, "a tip waits for no round"
    assert made.tell("change-settings", settings={"tips": False}).done
    assert not tip(made, 500).done
    assert made.tell("pay-out-tips").done, "what was given is paid out all the same"
    assert made.state().coming_stamp == 3
    sound(made)


def test_a_table_that_pauses_takes_none_until_it_goes_on() -> None:
    made = tipping()
    made.tell("pause-table", reason="a fire drill")
    assert tip(made, 500).reason == "table B1 is paused: a fire drill"
    made.tell("resume-table")
    assert tip(made, 500).done
    sound(made)


# No part of a round


@pytest.mark.parametrize("game", ["tiger", "lucky-8", "e-blackjack"])
def test_a_tip_is_no_part_of_a_round_of_its_result_or_of_its_time(game: str, tmp_path: Path) -> None:
    wager = {"tiger": "banker"}.get(game, "main")
    box: dict[str, Any] = {"box": 1} if game == "lucky-8" else {}
    ends, nets = [], []
    for generous in (False, True):
        made = tipping(game, seed=5)
        began = made.now
        assert made.bet(wager=wager, **box).done
        while made.round().phase != "settled":
            made.wait(0.25)
            if generous:
                assert tip(made, 100).done
        ends.append(made.now - began)
        nets.append(made.round().nets())
        records = made.store.records
        again = resettle(records)
        assert (again.rounds, again.differences) == (1, [])
        assert not any(
            "tip" in kind for each in round_steps(records, records.all_events()) for kind in each.playing.kinds
        )
        assert any(each.event.kind == "tip-given" for each in records_of_round(records, "B1", 1)) == generous
        path = tmp_path / f"{game}-{generous}.zip"
        path.write_bytes(evidence.pack(records, "B1", 1, made.now, KEYS))
        assert evidence.check(path, KEYS.public)[1] == []
        sound(made)
    assert ends[0] == ends[1]
    assert nets[0] == nets[1]


def test_a_tip_counts_towards_no_limit_of_ones_own(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        floor = Floor(store)
        assert floor.ask("staff:ann", Role.PIT_MANAGER, "change-settings", settings={"tips": True}).done
        assert floor.limit(loss=5_000).done
        assert floor.bet(4_000).done
        give = {"bettor": "T1", "cents": 2_000}
        assert floor.ask("terminal:T1", Role.PLAYER, "give-tip", **give).done, "it is given, and not lost"
        assert floor.bet(1_000, "tie").done, "and takes nothing of what may be"
        assert not floor.bet(1_020, "tie").done


def test_a_tip_stays_given_when_a_table_is_repaired(tmp_path: Path) -> None:
    made = Damaged(tmp_path, tips=True)
    made.wait(0)
    made.bet("T1", box=1)
    assert made.tell("give-tip", Role.PLAYER, "terminal:T1", bettor="T1", cents=500, round=1).done
    made.damage("UPDATE event SET body = zeroblob(20) WHERE stream = 'table:B1' AND kind = 'round:wager-placed'")
    assert made.repair().done
    assert (made.house.credits("T1"), made.house.held("tips:B1")) == (9_500, 500)
    assert made.found()[0] == []
    made.store.close()


# The meter and the report


def test_the_report_of_a_day_has_what_came_what_went_and_what_is_left() -> None:
    made = tipping()
    first = Calendar().of(made.now)
    tip(made, 500)
    tip(made, 250, "T2")
    made.tell("pay-out-tips", cents=700)
    until(made, "settled")
    made.now += 24 * HOUR
    made.tell("pay-out-tips")
    second = Calendar().of(made.now)
    days = [report(made.store.records, each.since, each.until).tips for each in (first, second)]
    assert [(each.tips_in, each.tips_out, each.tips_held) for (each,) in days] == [(750, 700, 50), (0, 50, 0)]
    (whole,) = report(made.store.records, first.since, second.until).tips
    assert (whole.tips_in, whole.tips_out, whole.tips_held) == (750, 750, 0)


def test_tips_over_the_network() -> None:
    tables = {"B1": usual("tiger", pace=SLOW, tips=True), "B2": usual("tiger", pace=SLOW)}
    with served(tables) as (application, desk), TestClient(application) as client:
        guest, manager = Person.guest(client), Person.staff(client, desk, "pit-manager")
        assert [guest.get(f"/api/tables/{name}").json()["public"]["tips"] for name in tables] == [True, False]
        before = guest.credits()
        assert guest.give("B1", "give-tip", cents=700).status_code == 200
        assert guest.credits() == before - 700
        moved = guest.get(f"/api/terminals/{guest.name}").json()["movements"][0]
        assert (moved["kind"], moved["cents"]) == ("tip", -700)
        assert guest.give("B2", "give-tip", cents=700).status_code == 422
        assert guest.give("B1", "give-tip", cents=10**12).status_code == 402
        assert guest.give("B1", "pay-out-tips").status_code == 422
        assert manager.give("B1", "pay-out-tips", cents=500).status_code == 200
        today = manager.get("/api/days/today").json()
        assert today["tips"] == [{"table": "B1", "tips_in": 700, "tips_out": 500, "tips_held": 200}]
        assert "tips,B1," in manager.get("/api/days/today/books.csv").text
        assert "Tips in" in manager.get("/api/days/today/books.html").text
