"""Roles in the house: the positions that the documents name, and those that only a house has.

The documents rank the positions at a table, and a higher one may always act (6.2, R-11). The others stand beside that
ladder: nobody becomes surveillance, the cage or the administrator by being higher.
"""

import enum

from croupier.games.round import Role
from croupier.refused import Refused


class HouseRole(enum.StrEnum):
    """A role in the house."""

    SPECTATOR = "spectator"
    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    GAMING_SHIFT_MANAGER = "gaming-shift-manager"
    SURVEILLANCE = "surveillance"
    CAGE = "cage"
    ADMINISTRATOR = "administrator"

    @property
    def at_table(self) -> Role | None:
        """The role in the rules of the games; None for those who do not act in a round.

        >>> HouseRole.PIT_MANAGER.at_table, HouseRole.SURVEILLANCE.at_table
        (<Role.PIT_MANAGER: 'pit-manager'>, None)
        """
        return _AT_TABLE.get(self.value)

    @property
    def staff(self) -> bool:
        """Whether it is a role of staff, who sign in with accounts of their own."""
        return self not in (HouseRole.SPECTATOR, HouseRole.PLAYER)

    @property
    def one(self) -> str:
        """The role with an article, for sentences.

        >>> HouseRole.DEALER.one, HouseRole.ADMINISTRATOR.one
        ('a dealer', 'an administrator')
        """
        return f"{'an' if self[0] in 'aeiou' else 'a'} {self}"

    def may_act_as(self, needed: "HouseRole") -> bool:
        """Whether this role may do what needs another: the same role, or a higher position at a table.

        >>> HouseRole.PIT_MANAGER.may_act_as(HouseRole.DEALER)
        True
        >>> HouseRole.GAMING_SHIFT_MANAGER.may_act_as(HouseRole.SURVEILLANCE)
        False
        """
        own, other = self.at_table, needed.at_table
        return self is needed or (own is not None and other is not None and own.may_act_as(other))

    def above(self, other: "HouseRole") -> bool:
        """Whether it is a higher position than the other."""
        return self is not other and self.may_act_as(other)


_AT_TABLE = {role.value: role for role in Role}


class Task(enum.StrEnum):
    """Tasks outside a round, by which access is checked; inside a round, its `expects` says who may do what."""

    ENTER_CARDS = "enter-cards"
    OPEN_TABLE = "open-table"
    CHANGE_LIMITS = "change-limits"
    SEE_REPORTS = "see-reports"
    SEE_ODDS = "see-odds"
    READ_LOG = "read-log"
    HANDLE_MONEY = "handle-money"
    KEEP_ACCOUNTS = "keep-accounts"


LEAST: dict[Task, tuple[HouseRole, ...]] = {
    Task.ENTER_CARDS: (HouseRole.DEALER,),
    Task.OPEN_TABLE: (HouseRole.PIT_SUPERVISOR,),
    Task.CHANGE_LIMITS: (HouseRole.PIT_MANAGER,),
    Task.SEE_REPORTS: (HouseRole.PIT_MANAGER,),
    Task.SEE_ODDS: (HouseRole.SURVEILLANCE,),
    # Who keeps the accounts does not review what was done with them.
    Task.READ_LOG: (HouseRole.SURVEILLANCE, HouseRole.GAMING_SHIFT_MANAGER),
    Task.HANDLE_MONEY: (HouseRole.CAGE,),
    Task.KEEP_ACCOUNTS: (HouseRole.ADMINISTRATOR,),
}
"""The lowest role for each task; where there are several, any of them."""


def may(role: HouseRole, task: Task) -> bool:
    """Whether a role may do a task.

    >>> may(HouseRole.GAMING_SHIFT_MANAGER, Task.CHANGE_LIMITS), may(HouseRole.GAMING_SHIFT_MANAGER, Task.SEE_ODDS)
    (True, False)
    """
    return any(role.may_act_as(least) for least in LEAST[task])


def check_may(role: HouseRole, task: Task) -> None:
    """Refuse a task that the role may not do."""
    if not may(role, task):
        raise Refused("task-needs-position", "R-11", task=task, needed=LEAST[task], role=role)
