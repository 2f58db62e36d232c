"""How games with decisions are played best, whatever their family; `None` decides nothing in most."""

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
    """How the games of one family are solved, and how what is found is shown."""

    @abstractmethod
    def find(self, game: Game, shoe: Composition, reading: str | None = None, *, any_decks: bool = False) -> Any:
        """How a game is played best from a shoe."""

    @abstractmethod
    def chart(self, found: Any, *, costs: bool) -> "RenderableType":
        """What was found, for a person."""

    @abstractmethod
    def in_json(self, found: Any) -> dict[str, Any]:
        """What was found, for programs."""

    @abstractmethod
    def draw(self, found: Any, path: Path) -> None:
        """What was found, as a picture in a file."""

    @abstractmethod
    def hand(self, found: Any, held: Any) -> "RenderableType":
        """Every decision that is open about exact cards, for a person."""

    @abstractmethod
    def hand_in_json(self, found: Any, held: Any) -> dict[str, Any]:
        """The same for programs."""


def strategy_of(game: Game) -> FamilyStrategy | None:
    """How that game is solved, where anything is decided in it."""
    found: FamilyStrategy | None = family(game.name).part("strategy")
    return found


def require_strategy(game: Game) -> FamilyStrategy:
    """The same, or a refusal that names the games in which something is decided."""
    found = strategy_of(game)
    if found is None:
        others = ", ".join(each.name for each in GAMES.values() if strategy_of(each))
        raise Refused(f"nothing is decided in {game.name}: there are strategies for {others}")
    return found


def strategy(game: str, shoe: Composition | None = None, reading: str | None = None, *, any_decks: bool = False) -> Any:
    """How a game is played best, from its usual shoe where none is given.

    >>> found = strategy("lucky-8")
    >>> found.holding("T 6", "T").best
    'surrender'
    """
    rules = find(game)
    return require_strategy(rules).find(rules, rules.shoe() if shoe is None else shoe, reading, any_decks=any_decks)
