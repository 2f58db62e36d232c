"""The state of a round on boxes, and what is derived from it: the turn, who is in control, claims, the settlement.

Lucky 8 and Dueling 8's are played on boxes. Totals, results and payments are derived from the state, never stored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.allocation import Claim, Claimant, insurance_place, side_place
from croupier.games.blackjack.dealer import draws, insurance_waits, needs_second_card, needs_whole_hand
from croupier.games.blackjack.decided import decided_part, opening_decided
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.proceedings import CardLaid, DealConfirmed, Decision, PositionReturned
from croupier.games.blackjack.settlement import (
    Insured,
    Position,
    Showdown,
    settle_insurance,
    settle_position,
    showdown,
)
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import KNOWN_EARLY, void_undoes_all
from croupier.games.messages import WagerReturned
from croupier.games.round import Event, Phase
from croupier.games.terms import Terms
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

replace = msgspec.structs.replace
INITIAL = (Phase.DEALING, Phase.CONFIRMING)
"""The phases of the initial deal: nothing is settled or drawn yet, so cards can still be put right (R-19)."""
MOVED_ON = (Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)
BEFORE_THE_END = (Phase.DEALING, Phase.CONFIRMING, Phase.OFFERING, Phase.PLAYING, Phase.DRAWING)
"""The phases in which a card may still come."""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A playing area: who sits there, who has what on it, and its hands."""

    number: int
    seat: str | None = None
    positions: tuple[Position, ...] = ()
    dealt: tuple[Card, ...] = ()
    """The initial cards, until the deal is complete."""
    area: Area | None = None
    skipped: bool = False
    """Whether its player was passed over and has not acted."""
    by_seat: bool = False
    """Whether whoever sits there controls the box without a main wager, too (R-32)."""
    seat_absent: bool = False
    """Whether somebody who controls it so was declared absent."""
    short: tuple[str, ...] = ()
    """Bettors with one card only who have yet to choose between acting on it and withdrawing."""

    @property
    def mains(self) -> tuple[Position, ...]:
        """The positions with a main wager, from the front."""
        mains = tuple(position for position in self.positions if position.slot) if self.positions else ()
        return mains if len(mains) < 2 else tuple(sorted(mains, key=_slot))

    @property
    def asked(self) -> tuple[str, ...]:
        """Bettors who have to choose now between acting on one card and withdrawing."""
        return tuple(each.bettor for each in self.mains if each.bettor in self.short and not each.absent)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards dealt to the box."""
        return self.area.dealt if self.area else self.dealt

    @property
    def in_play(self) -> bool:
        """Whether a main wager is still on its hands."""
        return any(not position.surrendered for position in self.mains)

    def position(self, bettor: str) -> Position | None:
        """A bettor's position on the box."""
        return next((position for position in self.positions if position.bettor == bettor), None)

    @property
    def seated_controls(self) -> bool:
        """Whether somebody without a main wager here is in control, by the seat alone (R-32)."""
        if not self.by_seat or self.seat is None or self.seat_absent or not self.in_play:
            return False
        position = self.position(self.seat)
        return position is None or position.slot is None

    def controller(self) -> str | None:
        """The bettor in control of the hand in play, or of the box where no hand is.

        The seated player if they have a main wager here, else the wager nearest the Dealer (R-32). Whoever has
        surrendered or is absent is not in control, and on a split hand only those who staked it can be.
        """
        if self.seated_controls:
            return self.seat
        hand = self.area.hand if self.area else None
        able = [
            position
            for position in self.mains
            if not position.surrendered and not position.absent and (hand is None or hand.id in position.stakes)
        ]
        seated = [position for position in able if position.bettor == self.seat]
        return next((position.bettor for position in seated or able), None)

    def side(self, wager: str) -> list[str]:
        """The bettors with that side wager here."""
        return [position.bettor for position in self.positions if wager in position.sides]


class SideClaim(msgspec.Struct, frozen=True):
    """A claim to a side wager: at the close of bets it is allocated a spot or refused."""

    bettor: str
    box: int
    wager: str
    stake: int


class Agreement(msgspec.Struct, frozen=True):
    """An agreement among equal claimants on who gets the spot."""

    box: int
    wager: str
    bettor: str
    owner: str | None = None


class Pulled(msgspec.Struct, frozen=True):
    """Cards that were drawn at once in an unknown order, until they are allotted."""

    number: int
    """How many of them are left."""
    cards: tuple[Card, ...]
    """Those that were seen."""
    dealer: bool
    first: tuple[int, int] | None
    """The hand they were drawn for: its box, and which of the hands there."""
    picked: bool = False
    """Whether an unseen one was picked and is the next card."""

    @property
    def unseen(self) -> int:
        """How many of them are unseen."""
        return self.number - len(self.cards)


class BoxRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of blackjack on boxes."""

    terms: Terms
    phase: Phase = Phase.BETTING
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    """The cards dealt to the Dealer, without the printed one."""
    cards: tuple[Card, ...] = ()
    """All cards of the round, in dealing order."""
    claims: tuple[SideClaim, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    insured: tuple[Insured, ...] = ()
    insurance_claims: tuple[Insured, ...] = ()
    cut_after: int | None = None
    void: Citation | None = None
    waiting: tuple[Card, ...] = ()
    """Cards that are out of the shoe already and are dealt next, in this order."""
    surplus: tuple[Card, ...] = ()
    """Those of `removed` that the Dealer had drawn and did not need, by the last correction of cards."""
    exposed: bool = False
    """Whether the waiting card was dealt in error, and may be refused."""
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards as they lay before each reconstruction."""
    removed: tuple[Card, ...] = ()
    """Cards that went to the discards without being part of a hand."""
    removed_unseen: int = 0
    """How many cards went to the discards unseen."""
    pulled: Pulled | None = None
    unseen: int = 0
    """How many unseen cards are out of the shoe; they are dealt next, after the waiting ones."""
    fresh: bool | None = None
    """Whether the first card of the round is the first of its shoe; None where the house has not said."""
    ready_ruled: bool = False
    """Whether it was ruled that cards known before the first one of the round are played (R-22)."""
    withdrawing: bool = False
    """Whether the power has failed with nothing decided, so that players may withdraw."""
    honoured: tuple[str, ...] = ()
    """Bettors whose wagers under the minimum are accepted this once."""
    shuffle_due: bool = False
    """Whether a full shuffle follows the round."""
    reshuffled: bool = False
    """Whether the discards were reshuffled in the middle of the round, so that collected cards may come again."""
    shuffled_in: tuple[Card, ...] = ()
    """The cards of this round among the reshuffled discards."""
    returned: tuple[WagerReturned | PositionReturned, ...] = ()
    notes: tuple[Event, ...] = ()
    """Other findings and rulings."""
    missed: tuple[int, ...] = ()
    """The places that the initial deal passed over, 0 for the Dealer's."""
    dealer_owed: bool = False
    """Whether the Dealer was found to have no first card, so that it comes next."""
    finishing: int | None = None
    """The box that is completed before the Dealer's missing card."""
    late_first: bool = False
    """Whether the Dealer's first card came after play had begun."""
    refused: tuple[str, ...] = ()
    """Players who refused a card and stand on every hand that they decide, where it is read so (R-27)."""
    may_withdraw: bool = False
    """Whether dissatisfied players may withdraw: after a ruling, until the next card (R-24)."""
    play: tuple[Event, ...] = ()
    """The log of cards and decisions since the close that still stand: replayed when cards are put right."""
    before: "BoxRound | None" = None
    """A snapshot before the last card, as long as nothing else has happened: restored when that entry is undone."""

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe is unusable: bad cards, no card left, or a card known early (R-22)."""
        return self.void in (self.rules.law.bad_cards, Citation("R-13"), KNOWN_EARLY)

    @property
    def rules(self) -> Blackjack:
        """The game."""
        return on_boxes(self.terms)

    @property
    def dealer_hand(self) -> Hand:
        """The Dealer's cards, the printed one first where there is one."""
        printed = self.rules.printed
        return Hand.of(*((printed,) if printed else ()), *self.dealer)

    @property
    def wagered(self) -> list[Box]:
        """The boxes with a main wager, in dealing order."""
        return [box for box in self.boxes if box.mains]

    def box(self, number: int) -> Box:
        """A box of the table."""
        if not 1 <= number <= len(self.boxes):
            raise Refused("unknown-box", box=number, boxes=len(self.boxes))
        return self.boxes[number - 1]

    @property
    def turn(self) -> Box | None:
        """The box in play: the first with a hand that is not finished and a main wager in play."""
        if self.phase is not Phase.PLAYING:
            return None
        boxes = (box for box in self.wagered if box.in_play and not box.skipped)
        return next((box for box in boxes if box.area and not box.area.done), None)

    @property
    def next_place(self) -> int | None:
        """The box for the next card of the initial deal, 0 for the Dealer, None where the deal is complete."""
        first = self._next_box(1)
        if first is not None or self.rules.opening == 1:
            return first
        if not self.dealer and 0 not in self.missed:
            return 0
        return self._next_box(2)

    def _next_box(self, cards: int) -> int | None:
        """The first box with fewer than that many cards, counting those it was passed over for."""
        boxes = (box for box in self.wagered if len(box.dealt) + self.missed.count(box.number) < cards)
        return next((box.number for box in boxes), None)

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards on the table, in dealing order."""
        return tuple(event.card for event in self.play if isinstance(event, CardLaid))

    @property
    def somebody_left(self) -> bool:
        """Whether somebody who had decided something has left the round, so that its play cannot be replayed.

        They withdrew in the middle of play, or their wager had come too late.
        """
        if any(event.clause == self.rules.law.dissatisfied for event in self.returned):
            return True
        decided = [event for event in self.play if isinstance(event, Decision)]
        by_wager = [event for event in decided if not self._by_seat(event)]
        positions = [self.box(event.box).position(getattr(event, "owner", event.bettor)) for event in by_wager]
        return any(position is None or position.slot is None for position in positions)

    def _by_seat(self, event: Decision) -> bool:
        """Whether somebody decided by the seat alone, who has no wager to leave the round with (R-32)."""
        box = self.box(event.box)
        return box.by_seat and box.seat == event.bettor

    @property
    def begun(self) -> bool:
        """Whether the first card of the round has been dealt."""
        return self.phase is not Phase.BETTING and (self.phase is not Phase.DEALING or bool(self.cards))

    @property
    def ruling_due(self) -> bool:
        """Whether cards are known before the first one of the round, and staff have not ruled on them yet (R-22).

        No card is dealt until then: a card known before the close must not be forced into the round.
        """
        return bool(self.waiting) and not self.begun and not self.ready_ruled

    @property
    def played(self) -> list[tuple[Box, Area]]:
        """The boxes with cards and any wager, each with its hands."""
        return [(box, box.area) for box in self.boxes if box.area and box.positions]

    @property
    def dealer_missing(self) -> bool:
        """Whether the Dealer has no card in a game where the initial deal includes one."""
        return not self.dealer and not self.rules.printed

    @property
    def first_card_due(self) -> bool:
        """Whether the Dealer's missing first card is due: when it is noticed, or when the players are done."""
        if self.phase is not Phase.PLAYING or not self.dealer_missing or not any(box.positions for box in self.boxes):
            return False
        turn = self.turn
        return turn is None or (self.dealer_owed and self.finishing != turn.number)

    @property
    def shows_ace(self) -> bool:
        """Whether the Dealer's first card is an Ace, in a game with Blackjack."""
        return self.rules.blackjacks and bool(self.dealer) and self.dealer[0].rank == "A"

    def may_surrender(self) -> Iterator[tuple[Box, Position]]:
        """The positions that may surrender: not against an Ace, not a Blackjack (R-50), only opening hands (R-65).

        Before play everybody may, or by the other reading of R-49 whoever has wagered on the box in turn.
        """
        if self.dealer_missing or not self.rules.surrenders(self.dealer_hand.cards[0]):
            return
        all_together = not self.rules.surrender_in_turn or (self.late_first and self.phase is Phase.OFFERING)
        turn = self.turn
        for box in self.wagered if all_together else [turn] if turn else []:
            if box.area and box.area.opening and not (self.rules.blackjacks and box.area.hands[0].blackjack):
                yield from ((box, position) for position in box.mains if not position.surrendered)

    def insurable(self) -> Iterator[tuple[Box, Position]]:
        """The main wagers that may be insured against a Dealer's Ace: every one that is not bust (R-65)."""
        if not self.shows_ace:
            return
        for box in self.wagered:
            live = {hand.id for hand in box.area.hands if not hand.bust} if box.area else set()
            yield from ((box, each) for each in box.mains if not live.isdisjoint(each.stakes))

    def uninsured(self) -> Iterator[tuple[Box, Position]]:
        """The main wagers of which more may be insured; whoever takes even money declines insurance (R-60)."""
        for box, each in self.insurable():
            returned = each.even_money and self.rules.even_money_returns_all
            if self.left_to_insure(box.number, each) and not returned and self.may_be_insured(box, each):
                yield box, each

    def left_to_insure(self, box: int, position: Position) -> int:
        """How much of a main wager may still be insured: half of it in whole units, once or in parts (R-59)."""
        most = position.original // 2 - position.original // 2 % self.terms.unit
        taken = [each.stake for each in self.insured if (each.box, each.owner) == (box, position.bettor)]
        return max(0, most - sum(taken)) if self.rules.insurance_shared or not taken else 0

    def may_take_even_money(self) -> Iterator[tuple[Box, Position]]:
        """The Blackjacks that may be paid even money now."""
        if self.dealer and self.rules.pays_even_money(self.dealer[0]):
            for box in self.wagered:
                if box.area and box.area.hands[0].blackjack:
                    yield from ((box, each) for each in self._asked(box) if not each.even_money)

    def _asked(self, box: Box) -> tuple[Position, ...]:
        """Who is asked about even money: every bettor, or the controller, whom the others follow (R-40)."""
        controller = box.position(box.controller() or "") if self.rules.controller_answers else None
        return box.mains if controller is None or controller.even_money else (controller,)

    def may_be_insured(self, box: Box, position: Position) -> bool:
        """Whether a wager may be insured: by anybody's own choice, or once the controller has insured (R-40)."""
        controller = box.controller() if self.rules.controller_answers else None
        insured = {(each.box, each.owner) for each in self.insured if each.bettor == each.owner}
        return controller in (None, position.bettor) or (box.number, controller) in insured

    @property
    def offers_anything(self) -> bool:
        """Whether there is anything to offer before play."""
        return any(self.may_surrender()) or any(self.insurable()) or any(self.may_take_even_money())

    def least_double(self, original: int) -> int:
        """The least that a double may add to a main wager."""
        unit = self.rules.unit_of_double(original, self.terms.unit)
        return -(-self.terms.limits_of("main").minimum // unit) * unit

    def dealer_draws(self) -> bool:
        """Whether the Dealer takes a card now that the players are done."""
        whole, second = self.awaits(self.dealer_hand)
        return draws(self.dealer_hand, to_the_end=whole, second_card=second, hits_soft_17=self.rules.hits_soft_17)

    def awaits(self, dealer: Hand) -> tuple[bool, bool]:
        """Whether a wager depends on the final total of this Dealer's hand, and whether one on its first two cards."""
        rules = self.rules
        whole = any(needs_whole_hand(rules, area, box.positions, dealer) for box, area in self.played)
        second = any(self._waits(each) for each in self.insured) or any(
            needs_second_card(rules, area, box.positions, dealer) for box, area in self.played
        )
        return whole, second

    def _waits(self, insured: Insured) -> bool:
        return not self.is_returned(insured) and insurance_waits(self.rules, self.box(insured.box).area)

    def is_returned(self, insured: Insured) -> bool:
        """Whether insurance was returned: on a wager paid even money, the bettor's own or everybody's (R-60)."""
        position = self.box(insured.box).position(insured.owner)
        own = insured.bettor == insured.owner or self.rules.even_money_returns_all
        return own and position is not None and position.even_money

    def settled_insurance(self, insured: Insured, dealer: Hand) -> Line:
        """The settlement of insurance if the Dealer finishes with that hand."""
        area, returned = self.box(insured.box).area, self.is_returned(insured)
        return settle_insurance(self.rules, insured.stake, area, dealer, returned)

    @property
    def caps_at_settlement(self) -> bool:
        """Whether a stake over the maximum is capped only at the settlement; else at once (R-05)."""
        return self.rules.reads("R-05") == "b"

    def over(self, position: Position) -> dict[str, int]:
        """What of a position's stakes lies over the maximum and is handed back at the settlement, by wager."""
        if not self.caps_at_settlement:
            return {}
        most = {wager: self.terms.limits_of(wager).maximum for wager in ("main", *position.sides)}
        placed = {"main": position.original, **position.sides}
        return {
            wager: placed[wager] - each for wager, each in most.items() if each is not None and placed[wager] > each
        }

    def showdowns(self) -> dict[int, Showdown]:
        """The results of the wagers on each box: matched once, for all bettors."""
        return self.against(self.dealer_hand)

    def against(self, dealer: Hand) -> dict[int, Showdown]:
        """The results of the wagers on each box if the Dealer finished with that hand."""
        return {box.number: showdown(self.rules, area, dealer, folded=not box.in_play) for box, area in self.played}

    def settlement(self) -> dict[str, dict[int, list[Line]]]:
        """The settlement lines, by bettor and box."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", self.rules.law.settles, phase=self.phase)
        return self.results()

    def results(self) -> dict[str, dict[int, list[Line]]]:
        """The settlement lines by the cards on the table, once no more is to come."""
        settled: dict[str, dict[int, list[Line]]] = {}
        for number, seen in self.showdowns().items():
            for position in self.box(number).positions:
                lines = settle_position(self.rules, position, seen, self.over(position))
                settled.setdefault(position.bettor, {}).setdefault(number, []).extend(lines)
        for insured in self.insured:
            line = self.settled_insurance(insured, self.dealer_hand)
            settled.setdefault(insured.bettor, {}).setdefault(insured.box, []).append(line)
        return settled

    def left_by_void(self) -> dict[str, dict[int, list[Line]]]:
        """The lines that a void leaves standing: of what was decided after the initial deal, where read so (R-01)."""
        rules, kept = self.rules, dict[str, dict[int, list[Line]]]()
        if void_undoes_all(rules) or not self.moved_on:
            return kept
        for bettor, box, lines in self.decided():
            kept.setdefault(bettor, {})[box] = lines
        for insured in self.insured:
            returned = self.is_returned(insured)
            if returned or len(self.dealer) > 1:
                line = settle_insurance(rules, insured.stake, self.box(insured.box).area, self.dealer_hand, returned)
                kept.setdefault(insured.bettor, {}).setdefault(insured.box, []).append(line)
        return kept

    def decided(self, bettor: str | None = None) -> Iterator[tuple[str, int, list[Line]]]:
        """The lines of what the cards have decided by now, of all bettors or of one, by box; without insurance."""
        rules = self.rules
        for box, area in self.played if self.moved_on else ():
            folded = not box.in_play
            for position in box.positions:
                if bettor not in (None, position.bettor):
                    continue
                if part := decided_part(rules, position, area, self.dealer, box.positions, folded=folded):
                    seen = showdown(rules, area, self.dealer_hand, folded=folded, sides=part.sides)
                    yield position.bettor, box.number, list(settle_position(rules, part, seen, self.over(part)))

    @property
    def moved_on(self) -> bool:
        """Whether play has moved on from the initial deal, so that wagers that it decided are settled (R-19)."""
        if not self.rules.confirms_deal:
            return any(box.area for box in self.boxes)
        return any(isinstance(event, DealConfirmed) for event in self.play)

    def nets(self) -> dict[str, int]:
        """The net result of each bettor in cents; where the round is void, of what that leaves standing (R-01)."""
        void = self.phase is Phase.VOID
        lines = self.left_by_void() if void else self.settlement()
        settled = {bettor: sum(line.net for own in boxes.values() for line in own) for bettor, boxes in lines.items()}
        return {**dict.fromkeys(self.staked(), 0), **settled} if void else settled

    def wagers(self) -> dict[str, dict[str, int]]:
        """The stakes in cents, by bettor and by wager with its box; the main wager with all that was added to it."""
        wagers: dict[str, dict[str, int]] = {}
        for box in self.boxes:
            for each in box.positions:
                own = wagers.setdefault(each.bettor, {})
                main = (sum(each.stakes.values()) or each.original) + sum(each.doubles.values())
                staked = {"main": main, **each.sides, Sentence("tie-on-split-hands"): sum(each.ties.values())}
                own |= {
                    Sentence("wager-on-box", wager=wager, box=box.number): stake
                    for wager, stake in staked.items()
                    if stake
                }
        for insured in self.insured:
            wagers.setdefault(insured.bettor, {})[
                Sentence("insurance-of-owner-on-box", owner=insured.owner, box=insured.box)
            ] = insured.stake
        return wagers

    @property
    def out(self) -> Counter[Card]:
        """Every card of known face that has left the shoe in this round, wherever it is now."""
        pulled = self.pulled.cards if self.pulled else ()
        boxes = (card for box in self.boxes for card in box.cards)
        return Counter((*boxes, *self.dealer, *self.removed, *pulled, *self.waiting))

    def copies(self, card: Card) -> int:
        """How many copies of a card are out and cannot come again: all that came, less those reshuffled."""
        return (self.out - Counter(self.shuffled_in))[card]

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards of this round in the discard holder: removed ones, and bust hands.

        Where somebody has Superb 8's on a box its cards stay until all its hands are finished (dueling8 3.31.1).
        """
        gone = [*self.removed]
        for box in self.boxes:
            if box.area and (box.area.done or not box.side("superb-8s")):
                # The printed card never leaves the layout; it starts the first hand.
                gone += [
                    card
                    for hand in box.area.hands
                    if hand.bust
                    for card in hand.cards[1 if self.rules.printed and hand.id == 0 else 0 :]
                ]
        return tuple((Counter(gone) - Counter(self.shuffled_in)).elements())

    def established(self) -> bool:
        """Whether an outcome is established: a wager that counts for it is decided (R-07)."""
        match self.rules.reads("R-07"):
            case "b":
                return any(self._decided(box, position) for box in self.boxes for position in box.positions)
            case "c":
                mains = ((box, replace(each, sides={}, ties={})) for box in self.wagered for each in box.mains)
                return any(self._decided(box, position) for box, position in mains)
            case _:
                return self._offered_decided()

    def _decided(self, box: Box, position: Position) -> bool:
        """Whether a wager of a position is decided."""
        rules, area = self.rules, box.area
        if area is None and len(box.dealt) >= rules.opening:
            area = Area.of(*box.dealt, printed=rules.printed)
        opened = opening_decided(rules, area.first_two if area else box.cards, self.dealer)
        part = decided_part(rules, position, area, self.dealer, box.positions, folded=not box.in_play)
        return part is not None or not opened.isdisjoint(position.sides)

    def _offered_decided(self) -> bool:
        """Whether any wager on offer is decided: one is as soon as a box has all its opening cards.

        A first card of the Dealer's rank decides one too: Lucky 8 is won then, whatever the second card is.
        """
        ranks = {card.rank for card in self.dealer[:1]}
        return any(
            box.area or len(box.dealt) >= self.rules.opening or ranks & {card.rank for card in box.dealt}
            for box in self.wagered
        )

    def staked(self) -> dict[str, int]:
        """The total that each bettor has staked so far, claims included, in cents."""
        amounts: dict[str, int] = {}
        for box in self.boxes:
            for each in box.positions:
                amounts[each.bettor] = amounts.get(each.bettor, 0) + each.staked
        pending = [(claim.bettor, claim.stake) for claim in self.claims]
        for bettor, stake in pending + [(each.bettor, each.stake) for each in (*self.insured, *self.insurance_claims)]:
            amounts[bettor] = amounts.get(bettor, 0) + stake
        return amounts

    def side_claim(self, claim: SideClaim, came: int) -> Claim:
        """A claim to a side wager with its rank; `came` is how many claims came before it."""
        position = self.box(claim.box).position(claim.bettor)
        staked = sum(sum(each.sides.values()) for each in self._positions(claim.bettor))
        claimant = Claimant(
            slot=position.slot if position else None,
            nearest=self._nearest(claim.bettor, claim.box, sides=self.rules.reads("R-115") == "b"),
            staked=staked,
            came=came,
        )
        # By R-37 (b) there is no deadlock about Lucky 8: of equal claims the first counts.
        first = (came,) if claim.wager == "lucky-8" and self.rules.reads("R-37") == "b" else ()
        return Claim((*side_place(claimant), *first), claim.bettor)

    def insurance_claim(self, claim: Insured, came: int) -> Claim:
        """A claim to another's insurance with its rank; their insurance on boxes they control is not counted."""
        position = self.box(claim.box).position(claim.bettor)
        others = [each for each in self.insured if each.bettor == claim.bettor]
        staked = sum(each.stake for each in others if self.box(each.box).controller() != claim.bettor)
        claimant = Claimant(
            slot=position.slot if position else None,
            nearest=self._nearest(claim.bettor, claim.box, sides=self.rules.sides_rank),
            staked=staked,
            came=came,
        )
        return Claim(insurance_place(claimant), claim.bettor)

    def _positions(self, bettor: str) -> list[Position]:
        return [position for box in self.boxes if (position := box.position(bettor))]

    def _nearest(self, bettor: str, box: int, sides: bool) -> tuple[int, int] | None:
        """The distance to the bettor's nearest wager in boxes, and its slot; None where there is none.

        A side wager lies behind the mains (slot 4). It counts for insurance (R-62), but not for claims to side wagers
        (R-115).
        """
        held = ((other, position) for other in self.boxes if (position := other.position(bettor)))
        places = [(abs(other.number - box), each.slot or 4) for other, each in held if sides or each.slot]
        return min(places, default=None)


def _slot(position: Position) -> int:
    return position.slot or 0


def on_boxes(terms: Terms) -> Blackjack:
    """The game of these terms; refused if it is not blackjack on boxes."""
    rules = terms.rules
    if not isinstance(rules, Blackjack) or not rules.boxes:
        raise Refused("game-not-on-boxes", game=terms.game)
    return rules


def check_held(round: BoxRound, came: Iterable[Card], instead: Iterable[Card] = ()) -> None:
    """Refuse cards that the decks cannot hold together with those that are out; `instead` are replaced by them.

    The cards of every command are checked here: Dueling 8's has no Ten, and of no card are there more copies than
    decks.
    """
    rules, decks = round.rules, round.terms.decks
    named = Counter(came)
    out = round.out - Counter(instead) + named - Counter(round.shuffled_in)
    for card in named:
        most = decks if card in rules.deck.cards else 0
        if out[card] > most:
            excess = Sentence("too-many-copies-in-decks", decks=decks, deck_size=rules.deck.name, most=most, card=card)
            raise Refused(excess, rules.clause("2.1"))
