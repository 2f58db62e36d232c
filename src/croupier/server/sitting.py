"""For players: how long and how much they have played today, limits of their own, and their rounds step by step."""

import asyncio
from typing import Annotated, TypeAlias

import msgspec

from croupier.games.families import family_of
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
from croupier.house.table import Table
from croupier.house.views.shown import Own, TableShown
from croupier.rulebook import Citation
from croupier.server.endpoint import ApiRequest, Endpoint, path_number
from croupier.server.problems import Problem
from croupier.server.terminals import SEE, own
from croupier.server.wire import Id
from croupier.words import Sentence

PRIVATE_EVENTS = frozenset(kind.__struct_config__.tag for kind in OWN_ONLY)
"""Kinds of events that only the player who causes them sees."""
Loss: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_LOSS_CENTS)]
Minutes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_LIMIT_MINUTES)]


class Sitting(msgspec.Struct, frozen=True):
    """How much a terminal has played in this gaming day, and the limits that its player has set."""

    terminal: str
    since: int
    """When the gaming day began and, in `until`, ends; microseconds since 1970."""
    until: int
    lost: int
    """Net loss in cents, stakes in play included, as limits count it; negative if the player is ahead."""
    in_play: int
    """Stakes of rounds that are not over, in cents: neither won nor lost yet."""
    seconds: int
    """Time of play, in seconds."""
    limit: Limit
    """The limits in force."""
    coming: Limit | None
    """Looser limits that were requested; they take effect at `comes`, in microseconds since 1970."""
    comes: int | None


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new limits; a limit that is left out is removed."""

    id: Id
    loss: Loss | None = None
    """The maximum net loss in a gaming day, in cents."""
    minutes: Minutes | None = None
    """The maximum time of play in a gaming day, in minutes."""


class StepSeen(msgspec.Struct, frozen=True):
    """An event of a round, and what the player saw after it."""

    step: int
    at: int
    kind: str
    said: str | None
    """The event in words; null if it is about another player."""
    clauses: tuple[Citation, ...]
    moved: int
    """Cents that were posted to the player's terminal, negative if taken off."""
    table: TableShown
    own: Own | None


class RoundSeen(msgspec.Struct, frozen=True):
    """One of a player's own rounds, step by step."""

    table: str
    round: int
    game: str
    rules: str
    """The game with its edition and readings."""
    began: int
    phase: Phase
    net: int | None
    """The player's net result in cents, once the round is over."""
    steps: list[StepSeen]


async def sitting(request: ApiRequest) -> Sitting:
    """How much a terminal has played today."""
    return await _sitting(request, own(request))


async def set_limits(request: ApiRequest) -> Sitting:
    """Set the player's own limits: tighter ones take effect at once, looser ones a day later."""
    name, new = own(request), request.body
    body = encode({"command": "set-own-limits", "loss": new.loss, "minutes": new.minutes})
    await request.desk.pay(name, TableRequest(id=new.id, actor=request.who.actor, by=Role.PLAYER, body=body))
    return await _sitting(request, name)


async def replay(request: ApiRequest) -> RoundSeen:
    """A round that the terminal played, as its player saw it."""
    name, table = own(request), request.path["table"]
    request.desk.stage(table)
    number = path_number(request, "round", Sentence("no-such-round"))
    return await asyncio.to_thread(replayed, request.desk.house.store.records, table, number, name)


def replayed(records: Records, table: str, number: int, name: str) -> RoundSeen:
    """A round as one who bet in it saw it, without other players' private events."""
    replay = Replay(records, table, number)
    if name not in replay.bettors:
        raise Problem(404, Sentence("bettor-not-in-round", bettor=name, round=number, table=table))
    recalled, others = replay.recalled(), [each for each in replay.bettors if each != name]
    # For players an amendment names the positions of who signed it, not the people, and leaves out the staff's words.
    for_player = {each.step: each.said for each in replay.steps(name) if each.kind == AMENDED}
    return RoundSeen(
        recalled.table,
        recalled.round,
        recalled.game,
        recalled.rules,
        recalled.began,
        recalled.phase,
        recalled.net.get(name, 0) if recalled.phase in OVER else None,
        [
            _step_seen(replay, step, name, others, for_player.get(step.step))
            for step in recalled.steps
            if (step.kind not in PRIVATE_EVENTS or replay.about(step.step) == name)
            and (step.kind != AMENDED or step.step in for_player)
        ],
    )


def _step_seen(replay: Replay, step: Step, name: str, others: list[str], words: str | None) -> StepSeen:
    view, account = replay.view(step.step, Viewer(HouseRole.PLAYER, name)), terminal(name)
    moved = sum(each.cents * ((each.destination == account) - (each.source == account)) for each in step.postings)
    text = words or (None if any(each in step.said for each in others) else step.said)
    return StepSeen(step.step, step.at, step.kind, text, step.clauses, moved, view.table, view.own)


async def _sitting(request: ApiRequest, name: str) -> Sitting:
    house = request.desk.house
    at = house.now()
    limits, today = await asyncio.to_thread(
        lambda: (
            house.own_limits(name),
            played(house.store.records.history(terminal(name), MAX_MOVEMENTS, GamingDay.of(at).since), name, at),
        )
    )
    waits = at < limits.since
    return Sitting(
        name,
        today.day.since,
        today.day.until,
        today.lost,
        sum(_in_play(table, name) for table in house.tables.values()),
        today.time // SECOND,
        limits.at(at),
        limits.then if waits else None,
        limits.since if waits else None,
    )


def _in_play(table: Table, name: str) -> int:
    """What a bettor has in play in the current round of a table, in cents."""
    state = table.durable
    return 0 if state.round is None or state.over else family_of(state.round).standing(state.round, name).in_play


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
        summary="Set your own limits: tighter ones take effect at once, looser ones a day later",
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
