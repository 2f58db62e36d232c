"""Presence: which terminals are connected, so that a table knows when one is lost and when it is back.

A terminal is connected as long as it has a WebSocket to any table. When the last one closes it has a few seconds to
reconnect, for a reload is no loss; then the rounds that it has wagers in record it as lost (ebaccarat 5.10, eblackjack
5.9), and as back when it reconnects. Many at once are recorded in one batch.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable

from croupier.house.house import House

GRACE_SECONDS = 3.0
"""Seconds that a terminal has to reconnect before it is recorded as lost."""
COMING_SECONDS = 5.0
"""Seconds more that a terminal has where another server has handed over."""
GATHER_SECONDS = 0.05
"""Seconds for which losses and returns are gathered into one batch."""


class Presence:
    """Counts the sockets of every terminal."""

    def __init__(self, house: House, grace: float = GRACE_SECONDS) -> None:
        self._house, self._grace = house, grace
        self._sockets: Counter[str] = Counter()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._news: dict[str, bool] = {}
        """Terminals in the next batch, by whether they are connected."""

    @property
    def connected(self) -> int:
        """How many terminals have a socket."""
        return len(self._sockets)

    async def expect(self, names: Iterable[str]) -> None:
        """Terminals that were connected to the server before this one have time to come here; then they are lost."""
        await asyncio.sleep(COMING_SECONDS + self._grace)
        self._house.gone(*(name for name in names if name not in self._sockets))

    def come(self, name: str) -> None:
        """A terminal has opened a socket."""
        self._sockets[name] += 1
        if leaving := self._leaving.pop(name, None):
            leaving.cancel()
        elif self._sockets[name] == 1:
            self._note(name, there=True)

    def go(self, name: str) -> None:
        """A terminal's socket has closed."""
        self._sockets[name] -= 1
        if self._sockets[name] <= 0:
            del self._sockets[name]
            self._leaving[name] = asyncio.get_running_loop().call_later(self._grace, self._gone, name)

    def _gone(self, name: str) -> None:
        del self._leaving[name]
        self._note(name, there=False)

    def _note(self, name: str, *, there: bool) -> None:
        if not self._news:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._record)
        self._news[name] = there

    def _record(self) -> None:
        news, self._news = self._news, {}
        self._house.gone(*(name for name, there in news.items() if not there))
        self._house.back(*(name for name, there in news.items() if there))
