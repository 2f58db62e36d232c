"""Exposure: the largest loss that a table can make on the stakes accepted when bets close, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.game import Game

Stakes = Mapping[str, int]
"""Cents by wager, summed over all bettors."""
ONCE_IN_ROUNDS = (1_000, 1_000_000)
"""For each of these, the loss is reported that is reached once in so many rounds (a quantile)."""


class Largest(NamedTuple):
    """The largest loss in cents, the cards or events that cause it, and whether the remaining cards allow it."""

    loss: int
    how: str
    reached: bool = True
    """Whether the loss is attained; otherwise it is an upper bound."""
    once_in: dict[str, int] = {}
    """The loss in cents reached once in so many rounds, where the distribution is known."""


def largest_loss(game: str | Game, areas: Sequence[Stakes], left: Composition) -> Largest:
    """The largest loss on the stakes of each area, given the remaining shoe."""
    from croupier.odds.families import odds_of

    rules = find(game)
    return odds_of(rules).largest_loss(rules, areas, left)
