"""The coach: sets a case up at a training table, follows what the trainee does, and comments on it.

Robots play the players and, for the setup, the Dealer; then the trainee works with the ordinary console. Robots make
the players' steps of the case when it is their turn. Steps that need a higher position than the trainee's are made by
robots when the pit is called, and not before.
"""

import asyncio
import itertools
import logging
import secrets
from collections import deque
from typing import Any

import msgspec

from croupier.drill.case import Case, CaseStep, cases
from croupier.drill.lesson import Comment, EntryKind, Lesson, Trainee
from croupier.drill.record import CasePractised, LessonOutcome, keep
from croupier.drill.rehearsal import READY, ROBOTS, body, cleared, offered, rehearsed, robot
from croupier.drill.standing import TableStanding, cites, standing
from croupier.drill.tables import table_for
from croupier.drill.training import TrainingHouse
from croupier.games.round import Role, encode
from croupier.house.days import SECOND
from croupier.house.events import AMENDED, ROUND, read_house, read_in_round
from croupier.house.subscription import Subscription
from croupier.house.table import Answer, Request, State
from croupier.house.table.requests import Reply
from croupier.refused import Refused
from croupier.rulebook import Citation

ROBOT_CREDITS_CENTS, ROBOT_LOW_CENTS = 1_000_000, 300_000
"""Cents that a robot is given, and below which it is given more."""
ROBOT_PAUSE_SECONDS = 1.2
"""Seconds that a robot waits before a step, so that the trainee can follow."""
ABANDONED_MICROSECONDS = 600 * SECOND
"""Idle time of a trainee after which somebody else may take over the table."""
MAX_REMEMBERED_REQUESTS = 256
"""Ids of requests that are remembered for deduplication."""
log = logging.getLogger("croupier.drill")


class _Desk:
    """A training table: its lesson, and the clauses that were cited since the lesson began."""

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        self.lesson: Lesson | None = None
        """The current lesson; the previous one stays while another is set up."""
        self.ready = False
        """Whether the table is set up for the lesson."""
        self.since = 0
        """The round after which the lesson began."""
        self.cited: set[str] = set()
        self.touched = 0
        self.lock = asyncio.Lock()
        self.dirty = False
        self.task: asyncio.Task[None] | None = None
        self.recorded = False
        """Whether the outcome of the lesson is stored."""


class Coach:
    """All training tables of a house."""

    def __init__(self, house: TrainingHouse, pause: float = ROBOT_PAUSE_SECONDS) -> None:
        self._house, self._pause = house, pause
        self._run, self._numbers = secrets.token_hex(6), itertools.count(1)
        self._desks = {name: _Desk(house.subscribe(name, most=100_000)) for name in house.tables}
        self._seen_requests: deque[tuple[str, str]] = deque(maxlen=MAX_REMEMBERED_REQUESTS)
        self.cases = {case.id: case for case in cases()}
        house.hears = self._hear

    # Requests to the coach

    async def set_up(self, id: str, trainee: Trainee, *, helped: bool = True) -> Lesson:
        """Set a case up at its table; refused while somebody else practises there."""
        case = self._case(id)
        desk = self._desks[case.game]
        self._check_free(desk, trainee)
        async with desk.lock:
            lesson = Lesson(rehearsed(case), case.game, trainee, helped=helped)
            await self._prepare(desk, lesson)
        self._poke(desk)
        return lesson

    def lesson(self, table: str) -> Lesson | None:
        """The lesson at a table; None if there is none yet."""
        desk = self._desks.get(table)
        if desk is None:
            raise Refused("unknown-training-table", table=table)
        return desk.lesson

    async def show(self, table: str) -> Lesson:
        """Make the next step of the right answer; the case starts again if the table is off the right course."""
        desk = self._desks.get(table)
        lesson = self.lesson(table)
        if desk is None or lesson is None:
            raise Refused("no-case-set-up")
        async with desk.lock:
            if lesson.astray or lesson.ended:
                lesson = Lesson(lesson.plan, table, lesson.trainee, helped=lesson.helped)
                await self._prepare(desk, lesson)
            lesson.shown = lesson.showing = True
            at = lesson.next_shown()
            if at is not None:
                await self._make(desk, lesson, at, "shown")
        await self._record(desk, lesson)
        return lesson

    def _case(self, id: str) -> Case:
        if id not in self.cases:
            raise Refused("unknown-case", case_id=id)
        return self.cases[id]

    def _check_free(self, desk: _Desk, trainee: Trainee) -> None:
        lesson = desk.lesson
        if lesson is None or lesson.over or lesson.trainee.name == trainee.name:
            return
        if self._house.now() - desk.touched < ABANDONED_MICROSECONDS:
            raise Refused("table-practised-by-another", trainee=lesson.trainee.name)

    # Robots

    async def _prepare(self, desk: _Desk, lesson: Lesson) -> None:
        """Clear the table and make the setup steps of the case."""
        desk.ready = desk.recorded = False
        await self._clear(desk, lesson.table)
        for name in lesson.case.players:
            await self._fund(name)
        desk.since = lesson.since = self._state(lesson.table).number
        desk.touched = self._house.now()
        desk.subscription.taken()
        desk.cited = set()
        await self._configure(desk, lesson)
        for step in (*READY, *lesson.case.setup):
            await self._give(desk, lesson.table, step)
        desk.lesson, desk.ready = lesson, True
        lesson.look(self._standing(desk, lesson.table))

    async def _clear(self, desk: _Desk, table: str) -> None:
        """End whatever is under way at the table."""
        for step in cleared(self._state(table)):
            await self._give(desk, table, step)

    async def _configure(self, desk: _Desk, lesson: Lesson) -> None:
        """Configure the shoe that the case needs: a short one, or the usual one."""
        needed, known = table_for(lesson.case), self._state(lesson.table).coming
        if known is None or (known.burn, known.cut) != (needed.burn, needed.cut):
            change = {"settings": {"burn": needed.burn, "cut": needed.cut}}
            await self._give(desk, lesson.table, CaseStep("pit-manager", "change-settings", change))

    async def _fund(self, name: str) -> None:
        if self._house.credits(name) < ROBOT_LOW_CENTS:
            gift = encode({"command": "buy-in", "cents": ROBOT_CREDITS_CENTS})
            _check(await self._house.money(name, self._request("house", Role.DEALER, gift, None)))

    async def _give(self, desk: _Desk, table: str, step: CaseStep) -> None:
        """Make a step of a case; an error if it does not come out as the case says."""
        player, state = step.role is Role.PLAYER, self._state(table)
        actor = f"terminal:{step.who}" if player else robot(step.role)
        command = body(step, state, desk.since)
        request = self._request(actor, step.role, command, state.number if player else None)
        answer = await self._house.command(table, request)
        if step.refused is None:
            _check(answer)
        elif answer.done or answer.clause != step.refused:
            raise RuntimeError(f"{step} did not come out as the case has it: {answer}")

    def _request(self, actor: str, by: Role, command: bytes, round: int | None) -> Request:
        return Request(id=f"{self._run}.{next(self._numbers)}", actor=actor, by=by, body=command, round=round)

    async def _make(self, desk: _Desk, lesson: Lesson, at: int, kind: EntryKind) -> None:
        """Make a step of the plan by a robot, and comment on it."""
        planned = lesson.plan.steps[at]
        await self._give(desk, lesson.table, planned.step)
        lesson.done_by_robot(at, kind)
        self._look(desk, lesson)

    # The trainee

    def _hear(self, table: str, request: Request, reply: Reply) -> None:
        """A request was sent to a table: comment on it once it is answered."""
        desk = self._desks.get(table)
        if desk is None or not desk.ready or not request.actor.startswith("staff:") or request.actor.startswith(ROBOTS):
            return
        # A client may retry a request over another connection.
        if (key := (request.actor, request.id)) in self._seen_requests:
            return
        self._seen_requests.append(key)
        step, prompt, clause = self._described(desk, table, request)
        reply.then(lambda done: self._answered(table, desk, step, prompt, clause, done))

    def _described(self, desk: _Desk, table: str, request: Request) -> tuple[CaseStep, str, Citation | None]:
        """A request as a step, with the console's label and the clause of the offer that it answers."""
        try:
            command: dict[str, Any] = msgspec.json.decode(request.body)
            of = command["round"] - desk.since if command["command"] == "amend-round" else None
            command = command["amendment"] if of is not None else command
            step = CaseStep(request.by.value, str(command.pop("command")), command, of=of)
            offer = offered(step, self._state(table), self._house.tables[table], desk.since)
        except (msgspec.DecodeError, KeyError, AttributeError, TypeError, Refused):
            return CaseStep(request.by.value, "", {}), "", None
        return step, (offer.prompt if offer else step.command), (offer.clause if offer else None)

    def _answered(
        self, table: str, desk: _Desk, step: CaseStep, prompt: str, clause: Citation | None, reply: Reply
    ) -> None:
        lesson = desk.lesson
        if lesson is None or not desk.ready or reply.failure is not None:
            return
        answer, desk.touched = reply.result(), self._house.now()
        if not answer.done and answer.approval is None:
            cited = Citation(answer.clause) if answer.clause else None
            lesson.refused(step, prompt, answer.reason or "", cited)
            return
        lesson.showing = False
        if step.command not in OUTSIDE_ROUND:
            lesson.heard(step, prompt, clause, self._standing(desk, table))
        self._poke(desk)

    def _poke(self, desk: _Desk) -> None:
        """Wake the robots of a table; they run one at a time."""
        desk.dirty = True
        if desk.task is None or desk.task.done():
            desk.task = asyncio.ensure_future(self._react(desk))

    async def _react(self, desk: _Desk) -> None:
        while desk.dirty:
            desk.dirty = False
            try:
                await self._robots(desk)
            except Refused as refused:
                # The trainee was quicker, or has changed the state of the table.
                log.info("a robot was refused: %s", refused)
            except Exception:
                log.exception("a training table has stopped")

    async def _robots(self, desk: _Desk) -> None:
        """Make the steps of players, and those for which the pit was called, until there are none."""
        while (lesson := desk.lesson) is not None and desk.ready and not lesson.showing:
            async with desk.lock:
                self._look(desk, lesson)
            await self._record(desk, lesson)
            due = self._due(lesson)
            if due is None:
                return
            await asyncio.sleep(self._pause)
            async with desk.lock:
                if desk.lesson is lesson and desk.ready and not lesson.showing and self._due(lesson) == due:
                    await self._robot(desk, lesson, *due)

    def _due(self, lesson: Lesson) -> tuple[int | None, EntryKind] | None:
        """The next step of a robot and its kind: a player's step, or the pit's after a call; None if there is none."""
        at = self._asked(lesson) if lesson.astray else lesson.robots_next()
        if at is not None:
            return at, "player"
        if not lesson.helped:
            return None
        if (second := lesson.second()) is not None:
            return second, "pit"
        if self._state(lesson.table).called is None:
            return None
        return lesson.above(), "pit"

    def _asked(self, lesson: Lesson) -> int | None:
        """The next step of a player, if the table offers it although it is off the plan."""
        at = lesson.unanswered()
        if at is None:
            return None
        step, offers = lesson.plan.steps[at].step, self._state(lesson.table).expects()
        on_offer = any(
            each.command == step.command
            and each.by is Role.PLAYER
            and (each.bettors is None or step.who in each.bettors)
            and step.who not in each.not_for
            for each in offers
        )
        return at if on_offer else None

    async def _robot(self, desk: _Desk, lesson: Lesson, at: int | None, kind: EntryKind) -> None:
        if kind == "pit" and self._state(lesson.table).called is not None:
            if at is None or not self._above_after(lesson, at):
                await self._give(desk, lesson.table, CaseStep("pit-supervisor", "answer-call"))
            if at is None:
                lesson.comments.append(Comment(kind="unneeded", who="pit-supervisor"))
                return
        if at is not None:
            await self._make(desk, lesson, at, kind)

    def _above_after(self, lesson: Lesson, at: int) -> bool:
        """Whether the step after that one needs a higher position than the trainee's too, so that the pit stays."""
        following = (each.step for each in lesson.plan.steps[at + 1 :] if each.step.refused is None)
        step = next(following, None)
        return step is not None and step.role is not Role.PLAYER and not lesson.trainee.role.may_act_as(step.role)

    def _look(self, desk: _Desk, lesson: Lesson) -> None:
        lesson.look(self._standing(desk, lesson.table))

    def _standing(self, desk: _Desk, table: str) -> TableStanding:
        """The standing of the table, with every clause that was cited since the lesson began."""
        state = self._state(table)
        for update in desk.subscription.taken():
            if update.kind.startswith(ROUND):
                event = state.family.decode_event(bytes(read_in_round(update.body).event))
                desk.cited |= cites(state.family, event)
            elif update.kind == AMENDED:
                desk.cited |= cites(state.family, read_house(update.body))
        earlier = (self._house.tables[table].recall(number).round for number in range(desk.since + 1, state.number))
        return standing(state, desk.since, desk.cited, earlier)

    async def _record(self, desk: _Desk, lesson: Lesson) -> None:
        """Store the outcome of the lesson, once."""
        outcome = _outcome(lesson)
        if outcome is None or desk.recorded:
            return
        desk.recorded = True
        case = lesson.case
        practised = CasePractised(case.id, case.clause, case.game, case.title, lesson.trainee.role, outcome)
        await asyncio.to_thread(keep, self._house.store, lesson.trainee.name, practised, self._house.now())

    def _state(self, table: str) -> State:
        return self._house.tables[table].durable


OUTSIDE_ROUND = frozenset({"call-pit", "answer-call"})
"""Commands that change nothing in a round."""


def _outcome(lesson: Lesson) -> LessonOutcome | None:
    if lesson.shown and lesson.over:
        return "shown"
    if lesson.answered and not lesson.shown:
        return "right"
    return "wrong" if lesson.ended else None


def _check(answer: Answer) -> None:
    if not answer.done and answer.approval is None:
        raise Refused(answer.reason or "", answer.clause)
