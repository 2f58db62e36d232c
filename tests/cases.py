"""Plays cases at a table with a real shoe through the house's API, as the people at it would."""

import itertools
from typing import Any

import httpx
import msgspec

from croupier.drill import Case, Step
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.catalogue import GAMES
from croupier.games.round import Role, encode
from croupier.house.configuration import Configuration
from croupier.house.roads import marks_of
from croupier.money import dollars
from croupier.server.desk import Desk
from serving import Person

PURSE = 1_000_000


def tables() -> dict[str, Configuration]:
    """One for every game, with a real shoe and a Dealer; nothing there takes two people."""
    return {name: Configuration.of(name, run="dealer", cards="entered", two_people=()) for name in GAMES}


class Stage:
    """A case at its table: who is there, and what they had before."""

    def __init__(self, client: Any, desk: Desk, case: Case) -> None:
        self.case, self._desk, self._client = case, desk, client
        self.table = case.game
        self._numbers = itertools.count(1)
        self.staff = {role.value: Person.staff(client, desk, role.value) for role in Role if role is not Role.PLAYER}
        self.players = {name: Person.guest(client) for name in case.players}
        self._had = {name: person.credits() for name, person in self.players.items()}
        self.given: list[str] = []

    def ready(self) -> None:
        """A fresh shoe."""
        self._accepted(self._give(Step("dealer", "shuffle")), "shuffle")

    def play(self, *steps: Step) -> None:
        """These, one after the other; none is refused."""
        for step in steps:
            self._accepted(self._give(step), str(step))

    def refused(self, step: Step) -> dict[str, Any]:
        """What is said to one that must not be done."""
        answer = self._give(step)
        assert answer.status_code >= 400, f"{step} was done"
        found: dict[str, Any] = answer.json()["error"]
        return found

    def _accepted(self, answer: httpx.Response, said: str) -> None:
        assert answer.status_code < 300, f"{self.case.clause}: {said}: {answer.status_code} {answer.text}"

    def _give(self, step: Step) -> httpx.Response:
        who = self.players.get(step.who) or self.staff[step.who]
        plain: dict[str, Any] = msgspec.json.decode(encode(step.fields))
        fields = {name: self._named(name, value) for name, value in plain.items()}
        if step.role is Role.PLAYER:
            fields["bettor"] = who.name
        body: dict[str, Any] = {"id": f"{who.name}.{self.case.clause}.{next(self._numbers)}".replace(" ", ".")}
        body["command"] = {"command": step.command, **fields}
        if step.role is Role.PLAYER:
            body["round"] = self._desk.house.tables[self.table].kept.number
        return who.post(f"/api/tables/{self.table}/commands", body)

    def _named(self, field: str, value: Any) -> Any:
        """Players by their terminals."""
        if field in ("bettor", "owner") and value in self.players:
            return self.players[value].name
        if field == "order":
            return [self._named("bettor", each) for each in value]
        return value

    # What came of it

    @property
    def round(self) -> Any:
        return self._desk.house.tables[self.table].kept.round

    def nets(self) -> dict[str, str]:
        return {name: dollars(person.credits() - self._had[name]) for name, person in self.players.items()}

    def cards(self) -> dict[str, str]:
        brief = next(each for each in self._client.get("/api/tables").json() if each["table"] == self.table)
        found: dict[str, str] = brief["hands"]
        return found

    def marks(self) -> tuple[str, ...] | None:
        round = self.round
        return tuple(map(str, marks_of([round]))) if isinstance(round, BaccaratRound) else None

    def clauses(self) -> set[str]:
        """Everything that the record of the round cites."""
        records = self._desk.house.store.records
        number = self._desk.house.tables[self.table].kept.number
        found: set[str] = set()
        for event in records.events(f"table:{self.table}"):
            said = msgspec.json.decode(event.body)
            if said.get("round") == number and "clause" in said.get("event", {}):
                found.add(said["event"]["clause"])
        return found
