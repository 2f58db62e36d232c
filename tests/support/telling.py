"""Values in a few words, for golden files that people read."""

from collections.abc import Callable

import msgspec

from croupier.games.round import encode


def told(value: object, *leaving_out: str, word: Callable[[object], str] | None = None) -> str:
    """The fields of a value; what is as usual is left out."""
    fields: dict[str, object] = msgspec.json.decode(encode(value))
    shown = {name: each for name, each in fields.items() if name not in leaving_out and not _usual(each)}
    return " ".join(f"{name}={(word or words)(each)}" for name, each in shown.items())


def _usual(value: object) -> bool:
    return value is None or value is False or value in ([], {}, "")


def words(value: object) -> str:
    """A field: lists of plain things with commas, whatever is nested as it is on the wire."""
    if isinstance(value, list) and value and all(isinstance(each, str | int) for each in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else wire(value)


def wire(value: object) -> str:
    """As it is on the wire: what is text and what is a number can be told apart."""
    return msgspec.json.encode(value).decode()
