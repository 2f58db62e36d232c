"""Accounts, derived from what happened to them: there is no second truth beside the log.

>>> ann = evolve(None, AccountCreated(name="ann", role=HouseRole.DEALER, proof=b""), 0)
>>> for at in range(5):
...     ann = evolve(ann, SignInFailed(why="secret"), at)
>>> ann.failures, ann.locked(9)
(5, False)
>>> evolve(ann, AccountLocked(until=10), 5).locked(9)
True
"""

import re

import msgspec

from croupier.house.people.events import (
    AccountCreated,
    AccountDisabled,
    AccountEnabled,
    AccountExpired,
    AccountLocked,
    AccountUnlocked,
    AnyPeopleEvent,
    RoleChanged,
    SecretChanged,
    SignedIn,
    SignedOut,
    SignInFailed,
)
from croupier.house.roles import HouseRole, Task, may
from croupier.refused import Refused

MOST = 24
"""Secrets before the one that is used which are remembered, so that they cannot be chosen again."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who may sign in: a person of the staff, or a terminal."""

    name: str
    role: HouseRole
    proof: bytes
    temporary: bool = False
    changed: int = 0
    """When the secret was chosen."""
    past: tuple[bytes, ...] = ()
    """What proved the secrets before, the latest first."""
    enabled: bool = True
    failures: int = 0
    """In a row, since the last sign-in or lock."""
    locked_until: int = 0
    sessions: dict[str, int] = {}
    """Those that are open, with when they began."""
    last: int = 0
    """When somebody signed in last."""
    version: int = 1

    def locked(self, at: int) -> bool:
        """Whether nobody may sign in now."""
        return at < self.locked_until

    def due(self, at: int, age: int | None) -> bool:
        """Whether the secret has to be changed before anything else: it was given, or is too old."""
        return self.temporary or (age is not None and self.role.staff and at - self.changed >= age)

    def __repr__(self) -> str:
        return f"Account({self.name}, {self.role})"


def evolve(account: Account | None, event: AnyPeopleEvent, at: int) -> Account:
    """The account after an event."""
    if isinstance(event, AccountCreated):
        return Account(name=event.name, role=event.role, proof=event.proof, temporary=event.temporary, changed=at)
    if account is None:
        raise Refused("there is no such account yet")
    return msgspec.structs.replace(account, version=account.version + 1, **_changes(account, event, at))


def moved(account: Account, by: int) -> Account:
    """The account after the clock was set by so much: a session, a lock, a password last as long as they would have."""
    if not by:
        return account
    sessions = {name: since + by for name, since in account.sessions.items()}
    return msgspec.structs.replace(
        account, sessions=sessions, locked_until=account.locked_until + by, changed=account.changed + by
    )


def _changes(account: Account, event: AnyPeopleEvent, at: int) -> dict[str, object]:
    match event:
        case RoleChanged(role=role):
            return {"role": role, "sessions": {}}
        case SecretChanged(proof=proof, temporary=temporary):
            kept = {
                "proof": proof,
                "temporary": temporary,
                "changed": at,
                "past": (account.proof, *account.past)[:MOST],
            }
            return {**kept, "sessions": {}, "failures": 0, "locked_until": 0}
        case AccountDisabled() | AccountExpired():
            return {"enabled": False, "sessions": {}}
        case AccountEnabled():
            return {"enabled": True}
        case SignedIn(session=session):
            return {"sessions": {**account.sessions, session: at}, "failures": 0, "last": at}
        case SignedOut(session=session):
            return {"sessions": {name: since for name, since in account.sessions.items() if name != session}}
        case SignInFailed(why="secret"):
            return {"failures": account.failures + 1}
        case AccountLocked(until=until):
            return {"locked_until": until, "failures": 0}
        case AccountUnlocked():
            return {"locked_until": 0, "failures": 0}
        case _:
            return {}


def stream(name: str, role: HouseRole) -> str:
    """Where an account's events are kept. A terminal's money has a stream of its own."""
    return f"staff:{name}" if role.staff else f"access:{name}"


def check_name(name: str) -> None:
    """Refuse a name that could not be told from another, or not be written everywhere."""
    if not re.fullmatch(r"[\w.-]{1,64}", name, re.ASCII):
        raise Refused("a name has up to 64 letters, digits and . - _")


def check_keeper(by: Account, of: Account | None) -> None:
    """Refuse who does not keep accounts, and anybody who would change their own."""
    if not may(by.role, Task.KEEP_ACCOUNTS):
        raise Refused(f"accounts are kept by an administrator, not by a {by.role}")
    if of is not None and of.name == by.name:
        raise Refused("nobody changes their own account: another administrator does")


def check_unlocker(by: Account, of: Account) -> None:
    """Refuse who is neither in a higher position nor keeps the accounts."""
    if by.name == of.name or not (by.role.above(of.role) or may(by.role, Task.KEEP_ACCOUNTS)):
        raise Refused(f"{of.name} is let in again by a higher position than {of.role}, or after a time", "R-11")
