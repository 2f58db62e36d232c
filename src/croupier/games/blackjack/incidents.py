"""What may be declared to have gone wrong on boxes, and what happened then; `messages` has the names of it all."""

from typing import Literal, TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.round import Command, Event, Role, StaffEvent
from croupier.rulebook import Clause

Unset: TypeAlias = msgspec.UnsetType


class PlayerEvent(Event, frozen=True, kw_only=True):
    """Something that a player did, or staff for a player who asked them to or gave a signal."""

    placed_by: Role | Unset = msgspec.UNSET
    """Who of the staff entered it for the player (R-41); not there where the player did."""


def entered(by: Role) -> Role | Unset:
    """Who entered it for a player; nobody where the player did."""
    return msgspec.UNSET if by is Role.PLAYER else by


class NoteWager(Command, frozen=True, tag="note-wager"):
    """The Dealer notes a wager that lies on the layout outside the limits."""

    bettor: str
    wager: str
    stake: int
    box: int


class DeclareForgottenBurn(Command, frozen=True, tag="declare-forgotten-burn"):
    """The first card from the device was to be burned, and was dealt."""


class MissCuttingCard(Command, frozen=True, tag="miss-cutting-card"):
    """The cutting card had shown, and the cards were not shuffled."""


class ExposeCard(Command, frozen=True, tag="expose-card"):
    """A card was dealt in error while nobody waited for one."""

    card: Card


class RefuseCard(Command, frozen=True, tag="refuse-card"):
    """The one in control of the hand in play will not have the card that was dealt in error."""

    bettor: str
    box: int


class PullCards(Command, frozen=True, tag="pull-cards"):
    """Two or more cards were drawn at once and nobody knows their order; these of them were seen."""

    number: int
    disclosed: tuple[Card, ...] = ()


class PickCard(Command, frozen=True, tag="pick-card"):
    """One of the cards drawn at once is chosen: by its face where it was seen, else by its place."""

    bettor: str | None = None
    card: Card | None = None
    which: int | None = None


class DeclineCards(Command, frozen=True, tag="decline-cards"):
    """The one in control of the hand in play will have none of the cards drawn at once."""

    bettor: str
    box: int


class Interrupt(Command, frozen=True, tag="interrupt"):
    """A power failure."""

    course: Literal["void", "resume"] | None = None
    """What the Gaming Shift Manager rules in Electronic Blackjack (R-09): as proposed where nothing is said."""


class WithdrawAll(Command, frozen=True, tag="withdraw-all"):
    """A player takes back everything on the round, after a power failure that nothing had been decided before."""

    bettor: str


class Resume(Command, frozen=True, tag="resume"):
    """The power is back, and the round goes on for those who stay."""


class MisdealCard(Command, frozen=True, tag="misdeal-card"):
    """A card of the initial deal lies on another place than the next: on that box, or before the Dealer."""

    card: Card
    box: int | None = None


class EndDeal(Command, frozen=True, tag="end-deal"):
    """The initial deal was taken for complete though places are empty."""


class SkipBox(Command, frozen=True, tag="skip-box"):
    """The Dealer has gone on to the next hand without asking the player in turn."""

    box: int


class DeclareDealerMissed(Command, frozen=True, tag="declare-dealer-missed"):
    """The Dealer got no card on the initial deal, and play has moved on."""


class FinishHand(Command, frozen=True, tag="finish-hand"):
    """The player whose hand is in play will complete it before the Dealer's missing card."""

    bettor: str
    box: int


class DeclareBoxMissed(Command, frozen=True, tag="declare-box-missed"):
    """A box with a wager got no card, and play has moved on."""

    box: int


class DeclareUnbetBox(Command, frozen=True, tag="declare-unbet-box"):
    """A box without a wager was dealt to, and play has moved on."""

    box: int


class DeclareShortHand(Command, frozen=True, tag="declare-short-hand"):
    """A box got one card instead of two, and play has moved on."""

    box: int


class ChooseCourse(Command, frozen=True, tag="choose-course"):
    """Whoever has only one card acts on it in turn, or takes the wager back."""

    bettor: str
    box: int
    course: Literal["act", "withdraw"]


class DeclareSkipped(Command, frozen=True, tag="declare-skipped"):
    """A player was passed over on the subsequent deal."""

    box: int


class PermitWithdrawal(Command, frozen=True, tag="permit-withdrawal"):
    """A player who is dissatisfied takes back all that is still undecided, as the Pit Manager permits (R-24)."""

    bettor: str


class ExcessReturned(StaffEvent, frozen=True, tag="excess-returned"):
    """What lay over the maximum was never at risk and goes back (R-05)."""

    bettor: str
    wager: str
    amount: int
    box: int
    clause: Clause


class UnderMinimumHonoured(StaffEvent, frozen=True, tag="under-minimum-honoured"):
    """A wager under the minimum plays this once; the player's next ones are returned."""

    bettor: str
    clause: Clause


class BurnForgotten(Event, frozen=True, tag="burn-forgotten"):
    """The burn card was dealt: taken out and the rest put right, or left in play where play had moved on."""

    card: Card
    rebuilt: bool
    clause: Clause
    by: Role


class DiscardsShuffled(Event, frozen=True, tag="discards-shuffled"):
    """The device ran out: the discards were shuffled and cut, and the round is finished with them (R-13, R-14)."""

    cut_by: str
    clause: Clause
    by: Role


class CuttingCardMissed(Event, frozen=True, tag="cutting-card-missed"):
    """The shuffle was missed; it follows this round."""

    clause: Clause
    by: Role


class CardExposed(Event, frozen=True, tag="card-exposed"):
    """A card dealt in error is the next card, for whoever takes one first."""

    card: Card
    clause: Clause
    by: Role


class CardRefused(PlayerEvent, frozen=True, tag="card-refused"):
    """A player would not have the card dealt in error, and so stands."""

    bettor: str
    box: int
    clause: Clause


class CardsPulled(Event, frozen=True, omit_defaults=True, tag="cards-pulled"):
    """Cards were drawn at once in an order that nobody knows, for a player's hand or for the Dealer's."""

    number: int
    disclosed: tuple[Card, ...]
    dealer: bool
    clause: Clause
    by: Role
    player: str | None = None
    """Whose hand it is."""
    box: int | None = None


class CardPicked(Event, frozen=True, tag="card-picked"):
    """One of the cards drawn at once was chosen, by the player or for the Dealer."""

    clause: Clause
    by: Role
    bettor: str | None = None
    card: Card | None = None
    which: int | None = None


class CardsDeclined(PlayerEvent, frozen=True, omit_defaults=True, tag="cards-declined"):
    """A player would have none of them and so stands; after the first one offered they go on, after the next burned."""

    bettor: str
    box: int
    clause: Clause
    stands: bool = False
    """Whether the hand stands; only in old records did that of a player who came after the first one play on."""


class PowerFailed(Event, frozen=True, tag="power-failed"):
    """The power failed: with something decided the round is played out, else players may withdraw."""

    established: bool
    clause: Clause
    by: Role


class BettorWithdrew(PlayerEvent, frozen=True, tag="bettor-withdrew"):
    """A player took back everything on the round."""

    bettor: str
    clause: Clause


class PlayResumed(StaffEvent, frozen=True, tag="play-resumed"):
    """The round goes on."""


class CardMisdealt(Event, frozen=True, tag="card-misdealt"):
    """A card came out for another place than it belonged to: for that box, or the Dealer where it names none."""

    card: Card
    clause: Clause
    by: Role
    box: int | None = None


class DealEnded(Event, frozen=True, tag="deal-ended"):
    """The initial deal was taken for complete though places are empty."""

    clause: Clause
    by: Role


class BoxSkipped(Event, frozen=True, tag="box-skipped"):
    """The player in turn was passed over."""

    box: int
    clause: Clause
    by: Role


class DealerMissed(Event, frozen=True, tag="dealer-missed"):
    """The Dealer was found to have no card: the next one is the Dealer's first."""

    clause: Clause
    by: Role


class HandFinishing(PlayerEvent, frozen=True, tag="hand-finishing"):
    """The player in turn completes the hand before the Dealer's missing card."""

    bettor: str
    box: int
    clause: Clause


class UnbetBoxCleared(Event, frozen=True, tag="unbet-box-cleared"):
    """The cards of a box without a wager went to the discards."""

    box: int
    cards: tuple[Card, ...]
    clause: Clause
    by: Role


class HandFoundShort(Event, frozen=True, omit_defaults=True, tag="hand-found-short"):
    """A box was found to have one card; who has a wager there chooses what is to be done."""

    box: int
    clause: Clause
    by: Role
    bettors: tuple[str, ...] = ()
    """Who that is."""


class CourseChosen(PlayerEvent, frozen=True, tag="course-chosen"):
    """A player with one card acts on it in turn: the next card completes the opening two (R-66)."""

    bettor: str
    box: int
    clause: Clause


class PositionReturned(Event, frozen=True, tag="position-returned"):
    """Everything that a bettor had undecided on a box goes back: so much in all."""

    bettor: str
    box: int
    amount: int
    clause: Clause
    by: Role


class PlayPulledBack(Event, frozen=True, tag="play-pulled-back"):
    """A player who was passed over acts after all: these cards are treated as undisclosed, and are the next again."""

    box: int
    cards: tuple[Card, ...]
    clause: Clause
    by: Role


class SkipStood(Event, frozen=True, tag="skip-stood"):
    """A player who was passed over is too late: the hand stands (R-26)."""

    box: int
    clause: Clause
    by: Role
