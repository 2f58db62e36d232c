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
from croupier.house.store.records import EventRecord, Records
from croupier.money import dollars

KINDS = {house.CLOCK_STEPPED, "house-opened", "bought-in", *house.CREDIT}
MAX_CAGE_REQUESTS = 1_000
"""Open requests in memory; the cage allows far fewer."""
MAX_DAYS = 8
"""Gaming days in memory."""


class CageCheck:
    """Follows sales at the cage, by seller and approver."""

    def __init__(self) -> None:
        self.counts = {"sold": 0, "seconded": 0}
        self._terminal_limit: int | None = None
        """Cents one person may sell alone in a day to one terminal, and `_a_day` to all; None before a house opens."""
        self._day_limit: int | None = None
        self._days: dict[datetime.date, Counter[tuple[str, str]]] = {}
        """Cents sold alone in a day, by seller and terminal; `(by, "")` is the total over all terminals."""
        self._requests: dict[str, house.CreditAsked] = {}
        self._approved: tuple[int, house.CreditAsked] | None = None
        """Position and request of the last approval: its sale must be the next event."""

    def see(self, record: EventRecord) -> Iterator[Defect]:
        """Check an event of the cage."""
        event = record.event
        if event.kind in KINDS:
            for message in self._check_event(house.read_house(event.body), event):
                yield Defect("cage", at(event), message)

    def end(self, _records: Records) -> Iterator[Defect]:
        """Report nothing."""
        yield from ()

    def _check_event(self, body: house.AnyHouseEvent, event: Event) -> Iterator[str]:
        match body:
            case house.HouseOpened(two_people_above=above, alone_a_day=a_day):
                self._terminal_limit, self._day_limit = above, a_day
            case house.ClockStepped(followed=by):
                self._requests = {
                    id: msgspec.structs.replace(each, until=each.until + by) for id, each in self._requests.items()
                }
            case house.CreditAsked(id=id):
                self._requests = {**dict(list(self._requests.items())[-MAX_CAGE_REQUESTS:]), id: body}
                if body.by != event.actor:
                    yield f"{event.actor} asked in the name of {body.by}"
            case house.CreditRefused(id=id):
                self._requests.pop(id, None)
            case house.CreditAgreed():
                yield from self._agrees(body, event)
            case house.BoughtIn(source="cage", reference=reference) if reference.startswith(PREFIX):
                self.counts["sold"] += 1
                yield from self._by_two(body, event)
            case house.BoughtIn():
                if sale := alone(body, event.actor, event.at):
                    self.counts["sold"] += 1
                    yield from self._by_one(sale)

    def _agrees(self, approval: house.CreditAgreed, event: Event) -> Iterator[str]:
        request = self._requests.pop(approval.id, None)
        if request is None or request.by != approval.asked or event.stream != f"terminal:{request.terminal}":
            yield f"{approval.by} agreed to {approval.id}, which nobody had asked for"
            return
        self._approved = event.position, request
        if approval.by == request.by or event.actor != approval.by:
            yield f"{request.by} asked for {approval.id}, and nobody else agreed"
        if not second(HouseRole(approval.role)):
            yield f"{approval.id} needs the cage or a pit-manager, and a {approval.role} agreed"
        if event.at >= request.until:
            yield f"{approval.by} agreed to {approval.id} after its time"

    def _by_two(self, sale: house.BoughtIn, event: Event) -> Iterator[str]:
        """Check a sale that claims the approval of a second person."""
        position, request = self._approved or (0, None)
        if request is None or (position + 1, request.id) != (event.position, sale.reference):
            yield f"{event.actor} sold {dollars(sale.cents)} as {sale.reference}, to which nobody had agreed just then"
            return
        self.counts["seconded"] += 1
        if (request.terminal, request.cents) != (sale.terminal, sale.cents):
            yield f"{dollars(request.cents)} for {request.terminal} were agreed upon, not {dollars(sale.cents)}"

    def _by_one(self, sale: Sale) -> Iterator[str]:
        totals = self._days.setdefault(Calendar().of(sale.at).date, Counter())
        # A clock that was set back may return to an earlier day, but not many days.
        self._days = dict(list(self._days.items())[-MAX_DAYS:])
        for where, most in ((sale.terminal, self._terminal_limit), ("", self._day_limit)):
            totals[sale.by, where] += sale.cents
            total = totals[sale.by, where]
            if most is not None and total > most:
                to = f"to {where}" if where else "in all"
                message = f"{sale.by} sold {dollars(total)} alone {to} in a gaming day"
                yield f"{message}, and above {dollars(most)} it takes two people"
