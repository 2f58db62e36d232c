"""Killed at any instant: nothing that was said to be kept is lost, nothing is kept twice, and the chain holds."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import places
from croupier.house.audit import audit
from croupier.house.ledger import terminal
from croupier.house.store import Records
from stores import BACK_ENDS, Server, fresh

KILLS = int(os.environ.get("KILLS", "30"))
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)


class Victim:
    """A process that is killed again and again."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        script = places.SUPPORT.joinpath("crashing.py")
        self._nurse = subprocess.Popen(
            [sys.executable, script, url, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def live(self, run: int, until: Callable[[], None]) -> None:
        """Let it append until something has happened, then kill it."""
        assert self._nurse.stdin
        assert self._nurse.stdout
        self._nurse.stdin.write(f"{run}\n")
        self._nurse.stdin.flush()
        child = int(self._nurse.stdout.readline())
        until()
        os.kill(child, signal.SIGKILL)
        assert self._nurse.stdout.readline() == "dead\n"

    def told(self) -> list[str]:
        path = self.folder / "told"
        return path.read_text().split() if path.exists() else []

    def check(self) -> int:
        """Everything acknowledged is there, all of it, once; how much there is."""
        with Records(self.url) as records:
            kept = Counter(event.actor for event in records.all_events())
            assert set(kept.values()) <= {2}, "an append is kept whole, and once"
            missing = set(self.told()) - kept.keys()
            assert not missing, f"acknowledged and lost: {missing}"
            assert records.balance(terminal("T1")) == 2 * len(kept)
            assert [str(each) for each in audit(records).defects] == []
            return len(kept)

    def end(self) -> None:
        assert self._nurse.stdin
        assert self._nurse.stdout
        self._nurse.stdin.close()
        self._nurse.wait(30)
        self._nurse.stdout.close()


@pytest.fixture(autouse=True)
def seed_is_said() -> None:
    print(f"SEED={SEED} KILLS={KILLS} draws the same instants again")


@pytest.fixture(params=BACK_ENDS)
def victim(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Victim]:
    with fresh(request.param) as url:
        made = Victim(url, tmp_path)
        yield made
        made.end()


def test_fear_a_kill_loses_or_doubles_what_was_acknowledged(victim: Victim) -> None:
    chance = random.Random(SEED)

    def until() -> None:
        """Some die while they open the store, some in the middle of appends."""
        if chance.random() < 0.8:
            _grown(victim, 1)
            time.sleep(chance.uniform(0, 0.05))
        else:
            time.sleep(chance.uniform(0, 0.25))

    for run in range(KILLS):
        victim.live(run, until)
        if run % 10 == 9 and victim.told():
            victim.check()
    victim.live(KILLS, lambda: _grown(victim, 10))
    assert victim.check() > KILLS


def test_fear_the_database_is_killed_with_the_house(tmp_path: Path) -> None:
    """The server goes as by a power failure under a house that goes on, then the house too."""
    server = Server()
    try:
        victim = Victim(server.database(), tmp_path)

        def crash() -> None:
            _grown(victim, 200)
            server.crash()
            _grown(victim, 200)

        for run in range(2):
            victim.live(run, crash)
        assert victim.check() >= 800
        victim.end()
    finally:
        server.stop()


def _grown(victim: Victim, by: int) -> None:
    wanted, until = len(victim.told()) + by, time.monotonic() + 180
    while len(victim.told()) < wanted:
        assert time.monotonic() < until, "it does not go on"
        time.sleep(0.01)
