"""A case that somebody practises: how far they are, what they did, and whether it is what the document requires."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from croupier.drill.case import Case, CaseStep
from croupier.drill.rehearsal import CasePlan, Planned
from croupier.drill.standing import TableStanding
from croupier.games.round import OVER, Role, encode
from croupier.rulebook import Citation

Status: TypeAlias = Literal["open", "astray", "right", "done", "ended"]
"""`open`: not answered yet; `astray`: the table is off the plan; `right`: answered, but the round goes on; `done`: at
the end of the plan; `ended`: the round is over, but not as planned."""
EntryKind: TypeAlias = Literal["did", "otherwise", "refused", "player", "pit", "unneeded", "shown", "right", "ended"]


ROUTINE = frozenset({"deal-card", "deal"})
"""Commands that get no comment when they are right."""
FREE_TEXT = frozenset({"reason", "said", "why"})
"""Fields with free text, which are not compared."""


class Comment(msgspec.Struct, frozen=True, kw_only=True):
    """A comment of the coach on something that was done or tried.

    `did`: as the document requires; `otherwise`: accepted, but not as required; `refused`: refused by the table;
    `player`: a player's step, made by a robot; `pit`: a step of a higher position after a call; `unneeded`: the pit was
    called although the trainee may act; `shown`: a step that the coach made. `right` and `ended` are the outcome.
    """

    kind: EntryKind
    who: str = ""
    """A person, a player, or a position."""
    command: str = ""
    prompt: str = ""
    """The console's label of the command."""
    fields: dict[str, Any] = {}
    of: int | None = None
    """The round of the case that it is about, counted from one, if that is an earlier one."""
    message: str = ""
    """The refusal, if it was refused."""
    clause: Citation | None = None


class Trainee(msgspec.Struct, frozen=True):
    """The person who practises, and their position."""

    name: str
    role: Role


class Lesson:
    """The progress of a trainee through a case, once it is set up."""

    def __init__(self, plan: CasePlan, table: str, trainee: Trainee, *, helped: bool) -> None:
        self.plan, self.table, self.trainee = plan, table, trainee
        self.helped = helped
        """Whether robots act in the positions above the trainee's when the pit is called."""
        self.since = 0
        """The number of the table's round before the case."""
        self.at = 0
        """How many steps of the plan are done."""
        self.astray = False
        """Whether the table's standing is not on the plan."""
        self.ended = False
        """Whether the last round is over with a standing that is not on the plan."""
        self.answered = False
        """Whether the standing that the answer leads to was reached."""
        self.shown = self.showing = False
        """Whether the coach has shown any step, and whether it is showing steps now."""
        self.comments: list[Comment] = []
        self._robots_did: set[int] = set()
        """The steps that robots have made, by index."""

    @property
    def case(self) -> Case:
        """The case that is practised."""
        return self.plan.case

    @property
    def status(self) -> Status:
        """The status of the lesson."""
        if self.ended:
            return "ended"
        if self.at == len(self.plan.steps) and not self.astray:
            return "done"
        if self.astray:
            return "astray"
        return "right" if self.answered else "open"

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.status in ("done", "ended")

    def look(self, now: TableStanding) -> None:
        """Update the progress from the table's standing: astray if no step of the plan leads to it."""
        if not self.over:
            self._arrive(self._find(now), now)

    def heard(self, step: CaseStep, prompt: str, clause: Citation | None, now: TableStanding) -> None:
        """Comment on a step of the trainee, and update the progress from the standing after it."""
        if self.over:
            return
        done = self._find(now)
        if done is None and not self._planned(step):
            self.comments.append(_comment_on("otherwise", self.trainee.name, step, prompt, clause=clause))
        elif step.command not in ROUTINE:
            self.comments.append(_comment_on("did", self.trainee.name, step, prompt, clause=clause))
        self._arrive(done, now)

    def refused(self, step: CaseStep, prompt: str, message: str, clause: Citation | None) -> None:
        """Comment on a refused step of the trainee."""
        if not self.over:
            self.comments.append(
                _comment_on("refused", self.trainee.name, step, prompt, message=message, clause=clause)
            )

    def _find(self, now: TableStanding) -> int | None:
        return next((done for done in self._boundaries() if now.meets(self.plan.standing(done))), None)

    def _arrive(self, done: int | None, now: TableStanding) -> None:
        """Update the status: so many steps of the plan are done, or None if the standing is not on the plan."""
        steps = self.plan.steps
        self.astray = done is None
        if done is not None:
            self.at = done if self._left(done) else len(steps)
            if not self.answered and not self._to_do(self.at, self.plan.answered):
                self.answered = True
                self.comments.append(Comment(kind="right", clause=self.case.clause))
        elif now.phase in OVER and now.rounds >= self.plan.standing(len(steps)).rounds:
            self.ended = True
            self.comments.append(Comment(kind="ended", clause=self.case.clause))

    def _boundaries(self) -> Iterable[int]:
        """The numbers of steps that may be done, the highest first: only robots make players' steps."""
        steps, waits = self.plan.steps, self.unanswered()
        furthest = len(steps) if waits is None else waits
        return (done for done in range(furthest, -1, -1) if not done or steps[done - 1].step.refused is None)

    def unanswered(self) -> int | None:
        """The first step of a player that no robot has made yet."""
        steps = enumerate(self.plan.steps)
        of_players = (at for at, each in steps if each.step.role is Role.PLAYER and each.step.refused is None)
        return next((at for at in of_players if at not in self._robots_did), None)

    def _to_do(self, since: int, until: int) -> bool:
        return any(each.step.refused is None for each in self.plan.steps[since:until])

    def _left(self, at: int) -> bool:
        """Whether any step or refused attempt is left after so many steps."""
        return self._to_do(at, len(self.plan.steps)) or self._attempt(at) is not None

    def _attempt(self, at: int) -> int | None:
        """The next refused attempt of a player before the next step that is not refused."""
        for index, each in enumerate(self.plan.steps[at:], at):
            if each.step.refused is None:
                return None
            if each.step.role is Role.PLAYER and index not in self._robots_did:
                return index
        return None

    # The next step

    def next(self) -> int | None:
        """The next step of the plan; refused attempts of staff are skipped."""
        if self.over:
            return None
        attempt = self._attempt(self.at)
        if attempt is not None:
            return attempt
        return next(
            (index for index, each in enumerate(self.plan.steps[self.at :], self.at) if each.step.refused is None), None
        )

    def next_shown(self) -> int | None:
        """The next step that the coach shows, refused attempts included."""
        if self.over:
            return None
        left = range(self.at, len(self.plan.steps))
        return next((at for at in left if self.plan.steps[at].step.refused is None or at not in self._robots_did), None)

    def robots_next(self) -> int | None:
        """The next step if it is a player's."""
        at = self.next()
        return at if at is not None and self.plan.steps[at].step.role is Role.PLAYER else None

    def above(self) -> int | None:
        """The next step if it needs a higher position than the trainee's."""
        at = self.next()
        role = None if at is None else self.plan.steps[at].step.role
        if role in (None, Role.PLAYER) or self.trainee.role.may_act_as(role):
            return None
        return at

    def second(self) -> int | None:
        """The next step if it is an approval, which nobody may give to their own request."""
        at = self.next()
        return at if at is not None and self.plan.steps[at].step.command == "approve" else None

    def done_by_robot(self, index: int, kind: EntryKind) -> None:
        """A robot has made a step of the plan."""
        self._robots_did.add(index)
        self.comments.append(_comment(kind, self.plan.steps[index]))

    def _planned(self, step: CaseStep) -> bool:
        """Whether a step is one of those left of the answer, in whatever order; dealing has to be in order."""
        left = self.plan.steps[self.at : self.plan.answered]
        return step.command not in ROUTINE and any(
            each.step.refused is None and _same(each.step, step) for each in left
        )


def _same(planned: CaseStep, given: CaseStep) -> bool:
    """Whether it is the same command with the same fields, free text aside."""
    fields: dict[str, Any] = msgspec.json.decode(encode(planned.fields))
    same = all(given.fields.get(name) == value for name, value in fields.items() if name not in FREE_TEXT)
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
