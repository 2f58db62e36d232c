"""Subscriptions to a table: its updates with their versions, from a snapshot on, in bounded memory."""

import asyncio
from collections import deque

from croupier.house.table import Table, Update

MAX_QUEUED_UPDATES = 1_000
"""Back-pressure: updates that may be queued for a subscriber; above that they are dropped, and it needs a snapshot."""


class Subscription:
    """The queue of updates for one subscriber. One that falls too far behind is told so, and takes a snapshot."""

    def __init__(self, table: Table, most: int = MAX_QUEUED_UPDATES) -> None:
        self.table = table
        self.lost = False
        """Whether updates were dropped: take a snapshot and go on from its version."""
        self._updates: deque[Update] = deque()
        self._most, self._waiting = most, asyncio.Event()

    def put(self, update: Update) -> None:
        """Queue an update; where the queue is full, drop all and set `lost`."""
        if len(self._updates) >= self._most:
            self._updates.clear()
            self.lost = True
        if not self.lost:
            self._updates.append(update)
        self._waiting.set()

    def taken(self) -> list[Update]:
        """Take all queued updates; empty where some were lost, which the snapshot makes up for."""
        updates = list(self._updates)
        self._updates.clear()
        self.lost = False
        self._waiting.clear()
        return updates

    async def wait(self) -> None:
        """Wait until there is something to take."""
        await self._waiting.wait()
