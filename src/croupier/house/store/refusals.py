"""Receipts of commands that were refused: kept for who asks again, but not all of them for ever.

What came of a command that was done is kept with the event that it led to. A refusal leads to nothing, so it is there
only for the message that comes twice: the latest of each who asks are kept, and of all together so many, and the
oldest give way. Whoever is refused fifty times a second fills no disk, and pushes nobody else's out.

>>> known = Refusals(each=2, most=3)
>>> [known.admit("T1", id) for id in "abc"]
[[], [], [('T1', 'a')]]
>>> known.admit("T2", "d"), known.admit("T3", "e")
([], [('T1', 'b')])
"""

from collections import OrderedDict

MAX_REFUSALS_PER_ACTOR = 200
"""Refusals of one actor that are kept."""
MAX_REFUSALS = 100_000
"""Of everybody."""


class Refusals:
    """Which are kept, the oldest first."""

    def __init__(self, each: int = MAX_REFUSALS_PER_ACTOR, most: int = MAX_REFUSALS) -> None:
        self._each, self._most = each, most
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._of: dict[str, OrderedDict[str, None]] = {}

    def admit(self, actor: str, id: str) -> list[tuple[str, str]]:
        """Another one; which give way to it."""
        if (actor, id) in self._known:
            return []
        self._known[actor, id] = None
        own = self._of.setdefault(actor, OrderedDict())
        own[id] = None
        gone: list[tuple[str, str]] = []
        if len(own) > self._each:
            gone.append((actor, next(iter(own))))
        elif len(self._known) > self._most:
            gone.append(next(iter(self._known)))
        for each in gone:
            self._forget(*each)
        return gone

    def _forget(self, actor: str, id: str) -> None:
        del self._known[actor, id]
        own = self._of[actor]
        del own[id]
        if not own:
            del self._of[actor]
