"""One thing that is wrong with a store."""

import msgspec

from croupier.house.store.entries import Event


class Defect(msgspec.Struct, frozen=True):
    """What is wrong, of what, and where."""

    of: str
    where: str
    said: str

    def __str__(self) -> str:
        return f"{self.of}: {self.where}: {self.said}" if self.where else f"{self.of}: {self.said}"


def at(event: Event) -> str:
    """Where an event stands."""
    # A damaged name must not be able to draw on the screen of who reads it.
    name = event.stream.encode("ascii", "backslashreplace").decode()
    return f"event {event.position} ({name if name.isprintable() else repr(name)} {event.version})"
