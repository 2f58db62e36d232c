"""A terminal that drops off the line is recorded as lost, and found when it comes back: over real WebSockets."""

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from croupier.games.round import Role
from croupier.house.audit import audit
from croupier.house.house import House
from croupier.house.store import Records, Unavailable
from housed import Housed, housed, until
from memory import MemoryStore
from serving import Person, Process
from tables import usual

GRACE = 2.0
TABLES = """
[tables.B1]
game = "tiger"
run = "dealer"
limits = { all = "1.00..10,000.00" }

[tables.B2]
game = "tiger"
run = "dealer"
limits = { all = "1.00..10,000.00" }
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    (tmp_path / "tables.toml").write_text(TABLES)
    options = ("--config", "tables.toml", "--no-players", "--grace", str(GRACE))
    with Process(f"sqlite:///{tmp_path}/house.db", tmp_path, *options) as made:
        yield made


@contextlib.contextmanager
def line(process: Process, person: Person, table: str = "B1") -> Iterator[ClientConnection]:
    """The terminal's socket to a table, when the table has been shown to it."""
    with connect(f"{process.base.replace('http', 'ws', 1)}/api/tables/{table}/live") as socket:
        socket.send(msgspec.json.encode({"say": "hello", "token": person.token}).decode())
        socket.recv(timeout=60)
        yield socket


class Floor:
    """A Dealer and two guests with wagers, over HTTP."""

    def __init__(self, process: Process, client: httpx.Client) -> None:
        self.client = client
        said = {"name": "dealer", "password": process.passwords["dealer"]}
        self.dealer = Person(client, client.post("/api/sign-in/staff", json=said).json()["token"], "dealer")
        self.ann, self.bob = Person.guest(client), Person.guest(client)

    def bets(self) -> None:
        assert self.dealer.give("B1", "begin-round", round=None).status_code == 200
        for each in (self.ann, self.bob):
            assert each.give("B1", "place-wager", wager="banker", stake=2_000).status_code == 200

    def lost(self, person: Person) -> bool:
        staff = self.dealer.get("/api/tables/B1").json()["private"]["staff"]
        return bool(staff["bettors"][person.name].get("lost", False))


def soon(holds: Callable[[], bool], within: float = 60.0) -> None:
    ends = time.monotonic() + within
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.05)


@pytest.mark.clause("ebaccarat 5.10")
def test_a_terminal_whose_line_drops_is_lost_and_found_when_it_comes_back(process: Process, tmp_path: Path) -> None:
    with httpx.Client(base_url=process.base, timeout=60) as client:
        floor = Floor(process, client)
        with line(process, floor.ann), line(process, floor.bob):
            floor.bets()
        with line(process, floor.bob):
            # The one has come back within the seconds that a reload takes; the other has not.
            soon(lambda: floor.lost(floor.ann))
            time.sleep(GRACE)
            assert not floor.lost(floor.bob)
            # A terminal that looks at another table is on the line.
            with line(process, floor.ann, "B2"):
                soon(lambda: not floor.lost(floor.ann))
                assert floor.dealer.give("B1", "close-bets").status_code == 200
            soon(lambda: floor.lost(floor.ann))
            assert floor.dealer.give("B1", "find-terminal", bettor=floor.ann.name).status_code == 200
            assert not floor.lost(floor.ann), "staff say so by hand"
            assert floor.dealer.give("B1", "lose-terminal", bettor=floor.bob.name).status_code == 200
            assert floor.lost(floor.bob)
    process.stop()
    told = said(tmp_path)
    ann, bob = floor.ann.name, floor.bob.name
    assert told == [
        ("round:terminal-lost", ann, "house"),
        ("round:terminal-found", ann, "house"),
        ("round:terminal-lost", ann, "house"),
        ("round:terminal-found", ann, "staff:dealer"),
        ("round:terminal-lost", bob, "staff:dealer"),
    ]


@pytest.mark.clause("ebaccarat 5.10")
def test_after_a_restart_all_are_lost_and_found_as_they_come(process: Process, tmp_path: Path) -> None:
    with httpx.Client(base_url=process.base, timeout=60) as client:
        floor = Floor(process, client)
        with line(process, floor.ann), line(process, floor.bob):
            floor.bets()
            assert floor.dealer.give("B1", "close-bets").status_code == 200
            while not decided(floor):
                assert floor.dealer.give("B1", "deal").status_code == 200
            process.kill()
    process.start()
    with httpx.Client(base_url=process.base, timeout=60) as client:
        for each in (floor.dealer, floor.ann, floor.bob):
            each.client = client
        assert floor.lost(floor.ann)
        assert floor.lost(floor.bob)
        with line(process, floor.ann):
            soon(lambda: not floor.lost(floor.ann))
            assert floor.lost(floor.bob)
    process.stop()
    assert [each[:2] for each in said(tmp_path)][-1] == ("round:terminal-found", floor.ann.name)


def decided(floor: Floor) -> bool:
    """Whether a wager of the round is decided, so that it goes on after an interruption: four cards decide one."""
    lies = floor.dealer.get("/api/tables/B1").json()["public"]["round"]["lies"]
    return len(lies["player"]["cards"]) + len(lies["banker"]["cards"]) >= 4


def said(folder: Path) -> list[tuple[str, str, str]]:
    """What was kept of terminals at the table, in order."""
    records = Records(f"sqlite:///{folder}/house.db")
    try:
        assert [str(each) for each in audit(records).defects] == []
        kinds = ("round:terminal-lost", "round:terminal-found")
        return [
            (each.kind, msgspec.json.decode(each.body)["event"]["bettor"], each.actor)
            for each in records.events("table:B1")
            if each.kind in kinds
        ]
    finally:
        records.close()


# In the house


@pytest.mark.clause("eblackjack 5.9")
def test_who_acts_is_there() -> None:
    for seed in range(1, 40):
        made = housed("e-blackjack", seed)
        assert made.bet("T1").done
        assert made.bet("T2").done
        until(made, "playing")
        if made.state().undecided():
            break
    made.house.gone("T1", "T2", "T9")
    made.settle()
    assert set(made.round().lost) == {"T1", "T2"}
    closes = made.table().deadline
    assert made.play("decide", "T1", action="stand").done
    assert made.round().lost == ("T2",)
    assert made.table().deadline == closes, "nobody's time changes by it"
    made.house.back("T1", "T2", "T9")
    made.settle()
    assert made.round().lost == ()
    assert made.kinds().count("terminal-found") == 1, "who was not lost, or has been heard of, is not found"
    assert audit(made.store.records).defects == []


def test_a_game_without_terminals_knows_nothing_of_it() -> None:
    for game, more in (("sands-super", {"wager": "banker"}), ("lucky-8", {"box": 1})):
        made = housed(game)
        assert made.bet("T1", **more).done
        made.house.gone("T1")
        made.house.back("T1")
        made.settle()
        assert "terminal-lost" not in made.kinds()


def test_fear_a_loss_is_forgotten_because_the_store_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    made = housed("tiger")
    assert made.bet(wager="banker").done
    send = MemoryStore.send

    def away(*_: Any) -> None:
        raise Unavailable("the store cannot be reached")

    monkeypatch.setattr(MemoryStore, "send", away)
    made.house.gone("T1")
    made.settle()
    assert made.round().lost == ()
    made.wait(0.5)
    monkeypatch.setattr(MemoryStore, "send", send)
    made.wait(1)
    assert made.round().lost == ("T1",)
    assert made.round().phase == "betting"
    assert audit(made.store.records).defects == []


def test_fear_thousands_that_lose_the_line_at_once_hold_the_tables_up() -> None:
    """Two thousand are lost and found in a fraction of the time that a card takes, and a window stays as it was."""
    made = Housed(3, B1=usual("e-blackjack", unit=100))
    made.wait(0)
    names = [f"T{number}" for number in range(2_000)]
    for name in names:
        made.pay_later("buy-in", name, cents=1_000)
    made.settle()
    for name in names:
        made.ask("place-wager", Role.PLAYER, bettor=name, wager="main", stake=100)
    made.settle()
    until(made, "playing")
    closes = made.table().deadline
    start = time.process_time()
    made.house.gone(*names)
    made.house.back(*names)
    took = time.process_time() - start
    made.settle()
    assert made.round().lost == ()
    assert made.table().deadline == closes
    assert made.kinds().count("terminal-lost") == 2_000
    assert took < 2.0, f"{took:.2f} s"


def test_a_house_without_anybody_gone_does_nothing() -> None:
    made = housed("tiger")
    before = made.state().version
    House.gone(made.house)
    House.back(made.house)
    made.settle()
    assert made.state().version == before
