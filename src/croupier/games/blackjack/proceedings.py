"""What is asked of a blackjack round in its usual course, and what happens then.

Boxes count from 1, from the Dealer's left.
"""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.hand import Action
from croupier.games.round import Command, Event, Role, StaffEvent
from croupier.games.terms import Terms
from croupier.rulebook import Clause

Unset: TypeAlias = msgspec.UnsetType


class PlayerEvent(Event, frozen=True, kw_only=True):
    """Something that a player did, or staff for a player who asked them to or gave a signal."""

    placed_by: Role | Unset = msgspec.UNSET
    """Who of the staff entered it for the player (R-41); not there where the player did."""


def entered(by: Role) -> Role | Unset:
    """Who entered it for a player; nobody where the player did."""
    return msgspec.UNSET if by is Role.PLAYER else by


# What a round reads of events, whichever incident they belong to; each event has the fields in its own order.


class CardLaid:
    """A card came to lie on the table, by the rules or not: on that box, or before the Dealer where it names none."""

    __slots__ = ()
    card: Card
    box: int | None


class Decision:
    """Something was decided about a main wager: by its bettor, or about its owner's."""

    __slots__ = ()
    bettor: str
    box: int


class OpenBets(Command, frozen=True, tag="open-bets"):
    """Begin the round: place your bets. Seats stay taken, and cards drawn too much wait, from round to round."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()
    unseen: int = 0
    """How many more are out that nobody has seen, and are dealt after those."""
    fresh: bool | None = None
    """Whether the first card of the round is the first of its shoe, where that is known."""


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


class CloseDecisions(Command, frozen=True, tag="close-decisions"):
    """The time for decisions is over; who said nothing is played by the default strategy."""


class BetsOpened(StaffEvent, frozen=True, tag="bets-opened"):
    """Bets are open on these terms."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()
    unseen: int = 0
    fresh: bool | None = None


class SeatTaken(PlayerEvent, frozen=True, tag="seat-taken"):
    """Somebody sat down."""

    bettor: str
    box: int


class SeatLeft(PlayerEvent, frozen=True, tag="seat-left"):
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


class WagerWithdrawn(PlayerEvent, frozen=True, tag="wager-withdrawn"):
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


class BoxArranged(StaffEvent, frozen=True, tag="box-arranged"):
    """The main wagers of a box lie in this order, from the front."""

    box: int
    order: tuple[str, ...]


class SpotAgreed(StaffEvent, frozen=True, tag="spot-agreed"):
    """Equal claimants agreed who gets a spot."""

    box: int
    wager: str
    bettor: str
    owner: str | None = None


class CardDealt(StaffEvent, CardLaid, frozen=True, tag="card-dealt"):
    """A card came out for that box, or for the Dealer where it names none."""

    card: Card
    box: int | None = None


class DealConfirmed(StaffEvent, frozen=True, tag="deal-confirmed"):
    """The initial deal is right; from here on it is acted upon."""


class Surrendered(PlayerEvent, Decision, frozen=True, tag="surrendered"):
    """A bettor gave up half the main wager."""

    bettor: str
    box: int = 1


class InsuranceClaimed(PlayerEvent, frozen=True, tag="insurance-claimed"):
    """Somebody wishes to insure another's wager; who may is known when the offer closes."""

    bettor: str
    owner: str
    stake: int
    box: int = 1


class InsurancePlaced(PlayerEvent, Decision, frozen=True, tag="insurance-placed"):
    """A main wager was insured."""

    bettor: str
    owner: str
    stake: int
    box: int = 1


class EvenMoneyTaken(PlayerEvent, Decision, frozen=True, tag="even-money-taken"):
    """A Blackjack was paid 1 to 1."""

    bettor: str
    box: int = 1


class OffersClosed(StaffEvent, frozen=True, tag="offers-closed"):
    """Nothing more is offered; play begins."""


class HandDecided(PlayerEvent, Decision, frozen=True, tag="hand-decided"):
    """The one in control decided about the hand in play; a double carries what it adds."""

    bettor: str
    action: Action
    box: int = 1
    amount: int | None = None


class DoubleJoined(PlayerEvent, Decision, frozen=True, tag="double-joined"):
    """Another bettor doubled too."""

    bettor: str
    box: int
    amount: int


class SplitMatched(PlayerEvent, Decision, frozen=True, tag="split-matched"):
    """Another bettor staked the hand formed by the split."""

    bettor: str
    box: int


class TiePlaced(PlayerEvent, Decision, frozen=True, tag="tie-placed"):
    """Tie on 18 was placed on a hand formed by splitting."""

    bettor: str
    box: int
    hand: int
    stake: int


class ChoiceMade(Event, frozen=True, tag="choice-made"):
    """A terminal chose; the choice locks when the window closes."""

    bettor: str
    action: Action
    amount: int | None = None


class SurrenderChosen(Event, frozen=True, tag="surrender-chosen"):
    """A terminal chose to surrender."""

    bettor: str


class DecisionsClosed(StaffEvent, frozen=True, tag="decisions-closed"):
    """Choices are locked; who made none is played by the default strategy from here."""


# What several things that go wrong lead to


class PositionReturned(Event, frozen=True, tag="position-returned"):
    """Everything that a bettor had undecided on a box goes back: so much in all."""

    bettor: str
    box: int
    amount: int
    clause: Clause
    by: Role
