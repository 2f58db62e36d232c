"""Sockets belong to sessions: when a session ends, by whatever, its sockets are closed.

A session ends by signing out, by suspension, by another position or another secret, by not being used, and by its
longest time. Commands use it, over a socket too; looking on does not, however long.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator

from croupier.house.days import SECOND
from croupier.house.people import People, Who
from croupier.refused import Refused
from croupier.words import Sentence

MAX_CHECK_SECONDS = 30.0
"""Seconds after which a session is looked at again at the latest, whatever the clock of the wall does meanwhile."""
ENDED = Sentence("signed-out")


class _Open:
    """A session with sockets."""

    def __init__(self, who: Who) -> None:
        self.who, self.loop = who, asyncio.get_running_loop()
        self.closers: set[Callable[[], None]] = set()
        self.timer: asyncio.Handle | None = None


class SessionSockets:
    """The sockets of everybody who has signed in."""

    def __init__(self, people: People, clock: Callable[[], int]) -> None:
        self._people, self._clock = people, clock
        self._open: dict[str, _Open] = {}
        people.on_end = self._heard

    @contextlib.contextmanager
    def socket(self, who: Who, close: Callable[[], None]) -> Iterator[None]:
        """Have `close` called, in this thread, when the session ends; spectators have none."""
        if not who.session:
            yield
            return
        found = self._open.setdefault(who.session, _Open(who))
        found.closers.add(close)
        if found.timer is None:
            self._look(found)
        try:
            yield
        finally:
            found.closers.discard(close)
            if not found.closers:
                self._forget(found)

    def _look(self, found: _Open) -> None:
        """Close what has ended; look again when the rest would."""
        left = self._people.left(found.who, self._clock())
        if left > 0:
            found.timer = found.loop.call_later(min(left / SECOND, MAX_CHECK_SECONDS), self._look, found)
            return
        found.timer = found.loop.call_soon(self._close, (found.who.session,))
        # The log says so too, as soon as it can be written; somebody who was seen out has no account any more.
        with contextlib.suppress(Refused):
            self._people.expire(found.who, self._clock())

    def _heard(self, sessions: Iterable[str]) -> None:
        """These have ended, says whichever thread ended them."""
        for loop in {found.loop for each in sessions if (found := self._open.get(each)) is not None}:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._close, tuple(sessions))

    def _close(self, sessions: Iterable[str]) -> None:
        for session in sessions:
            if found := self._open.get(session):
                self._forget(found)
                for close in tuple(found.closers):
                    close()

    def _forget(self, found: _Open) -> None:
        if found.timer is not None:
            found.timer.cancel()
        if self._open.get(found.who.session) is found:
            del self._open[found.who.session]
