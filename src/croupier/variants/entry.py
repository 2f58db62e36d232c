"""An entry of a file: its keys are taken with their types, and whatever is wrong is noted with its line."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.refused import Refused
from croupier.variants.source import Path, Source, defect
from croupier.words import Sentence

RANGE = re.compile(r"(\d+)\.\.(\d+)")


class Entry:
    """A table of a file, at its path. Defects are collected, so that all of them are told at once."""

    def __init__(self, source: Source, path: Path, content: Any, defects: list[Refused]) -> None:
        self._source, self._path, self._defects = source, path, defects
        self.content: dict[str, Any] = content if isinstance(content, dict) else {}
        if not isinstance(content, dict):
            self.defect(Sentence("variant-value-wrong", key=str(path[-1]), takes=Sentence("takes-table")))

    def __contains__(self, key: str) -> bool:
        return key in self.content

    def __iter__(self) -> Iterator[str]:
        return iter(self.content)

    def defect(self, problem: Sentence, *path: "str | int") -> None:
        """Note a defect of a key, or of the whole entry."""
        self._defects.append(defect(self._source.line((*self._path, *path)), problem))

    def only(self, known: Iterable[str]) -> None:
        """Note every key that is not one of these."""
        for key in self.content:
            if key not in known:
                self.defect(Sentence("variant-key-unknown", key=key, known=tuple(known)), key)

    def at(self, key: str) -> "Entry":
        """A table in it; an empty one where there is none."""
        return Entry(self._source, (*self._path, key), self.content.get(key, {}), self._defects)

    def each(self, key: str) -> "list[Entry]":
        """The tables of an array in it."""
        found = self.content.get(key, [])
        if not isinstance(found, list) or not found:
            self._wrong(key, Sentence("takes-tables"))
            return []
        path = (*self._path, key)
        return [Entry(self._source, (*path, place), each, self._defects) for place, each in enumerate(found)]

    def text(self, key: str, default: str | None = None) -> str | None:
        """A text; without a default it has to be there."""
        found = self.content.get(key, default)
        if found is None:
            self.defect(Sentence("variant-key-missing", key=key))
            return None
        if not isinstance(found, str) or not found.strip():
            self._wrong(key, Sentence("takes-text"))
            return None
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Some texts; none where it is not there."""
        found = self.content.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self._wrong(key, Sentence("takes-texts"))
            return ()
        return tuple(found)

    def choice(self, key: str, known: tuple[str, ...]) -> str | None:
        """One of these texts."""
        found = self.text(key)
        if found is not None and found not in known:
            self._wrong(key, Sentence("takes-one-of", known=known))
            return None
        return found

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number within a range."""
        found: Any = self.content.get(key)
        if not _whole(found) or not least <= found <= most:
            self._wrong(key, Sentence("takes-number", least=least, most=most))
            return None
        return int(found)

    def range(self, key: str, least: int, most: int) -> range | None:
        """A whole number or a range of them, such as `4..8`; none where it is not there."""
        found = self.content.get(key)
        if found is None:
            return None
        ends = numbers(found)
        if ends is None or not least <= ends.start < ends.stop <= most + 1:
            self._wrong(key, Sentence("takes-range", least=least, most=most))
            return None
        return ends

    def _wrong(self, key: str, takes: Sentence) -> None:
        self.defect(Sentence("variant-value-wrong", key=key, takes=takes), key)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def numbers(value: Any) -> range | None:
    """A whole number, or a text such as `4..8`, as a range; none where it is neither.

    >>> numbers(8), numbers("4..8"), numbers("some")
    (range(8, 9), range(4, 9), None)
    """
    if _whole(value):
        return range(value, value + 1)
    match = RANGE.fullmatch(value) if isinstance(value, str) else None
    return range(int(match[1]), int(match[2]) + 1) if match else None
