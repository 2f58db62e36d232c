"""The pace of a table: how long each thing waits that is the Dealer's to do, read off what the round expects.

There is no second list of what comes next. A round says what may happen and by whom; of that the table does what is the
Dealer's, after the time that the players have for theirs.
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
    """How long before the close it is said that bets are about to close."""
    card: float = 1.5
    """Before each card."""
    confirm: float = 2
    """To look over the initial deal."""
    offer: float = 10
    """To answer an offer of surrender, insurance or even money."""
    decision: float = 15
    """To decide about a hand; then the player is played for as the document says."""
    join: float = 4
    """Before a card for which others may still double or stake a split."""
    withdrawal: float = 30
    """To withdraw after a power failure that came before anything was decided."""
    settle: float = 3
    """To show what the cards came to before it is settled."""
    pause: float = 5
    """From the settlement to the next round."""
    shuffle: float = 15
    """The same where the cards are shuffled in between."""

    def defects(self) -> Iterable[Refused]:
        """What cannot be."""
        for name in self.__struct_fields__:
            if not 0 <= getattr(self, name) <= 3_600:
                yield Refused("pace-seconds-invalid", pace=name, seconds=getattr(self, name))
        if self.last_call > self.betting:
            yield Refused("last-call-exceeds-betting")


class Chore(msgspec.Struct, frozen=True):
    """What the table does next by itself, and how long it waits first."""

    command: str
    by: Role
    wait: int
    """In microseconds, from the moment when it came to be next."""
    prompt: str
    """What the document has the Dealer say or do."""
    clause: Citation | None = None
    box: int | None = None
    bettor: str | None = None
    course: str | None = None
    """Which of several courses is taken, where somebody is to choose one."""


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
"""What the Dealer does in the usual course of a round, and which time comes before it."""
RULED_BEFOREHAND = {"rule-ready-cards": "card"}
"""What a higher position rules on before a round can go on, and may have ruled beforehand: as the round suggests."""


def microseconds(seconds: float) -> int:
    """The unit in which the house counts time."""
    return round(seconds * SECOND)


def next_chore(expected: Iterable[Expected], pace: Pace, undecided: int = 0) -> Chore | None:
    """The first thing that is the Dealer's to do, of all that a round expects, where so many have yet to choose.

    A window in which nobody has anything left to say closes as soon as the next card would come.
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
