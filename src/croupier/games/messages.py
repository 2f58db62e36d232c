"""Commands and events that several games share."""

from typing import Literal, TypeAlias

from croupier.cards import Card
from croupier.games.round import Command, Event, Role, StaffEvent
from croupier.games.terms import Terms
from croupier.games.upcast import written_as
from croupier.rulebook import Citation, Clause

Course: TypeAlias = Literal["burn", "play", "reshuffle"]
"""What is done with a card that is known too early."""


class CloseBets(Command, frozen=True, tag="close-bets"):
    """No more bets."""


class DealCard(Command, frozen=True, tag="deal-card"):
    """The next card from the shoe."""

    card: Card


class RemoveCuttingCard(Command, frozen=True, tag="remove-cutting-card"):
    """The cutting card has come; it is taken out and the round goes on."""


class LoseTerminal(Command, frozen=True, tag="lose-terminal"):
    """A terminal has failed; the round goes on."""

    bettor: str


class FindTerminal(Command, frozen=True, tag="find-terminal"):
    """A terminal that had failed is back."""

    bettor: str


class Settle(Command, frozen=True, tag="settle"):
    """Announce the result and settle every wager."""


class VoidRound(Command, frozen=True, tag="void-round"):
    """Staff void the round by a clause that allows it."""

    clause: Clause


class BetsClosed(StaffEvent, frozen=True, tag="bets-closed"):
    """No more bets."""


class CuttingCardRemoved(StaffEvent, frozen=True, tag="cutting-card-removed"):
    """The cutting card came and was taken out: this is the last round of the shoe."""


class TerminalLost(StaffEvent, frozen=True, tag="terminal-lost"):
    """A terminal failed."""

    bettor: str


class TerminalFound(StaffEvent, frozen=True, tag="terminal-found"):
    """A terminal that had failed is back."""

    bettor: str


class RoundSettled(StaffEvent, frozen=True, tag="round-settled"):
    """Every wager was settled by the cards."""


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void and every stake returned (R-01)."""

    clause: Citation
    by: Role | None = None
    why: str = ""


# Where there are no boxes: one round for all terminals


class OpenBets(Command, frozen=True, tag="open-bets"):
    """Begin the round: place your bets. Surplus cards of the round before are dealt first."""

    terms: Terms
    waiting: tuple[Card, ...] = ()


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """Place a wager, or replace the stake that the bettor has on it."""

    bettor: str
    wager: str
    stake: int


class WithdrawWager(Command, frozen=True, tag="withdraw-wager"):
    """Take a wager back."""

    bettor: str
    wager: str


class Interrupt(Command, frozen=True, tag="interrupt"):
    """A technical interruption stops the round."""


class BetsOpened(StaffEvent, frozen=True, tag="bets-opened"):
    """Bets are open on these terms."""

    terms: Terms
    waiting: tuple[Card, ...] = ()
    v: int = written_as("bets-opened")


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """A wager was accepted."""

    bettor: str
    wager: str
    stake: int


class WagerWithdrawn(Event, frozen=True, tag="wager-withdrawn"):
    """A wager was taken back."""

    bettor: str
    wager: str


class RoundInterrupted(StaffEvent, frozen=True, tag="round-interrupted"):
    """The round was interrupted with an outcome established, so it is played out."""

    clause: Clause


# When things go wrong


class RunOut(Command, frozen=True, tag="run-out"):
    """The shoe has no card left and the round needs one."""


class DeclareBadCards(Command, frozen=True, tag="declare-bad-cards"):
    """The cards are bad: foreign, too many, too few, or not shuffled."""

    kind: Literal["foreign", "extra", "missing", "unshuffled"]


class DeclareDisturbedOrder(Command, frozen=True, tag="declare-disturbed-order"):
    """The order of the cards in the shoe was changed and cannot be restored."""


class DeclareDrawnTogether(Command, frozen=True, tag="declare-drawn-together"):
    """Two or more cards were drawn at once; `cards` are in order if it is known."""

    cards: tuple[Card, ...]
    known: bool


class Reconstruct(Command, frozen=True, tag="reconstruct"):
    """Put the cards where they belong: these are all that were drawn, in the order in which they lay in the shoe."""

    cards: tuple[Card, ...]


class CorrectCards(Command, frozen=True, tag="correct-cards"):
    """Cards were read wrongly: these are the ones that were dealt, in the order in which they came."""

    cards: tuple[Card, ...]


class RuleReadyCards(Command, frozen=True, tag="rule-ready-cards"):
    """Cards are out and known before the first card of the round: burn them or play them (R-22)."""

    course: Course


class FindFaceUpCard(Command, frozen=True, tag="find-face-up-card"):
    """A card lies face up in the shoe, next to be drawn."""

    card: Card
    course: Course | None = None
    """The ruling of staff before the round's first card (R-22): burned by default."""


class TakeBackCard(Command, frozen=True, tag="take-back-card"):
    """Undo the last card entry: another card lies on the table."""

    card: Card


class CorrectDisplay(Command, frozen=True, tag="correct-display"):
    """A display showed something wrong; the cards stand."""

    said: str


class ReturnLateWager(Command, frozen=True, tag="return-late-wager"):
    """Return a wager, or a part of it, that was placed after the close (R-29)."""

    bettor: str
    wager: str
    amount: int
    box: int | None = None


class Refer(Command, frozen=True, tag="refer"):
    """The Gaming Shift Manager rules on what no clause covers."""

    reason: str
    effect: Literal["void", "stands"]


class RemoveDealerCard(Command, frozen=True, tag="remove-dealer-card"):
    """A card was drawn to the Dealer's hand after it was complete."""

    card: Card


class DealerCardRemoved(Event, frozen=True, tag="dealer-card-removed"):
    """A card too many for the Dealer went to the discards; the total before it stands."""

    card: Card
    clause: Citation
    by: Role


class CardsReconstructed(Event, frozen=True, tag="cards-reconstructed"):
    """The cards were put where they belong; surplus ones (`waiting`) are dealt next, `was` is how they lay before."""

    cards: tuple[Card, ...]
    waiting: tuple[Card, ...]
    was: tuple[Card, ...]
    clause: Citation
    by: Role


class CardsCorrected(Event, frozen=True, tag="cards-corrected"):
    """Misread cards were corrected; the round stands by the cards that were dealt, `was` is what was read."""

    cards: tuple[Card, ...]
    was: tuple[Card, ...]
    clause: Citation
    by: Role
    waiting: tuple[Card, ...] = ()
    """Surplus: cards that the round did not need, by the right ones."""


class ReadyCardsRuled(Event, frozen=True, tag="ready-cards-ruled"):
    """It was ruled that cards known before the round's first one are burned, or played next."""

    cards: tuple[Card, ...]
    burned: bool
    clause: Citation
    by: Role


class CardsDrawnTogether(Event, frozen=True, tag="cards-drawn-together"):
    """Cards were drawn at once; they are dealt next in this order."""

    cards: tuple[Card, ...]
    clause: Citation
    by: Role


class CardsDiscarded(Event, frozen=True, tag="cards-discarded"):
    """Cards that were drawn at once in an unknown order went to the discards."""

    cards: tuple[Card, ...]
    clause: Citation
    by: Role


class FaceUpCardFound(Event, frozen=True, tag="face-up-card-found"):
    """A card lay face up in the shoe: it is played as if it had not, or burned before the round's first card."""

    card: Card
    burned: bool
    clause: Citation
    by: Role


class CardTakenBack(Event, frozen=True, tag="card-taken-back"):
    """The last card entry was undone; the card on the table is entered anew."""

    card: Card
    clause: Citation
    by: Role


class DisplayCorrected(Event, frozen=True, tag="display-corrected"):
    """A display was wrong and is put right; the cards stand."""

    said: str
    clause: Citation
    by: Role


class WagerReturned(Event, frozen=True, tag="wager-returned"):
    """A part of a wager, or all of it, was never in play and is returned, whether it would have won or lost."""

    bettor: str
    wager: str
    amount: int
    clause: Citation
    by: Role
    box: int | None = None


class RulingGiven(Event, frozen=True, tag="ruling-given"):
    """The Gaming Shift Manager ruled, and why."""

    reason: str
    effect: Literal["void", "stands"]
    clause: Citation
    by: Role
