"""Values as short text, for golden files that people read."""

from collections.abc import Callable

import msgspec

from croupier.games.round import encode


def told(value: object, *leaving_out: str, word: Callable[[object], str] | None = None) -> str:
    """The fields of a value, without empty ones."""
    fields: dict[str, object] = msgspec.json.decode(encode(value))
    shown = {name: each for name, each in fields.items() if name not in leaving_out and not _usual(each)}
    return " ".join(f"{name}={(word or words)(each)}" for name, each in shown.items())


def _usual(value: object) -> bool:
    return value is None or value is False or value in ([], {}, "")


def words(value: object) -> str:
    """A field as text: simple lists with commas, nested values as JSON."""
    if isinstance(value, list) and value and all(isinstance(each, str | int) for each in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else wire(value)


def wire(value: object) -> str:
    """A value as JSON, in which text and numbers differ."""
    return msgspec.json.encode(value).decode()
