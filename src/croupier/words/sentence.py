"""A sentence: a code with values that reads as its English text, and is written in other languages when it is sent."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from croupier.words.catalogue import LANGUAGES, NAMED, Placeholder, Template, constants, names, template

Value: TypeAlias = Any
"""A text, a number, a sentence, or several of them; anything else is put in as its text."""
PLAIN = (str, int, float, tuple, list, type(None))
ENGLISH = LANGUAGES[0]
SEVERAL = "several"
"""The code of sentences that are said together."""
TEXT = "text"
"""The code of what somebody has written."""


class Sentence(str):
    """What is said: a text in English that knows its code and its values.

    >>> said = Sentence("bets-closed")
    >>> said == "bets are closed: no wager may be placed or increased"
    True
    """

    code: str
    values: Mapping[str, Value]

    def __new__(cls, code: str, /, **values: Value) -> "Sentence":
        """The sentence of that code; a code that is not in the catalogue is a mistake of the program."""
        for name, value in values.items():
            if not isinstance(value, PLAIN) and not hasattr(value, "into"):
                values[name] = str(value)
        made = super().__new__(cls, _filled(template(code, ENGLISH), values, ENGLISH))
        made.code, made.values = code, values
        return made

    def into(self, language: str) -> str:
        """The same in another language."""
        return str(self) if language == ENGLISH else _filled(template(self.code, language), self.values, language)

    def __str__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return sentence_from, ({"code": self.code, "values": self.values},)


def several(sentences: Iterable[str]) -> Sentence:
    """Sentences that are said together; the one itself where there is but one.

    >>> several(["one"]), several(["one", "two"])
    ('one', 'one; two')
    """
    parts = tuple(sentences)
    return sentence_from(parts[0]) if len(parts) == 1 else Sentence(SEVERAL, parts=parts)


def encode_in(language: str) -> Callable[[Any], Any]:
    """How an encoder writes what JSON does not know: sentences in that language, all else as its text."""
    return lambda value: value.into(language) if isinstance(value, Sentence) else str(value)


def encode_by_code(value: Any) -> Any:
    """The same where it is kept, or handed on to another process: sentences by their codes."""
    return {"code": value.code, "values": value.values} if isinstance(value, Sentence) else str(value)


def sentence_from(kept: Any) -> Sentence:
    """A sentence from how it was kept: by its code, or as older records and people have it, by its text alone.

    >>> sentence_from("the dealer went to lunch").into("zh")
    'the dealer went to lunch'
    """
    if isinstance(kept, Sentence):
        return kept
    if not isinstance(kept, dict):
        return Sentence(code) if (code := constants().get(kept)) else Sentence(TEXT, text=kept)
    return Sentence(kept["code"], **{name: _revived(value) for name, value in kept["values"].items()})


def _revived(value: Any) -> Any:
    if isinstance(value, dict) and "code" in value:
        return sentence_from(value)
    return tuple(map(_revived, value)) if isinstance(value, list | tuple) else value


def _filled(parts: Template, values: Mapping[str, Value], language: str) -> str:
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    write = _writers(language)
    return "".join(each if isinstance(each, str) else _written(each, values, write) for each in parts)


def _written(hole: Placeholder, values: Mapping[str, Value], write: "dict[str, Callable[[Any], str]]") -> str:
    name, kind = hole
    value = values[name]
    if "|" in kind:
        one, _, many = kind.partition("|")
        return one if value == 1 else many
    return write[kind](value)


@cache
def _writers(language: str) -> "dict[str, Callable[[Any], str]]":
    """How a value of each kind is written in a language."""

    def said(value: Any) -> str:
        if hasattr(value, "into"):
            return str(value.into(language))  # a sentence, or a refusal
        if isinstance(value, bool):
            return words.get(str(value), str(value))
        if isinstance(value, str):
            return words.get(value) or (sentence_from(value).into(language) if value in constants() else str(value))
        if isinstance(value, list | tuple):
            return comma.join(map(said, value))
        return str(value)

    def called(kind: str) -> Callable[[Any], str]:
        known = names(language, kind)
        return lambda value: known[value] if value in known else said(value)

    words = names(language, "word")
    marks = names(language, "mark")
    comma, either, both = marks[","], marks["or"], marks["and"]
    suits, ranks = names(language, "suit"), names(language, "rank")

    def card(value: Any) -> str:
        text = str(value)
        return f"{suits[text[1]]} {ranks.get(text[0], text[0])}" if len(text) == 2 and text[1] in suits else said(value)

    def listed(kind: str, between: str) -> Callable[[Any], str]:
        def write(value: Any) -> str:
            several = [value] if isinstance(value, str) else value
            return between.join(writers[kind](each) for each in several)

        return write

    writers: dict[str, Callable[[Any], str]] = {
        "": said,
        "name": lambda value: value.into(language) if isinstance(value, Sentence) else str(value),
        "money": dollars,
        "number": lambda value: f"{value:,}",
        "quoted": (lambda value: repr(str(value))) if language == ENGLISH else (lambda value: f"“{said(value)}”"),
        "card": card,
        "cards": listed("card", marks["cards"]),
        "sentences": listed("", marks[";"]),
        "list": listed("", comma),
        "either": listed("", either),
        "both": listed("", both),
        **{kind: called(kind) for kind in NAMED},
    }
    more = {"wagers": ("wager", comma), "roles": ("role", either), "commands": ("command", either)}
    return writers | {kind: listed(*each) for kind, each in more.items()}


def kinds(language: str) -> set[str]:
    """The kinds of values that there are, besides words for one and for many."""
    return set(_writers(language))


def dollars(cents: int) -> str:
    """Cents as people write them.

    >>> dollars(1_234_567), dollars(-5)
    ('12,345.67', '-0.05')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"
