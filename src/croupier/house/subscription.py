"""What happens at a table, for whoever looks on: events with their versions, from a snapshot on, in bounded memory."""

import asyncio
from collections import deque

from croupier.house.table import Table, Update

BEHIND = 1_000
"""Updates that a subscriber may be behind; then it starts from a snapshot again."""


class Subscription:
    """What happens at a table, for one who looks on. One who falls too far behind is told so, and looks again."""

    def __init__(self, table: Table, most: int = BEHIND) -> None:
        self.table = table
        self.lost = False
        """Whether updates were dropped: take a snapshot and go on from its version."""
        self._updates: deque[Update] = deque()
        self._most, self._waiting = most, asyncio.Event()

    def put(self, update: Update) -> None:
        """Something has happened."""
        if len(self._updates) >= self._most:
            self._updates.clear()
            self.lost = True
        if not self.lost:
            self._updates.append(update)
        self._waiting.set()

    def taken(self) -> list[Update]:
        """All that has come since one last looked; where some was lost, nothing, and the snapshot tells it all."""
        found = list(self._updates)
        self._updates.clear()
        self.lost = False
        self._waiting.clear()
        return found

    async def wait(self) -> None:
        """Until there is something to take."""
        await self._waiting.wait()
