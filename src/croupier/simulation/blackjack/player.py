"""Replays simulated rounds through the rules engine, with a player who follows a strategy."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.cards import Card
from croupier.games.blackjack.dealer import draws, insurance_waits, needs_second_card, needs_whole_hand
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.recorded import CardSource, RecordedPlayer, play
from croupier.games.blackjack.variants import Blackjack
from croupier.simulation.blackjack.strategy import ChartStrategy


class StrategyFollower(RecordedPlayer):
    """A player who follows a strategy, insures against every Ace if `insures`, and records the decisions."""

    def __init__(
        self, rules: Blackjack, stakes: Mapping[str, int], strategy: ChartStrategy, *, insures: bool = True
    ) -> None:
        super().__init__(rules, stakes, (), rules.unit, rules.unit)
        self.strategy, self.insures = strategy, insures
        self.decisions: list[str] = []
        self.up: Card | None = None

    def answer_offers(self, area: Area, dealer: Hand) -> None:
        """Take insurance, or surrender where the strategy does."""
        self.up = dealer.cards[0]
        hand = area.hands[0]
        if self.rules.insures(self.up) and self.insures:
            self._decide("insure")
        if self.rules.surrenders(self.up) and not hand.closed:
            splits = self.rules.splitting.allows(hand, 1)
            if self.strategy.first(hand, self.up, may_split=splits, may_surrender=True) == "surrender":
                self._decide("surrender")
        super().answer_offers(area, dealer)

    def decide(self, area: Area) -> Area:
        """Decide by the strategy."""
        hand = area.hands[area.at]
        assert self.up
        splitting = self.rules.splitting
        splits, doubles = splitting.allows(hand, len(area.hands)), splitting.doubles(hand)
        self._decide(self.strategy.first(hand, self.up, may_split=splits, may_double=doubles))
        return super().decide(area)

    def _decide(self, word: str) -> None:
        # The next decision is the last one of these.
        self.left.insert(0, word)
        self.decisions.append(word)


class DealtBox(NamedTuple):
    """A round of one box: its cards, the Dealer's included, and the decisions."""

    cards: tuple[Card, ...]
    decisions: tuple[str, ...]


def deal(
    rules: Blackjack,
    cards: Sequence[Card],
    stakes: Mapping[str, int],
    strategy: ChartStrategy,
) -> DealtBox:
    """Deal a round from the front of these cards."""
    player, source = StrategyFollower(rules, stakes, strategy), CardSource(rules, cards)
    play(rules, player, source)
    return DealtBox(tuple(cards[: source.dealt]), tuple(player.decisions))


def deal_boxes(
    rules: Blackjack,
    cards: Sequence[Card],
    boxes: int,
    stakes: Mapping[str, int],
    strategy: ChartStrategy,
) -> tuple[list[DealtBox], int]:
    """Deal a round of several boxes; return each box as a round of its own, and the number of cards of them all."""
    firsts = cards[:boxes]
    up, at = rules.printed, boxes
    seconds: Sequence[Card] = ()
    if not up:
        up, seconds, at = cards[boxes], cards[boxes + 1 : 2 * boxes + 1], 2 * boxes + 1
    dealer, whole, second = Hand.of(up), False, False
    played: list[tuple[list[Card], StrategyFollower]] = []
    for box in range(boxes):
        player = StrategyFollower(rules, stakes, strategy)
        opening = [firsts[box], *seconds[box : box + 1]]
        area = Area.of(*opening, printed=rules.printed)
        player.answer_offers(area, dealer)
        start = at
        while not player.position.surrendered and not area.done:
            if area.waits_for_card:
                area, at = area.take(cards[at]), at + 1
            else:
                area = player.decide(area)
        whole = whole or needs_whole_hand(rules, area, [player.position], dealer)
        insured = player.insured > 0 and insurance_waits(rules, area)
        second = second or insured or needs_second_card(rules, area, [player.position], dealer)
        own = [firsts[box]] if rules.printed else [firsts[box], up, seconds[box]]
        played.append(([*own, *cards[start:at]], player))
    drawn = at
    while draws(dealer, to_the_end=whole, second_card=second, hits_soft_17=rules.hits_soft_17):
        dealer, at = dealer.with_card(cards[at]), at + 1
    # A box alone may need fewer of the Dealer's cards than the others did.
    rounds = [deal(rules, [*own, *cards[drawn:at]], stakes, strategy) for own, _ in played]
    return rounds, at
