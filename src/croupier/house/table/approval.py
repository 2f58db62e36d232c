"""Approval by a second person (four eyes): voids, corrections of cards, changed settings, variants, finished rounds.

The request is an event in the table's own stream, and is carried out in the same append as its approval. So it is done
once or not at all, whatever fails. A round that waits for approval is on hold: no timer runs and no player acts; where
staff continue it all the same, the request is dropped.
"""

from collections.abc import Callable

import msgspec

from croupier.games.messages import RoundVoided
from croupier.games.round import Command, Event, Role, carries_cards, encode
from croupier.house import events as house
from croupier.house.configuration import Configuration, Subject, changed, other_rules
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.table import commands as c
from croupier.house.table.decisions import TableChange, decide
from croupier.house.table.requests import Request
from croupier.house.table.state import State
from croupier.refused import Refused

TWO_PEOPLE: dict[Subject, Role] = {
    "void": Role.PIT_MANAGER,
    "card-entry": Role.PIT_SUPERVISOR,
    "configuration": Role.PIT_MANAGER,
}
"""The least position of the approver, by subject."""
MAX_APPROVALS_WAITING = 20
"""Requests that may wait for approval at one table."""


def decided(
    fresh: Callable[[], TableChange], command: Command, request: Request, now: int
) -> tuple[TableChange, house.ApprovalAsked | None]:
    """The events that follow from a command; where it takes two people, the request for approval instead, and that."""
    change = fresh()
    if isinstance(command, c.Approve):
        carry_out(change, command.approval, request, now)
    elif isinstance(command, c.RefuseApproval):
        turn_down(change, command, request)
    else:
        before = change.state
        change.signed = (house.Signature(request.actor, request.by), None)
        decide(change, command, request.by)
        if approval := _asks(before, command, change, request, now):
            change = fresh()
            change.note(approval)
            return change, approval
    return change, None


def _asks(
    state: State, command: Command, change: TableChange, request: Request, now: int
) -> house.ApprovalAsked | None:
    """The request for approval that a command needs, if any."""
    amended = change.amendment
    if isinstance(command, c.ApproveGame):
        approval = question(state, "configuration", request, now)
        return msgspec.structs.replace(approval, subject="game", needs=Role.GAMING_SHIFT_MANAGER)
    if amended is None:
        subject = subject_of(state, command, change.steps)
        return question(state, subject, request, now) if subject else None
    if amended.second is None:
        return None
    approval = question(state, "void" if amended.second is Role.PIT_MANAGER else "card-entry", request, now)
    # The table is not put on hold for it, so another round may be in play by then: the request names its round.
    number = amended.earlier.number
    what = c.AmendRound(round=number, amendment=msgspec.Raw(encode(amended.command)), reason=_reason(command))
    return msgspec.structs.replace(approval, subject="correction", what=encode(what).decode(), about=number)


def _reason(command: Command) -> str:
    return command.reason if isinstance(command, c.AmendRound) else ""


def subject_of(state: State, command: Command, steps: list[house.AnyHouseEvent | Event]) -> Subject | None:
    """The subject of approval of a command with these events; none where the table lets one person do it.

    Whatever voids a round counts as a void, by whichever command. Other rules (an edition, a reading) always take two.
    """
    setup = _setup(state, steps)
    running = state.coming if setup else state.configuration
    subject: Subject | None = None
    if setup:
        subject = "configuration"
        if running is not None and other_rules(running, setup):
            return subject
    elif any(isinstance(step, RoundVoided) for step in steps):
        subject = "void"
    elif carries_cards(type(command)) and command.__struct_config__.tag != "deal-card":
        # Entering the next card of a real shoe is routine; correcting other cards is not.
        subject = "card-entry"
    return subject if running is not None and subject in running.two_people else None


def _setup(state: State, steps: list[house.AnyHouseEvent | Event]) -> Configuration | None:
    """The configuration that somebody asks for with these events, now or later."""
    if any(isinstance(step, house.PlanEnded) for step in steps):
        return None  # It was agreed upon when it was planned.
    for step in steps:
        if isinstance(step, house.TableConfigured):
            return step.configuration
        if isinstance(step, house.ChangePlanned) and state.coming is not None:
            return changed(state.name, state.coming, step.settings)
    return None


def question(state: State, subject: Subject, request: Request, now: int) -> house.ApprovalAsked:
    """A request for approval of this request's command, valid for `APPROVAL_LASTS`."""
    if sum(now < each.until for each in state.pending) >= MAX_APPROVALS_WAITING:
        raise Refused("too-many-waiting-approvals", count=MAX_APPROVALS_WAITING, table=state.name)
    return house.ApprovalAsked(
        id=f"{state.name}-{state.version + 1}",
        subject=subject,
        by=request.actor,
        role=request.by,
        needs=TWO_PEOPLE[subject],
        at=now,
        until=now + APPROVAL_LASTS,
        what=request.body.decode(),
    )


def carry_out(change: TableChange, id: str, request: Request, now: int) -> None:
    """Approve a request: its command is decided as if the first person gave it now."""
    approval = _waiting(change.state, id)
    check_second(approval, request, now)
    change.note(house.ApprovalGiven(id=id, by=request.actor, role=request.by, asked=approval.by))
    state = change.state
    command = c.read(approval.what.encode(), None if state.configuration is None else state.family)
    change.signed = (house.Signature(approval.by, approval.role), house.Signature(request.actor, request.by))
    decide(change, command, approval.role)


def turn_down(change: TableChange, command: c.RefuseApproval, request: Request) -> None:
    """Reject a request, or withdraw one's own."""
    approval = _waiting(change.state, command.approval)
    if request.actor != approval.by:
        _check_position(approval, request)
    change.note(house.ApprovalRefused(id=approval.id, by=request.actor, role=request.by, why=command.why))


def check_second(approval: house.ApprovalAsked, request: Request, now: int) -> None:
    """Refuse an approver who made the request or lacks the position, and one after the deadline."""
    if request.actor == approval.by:
        raise Refused("own-request-not-approvable", "R-11")
    _check_position(approval, request)
    if now >= approval.until:
        raise Refused("request-expired")


def _check_position(approval: house.ApprovalAsked, request: Request) -> None:
    if not request.by.may_act_as(approval.needs):
        raise Refused("other-position-needed", "R-11", needed=approval.needs, acting=request.by)


def _waiting(state: State, id: str) -> house.ApprovalAsked:
    approval = next((each for each in state.pending if each.id == id), None)
    if approval is None:
        raise Refused("approval-request-gone")
    return approval
