"""The database goes away and comes back: everybody is answered meanwhile, the log has a line, nothing is done twice."""

import contextlib
import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from croupier.games.round import Role, encode
from croupier.house import house as houses
from croupier.house.audit import audit
from croupier.house.house import House
from croupier.house.shuffle import seeded
from croupier.house.store import Records, Store, Unavailable
from croupier.house.store import store as store_module
from croupier.house.store.remote_writer import RemoteWriter
from croupier.house.table import Request
from housed import at_rest
from serving import Process
from stores import BACK_ENDS, KEYS, an_append, fresh, patiently, server
from tables import usual
from troubling import writer_of

LONGEST = 40.0
"""Seconds in which anybody is answered, with what a busy machine adds."""


def test_fear_the_database_goes_away_and_nobody_is_answered(tmp_path: Path) -> None:
    with fresh("postgresql") as url, Process(url, tmp_path, "--no-players", "--speed", "0.1") as house:
        with httpx.Client(base_url=house.base, timeout=LONGEST + 10) as http:
            guest = http.post("/api/guests").json()
            other = http.post("/api/guests").json()
            me = {"Authorization": f"Bearer {guest['token']}"}
            patiently(lambda: http.get("/api/tables/tiger").json()["public"]["round"] is not None)
            bet = {"command": "place-wager", "bettor": guest["terminal"], "wager": "banker", "stake": 2_000}
            wanted = {"id": "mine", "round": 1, "command": bet}
            server().halt()
            try:
                assert _hello(house.base, other["token"])["say"] in ("answer", "table")
                start = time.monotonic()
                asked = http.post("/api/tables/tiger/commands", json=wanted, headers=me)
                assert time.monotonic() - start < LONGEST
                assert asked.status_code == 503, asked.text
            finally:
                server().start()
            start = time.monotonic()
            while (again := http.post("/api/tables/tiger/commands", json=wanted, headers=me)).status_code == 503:
                assert time.monotonic() - start < LONGEST, again.text
                time.sleep(0.2)
            first = http.post("/api/tables/tiger/commands", json=wanted, headers=me)
            assert (first.status_code, first.json()) == (again.status_code, again.json())
            assert again.status_code == 200, again.text
        os.kill(house.pid, signal.SIGKILL)
        said = house.ended()[1]
        assert "Traceback" not in said, said
        assert said.count("nothing is kept for the time being") == 1, said
        with Records(url) as records:
            placed = [event for event in records.events("table:tiger") if event.kind == "round:wager-placed"]
        assert len(placed) == 1


def _hello(base: str, token: str) -> Any:
    """The first thing that is said to who says hello."""
    with connect(f"{base.replace('http', 'ws', 1)}/api/tables/tiger/live") as socket:
        socket.send(json.dumps({"say": "hello", "token": token}))
        return json.loads(socket.recv(timeout=LONGEST))


class Hanging:
    """A writer that stands still."""

    def __init__(self, store: Store) -> None:
        self._writer = store.writer
        self.go_on = False
        self.commits = 0

    def open(self) -> None: ...

    def commit(self, batch: Any) -> Any:
        self.commits += 1
        while not self.go_on:
            time.sleep(0.01)
        return self._writer.commit(batch)

    def beat(self) -> Unavailable | None:
        return None

    def close(self) -> None:
        self._writer.close()

    def kill(self) -> None: ...


def test_fear_a_writer_that_hangs_leaves_a_command_unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told in time that nobody knows; sent again later, it gets the real answer, and is done once."""
    monkeypatch.setattr(houses, "ANSWER_TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(store_module, "APPEND_TIMEOUT_SECONDS", 0.3)
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        house = House.open(store, KEYS, {"B1": usual("tiger", unit=100)}, entropy=seeded(1))
        at_rest(house)
        hanging = Hanging(store)
        store.writer = hanging
        request = Request(id="in", actor="staff:cage", by=Role.DEALER, body=encode({"command": "buy-in", "cents": 500}))
        replies = [house.pay("T1", request)]

        def told() -> bool:
            house._expire_requests()
            return replies[0].done

        patiently(told)
        with pytest.raises(Unavailable, match="we cannot tell whether this was recorded: send it again"):
            replies[0].result()
        replies.append(house.pay("T1", request))
        with pytest.raises(Unavailable, match="cannot tell whether this was recorded"):
            store.append(an_append("elsewhere"))
        hanging.go_on = True
        at_rest(house)
        assert replies[1].result().done
        assert house.credits("T1") == store.records.balance("terminal:T1") == 500


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("under_way", [0, 1, 2_500], ids=["nothing", "one", "many"])
def test_fear_closing_waits_for_ever_for_a_writer_that_stands_still(
    back_end: str, under_way: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is killed after a while, with one line; what was acknowledged is there, and who was not told is told so."""
    monkeypatch.setattr(store_module, "STALL_SECONDS", 0.5, raising=False)
    with fresh(back_end) as url:
        store = Store(url, KEYS, apart=True, patience=1)
        acknowledged = [store.append(an_append()).hash for _ in range(5)]
        assert isinstance(store.writer, RemoteWriter)
        pid = store.writer.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        waiting = [store.submit(an_append()) for _ in range(under_way)]
        closing = threading.Thread(target=store.close, daemon=True)
        closing.start()
        closing.join(LONGEST)
        try:
            assert not closing.is_alive(), "it waits for ever"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        assert all(isinstance(each.exception(1), Unavailable) for each in waiting)
        said = [record.message for record in caplog.records]
        assert len(said) == 1, said
        assert "the store is closed without it" in said[0]
        with Store(url, KEYS) as again:
            assert [event.hash for event in again.records.events("table:B1")][:5] == acknowledged
            assert again.append(an_append()).position > 5
        with Records(url) as records:
            assert audit(records).defects == []


def test_fear_a_house_whose_writer_stands_still_cannot_be_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with Process(url, tmp_path, "--no-players") as house:
        writer = writer_of(house.pid)
        assert writer
        os.kill(writer, signal.SIGSTOP)
        start = time.monotonic()
        status, said = house.stop()
        assert time.monotonic() - start < 50
        assert status == 1 or status == 2, said
        assert "Traceback" not in said, said
        assert said.count("the store is closed without it") == 1, said
    with Process(url, tmp_path, "--no-players") as house:
        assert httpx.get(f"{house.base}/ready", timeout=LONGEST).status_code == 200
