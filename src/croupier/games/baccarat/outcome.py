"""The outcome of a baccarat round, as the aspects that wagers read."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side, hands, total

Winner = Literal["player", "banker", "tie"]


class Points(msgspec.Struct, frozen=True):
    """The totals and how many cards each hand took."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> Winner:
        """The hand with the higher total."""
        if self.player == self.banker:
            return "tie"
        return "player" if self.player > self.banker else "banker"

    @property
    def margin(self) -> int:
        """The points between the hands."""
        return abs(self.player - self.banker)

    def natural(self, side: Side) -> bool:
        """Whether that hand has eight or nine in two cards; third cards are not dealt then, so two cards tell."""
        if side == "player":
            return self.player_cards == 2 and self.player >= 8
        return self.banker_cards == 2 and self.banker >= 8


class OpeningHand(msgspec.Struct, frozen=True):
    """The first two cards of one hand: the rank they pair in, the suit they share, the colour they share."""

    pair: str
    suit: str
    colour: Literal["red", "black", ""]


class OpeningPairs(msgspec.Struct, frozen=True):
    """The ranks in which each hand's first two cards pair."""

    player_pair: str
    banker_pair: str


class Outcome(msgspec.Struct, frozen=True):
    """A complete round."""

    points: Points
    player_opening: OpeningHand
    banker_opening: OpeningHand

    @property
    def openings(self) -> OpeningPairs:
        """Both hands' pairs together."""
        return OpeningPairs(self.player_opening.pair, self.banker_opening.pair)


def is_pair(first: Card, second: Card) -> bool:
    """Whether two cards pair: their ranks are the same, so a Ten pairs with no face card (R-63)."""
    return first.rank == second.rank


@cache
def opening(first: Card, second: Card, *, pairs: Callable[[Card, Card], bool] = is_pair) -> OpeningHand:
    """The opening hand of two cards; `pairs` may be another reading of what a pair is.

    >>> opening(Card("4D"), Card("4D")), opening(Card("KS"), Card("2C"))
    (OpeningHand(pair='4', suit='D', colour='red'), OpeningHand(pair='', suit='', colour='black'))
    """
    return OpeningHand(
        first.rank if pairs(first, second) else "",
        first.suit if first.suit == second.suit else "",
        "" if first.red != second.red else "red" if first.red else "black",
    )


def outcome(dealt: Sequence[Card]) -> Outcome:
    """The outcome of a complete round's cards, in dealing order.

    >>> from croupier.cards import cards
    >>> outcome(cards("8S 4C 3D 2H KH")).points
    Points(player=1, banker=6, player_cards=3, banker_cards=2)
    """
    player, banker = hands(dealt)
    points = Points(total(player), total(banker), len(player), len(banker))
    return Outcome(points, opening(*player[:2]), opening(*banker[:2]))
