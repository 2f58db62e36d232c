"""A training house: a house like any other, with a hook for the coach on every request to a table."""

from collections.abc import Callable
from typing import Any, TypeAlias

from croupier.house.house import House
from croupier.house.table import Request
from croupier.house.table.requests import Reply

Hears: TypeAlias = Callable[[str, Request, Reply], None]
"""Called with the table, the request and its reply, which may not be resolved yet."""


class TrainingHouse(House):
    """Calls `hears` for every request, for refused ones too, which leave no event."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.hears: Hears = lambda table, request, reply: None

    def perform(self, table: str, request: Request) -> Reply:
        """Have a table decide about a request, and call the hook."""
        reply = super().perform(table, request)
        self.hears(table, request, reply)
        return reply
