"""How each game is conducted."""

from typing import Any, TypeAlias

from croupier.games.families import family as conduct
from croupier.games.family import Family

Conduct: TypeAlias = Family[Any]

__all__ = ["Conduct", "conduct"]
