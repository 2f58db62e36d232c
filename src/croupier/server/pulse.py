"""The pulse: a readiness probe of the store's writer, as cheap as possible, which adds nothing to the event chain.

If anything has become durable a moment ago, that is the proof. Otherwise one small row is written, the receipt of a
refusal that nobody requested, which later receipts replace. Callers that come meanwhile share that probe.
"""

import asyncio
import itertools
import secrets

from croupier.house.store import Appended, Store, Unavailable
from croupier.house.store.writer import AppendOutcome
from croupier.words import Sentence

FRESH_SECONDS = 2.0
"""Seconds for which the latest durable append counts as proof."""
PROBE_TIMEOUT_SECONDS = 3.0
"""Seconds that the writer has to answer a probe."""


class Pulse:
    """Probes a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epoch, self._number = secrets.token_hex(4), itertools.count(1)
        self._probing: asyncio.Future[AppendOutcome] | None = None

    async def fault(self) -> str | None:
        """What is wrong with the writer, if anything is."""
        if self._store.idle_seconds < FRESH_SECONDS:
            return None
        try:
            probe = self._probe()
            outcome = await asyncio.wait_for(asyncio.shield(probe), PROBE_TIMEOUT_SECONDS)
        except TimeoutError:
            return Sentence("nothing-durable-lately", seconds=f"{min(self._store.busy_seconds, 999999):.0f}")
        except Unavailable as unavailable:
            return unavailable.reason
        return None if isinstance(outcome, Appended) else str(outcome)

    def _probe(self) -> "asyncio.Future[AppendOutcome]":
        """The probe that is under way, or a new one."""
        if self._probing is not None and not self._probing.done():
            return self._probing
        loop = asyncio.get_running_loop()
        probe: asyncio.Future[AppendOutcome] = loop.create_future()

        def tell(outcome: AppendOutcome) -> None:
            if not probe.done():
                probe.set_result(outcome)

        def then(outcome: AppendOutcome) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, outcome)

        self._store.probe(f"{self._epoch}-{next(self._number)}", then)
        self._probing = probe
        return probe
