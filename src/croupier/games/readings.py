"""Readings in force: which reading of every open point of a document a game is played by.

They are a text, one letter for each ruling, which is stored in the terms of every round: a round is settled, replayed
and priced by the readings that it was played under, whatever the register takes by default later.

>>> from croupier.rulebook import DOCUMENTS
>>> read = Readings.of(DOCUMENTS["lucky8"], {"R-43": "obo"})
>>> read.letter("R-43"), read.letter("R-42"), read.letter("R-63"), read.changes
('c', 'b', 'a', {'R-42': 'b', 'R-43': 'c'})
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from croupier.refused import Refused
from croupier.rulebook import Document, Ruling, all_rulings

Letters = Callable[[str], str]
"""The letter of the reading of a ruling."""
ENTRY = re.compile(r"(\d+)([a-z])")


class Readings(str):
    """A letter for every ruling about one document, such as `1a 2c 3a`."""

    __slots__ = ()

    @classmethod
    def of(cls, document: Document, changes: Mapping[str, str] | None = None) -> "Readings":
        """The register's defaults for a document, but for these changes, by letter or by another name of a reading."""
        usual = cls.joined({each: each.default for each in about(document)})
        return usual.but(changes) if changes else usual

    @classmethod
    def joined(cls, letters: Mapping[str, str]) -> "Readings":
        """The text of letters by ruling."""
        numbered = sorted((int(ruling.removeprefix("R-")), letter) for ruling, letter in letters.items())
        return cls(" ".join(f"{number}{letter}" for number, letter in numbered))

    @property
    def letters(self) -> Mapping[str, str]:
        """The letters by ruling."""
        return _letters(self)

    def letter(self, ruling: str) -> str:
        """The letter of the reading of a ruling; empty where the ruling is not about the document."""
        return _letters(self).get(ruling, "")

    @property
    def changes(self) -> dict[str, str]:
        """What differs from the register's defaults."""
        return {ruling: letter for ruling, letter in self.letters.items() if letter != Ruling(ruling).default}

    def but(self, changes: Mapping[str, str]) -> "Readings":
        """These readings with some changed; rulings that are not about the document are refused."""
        letters = dict(self.letters)
        defects: list[Refused] = []
        for ruling, named in changes.items():
            for each, letter in meant(ruling, named).items():
                if each not in letters or letter not in Ruling(each).readings:
                    defects.append(unknown(each, letter, letters))
                letters[each] = letter
        if defects:
            raise defects[0]
        return Readings.joined(letters)


def declared_by(ruling: str) -> str:
    """The letters by which wagers are declared unless others are given: the first one of every ruling."""
    del ruling
    return "a"


def named(text: str, document: Document) -> dict[str, str]:
    """Readings as a person names them: `R-63=b`, or another name of a reading, such as `obo`.

    >>> from croupier.rulebook import DOCUMENTS
    >>> named("R-63=b", DOCUMENTS["lucky8"]), named("obo", DOCUMENTS["lucky8"])
    ({'R-63': 'b'}, {'R-42': 'b', 'R-43': 'c'})
    """
    ruling, equals, letter = text.partition("=")
    if equals:
        return {ruling.strip(): letter.strip()}
    for each in about(document):
        if text in each.aliases:
            return dict(each.aliases[text])
    known = [alias for each in about(document) for alias in each.aliases]
    raise Refused("reading-name-unknown", reading=text, known=tuple(known or ("R-63=b",)))


def about(document: Document) -> Iterable[Ruling]:
    """The rulings about a document."""
    return (each for each in all_rulings().values() if each.concerns(document))


def unknown(ruling: str, letter: str, letters: Iterable[str]) -> Refused:
    """The refusal of a reading that the register does not have for a document."""
    if ruling not in letters:
        return Refused("ruling-not-about-game", ruling=ruling, known=tuple(letters))
    known = (*Ruling(ruling).readings, *Ruling(ruling).aliases)
    return Refused("reading-letter-unknown", ruling, ruling=ruling, reading=letter, known=known)


def meant(ruling: str, named: str) -> Mapping[str, str]:
    """The letters, by ruling, that a reading stands for which a person names for a ruling."""
    known = all_rulings().get(ruling)
    return {ruling: named} if known is None else known.aliases.get(named, {ruling: named})


@cache
def _letters(text: str) -> Mapping[str, str]:
    return {f"R-{number}" if len(number) > 1 else f"R-0{number}": letter for number, letter in ENTRY.findall(text)}
