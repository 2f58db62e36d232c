"""The consoles of Dealers and the pit: every table at a glance, what may have gone wrong, what would come of a command.

What is tried here is tried on the round alone, which is a value and knows nothing of the shoe: nobody learns from it
which card comes next.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.games.family import Round
from croupier.games.irregularity import answers, preview
from croupier.games.round import OVER, Command, Phase, Role
from croupier.house.roles import HouseRole
from croupier.house.table import commands as c
from croupier.house.table.amending import second_person
from croupier.house.table.approval import TWO_PEOPLE, subject_of
from croupier.house.table.deciding import check_in_round, check_standing
from croupier.house.table.state import Published, State
from croupier.house.views.families import lies
from croupier.house.views.shown import Lies, Offer
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.server.doors import position
from croupier.server.endpoint import ApiRequest, Endpoint
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


class StaffOffer(Offer, frozen=True, kw_only=True, omit_defaults=True):
    """Something that staff may do at a table now, with the least position that may."""

    needs: Role
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
    lies: Lies
    """The cards as they would lie."""
    then: str | None
    """What would be next."""
    needs: Role
    """The least position that may."""
    second: Role | None
    """The least position of the second person, where it takes two."""


async def tables_on_floor(request: ApiRequest) -> list[TableOnFloor]:
    """Every table as the pit sees it."""
    found = []
    for name, stage in request.desk.stages.items():
        state = stage.table.kept
        shoe = state.shoe
        running = state.configuration or state.coming
        now = request.desk.house.now()
        waiting = [each for each in shown_to(request.who, name, stage.table.pending) if now < each.until]
        staked = 0 if state.round is None or state.over else sum(_sums(state.round.wagers()).values())
        brief = stage.brief()
        if stage.table.broken:
            # Who puts it back to work is told all that is known.
            brief = msgspec.structs.replace(brief, stopped=stage.table.broken)
        found.append(
            TableOnFloor(
                brief=brief,
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


async def offers(request: ApiRequest) -> list[StaffOffer]:
    """What staff may do at a table now, whoever of them may, each with what is to be told with it."""
    own = position(request.who)
    return [
        StaffOffer(**msgspec.structs.asdict(each.offer), needs=each.by, yours=each.open_to(own, request.who.actor))
        for each in request.desk.stage(request.path["table"]).look().staffed
    ]


async def tried(request: ApiRequest) -> Tried:
    """What a command would do to every wager, before it is done."""
    state = request.desk.stage(request.path["table"]).table.kept
    round = state.round
    command = c.read(bytes(request.body.command), None if state.configuration is None else state.family)
    if round is None or type(command) in c.NEEDS:
        raise Refused("preview-in-round-only")
    own = position(request.who)
    check_standing(state, command, own)
    check_in_round(state, command)
    needs = _needs(state, command, own)
    seen = preview(state.family.decide, state.family.evolve, round, command, own if own.may_act_as(needs) else needs)
    after = round
    for event in seen.events:
        after = state.family.evolve(after, event)
    subject = subject_of(state, command, list(seen.events))
    second = TWO_PEOPLE[subject] if subject else None
    if round.phase in OVER and after.phase in OVER:
        # Whatever changes about a round that is over takes two people at every table.
        second = second_person(round, after)
    following = state.family.expects(after)
    return Tried(
        events=[str(event.__struct_config__.tag) for event in seen.events],
        phase=after.phase,
        void=after.void,
        wagers=list(_wagers(round, after)),
        nets=_nets(round, after),
        lies=lies(after),
        then=next((each.prompt for each in following if not each.irregular and each.by is not Role.PLAYER), None),
        needs=needs,
        second=second,
    )


def _needs(state: State, command: Command, own: Role) -> Role:
    """The least position for a command; one's own where nobody expects it, and the round says why not."""
    found = [each.by for each in state.expects() if answers(each, command) and each.by is not Role.PLAYER]
    return min(found, key=list(Role).index, default=own)


def _wagers(before: Round, after: Round) -> Iterator[WagerAfter]:
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


def _nets(before: Round, after: Round) -> tuple[int, int] | None:
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
        path="/api/tables/{table}/offers",
        summary="What staff may do at a table now, by whom at least, and what is told with it",
        do=offers,
        answer=list[StaffOffer],
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
