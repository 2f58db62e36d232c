"""A house's settings for people and the cage, apart from its tables: the sections `[people]` and `[cage]`.

>>> policy = read({"people": {"idle": 10, "assigned": True}, "cage": {"two_people_above": "10,000.00"}})
>>> policy.idle // MINUTE, policy.assigned, policy.two_people_above
(10, True, 1000000)
>>> policy.check_buy_in(2_000_000_000)
Traceback (most recent call last):
croupier.refused.Refused: a buy-in is up to 10,000,000.00, not 20,000,000.00
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from croupier.house.days import SECOND
from croupier.money import MAX_CENTS, cents
from croupier.refused import Refused, refuse_all

MINUTE = 60 * SECOND
APPROVAL_LASTS = 2 * MINUTE
"""Microseconds that a second person has to answer a request."""
PEOPLE, CAGE = "people", "cage"
SECTIONS = (PEOPLE, CAGE)
Minutes = Annotated[float, msgspec.Meta(gt=0, le=1440)]


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The settings for people and the cage. Durations are microseconds."""

    idle: int = 15 * MINUTE
    """How long a staff session lasts unused, and `session` at most."""
    session: int = 12 * 60 * MINUTE
    assigned: bool = False
    """Whether Dealers may work only at their assigned tables."""
    two_people_above: int | None = None
    """Cents that one cashier may sell to one terminal in a gaming day; above, it takes two people. None: no limit."""
    alone_a_day: int | None = None
    """The same for all terminals together; by default ten times as much."""
    largest_buy_in: int = 1_000_000_000
    """Most cents of one buy-in, at the cage or at a table, against typing errors."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse a buy-in of more than `largest_buy_in`."""
        if cents > self.largest_buy_in:
            raise Refused("buy-in-too-large", most=self.largest_buy_in, amount=cents)

    @property
    def alone(self) -> int | None:
        """Cents that one cashier may sell alone in a gaming day to all terminals together; None: no limit."""
        if self.two_people_above is None:
            return None
        return self.two_people_above * 10 if self.alone_a_day is None else self.alone_a_day

    def takes_two(self, cents: int, everywhere: int = 0) -> bool:
        """Whether day totals of `cents` to one terminal and `everywhere` to all of them need a second person."""
        if self.two_people_above is None or self.alone is None:
            return False
        return cents > self.two_people_above or everywhere > self.alone


class _People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    idle: Minutes = 15
    session: Minutes = 720
    assigned: bool = False


class _Cage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    largest_buy_in: str = "10,000,000.00"
    two_people_above: str | None = None
    alone_a_day: str | None = None


KINDS: Mapping[str, Any] = {PEOPLE: _People, CAGE: _Cage}
"""The settings of each section, with their types."""


def read(parsed: Mapping[str, Any]) -> Policy:
    """The policy of a parsed configuration file; defaults where it says nothing."""
    people, cage = _section(parsed, PEOPLE, _People), _section(parsed, CAGE, _Cage)
    largest = cents(cage.largest_buy_in)
    above = None if cage.two_people_above is None else cents(cage.two_people_above)
    a_day = None if cage.alone_a_day is None else cents(cage.alone_a_day)
    refuse_all(list(_defects(people, largest, above, a_day)))
    return Policy(
        idle=int(people.idle * MINUTE),
        session=int(people.session * MINUTE),
        assigned=people.assigned,
        largest_buy_in=largest,
        two_people_above=above,
        alone_a_day=a_day,
    )


def _section(parsed: Mapping[str, Any], name: str, kind: Any) -> Any:
    try:
        return msgspec.convert(parsed.get(name, {}), kind)
    except msgspec.ValidationError as error:
        raise Refused("about", what=name, said=str(error)) from None


def _defects(people: _People, largest: int, above: int | None, a_day: int | None) -> Iterable[Refused]:
    if people.idle > people.session:
        yield Refused("session-lengths-invalid", session=f"{people.session:g}", idle=f"{people.idle:g}")
    if not 0 < largest <= MAX_CENTS // 1_000:
        yield Refused("largest-buy-in-invalid", most=MAX_CENTS // 1000, amount=largest)
    if above is not None and above < 0:
        yield Refused("two-people-amount-negative")
    if a_day is not None and (above is None or a_day < above):
        yield Refused("alone-a-day-invalid")
