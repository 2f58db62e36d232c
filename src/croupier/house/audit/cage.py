"""Checks the cage: sales by one person stay within the limits, and larger ones were approved by a second person."""

import datetime
from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.house import events as house
from croupier.house.audit.defect import Defect, at
from croupier.house.credit import PREFIX, Sale, alone, second
from croupier.house.days import Calendar
from croupier.house.roles import HouseRole
from croupier.house.store.entries import Event
from croupier.house.store.reading import EventRecord, Records
from croupier.money import dollars

KINDS = {house.CLOCK_STEPPED, "house-opened", "bought-in", *house.CREDIT}
MAX_REQUESTS = 1_000
"""Open requests in memory; the cage allows far fewer."""
DAYS = 8
"""Gaming days in memory."""


class CageCheck:
    """Follows sales at the cage, by seller and approver."""

    def __init__(self) -> None:
        self.counts = {"sold": 0, "seconded": 0}
        self._above: int | None = None
        """Cents one person may sell alone in a day to one terminal, and `_a_day` to all; None before a house opens."""
        self._a_day: int | None = None
        self._days: dict[datetime.date, Counter[tuple[str, str]]] = {}
        """Cents sold alone in a day, by seller and terminal; `(by, "")` is the total over all terminals."""
        self._asked: dict[str, house.CreditAsked] = {}
        self._agreed: tuple[int, house.CreditAsked] | None = None
        """Position and request of the last approval: its sale must be the next event."""

    def see(self, kept: EventRecord) -> Iterator[Defect]:
        """Check an event of the cage."""
        event = kept.event
        if event.kind in KINDS:
            for said in self._seen(house.read_house(event.body), event):
                yield Defect("cage", at(event), said)

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing."""
        yield from ()

    def _seen(self, said: house.AnyHouseEvent, event: Event) -> Iterator[str]:
        match said:
            case house.HouseOpened(two_people_above=above, alone_a_day=a_day):
                self._above, self._a_day = above, a_day
            case house.ClockStepped(followed=by):
                self._asked = {
                    id: msgspec.structs.replace(each, until=each.until + by) for id, each in self._asked.items()
                }
            case house.CreditAsked(id=id):
                self._asked = {**dict(list(self._asked.items())[-MAX_REQUESTS:]), id: said}
                if said.by != event.actor:
                    yield f"{event.actor} asked in the name of {said.by}"
            case house.CreditRefused(id=id):
                self._asked.pop(id, None)
            case house.CreditAgreed():
                yield from self._agrees(said, event)
            case house.BoughtIn(source="cage", reference=reference) if reference.startswith(PREFIX):
                self.counts["sold"] += 1
                yield from self._by_two(said, event)
            case house.BoughtIn():
                if sale := alone(said, event.actor, event.at):
                    self.counts["sold"] += 1
                    yield from self._by_one(sale)

    def _agrees(self, said: house.CreditAgreed, event: Event) -> Iterator[str]:
        asked = self._asked.pop(said.id, None)
        if asked is None or asked.by != said.asked or event.stream != f"terminal:{asked.terminal}":
            yield f"{said.by} agreed to {said.id}, which nobody had asked for"
            return
        self._agreed = event.position, asked
        if said.by == asked.by or event.actor != said.by:
            yield f"{asked.by} asked for {said.id}, and nobody else agreed"
        if not second(HouseRole(said.role)):
            yield f"{said.id} needs the cage or a pit-manager, and a {said.role} agreed"
        if event.at >= asked.until:
            yield f"{said.by} agreed to {said.id} after its time"

    def _by_two(self, said: house.BoughtIn, event: Event) -> Iterator[str]:
        """Check a sale that claims the approval of a second person."""
        position, asked = self._agreed or (0, None)
        if asked is None or (position + 1, asked.id) != (event.position, said.reference):
            yield f"{event.actor} sold {dollars(said.cents)} as {said.reference}, to which nobody had agreed just then"
            return
        self.counts["seconded"] += 1
        if (asked.terminal, asked.cents) != (said.terminal, said.cents):
            yield f"{dollars(asked.cents)} for {asked.terminal} were agreed upon, not {dollars(said.cents)}"

    def _by_one(self, sale: Sale) -> Iterator[str]:
        sold = self._days.setdefault(Calendar().of(sale.at).date, Counter())
        # A clock that was set back may return to an earlier day, but not many days.
        self._days = dict(list(self._days.items())[-DAYS:])
        for where, most in ((sale.terminal, self._above), ("", self._a_day)):
            sold[sale.by, where] += sale.cents
            total = sold[sale.by, where]
            if most is not None and total > most:
                to = f"to {where}" if where else "in all"
                said = f"{sale.by} sold {dollars(total)} alone {to} in a gaming day"
                yield f"{said}, and above {dollars(most)} it takes two people"
