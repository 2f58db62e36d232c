"""Credit above a set amount takes two people: one of the cage asks, another one agrees, and then it is there.

What counts is not one buy-in but a gaming day: what one of the cage has sold alone to one terminal, and to all of them
together. So an amount that is split into smaller ones, or spread over terminals, takes two people when it is reached.

What is asked for is kept in the terminal's own stream, and carried out in the same append in which somebody else
agrees: so it is done once or not at all. It waits for a few minutes, through a restart of the house too; that it was
refused or taken back is kept as well.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from croupier.house import events as house
from croupier.house.clock import Steps
from croupier.house.days import Calendar, GamingDay
from croupier.house.policy import APPROVAL_LASTS, Policy
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.store import Appended, Event, Records, Unavailable
from croupier.refused import Refused
from croupier.words import Sentence

MAX_WAITING_CREDITS = 100
"""What may wait at once."""
TAKES_TWO = Sentence("cage-second-person-needed")
PREFIX = "credit-"
"""How the names of requests begin, and the references of what two people have sold."""


class Sale(NamedTuple):
    """What one of the cage sells alone."""

    terminal: str
    by: str
    cents: int
    at: int


class Sold:
    """What everybody of the cage has sold alone in a gaming day, with what is under way."""

    def __init__(self, sales: Callable[[int], Iterable[Sale]], calendar: Calendar) -> None:
        self._sales, self._calendar = sales, calendar
        self._known: tuple[GamingDay, Counter[tuple[str, str]]] | None = None
        self._under_way: list[Sale] = []

    def alone(self, by: str, at: int) -> Counter[str]:
        """By terminal, cents that somebody has sold alone in the gaming day of that moment."""
        day, known = self._today(at)
        found = Counter({terminal: cents for (terminal, who), cents in known.items() if who == by})
        for each in self._under_way:
            if each.by == by and day.since <= each.at < day.until:
                found[each.terminal] += each.cents
        return found

    def begin(self, sale: Sale) -> None:
        """It is on its way to the disk, and counts from now on."""
        self._under_way.append(sale)

    def end(self, sale: Sale, outcome: Appended | Refused) -> None:
        """It is durable, or is not; where nobody knows, what is known is read anew."""
        self._under_way.remove(sale)
        if isinstance(outcome, Unavailable) or (isinstance(outcome, Appended) and outcome.again):
            self._known = None
        elif isinstance(outcome, Appended) and self._known is not None:
            day, known = self._known
            if day.since <= sale.at < day.until:
                known[sale.terminal, sale.by] += sale.cents

    def _today(self, at: int) -> tuple[GamingDay, Counter[tuple[str, str]]]:
        if self._known is None or not self._known[0].since <= at < self._known[0].until:
            day, known = self._calendar.of(at), Counter[tuple[str, str]]()
            for each in self._sales(day.since):
                if each.at < day.until:
                    known[each.terminal, each.by] += each.cents
            self._known = day, known
        return self._known


class Credit:
    """What waits at the cage for a second person, and what does not have to."""

    def __init__(self, entropy: Entropy, clock: Callable[[], int], records: Records, calendar: Calendar) -> None:
        self._entropy, self._clock = entropy, clock
        self._waiting: dict[str, house.CreditAsked] = {}
        self._under_way: set[str] = set()
        """What somebody has just answered."""
        self.sold = Sold(lambda since: sales(records.sold(since)), calendar)

    def restore(self, records: Records, steps: Steps) -> None:
        """What waited when the house went down waits on; its time goes on meanwhile."""
        moved = max(0, *(steps.since(at) for at in steps.positions), steps.since(0))
        for event in records.since(records.head().at - APPROVAL_LASTS - moved, house.CREDIT):
            match house.read_house(event.body):
                case house.CreditAsked() as asked:
                    until = asked.until + steps.since(event.position)
                    self._waiting[asked.id] = msgspec.structs.replace(asked, until=until)
                case house.CreditAgreed(id=id) | house.CreditRefused(id=id):
                    self._waiting.pop(id, None)

    def stepped(self, by: int) -> None:
        """Somebody has set the clock by so much: a second person has the time that they had."""
        self._waiting = {
            id: msgspec.structs.replace(asked, until=asked.until + by) for id, asked in self._waiting.items()
        }

    def waiting(self) -> list[house.CreditAsked]:
        """All that may still be agreed to, the oldest first."""
        now = self._clock()
        self._waiting = {id: each for id, each in self._waiting.items() if now < each.until or id in self._under_way}
        return [each for each in self._waiting.values() if now < each.until]

    def knows(self, id: str) -> bool:
        """Whether that is something of the cage's."""
        return id.startswith(PREFIX)

    def sells(self, policy: Policy, terminal: str, cents: int, by: str, at: int) -> Sale | house.CreditAsked:
        """What one of the cage sells alone, or what a second person is asked where that would be too much."""
        if policy.two_people_above is not None:
            earlier = self.sold.alone(by, at)
            if policy.takes_two(earlier[terminal] + cents, earlier.total() + cents):
                return self._ask(terminal, cents, by, at)
        return Sale(terminal, by, cents, at)

    def _ask(self, terminal: str, cents: int, by: str, at: int) -> house.CreditAsked:
        """What a second person is asked."""
        if len(self.waiting()) >= MAX_WAITING_CREDITS:
            raise Refused("cage-requests-full", count=MAX_WAITING_CREDITS)
        id = f"{PREFIX}{self._entropy(6).hex()}"
        return house.CreditAsked(id=id, terminal=terminal, cents=cents, by=by, at=at, until=at + APPROVAL_LASTS)

    def kept(self, asked: house.CreditAsked) -> None:
        """It is durable that it was asked for."""
        self._waiting[asked.id] = asked

    def begin(self, id: str, by: str, role: HouseRole, *, agrees: bool) -> house.CreditAsked:
        """Somebody answers: refuse who cannot be the second person, and who comes too late."""
        asked = self._waiting.get(id)
        if asked is None or id in self._under_way:
            raise Refused("credit-request-gone")
        if by == asked.by and agrees:
            raise Refused("own-request-not-approvable", "R-11")
        if by != asked.by and not second(role):
            raise Refused("cage-or-pit-manager-needed", "R-11", acting=role.one)
        if agrees and self._clock() >= asked.until:
            raise Refused("request-expired")
        self._under_way.add(id)
        return asked

    def end(self, id: str, *, kept: bool) -> None:
        """The answer is durable, or is not."""
        self._under_way.discard(id)
        if kept:
            self._waiting.pop(id, None)


def sales(events: Iterable[Event]) -> Iterable[Sale]:
    """What one person sold alone, of events."""
    for event in events:
        if event.kind == "bought-in" and (found := alone(house.read_house(event.body), event.actor, event.at)):
            yield found


def alone(event: house.AnyHouseEvent, actor: str, at: int) -> Sale | None:
    """What somebody of the staff sold alone, if that is what an event tells."""
    match event:
        case house.BoughtIn(source="cage", terminal=terminal, cents=cents, reference=reference):
            if actor.startswith("staff:") and not reference.startswith(PREFIX):
                return Sale(terminal, actor, cents, at)
    return None


def second(role: HouseRole) -> bool:
    """Whether somebody in that role may be the second person."""
    return role is HouseRole.CAGE or role.may_act_as(HouseRole.PIT_MANAGER)
