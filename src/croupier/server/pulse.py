"""The pulse: whether what is written becomes durable, asked as cheaply as it can be and never of the chain.

Where anything has become durable a moment ago, that is the proof. Where nothing has, one small thing is written, the
receipt of a refusal that nobody asked for, which gives way to later ones; whoever asks meanwhile waits for that one.
"""

import asyncio
import itertools
import secrets

from croupier.house.store import Appended, Store, Unavailable
from croupier.house.store.writer import AppendOutcome
from croupier.words import Sentence

FRESH_SECONDS = 2.0
"""Seconds for which something that became durable proves that the next will."""
PROBE_TIMEOUT_SECONDS = 3.0
"""Seconds that a writer has to answer."""


class Pulse:
    """Feels it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epoch, self._number = secrets.token_hex(4), itertools.count(1)
        self._asked: asyncio.Future[AppendOutcome] | None = None

    async def fault(self) -> str | None:
        """What is wrong with the writer, if anything is."""
        if self._store.idle_seconds < FRESH_SECONDS:
            return None
        try:
            asked = self._probe()
            outcome = await asyncio.wait_for(asyncio.shield(asked), PROBE_TIMEOUT_SECONDS)
        except TimeoutError:
            return Sentence("nothing-durable-lately", seconds=f"{min(self._store.busy_seconds, 999999):.0f}")
        except Unavailable as unavailable:
            return unavailable.reason
        return None if isinstance(outcome, Appended) else str(outcome)

    def _probe(self) -> "asyncio.Future[AppendOutcome]":
        """The one that is under way, or another."""
        if self._asked is not None and not self._asked.done():
            return self._asked
        loop = asyncio.get_running_loop()
        asked: asyncio.Future[AppendOutcome] = loop.create_future()

        def tell(outcome: AppendOutcome) -> None:
            if not asked.done():
                asked.set_result(outcome)

        def then(outcome: AppendOutcome) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, outcome)

        self._store.probe(f"{self._epoch}-{next(self._number)}", then)
        self._asked = asked
        return asked
