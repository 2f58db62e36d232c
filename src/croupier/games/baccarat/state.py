"""The state of a baccarat round, and what is derived from it."""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.decided import decided
from croupier.games.baccarat.drawing import Side, hands, next_hand
from croupier.games.baccarat.law import BaccaratLaw
from croupier.games.baccarat.outcome import Outcome, outcome
from croupier.games.baccarat.variants import MAINS, Baccarat
from croupier.games.irregularity import KNOWN_EARLY, void_undoes_all
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
    """The state of a baccarat round. Totals, results and payments are derived from it, never stored in it."""

    terms: Terms
    phase: Phase = Phase.BETTING
    stakes: dict[str, dict[str, int]] = {}
    cards: tuple[Card, ...] = ()
    cut_after: int | None = None
    """How many cards were out when the cutting card came."""
    interruptions: int = 0
    lost: tuple[str, ...] = ()
    """Failed terminals that have not been heard of since."""
    void: Citation | None = None
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    unruled: bool = False
    """Whether the waiting cards were out before bets opened, and staff have not ruled on them yet (R-22)."""
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each reconstruction or correction."""
    burned: tuple[Card, ...] = ()
    surplus: tuple[Card, ...] = ()
    """Those of the burned cards that the settled round had drawn and did not need, by the last correction."""
    returned: tuple[WagerReturned, ...] = ()
    """Stakes that turned out never to have been in play."""
    notes: tuple[Note, ...] = ()
    """Other findings and rulings."""

    @property
    def rules(self) -> Baccarat:
        """The game."""
        return baccarat(self.terms)

    @property
    def law(self) -> BaccaratLaw:
        """The clauses that govern it."""
        return self.rules.law

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
        return self.void in (*self.law.spoils_shoe, KNOWN_EARLY) or any(lost)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, once all cards are dealt."""
        return outcome(self.cards) if next_hand(self.cards) is None else None

    def decided(self) -> dict[str, Match]:
        """The wagers on offer that the cards so far have already decided, placed or not."""
        rules = self.terms.rules
        return decided((rules.by_name[name] for name in self.terms.offered), self.cards)

    def established(self) -> bool:
        """Whether an outcome is established: a wager that counts for it is decided (R-07)."""
        decided, counts = self.decided(), self.terms.rules.reads("R-07")
        if counts == "b":
            return any(not decided.keys().isdisjoint(stakes) for stakes in self.stakes.values())
        return any(name in decided for name in MAINS) if counts == "c" else bool(decided)

    def matches(self) -> dict[str, Match]:
        """The result of every wager in a settled round: matched once, for all bettors."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", self.law.settles, phase=self.phase)
        return self.terms.rules.matcher.match(outcome(self.cards))

    def lines(self, bettor: str) -> list[Line]:
        """A bettor's settlement, wager by wager."""
        return lines(self.matches(), self.stakes.get(bettor, {}))

    def left_by_void(self) -> dict[str, list[Line]]:
        """The lines that a void leaves standing: of wagers whose pay the cards had fixed, where read so (R-01)."""
        if void_undoes_all(self.terms.rules):
            return {}
        fixed = {name: match for name, match in self.decided().items() if match.clauses}
        return {
            bettor: lines(fixed, {wager: stake for wager, stake in stakes.items() if wager in fixed})
            for bettor, stakes in self.stakes.items()
        }

    def wagers(self) -> dict[str, dict[str, int]]:
        """The stakes in cents, by bettor and wager."""
        return self.stakes

    def nets(self) -> dict[str, int]:
        """The net result of each bettor in cents; where the round is void, of what that leaves standing (R-01)."""
        if self.phase is Phase.VOID:
            left = self.left_by_void()
            return {bettor: sum(line.net for line in left.get(bettor, ())) for bettor in self.stakes}
        matches = self.matches()
        return {
            bettor: sum([matches[wager].net(stake) for wager, stake in stakes.items()])
            for bettor, stakes in self.stakes.items()
        }


def needing_main(round: BaccaratRound, bettor: str, wager: str) -> list[tuple[str, int]]:
    """The wagers that go with a bettor's last one on Player or Banker, where a side bet needs one (R-103)."""
    stakes = round.stakes.get(bettor, {})
    if not round.rules.sides_need_main or wager not in stakes or set(MAINS) & stakes.keys() != {wager}:
        return []
    return [(side, stake) for side, stake in stakes.items() if side != wager]


def baccarat(terms: Terms) -> Baccarat:
    """The game of these terms; refused if it is not baccarat."""
    if not isinstance(rules := terms.rules, Baccarat):
        raise Refused("not-baccarat-game", game=terms.game)
    return rules
