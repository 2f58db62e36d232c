"""The gaming days that were closed: that each is signed, and that its books are what the events still come to."""

from collections.abc import Iterator

from croupier.house.accounting.closing import defects
from croupier.house.audit.defect import Defect, at
from croupier.house.events import DayClosed, read_house
from croupier.house.keys import fingerprint
from croupier.house.store.reading import Kept, Records
from croupier.refused import Refused


class Days:
    """Makes the books of every closed day again."""

    def __init__(self, key: bytes | None) -> None:
        self.counts = {"days": 0}
        self._key = key
        self._closed: list[tuple[str, DayClosed]] = []

    def see(self, kept: Kept) -> Iterator[Defect]:
        """Remember a day that was closed."""
        if kept.event.kind == "day-closed":
            self.counts["days"] += 1
            try:
                event = read_house(kept.event.body)
            except Refused as refused:
                yield Defect("days", at(kept.event), refused.reason)
                return
            assert isinstance(event, DayClosed)
            self._closed.append((at(kept.event), event))

    def end(self, records: Records) -> Iterator[Defect]:
        """Go through each of them again."""
        for where, event in self._closed:
            self._key = self._key or event.key
            if event.key != self._key:
                said = f"it is signed with the key {fingerprint(event.key)}, not {fingerprint(self._key)}"
                yield Defect("days", where, said)
            try:
                yield from (Defect("days", where, said) for said in defects(records, event))
            except Exception as error:
                # Damage takes any form, and none of them may keep the rest from being looked at.
                yield Defect("days", where, f"no books can be made of it ({type(error).__name__})")
