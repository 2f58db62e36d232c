"""Whether the house is ready is proven by a write: a hung writer, a full disk, a table that stopped are not ok."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from croupier.house.store.writer import Writer
from croupier.server import pulse
from croupier.server.desk import Desk
from croupier.words import sentence_from
from serving import Process, TestClient, served
from stores import patiently
from troubling import writer_of


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Desk]]:
    """Every question is a probe, which has all the time that a busy machine may take."""
    monkeypatch.setattr(pulse, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(pulse, "PROBE_TIMEOUT_SECONDS", 60.0)
    with served() as (app, desk), TestClient(app) as client:
        yield client, desk


def test_fear_a_hung_writer_is_ready(house: tuple[Any, Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    client, desk = house
    assert client.get("/ready").json() == {"status": "ok", "stopped": {}, "second_place": None}
    store, free = desk.house.store, threading.Event()
    commit = store.writer.commit

    def hangs(batch: Any) -> Any:
        free.wait(60)
        return commit(batch)

    monkeypatch.setattr(store.writer, "commit", hangs)
    monkeypatch.setattr(pulse, "PROBE_TIMEOUT_SECONDS", 0.4)
    for _ in range(3):
        answer = client.get("/ready")
        assert answer.status_code == 503
        assert answer.json()["error"]["message"].startswith("nothing can be saved: nothing has been saved for")
    assert client.get("/health").status_code == 200, "it answers all the same: nobody has to kill it"
    assert b"croupier_store_unheard_seconds" in client.get("/metrics").content
    assert store.busy_seconds > 0.5
    free.set()
    monkeypatch.setattr(pulse, "PROBE_TIMEOUT_SECONDS", 60.0)
    patiently(lambda: client.get("/ready").status_code == 200)


def test_fear_a_full_disk_is_ready(house: tuple[Any, Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    client, desk = house
    monkeypatch.setattr(pulse, "PROBE_TIMEOUT_SECONDS", 0.4)
    writer = desk.house.store.writer
    assert isinstance(writer, Writer)
    with sa.create_engine(desk.house.store.url).connect() as connection:
        pages = connection.execute(sa.text("PRAGMA page_count")).scalar()
    full = f"PRAGMA max_page_count = {pages}"
    sa.event.listen(writer._engine, "begin", lambda connection: connection.exec_driver_sql(full))
    assert 503 in (client.get("/ready").status_code for _ in range(100)), "what is left of a page holds some"
    assert client.get("/ready").status_code == 503
    assert client.get("/health").status_code == 200


def test_fear_a_stopped_table_is_ok(house: tuple[Any, Desk]) -> None:
    client, desk = house
    desk.house.tables["B1"].stop(sentence_from("deal failed"))
    said = client.get("/ready").json()
    assert (said["status"], said["stopped"]) == ("degraded", {"B1": "deal failed"})
    desk.house.tables["J1"].stop(sentence_from("neither could this"))
    assert client.get("/ready").status_code == 503


def test_fear_asking_whether_it_is_ready_fills_the_records(house: tuple[Any, Desk]) -> None:
    client, desk = house
    client.get("/ready")
    before = desk.house.store.records.version("house"), desk.house.store.records.streams()
    for _ in range(260):
        assert client.get("/ready").status_code == 200
    assert (desk.house.store.records.version("house"), desk.house.store.records.streams()) == before
    with sa.create_engine(desk.house.store.url).connect() as connection:
        kept = connection.execute(sa.text("SELECT count(*) FROM receipt WHERE actor = 'house'")).scalar()
    assert kept == 200


def test_under_load_nothing_is_probed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "FRESH_SECONDS", 600.0)
    with served() as (app, desk), TestClient(app) as client:
        client.post("/api/guests")
        before = desk.house.store.appends
        assert all(client.get("/ready").status_code == 200 for _ in range(20))
        assert desk.house.store.appends == before, "something became durable just now, and that is the proof"


def test_fear_a_writer_that_is_stopped_is_ready(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path}/house.db", tmp_path, "--no-players") as process:
        base = process.base
        assert httpx.get(f"{base}/ready", timeout=60).status_code == 200
        writer = writer_of(process.pid)
        assert writer
        os.kill(writer, signal.SIGSTOP)
        try:
            patiently(lambda: httpx.get(f"{base}/ready", timeout=60).status_code == 503)
            assert httpx.get(f"{base}/health", timeout=60).status_code == 200
        finally:
            os.kill(writer, signal.SIGCONT)
        patiently(lambda: httpx.get(f"{base}/ready", timeout=60).status_code == 200)


def test_fear_a_second_place_that_takes_nothing_is_ok(tmp_path: Path) -> None:
    """It is degraded, with why, and in the figures; nobody is sent away for it, and it is ok when it can be written."""
    place = tmp_path / "elsewhere" / "checkpoints"
    options = ("--no-players", "--checkpoints", str(place))
    with (
        Process(f"sqlite:///{tmp_path}/house.db", tmp_path, *options) as process,
        httpx.Client(base_url=process.base, timeout=60) as http,
    ):
        patiently(lambda: http.get("/ready").json()["status"] == "degraded")
        answer = http.get("/ready")
        assert answer.status_code == 200
        assert answer.json()["second_place"] == "checkpoints cannot be put into the second place"
        assert str(tmp_path) not in answer.text, "strangers are not told where it is"
        assert b"croupier_checkpoints_failing 1.0" in http.get("/metrics").content
        place.parent.mkdir()
        patiently(lambda: http.get("/ready").json() == {"status": "ok", "stopped": {}, "second_place": None})
        assert b"croupier_checkpoints_failing 0.0" in http.get("/metrics").content
        lines = place.read_bytes()
        place.write_bytes(lines.replace(b'"position":', b'"position":9', 1).splitlines()[0] + b"\n")
        http.post("/api/guests")
        disagrees = "the second place vouches for other records than these"
        patiently(lambda: http.get("/ready").json()["second_place"] == disagrees)
