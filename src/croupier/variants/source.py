"""A TOML file with the line of everything in it, so that a defect can be named where it stands.

Python's own reader knows lines only of files that are no TOML. A file is a sequence of statements, each the shortest
run of lines that is TOML by itself; so every statement is read once more alone, and what it declares is on its first
line, the elements of an array of several lines each on their own.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias, cast

from croupier.refused import Refused, refuse_all
from croupier.words import Sentence

MAX_BYTES = 1 << 16
Path: TypeAlias = tuple["str | int", ...]


class Source(NamedTuple):
    """The content of a file, and the line of every key and element."""

    content: Mapping[str, Any]
    lines: Mapping[Path, int]
    text: str
    """The file itself."""

    @property
    def digest(self) -> str:
        """What tells it from any other text (SHA-256, shortened)."""
        return sha256(self.text.encode()).hexdigest()[:12]

    def line(self, path: Path) -> int:
        """The line of a key, or of what it is in."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read(text: str, most: int = MAX_BYTES) -> Source:
    r"""Read a text of at most so many bytes; one that is not TOML is refused with the line.

    >>> read('name = "ez"\n[wagers.tie]\npays = { Tie = "9:1" }').line(("wagers", "tie", "pays", "Tie"))
    3
    >>> read("name = 1\nname = 2")
    Traceback (most recent call last):
    croupier.refused.Refused: line 2: not TOML: Cannot overwrite a value
    """
    if len(text.encode()) > most:
        raise Refused("variant-file-too-large", most=most)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).partition(" (at ")
        digits = "".join(each for each in place.partition(",")[0] if each.isdigit())
        line = int(digits) if digits else text.count("\n") + 1
        raise defect(line, Sentence("variant-not-toml", why=said)) from None
    return Source(content, _lines(text.splitlines()), text)


def defect(line: int, problem: Sentence) -> Refused:
    """The refusal of what stands on a line."""
    return Refused("variant-line", line=line, problem=problem)


def refuse(defects: Sequence[Refused]) -> None:
    """Refuse every defect at once, in the order of the lines; without defects do nothing."""
    refuse_all(sorted(defects, key=lambda each: cast("int", each.reason.values["line"])))


def _lines(lines: Sequence[str]) -> dict[Path, int]:
    """The line of everything that is declared, counted from one; of a table, where it is named first."""
    found: dict[Path, int] = {}
    arrays: dict[Path, int] = {}
    header: Path = ()
    start = 0
    while start < len(lines):
        if lines[start].strip() == "" or lines[start].lstrip().startswith("#"):
            start += 1
            continue
        stop, says = _statement(lines, start)
        if lines[start].lstrip().startswith("["):
            header = _header(says, arrays)
            for length in range(1, len(header) + 1):
                found.setdefault(header[:length], start + 1)
        else:
            for path, line in _declared(says, header, lines, start, stop):
                found.setdefault(path, line)
        start = stop
    return found


def _statement(lines: Sequence[str], start: int) -> tuple[int, dict[str, Any]]:
    """The end of the statement that begins here, and what it says."""
    for stop in range(start + 1, len(lines) + 1):
        if (says := _said("\n".join(lines[start:stop]))) is not None:
            return stop, says
    raise AssertionError("the whole text is TOML")


def _said(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _header(says: dict[str, Any], arrays: dict[Path, int]) -> Path:
    """The path of a table header; `arrays` counts the elements of arrays of tables, of which the last one is meant."""
    path: Path = ()
    while says:
        ((key, inner),) = says.items()
        path = (*path, key)
        if isinstance(inner, list):
            arrays[path] = arrays.get(path, -1) + 1
            return (*path, arrays[path])
        if path in arrays:
            path = (*path, arrays[path])
        says = inner
    return path


def _declared(says: Any, path: Path, lines: Sequence[str], start: int, stop: int) -> Iterator[tuple[Path, int]]:
    """Everything in a statement, with its line."""
    if path:
        yield path, start + 1
    if isinstance(says, dict):
        for key, inner in says.items():
            yield from _declared(inner, (*path, key), lines, start, stop)
    elif isinstance(says, list):
        for place, (element, line) in enumerate(zip(says, _elements(lines, start, stop, len(says)), strict=True)):
            yield from _declared(element, (*path, place), lines, line, stop)


def _elements(lines: Sequence[str], start: int, stop: int, number: int) -> list[int]:
    """The line on which each element of an array begins, found by where the array could already end."""
    found: list[int] = []
    begins = start
    for line in range(start, stop):
        text = "\n".join(lines[start : line + 1])
        complete = _length(_said(f"{text}\n]") or _said(text))
        if line == start or complete > len(found) or lines[line].strip() == "" or lines[line].lstrip().startswith("#"):
            found += [begins] * (complete - len(found))
            begins = line + 1
    # An array within another one on one line is measured by the outer one, which may be longer.
    return (found + [start] * (number - len(found)))[:number]


def _length(says: Any) -> int:
    """The length of the array that a statement declares."""
    while isinstance(says, dict) and says:
        says = next(iter(says.values()))
    return len(says) if isinstance(says, list) else 0
