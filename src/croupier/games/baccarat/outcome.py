"""The outcome of a baccarat round, as the aspects that wagers read."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, Self

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side, hands, total

Winner = Literal["player", "banker", "tie"]
Shade = Literal["red", "black", ""]
FACES = "JQK"


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
    colour: Shade
    ten_and_face: bool = False
    """Whether they are a Ten with a face card, of which it is open whether they pair (R-63)."""


class OpeningPairs(msgspec.Struct, frozen=True):
    """The ranks in which each hand's first two cards pair, and whether they are a Ten with a face card."""

    player_pair: str
    banker_pair: str
    player_ten_and_face: bool = False
    banker_ten_and_face: bool = False

    @classmethod
    def of(cls, player: OpeningHand, banker: OpeningHand) -> Self:
        """The pairs of two openings."""
        return cls(player.pair, banker.pair, player.ten_and_face, banker.ten_and_face)


class OpeningHands(msgspec.Struct, frozen=True):
    """Both hands' first two cards, where a wager is on either hand."""

    player: OpeningHand
    banker: OpeningHand


class Shared(msgspec.Struct, frozen=True):
    """What a hand's first two cards share: whether a rank, whether a suit, and which colour."""

    pair: bool
    suit: bool
    colour: Shade

    @classmethod
    def of(cls, hand: OpeningHand) -> Self:
        """What the two cards of an opening share."""
        return cls(hand.pair != "", hand.suit != "", hand.colour)


class Hands(msgspec.Struct, frozen=True):
    """The points, and what each hand's first two cards share."""

    points: Points
    player: Shared
    banker: Shared


class HandColours(msgspec.Struct, frozen=True):
    """The colours of one hand, and whether it won: what its first two cards share, and what all of its cards share."""

    opening: Shade
    final: Shade
    won: bool


class Outcome(msgspec.Struct, frozen=True):
    """A complete round."""

    points: Points
    player_opening: OpeningHand
    banker_opening: OpeningHand
    player_cards: tuple[Card, ...]
    banker_cards: tuple[Card, ...]

    @property
    def openings(self) -> OpeningPairs:
        """Both hands' pairs together."""
        return OpeningPairs.of(self.player_opening, self.banker_opening)

    @property
    def both_openings(self) -> OpeningHands:
        """Both hands' first two cards together."""
        return OpeningHands(self.player_opening, self.banker_opening)

    @property
    def hands(self) -> Hands:
        """The points, with what the first two cards of each hand share."""
        return Hands(self.points, Shared.of(self.player_opening), Shared.of(self.banker_opening))

    @property
    def player_colours(self) -> HandColours:
        """The colours of Player's hand."""
        return HandColours(self.player_opening.colour, shade(self.player_cards), self.points.winner == "player")

    @property
    def banker_colours(self) -> HandColours:
        """The colours of Banker's hand."""
        return HandColours(self.banker_opening.colour, shade(self.banker_cards), self.points.winner == "banker")


@cache
def opening(first: Card, second: Card) -> OpeningHand:
    """The opening hand of two cards.

    >>> opening(Card("4D"), Card("4D"))
    OpeningHand(pair='4', suit='D', colour='red', ten_and_face=False)
    >>> opening(Card("KS"), Card("TC"))
    OpeningHand(pair='', suit='', colour='black', ten_and_face=True)
    """
    return OpeningHand(
        first.rank if first.rank == second.rank else "",
        first.suit if first.suit == second.suit else "",
        shade((first, second)),
        (first.rank == "T" and second.rank in FACES) or (second.rank == "T" and first.rank in FACES),
    )


def shade(cards: Sequence[Card]) -> Shade:
    """The colour that these cards share, empty where they do not.

    >>> shade([Card("4D"), Card("KH")]), shade([Card("4D"), Card("KS")])
    ('red', '')
    """
    reds = sum([card.red for card in cards])
    return "red" if reds == len(cards) else "" if reds else "black"


def outcome(dealt: Sequence[Card]) -> Outcome:
    """The outcome of a complete round's cards, in dealing order.

    >>> from croupier.cards import cards
    >>> outcome(cards("8S 4C 3D 2H KH")).points
    Points(player=1, banker=6, player_cards=3, banker_cards=2)
    """
    player, banker = hands(dealt)
    points = Points(total(player), total(banker), len(player), len(banker))
    return Outcome(points, opening(*player[:2]), opening(*banker[:2]), player, banker)
