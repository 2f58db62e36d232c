"""What has changed from one view to the next, small enough to be sent with every wager.

A delta is a JSON array. It never carries a bare value that could be mistaken for an instruction, so null, empty lists
and keys of any name are just values in it:

| delta | what becomes of the old value |
|---|---|
| `[]` | it stays |
| `["=", value]` | the value takes its place |
| `["o", {key: delta, ...}, [key, ...]]` | an object: these keys change or come, those go |
| `["l", kept, [[index, delta], ...], [value, ...]]` | a list: so many are kept, some of them changed, then come these |

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
    """A view as plain JSON values, which is how it is compared and sent."""
    return msgspec.json.decode(encode(shown, language))


def delta(old: Json, new: Json) -> Delta:
    """What turns the old value into the new one."""
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
    """The new value; what does not fit the old one is refused, and a fresh view is to be asked for."""
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
