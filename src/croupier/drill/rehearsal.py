"""A case gone through without a house: where the table stands after each step, as its document has it."""

from typing import Any

import msgspec

from croupier.drill.case import Case, Step
from croupier.drill.standing import Standing, cites, standing
from croupier.games.irregularity import answers
from croupier.games.round import Command, Role, encode
from croupier.house.configuration import Configuration
from croupier.house.keys import Keys
from croupier.house.shuffle import seeded
from croupier.house.table import Cabinet
from croupier.house.table import commands as c
from croupier.house.table.deciding import Sheet, decide
from croupier.house.table.state import State
from croupier.refused import Refused
from croupier.rulebook import Citation

RICH = 10**12
"""Cents that everybody has who rehearses."""
READY = (Step("dealer", "shuffle"),)
"""What a table does before every case: a fresh shoe, so that none of its cards is gone."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a case with what comes of it."""

    step: Step
    prompt: str
    """What the console calls it; the name of the command where it is no offer."""
    clause: Citation | None
    """By which it is done, or refused."""
    message: str
    """What is said to it where it is refused."""
    after: Standing


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a document has done in a case, from where it is set up."""

    case: Case
    begins: Standing
    steps: tuple[Planned, ...]
    """Those of the answer and of the rest."""
    answered: int
    """How many of them are the answer."""

    def standing(self, done: int) -> Standing:
        """Where the table stands after so many of them."""
        return self.steps[done - 1].after if done else self.begins


def rehearsed(case: Case, configuration: Configuration) -> Plan:
    """Go through a case at a table that is set up so; a step that does not come out as it says is refused.

    >>> from croupier.drill.case import cases
    >>> from croupier.drill.tables import tables
    >>> case = next(each for each in cases() if each.clause == "ebaccarat 5.2")
    >>> plan = rehearsed(case, tables()[case.game])
    >>> plan.steps[-1].prompt, plan.steps[-1].after.void
    ('The order of the shoe is lost: void', ebaccarat 5.2)
    """
    rehearsal = _Rehearsal(configuration)
    for step in (*READY, *case.setup):
        rehearsal.give(step)
    begins = rehearsal.standing()
    steps = tuple(rehearsal.give(step) for step in (*case.answer, *case.rest))
    return Plan(case=case, begins=begins, steps=steps, answered=len(case.answer))


class _Rehearsal:
    """A table that is kept nowhere."""

    def __init__(self, configuration: Configuration) -> None:
        self._cabinet = Cabinet(Keys(bytes(32)), seeded(1))
        sheet = self._sheet(State(name="rehearsal"))
        sheet.configure(configuration, "")
        self._state = sheet.state
        self._cited: set[str] = set()

    def standing(self) -> Standing:
        """Where it stands."""
        return standing(self._state, 0, self._cited)

    def give(self, step: Step) -> Planned:
        """Have a step done or refused, as it says."""
        command = read(step, self._state)
        offer = next((each for each in self._state.expects() if answers(each, command)), None)
        prompt, clause = (offer.prompt, offer.clause) if offer else (step.command, None)
        message = self._done(step, command)
        return Planned(step=step, prompt=prompt, clause=step.refused or clause, message=message, after=self.standing())

    def _done(self, step: Step, command: Command) -> str:
        sheet = self._sheet(self._state)
        try:
            decide(sheet, command, step.role)
        except Refused as refused:
            if step.refused is None or refused.clause != step.refused:
                raise
            return refused.reason
        if step.refused is not None:
            raise Refused(f"{step} is not refused")
        self._state = sheet.state
        self._cited |= {clause for event in sheet.steps if (clause := cites(event))}
        return ""

    def _sheet(self, state: State) -> Sheet:
        return Sheet(state, self._cabinet, lambda account: RICH)


def read(step: Step, state: State) -> Command:
    """A step as the command that it is."""
    return c.read(body(step), None if state.configuration is None else state.conduct)


def body(step: Step) -> bytes:
    """A step as it is sent; what a player does is about themself."""
    fields: dict[str, Any] = dict(step.fields)
    if step.role is Role.PLAYER:
        fields["bettor"] = step.who
    return encode({"command": step.command, **fields})
