"""Two people for what one must not do alone: voids, cards entered by hand, limits; as far as the house asks for it.

An approval is tied to one command on one version of one table. It is good for that and for nothing else, so that it
cannot be used twice: a table that has done what was approved has another version.
"""

import msgspec

from croupier.games.messages import RoundVoided
from croupier.games.round import Event
from croupier.house.days import SECOND
from croupier.house.people.account import Account
from croupier.house.people.events import (
    AnyPeopleEvent,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalRefused,
    Subject,
)
from croupier.house.roles import HouseRole
from croupier.refused import Refused

TWO_PEOPLE: dict[Subject, HouseRole] = {
    "void": HouseRole.PIT_MANAGER,
    "card-entry": HouseRole.PIT_SUPERVISOR,
    "limits": HouseRole.PIT_MANAGER,
}
"""What a careful house has two people agree to, and the least position of the second."""


class Rules(msgspec.Struct, frozen=True):
    """What needs a second person, and of which position at least; what is not here one may do alone."""

    needs: dict[Subject, HouseRole] = {}
    lasts: int = 120 * SECOND


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person, or has been answered."""

    asked: ApprovalAsked
    answer: ApprovalGiven | ApprovalRefused | None = None
    version: int = 1

    def open(self, at: int) -> bool:
        """Whether it still waits."""
        return self.answer is None and at < self.asked.until

    def covers(self, subject: Subject, table: str, version: int, what: str, at: int) -> bool:
        """Whether a second person has agreed to just this, and not too long ago."""
        asked = self.asked
        same = (asked.subject, asked.table, asked.version, asked.what) == (subject, table, version, what)
        return same and isinstance(self.answer, ApprovalGiven) and at < asked.until


def evolve(approval: Approval | None, event: AnyPeopleEvent) -> Approval:
    """The approval after an event."""
    if isinstance(event, ApprovalAsked):
        return Approval(asked=event)
    if approval is None or not isinstance(event, ApprovalGiven | ApprovalRefused):
        raise Refused("nothing waits for an approval here")
    return msgspec.structs.replace(approval, answer=event, version=approval.version + 1)


def subject_of(events: list[Event]) -> Subject | None:
    """Whether a command that comes to these events is one that may need two people: whatever voids a round.

    >>> from croupier.rulebook import Clause
    >>> subject_of([RoundVoided(clause=Clause("ebaccarat 5.3"))])
    'void'
    """
    return "void" if any(isinstance(event, RoundVoided) for event in events) else None


def answered(approval: Approval, by: Account, at: int, agrees: bool, why: str = "") -> ApprovalGiven | ApprovalRefused:
    """What a second person's answer comes to, or the reason why it is none."""
    asked = approval.asked
    if approval.answer is not None:
        raise Refused("that has been answered already")
    if at >= asked.until:
        raise Refused("that was asked too long ago: ask again")
    if by.name == asked.by:
        raise Refused("nobody approves what they have asked for themself")
    if not by.role.may_act_as(asked.needs):
        raise Refused(f"this needs a {asked.needs}, not a {by.role}", "R-11")
    if agrees:
        return ApprovalGiven(by=by.name, role=by.role)
    return ApprovalRefused(by=by.name, role=by.role, why=why)
