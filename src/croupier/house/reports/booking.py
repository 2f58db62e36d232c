"""What an event adds to the books, wager by wager: the difference that it made to what its round has come to.

Handle is every stake that was decided; win is what the house took of it less what it paid. A correction on another
day is booked on that day, as the ledger does, and so the win of the books is the ledger's to the cent.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.settlement import Position
from croupier.games.round import Phase
from croupier.games.told import AnyRound, lines_of
from croupier.house.ledger import Posting
from croupier.house.retold import OVER
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


def matters(before: AnyRound | None, after: AnyRound, moved: Iterable[Posting]) -> bool:
    """Whether an event can have changed what its round has come to."""
    over = after.phase in OVER or (before is not None and before.phase in OVER)
    return over or any(each.source.startswith("win:") or each.destination.startswith("win:") for each in moved)


def booked(before: AnyRound | None, after: AnyRound) -> dict[str, Amount]:
    """What is added to each wager."""
    then, now = come_to(before), come_to(after)
    changes = {wager: now.get(wager, NOTHING) - then.get(wager, NOTHING) for wager in {**then, **now}}
    return {wager: change for wager, change in changes.items() if change != NOTHING}


def come_to(round: AnyRound | None) -> dict[str, Amount]:
    """What each wager of a round has come to; before the end only what the main wager was paid early."""
    if round is None or round.phase is Phase.VOID:
        return {}
    if round.phase is not Phase.SETTLED:
        early = -sum(standing.net for standing in standings(round).values())
        return {MAIN: Amount(win=early)} if early else {}
    found = staked(round)
    for line in lines_of(round):
        found[line.wager] = found.get(line.wager, NOTHING) + Amount(win=-line.net)
    return found


def staked(round: AnyRound) -> dict[str, Amount]:
    """What everybody has staked on each wager, and how much of it before anything was decided."""
    sums: dict[str, Amount] = {}
    if isinstance(round, BaccaratRound):
        for stakes in round.stakes.values():
            for wager, stake in stakes.items():
                _add(sums, wager, stake)
        return sums
    if isinstance(round, BoxRound):
        positions = [position for box in round.boxes for position in box.positions]
        insured = [each.stake for each in round.insured]
    else:
        positions, insured = list(round.positions.values()), list(round.insured.values())
    for each in positions:
        _add_position(sums, each)
    for stake in insured:
        _add(sums, "insurance", stake)
    return sums


def _add_position(sums: dict[str, Amount], position: Position) -> None:
    if position.original:
        on_hands = sum(position.stakes.values()) or position.original
        _add(sums, MAIN, on_hands + sum(position.doubles.values()), position.original)
    for wager, stake in position.sides.items():
        _add(sums, wager, stake)
    for stake in position.ties.values():
        _add(sums, "tie-on-18", stake)


def _add(sums: dict[str, Amount], wager: str, stake: int, base: int | None = None) -> None:
    sums[wager] = sums.get(wager, NOTHING) + Amount(stake, stake if base is None else base)
