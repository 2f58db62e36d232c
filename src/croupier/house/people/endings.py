"""Writes the ends of expired sessions to the log in the background, so that no caller waits for it.

A session is over when its time is, whether the log says so yet or not. Expiry is often noticed in the server's event
loop, which must not wait for a disk; so a thread writes it, started on demand. While the store is unreachable it
retries, until the store is closed.
"""

import logging
import threading
import time
from collections.abc import Callable

from croupier.refused import Refused

RETRY_SECONDS = 0.5
"""Seconds between two attempts, while the store is unreachable."""

_log = logging.getLogger(__name__)


class Endings:
    """The queue of sessions that are over and not yet in the log."""

    def __init__(self, write: Callable[[str, int], None], going: Callable[[], bool]) -> None:
        self._write, self._going = write, going
        self._waiting: dict[str, int] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def __contains__(self, session: str) -> bool:
        return session in self._waiting

    def add(self, session: str, at: int) -> bool:
        """Queue the end of a session; False where it is queued already. Returns at once."""
        with self._lock:
            if session in self._waiting:
                return False
            self._waiting[session] = at
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="endings", daemon=True)
                self._thread.start()
        return True

    def flush(self, timeout_seconds: float) -> bool:
        """Wait until the queue is empty, for `patience` seconds at most; whether it is."""
        deadline = time.monotonic() + timeout_seconds
        while self._waiting and time.monotonic() < deadline:
            time.sleep(0.01)
        return not self._waiting

    def _run(self) -> None:
        while (ending := self._next()) is not None:
            try:
                self._write(*ending)
            except Refused:
                # The store is unreachable, or another process wrote to the account, which has been reloaded.
                time.sleep(RETRY_SECONDS)
                continue
            except Exception:
                _log.exception("that a session is over could not be written")
            with self._lock:
                self._waiting.pop(ending[0], None)

    def _next(self) -> tuple[str, int] | None:
        """The oldest entry; None, which ends the thread, where the queue is empty or the store closed."""
        with self._lock:
            if self._waiting and self._going():
                return next(iter(self._waiting.items()))
            self._thread = None
            return None
