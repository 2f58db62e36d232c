"""Sessions whose time is over, written into the log beside everything else: whoever finds it out does not wait.

A session is over when its time is, whether the log says so yet or not. What finds that out is often the server's event
loop, which must wait for no disk; so a thread writes it, begun when there is something to write. Where the records
cannot be reached it tries again until they can, or the store is closed.
"""

import logging
import threading
import time
from collections.abc import Callable

from croupier.refused import Refused

RETRY_SECONDS = 0.5
"""Seconds from one attempt to the next, while the records cannot be reached."""

_log = logging.getLogger(__name__)


class Endings:
    """Which sessions are over, and not yet in the log."""

    def __init__(self, write: Callable[[str, int], None], going: Callable[[], bool]) -> None:
        self._write, self._going = write, going
        self._waiting: dict[str, int] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def __contains__(self, session: str) -> bool:
        return session in self._waiting

    def add(self, session: str, at: int) -> bool:
        """Have it written that a session ended then; whether that is news. Returns at once."""
        with self._lock:
            if session in self._waiting:
                return False
            self._waiting[session] = at
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="endings", daemon=True)
                self._thread.start()
        return True

    def flush(self, patience: float) -> bool:
        """Wait until all is written, for so many seconds at most; whether it is."""
        until = time.monotonic() + patience
        while self._waiting and time.monotonic() < until:
            time.sleep(0.01)
        return not self._waiting

    def _run(self) -> None:
        while (following := self._next()) is not None:
            try:
                self._write(*following)
            except Refused:
                # The records are away, or somebody else has written to the account and it was read again.
                time.sleep(RETRY_SECONDS)
                continue
            except Exception:
                _log.exception("that a session is over could not be written")
            with self._lock:
                self._waiting.pop(following[0], None)

    def _next(self) -> tuple[str, int] | None:
        """The oldest; nothing, and the end of the thread, where there is none or nobody writes any more."""
        with self._lock:
            if self._waiting and self._going():
                return next(iter(self._waiting.items()))
            self._thread = None
            return None
