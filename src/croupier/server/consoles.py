"""The consoles of Dealers and the pit: a summary of every table, what staff may do, and the preview of a command.

A preview is computed from the round alone, which is a value and knows nothing of the shoe: nobody learns from it which
card comes next.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.irregularity import answers, preview
from croupier.games.round import OVER, Command, Phase, Role
from croupier.house.roles import HouseRole
from croupier.house.table import commands as c
from croupier.house.table.amendments import second_person
from croupier.house.table.approval import TWO_PEOPLE, subject_of
from croupier.house.table.decisions import check_in_round, check_standing
from croupier.house.table.state import Published, State
from croupier.house.views.families import lies
from croupier.house.views.shown import Lies, Offer
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.server.doors import position
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.pit import AT_TABLES
from croupier.server.stage import Stage, shown_to
from croupier.server.wire import RawCommand, TableBrief
from croupier.words import Sentence

SUPERVISORS = frozenset(role for role in HouseRole if role.may_act_as(HouseRole.PIT_SUPERVISOR))


class TableOnFloor(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table for the pit."""

    brief: TableBrief
    dealers: list[str]
    """The Dealers whose consoles are connected to it."""
    closing: bool
    """Whether it closes when the round in play is over."""
    staked: int
    """The stakes on the table, in cents."""
    paused: str | None
    held: bool
    """Whether the round is on hold: it waits for a ruling or an approval, or the table is paused."""
    called: str | None
    """What it called the pit for."""
    approvals: int
    entered: bool
    """Whether its cards are entered from a real shoe."""
    left: int | None
    """Cards left in a virtual shoe before the cutting card."""
    configuration: int
    """The version of its configuration; `coming` is that of the next round, if it differs."""
    coming: int | None


class StaffOffer(Offer, frozen=True, kw_only=True, omit_defaults=True):
    """Something that staff may do at a table now, with the lowest position that may."""

    needs: Role
    yours: bool
    """Whether the caller may do it."""


class ToTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to preview."""

    command: RawCommand


class WagerAfter(msgspec.Struct, frozen=True):
    """What would happen to all stakes on a wager, in cents."""

    wager: str
    bettors: int
    staked: int
    returned: int


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """The preview of a command: what it would do. Nothing is changed."""

    events: list[str]
    phase: Phase
    void: Citation | None
    wagers: list[WagerAfter]
    nets: tuple[int, int] | None
    """If the round is over: the net of all players together now and after the command, in cents."""
    lies: Lies
    """The cards as they would lie."""
    then: str | None
    """The prompt of what would come next."""
    needs: Role
    """The lowest position that may give the command."""
    second: Role | None
    """The lowest position that may approve it, if it needs a second person."""


async def tables_on_floor(request: ApiRequest) -> list[TableOnFloor]:
    """The summary of every table for the pit."""
    summaries = []
    for name, stage in request.desk.stages.items():
        state = stage.table.durable
        shoe = state.shoe
        running = state.configuration or state.coming
        now = request.desk.house.now()
        waiting = [each for each in shown_to(request.who, name, stage.table.pending) if now < each.until]
        staked = 0 if state.round is None or state.over else sum(_sums(state.round.wagers()).values())
        brief = stage.brief()
        if stage.table.broken:
            # The pit has to repair it, so it is told the full reason.
            brief = msgspec.structs.replace(brief, stopped=stage.table.broken)
        summaries.append(
            TableOnFloor(
                brief=brief,
                dealers=_dealers(stage),
                closing=state.closed is not None and not state.over,
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
    return summaries


def _dealers(stage: Stage) -> list[str]:
    """Who looks at the table as its Dealer."""
    return sorted({each.who.name for each in stage.watchers if each.who.role is HouseRole.DEALER})


async def offers(request: ApiRequest) -> list[StaffOffer]:
    """Everything that staff of any position may do at a table now, each with its form."""
    own = position(request.who)
    return [
        StaffOffer(**msgspec.structs.asdict(each.offer), needs=each.by, yours=each.open_to(own, request.who.actor))
        for each in request.desk.stage(request.path["table"]).look().staffed
    ]


async def tried(request: ApiRequest) -> Tried:
    """Preview what a command would do to every wager."""
    state = request.desk.stage(request.path["table"]).table.durable
    round = state.round
    command = c.read(bytes(request.body.command), None if state.configuration is None else state.family)
    if round is None or type(command) in c.NEEDS:
        raise Refused("preview-in-round-only")
    own = position(request.who)
    check_standing(state, command, own)
    check_in_round(state, command)
    needs = _needs(state, command, own)
    outcome = preview(state.family.decide, state.family.evolve, round, command, own if own.may_act_as(needs) else needs)
    after = round
    for event in outcome.events:
        after = state.family.evolve(after, event)
    subject = subject_of(state, command, list(outcome.events))
    second = TWO_PEOPLE[subject] if subject else None
    if round.phase in OVER and after.phase in OVER:
        # A change to a round that is over needs two people at every table.
        second = second_person(round, after)
    following = state.family.expects(after)
    return Tried(
        events=[str(event.__struct_config__.tag) for event in outcome.events],
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
    """The lowest position that may give a command; the caller's own if it is not on offer, so that it is refused."""
    positions = [each.by for each in state.expects() if answers(each, command) and each.by is not Role.PLAYER]
    return min(positions, key=list(Role).index, default=own)


def _wagers(before: Round, after: Round) -> Iterator[WagerAfter]:
    left = _left_by_void(after) if after.phase is Phase.VOID else _sums(after.wagers())
    staked = before.wagers()
    for wager, stake in _sums(staked).items():
        bettors = sum(wager in each for each in staked.values())
        yield WagerAfter(wager, bettors, stake, max(0, stake - left[wager]))


def _left_by_void(void: Round) -> Counter[str]:
    """The stakes that stay settled in a void round, by wager with its box (R-01)."""
    left: Counter[str] = Counter()
    for _, box, line in family_of(void).final(void):
        left[line.wager if box is None else Sentence("wager-on-box", wager=line.wager, box=box)] += line.stake
    return left


def _sums(wagers: dict[str, dict[str, int]]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for each in wagers.values():
        sums.update(each)
    return sums


def _nets(before: Round, after: Round) -> tuple[int, int] | None:
    if before.phase not in OVER or after.phase not in OVER:
        return None
    return sum(before.nets().values()), sum(after.nets().values())


CONSOLES = (
    Endpoint(
        method="GET",
        path="/api/floor",
        summary="The summary of every table for the pit",
        do=tables_on_floor,
        answer=list[TableOnFloor],
        who=SUPERVISORS,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/offers",
        summary="What staff may do at a table now, with the lowest position that may and the form to fill in",
        do=offers,
        answer=list[StaffOffer],
        who=AT_TABLES,
        problems=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/preview",
        summary="Preview what a command would do to every wager; nothing is changed",
        do=tried,
        body=ToTry,
        answer=Tried,
        who=AT_TABLES,
        problems=(404, 422),
    ),
)
