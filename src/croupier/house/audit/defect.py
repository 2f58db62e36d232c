"""A defect of a store."""

import msgspec

from croupier.house.store.entries import Event


class Defect(msgspec.Struct, frozen=True):
    """Which check found it, where, and what is wrong.

    Its text is stored when a repair acknowledges it, so that changing a message makes old repairs unknown.
    """

    of: str
    where: str
    said: str

    def __str__(self) -> str:
        return f"{self.of}: {self.where}: {self.said}" if self.where else f"{self.of}: {self.said}"


def at(event: Event) -> str:
    """The place of an event: position, stream and version."""
    # A damaged name must not write control characters to a terminal.
    name = event.stream.encode("ascii", "backslashreplace").decode()
    return f"event {event.position} ({name if name.isprintable() else repr(name)} {event.version})"
