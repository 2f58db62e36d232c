"""What may be asked of a round of any game, and what may happen in it."""

from croupier.cards import Card
from croupier.games.round import Command, Event
from croupier.rulebook import Clause


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


class Settle(Command, frozen=True, tag="settle"):
    """Announce the result and settle every wager."""


class VoidRound(Command, frozen=True, tag="void-round"):
    """Staff void the round by a clause that allows it."""

    clause: Clause


class BetsClosed(Event, frozen=True, tag="bets-closed"):
    """No more bets."""


class CuttingCardRemoved(Event, frozen=True, tag="cutting-card-removed"):
    """The cutting card came and was taken out: this is the last round of the shoe."""


class TerminalLost(Event, frozen=True, tag="terminal-lost"):
    """A terminal failed."""

    bettor: str


class RoundSettled(Event, frozen=True, tag="round-settled"):
    """Every wager was settled by the cards."""


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void and every stake returned (R-01)."""

    clause: Clause
