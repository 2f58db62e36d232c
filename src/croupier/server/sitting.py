"""Around a player: how long and how much they have played, limits of their own, and their rounds step by step."""

import asyncio
from typing import Annotated, TypeAlias

import msgspec

from croupier.games.round import OVER, Phase, Role, encode
from croupier.house.days import SECOND, GamingDay
from croupier.house.events import AMENDED
from croupier.house.ledger import terminal
from croupier.house.own_limits import MAX_LIMIT_MINUTES, MAX_LOSS_CENTS, MAX_MOVEMENTS, Limit, played
from croupier.house.recall.replay import Replay, Step, Viewer
from croupier.house.roles import HouseRole
from croupier.house.stakes import OWN_ONLY
from croupier.house.store import Records
from croupier.house.table import Request as TableRequest
from croupier.house.views.shown import Own, TableShown
from croupier.rulebook import Citation
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.terminals import SEE, own
from croupier.server.wire import Id
from croupier.words import Sentence

OTHERS = frozenset(kind.__struct_config__.tag for kind in OWN_ONLY)
"""What others do in a round and nobody else sees."""
Loss: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_LOSS_CENTS)]
Minutes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_LIMIT_MINUTES)]


class Sitting(msgspec.Struct, frozen=True):
    """How a terminal has played in this gaming day, and the limits that its player has set."""

    terminal: str
    since: int
    """When the gaming day began, and below when it ends, in microseconds since 1970."""
    until: int
    lost: int
    """Cents that play has taken and not brought back, stakes in play included; less than nothing where it won."""
    seconds: int
    """At play."""
    limit: Limit
    """What holds now."""
    coming: Limit | None
    """What was asked for and is looser, and below when it begins to hold."""
    comes: int | None


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits that a player wants; none of a kind where it is left out."""

    id: Id
    loss: Loss | None = None
    """Cents to lose in a gaming day at most."""
    minutes: Minutes | None = None
    """To play in a gaming day at most."""


class StepSeen(msgspec.Struct, frozen=True):
    """Something that happened in a round, and what the player saw then."""

    step: int
    at: int
    kind: str
    said: str | None
    """In people's words; nothing where they are about somebody else."""
    clauses: tuple[Citation, ...]
    moved: int
    """Cents onto the player's terminal, or off it where they are less than nothing."""
    table: TableShown
    own: Own | None


class RoundSeen(msgspec.Struct, frozen=True):
    """A round of a player's own, step by step."""

    table: str
    round: int
    game: str
    began: int
    phase: Phase
    net: int | None
    """What the player was up or down in the end, where it is over."""
    steps: list[StepSeen]


async def sitting(request: ApiRequest) -> Sitting:
    """How a terminal has played today."""
    return await _sitting(request, own(request))


async def set_limits(request: ApiRequest) -> Sitting:
    """Set limits of one's own: tighter ones hold at once, looser ones a day later."""
    name, new = own(request), request.body
    body = encode({"command": "set-own-limits", "loss": new.loss, "minutes": new.minutes})
    await request.desk.pay(name, TableRequest(id=new.id, actor=request.who.actor, by=Role.PLAYER, body=body))
    return await _sitting(request, name)


async def replay(request: ApiRequest) -> RoundSeen:
    """A round that the terminal played, as its player saw it."""
    name, number = own(request), request.path["round"]
    request.desk.stage(request.path["table"])
    if not number.isdecimal() or len(number) > 15:
        raise Problem(404, Sentence("no-such-round"))
    return await asyncio.to_thread(replayed, request.desk.house.store.records, request.path["table"], int(number), name)


def replayed(records: Records, table: str, number: int, name: str) -> RoundSeen:
    """A round as one who bet in it saw it, without what others did in secret."""
    found = Replay(records, table, number)
    if name not in found.bettors:
        raise Problem(404, Sentence("bettor-not-in-round", bettor=name, round=number, table=table))
    told, others = found.recalled(), [each for each in found.bettors if each != name]
    # Who signed for an amendment is told by their positions, and the words of staff are for staff.
    mine = {each.step: each.said for each in found.steps(name) if each.kind == AMENDED}
    return RoundSeen(
        told.table,
        told.round,
        told.game,
        told.began,
        told.phase,
        told.net.get(name, 0) if told.phase in OVER else None,
        [
            _seen(found, step, name, others, mine.get(step.step))
            for step in told.steps
            if (step.kind not in OTHERS or found.about(step.step) == name)
            and (step.kind != AMENDED or step.step in mine)
        ],
    )


def _seen(found: Replay, step: Step, name: str, others: list[str], words: str | None) -> StepSeen:
    view, account = found.view(step.step, Viewer(HouseRole.PLAYER, name)), terminal(name)
    moved = sum(each.cents * ((each.destination == account) - (each.source == account)) for each in step.postings)
    text = words or (None if any(each in step.said for each in others) else step.said)
    return StepSeen(step.step, step.at, step.kind, text, step.clauses, moved, view.table, view.own)


async def _sitting(request: ApiRequest, name: str) -> Sitting:
    house = request.desk.house
    at = house.now()
    limits, found = await asyncio.to_thread(
        lambda: (
            house.own_limits(name),
            played(house.store.records.history(terminal(name), MAX_MOVEMENTS, GamingDay.of(at).since), name, at),
        )
    )
    waits = at < limits.since
    return Sitting(
        name,
        found.day.since,
        found.day.until,
        found.lost,
        found.time // SECOND,
        limits.at(at),
        limits.then if waits else None,
        limits.since if waits else None,
    )


SITTING = (
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/sitting",
        summary="How long and how much a terminal has played in this gaming day, and its player's own limits",
        do=sitting,
        answer=Sitting,
        who=SEE,
        problems=(422,),
    ),
    Endpoint(
        method="POST",
        path="/api/terminals/{terminal}/limits",
        summary="Set limits of your own: tighter ones hold at once, looser ones a day later",
        do=set_limits,
        body=NewLimits,
        answer=Sitting,
        who=frozenset({HouseRole.PLAYER}),
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/terminals/{terminal}/rounds/{table}/{round}",
        summary="A round that a terminal played, step by step, as its player saw it",
        do=replay,
        answer=RoundSeen,
        who=frozenset({HouseRole.PLAYER}),
        problems=(404, 422),
    ),
)
