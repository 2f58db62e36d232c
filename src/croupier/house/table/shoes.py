"""What rounds tell of the shoe that they are dealt from: which cards have left it, and whether it stays in use.

A real shoe is known by its rounds alone: every card that is drawn is entered, so what was entered and what was burned
is all that can be missing from it.
"""

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.messages import CardsPulled
from croupier.games.told import AnyRound
from croupier.house.retold import out
from croupier.refused import Refused
from croupier.rulebook import Citation

BAD_CARDS = "cards of the shoe were foreign, extra, missing or unshuffled"
EMPTY = "the shoe was empty"


class ShoeDue(msgspec.Struct, frozen=True):
    """Why the next round needs another shoe, and by which clause."""

    why: str
    clause: Citation | None = None

    def refusal(self) -> Refused:
        """What is said where somebody would go on without one."""
        return Refused(f"{self.why}: put a new shoe in use first", self.clause)


def drawn(round: AnyRound) -> tuple[Card, ...]:
    """Every card that is known to have left the shoe in a round: those that wait to be dealt, too."""
    return (*out(round), *round.waiting)


def apart(round: AnyRound) -> tuple[Card, ...]:
    """The cards of a round that do not lie on it: who tells its cards anew does not tell these."""
    return round.burned if isinstance(round, BaccaratRound) else round.removed


def unseen(round: AnyRound) -> int:
    """How many cards were drawn at once that nobody has seen, as long as it is not said whose they are."""
    if not isinstance(round, BoxRound) or round.pulled is None:
        return 0
    pulled = next((event for event in reversed(round.play) if isinstance(event, CardsPulled)), None)
    return pulled.number - len(pulled.disclosed) if pulled else 0


def spoiled(round: AnyRound) -> ShoeDue | None:
    """Why the shoe is played no more, where the round found that out: bad cards, a lost order, no card left.

    This is the one place where a house reads it off a round.
    """
    reasons: dict[Citation, str]
    if isinstance(round, BaccaratRound):
        law = round.law
        reasons = {law.bad_cards: BAD_CARDS, law.disturbed: "the order of the shoe was lost", law.runs_out: EMPTY}
    else:
        reasons = {round.rules.law("bad_cards"): BAD_CARDS, Citation("R-13"): EMPTY}
    return ShoeDue(reasons[round.void], round.void) if round.void in reasons else None


def finished(round: AnyRound) -> ShoeDue | None:
    """Why a shuffle follows the round, where one does."""
    if found := spoiled(round):
        return found
    if round.cut_after is not None:
        return ShoeDue("the cutting card has come", Citation("R-15"))
    if isinstance(round, BoxRound) and round.shuffle_due:
        return ShoeDue("a shuffle follows the last round", Citation("R-15"))
    return None
