"""What an event adds to the books, wager by wager: the difference between its round's totals before and after it.

Handle is every stake that was decided; win is what the house took of it less what it paid. A correction on a later
day is booked on that day, as in the ledger, so the win of the books equals the ledger's to the cent.
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
    """The totals of one wager, in cents."""

    handle: int = 0
    """Everything staked on it."""
    base: int = 0
    """The part staked before anything was decided, without doubles and splits: edges are shares of that."""
    win: int = 0
    """The house's win; negative where players are ahead."""

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.handle + other.handle, self.base + other.base, self.win + other.win)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.handle - other.handle, self.base - other.base, self.win - other.win)


ZERO = Amount()


def may_change_totals(before: Round | None, after: Round, moved: Iterable[Posting]) -> bool:
    """Whether an event can have changed its round's totals."""
    over = after.phase in OVER or (before is not None and before.phase in OVER)
    return over or any(each.source.startswith("win:") or each.destination.startswith("win:") for each in moved)


def wager_changes(before: Round | None, after: Round) -> dict[str, Amount]:
    """The change of each wager's totals, zero changes left out."""
    then, now = wager_totals(before), wager_totals(after)
    changes = {wager: now.get(wager, ZERO) - then.get(wager, ZERO) for wager in {**then, **now}}
    return {wager: change for wager, change in changes.items() if change != ZERO}


def wager_totals(round: Round | None) -> dict[str, Amount]:
    """The totals of each wager of a round; before its end only early payments of the main wager."""
    if round is None:
        return {}
    if round.phase not in OVER:
        early = -sum(standing.net for standing in standings(round).values())
        return {MAIN: Amount(win=early)} if early else {}
    void = round.phase is Phase.VOID
    totals = {} if void else staked(round)
    for _, _, line in family_of(round).final(round):
        # Of a void round only what was settled before it was voided is booked.
        handle = line.stake if void else 0
        totals[line.wager] = totals.get(line.wager, ZERO) + Amount(handle=handle, base=handle, win=-line.net)
    return totals


def staked(round: Round) -> dict[str, Amount]:
    """Handle and base of each wager, over all bettors."""
    sums: dict[str, Amount] = {}
    for each in family_of(round).staked(round):
        sums[each.wager] = sums.get(each.wager, ZERO) + Amount(each.stake, each.base)
    return sums
