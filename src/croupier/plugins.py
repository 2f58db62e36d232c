"""What other packages bring: rule documents, games, families of games and words, found where they are installed.

A package says in its `pyproject.toml` what it has, in a group of entry points for each:

    [project.entry-points."croupier.documents"]
    dragontiger = "dragon_tiger:DOCUMENT"

    [project.entry-points."croupier.games"]
    dragon-tiger = "dragon_tiger.game:DRAGON_TIGER"

    [project.entry-points."croupier.families"]
    dragon-tiger = "dragon_tiger.family:FAMILY"

    [project.entry-points."croupier.words"]
    dragon-tiger = "dragon_tiger"

The words are the `words.json` of the package that is named: sentences like those of `croupier.words`, by their codes.
`docs/add-a-game.md` goes through it step by step.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from croupier.refused import Refused
from croupier.words import defects

T = TypeVar("T")
GROUPS = ("documents", "games", "families", "words")


class PluginRegistry(Mapping[str, T]):
    """What is there, and what installed packages bring besides, by the names under which they register it.

    A package is loaded when somebody asks for more than what is there anyway. By then the rules that it builds upon
    are complete, so that its own modules may be imported in any order.
    """

    def __init__(self, group: str, kind: type, known: Mapping[str, T]) -> None:
        self._group, self._kind, self._known = group, kind, known
        self._all: Mapping[str, T] | None = None

    def __getitem__(self, key: str) -> T:
        return self._known[key] if key in self._known else self._loaded()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())

    def _loaded(self) -> Mapping[str, T]:
        if self._all is None:
            self._check_words()
            found = dict(self._known)
            for entry in entry_points(group=f"croupier.{self._group}"):
                if entry.name in found:
                    raise Refused(f"{_says(entry)}, and there is one of that name already")
                found[entry.name] = self._value(entry)
            self._all = found
        return self._all

    def _check_words(self) -> None:
        # Documents are read while Croupier is imported, when nobody could be told, and say nothing themselves.
        for entry, why in defects() if self._group != "documents" else ():
            raise Refused(f"{_says(entry)}, {why}")

    def _value(self, entry: EntryPoint) -> T:
        try:
            value = entry.load()
        except Exception as error:
            raise Refused(f"{_says(entry)}, which cannot be loaded: {error}") from error
        if not isinstance(value, self._kind):
            raise Refused(f"{_says(entry)}, which is no {self._kind.__name__}")
        return cast("T", value)


def _says(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist else "a package"
    return f"{package} brings {entry.value} for {entry.group} under the name {entry.name!r}"


def load_object(path: str) -> Any:
    """The value at `module:name`.

    >>> load_object("croupier.money:MAX_CENTS") > 0
    True
    """
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def package_paths() -> list[Path]:
    """The folders, or the single files, of all packages that bring something."""
    entries = [entry for group in GROUPS for entry in entry_points(group=f"croupier.{group}")]
    found: dict[Path, None] = {}
    for name in sorted({entry.module.partition(".")[0] for entry in entries}):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            found[Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)] = None
    return list(found)
