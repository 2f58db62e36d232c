"""The settlement of a recorded round: its cards in dealing order and one bettor's stakes."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side, hands, next_hand, total
from croupier.games.baccarat.outcome import Outcome, Winner, outcome
from croupier.games.baccarat.variants import Baccarat
from croupier.games.baccarat.wagers import NAMES
from croupier.games.wager import Line, lines
from croupier.refused import Refused
from croupier.words import Sentence


class Summary(msgspec.Struct, frozen=True):
    """The outcome of a round as people read it."""

    winner: Winner
    player: int
    banker: int
    natural: bool
    player_pair: bool
    banker_pair: bool

    @classmethod
    def of(cls, outcome: Outcome, game: Baccarat) -> Self:
        """Summarise the outcome of a complete round, as the game reads it."""
        points = outcome.points
        natural = points.natural("player") or points.natural("banker")
        pairs = game.pairs(outcome.player_opening), game.pairs(outcome.banker_opening)
        return cls(points.winner, points.player, points.banker, natural, *pairs)

    @property
    def result(self) -> str:
        """The result as the dealer announces it."""
        return "Tie" if self.winner == "tie" else Sentence("hand-wins", winner=NAMES[self.winner])


class BaccaratSettlement(msgspec.Struct, frozen=True):
    """The settlement of one bettor's wagers, every cent explained."""

    outcome: Summary
    hands: dict[Side, tuple[Card, ...]]
    net: dict[str, int]
    total: int
    lines: list[Line]

    @property
    def headline(self) -> str:
        """The hands, their points and the result in a few words."""
        held = [f"{NAMES[side]} {' '.join(hand)} = {total(hand)}" for side, hand in self.hands.items()]
        return f"{', '.join(held)}: {self.outcome.result}"


def settle(
    game: Baccarat,
    cards: Sequence[Card],
    stakes: Mapping[str, int],
    decks: int | None = None,
    unit: int | None = None,
) -> BaccaratSettlement:
    """Settle a complete round; one that the rules do not allow is refused."""
    check_cards(game, cards, game.check_decks(decks))
    game.check_stakes(stakes, unit or game.unit)
    game.check_mains(stakes)
    result = outcome(cards)
    settled = lines(game.matcher.match(result), stakes)
    net = {line.wager: line.net for line in settled}
    player, banker = hands(cards)
    return BaccaratSettlement(
        Summary.of(result, game), {"player": player, "banker": banker}, net, sum(net.values()), settled
    )


def check_cards(game: Baccarat, cards: Sequence[Card], decks: int) -> None:
    """Refuse cards that are not one complete round out of that many decks."""
    if len(cards) > decks:
        for card in dict.fromkeys(cards):
            if (copies := cards.count(card)) > decks:
                raise Refused("decks-cannot-hold-copies", game.clause("2.1"), decks=decks, copies=copies, card=card)
    if (hand := next_hand(cards)) is not None:
        raise Refused("card-too-few-for-hand", game.law.draws, hand=NAMES[hand])
    if next_hand(cards[:-1]) is None:
        complete = next(n for n in range(len(cards)) if next_hand(cards[:n]) is None)
        raise Refused("card-too-many-round-complete", game.law.draws, cards_dealt=complete)
