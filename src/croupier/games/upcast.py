"""Stored events of earlier versions, brought up to date when they are read: the only place that knows how they were.

An event whose shape has changed carries its version (`v`); without one it is of version 1. `STEPS` has, for each kind,
a function for every change of its shape, which takes the event as it was before and returns it as it was after. What a
step needs to know of its time is written down here: it must not look up what is the default today.

>>> old = b'{"event":"bets-opened","terms":{"game":"tiger","decks":8,"unit":40,"offered":["player","banker","tie"]}}'
>>> new = msgspec.json.decode(upcast(old))
>>> new["v"], new["terms"]["edition"], new["terms"]["readings"][:14]
(2, '4', '1a 2c 3a 6a 7a')
>>> upcast(b'{"event":"bets-closed"}')
b'{"event":"bets-closed"}'
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.games.catalogue import DECLARED, editions
from croupier.games.readings import Readings
from croupier.refused import Refused

Step = Callable[[dict[str, Any]], dict[str, Any]]


class _Versioned(msgspec.Struct):
    v: int = 1


HEAD = re.compile(rb'\s*\{\s*"event"\s*:\s*"([a-z-]+)"')
_version = msgspec.json.Decoder(_Versioned).decode

FIRST_READINGS: Mapping[str, tuple[str, str]] = {
    "dueling8": (
        "2",
        "1a 2c 3a 4a 5a 7a 8a 11a 13a 14b 15a 16a 17b 18a 19b 20c 21a 22a 24b 25b 26a 27a 28a 29a 30a "
        "31a 32a 33a 34a 35a 36a 38b 39a 40a 41a 47a 49a 51a 57a 67b 68a 70a 71a 72a 73a 74a 75a 76a 77a "
        "78a 79a 80a 81a 82a 83a 115a",
    ),
    "ebaccarat": (
        "4",
        "1a 2c 3a 6a 7a 9a 10a 11a 13a 15a 16a 17b 20c 22a 23a 29a 30a 63a 94a 95a 96a 97a 98a 99a 100a "
        "101a 102a 103a 104a 105a 110a",
    ),
    "superbaccarat": (
        "2017-07-28",
        "1a 2c 6a 11a 12a 13a 15a 16a 17b 22a 29a 30a 103a 104a 105a 106a 107a 108a 109a 110a 111a 112a 113a 114a",
    ),
    "lucky8": (
        "5",
        "1a 2c 3a 4a 5a 7a 8a 11a 13a 14b 15a 16a 17b 18a 19b 20c 21a 22a 24b 25b 26a 27a 28a 29a 30a "
        "31a 32a 33a 34a 35a 36a 37a 38b 39a 40a 41a 42a 43a 44a 45a 46a 47a 48a 49a 50b 51a 52a 53b 54a "
        "55a 56a 57a 58a 59a 60a 61a 62a 63a 64a 65a 66a 67b 68a 69a 115a",
    ),
    "eblackjack": (
        "2024-03-07",
        "1a 2c 3a 6a 9a 10a 11a 13a 15a 16a 17b 18a 20c 21a 22a 23a 28a 29a 30a 31a 42a 43a 44a 45a 46a "
        "47a 48a 49a 50b 51a 52a 53b 54a 55a 56a 57a 58a 60a 61a 63a 84a 85a 86a 87a 88a 89a 90a 91a 92a "
        "93a 94a",
    ),
}
"""By document: the edition and the readings that all rounds of version 1 were played by, but for those they name."""
FIRST_NAMES: Mapping[str, Mapping[str, str]] = {
    "obbo": {"R-42": "a", "R-43": "a"},
    "bb+1": {"R-42": "a", "R-43": "b"},
    "obo": {"R-42": "b", "R-43": "c"},
}
"""The readings that terms of version 1 could name, by the letters of the register."""


def _terms_with_edition(terms: dict[str, Any]) -> dict[str, Any]:
    """Terms of version 1 named no edition, and only readings of R-43 that differed from the default."""
    terms = dict(terms)
    named: Mapping[str, str] = terms.pop("rulings", {})
    document = DECLARED[terms["game"]].document.base
    if document in FIRST_READINGS:
        edition, text = FIRST_READINGS[document]
        letters = dict(Readings(text).letters)
        for reading in named.values():
            letters |= FIRST_NAMES[reading]
        readings = str(Readings.joined(letters))
    else:
        edition, readings = next(iter(editions(terms["game"]))), ""
    return {**terms, "edition": edition, "readings": readings}


def _opened(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "terms": _terms_with_edition(event["terms"])}


def _configured(event: dict[str, Any]) -> dict[str, Any]:
    configuration = event["configuration"]
    return {**event, "configuration": {**configuration, "terms": _terms_with_edition(configuration["terms"])}}


STEPS: Mapping[str, tuple[Step, ...]] = {"bets-opened": (_opened,), "table-configured": (_configured,)}


def version_of(kind: str) -> int:
    """The version in which events of a kind are written now."""
    return 1 + len(STEPS.get(kind, ()))


def written_as(kind: str) -> Any:
    """The field `v` of an event: always written, so that a later version can tell."""
    return msgspec.field(default_factory=lambda: version_of(kind))


def upcast(body: bytes | str) -> bytes:
    """An event as it is written now; one of a later version than this program's is refused."""
    body = body.encode() if isinstance(body, str) else body
    head = HEAD.match(body)
    steps = STEPS.get(head[1].decode()) if head else None
    if head is None or steps is None:
        return body
    version = _version(body).v
    if version == 1 + len(steps):
        return body
    if not 1 <= version <= len(steps):
        raise Refused("event-of-later-version", event=head[1].decode(), version=version, known=1 + len(steps))
    event: dict[str, Any] = msgspec.json.decode(body)
    for step in steps[version - 1 :]:
        event = step(event)
    return msgspec.json.encode({"event": event.pop("event"), **event, "v": 1 + len(steps)})
