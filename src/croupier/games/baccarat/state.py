"""A round of baccarat at one moment, and what can be read from it."""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.decided import decided
from croupier.games.baccarat.drawing import Side, hands, next_hand
from croupier.games.baccarat.law import BaccaratLaw
from croupier.games.baccarat.outcome import Outcome, outcome
from croupier.games.baccarat.variants import Baccarat
from croupier.games.messages import (
    CardsCorrected,
    DisplayCorrected,
    FaceUpCardFound,
    ReadyCardsRuled,
    RulingGiven,
    WagerReturned,
)
from croupier.games.round import Phase
from croupier.games.terms import Terms
from croupier.games.wager import Line, Match, lines
from croupier.refused import Refused
from croupier.rulebook import Citation

Note: TypeAlias = DisplayCorrected | RulingGiven | FaceUpCardFound | ReadyCardsRuled | CardsCorrected


class BaccaratRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of baccarat at one moment. Totals, results and payments are derived from it, never kept."""

    terms: Terms
    phase: Phase = Phase.BETTING
    stakes: dict[str, dict[str, int]] = {}
    cards: tuple[Card, ...] = ()
    cut_after: int | None = None
    """How many cards were out when the cutting card came."""
    interruptions: int = 0
    lost: tuple[str, ...] = ()
    """Terminals that failed and have not been heard of since."""
    void: Citation | None = None
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    unruled: bool = False
    """Whether they were out before bets opened, and nobody has ruled yet to burn or play them (R-22)."""
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each reconstruction or correction."""
    burned: tuple[Card, ...] = ()
    surplus: tuple[Card, ...] = ()
    """Those of them that the settled round had drawn and did not need, by the cards as they were read last."""
    returned: tuple[WagerReturned, ...] = ()
    """What turned out never to have been in play."""
    notes: tuple[Note, ...] = ()
    """What was found and ruled besides."""

    @property
    def law(self) -> BaccaratLaw:
        """The clauses that govern it."""
        return baccarat(self.terms).law

    @property
    def hands(self) -> dict[Side, tuple[Card, ...]]:
        """The cards of each hand."""
        player, banker = hands(self.cards)
        return {"player": player, "banker": banker}

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe for this round."""
        return (*self.cards, *self.waiting, *self.burned)

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again: bad cards, an order that is lost, or not a card left."""
        lost = (isinstance(each, RulingGiven) and each.clause == self.law.disturbed_complete for each in self.notes)
        return self.void in self.law.spoils_shoe or any(lost)

    @property
    def outcome(self) -> Outcome | None:
        """What the cards came to, once all are out."""
        return outcome(self.cards) if next_hand(self.cards) is None else None

    def decided(self) -> dict[str, Match]:
        """The wagers on offer that the cards so far have already decided, placed or not (R-07)."""
        rules = self.terms.rules
        return decided((rules.by_name[name] for name in self.terms.offered), self.cards)

    def matches(self) -> dict[str, Match]:
        """What a settled round made of every wager: matched once, for all bettors."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", self.law.settles, phase=self.phase)
        return self.terms.rules.matcher.match(outcome(self.cards))

    def lines(self, bettor: str) -> list[Line]:
        """A bettor's settlement, wager by wager."""
        return lines(self.matches(), self.stakes.get(bettor, {}))

    def wagers(self) -> dict[str, dict[str, int]]:
        """What everybody has staked on what."""
        return self.stakes

    def nets(self) -> dict[str, int]:
        """What each bettor is up or down by the round; nothing at all where it is void (R-01)."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.stakes, 0)
        matches = self.matches()
        return {
            bettor: sum([matches[wager].net(stake) for wager, stake in stakes.items()])
            for bettor, stakes in self.stakes.items()
        }


def baccarat(terms: Terms) -> Baccarat:
    """The rules of terms that must be those of a baccarat game."""
    if not isinstance(rules := terms.rules, Baccarat):
        raise Refused("not-baccarat-game", game=terms.game)
    return rules
