"""A round at one moment, what may be asked of it, and what may happen in it."""

from typing import TypeAlias, get_args

import msgspec

from croupier.cards import Card
from croupier.games import messages as m
from croupier.games.round import Command, Phase, StaffEvent, tag
from croupier.games.terms import Terms
from croupier.games.wager import Line, Match, lines
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from dragon_tiger.game import HANDS, Hand, Outcome, clause


class CardDealt(StaffEvent, frozen=True, tag="card-dealt"):
    """A card came out for that hand."""

    card: Card
    hand: Hand


AnyCommand: TypeAlias = (
    m.OpenBets
    | m.PlaceWager
    | m.WithdrawWager
    | m.CloseBets
    | m.DealCard
    | m.RemoveCuttingCard
    | m.Settle
    | m.VoidRound
    | m.Interrupt
    | m.LoseTerminal
    | m.FindTerminal
    | m.RunOut
    | m.DeclareBadCards
    | m.DeclareDisturbedOrder
    | m.DeclareDrawnTogether
    | m.Reconstruct
    | m.CorrectCards
    | m.TakeBackCard
    | m.RuleReadyCards
    | m.FindFaceUpCard
    | m.CorrectDisplay
    | m.ReturnLateWager
    | m.Refer
)
AnyEvent: TypeAlias = (
    m.BetsOpened
    | m.WagerPlaced
    | m.WagerWithdrawn
    | m.BetsClosed
    | CardDealt
    | m.CuttingCardRemoved
    | m.RoundSettled
    | m.RoundVoided
    | m.RoundInterrupted
    | m.TerminalLost
    | m.TerminalFound
    | m.CardsDrawnTogether
    | m.CardsDiscarded
    | m.CardsReconstructed
    | m.CardsCorrected
    | m.CardTakenBack
    | m.ReadyCardsRuled
    | m.FaceUpCardFound
    | m.DisplayCorrected
    | m.WagerReturned
    | m.RulingGiven
)
Note: TypeAlias = m.CardsCorrected | m.ReadyCardsRuled | m.FaceUpCardFound | m.DisplayCorrected | m.RulingGiven

COMMANDS: dict[str, type[Command]] = {tag(each): each for each in get_args(AnyCommand)}
"""What may be asked, by the names under which it travels."""
SPOILS_SHOE = (clause("5.1"), clause("5.2"), clause("5.2.1"), clause("5.3"))
"""By these a shoe is played no more."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round at one moment. Whatever follows from the cards is derived from them, never kept."""

    terms: Terms
    phase: Phase = Phase.BETTING
    stakes: dict[str, dict[str, int]] = {}
    """What everybody has on which wager, in cents."""
    cards: tuple[Card, ...] = ()
    """Dragon's, then Tiger's."""
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    unruled: bool = False
    """Whether they were out before bets opened, and nobody has ruled yet to burn or play them (5.6.1)."""
    burned: tuple[Card, ...] = ()
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each correction."""
    cut_after: int | None = None
    """How many cards were out when the cutting card came."""
    void: Citation | None = None
    interruptions: int = 0
    lost: tuple[str, ...] = ()
    """Terminals that failed and have not been heard of since."""
    returned: tuple[m.WagerReturned, ...] = ()
    """What turned out never to have been in play."""
    notes: tuple[Note, ...] = ()
    """What was found and ruled besides."""

    @property
    def surplus(self) -> tuple[Card, ...]:
        """Cards that a settled round had drawn and did not need: none, for it always takes two."""
        return ()

    @property
    def next_hand(self) -> Hand | None:
        """Whose card the next one is; nobody's when both are out."""
        return HANDS[len(self.cards)] if len(self.cards) < len(HANDS) else None

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe for this round."""
        return (*self.cards, *self.waiting, *self.burned)

    @property
    def outcome(self) -> Outcome | None:
        """What the cards came to, once both are out."""
        return Outcome.of(*self.cards) if self.next_hand is None else None

    @property
    def shoe_spoiled_by(self) -> Clause | None:
        """By which clause the shoe cannot be dealt from again, where it cannot."""
        found = (self.void, *(note.clause for note in self.notes if isinstance(note, m.RulingGiven)))
        return next((each for each in SPOILS_SHOE if each in found), None)

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again."""
        return self.shoe_spoiled_by is not None

    def wagers(self) -> dict[str, dict[str, int]]:
        """What everybody has staked on what."""
        return self.stakes

    def matches(self) -> dict[str, Match]:
        """What a settled round made of every wager: matched once, for all bettors."""
        if self.phase is not Phase.SETTLED:
            raise Refused(f"the round is not settled: it is {self.phase}", clause("3.4"))
        return self.terms.rules.matcher.match(self.outcome)

    def lines(self, bettor: str) -> list[Line]:
        """A bettor's settlement, wager by wager."""
        return lines(self.matches(), self.stakes.get(bettor, {}))

    def nets(self) -> dict[str, int]:
        """What each bettor is up or down by the round; nothing at all where it is void (5.11)."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.stakes, 0)
        return {bettor: sum(line.net for line in self.lines(bettor)) for bettor in self.stakes}
