"""What happens in the house and is kept: in the stream of a table its shoes and its rounds, in a terminal's its money.

The store keeps a kind and bytes; here is what they mean. An event of a round is kept as the game writes it, with the
number of the round around it.

>>> from croupier.games.messages import BetsClosed
>>> draft = in_round(7, BetsClosed())
>>> draft.kind, draft.body
('round:bets-closed', b'{"round":7,"event":{"event":"bets-closed"}}')
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

import msgspec

from croupier.cards import Card
from croupier.games import round as games
from croupier.games.round import Phase, Role, decode_hook, tag
from croupier.house.configuration import Configuration, Subject
from croupier.house.ledger import (
    Posting,
    bought_in,
    cashed_out,
    debt_repaid,
    tip_given,
    tips_paid_out,
    voucher_issued,
    voucher_redeemed,
)
from croupier.house.own_limits import OwnLimits
from croupier.house.shoe import Commitment, Drawn, Opening, Shoe
from croupier.house.store.entries import Draft
from croupier.refused import Refused
from croupier.rulebook import Citation

ROUND = "round:"
"""How the kinds of events begin that belong to a round."""
CLOCK_STEPPED = "clock-stepped"
CREDIT = ("credit-asked", "credit-agreed", "credit-refused")
"""What is asked for and answered where the cage takes two people."""
"""The kind of event by which the house's time went back or forward at once."""
SHUFFLED_EARLY = "shuffled-early"
"""The kind of event by which a shoe is shuffled out of turn."""
REPAIRED = "table-repaired"
"""The kind of event from which on a table's record counts."""
AMENDED = "round-amended"
"""The kind of event by which a round that was over is put right, whatever is played at the table by then."""
UNDERSTOOD = "correction-understood"
"""The kind of event by which a player has taken note of that."""
TIPPED, TIPS_PAID = "tip-given", "tips-paid-out"
"""The kinds of events at a table that have nothing to do with its rounds."""
SEATED, BOUGHT_IN, PAID_OFF = "player-seated", "player-bought-in", "player-paid-off"
"""And those of players without a terminal: their money, which is the account's and no round's."""


class HouseEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happened in the house, outside the rules of a game."""


class HouseOpened(HouseEvent, frozen=True, tag="house-opened"):
    """The house came up; where it had not been closed before, something took it down."""

    program: str
    """The digest of the program."""
    key: str = ""
    """The house's public key, with which everything is signed."""
    two_people_above: int | None = None
    """Cents that one of the cage may sell alone to one terminal in a gaming day, where that is bounded; and below, to
    all of them."""
    alone_a_day: int | None = None


class HouseClosed(HouseEvent, frozen=True, tag="house-closed"):
    """The house was closed in order."""


class ClockStepped(HouseEvent, frozen=True, tag=CLOCK_STEPPED):
    """Somebody set the clock on the wall, while the house was open or before it opened."""

    wall: int
    """By so many microseconds; where the house was down, by so many before the last thing that was kept."""
    followed: int
    """How far the house has followed: what was kept before, and is waited for, is moved by as much."""


class ShoeOpened(HouseEvent, frozen=True, tag="shoe-opened"):
    """A shoe was shuffled and committed to; its order is kept sealed, so that it is the same after a crash."""

    commitment: Commitment
    sealed: bytes


class ShuffledEarly(HouseEvent, frozen=True, tag=SHUFFLED_EARLY):
    """A virtual shoe was shuffled although the cutting card had not come: by whom says the record, here is why."""

    shoe: str
    """The one that is played no more."""
    left: int
    """How many cards it still held."""
    reason: str


class CardBurned(HouseEvent, frozen=True, tag="card-burned"):
    """A card was taken out unseen."""

    shoe: str
    index: int


class CardDrawn(HouseEvent, frozen=True, tag="card-drawn"):
    """A card came out of the shoe for a round, with its proof."""

    shoe: str
    round: int
    drawn: Drawn


class ShoeRetired(HouseEvent, frozen=True, tag="shoe-retired"):
    """A shoe is played no more, and opened whole."""

    shoe: str
    opening: Opening


class ShoePlaced(HouseEvent, frozen=True, tag="shoe-placed"):
    """A real shoe was put on the table, shuffled by people or a machine; its cards are entered as they come."""

    shoe: str
    decks: str
    burn: int | None = None
    """How many cards are burned unseen before its first round; not known of shoes that are older than this."""


class ShoeRemoved(HouseEvent, frozen=True, tag="shoe-removed"):
    """A real shoe was taken off the table."""

    shoe: str


class TableConfigured(HouseEvent, frozen=True, tag="table-configured"):
    """A table was set up, or set up otherwise: from its next round on it is played so."""

    version: int
    configuration: Configuration
    filed: str = ""
    """The digest of what the house's configuration file said last: a change by staff stands until the file changes."""


class TableOpened(HouseEvent, frozen=True, tag="table-opened"):
    """A table that was closed plays again."""


class TableClosed(HouseEvent, frozen=True, tag="table-closed"):
    """A table plays no round after this one."""

    reason: str


class TablePaused(HouseEvent, frozen=True, tag="table-paused"):
    """A table stands still, in the middle of a round too."""

    reason: str


class TableResumed(HouseEvent, frozen=True, tag="table-resumed"):
    """A table that stood still goes on."""


class PitCalled(HouseEvent, frozen=True, tag="pit-called"):
    """Somebody at the table wants the pit there."""

    reason: str


class PitCame(HouseEvent, frozen=True, tag="pit-came"):
    """The pit has seen to it."""


class ApprovalAsked(HouseEvent, frozen=True, omit_defaults=True, tag="approval-asked"):
    """Somebody gave a command that takes two people; it is done when another one agrees, and not before."""

    id: str
    subject: Subject | Literal["repair", "correction"]
    by: str
    role: Role
    needs: Role
    """The least position of the second person."""
    at: int
    until: int
    what: str
    """The command itself, for the second person to read."""
    about: int | None = None
    """The round that is to be put right, where that is what is asked for."""

    @property
    def holds(self) -> bool:
        """Whether the round stands still meanwhile: what is agreed upon must be what lies on the table."""
        return self.subject in ("void", "card-entry")


class ApprovalGiven(HouseEvent, frozen=True, tag="approval-given"):
    """A second person agreed; what the first one asked for follows."""

    id: str
    by: str
    role: Role
    asked: str
    """Who had asked."""


class ApprovalRefused(HouseEvent, frozen=True, tag="approval-refused"):
    """A second person did not agree, or the first one does not want it any more."""

    id: str
    by: str
    role: Role
    why: str = ""


class ApprovalLapsed(HouseEvent, frozen=True, tag="approval-lapsed"):
    """Nobody answered in time."""

    id: str


class RoundBegun(HouseEvent, frozen=True, tag="round-begun"):
    """A round begins under that version of the table's configuration, with that shoe."""

    round: int
    configuration: int
    shoe: str
    day: str = ""
    """The gaming day; not said of rounds that are older than this."""
    players: tuple[str, ...] = ()
    """Players without a terminal who are at the table."""


class Signature(msgspec.Struct, frozen=True):
    """Somebody who signed for something, and in which position."""

    who: str
    role: Role


class RoundAmended(HouseEvent, frozen=True, omit_defaults=True, tag=AMENDED):
    """A round that was over was put right: what the rules made of it, and who signed.

    It is an event of the round that it names, which may be any earlier one of the table, and of no other. What it moves
    is the difference between the round before it and after it.
    """

    round: int
    number: int
    """Which of the amendments of that round it is, counted from one."""
    after: int
    """The version of the round's event before it, so that nothing between the two can be left out unseen."""
    events: tuple[msgspec.Raw, ...]
    """What happened to the round, as its game writes it, all at once."""
    asked: Signature
    agreed: Signature | None = None
    """Who agreed; nobody has to where no card and no wager changes."""
    reason: str = ""
    """In the words of who asked, for the record."""
    shoe: str = ""
    """The shoe that the round was dealt from."""
    seen: tuple[Card, ...] = ()
    """Cards that had come out of it after all, where they were read wrongly."""
    unseen: tuple[Card, ...] = ()
    """And those that had not."""
    told: tuple[str, ...] = ()
    """Whom it concerns: everybody who had a wager in it, or those alone whose wagers it was about."""


class TableInterrupted(HouseEvent, frozen=True, tag="table-interrupted"):
    """The house was down in the middle of a round; what the rules make of it follows."""

    round: int
    phase: Phase
    held: bool = False
    """Whether the round waits for somebody to rule on it."""


class TableRepaired(HouseEvent, frozen=True, tag=REPAIRED):
    """Two people put a table back to work that had stopped: from here on its record is whole again.

    What was wrong before stays as it is, for nothing is ever changed; it is named, so that it is known from now on. The
    round that was open is void, and with the postings beside this everybody has back what they had before it.
    """

    reason: str
    stopped: str
    """Why it had."""
    asked: str
    approved: str
    known: tuple[str, ...]
    """What is wrong with the records of the house, line by line."""
    round: int
    """The last one of the table."""
    clause: Citation | None
    """By which it is void, where it was open."""
    configuration: int
    """The last version of the table's configuration."""
    returned: tuple[Posting, ...]
    players: tuple[str, ...] = ()
    """Players without a terminal who are at the table."""


class PlayerSeated(HouseEvent, frozen=True, tag=SEATED):
    """A player without a terminal came to a table, by a name that staff chose, and bought in there."""

    table: str
    game: str
    player: str
    cents: int
    by: Role
    """In which position; who it was is the event's actor (R-41)."""


class PlayerBoughtIn(HouseEvent, frozen=True, tag=BOUGHT_IN):
    """A player without a terminal bought more credits at the table."""

    table: str
    game: str
    player: str
    cents: int
    by: Role


class PlayerPaidOff(HouseEvent, frozen=True, tag=PAID_OFF):
    """A player without a terminal left the table, and their credits became money."""

    table: str
    player: str
    cents: int
    """All there was; nothing where all was lost."""
    by: Role


class BoughtIn(HouseEvent, frozen=True, tag="bought-in"):
    """Money became credits."""

    terminal: str
    cents: int
    source: Literal["cage", "notes", "card", "demo"] = "cage"
    """Who took the money: the cage, or the terminal itself."""
    reference: str = ""
    """By which a terminal's acceptor or reader knows it."""


class CreditAsked(HouseEvent, frozen=True, tag="credit-asked"):
    """The cage was asked for so much that it takes two people; it is there when another one agrees, and not before."""

    id: str
    terminal: str
    cents: int
    by: str
    at: int
    until: int


class CreditAgreed(HouseEvent, frozen=True, tag="credit-agreed"):
    """A second person agreed; what was asked for follows."""

    id: str
    by: str
    role: str
    asked: str
    """Who had asked."""


class CreditRefused(HouseEvent, frozen=True, tag="credit-refused"):
    """A second person did not agree, or the first one does not want it any more."""

    id: str
    by: str
    role: str
    why: str = ""


class CashedOut(HouseEvent, frozen=True, tag="cashed-out"):
    """Credits became money."""

    terminal: str
    cents: int


class VoucherIssued(HouseEvent, frozen=True, tag="voucher-issued"):
    """Credits became a voucher."""

    terminal: str
    voucher: str
    """The digest of its code; in records from before, the code."""
    cents: int


class VoucherRedeemed(HouseEvent, frozen=True, tag="voucher-redeemed"):
    """A voucher became credits."""

    terminal: str
    voucher: str
    cents: int


class DebtRepaid(HouseEvent, frozen=True, tag="debt-repaid"):
    """Of what came onto a terminal so much went back to the house, which had advanced it for a corrected settlement."""

    terminal: str
    cents: int


class CorrectionUnderstood(HouseEvent, frozen=True, tag=UNDERSTOOD):
    """A player has taken note that a round of theirs was put right."""

    terminal: str
    table: str
    round: int
    number: int
    """Which of the amendments of that round."""


class TipGiven(HouseEvent, frozen=True, tag=TIPPED):
    """A player gave a tip to those who deal at a table; it is no wager, and belongs to no round."""

    table: str
    terminal: str
    cents: int


class TipsPaidOut(HouseEvent, frozen=True, tag=TIPS_PAID):
    """Tips of a table were handed to those who dealt there."""

    table: str
    cents: int


class DayClosed(HouseEvent, frozen=True, tag="day-closed"):
    """A gaming day is over, and the house has signed what its books came to."""

    date: str
    turns: str
    zone: str
    since: int
    until: int
    position: int
    """How far the events had come."""
    rounds: int
    drop: int
    handle: int
    win: int
    digest: str
    """Of the books in full."""
    key: bytes = b""
    signature: bytes = b""


class OwnLimitsSet(HouseEvent, frozen=True, tag="own-limits-set"):
    """A player has set limits of their own: what holds at once, and what will."""

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
    | TableOpened
    | TableClosed
    | TablePaused
    | TableResumed
    | PitCalled
    | PitCame
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
    | VoucherIssued
    | VoucherRedeemed
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
    """An event of the house as it is kept, with what it moves by its nature unless that is given."""
    moved = moves(event) if postings is None else tuple(postings)
    return Draft(str(event.__struct_config__.tag), games.encode(event), moved)


def in_round(number: int, event: games.Event, postings: Iterable[Posting] = ()) -> Draft:
    """An event of a round as it is kept."""
    wrapped = InRound(number, msgspec.Raw(games.encode(event)))
    return Draft(f"{ROUND}{tag(event)}", games.encode(wrapped), tuple(postings))


def moves(event: AnyHouseEvent) -> tuple[Posting, ...]:
    """What an event of the house moves between accounts."""
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
    """The event of opening a shoe."""
    return ShoeOpened(commitment=shoe.commitment, sealed=shoe.sealed)


def read_house(body: bytes) -> AnyHouseEvent:
    """An event of the house as it was kept."""
    try:
        found: AnyHouseEvent = _decode_house(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("house-event-unreadable", error=error) from None
    return found


def read_in_round(body: bytes) -> InRound:
    """An event of a round as it was kept."""
    try:
        return _decode_in_round(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("round-event-unreadable", error=error) from None
