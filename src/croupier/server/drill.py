"""The drill: cases to practise, setting one up at a table, the coach's comments, and the history of practice.

Only a training house has it (`croupier serve --drill`).
"""

import asyncio
import datetime
from typing import Any

import msgspec

from croupier.drill import Case, CaseWords
from croupier.drill.coach import Coach
from croupier.drill.lesson import Comment, Lesson, Status, Trainee
from croupier.drill.record import LessonOutcome, history
from croupier.drill.rehearsal import Planned
from croupier.games.catalogue import GAMES
from croupier.games.round import Role
from croupier.house.roles import HouseRole
from croupier.rulebook import Citation, Clause, Ruling, cite
from croupier.server.doors import position
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import LanguageQuery
from croupier.words import Sentence

TRAINEES = frozenset(role for role in HouseRole if role.at_table not in (None, Role.PLAYER))
MAX_PRACTISED_LISTED = 500
"""The latest practised cases that are listed."""


class CaseBrief(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a case."""

    id: str
    game: str
    title: str
    needs: Role
    """The highest position that acts in the right answer."""
    also: tuple[Citation, ...]


class ClauseCases(msgspec.Struct, frozen=True):
    """The cases of a clause."""

    clause: Citation
    summary: str
    cases: list[CaseBrief]


class DocumentCases(msgspec.Struct, frozen=True):
    """The cases of a document, clause by clause."""

    document: str
    name: str
    clauses: list[ClauseCases]


class ToSetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a case is practised."""

    helped: bool = True
    """Whether robots act in the positions above the trainee's when the pit is called; if not, other people have to."""


class StepShown(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the right answer."""

    who: str
    """A player's name, or a position."""
    command: str
    prompt: str
    """The console's label of the command."""
    fields: dict[str, Any]
    of: int | None
    """The round of the case that it is about, counted from one, if that is an earlier one."""
    clause: Citation | None
    refused: bool
    message: str


class LessonShown(msgspec.Struct, frozen=True, kw_only=True):
    """The case that is practised at a table, and the coach's comments."""

    table: str
    game: str
    case: str
    clause: Citation
    also: tuple[Citation, ...]
    title: str
    situation: str
    trainee: str
    role: Role
    helped: bool
    status: Status
    answered: bool
    """Whether the trainee's answer has led to the state that the document requires."""
    shown: bool
    card: str | None
    """The card to deal, if dealing is the next step."""
    comments: list[Comment]
    answer: list[StepShown]
    """The right answer; empty until the trainee has answered, right or wrong, or was refused something."""
    teaches: str
    """Why the answer is right; empty just as long."""
    nets: dict[str, int]
    """The right net result of every player in cents, once the case was answered or is over."""


class PractisedShown(msgspec.Struct, frozen=True, kw_only=True):
    """A case that somebody has practised, and how it went."""

    who: str
    role: Role
    day: datetime.date
    at: int
    case: str
    clause: Citation
    game: str
    title: str
    outcome: LessonOutcome


async def drill_cases(request: ApiRequest) -> list[DocumentCases]:
    """All cases, by document and clause."""
    chinese = request.query.language == "zh"
    documents: dict[str, dict[Citation, list[CaseBrief]]] = {}
    for case in _coach(request).cases.values():
        brief = CaseBrief(
            id=case.id, game=case.game, title=_words(case, chinese).title, needs=_needs(case), also=case.also
        )
        documents.setdefault(case.document.id, {}).setdefault(case.clause, []).append(brief)
    names = {game.document.id: game.document for game in GAMES.values()}
    return [
        DocumentCases(
            id,
            names[id].chinese if chinese else names[id].name,
            [ClauseCases(clause, _summary(clause, chinese), found) for clause, found in clauses.items()],
        )
        for id, clauses in documents.items()
    ]


async def set_up_case(request: ApiRequest) -> LessonShown:
    """Set a case up at its table."""
    who = Trainee(request.who.name, position(request.who))
    lesson = await _coach(request).set_up(request.path["case"], who, helped=request.body.helped)
    return _shown(request, lesson)


async def drill_lesson(request: ApiRequest) -> LessonShown:
    """The case that is practised at a table."""
    return _shown(request, _or_404(_coach(request).lesson(request.path["table"])))


async def show_step(request: ApiRequest) -> LessonShown:
    """Have the coach do the next step."""
    return _shown(request, await _coach(request).show(request.path["table"]))


async def practised(request: ApiRequest) -> list[PractisedShown]:
    """The cases that were practised, the latest first."""
    coach, desk = _coach(request), request.desk
    chinese = request.query.language == "zh"
    cases = await asyncio.to_thread(history, desk.house.store.records, desk.calendar)
    return [
        PractisedShown(
            who=each.who,
            role=each.case.role,
            day=each.day,
            at=each.at,
            case=each.case.case,
            clause=each.case.clause,
            game=each.case.game,
            title=_words(known, chinese).title if (known := coach.cases.get(each.case.case)) else each.case.title,
            outcome=each.case.outcome,
        )
        for each in cases[:MAX_PRACTISED_LISTED]
    ]


def _coach(request: ApiRequest) -> Coach:
    coach = request.desk.coach
    if coach is None:
        raise Problem(404, Sentence("not-a-training-house"))
    return coach


def _or_404(lesson: Lesson | None) -> Lesson:
    if lesson is None:
        raise Problem(404, Sentence("no-case-set-up"))
    return lesson


def _shown(request: ApiRequest, lesson: Lesson) -> LessonShown:
    case, plan = lesson.case, lesson.plan
    words = _words(case, request.query.language == "zh")
    at = lesson.next()
    step = None if at is None or lesson.astray else plan.steps[at].step
    reveals = lesson.answered or lesson.shown or any(each.kind in REVEALING for each in lesson.comments)
    return LessonShown(
        table=lesson.table,
        game=case.game,
        case=case.id,
        clause=case.clause,
        also=case.also,
        title=words.title,
        situation=words.situation,
        trainee=lesson.trainee.name,
        role=lesson.trainee.role,
        helped=lesson.helped,
        status=lesson.status,
        answered=lesson.answered,
        shown=lesson.shown,
        card=str(step.fields["card"]) if step is not None and step.command == "deal-card" else None,
        comments=lesson.comments,
        answer=[_step(each) for each in plan.steps[: plan.answered]] if reveals else [],
        teaches=words.teaches if reveals else "",
        nets=plan.standing(len(plan.steps)).nets if lesson.answered or lesson.over else {},
    )


REVEALING = ("otherwise", "refused", "ended")
"""Comments after which the right answer is shown."""


def _step(planned: Planned) -> StepShown:
    step = planned.step
    return StepShown(
        who=step.who,
        command=step.command,
        prompt=planned.prompt,
        fields=step.fields,
        of=step.of,
        clause=planned.clause,
        refused=step.refused is not None,
        message=planned.message,
    )


def _words(case: Case, chinese: bool) -> CaseWords:
    return case.chinese if chinese else case.words


def _needs(case: Case) -> Role:
    roles = [step.role for step in case.answer if step.refused is None and step.role is not Role.PLAYER]
    return max(roles, key=list(Role).index, default=Role.DEALER)


def _summary(clause: Citation, chinese: bool) -> str:
    source: Clause | Ruling = cite(clause)
    if isinstance(source, Clause):
        return source.chinese if chinese else source.summary
    return source.chinese.point if chinese else source.point


DRILL = (
    Endpoint(
        method="GET",
        path="/api/drill/cases",
        summary="In a training house: the cases to practise, by document and clause",
        do=drill_cases,
        query=LanguageQuery,
        answer=list[DocumentCases],
        who=TRAINEES,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/drill/cases/{case}",
        summary="Set a case up at its table",
        do=set_up_case,
        query=LanguageQuery,
        body=ToSetUp,
        answer=LessonShown,
        who=TRAINEES,
        problems=(404, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/drill/tables/{table}",
        summary="The case that is practised at a table, and the coach's comments",
        do=drill_lesson,
        query=LanguageQuery,
        answer=LessonShown,
        who=TRAINEES,
        problems=(404, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/drill/tables/{table}/show",
        summary="Have the coach do the next step; the case starts again if the table is off the right course",
        do=show_step,
        query=LanguageQuery,
        answer=LessonShown,
        who=TRAINEES,
        problems=(404, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/drill/history",
        summary="The cases that were practised and by whom, the latest first",
        do=practised,
        query=LanguageQuery,
        answer=list[PractisedShown],
        who=TRAINEES,
        problems=(404,),
    ),
)
