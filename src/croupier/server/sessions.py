"""Sockets belong to sessions: when a session ends, for whatever reason, its sockets are closed.

A session ends by signing out, by suspension, by a change of position or secret, by its idle timeout, and by its maximum
age. Commands count as use, over a socket too; watching does not, however long.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator

from croupier.house.days import SECOND
from croupier.house.people import People, Who
from croupier.refused import Refused
from croupier.words import Sentence

MAX_CHECK_SECONDS = 30.0
"""Seconds after which a session is checked again at the latest, because the wall clock may be set meanwhile."""
ENDED = Sentence("signed-out")


class _Open:
    """A session with open sockets: how to close them, and the timer of the next check."""

    def __init__(self, who: Who) -> None:
        self.who, self.loop = who, asyncio.get_running_loop()
        self.closers: set[Callable[[], None]] = set()
        self.timer: asyncio.Handle | None = None


class SessionSockets:
    """The open sockets of every session."""

    def __init__(self, people: People, clock: Callable[[], int]) -> None:
        self._people, self._clock = people, clock
        self._open: dict[str, _Open] = {}
        people.on_end = self._ended

    @contextlib.contextmanager
    def socket(self, who: Who, close: Callable[[], None]) -> Iterator[None]:
        """Call `close` in this event loop when the session ends; spectators have no session."""
        if not who.session:
            yield
            return
        session = self._open.setdefault(who.session, _Open(who))
        session.closers.add(close)
        if session.timer is None:
            self._check(session)
        try:
            yield
        finally:
            session.closers.discard(close)
            if not session.closers:
                self._forget(session)

    def _check(self, session: _Open) -> None:
        """Close the sockets of a session that has expired; otherwise schedule the next check."""
        left = self._people.left(session.who, self._clock())
        if left > 0:
            session.timer = session.loop.call_later(min(left / SECOND, MAX_CHECK_SECONDS), self._check, session)
            return
        session.timer = session.loop.call_soon(self._close, (session.who.session,))
        # The expiry is logged as soon as the log can be written; a guest who was removed has no account any more.
        with contextlib.suppress(Refused):
            self._people.expire(session.who, self._clock())

    def _ended(self, sessions: Iterable[str]) -> None:
        """Close the sockets of sessions that have ended; called from whichever thread ended them."""
        for loop in {session.loop for each in sessions if (session := self._open.get(each)) is not None}:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._close, tuple(sessions))

    def _close(self, sessions: Iterable[str]) -> None:
        for each in sessions:
            if session := self._open.get(each):
                self._forget(session)
                for close in tuple(session.closers):
                    close()

    def _forget(self, session: _Open) -> None:
        if session.timer is not None:
            session.timer.cancel()
        if self._open.get(session.who.session) is session:
            del self._open[session.who.session]
