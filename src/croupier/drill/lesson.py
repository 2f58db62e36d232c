"""A case that somebody practises: how far they are, what they did, and whether it is as the document has it."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from croupier.drill.case import Case, CaseStep
from croupier.drill.rehearsal import CasePlan, Planned
from croupier.drill.standing import TableStanding
from croupier.games.round import OVER, Role, encode
from croupier.rulebook import Citation

Status: TypeAlias = Literal["open", "astray", "right", "done", "ended"]
"""Whether it is still to be answered, stands otherwise than the document would have it, is answered and goes on, is at
its end, or is over otherwise."""
EntryKind: TypeAlias = Literal["did", "otherwise", "refused", "player", "pit", "unneeded", "shown", "right", "ended"]


USUAL = frozenset({"deal-card", "deal"})
"""What is done all the time, and not worth a word where it is right."""
FREE = frozenset({"reason", "said", "why"})
"""What everybody says in their own words."""


class Comment(msgspec.Struct, frozen=True, kw_only=True):
    """What the coach says of something that was done or tried.

    `did` is as the document has it, `otherwise` was accepted and is not, `refused` was not done; `player` is what the
    case has players do, `pit` what a higher position was called for, `unneeded` a call where one may act oneself;
    `shown` is a step that the coach did. `right` and `ended` say how it came out.
    """

    kind: EntryKind
    who: str = ""
    """A person, a player, or a position."""
    command: str = ""
    prompt: str = ""
    """What the console calls it."""
    fields: dict[str, Any] = {}
    of: int | None = None
    """The round of the case that it is about, where that is an earlier one."""
    message: str = ""
    """What was said to it, where it was refused."""
    clause: Citation | None = None


class Trainee(msgspec.Struct, frozen=True):
    """Who practises, and in which position."""

    name: str
    role: Role


class Lesson:
    """A case at its table, from where it is set up."""

    def __init__(self, plan: CasePlan, table: str, trainee: Trainee, *, helped: bool) -> None:
        self.plan, self.table, self.trainee = plan, table, trainee
        self.helped = helped
        """Whether robots act in the positions above the trainee's when the pit is called."""
        self.since = 0
        """The round of the table after which it began."""
        self.at = 0
        """How many steps of the plan are done."""
        self.astray = False
        self.ended = False
        self.answered = False
        """Whether it stood as the document has it once the answer was given."""
        self.shown = self.showing = False
        """Whether the coach has shown anything of it, and is showing it now."""
        self.comments: list[Comment] = []
        self._robots_did: set[int] = set()
        """Steps of players, and attempts of anybody that are refused, which robots have made."""

    @property
    def case(self) -> Case:
        """What is practised."""
        return self.plan.case

    @property
    def status(self) -> Status:
        """How it stands."""
        if self.ended:
            return "ended"
        if self.at == len(self.plan.steps) and not self.astray:
            return "done"
        if self.astray:
            return "astray"
        return "right" if self.answered else "open"

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done in it."""
        return self.status in ("done", "ended")

    def look(self, now: TableStanding) -> None:
        """See how far the table is in the plan; nowhere in it, where it stands as no step would leave it."""
        if not self.over:
            self._arrive(self._find(now), now)

    def heard(self, step: CaseStep, prompt: str, clause: Citation | None, now: TableStanding) -> None:
        """The trainee has done something, and the table stands so after it."""
        if self.over:
            return
        found = self._find(now)
        if found is None and not self._planned(step):
            self.comments.append(_comment_on("otherwise", self.trainee.name, step, prompt, clause=clause))
        elif step.command not in USUAL:
            self.comments.append(_comment_on("did", self.trainee.name, step, prompt, clause=clause))
        self._arrive(found, now)

    def refused(self, step: CaseStep, prompt: str, message: str, clause: Citation | None) -> None:
        """The trainee was refused something."""
        if not self.over:
            self.comments.append(
                _comment_on("refused", self.trainee.name, step, prompt, message=message, clause=clause)
            )

    def _find(self, now: TableStanding) -> int | None:
        return next((done for done in self._boundaries() if now.meets(self.plan.standing(done))), None)

    def _arrive(self, found: int | None, now: TableStanding) -> None:
        steps = self.plan.steps
        self.astray = found is None
        if found is not None:
            self.at = found if self._left(found) else len(steps)
            if not self.answered and not self._to_do(self.at, self.plan.answered):
                self.answered = True
                self.comments.append(Comment(kind="right", clause=self.case.clause))
        elif now.phase in OVER and now.rounds >= self.plan.standing(len(steps)).rounds:
            self.ended = True
            self.comments.append(Comment(kind="ended", clause=self.case.clause))

    def _boundaries(self) -> Iterable[int]:
        """After how many steps the table may be, the furthest first: no player's step is done but by a robot."""
        steps, waits = self.plan.steps, self.unanswered()
        furthest = len(steps) if waits is None else waits
        return (done for done in range(furthest, -1, -1) if not done or steps[done - 1].step.refused is None)

    def unanswered(self) -> int | None:
        """The first step of a player that is still to be made."""
        steps = enumerate(self.plan.steps)
        mine = (at for at, each in steps if each.step.role is Role.PLAYER and each.step.refused is None)
        return next((at for at in mine if at not in self._robots_did), None)

    def _to_do(self, since: int, until: int) -> bool:
        return any(each.step.refused is None for each in self.plan.steps[since:until])

    def _left(self, at: int) -> bool:
        """Whether anything is left to be done or tried after so many steps."""
        return self._to_do(at, len(self.plan.steps)) or self._attempt(at) is not None

    def _attempt(self, at: int) -> int | None:
        """The next thing that a player tries and is refused, before anything else is done."""
        for index, each in enumerate(self.plan.steps[at:], at):
            if each.step.refused is None:
                return None
            if each.step.role is Role.PLAYER and index not in self._robots_did:
                return index
        return None

    # What is next

    def next(self) -> int | None:
        """The next step of the plan; what staff are refused need not be tried."""
        if self.over:
            return None
        attempt = self._attempt(self.at)
        if attempt is not None:
            return attempt
        return next(
            (index for index, each in enumerate(self.plan.steps[self.at :], self.at) if each.step.refused is None), None
        )

    def next_shown(self) -> int | None:
        """The next step that the coach shows, with every attempt that is refused."""
        if self.over:
            return None
        left = range(self.at, len(self.plan.steps))
        return next((at for at in left if self.plan.steps[at].step.refused is None or at not in self._robots_did), None)

    def robots_next(self) -> int | None:
        """The next step where it is a player's."""
        at = self.next()
        return at if at is not None and self.plan.steps[at].step.role is Role.PLAYER else None

    def above(self) -> int | None:
        """The next step where it takes a higher position than the trainee's."""
        at = self.next()
        role = None if at is None else self.plan.steps[at].step.role
        if role in (None, Role.PLAYER) or self.trainee.role.may_act_as(role):
            return None
        return at

    def second(self) -> int | None:
        """The next step where a second person agrees to something: that is never who has asked for it."""
        at = self.next()
        return at if at is not None and self.plan.steps[at].step.command == "approve" else None

    def done_by_robot(self, index: int, kind: EntryKind) -> None:
        """A robot has made a step of the plan."""
        self._robots_did.add(index)
        self.comments.append(_comment(kind, self.plan.steps[index]))

    def _planned(self, step: CaseStep) -> bool:
        """Whether it belongs to the answer, in whatever order; which card comes when is no matter of taste."""
        left = self.plan.steps[self.at : self.plan.answered]
        return step.command not in USUAL and any(each.step.refused is None and _same(each.step, step) for each in left)


def _same(planned: CaseStep, given: CaseStep) -> bool:
    """Whether it is the same command with the same told, free text aside."""
    fields: dict[str, Any] = msgspec.json.decode(encode(planned.fields))
    same = all(given.fields.get(name) == value for name, value in fields.items() if name not in FREE)
    return (planned.command, planned.of) == (given.command, given.of) and same


def _comment(kind: EntryKind, planned: Planned) -> Comment:
    step = planned.step
    return _comment_on(kind, step.who, step, planned.prompt, message=planned.message, clause=planned.clause)


def _comment_on(
    kind: EntryKind, who: str, step: CaseStep, prompt: str, *, message: str = "", clause: Citation | None = None
) -> Comment:
    return Comment(
        kind=kind,
        who=who,
        command=step.command,
        prompt=prompt,
        fields=step.fields,
        of=step.of,
        message=message,
        clause=clause,
    )
