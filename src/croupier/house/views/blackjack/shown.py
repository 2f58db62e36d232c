"""What is shown of a blackjack table, as it travels."""

from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.house.views.layout import HandShown, Stake
from croupier.rulebook import Citation


class BettorShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody's wagers on a box. Everybody goes by their place, such as `guest 3.1`: the first on box 3."""

    who: str
    stakes: tuple[Stake, ...]
    slot: int | None = None
    surrendered: bool = False
    even_money: bool = False
    absent: bool = False


class BoxShown(msgspec.Struct, frozen=True, kw_only=True):
    """A playing area."""

    number: int
    taken: bool
    """Whether somebody sits there."""
    controls: str | None
    """Who decides."""
    hands: tuple[HandShown, ...]
    at: int | None
    """Which of the hands is in play, counted from one."""
    bettors: tuple[BettorShown, ...]
    claims: tuple[Stake, ...]
    """Wagers that wait to know whether they get a spot."""
    insured: tuple[Stake, ...]
    skipped: bool


class BoxesShown(msgspec.Struct, frozen=True, kw_only=True, tag="boxes", tag_field="kind"):
    """A table with boxes."""

    dealer: HandShown
    boxes: tuple[BoxShown, ...]
    turn: int | None
    """The box in play."""
    face_up: tuple[Card, ...]
    """Cards that lie before everybody and are dealt next."""
    pulled: int
    """How many cards were drawn at once and wait for somebody to pick."""
    seen: tuple[Card, ...]
    """Those of them that were seen."""
    withdrawing: bool


class WayShown(msgspec.Struct, frozen=True):
    """One of the ways in which the shared cards were played, and how many terminals took it."""

    hands: tuple[HandShown, ...]
    terminals: int
    surrendered: bool


class SharedShown(msgspec.Struct, frozen=True, kw_only=True, tag="shared", tag_field="kind"):
    """The shared cards of Electronic Blackjack."""

    dealer: HandShown
    opening: tuple[Card, ...]
    stream: tuple[Card, ...]
    ways: tuple[WayShown, ...]
    """When every card is out, the way that most took first."""


class PlayShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a blackjack game is played, and where its document says so."""

    printed: Card | None
    """The card that starts every hand, the Dealer's too."""
    hands: int
    """How many an area may have by splitting."""
    splits: str | None
    """The one rank that may be split; any two cards of equal value where there is none."""
    double_for_less: bool
    insurance: Literal["up-to-half", "half"] | None
    laws: dict[str, Citation]
    """The clause, or the ruling, for each thing that a round may have to explain."""
