"""The catalogue: a template for every code and language, and what things are called in each of them."""

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
"""What is said where nobody asks for another language comes first."""
NAMED: Final = ("game", "wager", "outcome", "role", "phase", "hand", "event", "result", "task", "command")
"""The kinds of values that have names."""
LISTED: Final = ("cards", "sentences", "list", "either", "both", "wagers", "roles", "commands")
"""The kinds that are several values."""
KINDS: Final = frozenset(("", "name", "money", "number", "quoted", "card", *LISTED, *NAMED))
"""What a value may be, besides words for one and for many."""


class Placeholder(NamedTuple):
    """Where a value is put, and as what."""

    name: str
    kind: str


Template: TypeAlias = "tuple[str | Placeholder, ...]"
"""Literal texts and placeholders, in the word order of the language."""


class Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    """One file of it."""

    sentences: dict[str, dict[str, str]] = {}
    """The texts of each code, by language."""
    names: dict[str, dict[str, dict[str, str]]] = {}
    """What things are called, by language, by kind, by what the program calls them."""


def parse_template(text: str) -> Template:
    """A template from its text.

    >>> parse_template("{stake:money} on {wager}")
    (Placeholder(name='stake', kind='money'), ' on ', Placeholder(name='wager', kind=''))
    """
    made: list[str | Placeholder] = []
    for before, name, kind, _ in Formatter().parse(text):
        if before:
            made.append(before)
        if name is not None:
            made.append(Placeholder(name, kind or ""))
    return tuple(made)


class CatalogueDefect(NamedTuple):
    """A package whose words are not there, and why."""

    entry: EntryPoint
    why: str


def catalogue() -> Catalogue:
    """All files together: those of this package, then what other packages bring."""
    return _whole()[0]


def defects() -> tuple[CatalogueDefect, ...]:
    """What other packages bring wrongly: none of it is in the catalogue, which has to say so."""
    return _whole()[1]


@cache
def _whole() -> tuple[Catalogue, tuple[CatalogueDefect, ...]]:
    own = Catalogue()
    for file in sorted(files("croupier.words").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".json"):
            _add(own, msgspec.json.decode(file.read_bytes(), type=Catalogue))
    return own, tuple(add_package_words(own, entry_points(group="croupier.words")))


def add_package_words(whole: Catalogue, entries: Iterable[EntryPoint]) -> list[CatalogueDefect]:
    """Add what packages bring, each whole or not at all."""
    found = []
    for entry in entries:
        try:
            part = msgspec.json.decode(_lies(entry.value).read_bytes(), type=Catalogue)
            for code, texts in part.sentences.items():
                _check(code, texts)
            _add(whole, part)
        except OSError:
            found.append(CatalogueDefect(entry, "which has no words.json that can be read"))
        except (ValueError, msgspec.MsgspecError) as error:
            found.append(CatalogueDefect(entry, f"whose words.json cannot be used: {error}"))
    return found


def _lies(package: str) -> Path:
    """Where the words of a package lie. It is not imported: it may be what is being imported."""
    top, *below = package.split(".")
    spec = find_spec(top)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(package)
    return Path(spec.submodule_search_locations[0], *below, "words.json")


def _add(whole: Catalogue, part: Catalogue) -> None:
    """Add a part that has no code twice. What something is called already, it stays."""
    if twice := whole.sentences.keys() & part.sentences.keys():
        raise ValueError(f"there is {', '.join(sorted(twice))} already")
    whole.sentences |= part.sentences
    for language, kinds in part.names.items():
        for kind, named in kinds.items():
            known = whole.names.setdefault(language, {}).setdefault(kind, {})
            known |= named | known


def _check(code: str, texts: Mapping[str, str]) -> None:
    """Refuse a sentence that could not be said in every language."""
    if texts.keys() != set(LANGUAGES):
        raise ValueError(f"{code} is to be in {' and '.join(LANGUAGES)}")
    holes = [[each for each in parse_template(text) if isinstance(each, Placeholder)] for text in texts.values()]
    if unknown := [each.kind for said in holes for each in said if each.kind not in KINDS and "|" not in each.kind]:
        raise ValueError(f"{code} has a value of no known kind: {unknown[0]}")
    if len({frozenset(each.name for each in said if "|" not in each.kind) for said in holes}) > 1:
        raise ValueError(f"{code} has other values in another language")


def codes() -> tuple[str, ...]:
    """Every code that there is."""
    return tuple(catalogue().sentences)


@cache
def template(code: str, language: str) -> Template:
    """What is said of a code in a language."""
    try:
        texts = catalogue().sentences[code]
    except KeyError:
        raise KeyError(f"no sentence has the code {code!r}: write it into the catalogue (croupier/words)") from None
    return parse_template(texts[language])


@cache
def constants() -> Mapping[str, str]:
    """The codes of sentences that nothing is put into, by their English texts."""
    return {
        texts[LANGUAGES[0]]: code for code, texts in catalogue().sentences.items() if "{" not in texts[LANGUAGES[0]]
    }


def names(language: str, kind: str) -> Mapping[str, str]:
    """What things of a kind are called in a language, where they are not called by their own names."""
    return catalogue().names.get(language, {}).get(kind, {})
