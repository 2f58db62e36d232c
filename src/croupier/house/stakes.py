"""From rounds to postings, for every game: what a round holds of each bettor before an event and after it.

A round says what everybody has in play and what everybody is up or down; the postings of an event are the difference
that it made. So whatever a document allows to happen to a wager, the books follow, and a void, which leaves nothing in
play and nobody up or down, undoes all that the round did, early payments included (R-01).
"""

from collections.abc import Iterator
from typing import Any

from croupier.games.families import FAMILIES, family_of
from croupier.games.family import Round, Standing
from croupier.games.messages import TerminalFound, TerminalLost
from croupier.games.round import OVER, Event, tag
from croupier.house.ledger import Posting, stakes, terminal, win

OWN_ONLY: tuple[type[Any], ...] = tuple({kind: None for family in FAMILIES.values() for kind in family.own_only})
LINE: tuple[type[Any], ...] = (TerminalLost, TerminalFound)
"""Events about the line of a terminal: thousands may come at once, and they move nothing."""
BEGINS = "bets-opened"
"""The event with which every round begins."""
NOTHING = Standing()


def postings(table: str, number: int, before: Round | None, event: Event, after: Round) -> tuple[Posting, ...]:
    """What an event of a round moves; a round that begins has nothing to do with the one before it."""
    if isinstance(event, LINE):
        return ()
    if isinstance(event, OWN_ONLY) and before is not None:
        bettor: str = event.bettor
        then, now = (family_of(each).standing(each, bettor) for each in (before, after))
        return tuple(_moved(table, number, bettor, then, now, False))
    return difference(table, number, None if begins(event) else before, after)


def standings(round: Round) -> dict[str, Standing]:
    """How everybody stands in a round."""
    return family_of(round).standings(round)


def begins(event: Event) -> bool:
    """Whether a round begins with it."""
    return tag(event) == BEGINS


def difference(table: str, number: int, before: Round | None, after: Round) -> tuple[Posting, ...]:
    """What brings everybody from how they stood in a round to how they stand now, whatever happened in between."""
    then = standings(before) if before else {}
    now = standings(after)
    corrects = before is not None and before.phase in OVER
    return tuple(
        posting
        for bettor in {**then, **now}
        for posting in _moved(table, number, bettor, then.get(bettor, NOTHING), now.get(bettor, NOTHING), corrects)
    )


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
