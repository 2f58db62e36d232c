"""Checkpoints in a second place: whoever cuts off the end of a store, or loses its log, is found out."""

import http.server
import logging
import os
import shutil
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from croupier.house.audit import audit, read_checkpoint
from croupier.house.keys import Keys
from croupier.house.store import Checkpoint, Records, Store, witness
from croupier.house.store.witness import beside, last_checkpoint
from croupier.refused import Refused
from program import croupier
from serving import Process
from stores import KEYS, an_append, fresh, patiently


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "CHECKPOINT_SECONDS", 0.05)


def _vouched(place: Path, position: int) -> None:
    def so() -> bool:
        last = last_checkpoint(place) if place.exists() else None
        return last is not None and last.position >= position

    patiently(so)


def test_fear_the_write_ahead_log_is_deleted_and_nobody_notices(tmp_path: Path) -> None:
    """A house is killed, and what was not in the database yet is taken away with its log: verify finds it by itself."""
    url = f"sqlite:///{tmp_path}/house.db"
    Store(url, Keys.load(tmp_path / "house.key")).close()
    with Process(url, tmp_path, "--speed", "20") as house:
        place = beside(url)
        assert place is not None
        with httpx.Client(base_url=house.base, timeout=60) as http_client:
            http_client.post("/api/guests")
        _vouched(place, 200)
        os.kill(house.pid, signal.SIGKILL)
        house.ended()
    shutil.copytree(tmp_path, tmp_path / "copy")
    assert _verified(f"sqlite:///{tmp_path}/copy/house.db") == 0
    (tmp_path / "house.db-wal").unlink()
    (tmp_path / "house.db-shm").unlink(missing_ok=True)
    assert _verified(url) == 1
    with pytest.raises(Refused, match=r"house\.checkpoints vouches for [0-9,]+ events, and [0-9,]+ are there"):
        Store(url, Keys.load(tmp_path / "house.key"), checkpoints=str(place))
    place.rename(tmp_path / "elsewhere")
    assert _verified(url, "--checkpoint", str(tmp_path / "elsewhere")) == 1


def _verified(url: str, *more: str) -> int:
    return croupier("verify", "--store", url, *more).returncode


@pytest.mark.parametrize("back_end", ["sqlite", "postgresql"])
def test_a_cut_tail_is_found_with_the_last_line(back_end: str, tmp_path: Path) -> None:
    place = tmp_path / "checkpoints"
    with fresh(back_end) as url:
        with Store(url, KEYS, checkpoints=str(place)) as store:
            for _ in range(5):
                store.append(an_append())
            _vouched(place, 5)
            store.append(an_append())
        assert place.stat().st_mode & 0o777 == 0o600
        last = read_checkpoint(place)
        assert (last.position, last.genuine, last.key) == (6, True, KEYS.public), "the last one when it closes"
        with Records(url) as records:
            assert audit(records, KEYS.public, last).defects == []
        with Store(url, KEYS, checkpoints=str(place)) as store:
            store.append(an_append())
        assert read_checkpoint(place).position == 7
        assert read_checkpoint(place).previous == 6
        with place.open("ab") as torn:
            torn.write(b'{"position":9,"ha')
        assert read_checkpoint(place).position == 7, "half a line says nothing"
        with Store(url, KEYS, checkpoints=str(place)) as store:
            store.append(an_append())
        assert read_checkpoint(place).position == 8
        with pytest.raises(Refused, match="not signed with this house's key"):
            Store(url, Keys(bytes(32)), checkpoints=str(place))


def test_a_store_that_was_replaced_by_an_older_copy_is_not_opened(tmp_path: Path) -> None:
    url, place = f"sqlite:///{tmp_path}/house.db", tmp_path / "house.checkpoints"
    with Store(url, KEYS, checkpoints=str(place)) as store:
        store.append(an_append())
    shutil.copy(tmp_path / "house.db", tmp_path / "old.db")
    with Store(url, KEYS, checkpoints=str(place)) as store:
        store.append(an_append())
    shutil.copy(tmp_path / "old.db", tmp_path / "house.db")
    with pytest.raises(Refused, match="vouches for 2 events, and 1 are there"):
        Store(url, KEYS, checkpoints=str(place))
    with sqlite3.connect(tmp_path / "house.db") as behind:
        assert behind.execute("SELECT count(*) FROM event").fetchone() == (1,)
    behind.close()


def test_fear_a_second_place_that_is_full_stops_play(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody waits for it; the log has a line, figures say how far it is behind, and it goes on when it can."""
    place = tmp_path / "folder" / "checkpoints"
    with fresh("sqlite") as url, caplog.at_level(logging.WARNING), Store(url, KEYS, checkpoints=str(place)) as store:
        assert store.witness is not None
        for _ in range(3):
            store.append(an_append())
        failing = store.witness
        patiently(lambda: failing.failing is not None)
        assert failing.behind == 3
        place.parent.mkdir()
        patiently(lambda: failing.failing is None)
        assert failing.behind == 0
    said = [record.message for record in caplog.records]
    assert [line.partition(":")[0] for line in said] == [
        "no checkpoint can be put into the second place",
        "checkpoints are put into the second place again",
    ]


@pytest.fixture
def address() -> Iterator[tuple[str, list[bytes]]]:
    heard: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/checkpoints", heard
        server.shutdown()


def test_checkpoints_are_sent_to_an_address(address: tuple[str, list[bytes]]) -> None:
    place, heard = address
    with fresh("sqlite") as url, Store(url, KEYS, checkpoints=place) as store:
        store.append(an_append())
    found = msgspec.json.decode(heard[-1], type=Checkpoint)
    assert (found.position, found.genuine) == (1, True)


@pytest.mark.parametrize(("keys", "count"), [(KEYS, 9), (Keys(bytes(32)), 1)], ids=["further on", "another key"])
def test_fear_a_second_place_in_which_another_house_writes_is_written_over(
    keys: Keys, count: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What stands there is left as it is, the log has a line, and once it is out of the way all goes on."""
    place, theirs = tmp_path / "checkpoints", tmp_path / "theirs"
    with Store(f"sqlite:///{tmp_path}/others.db", keys, checkpoints=str(theirs)) as other:
        for _ in range(count):
            other.append(an_append(body=b'{"another": "house"}'))
    lines = theirs.read_bytes()
    with fresh("sqlite") as mine, Store(mine, KEYS, checkpoints=str(place)) as store:
        witness = store.witness
        assert witness is not None
        store.append(an_append())
        _vouched(place, 1)
        place.write_bytes(lines)
        store.append(an_append())
        patiently(lambda: witness.disagrees)
        assert witness.fault == "the second place vouches for other records than these"
        assert place.read_bytes() == lines, "it is what somebody else wrote"
        assert witness.behind == 1
        place.unlink()
        patiently(lambda: witness.fault is None)
        assert read_checkpoint(place).position == 2
    assert len([record for record in caplog.records if "no checkpoint can be put" in record.message]) == 1


def test_an_older_copy_of_the_second_place_is_gone_on_with(tmp_path: Path) -> None:
    place = tmp_path / "checkpoints"
    with fresh("sqlite") as url, Store(url, KEYS, checkpoints=str(place)) as store:
        store.append(an_append())
        _vouched(place, 1)
        older = place.read_bytes()
        store.append(an_append())
        _vouched(place, 2)
        place.write_bytes(older)
        store.append(an_append())
        _vouched(place, 3)
        assert store.witness is not None
        assert store.witness.fault is None
