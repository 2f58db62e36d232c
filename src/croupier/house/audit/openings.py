"""The openings: how often the house came up, with which program, and how often it had not been closed before."""

from collections.abc import Iterator

from croupier.house.audit.defect import Defect
from croupier.house.events import CLOCK_STEPPED, HouseClosed, HouseOpened, read_house
from croupier.house.store.reading import Kept, Records


class Openings:
    """Counts them. A house that went down without a word is nothing wrong; who looks into it wants to know."""

    def __init__(self) -> None:
        self.counts = {"openings": 0, "unclosed": 0, "steps": 0}
        self.program: str | None = None
        self._open = False

    def see(self, kept: Kept) -> Iterator[Defect]:
        """Look at an opening or a close."""
        self.counts["steps"] += kept.event.kind == CLOCK_STEPPED
        if kept.event.stream == "house" and kept.event.kind in ("house-opened", "house-closed"):
            match read_house(kept.event.body):
                case HouseOpened(program=program):
                    self.counts["openings"] += 1
                    self.counts["unclosed"] += self._open
                    self._open, self.program = True, program
                case HouseClosed():
                    self._open = False
        yield from ()

    def end(self, _records: Records) -> Iterator[Defect]:
        """Nothing more."""
        yield from ()
