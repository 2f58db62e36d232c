"""A case gone through without a house: where the table stands after each step, as its document has it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.drill.case import Case, CaseStep
from croupier.drill.standing import TableStanding, cites, standing
from croupier.drill.tables import table_for
from croupier.games.irregularity import answers
from croupier.games.round import Expected, Role, encode
from croupier.house.configuration import Configuration
from croupier.house.events import RoundAmended
from croupier.house.keys import Keys
from croupier.house.shuffle import seeded
from croupier.house.table import Cabinet, Request
from croupier.house.table import commands as c
from croupier.house.table.amending import Archive, Earlier, offers
from croupier.house.table.approval import decided
from croupier.house.table.deciding import Sheet
from croupier.house.table.state import Placed, State
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

EVERYBODY_HOLDS_CENTS = 10**12
"""Cents that everybody has who rehearses."""
ROBOTS = "staff:coach."
"""How robots of the house are known."""
READY = (CaseStep("dealer", "shuffle"),)
"""What a table does before every case: a fresh shoe, so that none of its cards is gone."""


def cleared(state: State) -> Iterator[CaseStep]:
    """What brings a table back to where a case may begin: nothing under way, and nobody sitting there."""
    if state.paused is not None:
        yield CaseStep("pit-supervisor", "resume-table")
    if state.closed is not None:
        yield CaseStep("pit-supervisor", "open-table")
    if state.called is not None:
        yield CaseStep("pit-supervisor", "answer-call")
    for each in state.pending:
        yield CaseStep("gaming-shift-manager", "refuse-approval", {"approval": each.id})
    reason = Sentence("another-case-practised")
    over = {"reason": reason, "effect": "void"}
    if not state.over:
        yield CaseStep("gaming-shift-manager", "refer", over)
    if state.warned(state.day):
        # Whose one wager under the minimum was honoured has it again when the table session is over.
        yield from (
            CaseStep("pit-supervisor", "close-table", {"reason": reason}),
            CaseStep("pit-supervisor", "open-table"),
        )
    if seats := state.seats():
        # Whoever sits down stays from round to round, and gets up while bets are open.
        yield from (*READY, CaseStep("dealer", "begin-round"))
        yield from (CaseStep(who, "leave-seat", {"box": box}) for box, who in seats.items())
        yield CaseStep("gaming-shift-manager", "refer", over)


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a case with what comes of it."""

    step: CaseStep
    prompt: str
    """What the console calls it; the name of the command where it is no offer."""
    clause: Citation | None
    """By which it is done, or refused."""
    message: str
    """What is said to it where it is refused."""
    after: TableStanding


class CasePlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a document has done in a case, from where it is set up."""

    case: Case
    begins: TableStanding
    steps: tuple[Planned, ...]
    """Those of the answer and of the rest."""
    answered: int
    """How many of them are the answer."""

    def standing(self, done: int) -> TableStanding:
        """Where the table stands after so many of them."""
        return self.steps[done - 1].after if done else self.begins


def rehearsed(case: Case) -> CasePlan:
    """Go through a case at a table of its own; a step that does not come out as it says is refused.

    >>> from croupier.drill.case import cases
    >>> case = next(each for each in cases() if each.clause == "ebaccarat 5.2")
    >>> plan = rehearsed(case)
    >>> plan.steps[-1].prompt, plan.steps[-1].after.void
    ('The order of the shoe is lost: void', ebaccarat 5.2)
    """
    rehearsal = _Rehearsal(table_for(case))
    for step in (*READY, *case.setup):
        rehearsal.give(step)
    begins = rehearsal.standing()
    steps = tuple(rehearsal.give(step) for step in (*case.answer, *case.rest))
    return CasePlan(case=case, begins=begins, steps=steps, answered=len(case.answer))


class _Rehearsal:
    """A table that is kept nowhere, and its archive."""

    def __init__(self, configuration: Configuration) -> None:
        self._cabinet = Cabinet(Keys(bytes(32)), seeded(1))
        sheet = self._sheet(State(name="rehearsal"))
        sheet.configure(configuration, "")
        self._state = sheet.state
        self._cited: set[str] = set()
        self._rounds: dict[int, Earlier] = {}

    def standing(self) -> TableStanding:
        """Where it stands."""
        earlier = (each.round for number, each in self._rounds.items() if number < self._state.number)
        return standing(self._state, 0, self._cited, earlier)

    def give(self, step: CaseStep) -> Planned:
        """Have a step done or refused, as it says."""
        offer = offered(step, self._state, self, 0)
        prompt, clause = (offer.prompt, offer.clause) if offer else (step.command, None)
        message = self._done(step)
        return Planned(step=step, prompt=prompt, clause=step.refused or clause, message=message, after=self.standing())

    def _done(self, step: CaseStep) -> str:
        command_body = body(step, self._state, 0)
        request = Request(id="", actor=robot(step.role), by=step.role, body=command_body)
        try:
            command = c.read(command_body, None if self._state.configuration is None else self._state.family)
            sheet, _ = decided(lambda: self._sheet(self._state), command, request, 0)
        except Refused as refused:
            if step.refused is None or refused.clause != step.refused:
                raise Refused("about", refused.clause, what=str(step), said=refused.reason) from None
            return refused.reason
        if step.refused is not None:
            raise RuntimeError(f"{step} is not refused")
        self._keep(sheet)
        return ""

    def _keep(self, sheet: Sheet) -> None:
        self._state = state = sheet.state
        for event in sheet.steps:
            if isinstance(event, RoundAmended):
                self._rounds[event.round] = _amended(self._rounds[event.round], event)
            if state.configuration is not None:
                self._cited |= cites(state.family, event)
        if state.round is None or state.shoe is None or state.configuration is None:
            return
        known = self._rounds.get(state.number)
        self._rounds[state.number] = Earlier(
            number=state.number,
            round=state.round,
            family=state.family,
            shoe=state.shoe.name if isinstance(state.shoe, Placed) else "",
            virtual=False,
            ended=0 if state.over else None,
            last=state.version,
            amendments=known.amendments if known else 0,
        )

    def _sheet(self, state: State) -> Sheet:
        return Sheet(state, self._cabinet, _Nobody(), self)

    def recall(self, number: int) -> Earlier:
        """A round as it stands."""
        return self._rounds[number]

    def check_day(self, ended: int) -> None:
        """All of it happens at once."""


class _Nobody:
    """A house in which everybody is rich, and no name is taken."""

    def held(self, account: str) -> int:
        """What an account holds."""
        del account
        return EVERYBODY_HOLDS_CENTS

    def today(self) -> str:
        """The gaming day: none in particular."""
        return ""

    def check_buy_in(self, cents: int) -> None:
        """Nobody buys in too much where nothing is real."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is a terminal of that name."""
        del name
        return False

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name is without a terminal."""
        del name
        return None


def _amended(earlier: Earlier, event: RoundAmended) -> Earlier:
    round = earlier.round
    for raw in event.events:
        round = earlier.family.evolve(round, earlier.family.decode_event(bytes(raw)))
    return msgspec.structs.replace(earlier, round=round, amendments=event.number)


def robot(role: Role) -> str:
    """As who a robot acts in a position: in each as somebody else, for nobody agrees with themself."""
    return f"{ROBOTS}{role}"


def offered(step: CaseStep, state: State, archive: Archive, since: int) -> Expected | None:
    """What a step answers, of all that is on offer at the table."""
    if state.configuration is None:
        return None
    try:
        command = state.family.decode_command(_command_body(step))
    except msgspec.DecodeError:
        # It is asked of the table and not of a round.
        return None
    expected = state.expects() if step.of is None else offers(state, archive.recall(since + step.of))
    return next((each for each in expected if answers(each, command)), None)


def body(step: CaseStep, state: State, since: int) -> bytes:
    """A step as it is sent, in a case that began after that round; what is agreed to is what was asked for last."""
    if step.command == "approve" and "approval" not in step.fields:
        latest = state.pending[-1].id if state.pending else ""
        return encode({"command": "approve", "approval": latest})
    command = _command_body(step)
    if step.of is None:
        return command
    return encode(c.AmendRound(round=since + step.of, amendment=msgspec.Raw(command)))


def _command_body(step: CaseStep) -> bytes:
    """The command; what a player does is about themself."""
    fields: dict[str, Any] = dict(step.fields)
    if step.role is Role.PLAYER:
        fields["bettor"] = step.who
    return encode({"command": step.command, **fields})
