"""What may be asked of a baccarat round, and what may happen in it."""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side
from croupier.games.round import Command, Event, revive
from croupier.games.terms import Terms
from croupier.rulebook import Clause


class OpenBets(Command, frozen=True, tag="open-bets"):
    """Begin the round: place your bets."""

    terms: Terms


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """Stake that much on a wager, in place of anything the bettor had on it."""

    bettor: str
    wager: str
    stake: int


class WithdrawWager(Command, frozen=True, tag="withdraw-wager"):
    """Take a wager back."""

    bettor: str
    wager: str


class CloseBets(Command, frozen=True, tag="close-bets"):
    """No more bets."""


class DealCard(Command, frozen=True, tag="deal-card"):
    """The next card from the shoe."""

    card: Card


class RemoveCuttingCard(Command, frozen=True, tag="remove-cutting-card"):
    """The cutting card has come; it is taken out and the round goes on."""


class RunOut(Command, frozen=True, tag="run-out"):
    """The shoe has no card left and the round needs one."""


class Interrupt(Command, frozen=True, tag="interrupt"):
    """A technical interruption stops the round."""


class LoseTerminal(Command, frozen=True, tag="lose-terminal"):
    """A terminal has failed; the round goes on."""

    bettor: str


class Settle(Command, frozen=True, tag="settle"):
    """Announce the result and settle every wager."""


class VoidRound(Command, frozen=True, tag="void-round"):
    """Staff void the round by a clause that allows it."""

    clause: Clause


class BetsOpened(Event, frozen=True, tag="bets-opened"):
    """Bets are open on these terms."""

    terms: Terms


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """A wager was accepted."""

    bettor: str
    wager: str
    stake: int


class WagerWithdrawn(Event, frozen=True, tag="wager-withdrawn"):
    """A wager was taken back."""

    bettor: str
    wager: str


class BetsClosed(Event, frozen=True, tag="bets-closed"):
    """No more bets."""


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card came out for that hand."""

    card: Card
    hand: Side


class CuttingCardRemoved(Event, frozen=True, tag="cutting-card-removed"):
    """The cutting card came and was taken out: this is the last round of the shoe."""


class RoundInterrupted(Event, frozen=True, tag="round-interrupted"):
    """The round was interrupted with an outcome established, so it is played out."""

    clause: Clause


class TerminalLost(Event, frozen=True, tag="terminal-lost"):
    """A terminal failed."""

    bettor: str


class RoundSettled(Event, frozen=True, tag="round-settled"):
    """Every wager was settled by the cards."""


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void and every stake returned (R-01)."""

    clause: Clause


AnyCommand: TypeAlias = (
    OpenBets
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | DealCard
    | RemoveCuttingCard
    | RunOut
    | Interrupt
    | LoseTerminal
    | Settle
    | VoidRound
)
AnyEvent: TypeAlias = (
    BetsOpened
    | WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | CardDealt
    | CuttingCardRemoved
    | RoundInterrupted
    | TerminalLost
    | RoundSettled
    | RoundVoided
)

decode_command = msgspec.json.Decoder(AnyCommand, dec_hook=revive).decode
decode_event = msgspec.json.Decoder(AnyEvent, dec_hook=revive).decode
