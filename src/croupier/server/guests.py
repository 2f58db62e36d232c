"""Guests of a demo: those who have been idle for a day are removed, so that accounts do not pile up.

Their credits have no value and are cashed out; what they did stays in the records. The number of guests is limited: at
the limit, those who have been idle for longest are removed, after a minimum time.
"""

import asyncio

from croupier.games.round import Role, encode
from croupier.house.days import HOUR, SECOND
from croupier.house.house import House
from croupier.house.people import People
from croupier.house.table import Request
from croupier.refused import Refused

GUEST_EXPIRY_MICROSECONDS = 24 * HOUR
"""Idle time after which a guest is removed."""
GUEST_IDLE_MICROSECONDS = 600 * SECOND
"""Idle time after which a guest is removed if there are too many."""
MAX_GUESTS = 20_000
"""Guests at once."""
SWEEP_SECONDS = 60.0
"""Seconds from one sweep to the next."""
GUESTS_PER_SWEEP = 500
"""Guests who are removed in one sweep at most."""


class Guests:
    """Removes idle guests."""

    def __init__(self, house: House, people: People) -> None:
        self._house, self._people = house, people
        self.full = False
        """Whether no more guests are admitted: there are too many, and none of them is idle for long enough."""

    async def run(self) -> None:
        """Sweep again and again, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def sweep(self) -> int:
        """Remove guests who have been idle for too long; the number of those removed."""
        idle_times = self._people.guests(self._house.now())
        longest = sorted(idle_times.items(), key=lambda each: -each[1])
        excess = max(0, len(idle_times) - MAX_GUESTS)
        leaving = [
            name
            for at, (name, idle) in enumerate(longest)
            if idle >= (GUEST_IDLE_MICROSECONDS if at < excess else GUEST_EXPIRY_MICROSECONDS)
        ]
        removed = 0
        for name in leaving[:GUESTS_PER_SWEEP]:
            removed += await self._remove(name)
        self.full = len(idle_times) - removed >= MAX_GUESTS
        return removed

    async def _remove(self, name: str) -> bool:
        """Cash a guest out and remove the account; False if they have stakes in play, or it has to be retried."""
        playing = (table.durable for table in self._house.tables.values())
        if any(state.round is not None and not state.over and name in state.round.wagers() for state in playing):
            return False
        try:
            if cents := self._house.credits(name):
                # Another idempotency key each time: a guest who came back is removed again later.
                id = f"farewell-{name}-{self._house.now()}"
                body = encode({"command": "cash-out", "cents": cents})
                if not (await self._house.money(name, Request(id=id, actor="house", by=Role.DEALER, body=body))).done:
                    return False
            await asyncio.to_thread(self._people.close_guest, name, self._house.now())
        except Refused:
            # A concurrent change, or the records cannot be reached: the next sweep tries again.
            return False
        return True
