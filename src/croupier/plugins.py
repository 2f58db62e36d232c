"""Plug-ins: rule documents, games, families of games and words of other installed packages, found by entry points.

A package lists what it has in its `pyproject.toml`, in a group of entry points for each kind:

    [project.entry-points."croupier.documents"]
    dragontiger = "dragon_tiger:DOCUMENT"

    [project.entry-points."croupier.games"]
    dragon-tiger = "dragon_tiger.game:DRAGON_TIGER"

    [project.entry-points."croupier.families"]
    dragon-tiger = "dragon_tiger.family:FAMILY"

    [project.entry-points."croupier.words"]
    dragon-tiger = "dragon_tiger"

The words are in the `words.json` of the package that is named: sentences by code, like those of `croupier.words`.
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
    """The built-in values and those of installed plug-ins, by the names under which they are registered.

    Plug-ins are loaded lazily, at the first lookup of something that is not built in. By then the rules that they
    build upon are imported, so that their own modules may be imported in any order.
    """

    def __init__(self, group: str, kind: type, builtin: Mapping[str, T]) -> None:
        self._group, self._kind, self._builtin = group, kind, builtin
        self._all: Mapping[str, T] | None = None

    def __getitem__(self, key: str) -> T:
        return self._builtin[key] if key in self._builtin else self._loaded()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())

    def _loaded(self) -> Mapping[str, T]:
        if self._all is None:
            self._check_words()
            registered = dict(self._builtin)
            # While they load, only what is built in can be looked up: a plug-in's module may do so when imported.
            self._all = self._builtin
            try:
                self._load(registered)
            except BaseException:
                self._all = None
                raise
            self._all = registered
        return self._all

    @property
    def complete(self) -> bool:
        """Whether plug-ins are loaded."""
        return self._all is not None and self._all is not self._builtin

    def _load(self, registered: dict[str, T]) -> None:
        for entry in entry_points(group=f"croupier.{self._group}"):
            if entry.name in registered:
                raise Refused(f"{_described(entry)}, but that name is taken")
            registered[entry.name] = self._value(entry)

    def _check_words(self) -> None:
        # Documents load while Croupier is being imported, too early for a refusal, and have no sentences of their own.
        for entry, why in defects() if self._group != "documents" else ():
            raise Refused(f"{_described(entry)}, {why}")

    def _value(self, entry: EntryPoint) -> T:
        try:
            value = entry.load()
        except Exception as error:
            raise Refused(f"{_described(entry)}, which cannot be loaded: {error}") from error
        if not isinstance(value, self._kind):
            raise Refused(f"{_described(entry)}, which is not of type {self._kind.__name__}")
        return cast("T", value)


def _described(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist else "a package"
    return f"{package} brings {entry.value} for {entry.group} under the name {entry.name!r}"


def load_object(path: str) -> Any:
    """Import and return the value at `module:name`.

    >>> load_object("croupier.money:MAX_CENTS") > 0
    True
    """
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def package_paths() -> list[Path]:
    """The folder, or the single file, of each installed plug-in package."""
    entries = [entry for group in GROUPS for entry in entry_points(group=f"croupier.{group}")]
    paths: dict[Path, None] = {}
    for name in sorted({entry.module.partition(".")[0] for entry in entries}):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            paths[Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)] = None
    return list(paths)
