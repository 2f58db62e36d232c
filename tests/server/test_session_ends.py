"""A session that ends closes its sockets, by whatever it ends: what is still told then is told to nobody."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.house.days import SECOND
from croupier.house.monitoring.lookout import Lookout
from croupier.house.pace import Pace
from croupier.house.people import QUICK, PeopleSettings, SessionLength
from croupier.house.roles import HouseRole
from croupier.house.store import Records
from croupier.server.desk import Desk
from serving import Person, Process, TestClient, served
from stores import KEYS, patiently
from tables import usual
from troubling import writer_of

STAFF = [role.value for role in HouseRole if role.staff]
BUSY = Pace(betting=0.2, last_call=0.1, card=0, confirm=0, offer=0.1, decision=0.1, join=0, settle=0, pause=0.05)
"""Something is told all the time, so that nobody is closed only because nothing happens."""
IDLE, MOST, LONG = 1.5, 4.0, 120.0
SLOW = 20.0
"""What a machine that does much else may take besides, far below LONG: it is soon, whatever else runs."""


@contextlib.contextmanager
def open_house(idle: float = LONG, most: float = LONG) -> Iterator[tuple[TestClient, Desk]]:
    lasting = SessionLength(int(idle * SECOND), int(most * SECOND))
    tables = {name: usual("tiger", pace=BUSY) for name in ("B1", "B2")}
    with served(tables, rules=PeopleSettings(hashing=QUICK, staff=lasting, terminal=lasting)) as (app, desk):
        desk.lookout = Lookout(desk.house.store, KEYS, desk.house.store.url, desk.house.now, every=0.1, priority=0)
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client, desk


def signed_in(client: TestClient, desk: Desk, role: str) -> Person:
    return Person.guest(client) if role == "player" else Person.staff(client, desk, role)


@contextlib.contextmanager
def looking(person: Person, path: str = "/api/tables/B1/live") -> Iterator[Any]:
    with person.client.websocket_connect(path) as socket:
        socket.send_json({"say": "hello", "token": person.token})
        socket.receive_json()
        yield socket


def closed(socket: Any, patience: float = 2 * SLOW) -> tuple[int, float]:
    """With which code it is closed, and after how many seconds; whatever is told before is heard."""
    start = time.monotonic()
    while time.monotonic() - start < patience:
        try:
            socket.receive_json()
        except WebSocketDisconnect as end:
            return end.code, time.monotonic() - start
    pytest.fail("it goes on and on", pytrace=False)


def _ended_with(desk: Desk, stream: str) -> bool:
    return [event.kind for event in desk.house.records.events(stream)][-1] == "signed-out"


def test_fear_who_looks_on_unattended_is_told_everything_for_ever() -> None:
    with open_house(idle=2 * IDLE) as (client, desk), contextlib.ExitStack() as all_of_them:
        people, sockets = list[Person](), list[Any]()
        for role in ("player", *STAFF):
            people.append(signed_in(client, desk, role))
            # At once: a session may be over before the last of them has come in.
            for path in ("/api/tables/B1/live", "/api/tables/B2/live"):
                sockets.append(all_of_them.enter_context(looking(people[-1], path)))
        for socket in sockets:
            code, after = closed(socket)
            assert code == 4401
            assert after < 2 * IDLE + SLOW
        for person in people:
            assert person.get("/api/session").status_code == 401
            # The log says so too.
            stream = f"{'access' if person is people[0] else 'staff'}:{person.name}"
            patiently(partial(_ended_with, desk, stream))


def test_fear_a_session_is_longer_than_its_longest_time_over_a_socket() -> None:
    with (
        open_house(most=MOST) as (client, desk),
        looking(signed_in(client, desk, "pit-manager")) as one,
        looking(signed_in(client, desk, "player")) as other,
    ):
        for socket in (one, other):
            code, after = closed(socket)
            assert code == 4401
            assert after < MOST + SLOW


@pytest.mark.parametrize("limit", ["idle", "most"])
def test_fear_surveillance_looks_on_for_ever(limit: str) -> None:
    with open_house(**{limit: IDLE}) as (client, desk):
        eve = signed_in(client, desk, "surveillance")
        with looking(eve, "/api/watch/live") as socket:
            code, after = closed(socket)
        assert code == 4401
        assert after < IDLE + SLOW


def test_commands_use_a_session_and_looking_does_not() -> None:
    idle = 2 * IDLE
    with open_house(idle=idle) as (client, desk):
        boss = signed_in(client, desk, "pit-supervisor")
        with looking(boss) as socket:
            start, number = time.monotonic(), 0
            while time.monotonic() - start < 1.5 * idle:
                number += 1
                act = {"command": "pause-table", "reason": "dinner"} if number % 2 else {"command": "resume-table"}
                socket.send_json({"say": "command", "id": str(number), "command": act})
                time.sleep(IDLE / 4)
            assert boss.get("/api/session").status_code == 200
            assert closed(socket)[1] < idle + SLOW


def test_fear_a_page_that_asks_by_itself_keeps_a_session_open() -> None:
    with open_house(idle=IDLE) as (client, desk):
        boss = signed_in(client, desk, "pit-manager")
        unattended = {"Authorization": f"Bearer {boss.token}", "Croupier-Unattended": "1"}
        with looking(boss) as socket:
            patiently(lambda: client.get("/api/floor", headers=unattended).status_code == 401, IDLE + SLOW)
            assert closed(socket)[0] == 4401


def test_a_session_says_how_long_it_lasts() -> None:
    with open_house(idle=30, most=60) as (client, desk):
        boss = signed_in(client, desk, "pit-manager")
        seen = boss.get("/api/session").json()
        assert (seen["name"], seen["role"], seen["idle"]) == ("pit-manager", "pit-manager", 30)
        assert 20 <= seen["seconds"] <= 30
        assert client.get("/api/session").status_code == 401


def _suspend(root: Person, name: str) -> int:
    return root.post(f"/api/staff/{name}", {"command": "suspend"}).status_code


def _reset(root: Person, name: str) -> int:
    body = {"command": "reset-secret", "password": "written on a note"}
    return root.post(f"/api/staff/{name}", body).status_code


def _moved(root: Person, name: str) -> int:
    return root.post(f"/api/staff/{name}", {"command": "change-role", "role": "cage"}).status_code


@pytest.mark.parametrize("act", [_suspend, _reset, _moved], ids=["suspended", "another password", "another position"])
@pytest.mark.parametrize("path", ["/api/tables/B1/live", "/api/watch/live"], ids=["table", "surveillance"])
def test_fear_somebody_who_is_out_looks_on_at_a_table_where_nothing_happens(
    act: Callable[[Person, str], int], path: str
) -> None:
    with open_house() as (client, desk):
        eve, root = signed_in(client, desk, "surveillance"), signed_in(client, desk, "administrator")
        for table in desk.house.tables.values():
            table.rest()
        patiently(lambda: all(table.durable.over for table in desk.house.tables.values()))
        with looking(eve, path) as socket:
            assert act(root, "surveillance") == 200
            code, after = closed(socket)
        assert code == 4401
        assert after < SLOW


def test_fear_one_who_changes_their_password_leaves_a_socket_behind() -> None:
    with open_house() as (client, desk):
        boss = signed_in(client, desk, "pit-manager")
        assert desk.doors.demo
        old = desk.doors.demo.passwords["pit-manager"]
        with looking(boss) as socket:
            assert boss.post("/api/secret", {"old": old, "new": "nobody else knows"}).status_code == 200
            assert closed(socket)[0] == 4401


def test_signing_out_closes_all_sockets_of_the_session_and_no_other() -> None:
    with open_house() as (client, desk):
        boss, again = (signed_in(client, desk, "pit-manager") for _ in range(2))
        with looking(boss) as one, looking(boss, "/api/tables/B2/live") as two, looking(again) as other:
            assert boss.post("/api/sign-out").status_code == 200
            assert closed(one)[0] == closed(two)[0] == 4401
            assert other.receive_json()["say"]
            assert again.get("/api/session").status_code == 200


QUICKLY = 5.0
"""Seconds in which anybody is answered who does not wait for the disk, far below the fifteen of a write."""


@contextlib.contextmanager
def hung(desk: Desk) -> Iterator[None]:
    """Nothing becomes durable meanwhile."""
    store, free = desk.house.store, threading.Event()
    commit = store.writer.commit

    def hangs(batch: Any) -> Any:
        free.wait(30)
        return commit(batch)

    store.writer.commit = hangs  # type: ignore[method-assign]
    try:
        yield
    finally:
        free.set()


def _ends(desk: Desk, name: str) -> list[str]:
    return [event.kind for event in desk.house.records.events(f"staff:{name}") if event.kind == "signed-out"]


def test_fear_a_session_that_ends_while_nothing_can_be_written_holds_everybody_up() -> None:
    with open_house(idle=IDLE) as (client, desk):
        people = [signed_in(client, desk, role) for role in ("cage", "surveillance")]
        time.sleep(IDLE)
        with hung(desk):
            for each in (*people, *people):
                start = time.monotonic()
                assert each.get("/api/session").status_code == 401
                assert client.get("/health").status_code == 200
                assert time.monotonic() - start < QUICKLY, "the loop waits for the disk"
            assert [_ends(desk, each.name) for each in people] == [[], []], "nothing can be written yet"
        for each in people:
            patiently(lambda each=each: _ends(desk, each.name) == ["signed-out"])
            assert each.get("/api/session").status_code == 401
        again = signed_in(client, desk, "cage")
        assert again.get("/api/session").status_code == 200, "the account goes on"
        assert _ends(desk, "cage") == ["signed-out"], "the record says it once"


def test_fear_who_guesses_a_password_while_nothing_can_be_written_holds_everybody_up() -> None:
    """A failure is kept before it is answered; whose account it is must not wait for that, and nobody else either."""
    with open_house() as (client, desk):
        cage = signed_in(client, desk, "cage")
        with hung(desk):
            wrong = {"name": "cage", "password": "a guess and no more"}
            guess = threading.Thread(target=lambda: client.post("/api/sign-in/staff", json=wrong))
            guess.start()
            patiently(lambda: desk.house.store.busy_seconds > 0)
            time.sleep(0.2)
            start = time.monotonic()
            assert cage.get("/api/session").status_code == 200
            desk.doors.people.stepped(0)
            assert client.get("/health").status_code == 200
            assert time.monotonic() - start < QUICKLY
        guess.join(20)


def test_fear_a_stopped_writer_and_a_session_that_ends_stop_the_house(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text(
        '[people]\nidle = 0.02\n[tables.B1]\ngame = "tiger"\nlimits = { all = "1.00..1,000.00" }\n'
    )
    url = f"sqlite:///{tmp_path}/house.db"
    with Process(url, tmp_path, "--no-players", "--config", "tables.toml") as process, Records(url) as records:
        with httpx.Client(base_url=process.base, timeout=60) as http:
            said = {"name": "cage", "password": process.passwords["cage"]}
            token = http.post("/api/sign-in/staff", json=said).json()["token"]
            time.sleep(1.5)
            writer = writer_of(process.pid)
            assert writer
            os.kill(writer, signal.SIGSTOP)
            try:
                start = time.monotonic()
                asked = http.get("/api/session", headers={"Authorization": f"Bearer {token}"})
                assert asked.status_code == 401
                assert http.get("/api/tables").status_code == 200
                assert time.monotonic() - start < QUICKLY
            finally:
                os.kill(writer, signal.SIGCONT)
        patiently(lambda: [event.kind for event in records.events("staff:cage")][-1] == "signed-out")
