"""The house's time: whoever sets the clock on the wall freezes no table and cuts nobody's time short."""

import itertools
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.house.accounting.closing import close
from croupier.house.audit import audit
from croupier.house.audit.summary import summary
from croupier.house.clock import Clock
from croupier.house.days import HOUR, SECOND, Calendar
from croupier.house.events import ClockStepped, HouseClosed, read_house
from croupier.house.house import House
from croupier.house.own_limits import LOOSER_AFTER_MICROSECONDS, Limit
from croupier.house.pace import Pace
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.roles import HouseRole
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Store, Unavailable
from croupier.refused import Refused
from housed import Housed
from serving import Person, TestClient, served
from stores import KEYS
from tables import usual

DAY = 24 * HOUR
STEPS = (-3 * DAY, 3 * DAY, -90 * SECOND, 400 * DAY)


class Hung(Housed):
    """A house whose wall clock somebody sets."""

    ahead = 0
    """By how much it shows more than what has passed."""

    def _open(self) -> None:
        self.house = House.open(
            self.store,
            KEYS,
            self.tables,
            entropy=seeded(next(self._seeds)),
            clock=lambda: self.now + self.ahead,
            steady=lambda: self.now,
        )
        self.settle()

    def set(self, by: int) -> None:
        """Somebody sets the clock, and the house looks at it."""
        self.ahead += by
        self.house.tick()
        self.settle()

    def wait(self, seconds: float) -> None:
        until = self.now + round(seconds * SECOND)
        while (due := self._due()) is not None and due <= until:
            self.now = max(self.now, due)
            self.house.tick()
            self.settle()
        self.now = until

    def _due(self) -> int | None:
        due = self.house.due
        return None if due is None else due - self.house.now() + self.now

    @property
    def steps(self) -> list[Any]:
        found = [event for event in self.store.records.events("house") if event.kind == "clock-stepped"]
        return [read_house(event.body) for event in found]


def hung(game: str = "tiger", **settings: Any) -> Hung:
    made = Hung(1, B1=usual(game, **{"unit": 100, **settings}))
    made.rich()
    made.wait(0)
    return made


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []


@pytest.mark.parametrize("by", STEPS)
def test_fear_a_clock_that_is_set_freezes_a_table_or_closes_bets_early(by: int) -> None:
    made = hung()
    made.wait(10)
    made.set(by)
    assert made.bet(wager="banker").done
    made.wait(9.9)
    assert made.round().phase == "betting", "of twenty seconds a tenth is left"
    made.wait(0.2)
    assert made.round().phase != "betting"
    made.wait(60)
    assert made.state().number >= 3, "and it plays on"
    assert made.steps == [ClockStepped(wall=by, followed=by)]
    sound(made)
    assert "        its clock was set 1 times while it counted" in list(summary(audit(made.store.records)))


@pytest.mark.parametrize("by", STEPS)
def test_fear_a_clock_that_was_set_while_the_house_was_down_freezes_a_table(by: int) -> None:
    made = hung("e-blackjack")
    assert made.bet().done
    made.wait(30)
    made.ahead += by
    made.crash()
    number = made.state().number
    made.wait(300)
    made.bet()
    made.wait(120)
    assert made.state().number > number
    assert made.table().broken is None
    # That a house was down for days and that its clock was put forward look the same.
    assert [said.followed < 0 for said in made.steps] == [True] * (by < 0)
    sound(made)


@pytest.mark.parametrize("by", STEPS)
def test_fear_two_people_have_no_time_or_days_to_agree_when_the_clock_is_set(by: int) -> None:
    made = hung(two_people=("configuration",))
    asked = [made.tell("change-settings", settings={"cut": cut}) for cut in (20, 30)]
    assert all(each.approval for each in asked)
    made.wait(60)
    made.set(by)
    assert made.approve(asked[0]).done
    sound(made)
    made.tell("change-settings", settings={"cut": 40})
    made.wait(119)
    late = made.tell("change-settings", settings={"cut": 50})
    made.ahead += by
    made.crash()
    made.wait(121)
    assert made.approve(late).reason in (
        "that request has expired: ask again",
        "that request is no longer waiting: it was answered, or the round has moved on",
    )


@pytest.mark.parametrize("by", STEPS)
def test_fear_a_looser_limit_of_ones_own_holds_early_when_the_clock_is_set(by: int) -> None:
    made = hung()
    assert made.pay("set-own-limits", loss=1_000).done
    assert made.pay("set-own-limits", loss=5_000).done
    made.set(by)
    assert made.house.own_limits("T1").at(made.house.now()) == Limit(loss=1_000)
    assert not made.bet(wager="banker", stake=2_000).done
    made.crash()
    assert made.house.own_limits("T1").at(made.house.now()) == Limit(loss=1_000)
    made.now += LOOSER_AFTER_MICROSECONDS
    assert made.house.own_limits("T1").at(made.house.now()) == Limit(loss=5_000)


@pytest.mark.parametrize("by", STEPS)
def test_fear_sessions_and_locks_end_early_or_never_when_the_clock_is_set(by: int) -> None:
    made = hung()
    minute = 60 * SECOND
    people = People(made.store, KEYS, made.house.now(), PeopleSettings(hashing=QUICK), steps=made.house.steps)
    made.house.stepped.append(people.stepped)
    people.first("ruth", "a long password", made.house.now())
    token, who = people.sign_in("ruth", "a long password", made.house.now())
    people.add(who, "dan", HouseRole.DEALER, "another password", made.house.now(), temporary=False)
    for _ in range(5):
        with pytest.raises(Refused):
            people.sign_in("dan", "wrong", made.house.now())
    made.now += 10 * minute
    made.set(by)
    assert people.who(token, made.house.now()).name == "ruth"
    made.now += 4 * minute
    with pytest.raises(Refused):
        people.sign_in("dan", "another password", made.house.now())
    # And whoever opens the house again reads the same in its record.
    people = People(made.store, KEYS, made.house.now(), PeopleSettings(hashing=QUICK), steps=made.house.steps)
    with pytest.raises(Refused):
        people.sign_in("dan", "another password", made.house.now())
    made.now += 2 * minute
    assert people.sign_in("dan", "another password", made.house.now())
    made.now += 15 * minute
    with pytest.raises(Refused):
        people.who(token, made.house.now())


def test_fear_a_clock_that_is_put_back_writes_into_a_day_that_was_signed() -> None:
    made = hung()
    made.now += DAY
    calendar = Calendar()
    day = calendar.of(made.house.now() - DAY)
    close(made.store, KEYS, day, calendar, "staff:ann", made.house.now())
    before = made.house.now()
    made.set(-2 * DAY)
    assert made.house.now() == before, "it counts on"
    made.wait(60)
    sound(made)
    made.set(0)
    assert made.steps == [ClockStepped(wall=-2 * DAY, followed=0)]
    made.crash()
    assert made.house.now() >= before
    made.now += DAY + day.until - (before - DAY) + 60 * SECOND
    made.house.tick()
    made.settle()
    assert made.house.now() == made.now + made.ahead, "the wall shows a day that is open: the house has its time again"
    sound(made)


def test_it_is_kept_once_the_store_is_there_again() -> None:
    made = hung()
    sent, send = [], made.store.send

    def away(append: Append, then: Any) -> None:
        sent.append(append.stream)
        if len(sent) < 3:
            raise Unavailable("the store is away")
        send(append, then)

    made.store.send = away  # type: ignore[method-assign]
    made.set(DAY)
    assert (sent, made.steps) == (["house"], [])
    made.house.tick()
    made.house.tick()
    made.settle()
    assert made.steps == [ClockStepped(wall=DAY, followed=DAY)]
    made.house.tick()
    made.settle()
    assert len(made.steps) == 1


def test_small_differences_are_no_step() -> None:
    drift = itertools.count(0, SECOND // 1_000)
    clock = Clock(lambda: 1_000 * SECOND + next(drift), lambda: 0)
    assert not any(clock.look() for _ in range(100))


@pytest.mark.parametrize("by", [-3 * DAY, 3 * DAY])
def test_a_served_house_plays_on_and_tells_everybody_the_time(by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = Pace(betting=2, last_call=0, card=0, settle=0, pause=0, shuffle=0)
    with served({"B1": usual("tiger", pace=pace)}) as (app, desk), TestClient(app) as client:
        guest = Person.guest(client)
        with client.websocket_connect("/api/tables/B1/live") as socket:
            socket.send_json({"say": "hello", "token": guest.token})
            before = socket.receive_json()
            count = time.time_ns
            monkeypatch.setattr(time, "time_ns", lambda: count() + by * 1_000)
            while (said := socket.receive_json())["say"] != "delta" or abs(said["now"] - before["now"]) < DAY:
                pass
        number = client.get("/api/tables/B1").json()["public"]["round"]["number"]
        until = time.monotonic() + 60
        while (shown := client.get("/api/tables/B1").json())["public"]["round"]["number"] < number + 2:
            assert time.monotonic() < until, "the table is frozen"
            time.sleep(0.02)
        assert shown["public"]["until"] is None or abs(shown["public"]["until"] - shown["now"]) < 5 * SECOND
        assert guest.get("/api/terminals/" + guest.name).status_code == 200, "and nobody was signed out"
        surveillance = Person.staff(client, desk, "surveillance")
        acts = surveillance.get("/api/log?kind=clock-stepped").json()
        assert [abs(act["said"]["followed"] - by) < SECOND for act in acts["acts"]] == [True]


def test_steps_are_remembered_from_one_opening_to_the_next(tmp_path: Path) -> None:
    url, wall = f"sqlite:///{tmp_path}/house.db", [400 * DAY]
    for by in (0, -DAY, DAY, 0):
        wall[0] += by
        with Store(url, KEYS) as store:
            house = House.open(store, KEYS, {}, entropy=seeded(1), clock=lambda: wall[0], steady=lambda: 0)
            house.note(HouseClosed())
            assert house.now() == wall[0]
    with Store(url, KEYS) as store:
        house = House.open(store, KEYS, {}, entropy=seeded(1), clock=lambda: wall[0], steady=lambda: 0)
        assert (house.steps.since(0), house.steps.since(store.records.head().position)) == (-DAY, 0)
