"""Dispatch tables: a handler for each command and each event, looked up by type.

Every module for a part of a round, or for an incident, has a table of its own. The tables of one kind of round are
combined into one; two handlers for one type are an error.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from croupier.games.round import Command, Event, Expected, Role
from croupier.refused import Refused

State = TypeVar("State")
Follows: TypeAlias = Callable[[State, Any, Expected, Role], Iterable[Any]]
"""(round, command, the offer it takes up, position of whoever gives it) -> events."""
Refuses: TypeAlias = Callable[[State, Any], Refused | None]
"""(round, command) -> a specific refusal of a command that is not offered now, or None for the general one."""
Evolves: TypeAlias = Callable[[State, Any], State]
"""(round, event) -> the round after it."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Handlers(Generic[State]):
    """The handlers of a part of a round, or of an incident."""

    follows: Mapping[type[Command], Follows[State]] = dataclasses.field(default_factory=dict)
    refuses: Mapping[type[Command], Refuses[State]] = dataclasses.field(default_factory=dict)
    evolves: Mapping[type[Event], Evolves[State]] = dataclasses.field(default_factory=dict)
    again: Mapping[type[Event], str] = dataclasses.field(default_factory=dict)
    """Events that are replayed when cards are reconstructed, each with the command that must be offered then."""
    declared: Mapping[type[Event], str] = dataclasses.field(default_factory=dict)
    """More events that are replayed when misread cards are corrected: declared irregularities and what followed."""


def combined(*parts: Handlers[State]) -> Handlers[State]:
    """Merge tables into one.

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
    """Raise `TypeError` where a command or an event has no handler, or a handler is for something else."""
    known, answered = set(kinds), {kind for each in handlers for kind in (*each.follows, *each.evolves)}
    if missing := known - answered:
        raise TypeError(f"no handler for {', '.join(sorted(each.__name__ for each in missing))}")
    if odd := answered - known:
        raise TypeError(f"{', '.join(sorted(each.__name__ for each in odd))} is not among what may be asked or happen")


Kind = TypeVar("Kind")
Handler = TypeVar("Handler")


def _joined(tables: Iterable[Mapping[type[Kind], Handler]]) -> dict[type[Kind], Handler]:
    joined: dict[type[Kind], Handler] = {}
    for table in tables:
        if twice := joined.keys() & table.keys():
            raise TypeError(f"two handlers for {', '.join(sorted(each.__name__ for each in twice))}")
        joined |= table
    return joined
