"""Two people for what one must not do alone: voids, cards put right by hand, another setup, a round that is over.

What is asked for is kept in the table's own stream and carried out in the same append in which somebody else agrees. So
it is done once or not at all, whatever fails. While two people are to agree upon a round it stands still: no timer
runs, no player acts, and where staff go on with it all the same nothing is agreed upon any more.
"""

from collections.abc import Callable

import msgspec

from croupier.games.messages import RoundVoided
from croupier.games.round import Command, Event, Role, carries_cards, encode
from croupier.house import events as house
from croupier.house.configuration import Subject
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.table import commands as c
from croupier.house.table.deciding import Sheet, decide
from croupier.house.table.requests import Request
from croupier.house.table.state import State
from croupier.refused import Refused

TWO_PEOPLE: dict[Subject, Role] = {
    "void": Role.PIT_MANAGER,
    "card-entry": Role.PIT_SUPERVISOR,
    "configuration": Role.PIT_MANAGER,
}
"""The least position of the second person."""
MAX_APPROVALS_WAITING = 20
"""What may wait at one table."""


def decided(
    fresh: Callable[[], Sheet], command: Command, request: Request, now: int
) -> tuple[Sheet, house.ApprovalAsked | None]:
    """What follows from a command, or the question to a second person where it takes two."""
    sheet = fresh()
    if isinstance(command, c.Approve):
        carry_out(sheet, command.approval, request, now)
    elif isinstance(command, c.RefuseApproval):
        turn_down(sheet, command, request)
    else:
        before = sheet.state
        sheet.signed = (house.Signature(request.actor, request.by), None)
        decide(sheet, command, request.by)
        if asked := _asks(before, command, sheet, request, now):
            sheet = fresh()
            sheet.note(asked)
            return sheet, asked
    return sheet, None


def _asks(state: State, command: Command, sheet: Sheet, request: Request, now: int) -> house.ApprovalAsked | None:
    """What a second person is asked about what follows from a command, if anything."""
    found = sheet.amendment
    if found is None:
        subject = subject_of(state, command, sheet.steps)
        return question(state, subject, request, now) if subject else None
    if found.second is None:
        return None
    asked = question(state, "void" if found.second is Role.PIT_MANAGER else "card-entry", request, now)
    # Nothing stands still for it: by the time that somebody agrees, another round may be played. So it says which.
    what = c.AmendRound(
        round=found.earlier.number, amendment=msgspec.Raw(encode(found.command)), reason=_reason(command)
    )
    return msgspec.structs.replace(asked, subject="correction", what=encode(what).decode(), about=found.earlier.number)


def _reason(command: Command) -> str:
    return command.reason if isinstance(command, c.AmendRound) else ""


def subject_of(state: State, command: Command, steps: list[house.AnyHouseEvent | Event]) -> Subject | None:
    """What a command is that comes to these events, where the table has two people for that.

    Whatever voids a round is a void, by whichever command.
    """
    setup = any(isinstance(step, house.TableConfigured) for step in steps)
    running = state.coming if setup else state.configuration
    found: Subject | None = None
    if setup:
        found = "configuration"
    elif any(isinstance(step, RoundVoided) for step in steps):
        found = "void"
    elif carries_cards(type(command)) and command.__struct_config__.tag != "deal-card":
        # The next card of a real shoe is entered in the usual course; to say how others lie is not.
        found = "card-entry"
    return found if running is not None and found in running.two_people else None


def question(state: State, subject: Subject, request: Request, now: int) -> house.ApprovalAsked:
    """What a second person is asked."""
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


def carry_out(sheet: Sheet, id: str, request: Request, now: int) -> None:
    """A second person agrees: what was asked for follows, as if the first one gave the command now."""
    asked = _asked(sheet.state, id)
    check_second(asked, request, now)
    sheet.note(house.ApprovalGiven(id=id, by=request.actor, role=request.by, asked=asked.by))
    state = sheet.state
    command = c.read(asked.what.encode(), None if state.configuration is None else state.family)
    sheet.signed = (house.Signature(asked.by, asked.role), house.Signature(request.actor, request.by))
    decide(sheet, command, asked.role)


def turn_down(sheet: Sheet, command: c.RefuseApproval, request: Request) -> None:
    """A second person does not agree, or the first one has thought better of it."""
    asked = _asked(sheet.state, command.approval)
    if request.actor != asked.by:
        _check_position(asked, request)
    sheet.note(house.ApprovalRefused(id=asked.id, by=request.actor, role=request.by, why=command.why))


def check_second(asked: house.ApprovalAsked, request: Request, now: int) -> None:
    """Refuse who cannot be the second person, and who comes too late."""
    if request.actor == asked.by:
        raise Refused("own-request-not-approvable", "R-11")
    _check_position(asked, request)
    if now >= asked.until:
        raise Refused("request-expired")


def _check_position(asked: house.ApprovalAsked, request: Request) -> None:
    if not request.by.may_act_as(asked.needs):
        raise Refused("other-position-needed", "R-11", needed=asked.needs, acting=request.by)


def _asked(state: State, id: str) -> house.ApprovalAsked:
    found = next((each for each in state.pending if each.id == id), None)
    if found is None:
        raise Refused("approval-request-gone")
    return found
