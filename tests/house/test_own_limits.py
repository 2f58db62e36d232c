"""Limits that players set themselves: they hold, and nobody loosens them in the heat of a loss."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.round import Role, encode
from croupier.house.days import GamingDay
from croupier.house.house import House
from croupier.house.ledger import Posting, terminal
from croupier.house.own_limits import (
    LOOSER_AFTER_MICROSECONDS,
    MAX_PAUSE_MICROSECONDS,
    MINUTE,
    Limit,
    OwnLimits,
    PlayedToday,
)
from croupier.house.shuffle import seeded
from croupier.house.store import Store
from croupier.house.table import Answer, Request
from croupier.house.table.requests import Reply
from croupier.refused import Refused
from serving import SLOW, Person, TestClient, served
from stores import KEYS, patiently, stake
from tables import usual

AMOUNT = st.none() | st.integers(0, 10**6)
LIMIT = st.builds(Limit, loss=AMOUNT, minutes=st.none() | st.integers(0, 24 * 60))
DAY = GamingDay.of(1_800_000_000_000_000)


def _loosest(limit: Limit) -> tuple[float, float]:
    loss, minutes = (float("inf") if each is None else each for each in (limit.loss, limit.minutes))
    return loss, minutes


@given(st.lists(st.tuples(LIMIT, st.integers(0, 3 * LOOSER_AFTER_MICROSECONDS)), max_size=8), LIMIT)
def test_whatever_is_asked_nothing_is_looser_before_its_time(asked: list[tuple[Limit, int]], last: Limit) -> None:
    limits, now = OwnLimits(), 0
    for wanted, later in asked:
        now += later
        before = limits.at(now)
        limits = limits.asked(wanted, now)
        at_once = limits.at(now)
        assert at_once == before.and_also(wanted)
        assert all(
            a <= b
            for a, b in zip(_loosest(limits.at(now + LOOSER_AFTER_MICROSECONDS - 1)), _loosest(before), strict=True)
        )
        assert limits.at(now + LOOSER_AFTER_MICROSECONDS) == wanted
    assert limits.asked(last, now).then == last


def test_a_limit_that_makes_no_sense_is_refused() -> None:
    for wrong in (Limit(loss=-1), Limit(minutes=25 * 60), Limit(loss=10**13)):
        with pytest.raises(Refused, match="your limit for"):
            OwnLimits().asked(wrong, 0)


def test_what_counts_is_what_play_has_taken_and_not_brought_back() -> None:
    played, account = PlayedToday(DAY), terminal("T1")
    for posting in (
        Posting("cage", account, 100_000, "buy-in"),
        stake(2_000),
        Posting("stakes:B1/1", account, 500, "return"),
        Posting("win:B1", account, 300, "win"),
        Posting(account, "cage", 10_000, "cash-out"),
        stake(9_999, "T2"),
    ):
        played.count(account, posting, DAY.since)
    assert played.lost == 2_000 - 500 - 300
    played.check(Limit(loss=2_000), 800, DAY.since)
    with pytest.raises(Refused, match=r"20\.00 a day, and 8\.00 of it is left"):
        played.check(Limit(loss=2_000), 801, DAY.since)
    played.check(Limit(loss=0), 0, DAY.since)


def test_time_passes_from_wager_to_wager_and_a_long_pause_counts_as_a_short_one() -> None:
    played = PlayedToday(DAY)
    for at in (0, 2 * MINUTE, 3 * MINUTE, 90 * MINUTE):
        played.count(terminal("T1"), stake(100), DAY.since + at)
    assert played.time == 3 * MINUTE + MAX_PAUSE_MICROSECONDS
    with pytest.raises(Refused, match="your limit of 8 minutes a day is reached"):
        played.check(Limit(minutes=8), 100, DAY.since + 91 * MINUTE)
    played.check(Limit(minutes=8), 100, DAY.until)
    assert (played.lost, played.time) == (0, 0), "another day"


class Floor:
    """A house with a dealer's table, in virtual time."""

    def __init__(self, store: Store) -> None:
        self.now, self._id, self._run = DAY.since, 0, store.records.head().position
        table = usual("tiger", run="dealer")
        self.house = House.open(store, KEYS, {"B1": table}, entropy=seeded(3), clock=lambda: self.now)
        self.pay("T1", "house", Role.DEALER, "buy-in", cents=1_000_000)
        if self.house.tables["B1"].state.over:
            self.ask("staff:ann", Role.DEALER, "begin-round")

    def ask(self, actor: str, by: Role, command: str, **fields: Any) -> Answer:
        number = self.house.tables["B1"].state.number
        return self._come(self.house.perform("B1", self._request(actor, by, command, fields, number)))

    def pay(self, name: str, actor: str, by: Role, command: str, **fields: Any) -> Answer:
        return self._come(self.house.pay(name, self._request(actor, by, command, fields, None)))

    def limit(self, **fields: int) -> Answer:
        return self.pay("T1", "terminal:T1", Role.PLAYER, "set-own-limits", **fields)

    def bet(self, cents: int, wager: str = "banker", name: str = "T1") -> Answer:
        return self.ask(f"terminal:{name}", Role.PLAYER, "place-wager", bettor=name, wager=wager, stake=cents)

    def _request(self, actor: str, by: Role, command: str, fields: dict[str, Any], round: int | None) -> Request:
        self._id += 1
        body = encode({"command": command, **fields})
        return Request(id=f"{self._run}.{self._id}", actor=actor, by=by, body=body, round=round)

    def _come(self, reply: Reply) -> Answer:
        def done() -> bool:
            self.house.pump()
            return reply.done

        patiently(done)
        return reply.result()


def test_a_wager_beyond_ones_own_limit_is_refused_and_a_smaller_one_is_not(tmp_path: Any) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        floor = Floor(store)
        assert floor.bet(4_000).done
        assert floor.limit(loss=10_000).done
        assert floor.bet(6_000, "player").done
        refused = floor.bet(20, "tie")
        assert (refused.done, refused.reason) == (
            False,
            "your loss limit is 100.00 a day, and 0.00 of it is left",
        )
        assert floor.bet(2_000, "player").done, "less is always allowed"
        assert floor.bet(4_000, "tie").done
        assert not floor.bet(4_020, "tie").done
        # Loosening waits; another player has nothing to do with it.
        assert floor.limit().done
        assert not floor.bet(4_020, "tie").done
        floor.pay("T2", "house", Role.DEALER, "buy-in", cents=100_000)
        assert floor.bet(50_000, name="T2").done
        floor.now += LOOSER_AFTER_MICROSECONDS
        assert floor.bet(8_000, "tie").done
        # Nobody else sets them.
        assert not floor.pay("T1", "staff:ann", Role.DEALER, "set-own-limits", loss=1).done
        assert not floor.pay("T1", "terminal:T2", Role.PLAYER, "set-own-limits", loss=1).done


def test_fear_a_restart_forgets_them(tmp_path: Any) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        floor = Floor(store)
        assert floor.bet(4_000).done
        assert floor.limit(loss=5_000).done
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        floor = Floor(store)
        assert floor.house.own_limits("T1").at(floor.now) == Limit(loss=5_000)
        # The house was down while bets were open, so that round is void, and its stake came back.
        assert not floor.bet(5_020, "player").done
        assert floor.bet(4_000, "player").done
        assert not floor.bet(1_020, "tie").done


def test_a_player_sees_and_sets_them_and_nobody_elses() -> None:
    with (
        served({"B1": usual("tiger", pace=SLOW)}) as (app, desk),
        TestClient(app) as client,
    ):
        ann, bob = Person.guest(client), Person.guest(client)
        patiently(lambda: not desk.house.tables["B1"].durable.over)
        mine = f"/api/terminals/{ann.name}"
        assert ann.get(f"{mine}/sitting").json()["limit"] == {"loss": None, "minutes": None}
        ann.give("B1", "place-wager", wager="banker", stake=2_000)
        said = ann.post(f"{mine}/limits", {"id": "one", "loss": 2_500, "minutes": 60}).json()
        assert (said["lost"], said["limit"], said["coming"]) == (2_000, {"loss": 2_500, "minutes": 60}, None)
        late = ann.post(f"{mine}/limits", {"id": "two", "loss": 9_000}).json()
        assert late["limit"] == {"loss": 2_500, "minutes": 60}
        assert (late["coming"], late["comes"] > late["until"] - LOOSER_AFTER_MICROSECONDS) == (
            {"loss": 9_000, "minutes": None},
            True,
        )
        refused = ann.give("B1", "place-wager", wager="tie", stake=1_000)
        assert (refused.status_code, "5.00 of it is left" in refused.text) == (422, True)
        for path in (f"{mine}/sitting", f"{mine}/rounds/B1/1"):
            assert bob.get(path).status_code == 403
        assert bob.post(f"{mine}/limits", {"id": "x", "loss": 0}).status_code == 403
        pit = Person.staff(client, desk, "pit-manager")
        assert pit.post(f"{mine}/limits", {"id": "x", "loss": 0}).status_code == 403
        assert ann.post(f"{mine}/limits", {"id": "y", "loss": -5}).status_code == 400
