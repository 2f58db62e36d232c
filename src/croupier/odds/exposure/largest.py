"""The most that a table can lose on what is staked when bets close: how it is found for each family of games."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from croupier.cards import Composition
from croupier.games.families import family
from croupier.games.family import together
from croupier.odds.exposure.liability import Stakes, on_boxes, shared
from croupier.odds.exposure.losses import losses, once_in
from croupier.odds.exposure.worst import worst
from croupier.odds.tally import DEALT

SELDOM = (1_000, 1_000_000)
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
    return _FOUND[family(game).name](game, areas, left)


def _baccarat(game: str, areas: Sequence[Stakes], left: Composition) -> Largest:
    stakes = together(areas)
    if left.total < DEALT:
        return Largest(0, "the cards that are left do not last for a round")
    found, chances = worst(game, stakes, left), losses(game, stakes, left)
    seldom = {str(rounds): once_in(rounds, chances) for rounds in SELDOM}
    return Largest(found.loss, " ".join(map(str, found.cards)), once_in=seldom)


_FOUND: dict[str, Callable[[str, Sequence[Stakes], Composition], Largest]] = {
    "baccarat": _baccarat,
    "boxes": lambda game, areas, left: Largest(*on_boxes(game, areas, left)),
    "shared": lambda game, areas, left: Largest(*shared(game, together(areas), left)),
}
