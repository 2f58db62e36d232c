"""What a command to a round would do to everybody's credits, before it is approved."""

from collections.abc import Callable

import msgspec

from croupier.games.family import Round
from croupier.games.irregularity import preview
from croupier.house.events import ApprovalAsked
from croupier.house.stakes import standings
from croupier.house.table import commands as c
from croupier.house.table.state import State
from croupier.refused import Refused


class MoneyMoved(msgspec.Struct, frozen=True, kw_only=True):
    """What goes to players and comes back from them, in cents."""

    to_players: int
    taken_back: int
    heads: int
    """How many players' credits change."""
    lacking: int
    """How much of what is taken back the players concerned do not have."""


def moved(before: Round, after: Round, credits_of: Callable[[str], int]) -> MoneyMoved:
    """The credits that change from one state of a round to another."""
    was, now = ({name: each.net - each.in_play for name, each in standings(round).items()} for round in (before, after))
    changes = {name: now.get(name, 0) - was.get(name, 0) for name in {**was, **now}}
    back = {name: -each for name, each in changes.items() if each < 0}
    return MoneyMoved(
        to_players=sum(each for each in changes.values() if each > 0),
        taken_back=sum(back.values()),
        heads=sum(each != 0 for each in changes.values()),
        lacking=sum(max(0, each - credits_of(name)) for name, each in back.items()),
    )


def effect_of(state: State, asked: ApprovalAsked, credits_of: Callable[[str], int]) -> MoneyMoved | None:
    """What approving a command would move; None for one that is not about the round on the table."""
    if state.round is None:
        return None
    try:
        command = c.read(asked.what.encode(), state.family)
        if type(command) in c.NEEDS:
            return None
        outcome = preview(state.family.decide, state.family.evolve, state.round, command, asked.role)
    except Refused:
        return None
    after = state.round
    for event in outcome.events:
        after = state.family.evolve(after, event)
    return moved(state.round, after, credits_of)
