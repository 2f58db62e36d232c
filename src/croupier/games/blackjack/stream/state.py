"""A round of Electronic Blackjack at one moment, and what can be read from it.

Terminals that chose alike have the same hands, so hands are kept once for each way of playing, not once for each
terminal; two thousand terminals cost one pass over the few ways there are.
"""

from functools import cache
from typing import TypeAlias

import msgspec

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.dealer import draws, needs_second_card, needs_whole_hand
from croupier.games.blackjack.hand import Action, Area, Hand
from croupier.games.blackjack.outcome import Bounty
from croupier.games.blackjack.outcome import opening as opened
from croupier.games.blackjack.settlement import Position, original_only, settle_insurance, settle_position, showdown
from croupier.games.blackjack.variants import E_BLACKJACK, Blackjack
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
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Citation

Note: TypeAlias = DisplayCorrected | RulingGiven | FaceUpCardFound | ReadyCardsRuled | CardsCorrected


class Turn(msgspec.Struct, frozen=True, gc=False):
    """What somebody chose in a window, and about which hand."""

    choice: str
    """`default` where they were asked and said nothing."""
    hand: int


class Gone(msgspec.Struct, frozen=True, gc=False):
    """A terminal that was in the round until its main wager turned out to have been placed too late.

    Its hands had cards, and the Dealer drew after them; so it is there again when the play is gone through again.
    """

    position: Position
    insured: int
    cards: int
    """How many cards were out when it left."""
    turns: int
    """How many windows had closed."""


class StreamRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of Electronic Blackjack at one moment."""

    terms: Terms
    phase: Phase = Phase.BETTING
    positions: dict[str, Position] = {}
    opening: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    stream: tuple[Card, ...] = ()
    """The shared cards after the opening, in the order they came."""
    ways: tuple[Area, ...] = ()
    """The different ways in which the opening is being played."""
    way: dict[str, int] = {}
    """Which of them each terminal plays."""
    choices: dict[str, str] = {}
    """What terminals chose in the window that is open; it locks when the window closes."""
    insured: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    cut_after: int | None = None
    void: Citation | None = None
    turns: tuple[dict[str, Turn], ...] = ()
    """Who was asked in each window that has closed, and what they chose."""
    gone: dict[str, Gone] = {}
    """Terminals whose whole wager has gone back."""
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    unruled: bool = False
    """Whether they were out before bets opened, and nobody has ruled yet to burn or play them (R-22)."""
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each reconstruction or correction."""
    removed: tuple[Card, ...] = ()
    """Cards that came out and went to the discards: burned, or drawn to a Dealer's hand that was complete."""
    surplus: tuple[Card, ...] = ()
    """Those of them that the settled round had drawn and did not need, by the cards as they were read last."""
    returned: tuple[WagerReturned, ...] = ()
    """What turned out never to have been in play."""
    notes: tuple[Note, ...] = ()
    """What was found and ruled besides."""
    before: "StreamRound | None" = None
    """The round before its last card, as long as nothing else has happened: where a card entered wrongly goes back."""

    @property
    def rules(self) -> Blackjack:
        """The game."""
        return shared(self.terms)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the round, in the order they came."""
        first, second = self.opening[:1], self.opening[1:]
        return (*first, *self.dealer[:1], *second, *self.stream, *self.dealer[1:])

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe for this round."""
        return (*self.cards, *self.waiting, *self.removed)

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again: bad cards, or not a card left."""
        return self.void in (self.rules.law.bad_cards, self.rules.law.runs_out)

    @property
    def dealer_hand(self) -> Hand:
        """The Dealer's cards."""
        return Hand.of(*self.dealer)

    @property
    def shows_ace(self) -> bool:
        """The Dealer's first card is an Ace."""
        return bool(self.dealer) and self.dealer[0].rank == "A"

    @property
    def opening_blackjack(self) -> bool:
        """The shared opening is a Blackjack."""
        return len(self.opening) == 2 and Hand.of(*self.opening).blackjack

    def area(self, bettor: str) -> Area:
        """The hands of one terminal."""
        return self.ways[self.way[bettor]]

    def by_way(self) -> list[list[str]]:
        """The terminals that play each way and have not surrendered."""
        groups: list[list[str]] = [[] for _ in self.ways]
        for bettor, way in self.way.items():
            if not self.positions[bettor].surrendered:
                groups[way].append(bettor)
        return groups

    def waits_for_decision(self) -> bool:
        """A window is open: some hand is somebody's to decide."""
        return any(area.waits_for_decision and who for area, who in zip(self.ways, self.by_way(), strict=True))

    def waits_for_card(self) -> bool:
        """No window is open, and some hand takes the next card."""
        return any(area.waits_for_card and who for area, who in zip(self.ways, self.by_way(), strict=True))

    def established(self) -> bool:
        """Whether any wager on offer, placed or not, is conclusively won or lost (R-07).

        The side wagers are on every layout and look at the opening: two cards decide them, and one decides Kings Bounty
        where no second card makes twenty of it, so that it is the first to be decided.
        """
        return _bounty_decided(self.opening)

    def options(self, bettor: str) -> tuple[Action, ...]:
        """What a terminal may choose in the window that is open."""
        position = self.positions.get(bettor)
        if self.phase is not Phase.PLAYING or position is None or position.surrendered:
            return ()
        return self.area(bettor).options(self.rules.splitting)

    def may_surrender(self, bettor: str) -> bool:
        """Whether surrender is among a terminal's first choices: not against an Ace, never a Blackjack (R-49, R-50)."""
        return (
            self.options(bettor) != () and not self.stream and not self.shows_ace and len(self.area(bettor).hands) == 1
        )

    def dealer_draws(self) -> bool:
        """Whether the Dealer takes a card now that all terminals are done."""
        rules, dealer, reading = self.rules, self.dealer_hand, original_only(self.terms)
        by_way: list[list[Position]] = [[] for _ in self.ways]
        for bettor, way in self.way.items():
            by_way[way].append(self.positions[bettor])
        played = list(zip(self.ways, by_way, strict=True))
        whole = any(needs_whole_hand(rules, area, positions) for area, positions in played)
        second = any(not self.positions[bettor].even_money for bettor in self.insured) or any(
            needs_second_card(rules, area, positions, dealer, reading) for area, positions in played
        )
        return draws(dealer, to_the_end=whole, second_card=second)

    def settlement(self) -> dict[str, list[Line]]:
        """Every terminal's lines: the cards are matched once for each way of playing, then each stake is settled."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", self.rules.law.settles, phase=self.phase)
        rules, dealer, reading = self.rules, self.dealer_hand, original_only(self.terms)
        seen = [showdown(rules, area, dealer) for area in self.ways]
        settled = {
            bettor: list(settle_position(rules, position, seen[self.way[bettor]], reading))
            for bettor, position in self.positions.items()
        }
        for bettor, stake in self.insured.items():
            returned = self.positions[bettor].even_money
            settled[bettor].append(settle_insurance(rules, stake, dealer, returned))
        return settled

    def nets(self) -> dict[str, int]:
        """What each terminal is up or down by the round; nothing at all where it is void (R-01)."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.positions, 0)
        return {bettor: sum([line.net for line in lines]) for bettor, lines in self.settlement().items()}

    def wagers(self) -> dict[str, dict[str, int]]:
        """What everybody has staked on what, the main wager with all that was added to it."""
        return {
            bettor: {
                "main": (sum(each.stakes.values()) or each.original) + sum(each.doubles.values()),
                **each.sides,
                **({"insurance": self.insured[bettor]} if bettor in self.insured else {}),
            }
            for bettor, each in self.positions.items()
        }

    def staked(self) -> dict[str, int]:
        """Everything that each terminal has put down so far."""
        return {
            bettor: (sum(each.stakes.values()) or each.original)
            + sum(each.doubles.values())
            + sum(each.sides.values())
            + self.insured.get(bettor, 0)
            for bettor, each in self.positions.items()
        }


@cache
def _bounty_decided(first: tuple[Card, ...]) -> bool:
    """Whether Kings Bounty can only win, or only lose, with these cards of the opening."""
    if not first:
        return False
    # What the Dealer has changes how much is paid.
    ends = [Bounty(opened(first[0], second), dealer_blackjack=False) for second in first[1:] or STANDARD.cards]
    return len({E_BLACKJACK.by_name["kings-bounty"].match(end).result for end in ends}) == 1


def shared(terms: Terms) -> Blackjack:
    """The rules of terms that must be those of the game with one shared area."""
    rules = terms.rules
    if not isinstance(rules, Blackjack) or rules.boxes:
        raise Refused("game-not-shared-stream", game=terms.game)
    return rules
