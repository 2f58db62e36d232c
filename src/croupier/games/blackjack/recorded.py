"""A recorded blackjack round: one player on one area, cards in dealing order, decisions in order."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.dealer import draws, insurance_waits, needs_second_card, needs_whole_hand
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.outcome import LOW
from croupier.games.blackjack.settlement import (
    Position,
    settle_insurance,
    settle_position,
    showdown,
)
from croupier.games.blackjack.variants import Blackjack
from croupier.games.round import Phase
from croupier.games.wager import Line
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

DECISIONS = ("insure", "even-money", "surrender", "hit", "stand", "double", "split")


class HandSummary(msgspec.Struct, frozen=True):
    """A finished hand."""

    total: int
    soft: bool
    blackjack: bool
    bust: bool


class BlackjackSummary(msgspec.Struct, frozen=True):
    """The outcome of a round as people read it."""

    dealer: HandSummary
    player: list[HandSummary]

    @property
    def result(self) -> str:
        """The Dealer's final hand in words."""
        end = self.dealer
        return (
            Sentence("dealer-has-blackjack")
            if end.blackjack
            else Sentence("dealer-busts")
            if end.bust
            else Sentence("dealer-has-total", total=end.total)
        )


class BlackjackSettlement(msgspec.Struct, frozen=True):
    """The settlement of one player's wagers, every cent explained."""

    outcome: BlackjackSummary
    hands: dict[str, tuple[Card, ...]]
    net: dict[str, int]
    total: int
    lines: list[Line]

    @property
    def headline(self) -> str:
        """The hands, their points and the Dealer's result in a few words."""
        ends = [*self.outcome.player, self.outcome.dealer]
        held = [
            f"{name} {' '.join(hand)} = {end.total}" for (name, hand), end in zip(self.hands.items(), ends, strict=True)
        ]
        return f"{', '.join(held)}: {self.outcome.result}"


class RecordedPlayer:
    """One player alone at the table, who plays an area by a list of decisions and stakes what they cost."""

    def __init__(
        self, rules: Blackjack, stakes: Mapping[str, int], decisions: Sequence[str], unit: int, minimum: int
    ) -> None:
        self.rules, self.unit, self.minimum = rules, unit, minimum
        self.left = list(reversed(decisions))
        sides = {wager: stake for wager, stake in stakes.items() if wager != "main"}
        main = stakes.get("main", 0)
        if not main and not (rules.sides_alone and sides):
            raise Refused("area-without-main-wager", rules.law.side_needs_main)
        self.position = Position(bettor="player", original=main, sides=sides, stakes={0: main} if main else {})
        self.insured = 0

    def next(self) -> tuple[str, int | None]:
        """Peek at the next decision, with its amount in cents where it names one; empty where none is left."""
        if not self.left:
            return "", None
        word, _, amount = self.left[-1].partition(":")
        if word not in DECISIONS:
            raise Refused("unknown-decision", decision=self.left[-1], known=DECISIONS)
        if amount and not (amount.isascii() and amount.isdigit()):
            raise Refused("amount-not-whole-cents", "R-02", decision=self.left[-1])
        return word, int(amount) if amount else None

    def answer_offers(self, area: Area, dealer: Hand) -> None:
        """Answer the offers of insurance, even money and surrender; what is not in the list is declined."""
        rules, up = self.rules, dealer.cards[0]
        if rules.insures(up):
            self._answer_insurance()
        if rules.pays_even_money(up) and self.next()[0] == "even-money" and area.hands[0].blackjack:
            self._take("even-money")
            self.position = msgspec.structs.replace(self.position, even_money=True)
        elif rules.surrenders(up) and self.next()[0] == "surrender":
            if area.hands[0].blackjack and rules.blackjacks:
                raise Refused("blackjack-not-surrendered", rules.law.surrender_blackjack)
            self._take("surrender")
            self.position = msgspec.structs.replace(self.position, surrendered=True)

    def _answer_insurance(self) -> None:
        word, amount = self.next()
        if word == "insure":
            self.insured = check_insurance(self.rules, self.position.original, amount, self.unit)
            self.left.pop()

    def _take(self, word: str) -> None:
        if self.next()[1] is not None:
            raise Refused("decision-with-needless-amount", action=word, given=self.left[-1])
        self.left.pop()

    def decide(self, area: Area) -> Area:
        """The area after the next decision."""
        rules, (word, amount) = self.rules, self.next()
        hand = area.hand
        assert hand is not None
        if not word:
            raise Refused("decision-missing", rules.law.choices, hand_cards=tuple(hand.cards))
        options = area.options(rules.splitting)
        if word not in options:
            raise not_open(rules, word, hand, options)
        if word == "double":
            return self._double(area, hand, amount)
        if word == "split":
            return self._split(area, amount)
        self._take(word)
        return area.stand() if word == "stand" else area.hit()

    def _double(self, area: Area, hand: Hand, amount: int | None) -> Area:
        extra = check_double(self.rules, self.position.original, amount, self.unit, self.minimum)
        self.left.pop()
        doubles = {**self.position.doubles, hand.id: extra}
        self.position = msgspec.structs.replace(self.position, doubles=doubles)
        return area.double()

    def _split(self, area: Area, amount: int | None) -> Area:
        area = area.split(self.rules.splitting)
        new = len(area.hands) - 1
        if amount is not None:
            check_tie(self.rules, self.position, amount, self.unit)
            self.position = msgspec.structs.replace(self.position, ties={**self.position.ties, new: amount})
        self.left.pop()
        stakes = {**self.position.stakes, new: self.position.original}
        self.position = msgspec.structs.replace(self.position, stakes=stakes)
        return area


def settle(
    rules: Blackjack,
    cards: Sequence[Card],
    stakes: Mapping[str, int],
    decisions: Sequence[str] = (),
    decks: int | None = None,
    unit: int | None = None,
) -> BlackjackSettlement:
    """Settle a complete round; one that the rules do not allow is refused."""
    decks, unit = rules.check_decks(decks), rules.check_unit(unit or rules.unit)
    check_copies(rules, cards, decks)
    rules.check_stakes(stakes, unit)
    player = RecordedPlayer(rules, stakes, decisions, unit, minimum=unit)
    shoe = CardSource(rules, cards)
    area, dealer = play(rules, player, shoe)
    if player.left:
        raise Refused("decision-where-none-open", rules.law.choices, decision=player.left[-1])
    shoe.finish(dealer)
    return _summarise(rules, area, dealer, player)


def play(rules: Blackjack, player: "RecordedPlayer", shoe: "CardSource") -> tuple[Area, Hand]:
    """Play a round to its end: the initial deal, the offers, the player's hands, the Dealer's."""
    area, dealer = deal_opening(rules, shoe)
    if player.position.plays:
        player.answer_offers(area, dealer)
    while player.position.plays and not area.done:
        area = area.take(shoe.next(Sentence("place-hand-in-play"))) if area.waits_for_card else player.decide(area)
    return area, _play_dealer(rules, area, dealer, player, shoe)


class CardSource:
    """Cards dealt one by one from the front."""

    def __init__(self, rules: Blackjack, cards: Sequence[Card]) -> None:
        self.rules, self.cards, self.dealt = rules, cards, 0

    def next(self, to: str) -> Card:
        """Take the next card; refused where none is left. `to` names its place in the refusal."""
        if self.dealt >= len(self.cards):
            raise Refused("card-too-few-for-place", self.rules.law.deals, place=to)
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def finish(self, dealer: Hand) -> None:
        """Refuse cards that are left over."""
        if self.dealt < len(self.cards):
            left, clause = tuple(self.cards[self.dealt :]), why_dealer_stands(self.rules, dealer)
            raise Refused("cards-left-over", clause, cards_dealt=self.dealt, left=left)


def deal_opening(rules: Blackjack, shoe: CardSource) -> tuple[Area, Hand]:
    """The initial deal of one area and the Dealer."""
    if rules.printed:
        return Area.of(shoe.next(Sentence("place-player")), printed=rules.printed), Hand.of(rules.printed)
    first, dealer, second = (
        shoe.next(Sentence("place-player")),
        shoe.next(Sentence("place-dealer")),
        shoe.next(Sentence("place-player")),
    )
    return Area.of(first, second), Hand.of(dealer)


def _play_dealer(rules: Blackjack, area: Area, dealer: Hand, player: RecordedPlayer, shoe: CardSource) -> Hand:
    position = [player.position]
    whole = needs_whole_hand(rules, area, position, dealer)
    insured = bool(player.insured) and not player.position.even_money and insurance_waits(rules, area)
    second = insured or needs_second_card(rules, area, position, dealer)
    while draws(dealer, to_the_end=whole, second_card=second, hits_soft_17=rules.hits_soft_17):
        dealer = dealer.with_card(shoe.next(Sentence("place-dealer")))
    return dealer


def _summarise(rules: Blackjack, area: Area, dealer: Hand, player: RecordedPlayer) -> BlackjackSettlement:
    position = player.position
    seen = showdown(rules, area, dealer, folded=position.surrendered)
    lines = list(settle_position(rules, position, seen))
    if player.insured:
        lines.append(settle_insurance(rules, player.insured, area, dealer, returned=position.even_money))
    net: dict[str, int] = {}
    for line in lines:
        net[line.wager] = net.get(line.wager, 0) + line.net
    names = ["player"] if len(area.hands) == 1 else [f"player-{hand.id + 1}" for hand in area.hands]
    held = {name: hand.cards for name, hand in zip(names, area.hands, strict=True)}
    outcome = BlackjackSummary(_summary(rules, dealer), [_summary(rules, hand) for hand in area.hands])
    return BlackjackSettlement(outcome, {**held, "dealer": dealer.cards}, net, sum(net.values()), lines)


def _summary(rules: Blackjack, hand: Hand) -> HandSummary:
    return HandSummary(hand.total, hand.soft, rules.blackjacks and hand.blackjack, hand.bust)


def check_copies(rules: Blackjack, cards: Sequence[Card], decks: int) -> None:
    """Refuse cards of which there are more copies than decks, or that the deck does not have."""
    if len(cards) - len(set(cards)) >= decks or rules.printed:
        for card in set(cards):
            most = decks if card in rules.deck.cards else 0
            if (copies := cards.count(card)) > most:
                raise Refused(
                    "decks-of-size-cannot-hold",
                    rules.clause("2.1"),
                    decks=decks,
                    deck_size=rules.deck.name,
                    copies=copies,
                    card=card,
                )


def check_insurance(rules: Blackjack, original: int, amount: int | None, unit: int, left: int | None = None) -> int:
    """The stake of insurance on a main wager: half of it, or up to half where the game allows less (R-59).

    `left` is what others leave to be insured.
    """
    most = original // 2 if left is None else left
    if rules.insurance == "half":
        if amount not in (None, most):
            raise Refused("insurance-not-half", rules.law.insurance, half=most)
        return most
    most -= most % unit
    amount = most if amount is None else amount
    if not 0 < amount <= most or amount % unit:
        raise Refused("insurance-outside-limits", rules.law.insurance, unit=unit, most=most, amount=amount)
    return amount


def check_double(
    rules: Blackjack, original: int, amount: int | None, unit: int, minimum: int, room: int | None = None
) -> int:
    """The amount that a double adds: the original stake, or from the table minimum up to it (R-44, R-82).

    `room` is the most that a maximum leaves, where one counts for doubles (R-03).
    """
    unit = rules.unit_of_double(original, unit)
    most = original if room is None or room >= original else room - room % unit
    amount = most if amount is None else amount
    least = -(-minimum // unit) * unit if rules.double_for_less else original
    if not least <= amount <= most or amount % unit:
        range_allowed = Sentence("multiple-within-range", unit=unit, least=least, most=most)
        allowed = (
            Sentence("amount-not-allowed", allowed=range_allowed, given=amount)
            if least < most
            else Sentence("just-amount-not-given", required=most, given=amount)
        )
        raise Refused("double-amount-wrong", rules.law.double, allowed=allowed)
    return amount


def check_tie(rules: Blackjack, position: Position, amount: int, unit: int) -> None:
    """Refuse Tie on 18 on a split hand where none was placed before the deal, or for an amount off the unit (R-76)."""
    if "tie-on-18" not in rules.by_name:
        raise Refused("split-takes-no-amount", rules.law.split)
    if not position.sides.get("tie-on-18"):
        raise Refused("tie-not-placed-before-deal", rules.law.tie_on_split)
    rules.check_stakes({"tie-on-18": amount}, unit)


def not_open(rules: Blackjack, word: str, hand: Hand, options: Iterable[str]) -> Refused:
    """The refusal of a decision that is not open: by which clause, and what would be allowed."""
    held = Sentence("soft-hand-held" if hand.soft else "hard-hand-held", hand_cards=hand.cards, total=hand.total)
    law = rules.law
    clauses = {
        "double": law.double_first_two,
        "split": law.split_limit if hand.split else law.split,
        "surrender": law.surrender_split if hand.split else law.surrender,
        "insure": law.insurance,
        "even-money": law.even_money,
    }
    if word == "split" and hand.split and not rules.splitting.allows(hand, 0):
        clauses["split"] = law.split_again
    return Refused(
        "action-not-open-on-hand", clauses.get(word) or law.choices, action=word, held=held, options=tuple(options)
    )


def why_dealer_stands(rules: Blackjack, dealer: Hand) -> Citation:
    """The clause by which the Dealer takes no card: for the total, or because no open wager could change."""
    return rules.law.dealer_draws if dealer.total >= LOW else rules.law.dealer_stops


def no_card_due(rules: Blackjack, phase: Phase, dealer: Hand) -> Refused:
    """The refusal of a card when none is due."""
    clause = why_dealer_stands(rules, dealer) if phase is Phase.COMPLETE else rules.law.window or rules.law.choices
    return Refused("no-card-due", clause, phase=phase)


def check_void(rules: Blackjack, clause: Clause) -> None:
    """Refuse to void a round by a clause that does not allow it."""
    if clause not in [rules.clause(each) for each in rules.voids]:
        raise Refused("void-clause-not-applicable", clause, cited=clause, allowed=tuple(rules.voids))
