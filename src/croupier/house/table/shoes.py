"""What rounds tell of the shoe that they are dealt from: which cards have left it, and whether it stays in use.

A real shoe is known by its rounds alone: every card that is drawn is entered, so what was entered and what was burned
is all that can be missing from it.
"""

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.shared import Stream
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


def gone_unseen(round: AnyRound) -> int:
    """How many cards a round took from the shoe that nobody has seen, and that are not dealt from it any more."""
    if not isinstance(round, BoxRound):
        return 0
    return round.removed_unseen + (round.pulled.unseen if round.pulled else 0)


def ready_unseen(round: AnyRound) -> int:
    """How many cards are out that nobody has seen, and are dealt next."""
    return round.unseen if isinstance(round, BoxRound) else 0


def spoiled(round: AnyRound) -> ShoeDue | None:
    """Why the shoe is played no more, where the round found that out: bad cards, a lost order, no card left.

    This is the one place where a house reads it off a round.
    """
    match round:
        case BaccaratRound(law=law, void=void, shoe_spoiled=True):
            if void in (law.bad_cards, law.bad_cards_alike):
                return ShoeDue(BAD_CARDS, void)
            if void == law.runs_out:
                return ShoeDue(EMPTY, void)
            return ShoeDue("the order of the shoe was lost", void or law.disturbed_complete)
        case BoxRound(rules=rules, void=void) | Stream(rules=rules, void=void):
            if void == rules.law("bad_cards"):
                return ShoeDue(BAD_CARDS, void)
            return ShoeDue(EMPTY, void) if void == Citation("R-13") else None
    return None


def finished(round: AnyRound) -> ShoeDue | None:
    """Why a shuffle follows the round, where one does."""
    if found := spoiled(round):
        return found
    if round.cut_after is not None:
        return ShoeDue("the cutting card has come", Citation("R-15"))
    if isinstance(round, BoxRound) and round.shuffle_due:
        key = "shuffles_fully" if round.reshuffled else "misses_cut"
        return ShoeDue("a shuffle follows the last round", round.rules.law(key))
    return None
