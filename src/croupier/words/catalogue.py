"""The message catalogue: a template for every code and language, and the names of things in each language."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

import msgspec

LANGUAGES: Final = ("en", "zh")
"""The first one is the default."""
NAMED: Final = ("game", "wager", "outcome", "role", "phase", "hand", "event", "result", "task", "command")
"""Kinds of values with display names in the catalogue."""
LISTED: Final = ("cards", "sentences", "list", "either", "both", "wagers", "roles", "commands")
"""Kinds that are lists of values."""
KINDS: Final = frozenset(("", "name", "money", "amount", "number", "quoted", "card", *LISTED, *NAMED))
"""Every kind of a placeholder, besides `singular|plural`."""


class Placeholder(NamedTuple):
    """A placeholder of a template: the name of its value, and the kind by which it is written."""

    name: str
    kind: str


Template: TypeAlias = "tuple[str | Placeholder, ...]"
"""Literal texts and placeholders, in the word order of the language."""


class Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a catalogue file, or of several merged."""

    sentences: dict[str, dict[str, str]] = {}
    """Template texts, by code and language."""
    names: dict[str, dict[str, dict[str, str]]] = {}
    """Display names, by language, kind and internal name."""


def parse_template(text: str) -> Template:
    """Parse a template from its text.

    >>> parse_template("{stake:money} on {wager}")
    (Placeholder(name='stake', kind='money'), ' on ', Placeholder(name='wager', kind=''))
    """
    parts: list[str | Placeholder] = []
    for before, name, kind, _ in Formatter().parse(text):
        if before:
            parts.append(before)
        if name is not None:
            parts.append(Placeholder(name, kind or ""))
    return tuple(parts)


class CatalogueDefect(NamedTuple):
    """A plug-in package whose words could not be loaded, and why."""

    entry: EntryPoint
    why: str


def catalogue() -> Catalogue:
    """All catalogue files merged: those of this package, then those of plug-ins."""
    return _whole()[0]


def defects() -> tuple[CatalogueDefect, ...]:
    """The plug-in packages whose words could not be loaded: nothing of them is in the catalogue."""
    return _whole()[1]


@cache
def _whole() -> tuple[Catalogue, tuple[CatalogueDefect, ...]]:
    own = Catalogue()
    for file in sorted(files("croupier.words").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".json"):
            _add(own, msgspec.json.decode(file.read_bytes(), type=Catalogue))
    return own, tuple(add_package_words(own, entry_points(group="croupier.words")))


def add_package_words(whole: Catalogue, entries: Iterable[EntryPoint]) -> list[CatalogueDefect]:
    """Merge the words of plug-in packages into a catalogue, each package whole or not at all; returns the defects."""
    defects = []
    for entry in entries:
        try:
            part = msgspec.json.decode(_words_path(entry.value).read_bytes(), type=Catalogue)
            for code, texts in part.sentences.items():
                _check(code, texts)
            _add(whole, part)
        except OSError:
            defects.append(CatalogueDefect(entry, "which has no words.json that can be read"))
        except (ValueError, msgspec.MsgspecError) as error:
            defects.append(CatalogueDefect(entry, f"whose words.json cannot be used: {error}"))
    return defects


def _words_path(package: str) -> Path:
    """The path of a package's `words.json`. The package is not imported: its own import may be under way."""
    top, *below = package.split(".")
    spec = find_spec(top)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(package)
    return Path(spec.submodule_search_locations[0], *below, "words.json")


def _add(whole: Catalogue, part: Catalogue) -> None:
    """Merge a part into the whole. A code that exists already is an error; a name that exists already is kept."""
    if twice := whole.sentences.keys() & part.sentences.keys():
        raise ValueError(f"there is {', '.join(sorted(twice))} already")
    whole.sentences |= part.sentences
    for language, kinds in part.names.items():
        for kind, named in kinds.items():
            known = whole.names.setdefault(language, {}).setdefault(kind, {})
            known |= named | known


def _check(code: str, texts: Mapping[str, str]) -> None:
    """Raise `ValueError` for a sentence that cannot be rendered in every language."""
    if texts.keys() != set(LANGUAGES):
        raise ValueError(f"{code} is to be in {' and '.join(LANGUAGES)}")
    templates = [[each for each in parse_template(text) if isinstance(each, Placeholder)] for text in texts.values()]
    if unknown := [each.kind for one in templates for each in one if each.kind not in KINDS and "|" not in each.kind]:
        raise ValueError(f"{code} has a value of no known kind: {unknown[0]}")
    if len({frozenset(each.name for each in one if "|" not in each.kind) for one in templates}) > 1:
        raise ValueError(f"{code} has other values in another language")


def codes() -> tuple[str, ...]:
    """Every code of the catalogue."""
    return tuple(catalogue().sentences)


@cache
def template(code: str, language: str) -> Template:
    """The template of a code in a language; `KeyError` for a code that is not in the catalogue."""
    try:
        texts = catalogue().sentences[code]
    except KeyError:
        raise KeyError(f"no sentence has the code {code!r}: write it into the catalogue (croupier/words)") from None
    return parse_template(texts[language])


@cache
def constants() -> Mapping[str, str]:
    """The codes of sentences without placeholders, by their English texts."""
    return {
        texts[LANGUAGES[0]]: code for code, texts in catalogue().sentences.items() if "{" not in texts[LANGUAGES[0]]
    }


def names(language: str, kind: str) -> Mapping[str, str]:
    """The display names of a kind in a language, by internal name; what has none is shown by its internal name."""
    return catalogue().names.get(language, {}).get(kind, {})
