"""The structs of a blackjack table in a view, as they are sent."""

from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.house.views.layout import HandShown, Stake
from croupier.rulebook import Citation


class Decided(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager that the cards have decided, and what it brings, in cents."""

    wager: str
    stake: int
    net: int
    outcome: str | None = None
    pays: str | None = None
    hand: int | None = None
    box: int | None = None


class BettorShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wagers of a bettor on a box. Bettors are named by place, such as `guest 3.1`: the first on box 3."""

    who: str
    stakes: tuple[Stake, ...]
    slot: int | None = None
    surrendered: bool = False
    even_money: bool = False
    absent: bool = False
    decided: tuple[Decided, ...] = ()
    """What is decided of these wagers: on boxes it is paid and collected in sight."""


class BoxShown(msgspec.Struct, frozen=True, kw_only=True):
    """A playing area."""

    number: int
    taken: bool
    """Whether somebody sits there."""
    controls: str | None
    """The place of the bettor who decides."""
    hands: tuple[HandShown, ...]
    at: int | None
    """The number of the hand in play, from 1."""
    bettors: tuple[BettorShown, ...]
    claims: tuple[Stake, ...]
    """Wagers that are not yet sure of a spot."""
    insured: tuple[Stake, ...]
    skipped: bool
    hits: tuple[str, ...] = ()
    """When the round is settled: the side wagers that win on its cards, whether anybody placed them or not."""


class BoxesShown(msgspec.Struct, frozen=True, kw_only=True, tag="boxes", tag_field="kind"):
    """A table with boxes."""

    dealer: HandShown
    boxes: tuple[BoxShown, ...]
    turn: int | None
    """The box in play."""
    face_up: tuple[Card, ...]
    """Cards that lie face up and are dealt next."""
    pulled: int
    """How many cards were drawn at once and wait for somebody to pick."""
    seen: tuple[Card, ...]
    """Those of the pulled cards that were seen."""
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
    """Empty until every card is out; the most frequent first."""
    asked: int = 0
    """How many terminals the first decision is open to; later counts would tell what others chose (R-85)."""
    answered: int = 0
    """How many of them have answered."""
    hits: tuple[str, ...] = ()
    """When the round is settled: the side wagers that win on the opening, whether anybody placed them or not."""


class PlayShown(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of play of a blackjack game, with the clauses of its document."""

    printed: Card | None
    """The card that starts every hand, the Dealer's too."""
    hands: int
    """The largest number of hands of an area, by splitting."""
    splits: str | None
    """The only rank that may be split; None where any two cards of equal value may."""
    double_for_less: bool
    insurance: Literal["up-to-half", "half"] | None
    laws: dict[str, Citation]
    """The clause, or the ruling, for each thing that a round may have to explain."""
