"""The most that a table can lose on what is staked when bets close, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.cards import Composition
from croupier.games.catalogue import game as find

Stakes = Mapping[str, int]
"""By wager, everybody's together."""
ONCE_IN_ROUNDS = (1_000, 1_000_000)
"""A loss is told that comes once in so many rounds."""


class Largest(NamedTuple):
    """The most that can be lost, how, and whether the cards that are left are known to suffice for it."""

    loss: int
    how: str
    reached: bool = True
    once_in: dict[str, int] = {}
    """The loss that comes once in so many rounds, where it is known."""


def largest_loss(game: str, areas: Sequence[Stakes], left: Composition) -> Largest:
    """The most that can be lost on what everybody has on each area, from the cards that are left."""
    from croupier.odds.families import odds_of

    rules = find(game)
    return odds_of(rules).largest_loss(rules, areas, left)
