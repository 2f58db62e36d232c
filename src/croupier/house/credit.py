"""Credit above a set amount takes two people: one of the cage asks, another one agrees, and then it is there.

What is asked for is kept in the terminal's own stream, and carried out in the same append in which somebody else
agrees: so it is done once or not at all. Nothing waits for longer than a few minutes, and nothing waits through a
restart of the house: then it is asked for again.
"""

from collections.abc import Callable

from croupier.house import events as house
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.table.approval import LASTS
from croupier.refused import Refused

MOST = 100
"""What may wait at once."""
TAKES_TWO = "this takes two people: another of the cage or a pit-manager has to agree"


class Credit:
    """What waits at the cage for a second person."""

    def __init__(self, entropy: Entropy, clock: Callable[[], int]) -> None:
        self._entropy, self._clock = entropy, clock
        self._waiting: dict[str, house.CreditAsked] = {}
        self._under_way: set[str] = set()
        """What somebody has just answered."""

    def waiting(self) -> list[house.CreditAsked]:
        """All that may still be agreed to, the oldest first."""
        now = self._clock()
        self._waiting = {id: each for id, each in self._waiting.items() if now < each.until or id in self._under_way}
        return [each for each in self._waiting.values() if now < each.until]

    def knows(self, id: str) -> bool:
        """Whether that is something of the cage's."""
        return id.startswith("credit-")

    def ask(self, terminal: str, cents: int, by: str) -> house.CreditAsked:
        """What a second person is asked."""
        if len(self.waiting()) >= MOST:
            raise Refused(f"{MOST} requests wait for a second person at the cage already")
        now = self._clock()
        id = f"credit-{self._entropy(6).hex()}"
        return house.CreditAsked(id=id, terminal=terminal, cents=cents, by=by, at=now, until=now + LASTS)

    def kept(self, asked: house.CreditAsked) -> None:
        """It is durable that it was asked for."""
        self._waiting[asked.id] = asked

    def begin(self, id: str, by: str, role: HouseRole, *, agrees: bool) -> house.CreditAsked:
        """Somebody answers: refuse who cannot be the second person, and who comes too late."""
        asked = self._waiting.get(id)
        if asked is None or id in self._under_way:
            raise Refused("nothing waits for a second person by that name: it was answered, or asked too long ago")
        if by == asked.by and agrees:
            raise Refused("nobody approves what they have asked for themself", "R-11")
        if by != asked.by and not second(role):
            raise Refused(f"this needs the cage or a pit-manager, not {role.one}", "R-11")
        if agrees and self._clock() >= asked.until:
            raise Refused("that was asked too long ago: ask again")
        self._under_way.add(id)
        return asked

    def end(self, id: str, *, kept: bool) -> None:
        """The answer is durable, or is not."""
        self._under_way.discard(id)
        if kept:
            self._waiting.pop(id, None)


def second(role: HouseRole) -> bool:
    """Whether somebody in that role may be the second person."""
    return role is HouseRole.CAGE or role.may_act_as(HouseRole.PIT_MANAGER)
