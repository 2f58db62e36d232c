"""From rounds to postings, for every game: the difference of each bettor's standing before and after an event.

A round says what every bettor has in play and what their net result is; the postings of an event are the difference
that it made. So whatever a document allows to happen to a wager, the books follow, and a void, after which all stakes
and results are zero, undoes all that the round did, early payments included (R-01).
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
"""Events about the connection of a terminal: thousands may come at once, and they have no postings."""
BEGINS = "bets-opened"
"""The event with which every round begins."""
NO_STANDING = Standing()


def postings(table: str, number: int, before: Round | None, event: Event, after: Round) -> tuple[Posting, ...]:
    """The postings of an event of a round; `before` is ignored for the event that begins a round."""
    if isinstance(event, LINE):
        return ()
    if isinstance(event, OWN_ONLY) and before is not None:
        bettor: str = event.bettor
        then, now = (family_of(each).standing(each, bettor) for each in (before, after))
        return tuple(_moved(table, number, bettor, then, now, False))
    return difference(table, number, None if begins(event) else before, after)


def standings(round: Round) -> dict[str, Standing]:
    """The standing of every bettor in a round."""
    return family_of(round).standings(round)


def begins(event: Event) -> bool:
    """Whether the event begins a round."""
    return tag(event) == BEGINS


def difference(table: str, number: int, before: Round | None, after: Round) -> tuple[Posting, ...]:
    """The postings from the standings of one state of a round to those of another, whatever happened in between."""
    then = standings(before) if before else {}
    now = standings(after)
    corrects = before is not None and before.phase in OVER
    return tuple(
        posting
        for bettor in {**then, **now}
        for posting in _moved(
            table, number, bettor, then.get(bettor, NO_STANDING), now.get(bettor, NO_STANDING), corrects
        )
    )


def _moved(table: str, number: int, bettor: str, then: Standing, now: Standing, corrects: bool) -> Iterator[Posting]:
    """The postings of one bettor: at most two between the three accounts; one where the net result is unchanged."""
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
        for destination, taken in takes.items():
            # One of the two sides has a single account, so the smaller amount is what goes between them.
            kind = "correction" if corrects else KINDS[_sort(source), _sort(destination)]
            yield Posting(source, destination, min(given, taken), kind)


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
