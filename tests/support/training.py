"""A training house for the tests, and a trainee who uses it over the API."""

import contextlib
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import msgspec

from croupier.drill import CaseStep, tables
from croupier.drill.coach import Coach
from croupier.drill.lesson import Lesson
from croupier.drill.record import mark
from croupier.drill.rehearsal import body
from croupier.drill.training import TrainingHouse
from croupier.games.round import Role
from croupier.house.house import wall_clock
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.store import Store
from croupier.server.app import application
from croupier.server.desk import Desk
from croupier.server.doors import Demo, Doors
from serving import Person, TestClient
from stores import KEYS, patiently


@contextlib.contextmanager
def training() -> Iterator[tuple[Any, Desk]]:
    """A client and the desk of a training house whose robots act without delay."""
    with (
        tempfile.TemporaryDirectory(prefix="croupier-training-") as folder,
        Store(f"sqlite:///{folder}/drill.db", KEYS) as store,
    ):
        mark(store, wall_clock())
        house = TrainingHouse.open(store, KEYS, tables(), entropy=os.urandom)
        people = People(store, KEYS, house.now(), PeopleSettings(hashing=QUICK))
        doors = Doors(people, house.now)
        doors.demo = Demo(people, KEYS, house.now)
        desk = Desk(house, doors, often=10_000, at_once=10_000)
        desk.coach = Coach(house, pause=0)
        with TestClient(application(desk)) as client:
            yield client, desk


class Trainee:
    """A staff member who practises."""

    def __init__(self, client: Any, desk: Desk, role: Role) -> None:
        self.role, self._desk = role, desk
        self.person = Person.staff(client, desk, role.value)

    def set_up(self, case: str, **how: Any) -> dict[str, Any]:
        answer = self.person.post(f"/api/drill/cases/{case}", how)
        assert answer.status_code == 200, answer.text
        self.table: str = answer.json()["table"]
        return self.settled()

    def give(self, command: str, **fields: Any) -> int:
        """Give a command at the console; return the HTTP status."""
        return self._post({"command": command, **fields}).status_code

    def do(self, step: CaseStep) -> None:
        """Do a step of a case in the trainee's own role."""
        said = body(step, self._desk.house.tables[self.table].durable, self.lesson.since)
        answer = self._post(msgspec.json.decode(said))
        assert answer.status_code in (200, 202), f"{step}: {answer.text}"

    def _post(self, command: dict[str, Any]) -> httpx.Response:
        body = {"id": f"{self.person.name}.{next(_numbers)}", "command": command}
        return self.person.post(f"/api/tables/{self.table}/commands", body)

    def show(self) -> dict[str, Any]:
        answer = self.person.post(f"/api/drill/tables/{self.table}/show")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def look(self) -> dict[str, Any]:
        """The coach's state of the lesson."""
        found: dict[str, Any] = self.person.get(f"/api/drill/tables/{self.table}").json()
        return found

    def practised(self, case: str) -> dict[str, Any]:
        """The latest entry of the drill history, which must be this case."""
        patiently(lambda: self.person.get("/api/drill/history").json()[0]["case"] == case)
        found: dict[str, Any] = self.person.get("/api/drill/history").json()[0]
        return found

    @property
    def lesson(self) -> Lesson:
        assert self._desk.coach
        found = self._desk.coach.lesson(self.table)
        assert found
        return found

    def waits(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The coach's state as soon as a condition holds."""
        patiently(lambda: holds(self.look()))
        return self.look()

    def settled(self) -> dict[str, Any]:
        """The coach's state once the robots have nothing to do."""
        lesson = self.lesson
        patiently(lambda: lesson.robots_next() is None and (lesson.second() is None or not lesson.helped))
        return self.look()


_numbers = itertools.count(1)
