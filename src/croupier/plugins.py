"""What other packages bring: rule documents, games and families of games that are found where they are installed.

A package says in its `pyproject.toml` what it has, in a group of entry points for each:

    [project.entry-points."croupier.documents"]
    dragontiger = "dragon_tiger.rules:DOCUMENT"

    [project.entry-points."croupier.games"]
    dragon-tiger = "dragon_tiger.game:DRAGON_TIGER"

    [project.entry-points."croupier.families"]
    dragon-tiger = "dragon_tiger.family:FAMILY"

`docs/add-a-game.md` goes through it step by step.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, TypeVar, cast

from croupier.refused import Refused

T = TypeVar("T")


def brought(group: str, kind: type, known: Mapping[str, T]) -> dict[str, T]:
    """What is there, and what installed packages bring besides, by the names under which they register it."""
    found = dict(known)
    for entry in entry_points(group=f"croupier.{group}"):
        try:
            value = entry.load()
        except Exception as error:
            raise Refused(f"{_says(entry, group)}, which cannot be loaded: {error}") from error
        if not isinstance(value, kind):
            raise Refused(f"{_says(entry, group)}, which is no {kind.__name__}")
        if entry.name in found:
            raise Refused(f"{_says(entry, group)}, and there is one of that name already")
        found[entry.name] = cast("T", value)
    return found


def loaded(path: str) -> Any:
    """The value at `module:name`.

    >>> loaded("croupier.money:MAX_CENTS") > 0
    True
    """
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def _says(entry: Any, group: str) -> str:
    package = entry.dist.name if entry.dist else "a package"
    return f"{package} brings {entry.value} for croupier.{group} under the name {entry.name!r}"
