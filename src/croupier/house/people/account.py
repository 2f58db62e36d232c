"""Accounts as the fold of their events: the log is the only source of truth.

>>> ann = evolve(None, AccountCreated(name="ann", role=HouseRole.DEALER, proof=b""), 0)
>>> for at in range(5):
...     ann = evolve(ann, SignInFailed(why="secret", source="10.0.0.9"), at)
>>> ann.failed("10.0.0.9"), ann.locked(9)
(5, False)
>>> ann = evolve(ann, AccountLocked(until=10, source="10.0.0.9"), 5)
>>> ann.locked(9, "10.0.0.9"), ann.locked(9, "10.0.0.1")
(True, False)
"""

import ipaddress
import re

import msgspec

from croupier.house.people.events import (
    AccountCreated,
    AccountDisabled,
    AccountEnabled,
    AccountExpired,
    AccountLocked,
    AccountRecovered,
    AccountUnlocked,
    AnyPeopleEvent,
    RoleChanged,
    SecretChanged,
    SignedIn,
    SignedOut,
    SignInFailed,
    TablesAssigned,
)
from croupier.house.roles import HouseRole, Task, may
from croupier.refused import Refused

MAX_FORMER_SECRETS = 24
"""Former secrets whose proofs are kept, so that they cannot be chosen again."""
MAX_KNOWN_PLACES = 256
"""Places remembered per account."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a member of staff or of a terminal. Times are microseconds since 1970."""

    name: str
    role: HouseRole
    proof: bytes
    temporary: bool = False
    changed: int = 0
    """When the secret was chosen."""
    past: tuple[bytes, ...] = ()
    """Proofs of the former secrets, latest first."""
    enabled: bool = True
    failures: dict[str, int] = {}
    """Failed sign-ins in a row by place, since the last sign-in or lock."""
    locks: dict[str, int] = {}
    """Locked until, by place."""
    strange: int = 0
    """Failed sign-ins from unknown places."""
    guarded_until: int = 0
    """Unknown places are locked until then."""
    known: tuple[str, ...] = ()
    """Places from which it has signed in before, latest last."""
    demo: bool = False
    """Whether it is a demo account."""
    tables: tuple[str, ...] = ()
    """The tables that a Dealer is assigned to, where the house assigns Dealers."""
    sessions: dict[str, int] = {}
    """Open sessions, with the time of sign-in."""
    last: int = 0
    """Time of the last sign-in."""
    version: int = 1

    def locked(self, at: int, source: str | None = None) -> bool:
        """Whether sign-in from that source is locked; without a source, whether any place is."""
        if source is None:
            return at < self.guarded_until or any(at < until for until in self.locks.values())
        where = place(source)
        return at < self.locks.get(where, 0) or (at < self.guarded_until and where not in self.known)

    def failed(self, source: str) -> int:
        """Failed sign-ins in a row from that source."""
        return self.failures.get(place(source), 0)

    def due(self, at: int, age: int | None) -> bool:
        """Whether the secret must be changed first: it is temporary, or older than `age` microseconds."""
        return self.temporary or (age is not None and self.role.staff and at - self.changed >= age)

    def __repr__(self) -> str:
        return f"Account({self.name}, {self.role})"


def evolve(account: Account | None, event: AnyPeopleEvent, at: int) -> Account:
    """The account after an event."""
    if isinstance(event, AccountCreated):
        return Account(
            name=event.name,
            role=event.role,
            proof=event.proof,
            temporary=event.temporary,
            changed=at,
            demo=event.demo,
        )
    if account is None:
        raise Refused("account-not-created-yet")
    return msgspec.structs.replace(account, version=account.version + 1, **_changes(account, event, at))


def shifted(account: Account, by: int) -> Account:
    """The account after a clock step of `by` microseconds: its times move too, so that all durations stay the same."""
    if not by:
        return account
    return msgspec.structs.replace(
        account,
        sessions={name: since + by for name, since in account.sessions.items()},
        locks={where: until + by for where, until in account.locks.items()},
        guarded_until=account.guarded_until + by,
        changed=account.changed + by,
    )


def _changes(account: Account, event: AnyPeopleEvent, at: int) -> dict[str, object]:
    match event:
        case RoleChanged(role=role):
            return {"role": role, "sessions": {}}
        case SecretChanged(proof=proof, temporary=temporary):
            return {**_secret(account, proof, at), "temporary": temporary}
        case AccountRecovered(proof=proof):
            return {**_secret(account, proof, at), "temporary": True, "enabled": True, "demo": False}
        case AccountDisabled() | AccountExpired():
            return {"enabled": False, "sessions": {}}
        case AccountEnabled():
            return {"enabled": True}
        case SignedIn(session=session, source=source):
            where = place(source)
            known = (*(each for each in account.known if each != where), where)[-MAX_KNOWN_PLACES:]
            changes = {"failures": _without(account.failures, where), "strange": 0, "known": known, "last": at}
            return {**changes, "sessions": {**account.sessions, session: at}}
        case SignedOut(session=session):
            return {"sessions": {name: since for name, since in account.sessions.items() if name != session}}
        case SignInFailed(why="secret", source=source):
            where = place(source)
            failures = {**_without(account.failures, where), where: account.failures.get(where, 0) + 1}
            return {"failures": _latest(failures), "strange": account.strange + (where not in account.known)}
        case AccountLocked(until=until, source=None):
            return {"guarded_until": until, "strange": 0}
        case AccountLocked(until=until, source=str() as source):
            locks = {each: end for each, end in account.locks.items() if end > at} | {place(source): until}
            return {"locks": _latest(locks), "failures": _without(account.failures, place(source))}
        case AccountUnlocked():
            return UNLOCKED
        case TablesAssigned(tables=tables):
            return {"tables": tables}
        case _:
            return {}


UNLOCKED: dict[str, object] = {"locks": {}, "failures": {}, "strange": 0, "guarded_until": 0}
"""The fields of an account without locks or failures."""


def _secret(account: Account, proof: bytes, at: int) -> dict[str, object]:
    """The changes by a new secret: all sessions end, and all locks are lifted."""
    past = (account.proof, *account.past)[:MAX_FORMER_SECRETS]
    return {**UNLOCKED, "proof": proof, "changed": at, "past": past, "sessions": {}}


def _without(values: dict[str, int], where: str) -> dict[str, int]:
    return {each: value for each, value in values.items() if each != where}


def _latest(values: dict[str, int]) -> dict[str, int]:
    """The latest MAX_KNOWN_PLACES entries: attempts from ever new places are bounded by the lock on unknown places."""
    return dict(list(values.items())[-MAX_KNOWN_PLACES:])


def place(source: str) -> str:
    """The place that failures are counted by: an IPv4 address, or the /64 network of an IPv6 address.

    >>> place("10.0.0.9"), place("2001:db8:1:2:3:4:5:6"), place("house")
    ('10.0.0.9', '2001:db8:1:2::/64', 'house')
    """
    try:
        address = ipaddress.ip_address(source)
    except ValueError:
        return source
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))


def stream(name: str, role: HouseRole) -> str:
    """The stream of an account's events. A terminal's money has another stream."""
    return f"staff:{name}" if role.staff else f"access:{name}"


def check_name(name: str) -> None:
    """Refuse a name other than 1 to 64 ASCII letters, digits, `_`, `.` and `-`."""
    if not re.fullmatch(r"[\w.-]{1,64}", name, re.ASCII):
        raise Refused("name-invalid")


def check_keeper(by: Account, of: Account | None) -> None:
    """Refuse a role that does not keep accounts, and a change of one's own account."""
    if not may(by.role, Task.KEEP_ACCOUNTS):
        raise Refused("accounts-kept-by-administrator", acting=by.role)
    if of is not None and of.name == by.name:
        raise Refused("own-account-not-changeable")


def check_assigner(by: Account, of: Account) -> None:
    """Refuse unless `by` is a pit manager or keeps accounts, and `of` is a Dealer."""
    if not (by.role.may_act_as(HouseRole.PIT_MANAGER) or may(by.role, Task.KEEP_ACCOUNTS)):
        raise Refused("assigning-dealers-not-allowed", acting=by.role.one)
    if of.role is not HouseRole.DEALER:
        raise Refused("assignee-not-dealer", name=of.name, role=of.role.one)


def check_unlocker(by: Account, of: Account) -> None:
    """Refuse unless `by` holds a higher position than `of`, or keeps accounts."""
    if by.name == of.name or not (by.role.above(of.role) or may(by.role, Task.KEEP_ACCOUNTS)):
        raise Refused("unlock-needs-higher-position", "R-11", name=of.name, role=of.role)
