"""What lies on the table of any family: hands of cards, and stakes."""

import msgspec

from croupier.cards import Card


class HandShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie together, and what they come to."""

    cards: tuple[Card, ...]
    total: int
    soft: bool = False
    blackjack: bool = False
    bust: bool = False
    split: bool = False
    doubled: bool = False
    stood: bool = False
    alone: bool = False
    """Played without its player."""
    number: int | None = None
    """Which of several, counted from one in the order of their forming, as stakes and lines name it."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount on a wager."""

    wager: str
    stake: int
    box: int | None = None
    hand: int | None = None
    """Which of several hands, counted from one."""
    whose: str | None = None
    """Whose wager it insures, by their place."""


class NamedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a game that has no view of its own."""

    name: str
    """As offers name it."""
    label: str
    """In English."""
    cards: tuple[Card, ...]
    comes_to: str
    """In a few characters; nothing where it comes to nothing yet."""
    won: bool
    """When it is settled."""


class HandsShown(msgspec.Struct, frozen=True, kw_only=True, tag="hands", tag_field="kind"):
    """The hands of any game, in their order."""

    hands: tuple[NamedHand, ...]
    result: str | None
    """In a few words, when it is settled."""
