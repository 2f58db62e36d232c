"""A defect of a store."""

import re
from collections.abc import Collection

import msgspec

from croupier.house.store.entries import Event


class Defect(msgspec.Struct, frozen=True):
    """Which check found it, where, and what is wrong."""

    of: str
    where: str
    said: str

    def __str__(self) -> str:
        return f"{self.of}: {self.where}: {self.said}" if self.where else f"{self.of}: {self.said}"

    def acknowledged(self, lines: Collection[str]) -> bool:
        """Whether it is among the defects that a repair stored as text.

        A later version may word it differently: the same check, place and figures are the same defect in any words.
        """
        start = f"{self.of}: {self.where}: "
        return str(self) in lines or any(
            line.startswith(start) and _figures(line) == _figures(str(self)) for line in lines
        )


def _figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text))


def at(event: Event) -> str:
    """The place of an event: position, stream and version."""
    # A damaged name must not write control characters to a terminal.
    name = event.stream.encode("ascii", "backslashreplace").decode()
    return f"event {event.position} ({name if name.isprintable() else repr(name)} {event.version})"
