"""Counts openings of the house, by which program, and how often it had not been closed in order before."""

from collections.abc import Iterator

from croupier.house.audit.defect import Defect
from croupier.house.events import CLOCK_STEPPED, HouseClosed, HouseOpened, read_house
from croupier.house.store.records import EventRecord, Records


class OpeningsCheck:
    """Counts openings, crashes and clock steps. A crash is no defect, but of interest to whoever reads the audit."""

    def __init__(self) -> None:
        self.counts = {"openings": 0, "unclosed": 0, "steps": 0}
        self.program: str | None = None
        self._open = False

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Count an opening, a close or a clock step."""
        self.counts["steps"] += record.event.kind == CLOCK_STEPPED
        if record.event.stream == "house" and record.event.kind in ("house-opened", "house-closed"):
            match read_house(record.event.body):
                case HouseOpened(program=program):
                    self.counts["openings"] += 1
                    self.counts["unclosed"] += self._open
                    self._open, self.program = True, program
                case HouseClosed():
                    self._open = False
        yield from ()

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing."""
        yield from ()
