"""The interface of best play for games with decisions; most families have none."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cards import Composition
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.games.game import Game
from croupier.refused import Refused

if TYPE_CHECKING:
    from rich.console import RenderableType


class FamilyStrategy(ABC):
    """How the games of one family are solved, and how a solved strategy is shown."""

    @abstractmethod
    def find(self, game: Game, shoe: Composition, *, any_decks: bool = False) -> Any:
        """Solve a game from a shoe."""

    @abstractmethod
    def chart(self, solved: Any, *, costs: bool) -> "RenderableType":
        """The strategy as a table for people."""

    @abstractmethod
    def in_json(self, solved: Any) -> dict[str, Any]:
        """The strategy as JSON values."""

    def cells(self, solved: Any) -> dict[str, str]:  # noqa: ARG002
        """The decision in every square of the chart, by the name of the square; none where there is no chart."""
        return {}

    @abstractmethod
    def draw(self, solved: Any, path: Path) -> None:
        """Write the strategy as a picture."""

    @abstractmethod
    def hand(self, solved: Any, held: Any) -> "RenderableType":
        """Every open decision for exact cards, as a table for people."""

    @abstractmethod
    def hand_in_json(self, solved: Any, held: Any) -> dict[str, Any]:
        """The same as JSON values."""


def strategy_of(game: Game) -> FamilyStrategy | None:
    """What solves that game; `None` for a game without decisions."""
    solver: FamilyStrategy | None = family(game).part("strategy")
    return solver


def require_strategy(game: Game) -> FamilyStrategy:
    """The same, or a refusal that names the games with decisions."""
    solver = strategy_of(game)
    if solver is None:
        others = ", ".join(each.name for each in GAMES.values() if strategy_of(each))
        raise Refused(f"{game.name} has no decisions: there are strategies for {others}")
    return solver


def strategy(
    game: str | Game, shoe: Composition | None = None, reading: str | None = None, *, any_decks: bool = False
) -> Any:
    """The best strategy of a game, from its default shoe unless one is given.

    >>> found = strategy("lucky-8")
    >>> found.holding("T 6", "T").best
    'surrender'
    """
    rules = find(game, reading)
    return require_strategy(rules).find(rules, rules.shoe() if shoe is None else shoe, any_decks=any_decks)
