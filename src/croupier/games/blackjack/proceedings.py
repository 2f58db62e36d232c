"""The commands and events of the regular course of a blackjack round.

Boxes count from 1, from the Dealer's left.
"""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.hand import Action
from croupier.games.round import Command, Event, Role, StaffEvent
from croupier.games.terms import Terms
from croupier.games.upcast import written_as
from croupier.rulebook import Clause

Unset: TypeAlias = msgspec.UnsetType


class PlayerEvent(Event, frozen=True, kw_only=True):
    """Something that a player did, or staff for a player who asked them to or gave a signal."""

    placed_by: Role | Unset = msgspec.UNSET
    """The position of staff who entered it for the player (R-41); unset where the player did."""


def entered(by: Role) -> Role | Unset:
    """The value of `placed_by`: the position of staff, unset for a player."""
    return msgspec.UNSET if by is Role.PLAYER else by


# Marker classes for events of several incidents that a round treats alike; each event has the fields in its own order.


class CardLaid:
    """A card was laid on the table, by the rules or not: on that box, or before the Dealer where `box` is None."""

    __slots__ = ()
    card: Card
    box: int | None


class Decision:
    """A decision about a main wager, the bettor's own or that of `owner`."""

    __slots__ = ()
    bettor: str
    box: int


class OpenBets(Command, frozen=True, tag="open-bets"):
    """Begin the round: place your bets. Seats and surplus cards are carried over from the round before."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()
    unseen: int = 0
    """How many unseen cards are out as well; they are dealt after the waiting ones."""
    fresh: bool | None = None
    """Whether the first card of the round is the first of its shoe, where that is known."""


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """Sit down at a box."""

    bettor: str
    box: int


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """Leave the seat at a box."""

    bettor: str
    box: int


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """Place a wager on a box, or replace the stake that the bettor has on it."""

    bettor: str
    wager: str
    stake: int
    box: int = 1


class WithdrawWager(Command, frozen=True, tag="withdraw-wager"):
    """Withdraw a wager, or the claim to one."""

    bettor: str
    wager: str
    box: int = 1


class ArrangeBox(Command, frozen=True, tag="arrange-box"):
    """The Dealer enters the order of the main wagers on a box, from the front (R-34)."""

    box: int
    order: tuple[str, ...]


class AgreeSpot(Command, frozen=True, tag="agree-spot"):
    """Bettors with equal claims have agreed who of them gets the spot."""

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
    """Insure a main wager: one's own, or one whose owner declines; without a stake for the maximum."""

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
    """A decision of the bettor in control of a hand; a double without an amount is for the maximum."""

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
    """Close the decision window; whoever has not chosen is played by the default strategy."""


class BetsOpened(StaffEvent, frozen=True, tag="bets-opened"):
    """Bets are open on these terms."""

    terms: Terms
    seats: dict[int, str] = {}
    waiting: tuple[Card, ...] = ()
    unseen: int = 0
    fresh: bool | None = None
    v: int = written_as("bets-opened")


class SeatTaken(PlayerEvent, frozen=True, tag="seat-taken"):
    """A player took a seat."""

    bettor: str
    box: int


class SeatLeft(PlayerEvent, frozen=True, tag="seat-left"):
    """A player left a seat."""

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
    """A side wager was claimed by somebody without a main wager on the box; claims are allocated at the close."""

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
    """A claim got no spot, and its stake is returned."""

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
    """A card was dealt to that box, or to the Dealer where `box` is None."""

    card: Card
    box: int | None = None


class DealConfirmed(StaffEvent, frozen=True, tag="deal-confirmed"):
    """The initial deal was confirmed as right."""


class Surrendered(PlayerEvent, Decision, frozen=True, tag="surrendered"):
    """A bettor gave up half the main wager."""

    bettor: str
    box: int = 1


class InsuranceClaimed(PlayerEvent, frozen=True, tag="insurance-claimed"):
    """Insurance of another's wager was claimed; claims are allocated when the offer closes."""

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
    """The offers of insurance and surrender are closed; play begins."""


class HandDecided(PlayerEvent, Decision, frozen=True, tag="hand-decided"):
    """The bettor in control decided about the hand in play; `amount` is what a double adds."""

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


# Shared by several incidents


class PositionReturned(Event, frozen=True, tag="position-returned"):
    """All undecided wagers of a bettor on a box were returned: `amount` in total."""

    bettor: str
    box: int
    amount: int
    clause: Clause
    by: Role
