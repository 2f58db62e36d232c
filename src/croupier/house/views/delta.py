"""The difference (delta) from one view to the next, small enough to be sent with every wager.

A delta is a JSON array. Its first item is always an instruction, so that null, empty lists and keys of any name are
just values in it:

| delta | effect on the old value |
|---|---|
| `[]` | unchanged |
| `["=", value]` | replaced |
| `["o", {key: delta, ...}, [key, ...]]` | an object: these keys are changed or added, those removed |
| `["l", kept, [[index, delta], ...], [value, ...]]` | a list: cut to `kept` items, some changed, then these appended |

>>> before = {"phase": "dealing", "cards": ["8S"], "void": None}
>>> after = {"phase": "dealing", "cards": ["8S", "4C"], "void": None}
>>> delta(before, after)
['o', {'cards': ['l', 1, [], ['4C']]}, []]
>>> apply(delta(before, after), before) == after
True
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from croupier.games.round import encode
from croupier.refused import Refused
from croupier.words import LANGUAGES

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Delta: TypeAlias = "list[Any]"

NOTHING: Delta = []


def plain(shown: object, language: str = LANGUAGES[0]) -> Any:
    """A view as plain JSON values, as it is compared and sent."""
    return msgspec.json.decode(encode(shown, language))


def delta(old: Json, new: Json) -> Delta:
    """The delta that turns the old value into the new one."""
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {key: _of_key(old, key, value) for key, value in new.items()}
        changed = {key: each for key, each in changed.items() if each}
        gone = [key for key in old if key not in new]
        return ["o", changed, gone] if changed or gone else NOTHING
    if isinstance(old, list) and isinstance(new, list):
        kept = min(len(old), len(new))
        items = ((at, delta(old[at], new[at])) for at in range(kept))
        inside = [[at, each] for at, each in items if each]
        return ["l", kept, inside, new[kept:]] if inside or len(old) != len(new) else NOTHING
    # True equals 1 in Python and is another value in JSON.
    return NOTHING if type(old) is type(new) and old == new else ["=", new]


def _of_key(old: Mapping[str, Json], key: str, value: Json) -> Delta:
    return delta(old[key], value) if key in old else ["=", value]


def apply(change: Delta, old: Json) -> Json:
    """Apply a delta to the old value; one that does not fit is refused, and the client has to fetch a whole view."""
    match change:
        case []:
            return old
        case ["=", value]:
            new: Json = value
            return new
        case ["o", dict() as changed, list() as gone] if isinstance(old, dict):
            left = {key: value for key, value in old.items() if key not in gone}
            return left | {key: apply(each, old.get(key)) for key, each in changed.items()}
        case ["l", int() as kept, list() as inside, list() as more] if isinstance(old, list) and kept <= len(old):
            items = old[:kept]
            for at, each in inside:
                items[at] = apply(each, items[at])
            return [*items, *more]
        case _:
            raise Refused("not-a-view-change")
