"""The desk: what all endpoints share."""

import asyncio
import logging
import time

from croupier.drill.coach import Coach
from croupier.house.accounting.report import NOTICE_CENTS
from croupier.house.house import House
from croupier.house.monitoring.lookout import Lookout
from croupier.house.people import Who
from croupier.house.recall import Index
from croupier.house.roles import HouseRole
from croupier.house.table import Answer
from croupier.house.table import Request as TableRequest
from croupier.server.connections import Connections
from croupier.server.doors import Doors
from croupier.server.guests import Guests
from croupier.server.limits import Buckets
from croupier.server.metrics import Metrics
from croupier.server.presence import GRACE_SECONDS, Presence
from croupier.server.problems import Problem, of_answer
from croupier.server.pulse import Pulse
from croupier.server.queueing import Queue
from croupier.server.shelf import Shelf
from croupier.server.stage import Stage
from croupier.server.worker import Worker
from croupier.words import Sentence

REQUESTS_PER_SECOND, REQUEST_BURST = 50.0, 200.0
"""Requests a second that a caller may make in the long run, and in a burst."""
SIGN_INS_PER_SECOND, SIGN_IN_BURST = 5.0, 50.0
"""The same for sign-ins from one address."""
SIGN_IN_PATHS, STAFF_SIGN_IN_PATH = ("/api/sign-in/", "/api/guests"), "/api/sign-in/staff"
MAX_SHOES_QUEUED = 64
"""Requests for shoes that may wait: they are read one after the other, in a thread that nothing else waits for."""
REFUSALS_TOLD_SECONDS = 60.0
"""Seconds between two lines of the log about requests over the rate limits."""
GUEST_CREDIT_CENTS = 100_000
"""Cents that a new guest of a demo is given."""
log = logging.getLogger("croupier.server")


class Desk:
    """A house with its doors, the stages of its tables, and the services that endpoints use."""

    def __init__(
        self,
        house: House,
        doors: Doors,
        *,
        often: float = REQUESTS_PER_SECOND,
        at_once: float = REQUEST_BURST,
        grace: float = GRACE_SECONDS,
        connections: Connections | None = None,
    ) -> None:
        self.house, self.doors = house, doors
        self.connections = connections or Connections()
        self.presence = Presence(house, grace)
        self.lookout: Lookout | None = None
        """Surveillance; None in a training house."""
        self.coach: Coach | None = None
        """The coach of a training house; otherwise None."""
        self.metrics = Metrics(house, self.connections, self.presence, lambda: self.lookout)
        self.pulse = Pulse(house.store)
        self.guests = Guests(house, doors.people)
        self.worker, self.lessons = Worker(), Worker()
        """Processes for calculations: of the laboratory, and of the trainer, whose questions do not wait for those."""
        self.stages = {name: Stage(house, table) for name, table in house.tables.items()}
        for stage in self.stages.values():
            stage.broadcast = self.metrics.broadcast
        self.set_rate(often, at_once)
        self._refusals_told_until = 0.0
        self._not_ready: str | None = None
        """Why the house was not ready when it was asked last."""
        self.connections.sheds = self._sheds
        self.index = Index(house.store.url)
        self.shelf = Shelf(house.store.records)
        self.reading = Queue("shoes", 1, MAX_SHOES_QUEUED, 1, Sentence("too-many-requests"))
        self.calendar, self.threshold = house.calendar, NOTICE_CENTS

    def set_rate(self, often: float, at_once: float) -> None:
        """Set how many requests a second a caller may make, in the long run and in a burst."""
        self.often, self.at_once = often, at_once
        self.requests = Buckets(often, at_once)
        self.sign_ins = Buckets(max(SIGN_INS_PER_SECOND, often / 10), max(SIGN_IN_BURST, often))

    async def follow(self) -> None:
        """Keep the index of rounds up to date, until cancelled."""
        steps = self.index.following()
        while True:
            await asyncio.sleep(await asyncio.to_thread(next, steps))

    def told_ready(self, why_not: str | None) -> None:
        """Whether the house is ready was asked and answered: one line of the log when that changes."""
        if why_not is not None and self._not_ready is None:
            log.error("the house is not ready: %s", why_not)
        elif why_not is None and self._not_ready is not None:
            log.warning("the house is ready again")
        self._not_ready = why_not

    def _sheds(self, source: str, path: str) -> Problem | None:
        """Load shedding: the refusal of a request without a session over the rate limit, before it is parsed."""
        now = time.monotonic()
        problem = self._over_rate(source, path, now)
        if problem is not None and now >= self._refusals_told_until:
            # One line a minute: a flood of requests must not become a flood of lines.
            self._refusals_told_until = now + REFUSALS_TOLD_SECONDS
            log.warning("requests are refused, the first of them from %s: %s", source, problem.message)
        return problem

    def _over_rate(self, source: str, path: str, now: float) -> Problem | None:
        if path == STAFF_SIGN_IN_PATH and (full := self.doors.hashing.full):
            return full
        if path.startswith(SIGN_IN_PATHS) and self.sign_ins.empty(source, now):
            return Problem(429, Sentence("sign-ins-too-frequent"), after=1)
        if path.startswith("/api/") and self.requests.empty(source, now):
            return Problem(429, Sentence("too-many-requests"), after=1)
        return None

    def stage(self, name: str) -> Stage:
        """The stage of a table; 404 if there is no such table."""
        stage = self.stages.get(name)
        if stage is None:
            raise Problem(404, Sentence("table-not-found", table=name[:64]))
        return stage

    def works_at(self, who: Who, table: str) -> bool:
        """Whether somebody may work at a table: if the house assigns Dealers, they work only where assigned."""
        if who.role is not HouseRole.DEALER or not self.house.policy.assigned:
            return True
        return table in self.doors.people.tables(who)

    def check_works_at(self, who: Who, table: str) -> None:
        """Refuse a Dealer who is not assigned to a table."""
        if not self.works_at(who, table):
            raise Problem(403, Sentence("not-assigned-to-table", table=table[:64]))

    async def pay(self, terminal: str, request: TableRequest) -> Answer:
        """Move money on or off a terminal, and wait until that is durable."""
        return checked(await self.house.money(terminal, request))


def checked(answer: Answer) -> Answer:
    """The answer; a refusal is raised as a problem."""
    if problem := of_answer(answer):
        raise problem
    return answer
