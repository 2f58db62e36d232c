"""The pace of a table: the delay before each of the Dealer's chores, which are read off what the round expects.

There is no second list of what comes next. A round says what may happen and by whom; of that an automatic table does
what is the Dealer's, after the time that players have for theirs.
"""

from collections.abc import Iterable

import msgspec

from croupier.games.round import Expected, Role
from croupier.house.days import SECOND
from croupier.refused import Refused
from croupier.rulebook import Citation


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds each step of an automatic table takes."""

    betting: float = 20
    """From the opening of bets to their close."""
    last_call: float = 5
    """Warning before the close of bets."""
    card: float = 1.5
    """Before each card."""
    confirm: float = 2
    """To look over the initial deal."""
    offer: float = 10
    """To answer an offer of surrender, insurance or even money."""
    decision: float = 15
    """To decide about a hand; then it is played as the document says for an absent player."""
    join: float = 4
    """Before a card for which others may still double or stake a split."""
    withdrawal: float = 30
    """To withdraw after a power failure that came before anything was decided."""
    settle: float = 3
    """To show the result before it is settled."""
    pause: float = 5
    """From the settlement to the next round."""
    shuffle: float = 15
    """The same where the cards are shuffled in between."""

    def defects(self) -> Iterable[Refused]:
        """The values that are out of range."""
        for name in self.__struct_fields__:
            if not 0 <= getattr(self, name) <= 3_600:
                yield Refused("pace-seconds-invalid", pace=name, seconds=getattr(self, name))
        if self.last_call > self.betting:
            yield Refused("last-call-exceeds-betting")


class Chore(msgspec.Struct, frozen=True):
    """What the table does next by itself, and the delay before it."""

    command: str
    by: Role
    wait: int
    """Delay in microseconds, from when it became next."""
    prompt: str
    """What the document has the Dealer say or do."""
    clause: Citation | None = None
    box: int | None = None
    bettor: str | None = None
    course: str | None = None
    """The course to take, where there is a choice."""


WAITS = {
    "close-bets": "betting",
    "deal-card": "card",
    "confirm-deal": "confirm",
    "close-offers": "offer",
    "close-decisions": "decision",
    "declare-absent": "decision",
    "resume": "withdrawal",
    "settle": "settle",
}
"""The Dealer's commands in the usual course of a round, each with the field of `Pace` that is its delay."""
RULED_BEFOREHAND = {"rule-ready-cards": "card"}
"""Rulings of a higher position that an automatic table applies as the round suggests, each with its delay."""


def microseconds(seconds: float) -> int:
    """Seconds as whole microseconds, the house's unit of time."""
    return round(seconds * SECOND)


def next_chore(expected: Iterable[Expected], pace: Pace, undecided: int = 0) -> Chore | None:
    """The first chore of the Dealer among all that a round expects; `undecided` players have yet to decide.

    A window in which no player has anything left to decide closes after the delay of a card.
    """
    offers = list(expected)
    for each in offers:
        if each.by is Role.PLAYER or each.command not in WAITS:
            continue
        name = WAITS[each.command]
        open_to_players = any(other.by is Role.PLAYER and not other.irregular for other in offers)
        if name == "card" and open_to_players:
            name = "join"
        if (name == "offer" and not open_to_players) or (each.command == "close-decisions" and not undecided):
            name = "card"
        bettor = each.bettors[0] if each.command == "declare-absent" and each.bettors else None
        wait = microseconds(getattr(pace, name))
        return Chore(each.command, each.by, wait, each.prompt, each.clause, each.box, bettor)
    return next((_ruling(each, pace) for each in offers if each.command in RULED_BEFOREHAND), None)


def _ruling(offer: Expected, pace: Pace) -> Chore:
    wait = microseconds(getattr(pace, RULED_BEFOREHAND[offer.command]))
    return Chore(offer.command, offer.by, wait, offer.prompt, offer.clause, course=offer.suggested)
