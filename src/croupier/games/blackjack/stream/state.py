"""The state of a round of Electronic Blackjack, and what is derived from it.

Terminals that chose alike have the same hands, so hands are stored once for each way of playing, not once for each
terminal; two thousand terminals cost one pass over the few ways there are.
"""

from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dealer import draws, insurance_waits, needs_second_card, needs_whole_hand
from croupier.games.blackjack.decided import decided_part, opening_decided
from croupier.games.blackjack.hand import Action, Area, Hand
from croupier.games.blackjack.settlement import Position, settle_insurance, settle_position, showdown
from croupier.games.blackjack.variants import Blackjack
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
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Citation

Note: TypeAlias = DisplayCorrected | RulingGiven | FaceUpCardFound | ReadyCardsRuled | CardsCorrected


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The choice of a terminal in a decision window, and the hand it was about."""

    choice: str
    """`default` where the terminal did not choose."""
    hand: int


class Gone(msgspec.Struct, frozen=True, gc=False):
    """A terminal that left the round because its wager had been placed too late; its side wagers may stay (R-93).

    Its hands had taken cards, so a replay includes it until the moment when it left.
    """

    position: Position
    insured: int
    cards: int
    """How many cards were out when it left."""
    turns: int
    """How many decision windows had closed."""


class StreamRound(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a round of Electronic Blackjack."""

    terms: Terms
    phase: Phase = Phase.BETTING
    positions: dict[str, Position] = {}
    opening: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    stream: tuple[Card, ...] = ()
    """The shared cards after the opening, in dealing order."""
    ways: tuple[Area, ...] = ()
    """The different ways in which the opening is being played."""
    way: dict[str, int] = {}
    """The index in `ways` of each terminal; one with side wagers alone stays on an opening that nobody plays (R-93)."""
    choices: dict[str, str] = {}
    """The choices in the open decision window; they lock when it closes."""
    insured: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    cut_after: int | None = None
    void: Citation | None = None
    turns: tuple[dict[str, Turn], ...] = ()
    """The choices in each closed window, by terminal; whoever was not asked is not in it."""
    gone: dict[str, Gone] = {}
    """Terminals whose whole wager was returned, or the main one while side wagers stay."""
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    unruled: bool = False
    """Whether the waiting cards were out before bets opened, and staff have not ruled on them yet (R-22)."""
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each reconstruction or correction."""
    removed: tuple[Card, ...] = ()
    """Cards that went to the discards: burned, or drawn to a Dealer's hand that was complete."""
    surplus: tuple[Card, ...] = ()
    """Those of `removed` that the settled round had drawn and did not need, by the last correction of cards."""
    returned: tuple[WagerReturned, ...] = ()
    """Stakes that turned out never to have been in play."""
    notes: tuple[Note, ...] = ()
    """Other findings and rulings."""
    before: "StreamRound | None" = None
    """A snapshot before the last card, as long as nothing else has happened: restored when that entry is undone."""

    @property
    def rules(self) -> Blackjack:
        """The game."""
        return shared(self.terms)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the round, in dealing order."""
        first, second = self.opening[:1], self.opening[1:]
        return (*first, *self.dealer[:1], *second, *self.stream, *self.dealer[1:])

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe for this round."""
        return (*self.cards, *self.waiting, *self.removed)

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe is unusable: bad cards, no card left, or a card known early (R-22)."""
        return self.void in (self.rules.law.bad_cards, self.rules.law.runs_out, KNOWN_EARLY)

    @property
    def dealer_hand(self) -> Hand:
        """The Dealer's cards."""
        return Hand.of(*self.dealer)

    @property
    def shows_ace(self) -> bool:
        """Whether the Dealer's first card is an Ace."""
        return bool(self.dealer) and self.dealer[0].rank == "A"

    @property
    def opening_blackjack(self) -> bool:
        """Whether the shared opening is a Blackjack."""
        return len(self.opening) == 2 and Hand.of(*self.opening).blackjack

    @property
    def offers_even_money(self) -> bool:
        """Whether the shared opening is a Blackjack that may be paid even money."""
        return self.opening_blackjack and bool(self.dealer) and self.rules.pays_even_money(self.dealer[0])

    def area(self, bettor: str) -> Area:
        """The hands of one terminal."""
        return self.ways[self.way[bettor]]

    @property
    def mains(self) -> list[str]:
        """The terminals with a main wager."""
        return [bettor for bettor, each in self.positions.items() if each.original]

    def by_way(self) -> list[list[str]]:
        """The terminals that play each way: with a main wager, not surrendered."""
        groups: list[list[str]] = [[] for _ in self.ways]
        for bettor, way in self.way.items():
            if self.positions[bettor].plays:
                groups[way].append(bettor)
        return groups

    def waits_for_decision(self) -> bool:
        """Whether a decision window is open: a terminal has a hand to decide."""
        return any(area.waits_for_decision and who for area, who in zip(self.ways, self.by_way(), strict=True))

    def waits_for_card(self) -> bool:
        """Whether a hand takes the next card."""
        return any(area.waits_for_card and who for area, who in zip(self.ways, self.by_way(), strict=True))

    def established(self) -> bool:
        """Whether any wager on offer, placed or not, is conclusively won or lost.

        The side wagers read the opening: two cards decide them all. Kings Bounty may be decided first, by a single card
        that no second card makes twenty with.
        """
        return bool(opening_decided(self.rules, self.opening, self.dealer))

    def options(self, bettor: str) -> tuple[Action, ...]:
        """The choices of a terminal in the open window; none where it has no hand to decide."""
        position = self.positions.get(bettor)
        if self.phase is not Phase.PLAYING or position is None or not position.plays:
            return ()
        options = self.area(bettor).options(self.rules.splitting)
        room = self.room(bettor)
        if room is None or room >= position.original:
            return options
        return tuple(action for action in options if action not in ("double", "split"))

    @property
    def caps_additions(self) -> bool:
        """Whether the maximum of the main wager counts for what is added to it later, too (R-03)."""
        return self.rules.reads("R-03") == "c"

    def room(self, bettor: str) -> int | None:
        """The most that a terminal may add to its main wager; None where no maximum counts for that."""
        maximum = self.terms.limits_of("main").maximum if self.caps_additions else None
        position = self.positions.get(bettor)
        if maximum is None or position is None:
            return None
        staked = (sum(position.stakes.values()) or position.original) + sum(position.doubles.values())
        return maximum - staked - self.insured.get(bettor, 0)

    def may_insure(self, bettor: str) -> bool:
        """Whether the maximum leaves room for half of a terminal's wager (R-03)."""
        room = self.room(bettor)
        return room is None or room >= self.positions[bettor].original // 2

    def may_surrender(self, bettor: str) -> bool:
        """Whether a terminal may surrender: as its first choice, not against an Ace, never a Blackjack (R-49, R-50)."""
        open_to = self.rules.surrenders(self.dealer[0]) if self.dealer else False
        return open_to and self.options(bettor) != () and not self.stream and len(self.area(bettor).hands) == 1

    def dealer_draws(self) -> bool:
        """Whether the Dealer takes a card now that all terminals are done."""
        rules, dealer = self.rules, self.dealer_hand
        by_way: list[list[Position]] = [[] for _ in self.ways]
        for bettor, way in self.way.items():
            by_way[way].append(self.positions[bettor])
        played = list(zip(self.ways, by_way, strict=True))
        whole = any(needs_whole_hand(rules, area, positions, dealer) for area, positions in played)
        second = any(
            not self.positions[bettor].even_money and insurance_waits(rules, self.area(bettor))
            for bettor in self.insured
        ) or any(needs_second_card(rules, area, positions, dealer) for area, positions in played)
        return draws(dealer, to_the_end=whole, second_card=second, hits_soft_17=self.rules.hits_soft_17)

    def settlement(self) -> dict[str, list[Line]]:
        """The settlement lines of every terminal; cards are matched once for each way of playing."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", self.rules.law.settles, phase=self.phase)
        return self.results()

    def results(self) -> dict[str, list[Line]]:
        """The settlement lines by the cards on the table, once no more is to come."""
        rules, dealer = self.rules, self.dealer_hand
        seen = [showdown(rules, area, dealer) for area in self.ways]
        settled = {
            bettor: list(settle_position(rules, position, seen[self.way[bettor]]))
            for bettor, position in self.positions.items()
        }
        for bettor, stake in self.insured.items():
            returned = self.positions[bettor].even_money
            settled[bettor].append(settle_insurance(rules, stake, self.area(bettor), dealer, returned))
        return settled

    def left_by_void(self) -> dict[str, list[Line]]:
        """The lines that a void leaves standing: of what was decided, where it is read so (R-01)."""
        rules, kept = self.rules, dict[str, list[Line]]()
        if void_undoes_all(rules) or len(self.opening) < 2:
            return kept
        kept = {bettor: lines for bettor in self.positions if (lines := self.decided(bettor))}
        for bettor, stake in self.insured.items():
            returned = self.positions[bettor].even_money
            if returned or len(self.dealer) > 1:
                kept.setdefault(bettor, []).append(
                    settle_insurance(rules, stake, self.area(bettor), self.dealer_hand, returned)
                )
        return kept

    def decided(self, bettor: str) -> list[Line]:
        """The lines of a terminal's wagers that the cards on the table have decided; insurance is not among them."""
        rules, position = self.rules, self.positions.get(bettor)
        if position is None or len(self.opening) < 2:
            return []
        area = self.area(bettor)
        part = decided_part(rules, position, area, self.dealer)
        if part is None:
            return []
        return list(settle_position(rules, part, showdown(rules, area, self.dealer_hand, sides=part.sides)))

    def nets(self) -> dict[str, int]:
        """The net result of each terminal in cents; where the round is void, of what that leaves standing (R-01)."""
        void = self.phase is Phase.VOID
        settled = self.left_by_void() if void else self.settlement()
        nets = {bettor: sum([line.net for line in lines]) for bettor, lines in settled.items()}
        return {**dict.fromkeys(self.positions, 0), **nets} if void else nets

    def wagers(self) -> dict[str, dict[str, int]]:
        """The stakes in cents, by terminal and wager; the main wager with all that was added to it."""
        wagers: dict[str, dict[str, int]] = {}
        for bettor, each in self.positions.items():
            main = (sum(each.stakes.values()) or each.original) + sum(each.doubles.values())
            staked = {"main": main, **each.sides, "insurance": self.insured.get(bettor, 0)}
            wagers[bettor] = {wager: stake for wager, stake in staked.items() if stake}
        return wagers

    def staked(self) -> dict[str, int]:
        """The total that each terminal has staked so far, in cents."""
        return {
            bettor: (sum(each.stakes.values()) or each.original)
            + sum(each.doubles.values())
            + sum(each.sides.values())
            + self.insured.get(bettor, 0)
            for bettor, each in self.positions.items()
        }


def shared(terms: Terms) -> Blackjack:
    """The game of these terms; refused if it is not blackjack on a shared stream."""
    rules = terms.rules
    if not isinstance(rules, Blackjack) or rules.boxes:
        raise Refused("game-not-shared-stream", game=terms.game)
    return rules
