"""The vocabulary in which a file declares what a wager pays for: a few typed words over the aspects that wagers read.

A *word* (`winner`, `player-cards`) names something that can be seen of an outcome, with the values that it can have. A
condition allows some of these values; conditions are combined by all, any and not. A family of games has a vocabulary
of its own: `croupier.games.baccarat.vocabulary` is one.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

Seen: TypeAlias = "str | int | bool"
Look: TypeAlias = Callable[[Any], Any]
"""What is seen of an aspect."""


@dataclasses.dataclass(frozen=True, eq=False)
class Word:
    """One word: its values, and how it is seen in each aspect that shows it."""

    name: str
    values: tuple[Seen, ...]
    """Every value that it can have; the empty text stands for none, as where two cards are no pair."""
    looks: Mapping[str, Look]
    """By aspect."""
    says: Mapping[Seen, str]
    """The value in words, for outcomes that a file does not name."""
    some: str = ""
    """The same for every value but none."""
    whether: frozenset[str] = frozenset()
    """The aspects that show only whether there is a value, not which one."""


class Option(NamedTuple):
    """A rule of play that a variant may change."""

    values: tuple[Seen, ...]
    """What it can be."""
    change: Callable[[Any, Any], Any]
    """The game with one of these; a game that it does not suit is refused."""
    readings: Mapping[Any, Mapping[str, str]] = {}
    """The readings of open points that a value decides, by ruling."""


def shows_all(_game: Any, _aspect: str) -> bool:
    """Whether the rounds of a game show an aspect, where those of every game of the family show them all."""
    return True


class Vocabulary(NamedTuple):
    """The words of a family of games, and what its rounds ask of a variant."""

    words: Mapping[str, Word]
    aspects: Mapping[str, Callable[[], Iterable[Any]]]
    """The aspects that a wager may read, best first, each with every value that it can take."""
    kept: frozenset[str]
    """The wagers that rounds know by name: they can neither be left out nor renamed."""
    played: frozenset[str]
    """The wagers whose rows decisions depend on: their pays may be changed, their rows may not."""
    decks: range
    """How many decks a variant may be played with."""
    options: Mapping[str, Option] = {}
    """The rules of play that a variant may change."""
    shows: Callable[[Any, str], bool] = shows_all
    """Whether the rounds of a game show an aspect."""
    unseen: Mapping[str, str] = {}
    """Words that people would look for and no wager can be declared by, each with the message that says why."""


class Where(NamedTuple):
    """The condition that a word has one of these values."""

    word: Word
    allowed: frozenset[Seen]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words that it looks at."""
        return (self.word,)

    def reading(self, aspect: str) -> Callable[[Any], bool]:
        """The condition as a function of an aspect, which shows all of its words."""
        look, allowed = self.word.looks[aspect], self.allowed
        if aspect in self.word.whether:
            there = "" not in allowed
            return lambda seen: look(seen) is there
        return lambda seen: look(seen) in allowed

    def seen_in(self, aspect: str) -> bool:
        """Whether an aspect shows what the condition asks: which value, or whether there is any."""
        exact = aspect not in self.word.whether or self.allowed in ({""}, self._some)
        return exact and aspect in self.word.looks

    @property
    def _some(self) -> frozenset[Seen]:
        return frozenset(self.word.values) - {""}

    def __str__(self) -> str:
        if self.word.some and self.allowed == self._some:
            return self.word.some
        if run := self._run():
            return run
        return " or ".join(self.word.says[value] for value in self.word.values if value in self.allowed)

    def _run(self) -> str | None:
        """Several whole numbers in a row, said by their ends, where the number stands in what is said of both."""
        numbers = sorted(value for value in self.allowed if isinstance(value, int) and not isinstance(value, bool))
        if not 2 < len(numbers) == len(self.allowed) == numbers[-1] - numbers[0] + 1:
            return None
        least, most = str(numbers[0]), str(numbers[-1])
        first, last = self.word.says[numbers[0]], self.word.says[numbers[-1]]
        said = first.replace(least, f"{least} to {most}", 1)
        return said if first.count(least) == 1 and first.replace(least, most) == last else None


class All(NamedTuple):
    """The condition that all of these hold."""

    parts: "tuple[Condition, ...]"

    @property
    def words(self) -> tuple[Word, ...]:
        """The words that it looks at."""
        return _words(self.parts)

    def reading(self, aspect: str) -> Callable[[Any], bool]:
        """The condition as a function of an aspect, which shows all of its words."""
        parts = [each.reading(aspect) for each in self.parts]
        return lambda seen: all(holds(seen) for holds in parts)

    def __str__(self) -> str:
        return ", ".join(map(str, self.parts))


class Either(NamedTuple):
    """The condition that one of these holds."""

    parts: "tuple[Condition, ...]"

    @property
    def words(self) -> tuple[Word, ...]:
        """The words that it looks at."""
        return _words(self.parts)

    def reading(self, aspect: str) -> Callable[[Any], bool]:
        """The condition as a function of an aspect, which shows all of its words."""
        parts = [each.reading(aspect) for each in self.parts]
        return lambda seen: any(holds(seen) for holds in parts)

    def __str__(self) -> str:
        return ", or ".join(map(str, self.parts))


class Not(NamedTuple):
    """The condition that another one does not hold."""

    part: "Condition"

    @property
    def words(self) -> tuple[Word, ...]:
        """The words that it looks at."""
        return self.part.words

    def reading(self, aspect: str) -> Callable[[Any], bool]:
        """The condition as a function of an aspect, which shows all of its words."""
        holds = self.part.reading(aspect)
        return lambda seen: not holds(seen)

    def __str__(self) -> str:
        return f"not ({self.part})"


Condition: TypeAlias = Where | All | Either | Not


def parts_of(condition: Condition) -> Iterator[Where]:
    """Every condition on one word in it."""
    if isinstance(condition, Where):
        yield condition
    elif isinstance(condition, Not):
        yield from parts_of(condition.part)
    else:
        for part in condition.parts:
            yield from parts_of(part)


def _words(parts: Iterable[Condition]) -> tuple[Word, ...]:
    return tuple(dict.fromkeys(word for part in parts for word in part.words))


def aspect_of(vocabulary: Vocabulary, conditions: Sequence[Condition]) -> str | None:
    """The first aspect that shows what all of these conditions ask; none where that is not seen together."""
    asked = [each for condition in conditions for each in parts_of(condition)]
    return next((aspect for aspect in vocabulary.aspects if all(each.seen_in(aspect) for each in asked)), None)


def word(name: str, says: Mapping[Any, str], some: str = "", **looks: Look) -> Word:
    """A word, from what its values are called and how it is seen in each aspect.

    >>> natural = word("natural", {True: "natural", False: "no natural"}, hand=lambda total: total >= 8)
    >>> Where(natural, frozenset([True])).reading("hand")(9), str(Where(natural, frozenset([False])))
    (True, 'no natural')
    """
    return Word(name, tuple(says), looks, says, some)


def also_whether(word: Word, **looks: Look) -> Word:
    """The same word, seen in more aspects that show only whether it has a value.

    >>> pair = also_whether(word("pair", {"": "no pair", "8": "8s"}, "pair", cards=lambda rank: rank), hands=bool)
    >>> [Where(pair, frozenset(each)).seen_in("hands") for each in (["8"], [""])]
    [True, True]
    """
    return dataclasses.replace(word, looks={**word.looks, **looks}, whether=word.whether | looks.keys())
