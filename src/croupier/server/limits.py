"""Limits on requests: rate and size."""

from collections import OrderedDict

MAX_BODY_BYTES = 64 * 1024
"""Bytes in the body of a request, and in a message over a WebSocket."""
MAX_TRACKED_CALLERS = 20_000
"""Callers whose rate is remembered."""


class Bucket:
    """A token bucket: fills at a steady rate per second up to a brim; each request takes one token.

    >>> bucket = Bucket(rate=1, brim=2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.0)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_brim", "_left", "_rate")

    def __init__(self, rate: float, brim: float, now: float) -> None:
        self._rate, self._brim, self._left, self._at = rate, brim, brim, now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        if self.empty(now):
            return False
        self._left -= 1
        return True

    def empty(self, now: float) -> bool:
        """Whether there is no token."""
        self._left = min(self._brim, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left < 1


class Buckets:
    """A token bucket for each caller; the least recently used are evicted."""

    def __init__(self, rate: float, brim: float) -> None:
        self._rate, self._brim = rate, brim
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        """Whether a caller may make another request; if so, it is counted."""
        bucket = self._known.get(who)
        if bucket is None:
            bucket = self._known[who] = Bucket(self._rate, self._brim, now)
            if len(self._known) > MAX_TRACKED_CALLERS:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(who)
        return bucket.take(now)

    def empty(self, who: str, now: float) -> bool:
        """Whether a caller has to wait."""
        bucket = self._known.get(who)
        return bucket is not None and bucket.empty(now)
