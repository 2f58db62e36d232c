"""Eviction of the receipts of refused commands: they are stored for retries, but bounded in number.

The receipt of a command that was carried out is stored with its event, for ever. A refusal causes no event, so its
receipt only serves a request that is sent twice: the latest ones of each actor are kept, up to a total, and the oldest
are evicted. An actor that is refused fifty times a second fills no disk, and evicts its own receipts first.

>>> known = Refusals(each=2, most=3)
>>> [known.admit("T1", id) for id in "abc"]
[[], [], [('T1', 'a')]]
>>> known.admit("T2", "d"), known.admit("T3", "e")
([], [('T1', 'b')])
"""

from collections import OrderedDict

MAX_REFUSALS_PER_ACTOR = 200
"""Refusals kept per actor."""
MAX_REFUSALS = 100_000
"""Refusals kept of all actors together."""


class Refusals:
    """The refusals that are stored, as an ordered index, oldest first."""

    def __init__(self, each: int = MAX_REFUSALS_PER_ACTOR, most: int = MAX_REFUSALS) -> None:
        self._each, self._most = each, most
        self._all: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._by_actor: dict[str, OrderedDict[str, None]] = {}

    def admit(self, actor: str, id: str) -> list[tuple[str, str]]:
        """Add a refusal; the ones that it evicts, as (actor, id)."""
        if (actor, id) in self._all:
            return []
        self._all[actor, id] = None
        own = self._by_actor.setdefault(actor, OrderedDict())
        own[id] = None
        evicted: list[tuple[str, str]] = []
        if len(own) > self._each:
            evicted.append((actor, next(iter(own))))
        elif len(self._all) > self._most:
            evicted.append(next(iter(self._all)))
        for each in evicted:
            self._forget(*each)
        return evicted

    def _forget(self, actor: str, id: str) -> None:
        del self._all[actor, id]
        own = self._by_actor[actor]
        del own[id]
        if not own:
            del self._by_actor[actor]
