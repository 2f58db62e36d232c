"""What an event adds to the books, wager by wager: the difference that it made to what its round has come to.

Handle is every stake that was decided; win is what the house took of it less what it paid. A correction on another
day is booked on that day, as the ledger does, and so the win of the books is the ledger's to the cent.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.round import OVER, Phase
from croupier.house.ledger import Posting
from croupier.house.stakes import standings

MAIN = "main"


class Amount(msgspec.Struct, frozen=True, gc=False):
    """What one wager has come to."""

    handle: int = 0
    """All that was staked on it."""
    base: int = 0
    """What was staked before anything was decided: edges are shares of that."""
    win: int = 0
    """The house's."""

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.handle + other.handle, self.base + other.base, self.win + other.win)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.handle - other.handle, self.base - other.base, self.win - other.win)


NOTHING = Amount()


def matters(before: Round | None, after: Round, moved: Iterable[Posting]) -> bool:
    """Whether an event can have changed what its round has come to."""
    over = after.phase in OVER or (before is not None and before.phase in OVER)
    return over or any(each.source.startswith("win:") or each.destination.startswith("win:") for each in moved)


def booked(before: Round | None, after: Round) -> dict[str, Amount]:
    """What is added to each wager."""
    then, now = come_to(before), come_to(after)
    changes = {wager: now.get(wager, NOTHING) - then.get(wager, NOTHING) for wager in {**then, **now}}
    return {wager: change for wager, change in changes.items() if change != NOTHING}


def come_to(round: Round | None) -> dict[str, Amount]:
    """What each wager of a round has come to; before the end only what the main wager was paid early."""
    if round is None or round.phase is Phase.VOID:
        return {}
    if round.phase is not Phase.SETTLED:
        early = -sum(standing.net for standing in standings(round).values())
        return {MAIN: Amount(win=early)} if early else {}
    found = staked(round)
    for _, _, line in family_of(round).settlement(round):
        found[line.wager] = found.get(line.wager, NOTHING) + Amount(win=-line.net)
    return found


def staked(round: Round) -> dict[str, Amount]:
    """What everybody has staked on each wager, and how much of it before anything was decided."""
    sums: dict[str, Amount] = {}
    for each in family_of(round).staked(round):
        sums[each.wager] = sums.get(each.wager, NOTHING) + Amount(each.stake, each.base)
    return sums
