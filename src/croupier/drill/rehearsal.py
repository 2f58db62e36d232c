"""The rehearsal of a case without a house: the required standing of the table after each step."""

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
from croupier.house.table.amendments import Archive, Earlier, offers
from croupier.house.table.approval import decided
from croupier.house.table.decisions import TableChange
from croupier.house.table.state import Placed, State
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

EVERYBODY_HOLDS_CENTS = 10**12
"""The balance of every account in a rehearsal."""
ROBOTS = "staff:coach."
"""The prefix of robots' actors."""
READY = (CaseStep("dealer", "shuffle"),)
"""The steps before every case: a new shoe, so that all its cards are there."""


def cleared(state: State) -> Iterator[CaseStep]:
    """The steps that clear a table for a case: nothing under way, and nobody seated."""
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
        # A wager under the minimum is honoured once in each table session: closing the table begins another.
        yield from (
            CaseStep("pit-supervisor", "close-table", {"reason": reason}),
            CaseStep("pit-supervisor", "open-table"),
        )
    if seats := state.seats():
        # Players stay seated from round to round, and can leave only while bets are open.
        yield from (*READY, CaseStep("dealer", "begin-round"))
        yield from (CaseStep(who, "leave-seat", {"box": box}) for box, who in seats.items())
        yield CaseStep("gaming-shift-manager", "refer", over)


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a case, and the standing after it."""

    step: CaseStep
    prompt: str
    """The console's label; the name of the command if it is not on offer."""
    clause: Citation | None
    """The clause by which it is done or refused."""
    message: str
    """The refusal, if it is refused."""
    after: TableStanding


class CasePlan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a case: what the document requires, step by step, once it is set up."""

    case: Case
    begins: TableStanding
    steps: tuple[Planned, ...]
    """The steps of the answer and of the rest."""
    answered: int
    """How many of the steps are the answer."""

    def standing(self, done: int) -> TableStanding:
        """The standing of the table after so many steps."""
        return self.steps[done - 1].after if done else self.begins


def rehearsed(case: Case) -> CasePlan:
    """Rehearse a case at a table of its own; raises an error if a step does not come out as the case says.

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
    """A table in memory, and its archive of rounds."""

    def __init__(self, configuration: Configuration) -> None:
        self._cabinet = Cabinet(Keys(bytes(32)), seeded(1))
        change = self._new_change(State(name="rehearsal"))
        change.configure(configuration, "")
        self._state = change.state
        self._cited: set[str] = set()
        self._rounds: dict[int, Earlier] = {}

    def standing(self) -> TableStanding:
        """The standing of the table."""
        earlier = (each.round for number, each in self._rounds.items() if number < self._state.number)
        return standing(self._state, 0, self._cited, earlier)

    def give(self, step: CaseStep) -> Planned:
        """Make a step, or have it refused, as the case says."""
        offer = offered(step, self._state, self, 0)
        prompt, clause = (offer.prompt, offer.clause) if offer else (step.command, None)
        message = self._done(step)
        return Planned(step=step, prompt=prompt, clause=step.refused or clause, message=message, after=self.standing())

    def _done(self, step: CaseStep) -> str:
        command_body = body(step, self._state, 0)
        request = Request(id="", actor=robot(step.role), by=step.role, body=command_body)
        try:
            command = c.read(command_body, None if self._state.configuration is None else self._state.family)
            change, _ = decided(lambda: self._new_change(self._state), command, request, 0)
        except Refused as refused:
            if step.refused is None or refused.clause != step.refused:
                raise Refused("about", refused.clause, what=str(step), said=refused.reason) from None
            return refused.reason
        if step.refused is not None:
            raise RuntimeError(f"{step} is not refused")
        self._keep(change)
        return ""

    def _keep(self, change: TableChange) -> None:
        self._state = state = change.state
        for event in change.steps:
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

    def _new_change(self, state: State) -> TableChange:
        return TableChange(state, self._cabinet, _Nobody(), self)

    def recall(self, number: int) -> Earlier:
        """An earlier round as it stands."""
        return self._rounds[number]

    def check_day(self, ended: int) -> None:
        """A rehearsal is always in one gaming day."""


class _Nobody:
    """A stand-in for the house: every account holds enough, and no name is taken."""

    def held(self, account: str) -> int:
        """The balance of an account, in cents."""
        del account
        return EVERYBODY_HOLDS_CENTS

    def today(self) -> str:
        """The gaming day: none in particular."""
        return ""

    def now(self) -> int:
        """The time: none in particular."""
        return 0

    def check_buy_in(self, cents: int) -> None:
        """Any buy-in is allowed."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is a terminal of that name: never."""
        del name
        return False

    def seated(self, name: str) -> str | None:
        """The table at which a player without a terminal has that name: none."""
        del name
        return None


def _amended(earlier: Earlier, event: RoundAmended) -> Earlier:
    round = earlier.round
    for raw in event.events:
        round = earlier.family.evolve(round, earlier.family.decode_event(bytes(raw)))
    return msgspec.structs.replace(earlier, round=round, amendments=event.number)


def robot(role: Role) -> str:
    """The actor of the robot in a position: another one for each, because nobody may approve their own request."""
    return f"{ROBOTS}{role}"


def offered(step: CaseStep, state: State, archive: Archive, since: int) -> Expected | None:
    """The offer of the table that a step answers; None if it is not on offer."""
    if state.configuration is None:
        return None
    try:
        command = state.family.decode_command(_command_body(step))
    except msgspec.DecodeError:
        # It is a command to the table, not to a round.
        return None
    expected = state.expects() if step.of is None else offers(state, archive.recall(since + step.of))
    return next((each for each in expected if answers(each, command)), None)


def body(step: CaseStep, state: State, since: int) -> bytes:
    """The body of a step's request, in a case that began after round `since`; an approval is of the latest request."""
    if step.command == "approve" and "approval" not in step.fields:
        latest = state.pending[-1].id if state.pending else ""
        return encode({"command": "approve", "approval": latest})
    command = _command_body(step)
    if step.of is None:
        return command
    return encode(c.AmendRound(round=since + step.of, amendment=msgspec.Raw(command)))


def _command_body(step: CaseStep) -> bytes:
    """The encoded command; a player's command is about themself."""
    fields: dict[str, Any] = dict(step.fields)
    if step.role is Role.PLAYER:
        fields["bettor"] = step.who
    return encode({"command": step.command, **fields})
