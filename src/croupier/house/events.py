"""The stored events of the house: shoes and rounds in the stream of a table, money in the stream of a terminal.

The store knows a kind and bytes; here is what they mean. An event of a round is stored as its game encodes it, wrapped
with the number of the round.

>>> from croupier.games.messages import BetsClosed
>>> draft = in_round(7, BetsClosed())
>>> draft.kind, draft.body
('round:bets-closed', b'{"round":7,"event":{"event":"bets-closed"}}')
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from croupier.cards import Card
from croupier.games import round as games
from croupier.games.round import Phase, Role, decode_hook, tag
from croupier.games.upcast import upcast, written_as
from croupier.house.configuration import Configuration, Subject
from croupier.house.ledger import (
    Posting,
    bought_in,
    cashed_out,
    debt_repaid,
    tip_given,
    tips_paid_out,
    voucher_issued,
    voucher_paid,
    voucher_redeemed,
)
from croupier.house.own_limits import OwnLimits
from croupier.house.shoe import Commitment, Drawn, Opening, Shoe
from croupier.house.store.entries import Draft
from croupier.refused import Refused
from croupier.rulebook import Citation

ROUND = "round:"
"""Prefix of the kinds of events that belong to a round."""
CLOCK_STEPPED = "clock-stepped"
"""Kind of the event of a clock step."""
CREDIT = ("credit-asked", "credit-agreed", "credit-refused")
"""Kinds of the events of requests that need a second person at the cage."""
SHUFFLED_EARLY = "shuffled-early"
"""Kind of the event of a shuffle before the cutting card."""
REPAIRED = "table-repaired"
"""Kind of the event of a repair: a table's state is rebuilt from there on."""
AMENDED = "round-amended"
"""Kind of the event that corrects an earlier round, whatever is played at the table by then."""
GAME_APPROVED = "game-approved"
"""Kind of the event by which two people let a table play a variant."""
UNDERSTOOD = "correction-understood"
"""Kind of the event of a player's acknowledgement of a correction."""
TIPPED, TIPS_PAID = "tip-given", "tips-paid-out"
"""Kinds of the events of tips, which belong to a table and to no round."""
COUNTED = "drawer-counted"
"""Kind of the event of a count at the cage."""
SEATED, BOUGHT_IN, PAID_OFF = "player-seated", "player-bought-in", "player-paid-off"
"""Kinds of the events of players without a terminal, which belong to a table and to no round."""


class HouseEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of the events of the house, outside the rules of a game. Times are microseconds, amounts are cents."""


class HouseOpened(HouseEvent, frozen=True, tag="house-opened"):
    """The house was opened; without a `house-closed` before it, it had crashed."""

    program: str
    """Digest of the program."""
    key: str = ""
    """The house's public key, in hexadecimal."""
    two_people_above: int | None = None
    """Cents that a cashier may sell alone in a gaming day to one terminal, and `alone_a_day` to all of them; None
    where there is no limit."""
    alone_a_day: int | None = None
    demo: bool = False
    """Whether it was a demonstration, whose credits have no value."""


class HouseClosed(HouseEvent, frozen=True, tag="house-closed"):
    """The house was closed in order, not by a crash."""

    handed_over: bool = False
    """Whether another process goes on at once: no round was interrupted."""


class ClockStepped(HouseEvent, frozen=True, tag=CLOCK_STEPPED):
    """The wall clock was set, while the house was open or before it opened."""

    wall: int
    """By how many microseconds; where the house was closed, relative to the time of the last event."""
    followed: int
    """By how many microseconds the house's time followed: deadlines stored before are moved by as much."""


class ShoeOpened(HouseEvent, frozen=True, tag="shoe-opened"):
    """A shoe was shuffled and committed to; its order is stored sealed, so that it survives a crash."""

    commitment: Commitment
    sealed: bytes


class ShuffledEarly(HouseEvent, frozen=True, tag=SHUFFLED_EARLY):
    """A virtual shoe was shuffled before the cutting card came out; the event's actor is who did it."""

    shoe: str
    """The shoe that was replaced."""
    left: int
    """Cards that were left in it."""
    reason: str


class CardBurned(HouseEvent, frozen=True, tag="card-burned"):
    """A card was burned, face down."""

    shoe: str
    index: int


class CardDrawn(HouseEvent, frozen=True, tag="card-drawn"):
    """A card was drawn for a round, with its proof."""

    shoe: str
    round: int
    drawn: Drawn


class ShoeRetired(HouseEvent, frozen=True, tag="shoe-retired"):
    """A virtual shoe was retired and its whole order published."""

    shoe: str
    opening: Opening


class ShoePlaced(HouseEvent, frozen=True, tag="shoe-placed"):
    """A real shoe was placed on the table; its cards are entered as they are dealt."""

    shoe: str
    decks: str
    burn: int | None = None
    """Cards burned before its first round; None in events from before this field."""


class ShoeRemoved(HouseEvent, frozen=True, tag="shoe-removed"):
    """A real shoe was removed from the table."""

    shoe: str


class TableConfigured(HouseEvent, frozen=True, tag="table-configured"):
    """A table's configuration was set or changed, from its next round on."""

    version: int
    configuration: Configuration
    filed: str = ""
    """Digest of the configuration file's last settings for it: a change by staff stands until the file changes."""
    v: int = written_as("table-configured")


class ChangePlanned(HouseEvent, frozen=True, tag="change-planned"):
    """Settings of a table are to change later: with its next shoe, or at a set time."""

    settings: dict[str, Any]
    """The settings, by the keys of a configuration file; whatever else changes until then stays changed."""
    at: int = 0
    """When, in microseconds since 1970; 0 is with the next shoe."""


class PlanEnded(HouseEvent, frozen=True, tag="plan-ended"):
    """A planned change is over: carried out, or not."""

    why: str = ""
    """Why it was not carried out; empty where it was."""


class TableOpened(HouseEvent, frozen=True, tag="table-opened"):
    """A closed table was opened again."""


class TableClosed(HouseEvent, frozen=True, tag="table-closed"):
    """A table was closed: no round begins after the current one."""

    reason: str


class TablePaused(HouseEvent, frozen=True, tag="table-paused"):
    """A table was paused, in the middle of a round too."""

    reason: str


class TableResumed(HouseEvent, frozen=True, tag="table-resumed"):
    """A paused table was resumed."""


class PitCalled(HouseEvent, frozen=True, tag="pit-called"):
    """Somebody at the table called the pit."""

    reason: str


class PitCame(HouseEvent, frozen=True, tag="pit-came"):
    """The pit answered the call."""


class GameApproved(HouseEvent, frozen=True, tag=GAME_APPROVED):
    """Two people approved that this table plays a variant: exactly the text that its edition tells from all others."""

    game: str
    """Its name and edition."""
    asked: "Signature"
    agreed: "Signature | None" = None


class ApprovalAsked(HouseEvent, frozen=True, omit_defaults=True, tag="approval-asked"):
    """A command that needs two people was requested; it is carried out once a second person approves."""

    id: str
    subject: Subject | Literal["repair", "correction", "game"]
    by: str
    role: Role
    needs: Role
    """The lowest position that may approve it."""
    at: int
    until: int
    what: str
    """The command as text, for the second person to read."""
    about: int | None = None
    """The round to be corrected, where the request is a correction."""

    @property
    def holds(self) -> bool:
        """Whether the round is on hold until the answer: what is approved must still lie on the table."""
        return self.subject in ("void", "card-entry")


class ApprovalGiven(HouseEvent, frozen=True, tag="approval-given"):
    """A second person approved a request; the events of its command follow."""

    id: str
    by: str
    role: Role
    asked: str
    """Who had requested it."""


class ApprovalRefused(HouseEvent, frozen=True, tag="approval-refused"):
    """A second person refused a request, or the first one withdrew it."""

    id: str
    by: str
    role: Role
    why: str = ""


class ApprovalLapsed(HouseEvent, frozen=True, tag="approval-lapsed"):
    """A request expired unanswered."""

    id: str


class RoundBegun(HouseEvent, frozen=True, tag="round-begun"):
    """A round begins, with that version of the table's configuration and that shoe."""

    round: int
    configuration: int
    shoe: str
    day: str = ""
    """The gaming day; empty in events from before this field."""
    players: tuple[str, ...] = ()
    """Players at the table without a terminal."""


class Signature(msgspec.Struct, frozen=True):
    """The actor who signed for something, and the role."""

    who: str
    role: Role


class RoundAmended(HouseEvent, frozen=True, omit_defaults=True, tag=AMENDED):
    """A finished round was corrected: the game events that did it, and who signed.

    It belongs to the round that it names, which may be any earlier one of the table. Its postings are the difference
    between the round before it and after it.
    """

    round: int
    number: int
    """Number of the amendment of that round, from 1."""
    after: int
    """The version of the round's previous event, so that an event left out between the two is noticed."""
    events: tuple[msgspec.Raw, ...]
    """The events of the game, as it encodes them, applied together."""
    asked: Signature
    agreed: Signature | None = None
    """Who approved it; None where no card and no wager changes."""
    reason: str = ""
    """In the words of who requested it."""
    shoe: str = ""
    """The shoe that the round was dealt from."""
    seen: tuple[Card, ...] = ()
    """Where cards were read wrongly: cards that had come out of the shoe after all."""
    unseen: tuple[Card, ...] = ()
    """Where cards were read wrongly: cards that had not."""
    told: tuple[str, ...] = ()
    """The bettors to notify: all of the round, or only those whose wagers were corrected."""


class TableInterrupted(HouseEvent, frozen=True, tag="table-interrupted"):
    """The house went down in the middle of a round; the events that the rules prescribe follow."""

    round: int
    phase: Phase
    held: bool = False
    """Whether the round waits for a ruling."""


class TableRepaired(HouseEvent, frozen=True, tag=REPAIRED):
    """Two people repaired a table that had stopped: its state is rebuilt from here on.

    The defects before stay as they are, for no event is ever changed; they are listed here as known. A round that was
    open is void, and the postings of this event return its stakes.
    """

    reason: str
    stopped: str
    """Why it had stopped."""
    asked: str
    approved: str
    known: tuple[str, ...]
    """The defects of the house's records that the audit reports, as text."""
    round: int
    """The table's last round."""
    clause: Citation | None
    """The clause by which that round is void, where it was open."""
    configuration: int
    """The last version of the table's configuration."""
    returned: tuple[Posting, ...]
    players: tuple[str, ...] = ()
    """Players at the table without a terminal."""


class PlayerSeated(HouseEvent, frozen=True, tag=SEATED):
    """A player without a terminal was seated at a table, under a name that staff chose, and bought in."""

    table: str
    game: str
    player: str
    cents: int
    by: Role
    """The role of who seated them; the event's actor is the name (R-41)."""


class PlayerBoughtIn(HouseEvent, frozen=True, tag=BOUGHT_IN):
    """A player without a terminal bought more credits at the table."""

    table: str
    game: str
    player: str
    cents: int
    by: Role


class PlayerPaidOff(HouseEvent, frozen=True, tag=PAID_OFF):
    """A player without a terminal left the table and was paid off."""

    table: str
    player: str
    cents: int
    """The whole balance; 0 where all was lost."""
    by: Role


class BoughtIn(HouseEvent, frozen=True, tag="bought-in"):
    """A terminal's credits were bought."""

    terminal: str
    cents: int
    source: Literal["cage", "notes", "card", "demo"] = "cage"
    """Where the money was taken: at the cage, or by the terminal itself."""
    reference: str = ""
    """The reference of the terminal's note acceptor or card reader; of a sale by two people, the request's id."""
    corrects: int = 0
    """The number of the receipt at the cage that this one corrects; 0 where it corrects none."""


class CreditAsked(HouseEvent, frozen=True, tag="credit-asked"):
    """A sale at the cage that needs two people was requested; it is carried out once a second person approves."""

    id: str
    terminal: str
    cents: int
    by: str
    at: int
    until: int
    corrects: int = 0
    """The number of the receipt that it would correct; 0 where it corrects none."""


class CreditAgreed(HouseEvent, frozen=True, tag="credit-agreed"):
    """A second person approved a sale at the cage; the `bought-in` event follows."""

    id: str
    by: str
    role: str
    asked: str
    """Who had requested it."""


class CreditRefused(HouseEvent, frozen=True, tag="credit-refused"):
    """A second person refused a sale at the cage, or the first one withdrew it."""

    id: str
    by: str
    role: str
    why: str = ""


class CashedOut(HouseEvent, frozen=True, tag="cashed-out"):
    """Credits were paid out at the cage."""

    terminal: str
    cents: int
    corrects: int = 0
    """The number of the receipt that this one corrects; 0 where it corrects none."""


class DrawerCounted(HouseEvent, frozen=True, tag=COUNTED):
    """The cash in the drawer of the cage was counted."""

    cents: int
    opens: bool = False
    """Whether a shift begins with it."""


class VoucherIssued(HouseEvent, frozen=True, tag="voucher-issued"):
    """Credits were moved from a terminal to a voucher."""

    terminal: str
    voucher: str
    """The digest of its code; in older events the code itself."""
    cents: int
    sealed: str = ""
    """The code encrypted with the house's key, in hexadecimal: its player can read it again. Empty in older events."""


class VoucherRedeemed(HouseEvent, frozen=True, tag="voucher-redeemed"):
    """A voucher was redeemed on a terminal."""

    terminal: str
    voucher: str
    cents: int


class VoucherPaid(HouseEvent, frozen=True, tag="voucher-paid"):
    """A voucher was paid out in cash at the cage."""

    voucher: str
    cents: int


class DebtRepaid(HouseEvent, frozen=True, tag="debt-repaid"):
    """A terminal repaid what the house had advanced for a corrected settlement."""

    terminal: str
    cents: int


class CorrectionUnderstood(HouseEvent, frozen=True, tag=UNDERSTOOD):
    """A player acknowledged the correction of a round."""

    terminal: str
    table: str
    round: int
    number: int
    """Number of the amendment of that round."""


class TipGiven(HouseEvent, frozen=True, tag=TIPPED):
    """A player tipped the Dealers of a table; a tip is no wager, and belongs to no round."""

    table: str
    terminal: str
    cents: int


class TipsPaidOut(HouseEvent, frozen=True, tag=TIPS_PAID):
    """Tips of a table were paid out to its Dealers."""

    table: str
    cents: int


class DayClosed(HouseEvent, frozen=True, tag="day-closed"):
    """A gaming day was closed: the totals of its books, signed by the house."""

    date: str
    turns: str
    zone: str
    since: int
    until: int
    position: int
    """The position of the last event when it was closed."""
    rounds: int
    drop: int
    handle: int
    win: int
    digest: str
    """Digest of the whole books."""
    key: bytes = b""
    signature: bytes = b""


class OwnLimitsSet(HouseEvent, frozen=True, tag="own-limits-set"):
    """A player set their own limits."""

    terminal: str
    limits: OwnLimits


AnyHouseEvent: TypeAlias = (
    HouseOpened
    | HouseClosed
    | ClockStepped
    | ShoeOpened
    | ShuffledEarly
    | CardBurned
    | CardDrawn
    | ShoeRetired
    | ShoePlaced
    | ShoeRemoved
    | TableConfigured
    | ChangePlanned
    | PlanEnded
    | TableOpened
    | TableClosed
    | TablePaused
    | TableResumed
    | PitCalled
    | PitCame
    | GameApproved
    | ApprovalAsked
    | ApprovalGiven
    | ApprovalRefused
    | ApprovalLapsed
    | RoundBegun
    | TableInterrupted
    | TableRepaired
    | RoundAmended
    | PlayerSeated
    | PlayerBoughtIn
    | PlayerPaidOff
    | BoughtIn
    | CreditAsked
    | CreditAgreed
    | CreditRefused
    | CashedOut
    | DrawerCounted
    | VoucherIssued
    | VoucherRedeemed
    | VoucherPaid
    | OwnLimitsSet
    | DebtRepaid
    | CorrectionUnderstood
    | TipGiven
    | TipsPaidOut
    | DayClosed
)
KINDS = {str(each.__struct_config__.tag) for each in get_args(AnyHouseEvent)}


class InRound(msgspec.Struct, frozen=True):
    """An event of a game with the number of its round."""

    round: int
    event: msgspec.Raw


_decode_house = msgspec.json.Decoder(AnyHouseEvent, dec_hook=decode_hook).decode
_decode_in_round = msgspec.json.Decoder(InRound).decode


def drafted(event: AnyHouseEvent, postings: Iterable[Posting] | None = None) -> Draft:
    """Encode an event of the house for the store; its postings are those of `moves` unless given."""
    caused = moves(event) if postings is None else tuple(postings)
    return Draft(str(event.__struct_config__.tag), games.encode(event), caused)


def in_round(number: int, event: games.Event, postings: Iterable[Posting] = ()) -> Draft:
    """Encode an event of a round for the store."""
    wrapped = InRound(number, msgspec.Raw(games.encode(event)))
    return Draft(f"{ROUND}{tag(event)}", games.encode(wrapped), tuple(postings))


def moves(event: AnyHouseEvent) -> tuple[Posting, ...]:
    """The postings of an event of the house."""
    match event:
        case BoughtIn(terminal=terminal, cents=cents, source=source):
            return (bought_in(terminal, cents, source),)
        case CashedOut(terminal=terminal, cents=cents):
            return (cashed_out(terminal, cents),)
        case PlayerSeated(player=player, cents=cents) | PlayerBoughtIn(player=player, cents=cents):
            return (bought_in(player, cents),)
        case PlayerPaidOff(player=player, cents=cents):
            return (cashed_out(player, cents),) if cents else ()
        case VoucherIssued(terminal=terminal, voucher=voucher, cents=cents):
            return (voucher_issued(terminal, voucher, cents),)
        case VoucherRedeemed(terminal=terminal, voucher=voucher, cents=cents):
            return (voucher_redeemed(terminal, voucher, cents),)
        case VoucherPaid(voucher=voucher, cents=cents):
            return (voucher_paid(voucher, cents),)
        case DebtRepaid(terminal=terminal, cents=cents):
            return (debt_repaid(terminal, cents),)
        case TipGiven(table=table, terminal=terminal, cents=cents):
            return (tip_given(table, terminal, cents),)
        case TipsPaidOut(table=table, cents=cents):
            return (tips_paid_out(table, cents),)
        case TableRepaired(returned=returned):
            return returned
        case _:
            return ()


def opened(shoe: Shoe) -> ShoeOpened:
    """The event that opens a shoe."""
    return ShoeOpened(commitment=shoe.commitment, sealed=shoe.sealed)


def read_house(body: bytes) -> AnyHouseEvent:
    """Decode a stored event of the house."""
    try:
        event: AnyHouseEvent = _decode_house(upcast(body))
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("house-event-unreadable", error=error) from None
    return event


def read_in_round(body: bytes) -> InRound:
    """Decode a stored event of a round."""
    try:
        return _decode_in_round(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("round-event-unreadable", error=error) from None
