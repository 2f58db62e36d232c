"""A served house for the tests: in this process with a test client, or a separate process on a real socket."""

import contextlib
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from starlette.applications import Starlette

from croupier.games.catalogue import GAMES
from croupier.house.configuration import Configuration
from croupier.house.house import House
from croupier.house.pace import Pace
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.purchases import Purchases
from croupier.house.store import Store
from croupier.server.app import application
from croupier.server.connections import Connections
from croupier.server.demo import TWO_PEOPLE
from croupier.server.desk import Desk
from croupier.server.doors import Demo, Doors
from croupier.server.exposure import NetworkExposure
from croupier.server.serving import ServerSettings as Served
from croupier.server.serving import server_config
from stores import KEYS
from tables import usual

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about another HTTP client that it prefers
    from starlette.testclient import TestClient as TestClient

SLOW = Pace(betting=600, last_call=1)
"""Bets stay open for the whole test."""


@contextlib.contextmanager
def served(
    tables: dict[str, Configuration] | None = None,
    *,
    demo: bool = True,
    often: float = 10_000,
    grace: float = 3.0,
    purchases: Purchases | None = None,
    connections: Connections | None = None,
    exposure: NetworkExposure | None = None,
    rules: PeopleSettings | None = None,
) -> Iterator[tuple[Starlette, Desk]]:
    """An application and its desk, on a temporary store."""
    with (
        tempfile.TemporaryDirectory(prefix="croupier-served-") as folder,
        Store(f"sqlite:///{folder}/house.db", KEYS) as store,
    ):
        two = {"B1": usual("tiger", pace=SLOW, two_people=TWO_PEOPLE), "J1": usual("lucky-8", pace=SLOW)}
        house = House.open(store, KEYS, two if tables is None else tables, entropy=os.urandom, demo=demo)
        house.purchases = purchases
        people = People(store, KEYS, house.now(), rules or PeopleSettings(hashing=QUICK), steps=house.steps)
        house.stepped.append(people.stepped)
        doors = Doors(people, house.now)
        doors.demo = Demo(people, KEYS, house.now) if demo else None
        desk = Desk(house, doors, often=often, at_once=often, grace=grace, connections=connections)
        yield application(desk, exposure=exposure), desk


@contextlib.contextmanager
def listening(app: Starlette, **settings: Any) -> Iterator[int]:
    """The application on a real socket of this process; yields its port."""
    server = uvicorn.Server(server_config(app, Served(port=0, **settings)))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until = time.monotonic() + 120
        while not server.started:
            assert thread.is_alive()
            assert time.monotonic() < until
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(120)


PROGRAM = "from croupier.commands import main; main()"
QUICKLY = f"""
from croupier.house.people import QUICK, directory, proofs
directory.proof = lambda kind, secret, hashing, entropy: proofs.proof(kind, secret, QUICK, entropy)
{PROGRAM}
"""
"""The program with fast password hashing: otherwise the staff's passwords take two seconds of every start."""

UNWATCHED = f"""
from croupier.server import serving
serving.Lookout = lambda *_: None
{QUICKLY}
"""
"""The same without surveillance, which prices every wager of every round in a separate process."""


class Process:
    """`croupier serve` as a separate process."""

    def __init__(self, url: str, folder: Path, *options: str, program: str = QUICKLY) -> None:
        self.command = [sys.executable, "-c", program, "serve", "--port", "0"]
        self.command += ["--store", url, "--key", str(folder / "house.key"), "--often", "100000", *options]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._output = folder / f"output-{secrets.token_hex(4)}.txt"
        """What it says: in a file, since a pipe that nobody reads fills up."""
        self.base = ""
        self.passwords: dict[str, str] = {}
        self.first = False
        """Whether the administrator's password has to be changed at the first sign-in."""

    def start(self, patience: float = 180) -> None:
        """Start the process, and wait until it serves."""
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(self.command, cwd=self._folder, stdout=output, stderr=subprocess.STDOUT)
        until = time.monotonic() + patience
        # A demo house has an account for every role; any other house begins with one administrator.
        people = 1 if "--no-demo" in self.command else 7
        while True:
            ended, said = self._process.poll() is not None, self._output.read_text("utf-8")
            said = said[: said.rfind("\n") + 1]
            if opened := re.search(r"(?:open|stands by) at (https?://\S+)/", said):
                self.base = opened[1]
            self.passwords |= dict(re.findall(r"^  ([a-z-]+) +(\w+)$", said, re.MULTILINE))
            if first := re.search(r"Sign in as (\S+) with the password (\S+)$", said, re.MULTILINE):
                self.passwords[first[1]], self.first = first[2], True
            if self.base and (len(self.passwords) == people or "--standby" in self.command):
                return
            assert not ended, said
            assert time.monotonic() < until, said
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process
        return self._process.pid

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process and self._process.poll() is None:
            self.kill()

    def kill(self) -> None:
        """Kill the process, as if the power had failed."""
        assert self._process
        self._process.kill()
        self.ended()

    def ended(self) -> tuple[int, str]:
        """Its exit status, and all that it has said."""
        assert self._process
        status = self._process.wait(timeout=120)
        self.base, self.passwords = "", {}
        return status, self._output.read_text("utf-8")

    def stop(self) -> tuple[int, str]:
        """Shut down in an orderly way."""
        assert self._process
        self._process.terminate()
        return self.ended()


class Person:
    """An HTTP client of the house, signed in or not."""

    def __init__(self, client: Any, token: str | None = None, name: str = "") -> None:
        self.client, self.token, self.name, self._number = client, token, name, 0

    @classmethod
    def guest(cls, client: Any) -> "Person":
        found = client.post("/api/guests").json()
        return cls(client, found["token"], found["terminal"])

    @classmethod
    def staff(cls, client: Any, desk: Desk, role: str) -> "Person":
        assert desk.doors.demo
        said = {"name": role, "password": desk.doors.demo.passwords[role]}
        return cls(client, client.post("/api/sign-in/staff", json=said).json()["token"], role)

    def get(self, path: str) -> httpx.Response:
        found: httpx.Response = self.client.get(path, headers=self._headers)
        return found

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        found: httpx.Response = self.client.post(path, headers=self._headers, json=body, **more)
        return found

    def give(
        self, table: str, command: str, *, round: int | None = 1, id: str | None = None, **fields: Any
    ) -> httpx.Response:
        """Give a command to a table, for this player unless another bettor is named."""
        self._number += 1
        said = {"command": command, **({"bettor": self.name} if "bettor" not in fields else {}), **fields}
        body = {"id": id or f"{self.name}.{self._number}", "command": said}
        return self.post(f"/api/tables/{table}/commands", body if round is None else {**body, "round": round})

    def credits(self) -> int:
        found: int = self.get(f"/api/terminals/{self.name}").json()["cents"]
        return found

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def games() -> tuple[str, ...]:
    return tuple(GAMES)


def message(text: str | bytes) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(text)
    return found
