"""A sentence: a catalogue code with values. As a `str` it is English; other languages are rendered when it is sent."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from croupier.words.catalogue import LANGUAGES, NAMED, Placeholder, Template, constants, names, template

Value: TypeAlias = Any
"""A text, a number, a sentence, or a sequence of them; anything else is converted to its text."""
PLAIN_TYPES = (str, int, float, tuple, list, type(None))
ENGLISH = LANGUAGES[0]
SEVERAL = "several"
"""The code of several sentences joined into one."""
TEXT = "text"
"""The code of free text that a person wrote."""


class Sentence(str):
    """A message: its English text as a `str`, with its catalogue code and the values of its placeholders.

    >>> sentence = Sentence("bets-closed")
    >>> sentence == "bets are closed: no wager may be placed or increased"
    True
    """

    code: str
    values: Mapping[str, Value]

    def __new__(cls, code: str, /, **values: Value) -> "Sentence":
        """Render a sentence; a code that is not in the catalogue is a programming error (`KeyError`)."""
        for name, value in values.items():
            if not isinstance(value, PLAIN_TYPES) and not hasattr(value, "into"):
                values[name] = str(value)
        sentence = super().__new__(cls, _rendered(template(code, ENGLISH), values, ENGLISH))
        sentence.code, sentence.values = code, values
        return sentence

    def into(self, language: str) -> str:
        """The sentence rendered in a language."""
        return str(self) if language == ENGLISH else _rendered(template(self.code, language), self.values, language)

    def __str__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return sentence_from, ({"code": self.code, "values": self.values},)


def several(sentences: Iterable[str]) -> Sentence:
    """Join sentences into one; a single one is returned as it is.

    >>> several(["one"]), several(["one", "two"])
    ('one', 'one; two')
    """
    parts = tuple(sentences)
    return sentence_from(parts[0]) if len(parts) == 1 else Sentence(SEVERAL, parts=parts)


def encode_in(language: str) -> Callable[[Any], Any]:
    """An encoder hook that writes sentences in that language, and whatever else JSON does not know as its text."""
    return lambda value: value.into(language) if isinstance(value, Sentence) else str(value)


def encode_by_code(value: Any) -> Any:
    """An encoder hook for storage and for other processes: it writes a sentence as its code and values."""
    return {"code": value.code, "values": value.values} if isinstance(value, Sentence) else str(value)


def sentence_from(stored: Any) -> Sentence:
    """Decode a sentence: from its code and values, or from a text alone, as in older records or typed by people.

    >>> sentence_from("the dealer went to lunch").into("zh")
    'the dealer went to lunch'
    """
    if isinstance(stored, Sentence):
        return stored
    if not isinstance(stored, dict):
        return Sentence(code) if (code := constants().get(stored)) else Sentence(TEXT, text=stored)
    return Sentence(stored["code"], **{name: _value_from(value) for name, value in stored["values"].items()})


def _value_from(value: Any) -> Any:
    if isinstance(value, dict) and "code" in value:
        return sentence_from(value)
    return tuple(map(_value_from, value)) if isinstance(value, list | tuple) else value


def _rendered(parts: Template, values: Mapping[str, Value], language: str) -> str:
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    write = _writers(language)
    return "".join(each if isinstance(each, str) else _written(each, values, write) for each in parts)


def _written(placeholder: Placeholder, values: Mapping[str, Value], write: "dict[str, Callable[[Any], str]]") -> str:
    name, kind = placeholder
    value = values[name]
    if "|" in kind:
        one, _, many = kind.partition("|")
        return one if value == 1 else many
    return write[kind](value)


@cache
def _writers(language: str) -> "dict[str, Callable[[Any], str]]":
    """The functions that write values of each kind in a language; cached."""

    def plain(value: Any) -> str:
        if hasattr(value, "into"):
            return str(value.into(language))  # a sentence, or a refusal
        if isinstance(value, bool):
            return words.get(str(value), str(value))
        if isinstance(value, str):
            return words.get(value) or (sentence_from(value).into(language) if value in constants() else str(value))
        if isinstance(value, list | tuple):
            return comma.join(map(plain, value))
        return str(value)

    def named(kind: str) -> Callable[[Any], str]:
        known = names(language, kind)
        return lambda value: known[value] if value in known else plain(value)

    words = names(language, "word")
    marks = names(language, "mark")
    comma, either, both = marks[","], marks["or"], marks["and"]
    suits, ranks = names(language, "suit"), names(language, "rank")

    def card(value: Any) -> str:
        text = str(value)
        return (
            f"{suits[text[1]]} {ranks.get(text[0], text[0])}" if len(text) == 2 and text[1] in suits else plain(value)
        )

    def listed(kind: str, between: str) -> Callable[[Any], str]:
        def write(value: Any) -> str:
            items = [value] if isinstance(value, str) else value
            return between.join(writers[kind](each) for each in items)

        return write

    writers: dict[str, Callable[[Any], str]] = {
        "": plain,
        "name": lambda value: value.into(language) if isinstance(value, Sentence) else str(value),
        "money": dollars,
        "amount": amount,
        "number": lambda value: f"{value:,}",
        "quoted": (lambda value: repr(str(value))) if language == ENGLISH else (lambda value: f"“{plain(value)}”"),
        "card": card,
        "cards": listed("card", marks["cards"]),
        "sentences": listed("", marks[";"]),
        "list": listed("", comma),
        "either": listed("", either),
        "both": listed("", both),
        **{kind: named(kind) for kind in NAMED},
    }
    more = {"wagers": ("wager", comma), "roles": ("role", either), "commands": ("command", either)}
    return writers | {kind: listed(*each) for kind, each in more.items()}


def kinds(language: str) -> set[str]:
    """Every kind of value that can be written in a language, besides `singular|plural`."""
    return set(_writers(language))


def dollars(cents: int) -> str:
    """Write an amount in cents as people do, with commas and two decimals.

    >>> dollars(1_234_567), dollars(-5)
    ('12,345.67', '-0.05')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"


def amount(cents: int) -> str:
    """Write an amount in cents as the pages do: with the sign of the currency, and cents only where there are any.

    >>> amount(125_000), amount(37_375)
    ('$1,250', '$373.75')
    """
    return f"${dollars(cents).removesuffix('.00')}"
