"""A house for practice: a house like any other, in which the coach hears what is asked of its tables."""

from collections.abc import Callable
from typing import Any, TypeAlias

from croupier.house.house import House
from croupier.house.table import Request
from croupier.house.table.requests import Reply

Hears: TypeAlias = Callable[[str, Request, Reply], None]


class TrainingHouse(House):
    """Tells of every request with its answer, of the refused ones too, which leave nothing in the record."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.hears: Hears = lambda table, request, reply: None

    def perform(self, table: str, request: Request) -> Reply:
        """Have a table decide about a request, and tell of it."""
        reply = super().perform(table, request)
        self.hears(table, request, reply)
        return reply
