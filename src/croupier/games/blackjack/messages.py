"""What may be asked of a blackjack round, and what may happen in it. Boxes count from 1, from the Dealer's left."""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.hand import Action
from croupier.games.messages import (
    BetsClosed as BetsClosed,
)
from croupier.games.messages import CardsDrawnTogether as CardsDrawnTogether
from croupier.games.messages import CardsReconstructed as CardsReconstructed
from croupier.games.messages import (
    CloseBets as CloseBets,
)
from croupier.games.messages import CorrectDisplay as CorrectDisplay
from croupier.games.messages import (
    CuttingCardRemoved as CuttingCardRemoved,
)
from croupier.games.messages import (
    DealCard as DealCard,
)
from croupier.games.messages import DealerCardRemoved as DealerCardRemoved
from croupier.games.messages import DeclareBadCards as DeclareBadCards
from croupier.games.messages import DeclareDrawnTogether as DeclareDrawnTogether
from croupier.games.messages import DisplayCorrected as DisplayCorrected
from croupier.games.messages import FaceUpCardFound as FaceUpCardFound
from croupier.games.messages import FindFaceUpCard as FindFaceUpCard
from croupier.games.messages import (
    LoseTerminal as LoseTerminal,
)
from croupier.games.messages import Reconstruct as Reconstruct
from croupier.games.messages import Refer as Refer
from croupier.games.messages import (
    RemoveCuttingCard as RemoveCuttingCard,
)
from croupier.games.messages import RemoveDealerCard as RemoveDealerCard
from croupier.games.messages import ReturnLateWager as ReturnLateWager
from croupier.games.messages import (
    RoundSettled as RoundSettled,
)
from croupier.games.messages import (
    RoundVoided as RoundVoided,
)
from croupier.games.messages import RulingGiven as RulingGiven
from croupier.games.messages import RunOut as RunOut
from croupier.games.messages import (
    Settle as Settle,
)
from croupier.games.messages import (
    TerminalLost as TerminalLost,
)
from croupier.games.messages import (
    VoidRound as VoidRound,
)
from croupier.games.messages import WagerReturned as WagerReturned
from croupier.games.round import Command, Event, Role, revive
from croupier.games.terms import Terms
from croupier.rulebook import Clause


class OpenBets(Command, frozen=True, tag="open-bets"):
    """Begin the round: place your bets. Seats stay taken, and cards drawn too much wait, from round to round."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """Sit down at a box."""

    bettor: str
    box: int


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """Get up again."""

    bettor: str
    box: int


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """Stake that much on a wager of a box, in place of anything the bettor had on it."""

    bettor: str
    wager: str
    stake: int
    box: int = 1


class WithdrawWager(Command, frozen=True, tag="withdraw-wager"):
    """Take a wager, or the claim to one, back."""

    bettor: str
    wager: str
    box: int = 1


class ArrangeBox(Command, frozen=True, tag="arrange-box"):
    """The Dealer says in which order the main wagers of a box lie, from the front (R-34)."""

    box: int
    order: tuple[str, ...]


class AgreeSpot(Command, frozen=True, tag="agree-spot"):
    """People with equal claims have agreed who of them gets the spot."""

    box: int
    wager: str
    bettor: str
    owner: str | None = None
    """Whose insurance it is, where it is insurance."""


class ConfirmDeal(Command, frozen=True, tag="confirm-deal"):
    """The Dealer has looked over the initial deal, and it is right (R-19)."""


class Surrender(Command, frozen=True, tag="surrender"):
    """Give up half the main wager and the hand."""

    bettor: str
    box: int = 1


class Insure(Command, frozen=True, tag="insure"):
    """Insure a main wager: one's own, or one whose owner declines. Without an amount, for the most that is allowed."""

    bettor: str
    box: int = 1
    owner: str | None = None
    stake: int | None = None


class TakeEvenMoney(Command, frozen=True, tag="take-even-money"):
    """Be paid 1 to 1 on a Blackjack now."""

    bettor: str
    box: int = 1


class CloseOffers(Command, frozen=True, tag="close-offers"):
    """The offer of surrender or insurance is closed."""


class Decide(Command, frozen=True, tag="decide"):
    """What the one in control of a hand wants. A double, without an amount, is for the most that is allowed."""

    bettor: str
    action: Action
    box: int = 1
    amount: int | None = None
    tie: int | None = None
    """With a split in Dueling 8's: Tie on 18 on the hand so formed."""


class DoubleToo(Command, frozen=True, tag="double-too"):
    """Another bettor on a hand that was doubled doubles too."""

    bettor: str
    box: int
    amount: int | None = None


class MatchSplit(Command, frozen=True, tag="match-split"):
    """Another bettor on a hand that was split stakes the hand so formed too."""

    bettor: str
    box: int
    tie: int | None = None


class PlaceTie(Command, frozen=True, tag="place-tie"):
    """Tie on 18 on a hand formed by splitting, before it is dealt to."""

    bettor: str
    box: int
    hand: int
    stake: int


class DeclareAbsent(Command, frozen=True, tag="declare-absent"):
    """A bettor is not there to decide."""

    bettor: str
    box: int = 1


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


class WithdrawAll(Command, frozen=True, tag="withdraw-all"):
    """A player takes back everything on the round, after a power failure that nothing had been decided before."""

    bettor: str


class Resume(Command, frozen=True, tag="resume"):
    """The power is back, and the round goes on for those who stay."""


class CloseDecisions(Command, frozen=True, tag="close-decisions"):
    """The time for decisions is over; who said nothing is played by the default strategy."""


class BetsOpened(Event, frozen=True, tag="bets-opened"):
    """Bets are open on these terms."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """Somebody sat down."""

    bettor: str
    box: int


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """Somebody got up."""

    bettor: str
    box: int


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """A wager was accepted."""

    bettor: str
    wager: str
    stake: int
    box: int = 1
    placed_by: Role | None = None
    """Who of the staff placed it at the player's request (R-41)."""


class WagerClaimed(Event, frozen=True, tag="wager-claimed"):
    """A side wager is wished for by somebody with no main wager on the box; who gets it is known at the close."""

    bettor: str
    wager: str
    stake: int
    box: int = 1
    placed_by: Role | None = None


class WagerWithdrawn(Event, frozen=True, tag="wager-withdrawn"):
    """A wager was taken back."""

    bettor: str
    wager: str
    box: int = 1


class ClaimRefused(Event, frozen=True, tag="claim-refused"):
    """A claim got no spot, and its stake goes back."""

    bettor: str
    wager: str
    clause: Clause
    box: int = 1
    owner: str | None = None


class BoxArranged(Event, frozen=True, tag="box-arranged"):
    """The main wagers of a box lie in this order, from the front."""

    box: int
    order: tuple[str, ...]


class SpotAgreed(Event, frozen=True, tag="spot-agreed"):
    """Equal claimants agreed who gets a spot."""

    box: int
    wager: str
    bettor: str
    owner: str | None = None


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card came out for that box, or for the Dealer where it names none."""

    card: Card
    box: int | None = None


class DealConfirmed(Event, frozen=True, tag="deal-confirmed"):
    """The initial deal is right; from here on it is acted upon."""


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A bettor gave up half the main wager."""

    bettor: str
    box: int = 1


class InsuranceClaimed(Event, frozen=True, tag="insurance-claimed"):
    """Somebody wishes to insure another's wager; who may is known when the offer closes."""

    bettor: str
    owner: str
    stake: int
    box: int = 1


class InsurancePlaced(Event, frozen=True, tag="insurance-placed"):
    """A main wager was insured."""

    bettor: str
    owner: str
    stake: int
    box: int = 1


class EvenMoneyTaken(Event, frozen=True, tag="even-money-taken"):
    """A Blackjack was paid 1 to 1."""

    bettor: str
    box: int = 1


class OffersClosed(Event, frozen=True, tag="offers-closed"):
    """Nothing more is offered; play begins."""


class HandDecided(Event, frozen=True, tag="hand-decided"):
    """The one in control decided about the hand in play; a double carries what it adds."""

    bettor: str
    action: Action
    box: int = 1
    amount: int | None = None


class DoubleJoined(Event, frozen=True, tag="double-joined"):
    """Another bettor doubled too."""

    bettor: str
    box: int
    amount: int


class SplitMatched(Event, frozen=True, tag="split-matched"):
    """Another bettor staked the hand formed by the split."""

    bettor: str
    box: int


class TiePlaced(Event, frozen=True, tag="tie-placed"):
    """Tie on 18 was placed on a hand formed by splitting."""

    bettor: str
    box: int
    hand: int
    stake: int


class AbsenceDeclared(Event, frozen=True, tag="absence-declared"):
    """A bettor is not there to decide."""

    bettor: str
    box: int = 1


class ExcessReturned(Event, frozen=True, tag="excess-returned"):
    """What lay over the maximum was never at risk and goes back (R-05)."""

    bettor: str
    wager: str
    amount: int
    box: int
    clause: Clause


class UnderMinimumHonoured(Event, frozen=True, tag="under-minimum-honoured"):
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


class CardRefused(Event, frozen=True, tag="card-refused"):
    """A player would not have the card dealt in error, and so stands."""

    bettor: str
    box: int
    clause: Clause


class CardsPulled(Event, frozen=True, tag="cards-pulled"):
    """Cards were drawn at once in an order that nobody knows, for a player's hand or for the Dealer's."""

    number: int
    disclosed: tuple[Card, ...]
    dealer: bool
    clause: Clause
    by: Role


class CardPicked(Event, frozen=True, tag="card-picked"):
    """One of the cards drawn at once was chosen, by the player or for the Dealer."""

    clause: Clause
    by: Role
    bettor: str | None = None
    card: Card | None = None
    which: int | None = None


class CardsDeclined(Event, frozen=True, tag="cards-declined"):
    """A player would have none of them: the first one offered stands, after the next one they are burned."""

    bettor: str
    box: int
    clause: Clause


class PowerFailed(Event, frozen=True, tag="power-failed"):
    """The power failed: with something decided the round is played out, else players may withdraw."""

    established: bool
    clause: Clause
    by: Role


class BettorWithdrew(Event, frozen=True, tag="bettor-withdrew"):
    """A player took back everything on the round."""

    bettor: str
    clause: Clause


class PlayResumed(Event, frozen=True, tag="play-resumed"):
    """The round goes on."""


class ChoiceMade(Event, frozen=True, tag="choice-made"):
    """A terminal chose; the choice locks when the window closes."""

    bettor: str
    action: Action
    amount: int | None = None


class SurrenderChosen(Event, frozen=True, tag="surrender-chosen"):
    """A terminal chose to surrender."""

    bettor: str


class DecisionsClosed(Event, frozen=True, tag="decisions-closed"):
    """Choices are locked; who made none is played by the default strategy from here."""


AnyCommand: TypeAlias = (
    OpenBets
    | TakeSeat
    | LeaveSeat
    | PlaceWager
    | WithdrawWager
    | ArrangeBox
    | AgreeSpot
    | CloseBets
    | DealCard
    | ConfirmDeal
    | Surrender
    | Insure
    | TakeEvenMoney
    | CloseOffers
    | Decide
    | DoubleToo
    | MatchSplit
    | PlaceTie
    | DeclareAbsent
    | CloseDecisions
    | LoseTerminal
    | RemoveCuttingCard
    | Settle
    | VoidRound
    | NoteWager
    | DeclareForgottenBurn
    | MissCuttingCard
    | ExposeCard
    | RefuseCard
    | PullCards
    | PickCard
    | DeclineCards
    | Interrupt
    | WithdrawAll
    | Resume
    | DeclareBadCards
    | DeclareDrawnTogether
    | Reconstruct
    | FindFaceUpCard
    | RemoveDealerCard
    | CorrectDisplay
    | ReturnLateWager
    | RunOut
    | Refer
)
AnyEvent: TypeAlias = (
    BetsOpened
    | SeatTaken
    | SeatLeft
    | WagerPlaced
    | WagerClaimed
    | WagerWithdrawn
    | ClaimRefused
    | BoxArranged
    | SpotAgreed
    | BetsClosed
    | CardDealt
    | DealConfirmed
    | Surrendered
    | InsuranceClaimed
    | InsurancePlaced
    | EvenMoneyTaken
    | OffersClosed
    | HandDecided
    | DoubleJoined
    | SplitMatched
    | TiePlaced
    | AbsenceDeclared
    | ChoiceMade
    | SurrenderChosen
    | DecisionsClosed
    | TerminalLost
    | CuttingCardRemoved
    | RoundSettled
    | RoundVoided
    | ExcessReturned
    | UnderMinimumHonoured
    | BurnForgotten
    | DiscardsShuffled
    | CuttingCardMissed
    | CardExposed
    | CardRefused
    | CardsPulled
    | CardPicked
    | CardsDeclined
    | PowerFailed
    | BettorWithdrew
    | PlayResumed
    | CardsReconstructed
    | CardsDrawnTogether
    | FaceUpCardFound
    | DealerCardRemoved
    | DisplayCorrected
    | WagerReturned
    | RulingGiven
)

decode_command = msgspec.json.Decoder(AnyCommand, dec_hook=revive).decode
decode_event = msgspec.json.Decoder(AnyEvent, dec_hook=revive).decode
