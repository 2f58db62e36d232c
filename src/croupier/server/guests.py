"""Guests of a demonstration: whoever does not come back for a day is seen out, so that thousands are not kept for ever.

Their credits are nobody's money and go back where they came from; what they did stays in the record. So many guests may
be there at once: where that is so, those give way who have not been seen for the longest time, and a while at least.
"""

import asyncio

from croupier.games.round import Role, encode
from croupier.house.days import HOUR, SECOND
from croupier.house.house import House
from croupier.house.people import People
from croupier.house.table import Request
from croupier.refused import Refused

GUEST_EXPIRY_MICROSECONDS = 24 * HOUR
"""Microseconds after which a guest is not expected back."""
GUEST_IDLE_MICROSECONDS = 600 * SECOND
"""And after which one gives way where the house is full."""
MAX_GUESTS = 20_000
"""Guests at once."""
SWEEP_SECONDS = 60.0
"""Seconds from one look to the next."""
GUESTS_PER_SWEEP = 500
"""Guests who are seen out in one look."""


class Guests:
    """Sees them out."""

    def __init__(self, house: House, people: People) -> None:
        self._house, self._people = house, people
        self.full = False
        """Whether no more are let in: too many are there who were seen just now."""

    async def run(self) -> None:
        """Look again and again, until this is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.look()

    async def look(self) -> int:
        """See out who has not been seen for so long; how many that were."""
        unseen = self._people.guests(self._house.now())
        longest = sorted(unseen.items(), key=lambda each: -each[1])
        most = max(0, len(unseen) - MAX_GUESTS)
        leaving = [
            name
            for at, (name, idle) in enumerate(longest)
            if idle >= (GUEST_IDLE_MICROSECONDS if at < most else GUEST_EXPIRY_MICROSECONDS)
        ]
        gone = 0
        for name in leaving[:GUESTS_PER_SWEEP]:
            gone += await self._see_out(name)
        self.full = len(unseen) - gone >= MAX_GUESTS
        return gone

    async def _see_out(self, name: str) -> bool:
        """Whether they are gone: who has something in play stays until it is settled."""
        playing = (table.kept for table in self._house.tables.values())
        if any(state.round is not None and not state.over and name in state.round.wagers() for state in playing):
            return False
        try:
            if cents := self._house.credits(name):
                # Under another id each time: who came back meanwhile is seen out again some day.
                id = f"farewell-{name}-{self._house.now()}"
                body = encode({"command": "cash-out", "cents": cents})
                if not (await self._house.money(name, Request(id=id, actor="house", by=Role.DEALER, body=body))).done:
                    return False
            await asyncio.to_thread(self._people.close_guest, name, self._house.now())
        except Refused:
            # Somebody else changes it just now, or the records cannot be reached: another time.
            return False
        return True
