"""Who answers for what: a handler for each command and each event, found by its type.

Every module that conducts a part of a round, or an incident in it, has a table of its own; a family of rounds puts them
together, and nothing is answered for twice.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from croupier.games.round import Command, Event, Expected, Role
from croupier.refused import Refused

State = TypeVar("State")
Follows: TypeAlias = Callable[[State, Any, Expected, Role], Iterable[Any]]
"""What follows from a command, by the offer that it takes up and by whom it is given."""
Refuses: TypeAlias = Callable[[State, Any], Refused | None]
"""Why a command is not open now, where there is more to say than what is."""
Evolves: TypeAlias = Callable[[State, Any], State]
"""The round after an event."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Handlers(Generic[State]):
    """The handlers of a part of a round, or of an incident in it."""

    follows: Mapping[type[Command], Follows[State]] = dataclasses.field(default_factory=dict)
    refuses: Mapping[type[Command], Refuses[State]] = dataclasses.field(default_factory=dict)
    evolves: Mapping[type[Event], Evolves[State]] = dataclasses.field(default_factory=dict)
    again: Mapping[type[Event], str] = dataclasses.field(default_factory=dict)
    """Events that are gone through again when cards are put right, each with the offer that it must find open then."""
    declared: Mapping[type[Event], str] = dataclasses.field(default_factory=dict)
    """The same where the cards only get their right faces: what went wrong and was chosen then stands."""


def combined(*parts: Handlers[State]) -> Handlers[State]:
    """All of them in one table.

    >>> from croupier.games.messages import Settle
    >>> one = Handlers[int](follows={Settle: lambda round, command, expected, by: ()})
    >>> combined(one, one)
    Traceback (most recent call last):
    TypeError: two handlers for Settle
    """
    return Handlers(
        follows=_joined(part.follows for part in parts),
        refuses=_joined(part.refuses for part in parts),
        evolves=_joined(part.evolves for part in parts),
        again=_joined(part.again for part in parts),
        declared=_joined(part.declared for part in parts),
    )


def check_complete(kinds: Iterable[type[Command] | type[Event]], *handlers: Handlers[Any]) -> None:
    """Stop where something that may be asked or happen has no handler, or a handler is for something else."""
    known, answered = set(kinds), {kind for each in handlers for kind in (*each.follows, *each.evolves)}
    if missing := known - answered:
        raise TypeError(f"no handler for {', '.join(sorted(each.__name__ for each in missing))}")
    if odd := answered - known:
        raise TypeError(f"{', '.join(sorted(each.__name__ for each in odd))} is not among what may be asked or happen")


Kind = TypeVar("Kind")
Handler = TypeVar("Handler")


def _joined(tables: Iterable[Mapping[type[Kind], Handler]]) -> dict[type[Kind], Handler]:
    found: dict[type[Kind], Handler] = {}
    for table in tables:
        if twice := found.keys() & table.keys():
            raise TypeError(f"two handlers for {', '.join(sorted(each.__name__ for each in twice))}")
        found |= table
    return found
