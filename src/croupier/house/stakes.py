"""From rounds to postings, for every game: what a round holds of each bettor before an event and after it.

A round says what everybody has in play and what everybody is up or down; the postings of an event are the difference
that it made. So whatever a document allows to happen to a wager, the books follow, and a void, which leaves nothing in
play and nobody up or down, undoes all that the round did, early payments included (R-01).
"""

from collections.abc import Iterator

import msgspec

from croupier.games.baccarat import messages as baccarat
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack import messages as blackjack
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.shared import Stream
from croupier.games.blackjack.variants import HALF
from croupier.games.messages import TerminalFound, TerminalLost
from croupier.games.round import Event, Phase
from croupier.games.told import AnyRound
from croupier.house.ledger import Posting, stakes, terminal, win

OWN_ONLY = (
    baccarat.WagerPlaced,
    baccarat.WagerWithdrawn,
    blackjack.WagerPlaced,
    blackjack.WagerClaimed,
    blackjack.WagerWithdrawn,
    blackjack.ChoiceMade,
    blackjack.SurrenderChosen,
    blackjack.InsurancePlaced,
    blackjack.EvenMoneyTaken,
)
"""Events that thousands of terminals send in one window, and that touch nobody's money but that bettor's."""
LINE = (TerminalLost, TerminalFound)
"""Events about the line of a terminal: thousands may come at once, and they move nothing."""

BEGINNINGS = (baccarat.BetsOpened, blackjack.BetsOpened)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How one bettor stands in a round."""

    in_play: int = 0
    """What is at stake, or kept back for what was chosen."""
    net: int = 0
    """What has been won and paid, or lost and collected."""


NOTHING = Standing()


def postings(table: str, number: int, before: AnyRound | None, event: Event, after: AnyRound) -> tuple[Posting, ...]:
    """What an event of a round moves; a round that begins has nothing to do with the one before it."""
    if isinstance(event, LINE):
        return ()
    if isinstance(event, OWN_ONLY) and before is not None:
        bettor = event.bettor
        return tuple(_moved(table, number, bettor, _standing(before, bettor), _standing(after, bettor), False))
    return difference(table, number, None if isinstance(event, BEGINNINGS) else before, after)


def difference(table: str, number: int, before: AnyRound | None, after: AnyRound) -> tuple[Posting, ...]:
    """What brings everybody from how they stood in a round to how they stand now, whatever happened in between."""
    then = standings(before) if before else {}
    now = standings(after)
    corrects = before is not None and before.phase in (Phase.SETTLED, Phase.VOID)
    return tuple(
        posting
        for bettor in {**then, **now}
        for posting in _moved(table, number, bettor, then.get(bettor, NOTHING), now.get(bettor, NOTHING), corrects)
    )


def standings(round: AnyRound) -> dict[str, Standing]:
    """How everybody stands."""
    if round.phase is Phase.VOID:
        return {}
    if round.phase is Phase.SETTLED:
        return {bettor: Standing(0, net) for bettor, net in round.nets().items()}
    match round:
        case BaccaratRound():
            return {bettor: _standing(round, bettor) for bettor in round.stakes}
        case Stream():
            return {bettor: _standing(round, bettor) for bettor in round.positions}
        case BoxRound():
            return _on_boxes(round)


def _standing(round: AnyRound, bettor: str) -> Standing:
    """How one bettor stands in a round that is being played."""
    match round:
        case BaccaratRound(stakes=stakes):
            return Standing(sum(stakes[bettor].values())) if bettor in stakes else NOTHING
        case Stream():
            return _in_stream(round, bettor) if bettor in round.positions else NOTHING
        case BoxRound():
            return _on_boxes(round).get(bettor, NOTHING)


def _in_stream(round: Stream, bettor: str) -> Standing:
    position = round.positions[bettor]
    # A choice locks when the window closes; what it will cost is kept back from the moment it is made.
    chosen = position.original if round.choices.get(bettor) in ("double", "split") else 0
    standing = _of_position(position)
    return Standing(standing.in_play + chosen + round.insured.get(bettor, 0), standing.net)


def _on_boxes(round: BoxRound) -> dict[str, Standing]:
    found: dict[str, Standing] = {}
    for box in round.boxes:
        for position in box.positions:
            _add(found, position.bettor, _of_position(position))
    for claim in round.claims:
        _add(found, claim.bettor, Standing(claim.stake))
    for insured in (*round.insured, *round.insurance_claims):
        _add(found, insured.bettor, Standing(insured.stake))
    return found


def _of_position(position: Position) -> Standing:
    """A surrendered wager and one paid even money are done with; all else is in play until the settlement."""
    beside = sum(position.sides.values()) + sum(position.ties.values())
    if position.surrendered:
        return Standing(beside, -HALF.of(position.original))
    if position.even_money:
        return Standing(beside, position.original)
    on_hands = sum(position.stakes.values()) or position.original
    return Standing(beside + on_hands + sum(position.doubles.values()))


def _add(found: dict[str, Standing], bettor: str, more: Standing) -> None:
    so_far = found.get(bettor, NOTHING)
    found[bettor] = Standing(so_far.in_play + more.in_play, so_far.net + more.net)


def _moved(table: str, number: int, bettor: str, then: Standing, now: Standing, corrects: bool) -> Iterator[Posting]:
    """Between three accounts at most two postings bring about any change; where nobody has won, one does."""
    if then.net == now.net and not corrects:
        if more := now.in_play - then.in_play:
            own, played = terminal(bettor), stakes(table, number)
            yield Posting(own, played, more, "stake") if more > 0 else Posting(played, own, -more, "return")
        return
    changes = {
        stakes(table, number): now.in_play - then.in_play,
        win(table): then.net - now.net,
        terminal(bettor): (now.net - now.in_play) - (then.net - then.in_play),
    }
    gives = {account: -change for account, change in changes.items() if change < 0}
    takes = {account: change for account, change in changes.items() if change > 0}
    for source, given in gives.items():
        for destination, wanted in takes.items():
            # One side of the two has a single account, so the smaller amount is what goes between them.
            kind = "correction" if corrects else KINDS[_sort(source), _sort(destination)]
            yield Posting(source, destination, min(given, wanted), kind)


KINDS = {
    ("terminal", "stakes"): "stake",
    ("stakes", "terminal"): "return",
    ("stakes", "win"): "loss",
    ("win", "terminal"): "win",
    ("terminal", "win"): "correction",
    ("win", "stakes"): "correction",
}


def _sort(account: str) -> str:
    return account.partition(":")[0]
