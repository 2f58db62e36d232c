"""Plays drill cases at a table with a real shoe through the house's API, as the people at it would."""

import itertools
from typing import Any, ClassVar

import httpx
import msgspec

from admitting import complaints
from croupier.drill import Case, CaseStep, table_for
from croupier.drill.rehearsal import cleared
from croupier.games.form import Form
from croupier.games.round import Phase, Role, encode
from croupier.house.ledger import stakes, terminal
from croupier.house.views import named
from croupier.money import dollars
from croupier.server.desk import Desk
from serving import Person


class Stage:
    """A case at its table: its people, and their balances before it."""

    known: ClassVar[dict[str, Person]] = {}
    """Everybody who has played, by terminal, so that seats can be cleared before the next case."""

    def __init__(self, client: Any, desk: Desk, case: Case) -> None:
        self.case, self._desk, self._client = case, desk, client
        self.table = case.game
        self._numbers = itertools.count(1)
        self.staff = {role.value: Person.staff(client, desk, role.value) for role in Role if role is not Role.PLAYER}
        self.players = {name: Person.guest(client) for name in case.players}
        self.known.update({person.name: person for person in self.players.values()})
        self._had = {name: person.credits() for name, person in self.players.items()}
        self._rounds_before = self._kept.number

    def ready(self) -> None:
        """Reset the table: no round in progress, no seats taken, and a fresh shoe with the case's burn and cut."""
        for step in cleared(self._kept):
            self._done(step)
        self._rounds_before = self._kept.number
        wanted, known = table_for(self.case), self._kept.coming
        if (known.burn, known.cut) != (wanted.burn, wanted.cut):
            settings = {"burn": wanted.burn, "cut": wanted.cut}
            self._done(CaseStep(Role.PIT_MANAGER.value, "change-settings", {"settings": settings}))
        self._done(CaseStep("dealer", "shuffle"))

    def play(self, *steps: CaseStep) -> None:
        """Play these steps: each must be accepted, or refused without any change where the case says so."""
        for at, step in enumerate(steps):
            if step.refused is not None:
                self._refused(step)
            else:
                following = next((each for each in steps[at + 1 :] if each.refused is None), None)
                self._done(step, asks=following is not None and following.command == "approve")

    def _done(self, step: CaseStep, *, asks: bool = False) -> None:
        answer = self._give(step, self._admitted(step))
        said = f"{self.case.id}: {step}: {answer.status_code} {answer.text}"
        assert answer.status_code == (202 if asks else 200), said

    def _admitted(self, step: CaseStep) -> dict[str, Any]:
        """The fields that a page would send: the command must be offered, with a form that admits these values."""
        who, told = self._who(step), self._told(step)
        if step.of is not None:
            round = who.get(f"/api/tables/{self.table}/rounds/{self._rounds_before + step.of}/amendable").json()
            assert step.command in [each["command"] for each in round["offers"] if each["yours"]], f"{step} is no offer"
            return told
        if step.role is Role.PLAYER:
            offers = who.get(f"/api/tables/{self.table}").json()["private"]["offers"]
        else:
            offers = [each for each in who.get(f"/api/tables/{self.table}/offers").json() if each["yours"]]
        forms = [msgspec.convert(each.get("form") or {}, Form) for each in offers if each["command"] == step.command]
        assert forms, f"{self.case.id}: {step} is no offer: there are {sorted({each['command'] for each in offers})}"
        filled = [self._by_places(form, told) if step.role is Role.PLAYER else told for form in forms]
        wrong = [complaints(form, each) for form, each in zip(forms, filled, strict=True)]
        assert [] in wrong, f"{self.case.id}: {step}: {wrong}"
        at = wrong.index([])
        return {**forms[at].fixed, **filled[at]}

    def _by_places(self, form: Form, told: dict[str, Any]) -> dict[str, Any]:
        """Replace an owner by their place, which is all that players know of one another."""
        listed = (form.fixed.get("owner"), *(each for field in form.fields for each in field.choices))
        theirs = [
            each for each in listed if isinstance(each, str) and named(self._kept.round, each) == told.get("owner")
        ]
        return {**told, "owner": theirs[0]} if theirs else told

    def _refused(self, step: CaseStep) -> None:
        before = self._kept.version, self.credits()
        answer = self._give(step, self._told(step))
        assert answer.status_code == 422, f"{self.case.id}: {step}: {answer.status_code} {answer.text}"
        assert answer.json()["error"]["clause"] == step.refused, f"{self.case.id}: {step}: {answer.text}"
        assert (self._kept.version, self.credits()) == before, f"{self.case.id}: {step} has changed something"

    def _who(self, step: CaseStep) -> Person:
        return self.players.get(step.who) or self.known.get(step.who) or self.staff[step.who]

    def _give(self, step: CaseStep, told: dict[str, Any]) -> httpx.Response:
        who, said = self._who(step), {"command": step.command, **told}
        if step.role is Role.PLAYER:
            said["bettor"] = who.name
        if step.of is not None:
            said = {"command": "amend-round", "round": self._rounds_before + step.of, "amendment": said}
        body: dict[str, Any] = {"id": f"{who.name}.{self.case.id}.{next(self._numbers)}", "command": said}
        if step.role is Role.PLAYER:
            body["round"] = self._kept.number
        return who.post(f"/api/tables/{self.table}/commands", body)

    def _told(self, step: CaseStep) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(encode(step.fields))
        if step.command == "approve":
            waiting = self._who(step).get("/api/approvals").json()
            plain["approval"] = [each["id"] for each in waiting if each["table"] == self.table][-1]
        return {name: self._named(name, value) for name, value in plain.items()}

    def _named(self, field: str, value: Any) -> Any:
        """Replace players' names by their terminals."""
        if field in ("bettor", "owner") and value in self.players:
            return self.players[value].name
        if field == "order":
            return [self._named("bettor", each) for each in value]
        return value

    # What came of it

    @property
    def _kept(self) -> Any:
        return self._desk.house.tables[self.table].durable

    @property
    def phase(self) -> Phase:
        found: Phase = self._kept.round.phase
        return found

    def credits(self) -> dict[str, int]:
        return {name: person.credits() for name, person in self.players.items()}

    def nets(self) -> dict[str, str]:
        """Everybody's net win as shown at the terminals."""
        return {name: dollars(cents - self._had[name]) for name, cents in self.credits().items()}

    def booked(self) -> dict[str, str]:
        """The same from the ledger; no stakes may be left."""
        records = self._desk.house.store.records
        for number in self.rounds:
            assert records.balance(stakes(self.table, number)) == 0, f"{self.case.id}: round {number} holds money"
        return {
            name: dollars(records.balance(terminal(person.name)) - self._had[name])
            for name, person in self.players.items()
        }

    def cards(self) -> dict[str, str]:
        found: dict[str, str] = self._brief["hands"]
        return found

    def marks(self) -> tuple[str, ...]:
        """The marks of the road, since the shoe of the case began."""
        return tuple(self._brief["marks"])

    @property
    def _brief(self) -> Any:
        return next(each for each in self._client.get("/api/tables").json() if each["table"] == self.table)

    @property
    def rounds(self) -> range:
        """The numbers of its rounds."""
        return range(self._rounds_before + 1, self._kept.number + 1)

    def recalled(self) -> list[dict[str, Any]]:
        """Its rounds as replayed in the pit, step by step."""
        manager = self.staff[Role.PIT_MANAGER]
        answers = [manager.get(f"/api/tables/{self.table}/rounds/{number}") for number in self.rounds]
        assert {each.status_code for each in answers} == {200}, [each.text for each in answers]
        return [each.json() for each in answers]
