"""The consoles of Dealers and the pit: every table at a glance, what may have gone wrong, what would come of a command.

What is tried here is tried on the round alone, which is a value and knows nothing of the shoe: nobody learns from it
which card comes next.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from croupier.cards import Card
from croupier.games.irregularity import answers, preview
from croupier.games.round import Command, Expected, Phase, Role
from croupier.games.told import AnyRound
from croupier.house.roles import HouseRole
from croupier.house.table import commands as c
from croupier.house.table.approval import TWO_PEOPLE, subject_of
from croupier.house.table.deciding import check_in_round
from croupier.house.table.state import OVER, Published, State
from croupier.house.views.lying import lies
from croupier.house.views.shown import BaccaratShown, BoxesShown, Offer, SharedShown
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.server.doors import position
from croupier.server.endpoint import Asked, Endpoint
from croupier.server.pit import AT_TABLES
from croupier.server.stage import shown_to
from croupier.server.wire import Said, TableBrief

SUPERVISORS = frozenset(role for role in HouseRole if role.may_act_as(HouseRole.PIT_SUPERVISOR))


class TableOnFloor(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the pit sees it among all others."""

    brief: TableBrief
    staked: int
    """What lies on it now, in cents."""
    paused: str | None
    held: bool
    """Whether it waits for a ruling, for a second person, or pauses."""
    called: str | None
    """What it has called the pit for."""
    approvals: int
    entered: bool
    """Whether its cards are read off a real shoe."""
    left: int | None
    """Cards in a virtual shoe before the cutting card."""
    configuration: int
    """The version of its configuration, and the one of the next round where that is another."""
    coming: int | None


class FieldAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is told with a command."""

    name: str
    kind: Literal["card", "cards", "choice", "money", "number", "text"]
    options: list[str] = []
    must: bool = True


class Declarable(Offer, frozen=True, kw_only=True, omit_defaults=True):
    """Something that may be declared to have gone wrong now, with the least position that may."""

    needs: Role
    asks: list[FieldAsked] = []
    """What is to be told with it."""
    yours: bool
    """Whether who asks may do it themself."""


class ToTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command that is only to be looked at."""

    command: Said


class WagerAfter(msgspec.Struct, frozen=True):
    """What would become of everybody's stakes on a wager."""

    wager: str
    bettors: int
    staked: int
    returned: int


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would do. Nothing is done."""

    events: list[str]
    phase: Phase
    void: Citation | None
    wagers: list[WagerAfter]
    nets: tuple[int, int] | None
    """Where the round was settled: what all players together had won, and would have."""
    lies: BaccaratShown | BoxesShown | SharedShown
    """The cards as they would lie."""
    then: str | None
    """What would be next."""
    needs: Role
    """The least position that may."""
    second: Role | None
    """The least position of the second person, where it takes two."""


async def tables_on_floor(asked: Asked) -> list[TableOnFloor]:
    """Every table as the pit sees it."""
    found = []
    for name, stage in asked.desk.stages.items():
        state = stage.table.kept
        shoe = state.shoe
        running = state.configuration or state.coming
        now = asked.desk.house.now()
        waiting = [each for each in shown_to(asked.who, name, stage.table.pending) if now < each.until]
        staked = 0 if state.round is None or state.over else sum(_sums(state.round.wagers()).values())
        found.append(
            TableOnFloor(
                brief=stage.brief(),
                staked=staked,
                paused=state.paused,
                held=state.stands is not None,
                called=state.called,
                approvals=len(waiting),
                entered=bool(running and running.cards == "entered"),
                left=max(0, shoe.left - shoe.commitment.cut) if isinstance(shoe, Published) else None,
                configuration=state.stamp,
                coming=state.coming_stamp if state.coming_stamp != state.stamp else None,
            )
        )
    return found


async def declarable(asked: Asked) -> list[Declarable]:
    """What may be declared to have gone wrong at a table now, by whomever of the staff."""
    own = position(asked.who)
    state = asked.desk.stage(asked.path["table"]).table.kept
    return [
        Declarable(
            **{name: getattr(each, name) for name in Offer.__struct_fields__ if hasattr(each, name)},
            needs=each.by,
            asks=list(_asks(state, each)),
            yours=own.may_act_as(each.by),
        )
        for each in state.expects()
        if each.irregular and each.by is not Role.PLAYER
    ]


async def tried(asked: Asked) -> Tried:
    """What a command would do to every wager, before it is done."""
    state = asked.desk.stage(asked.path["table"]).table.kept
    round, said = state.round, asked.body
    command = c.read(bytes(said.command), None if state.configuration is None else state.conduct)
    if round is None or type(command) in c.NEEDS:
        raise Refused("only what is done in a round can be looked at before")
    check_in_round(state, command)
    own = position(asked.who)
    needs = _needs(state, command, own)
    seen = preview(state.conduct.decide, state.conduct.evolve, round, command, own if own.may_act_as(needs) else needs)
    after = round
    for event in seen.events:
        after = state.conduct.evolve(after, event)
    subject = subject_of(state, command, list(seen.events))
    following = state.conduct.expects(after)
    return Tried(
        events=[str(event.__struct_config__.tag) for event in seen.events],
        phase=after.phase,
        void=after.void,
        wagers=list(_wagers(round, after)),
        nets=_nets(round, after),
        lies=lies(after),
        then=next((each.prompt for each in following if not each.irregular and each.by is not Role.PLAYER), None),
        needs=needs,
        second=TWO_PEOPLE[subject] if subject else None,
    )


def _asks(state: State, offer: Expected) -> Iterator[FieldAsked]:
    """What is to be told with a command beyond what its offer says, by what it is made of."""
    hints = get_type_hints(kind := state.conduct.commands[offer.command])
    wagers = sorted(_sums(state.round.wagers())) if state.round is not None else []
    for field in msgspec.structs.fields(kind):
        name, said, must = field.name, hints[field.name], field.required
        options = [*map(str, get_args(said))] if get_origin(said) is Literal else []
        if name in ("known", "box") and (offer.options or offer.box is not None):
            continue
        if name == "course" and not offer.options:
            # Nothing is to be ruled upon.
            continue
        if said is Card:
            yield FieldAsked(name, "card", must=must)
        elif said == tuple[Card, ...]:
            yield FieldAsked(name, "cards", must=must)
        elif name == "amount":
            yield FieldAsked(name, "money", must=must)
        elif int in (said, *get_args(said)):
            yield FieldAsked(name, "number", must=must)
        else:
            known = {"clause": offer.clauses, "bettor": offer.bettors, "wager": wagers}.get(name)
            options = options or [*map(str, known or offer.options or ())]
            yield FieldAsked(name, "choice" if options else "text", options, must)


def _needs(state: State, command: Command, own: Role) -> Role:
    """The least position for a command; one's own where nobody expects it, and the round says why not."""
    found = [each.by for each in state.expects() if answers(each, command) and each.by is not Role.PLAYER]
    return min(found, key=list(Role).index, default=own)


def _wagers(before: AnyRound, after: AnyRound) -> Iterator[WagerAfter]:
    left: Counter[str] = Counter() if after.phase is Phase.VOID else _sums(after.wagers())
    staked = before.wagers()
    for wager, stake in _sums(staked).items():
        bettors = sum(wager in each for each in staked.values())
        yield WagerAfter(wager, bettors, stake, max(0, stake - left[wager]))


def _sums(wagers: dict[str, dict[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in wagers.values():
        found.update(each)
    return found


def _nets(before: AnyRound, after: AnyRound) -> tuple[int, int] | None:
    if before.phase not in OVER or after.phase not in OVER:
        return None
    return sum(before.nets().values()), sum(after.nets().values())


CONSOLES = (
    Endpoint(
        method="GET",
        path="/api/floor",
        summary="Every table as the pit sees it",
        do=tables_on_floor,
        answer=list[TableOnFloor],
        who=SUPERVISORS,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/irregularities",
        summary="What may be declared to have gone wrong now, and by whom at least",
        do=declarable,
        answer=list[Declarable],
        who=AT_TABLES,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/preview",
        summary="What a command would do to every wager; nothing is done",
        do=tried,
        body=ToTry,
        answer=Tried,
        who=AT_TABLES,
        problems=(404, 422),
    ),
)
