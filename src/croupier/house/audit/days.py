"""Checks the closed gaming days: that each is signed, and that its books still follow from the events."""

from collections.abc import Iterator

from croupier.house.accounting.closing import defects
from croupier.house.audit.defect import Defect, at
from croupier.house.events import DayClosed, read_house
from croupier.house.keys import fingerprint
from croupier.house.store.records import EventRecord, Records
from croupier.refused import Refused


class DaysCheck:
    """Recomputes the books of every closed day."""

    def __init__(self, key: bytes | None) -> None:
        self.counts = {"days": 0}
        self._key = key
        self._closed: list[tuple[str, DayClosed]] = []

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Collect a closed day."""
        if record.event.kind == "day-closed":
            self.counts["days"] += 1
            try:
                event = read_house(record.event.body)
            except Refused as refused:
                yield Defect("days", at(record.event), refused.reason)
                return
            assert isinstance(event, DayClosed)
            self._closed.append((at(record.event), event))

    def end(self, records: Records) -> Iterator[Defect]:
        """Check each closed day."""
        for where, event in self._closed:
            self._key = self._key or event.key
            if event.key != self._key:
                message = f"it is signed with the key {fingerprint(event.key)}, not {fingerprint(self._key)}"
                yield Defect("days", where, message)
            try:
                yield from (Defect("days", where, message) for message in defects(records, event))
            except Exception as error:
                # Any exception is a defect too: the audit must reach the end.
                yield Defect("days", where, f"no books can be made of it ({type(error).__name__})")
