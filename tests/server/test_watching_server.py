"""Surveillance over the network, tested by its fears: it sees what it must, and nobody else sees any of it."""

import logging
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.house.monitoring.follower import Raised
from croupier.house.monitoring.lookout import PROCESS_NICENESS, Lookout
from croupier.house.monitoring.picture import Picture
from croupier.house.pace import Pace
from croupier.house.roles import HouseRole
from croupier.house.surveillance.alarm import Alarm
from croupier.server.desk import Desk
from croupier.server.surveillance import WATCHING
from croupier.words import sentence_from
from serving import Person, Process, TestClient, message, served
from stores import KEYS, patiently
from tables import usual

QUICK = Pace(betting=0.8, last_call=0.1, card=0, confirm=0, offer=0.1, decision=0.1, join=0, settle=0, pause=0.1)
OTHERS = [role.value for role in HouseRole if role.staff and role is not HouseRole.SURVEILLANCE]
OPEN = ("/api/tables", "/api/tables/B1", "/api/tables/J1", "/api/games", "/metrics", "/health", "/ready")
ALARM = Alarm(
    kind="late", table="B1", shoe="B1-2", words=sentence_from("somebody is right too often"), statistic=3.0, p=1e-8
)


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[TestClient, Desk]]:
    tables = {
        "B1": usual("tiger", pace=QUICK),
        "J1": usual("dueling-8s", pace=QUICK, no_bets="deal"),
    }
    with served(tables) as (app, desk):
        watched_by(desk)
        with TestClient(app, raise_server_exceptions=False) as client:
            eve = Person.staff(client, desk, "surveillance")
            patiently(lambda: all(each["round"] > 1 for each in eve.get("/api/watch/tables").json()), 120)
            yield client, desk


def watched_by(desk: Desk) -> Lookout:
    url = desk.house.store.records._engine.url.render_as_string(hide_password=False)
    desk.lookout = Lookout(desk.house.store, KEYS, url, desk.house.now, every=0.1, priority=0)
    return desk.lookout


@pytest.fixture
def client(house: tuple[TestClient, Desk]) -> TestClient:
    return house[0]


@pytest.fixture
def desk(house: tuple[TestClient, Desk]) -> Desk:
    return house[1]


@pytest.fixture
def eve(client: TestClient, desk: Desk) -> Person:
    return Person.staff(client, desk, "surveillance")


def raised(desk: Desk, **fields: Any) -> str:
    """An alarm of the house, raised as the lookout raises them; its name."""
    assert desk.lookout
    alarm = msgspec.structs.replace(ALARM, **fields)
    noticed = desk.lookout.alarms.notice(Raised(desk.house.now(), alarm), desk.house.now())
    assert noticed is not None
    desk.lookout._touch("alarm", noticed.id)
    return noticed.id


# What it is for


def test_surveillance_sees_what_every_wager_is_worth_and_was(eve: Person) -> None:
    found = eve.get("/api/watch/tables/B1").json()
    assert found["expectations"].keys() == {*found["wagers"]}
    assert [each["round"] for each in found["history"]] == list(range(1, found["round"] + 1))
    assert found["left"] == 416 - found["seen"]
    numerator, _, denominator = found["expectations"]["banker"]["exact"].partition("/")
    assert int(numerator) / int(denominator) == pytest.approx(found["expectations"]["banker"]["ev"])
    patiently(lambda: eve.get("/api/watch/tables/J1").json()["played"] is not None, 120)
    assert "main-composition" in eve.get("/api/watch/tables/J1").json()["played"]["evs"]


def test_how_far_surveillance_is_behind_is_measured(desk: Desk) -> None:
    assert desk.lookout
    before = desk.house.position
    assert before > 0
    patiently(lambda: desk.lookout is not None and desk.lookout.position >= before, 120)
    assert "croupier_surveillance_running 1.0" in desk.metrics.text().decode()


def test_surveillance_asks_what_a_table_can_lose(client: TestClient, eve: Person) -> None:
    guest = Person.guest(client)
    until = time.monotonic() + 120
    while time.monotonic() < until:
        seen = client.get("/api/tables/B1").json()["public"]["round"]
        if seen and seen["phase"] == "betting":
            bet = guest.give("B1", "place-wager", round=seen["number"], wager="small-tiger", stake=1000)
            found = eve.get("/api/watch/tables/B1/exposure").json()
            if bet.status_code == 200 and found["round"] == seen["number"] and found["staked"]:
                assert (found["staked"], found["loss"]) == ({"small-tiger": 1000}, 22_000)
                return
    raise AssertionError("no wager stood long enough")


def test_an_alarm_is_acknowledged_with_a_note(eve: Person, desk: Desk) -> None:
    id = raised(desk, rounds=(1,))
    assert eve.get("/api/watch/alarms").json()[0]["id"] == id
    before = {each["table"]: each["alarms"] for each in eve.get("/api/watch/tables").json()}
    path, note = f"/api/watch/alarms/{id}/notes", {"id": "n1", "note": "saw the video, it is nothing"}
    noted = eve.post(path, note)
    assert noted.status_code == 200, noted.text
    assert [(each["by"], each["text"]) for each in noted.json()["notes"]] == [("staff:surveillance", note["note"])]
    assert eve.post(path, note).json() == noted.json(), "sent again"
    assert eve.post(path, {**note, "note": "something else"}).status_code == 409
    assert eve.post("/api/watch/alarms/B1:999/notes", note).status_code == 404
    assert eve.post(path, {"id": "n2", "note": ""}).status_code == 400
    after = {each["table"]: each["alarms"] for each in eve.get("/api/watch/tables").json()}
    assert after["B1"] == before["B1"] - 1


def test_the_feed_tells_everything_and_then_what_changes(client: TestClient, desk: Desk, eve: Person) -> None:
    with client.websocket_connect("/api/watch/live") as socket:
        socket.send_json({"say": "hello", "token": eve.token})
        first = message(socket.receive_text())
        assert [each["table"] for each in first["tables"]] == ["B1", "J1"]
        id = raised(desk, rounds=(2, 3))
        until, known = time.monotonic() + 120, set()
        while id not in known or "B1" not in known:
            assert time.monotonic() < until
            news = message(socket.receive_text())
            assert news["say"] == "watch"
            known |= {each["id"] for each in news["alarms"]} | {each["table"] for each in news["tables"]}


# Fears


def paths() -> list[tuple[str, str]]:
    filled = [(each.method, each.path.replace("{table}", "B1").replace("{alarm}", "B1:1")) for each in WATCHING]
    assert len(filled) == 5
    return filled


@pytest.mark.parametrize("role", OTHERS)
def test_fear_anybody_else_of_the_house_sees_what_surveillance_sees(client: TestClient, desk: Desk, role: str) -> None:
    other = Person.staff(client, desk, role)
    refused_everything(client, other, 403, 4403)


def test_fear_a_player_or_nobody_sees_what_surveillance_sees(client: TestClient) -> None:
    refused_everything(client, Person.guest(client), 403, 4403)
    refused_everything(client, Person(client), 401, 4401)
    refused_everything(client, Person(client, "made-up"), 401, 4401)


def refused_everything(client: TestClient, person: Person, status: int, code: int) -> None:
    for method, path in paths():
        body = {"id": "1", "note": "x"}
        answer = person.get(path) if method == "GET" else person.post(path, body)
        assert answer.status_code == status, path
        assert set(answer.json()) == {"error"}
    with client.websocket_connect("/api/watch/live") as socket:
        socket.send_json({"say": "hello", **({"token": person.token} if person.token else {})})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == code


def test_fear_who_is_signed_out_goes_on_being_told(client: TestClient, desk: Desk) -> None:
    eve = Person.staff(client, desk, "surveillance")
    with client.websocket_connect("/api/watch/live") as socket:
        socket.send_json({"say": "hello", "token": eve.token})
        socket.receive_text()
        assert eve.post("/api/sign-out").status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            [socket.receive_text() for _ in range(1_000)]
        assert closed.value.code == 4401


@pytest.mark.parametrize("said", ["{", '{"say":"again"}', '{"say":"hello","token":5}'])
def test_fear_the_feed_is_told_nonsense(client: TestClient, said: str) -> None:
    with client.websocket_connect("/api/watch/live") as socket:
        socket.send_text(said)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4400


def test_fear_a_view_a_metric_or_a_log_carries_it(
    client: TestClient, desk: Desk, eve: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever anybody else can ask for is searched for what surveillance alone knows, to the digit."""
    caplog.set_level(logging.DEBUG)
    raised(desk, rounds=(5,), words="a word that nobody else may read")
    pictures: list[Picture] = list((desk.lookout or watched_by(desk)).pictures.values())
    assert len(pictures) == 2
    eve.post("/api/watch/alarms/B1:1/notes", {"id": "quiet", "note": "hush"})
    secrets = {"a word that nobody else may read", "favourable", "/api/watch", "expectation", "croupier_watch", "hush"}
    for picture in pictures:
        for worth in picture.expectations.values():
            secrets |= {worth.exact, repr(worth.ev)} if abs(worth.ev) > 1e-3 else set()
        secrets |= {repr(ev) for ev in (picture.played.evs.values() if picture.played else ())}
    assert len(secrets) > 15
    said = []
    people = [Person(client), Person.guest(client), *(Person.staff(client, desk, role) for role in OTHERS)]
    for person in people:
        said += [person.get(path).text for path in OPEN]
        for table in ("B1", "J1"):
            with client.websocket_connect(f"/api/tables/{table}/live") as socket:
                socket.send_json({"say": "hello", **({"token": person.token} if person.token else {})})
                said += [socket.receive_text() for _ in range(3)]
    said += [record.getMessage() for record in caplog.records if record.name.startswith("croupier")]
    said += [each.body.decode() for each in desk.house.store.records.all_events()]
    for text in said:
        assert not [secret for secret in secrets if secret in text]


def test_fear_a_house_without_a_lookout_breaks() -> None:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        eve = Person.staff(client, desk, "surveillance")
        for method, path in paths():
            answer = eve.get(path) if method == "GET" else eve.post(path, {"id": "1", "note": "x"})
            assert answer.status_code == 404, path
        with client.websocket_connect("/api/watch/live") as socket:
            socket.send_json({"say": "hello", "token": eve.token})
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 1013


def test_fear_what_does_not_exist(eve: Person) -> None:
    assert eve.get("/api/watch/tables/B9").status_code == 404
    assert eve.get("/api/watch/tables/B9/exposure").status_code == 404


def test_fear_the_process_dies_and_nobody_watches(desk: Desk, eve: Person) -> None:
    """It is begun anew, from what the record and the sealed notes say; the tables never notice."""
    assert desk.lookout
    process = desk.lookout._process
    assert process
    before = eve.get("/api/watch/tables/B1").json()["round"]
    process.kill()
    patiently(lambda: desk.lookout is not None and desk.lookout._process not in (None, process))
    patiently(lambda: eve.get("/api/watch/tables/B1").json()["round"] > before + 1, 120)
    found = eve.get("/api/watch/tables/B1").json()
    assert [each["round"] for each in found["history"]][-1] == found["round"]


def test_fear_the_process_outlives_a_house_that_is_killed(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path}/house.db", tmp_path, "--speed", "20") as process:
        patiently(lambda: children(process.pid) != [])
        (child,) = children(process.pid)
        eve = {"name": "surveillance", "password": process.passwords["surveillance"]}
        token = httpx.post(f"{process.base}/api/sign-in/staff", json=eve, timeout=60).json()["token"]
        assert httpx.get(f"{process.base}/api/watch/tables", headers={"Authorization": f"Bearer {token}"}).is_success
        assert os.getpriority(os.PRIO_PROCESS, child) == PROCESS_NICENESS
        process.kill()
        patiently(lambda: not Path(f"/proc/{child}").exists(), 120)


def children(pid: int) -> list[int]:
    """The processes of surveillance that a house has begun."""
    asked = ["ps", "-ww", "--ppid", str(pid), "-o", "pid=", "-o", "args="]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return [int(line.split()[0]) for line in found.splitlines() if "monitoring.process" in line]
