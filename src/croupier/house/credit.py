"""Credit above a set amount takes two people: a cashier requests it, a second person approves it.

The limits are per gaming day: what one cashier has sold alone to one terminal, and to all terminals together. So an
amount that is split into smaller ones, or spread over terminals, takes two people once a limit is reached.

A request is stored in the terminal's stream, and carried out in the same append as the approval: exactly once or not at
all. It expires after a few minutes and survives a restart of the house; a refusal or withdrawal is stored as well.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from croupier.house import events as house
from croupier.house.clock import ClockSteps
from croupier.house.days import Calendar, GamingDay
from croupier.house.policy import APPROVAL_LASTS, Policy
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.store import Appended, Event, Records, Unavailable
from croupier.refused import Refused
from croupier.words import Sentence

MAX_WAITING_CREDITS = 100
"""Open requests at once."""
TAKES_TWO = Sentence("cage-second-person-needed")
PREFIX = "credit-"
"""Prefix of the ids of requests, and of the references of sales by two people."""


class Sale(NamedTuple):
    """A sale by one cashier alone."""

    terminal: str
    by: str
    cents: int
    at: int


class Sold:
    """Cents that each cashier has sold alone in the current gaming day, appends in flight included."""

    def __init__(self, sales: Callable[[int], Iterable[Sale]], calendar: Calendar) -> None:
        self._sales, self._calendar = sales, calendar
        self._durable: tuple[GamingDay, Counter[tuple[str, str]]] | None = None
        self._in_flight: list[Sale] = []

    def alone(self, by: str, at: int) -> Counter[str]:
        """By terminal, cents that a cashier has sold alone in the gaming day of that time."""
        day, durable = self._today(at)
        totals = Counter({terminal: cents for (terminal, who), cents in durable.items() if who == by})
        for each in self._in_flight:
            if each.by == by and day.since <= each.at < day.until:
                totals[each.terminal] += each.cents
        return totals

    def begin(self, sale: Sale) -> None:
        """Count a sale whose append is in flight."""
        self._in_flight.append(sale)

    def end(self, sale: Sale, outcome: Appended | Refused) -> None:
        """Finish a sale in flight; where its outcome is unknown, the cache is invalidated."""
        self._in_flight.remove(sale)
        if isinstance(outcome, Unavailable) or (isinstance(outcome, Appended) and outcome.again):
            self._durable = None
        elif isinstance(outcome, Appended) and self._durable is not None:
            day, durable = self._durable
            if day.since <= sale.at < day.until:
                durable[sale.terminal, sale.by] += sale.cents

    def _today(self, at: int) -> tuple[GamingDay, Counter[tuple[str, str]]]:
        if self._durable is None or not self._durable[0].since <= at < self._durable[0].until:
            day, durable = self._calendar.of(at), Counter[tuple[str, str]]()
            for each in self._sales(day.since):
                if each.at < day.until:
                    durable[each.terminal, each.by] += each.cents
            self._durable = day, durable
        return self._durable


class Credit:
    """The open requests of the cage, and what its cashiers have sold alone."""

    def __init__(self, entropy: Entropy, clock: Callable[[], int], records: Records, calendar: Calendar) -> None:
        self._entropy, self._clock = entropy, clock
        self._open: dict[str, house.CreditAsked] = {}
        self._in_flight: set[str] = set()
        """Ids of requests whose answer is in flight."""
        self.sold = Sold(lambda since: sales(records.cage_sales(since)), calendar)

    def restore(self, records: Records, steps: ClockSteps) -> None:
        """Load the open requests after a restart; their deadlines did not stop meanwhile."""
        moved = max(0, *(steps.since(at) for at in steps.positions), steps.since(0))
        for event in records.events_since(records.head().at - APPROVAL_LASTS - moved, house.CREDIT):
            match house.read_house(event.body):
                case house.CreditAsked() as request:
                    until = request.until + steps.since(event.position)
                    self._open[request.id] = msgspec.structs.replace(request, until=until)
                case house.CreditAgreed(id=id) | house.CreditRefused(id=id):
                    self._open.pop(id, None)

    def stepped(self, by: int) -> None:
        """Apply a clock step of `by` microseconds: deadlines move with it."""
        self._open = {
            id: msgspec.structs.replace(request, until=request.until + by) for id, request in self._open.items()
        }

    def waiting(self) -> list[house.CreditAsked]:
        """The open requests that have not expired, oldest first."""
        now = self._clock()
        self._open = {id: each for id, each in self._open.items() if now < each.until or id in self._in_flight}
        return [each for each in self._open.values() if now < each.until]

    def knows(self, id: str) -> bool:
        """Whether that is the id of a request of the cage."""
        return id.startswith(PREFIX)

    def sells(
        self, policy: Policy, terminal: str, cents: int, by: str, at: int, corrects: int = 0
    ) -> Sale | house.CreditAsked:
        """A sale by the cashier alone, or the request to a second person where that exceeds the policy."""
        if policy.two_people_above is not None:
            earlier = self.sold.alone(by, at)
            if policy.takes_two(earlier[terminal] + cents, earlier.total() + cents):
                return self._ask(terminal, cents, by, at, corrects)
        return Sale(terminal, by, cents, at)

    def _ask(self, terminal: str, cents: int, by: str, at: int, corrects: int) -> house.CreditAsked:
        """A new request to a second person; refused where MAX_WAITING_CREDITS are open."""
        if len(self.waiting()) >= MAX_WAITING_CREDITS:
            raise Refused("cage-requests-full", count=MAX_WAITING_CREDITS)
        id = f"{PREFIX}{self._entropy(6).hex()}"
        until = at + APPROVAL_LASTS
        return house.CreditAsked(id=id, terminal=terminal, cents=cents, by=by, at=at, until=until, corrects=corrects)

    def add(self, request: house.CreditAsked) -> None:
        """Add a request that is durable."""
        self._open[request.id] = request

    def begin(self, id: str, by: str, role: HouseRole, *, agrees: bool) -> house.CreditAsked:
        """Begin to answer a request; refused for the wrong person, or after its deadline."""
        request = self._open.get(id)
        if request is None or id in self._in_flight:
            raise Refused("credit-request-gone")
        if by == request.by and agrees:
            raise Refused("own-request-not-approvable", "R-11")
        if by != request.by and not second(role):
            raise Refused("cage-or-pit-manager-needed", "R-11", acting=role.one)
        if agrees and self._clock() >= request.until:
            raise Refused("request-expired")
        self._in_flight.add(id)
        return request

    def end(self, id: str, *, kept: bool) -> None:
        """Finish the answer in flight; closes the request where it is durable (`kept`)."""
        self._in_flight.discard(id)
        if kept:
            self._open.pop(id, None)


def sales(events: Iterable[Event]) -> Iterable[Sale]:
    """The sales by one cashier alone among these events."""
    for event in events:
        if event.kind == "bought-in" and (sale := alone(house.read_house(event.body), event.actor, event.at)):
            yield sale


def alone(event: house.AnyHouseEvent, actor: str, at: int) -> Sale | None:
    """The sale by one cashier alone that an event tells of, if any."""
    match event:
        case house.BoughtIn(source="cage", terminal=terminal, cents=cents, reference=reference):
            if actor.startswith("staff:") and not reference.startswith(PREFIX):
                return Sale(terminal, actor, cents, at)
    return None


def second(role: HouseRole) -> bool:
    """Whether that role may be the second person."""
    return role is HouseRole.CAGE or role.may_act_as(HouseRole.PIT_MANAGER)
