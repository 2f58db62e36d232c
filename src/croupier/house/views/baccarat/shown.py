"""The structs of a baccarat table in a view, as they are sent."""

import msgspec

from croupier.games.baccarat.settlement import Summary
from croupier.house.views.layout import HandShown
from croupier.rulebook import Citation


class BaccaratShown(msgspec.Struct, frozen=True, kw_only=True, tag="baccarat", tag_field="kind"):
    """The cards of a baccarat table."""

    player: HandShown
    banker: HandShown
    result: Summary | None
    """None before the settlement."""
    hits: tuple[str, ...] = ()
    """When the round is settled: the wagers that win on its cards, whether anybody placed them or not."""


class DrawingShown(msgspec.Struct, frozen=True):
    """The drawing rules of the baccarat games, and the clauses behind them."""

    player: list[int]
    """The totals on which Player draws."""
    banker: dict[int, list[int]]
    """By Banker's total, the values of Player's third card on which Banker draws. Where Player stood, Banker draws on
    the same totals as Player."""
    places: Citation
    draws: Citation
    settles: Citation
