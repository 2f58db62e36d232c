"""The drill: cases to practise, a table set up for one, what the coach says, and who has practised what.

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
"""Of what was practised, so many are listed."""


class CaseBrief(msgspec.Struct, frozen=True, kw_only=True):
    """A case to choose."""

    id: str
    game: str
    title: str
    needs: Role
    """The highest position that acts in its answer."""
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
    """Whether robots act in the positions above one's own when the pit is called; otherwise somebody else has to."""


class StepShown(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a case."""

    who: str
    """A player's name, or a position."""
    command: str
    prompt: str
    """What the console calls it."""
    fields: dict[str, Any]
    of: int | None
    """The round of the case that it is about, where that is an earlier one."""
    clause: Citation | None
    refused: bool
    message: str


class LessonShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is practised at a table, and what the coach says."""

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
    """Whether it stood as the document has it once the answer was given."""
    shown: bool
    card: str | None
    """The next card in the shoe, where the next step is to deal it."""
    comments: list[Comment]
    answer: list[StepShown]
    """What the document has done, once that is told: it was done, or done otherwise, or something was refused."""
    teaches: str
    """And why; the same."""
    nets: dict[str, int]
    """What everybody is up or down in the end by the document, once it was answered or is over."""


class PractisedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody has practised."""

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
    """Every case, by document and clause."""
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
    """Put a case on its table."""
    who = Trainee(request.who.name, position(request.who))
    lesson = await _coach(request).set_up(request.path["case"], who, helped=request.body.helped)
    return _shown(request, lesson)


async def drill_lesson(request: ApiRequest) -> LessonShown:
    """What is practised at a table."""
    return _shown(request, _found(_coach(request).lesson(request.path["table"])))


async def show_step(request: ApiRequest) -> LessonShown:
    """Have the coach do the next step."""
    return _shown(request, await _coach(request).show(request.path["table"]))


async def practised(request: ApiRequest) -> list[PractisedShown]:
    """What everybody has practised."""
    coach, desk = _coach(request), request.desk
    chinese = request.query.language == "zh"
    found = await asyncio.to_thread(history, desk.house.store.records, desk.calendar)
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
        for each in found[:MAX_PRACTISED_LISTED]
    ]


def _coach(request: ApiRequest) -> Coach:
    coach = request.desk.coach
    if coach is None:
        raise Problem(404, Sentence("not-a-training-house"))
    return coach


def _found(lesson: Lesson | None) -> Lesson:
    if lesson is None:
        raise Problem(404, Sentence("no-case-set-up"))
    return lesson


def _shown(request: ApiRequest, lesson: Lesson) -> LessonShown:
    case, plan = lesson.case, lesson.plan
    words = _words(case, request.query.language == "zh")
    at = lesson.next()
    step = None if at is None or lesson.astray else plan.steps[at].step
    told = lesson.answered or lesson.shown or any(each.kind in TELLS for each in lesson.comments)
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
        answer=[_step(each) for each in plan.steps[: plan.answered]] if told else [],
        teaches=words.teaches if told else "",
        nets=plan.standing(len(plan.steps)).nets if lesson.answered or lesson.over else {},
    )


TELLS = ("otherwise", "refused", "ended")
"""After these the coach says what the document would have had done."""


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
    found: Clause | Ruling = cite(clause)
    if isinstance(found, Clause):
        return found.chinese if chinese else found.summary
    return found.chinese.point if chinese else found.point


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
        summary="What is practised at a table, and what the coach says",
        do=drill_lesson,
        query=LanguageQuery,
        answer=LessonShown,
        who=TRAINEES,
        problems=(404, 422),
    ),
    Endpoint(
        method="POST",
        path="/api/drill/tables/{table}/show",
        summary="Have the coach do the next step, from the beginning where the table stands otherwise",
        do=show_step,
        query=LanguageQuery,
        answer=LessonShown,
        who=TRAINEES,
        problems=(404, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/drill/history",
        summary="Who has practised what, the latest first",
        do=practised,
        query=LanguageQuery,
        answer=list[PractisedShown],
        who=TRAINEES,
        problems=(404,),
    ),
)
