"""Random complete rounds: one player on one area who decides at random, though never to draw on a hard 17 or more."""

import random
from collections.abc import Mapping, Sequence

from croupier.cards import Card
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.recorded import CardSource, RecordedPlayer, play
from croupier.games.blackjack.variants import Blackjack


class RandomPlayer(RecordedPlayer):
    """A player who decides at random and records the decisions."""

    def __init__(self, rules: Blackjack, stakes: Mapping[str, int], entropy: random.Random) -> None:
        super().__init__(rules, stakes, (), rules.unit, rules.unit)
        self.entropy = entropy
        self.decisions: list[str] = []

    def answer_offers(self, area: Area, dealer: Hand) -> None:
        """Take one offer in eight."""
        blackjack, up = self.rules.blackjacks and area.hands[0].blackjack, dealer.cards[0]
        if self.rules.insures(up):
            self._plan("insure", self.entropy.random() < 1 / 8)
            offered = blackjack and self.rules.pays_even_money(up)
            self._plan("even-money", offered and self.entropy.random() < 1 / 8)
        if self.rules.surrenders(up):
            self._plan("surrender", not blackjack and self.entropy.random() < 1 / 8)
        self.left.reverse()
        super().answer_offers(area, dealer)

    def decide(self, area: Area) -> Area:
        """Anything that is open, but no card to a hard 17."""
        hand = area.hands[area.at]
        options = area.options(self.rules.splitting)
        if hand.total >= 17 and not hand.soft:
            options = tuple(option for option in options if option in ("stand", "split"))
        self._plan(self.entropy.choice(options), True)
        return super().decide(area)

    def _plan(self, decision: str, taken: bool) -> None:
        if taken:
            self.left.append(decision)
            self.decisions.append(decision)


def deal_round(
    rules: Blackjack, shoe: Sequence[Card], stakes: Mapping[str, int], entropy: random.Random
) -> tuple[Sequence[Card], list[str]]:
    """The cards that a random round takes from the front of a shoe, and the decisions in it."""
    player, source = RandomPlayer(rules, stakes, entropy), CardSource(rules, shoe)
    play(rules, player, source)
    return shoe[: source.dealt], player.decisions
