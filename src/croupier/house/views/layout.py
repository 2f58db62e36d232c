"""What lies on the table in any family: hands of cards, and stakes."""

import msgspec

from croupier.cards import Card


class HandShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand of cards, and its total."""

    cards: tuple[Card, ...]
    total: int
    soft: bool = False
    blackjack: bool = False
    bust: bool = False
    split: bool = False
    doubled: bool = False
    stood: bool = False
    alone: bool = False
    """Whether it is played without its player."""
    number: int | None = None
    """Its number, from 1 in order of forming, as stakes and lines name it; None where it is alone."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stake on a wager, in cents."""

    wager: str
    stake: int
    box: int | None = None
    hand: int | None = None
    """The number of the hand, from 1, where there are several."""
    whose: str | None = None
    """The place of the player whose wager it insures."""


class NamedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a game that has no view of its own."""

    name: str
    """The name by which offers refer to it."""
    label: str
    """Its name in English."""
    cards: tuple[Card, ...]
    comes_to: str
    """Its value as a short text; empty while it has none."""
    won: bool
    """Whether it has won; False before the settlement."""


class HandsShown(msgspec.Struct, frozen=True, kw_only=True, tag="hands", tag_field="kind"):
    """The hands of any game, in their order."""

    hands: tuple[NamedHand, ...]
    result: str | None
    """The result as text, when the round is settled."""
