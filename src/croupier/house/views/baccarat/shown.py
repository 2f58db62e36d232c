"""What is shown of a baccarat table, as it travels."""

import msgspec

from croupier.games.baccarat.settlement import Summary
from croupier.house.views.layout import HandShown
from croupier.rulebook import Citation


class BaccaratShown(msgspec.Struct, frozen=True, kw_only=True, tag="baccarat", tag_field="kind"):
    """The cards of a baccarat table."""

    player: HandShown
    banker: HandShown
    result: Summary | None
    """When it is settled."""


class DrawingShown(msgspec.Struct, frozen=True):
    """The table of play of the baccarat games, and the clauses that it rests on."""

    player: list[int]
    """The totals on which Player draws."""
    banker: dict[int, list[int]]
    """By Banker's total, the values of Player's third card on which Banker draws; on the same totals as Player where
    Player stood."""
    places: Citation
    draws: Citation
    settles: Citation
