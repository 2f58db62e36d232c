"""Staff work: who may sign in, with what, and what everybody did. Secrets are looked at in threads that may wait."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeAlias

import msgspec

from croupier.house.people import Account
from croupier.house.people.log import Act, told
from croupier.house.roles import HouseRole, Task, may
from croupier.house.store.search import ActFilter, acts
from croupier.refused import Refused
from croupier.server.endpoint import STAFF, Asked, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import Count, Done, Name, Secret
from croupier.words import Sentence

KEEPERS = frozenset(role for role in HouseRole if may(role, Task.KEEP_ACCOUNTS))
ASSIGNERS = KEEPERS | {role for role in HouseRole if role.may_act_as(HouseRole.PIT_MANAGER)}
READERS = frozenset(role for role in HouseRole if may(role, Task.READ_LOG))
PAGE, MOST = 100, 500
Limit: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AccountShown(msgspec.Struct, frozen=True, kw_only=True):
    """An account as who keeps them sees it: nothing of its secret."""

    name: str
    role: HouseRole
    enabled: bool
    locked: bool
    change: bool
    """Whether its secret has to be changed before anything else."""
    changed: int
    """When it was changed last."""
    last: int | None
    """When somebody signed in last."""
    sessions: int


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page: those whose names come after that one."""

    after: Text | None = None
    limit: Limit = PAGE


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of the staff; they change the password when they first come."""

    name: Name
    role: HouseRole
    password: Secret


class NewTerminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal with a key or a PIN; where neither is given the house makes a key."""

    terminal: Name
    key: Secret | None = None
    pin: Secret | None = None


class Access(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terminal that may sign in, with the key that the house made for it: it is shown this once."""

    terminal: str
    key: str | None = None


class Suspend(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="suspend"):
    """Out at once, and not in again."""


class Restore(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="restore"):
    """In again."""


class Unlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="unlock"):
    """Let somebody try again who failed too often."""


class ResetSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="reset-secret"):
    """Another password, to be changed by its owner."""

    password: Secret


class ChangeRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="change-role"):
    """Another position."""

    role: HouseRole


class Assign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="assign"):
    """A Dealer works at these tables, and at no other."""

    tables: Annotated[tuple[Name, ...], msgspec.Meta(max_length=500)]


class DealerShown(msgspec.Struct, frozen=True):
    """A Dealer, and the tables that they work at."""

    name: str
    tables: tuple[str, ...]


class DealersShown(msgspec.Struct, frozen=True):
    """Every Dealer, and whether the house assigns them at all: else each works at every table."""

    assigned: bool
    dealers: list[DealerShown]


class NewKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="new-key"):
    """Another key or PIN for a terminal; where neither is given the house makes a key."""

    key: Secret | None = None
    pin: Secret | None = None


OfAccount: TypeAlias = Suspend | Restore | Unlock | ResetSecret | ChangeRole | Assign
OfTerminal: TypeAlias = Suspend | Restore | Unlock | NewKey


class LogQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which acts, the newest first; times are microseconds since 1970."""

    before: Count | None = None
    """The position from which to look back: `next` of the page before."""
    limit: Limit = PAGE
    actor: Text | None = None
    where: Text | None = None
    kind: Text | None = None
    since: Count | None = None
    until: Count | None = None


class LogPage(msgspec.Struct, frozen=True):
    """Acts, the newest first, and from where to look further back."""

    acts: list[Act]
    next: int | None


async def staff(asked: Asked) -> list[AccountShown]:
    """Everybody of the staff."""
    return _page(asked, lambda role: role.staff)


async def terminals(asked: Asked) -> list[AccountShown]:
    """Every terminal that may sign in."""
    return _page(asked, lambda role: not role.staff)


async def add_staff(asked: Asked) -> Done:
    """An account for somebody new."""
    said: NewAccount = asked.body
    people = asked.desk.doors.people
    return await _done(people.add, asked.who, said.name, said.role, said.password, asked.desk.house.now())


async def add_terminal(asked: Asked) -> Access:
    """A terminal, with its key or PIN."""
    said: NewTerminal = asked.body
    secret, made = _secret(said.key, said.pin)
    people = asked.desk.doors.people
    await _done(people.add_terminal, asked.who, said.terminal, secret, asked.desk.house.now())
    return Access(said.terminal, made)


async def change_staff(asked: Asked) -> Done:
    """Whatever may be done about an account."""
    people, now, name = asked.desk.doors.people, asked.desk.house.now(), asked.path["name"]
    _check_keeps(asked)
    match asked.body:
        case Suspend():
            return await _done(people.disable, asked.who, name, now)
        case Restore():
            return await _done(people.enable, asked.who, name, now)
        case ResetSecret(password=password):
            return await _done(people.reset_secret, asked.who, name, password, now)
        case ChangeRole(role=role):
            return await _done(people.change_role, asked.who, name, role, now)
        case Assign(tables=tables):
            return await _assigned(asked, name, tables)
    return await _done(people.unlock, asked.who, name, now)


async def dealers(asked: Asked) -> DealersShown:
    """Every Dealer, and where they work."""
    found = [DealerShown(name, tables) for name, tables in asked.desk.doors.people.dealers()]
    return DealersShown(asked.desk.house.policy.assigned, found)


async def _assigned(asked: Asked, name: str, tables: tuple[str, ...]) -> Done:
    desk = asked.desk
    if not desk.house.policy.assigned:
        raise Refused("house-assigns-no-dealers")
    for table in tables:
        desk.stage(table)
    done = await _done(desk.doors.people.assign, asked.who, name, tables, desk.house.now())
    for watcher in (each for stage in desk.stages.values() for each in stage.watchers):
        if watcher.who.actor == f"staff:{name}":
            watcher.woken.set()
    return done


async def change_terminal(asked: Asked) -> Access:
    """Whatever may be done about a terminal's access."""
    people, now, name = asked.desk.doors.people, asked.desk.house.now(), asked.path["terminal"]
    made: str | None = None
    match asked.body:
        case Suspend():
            await _done(people.disable, asked.who, name, now, terminal=True)
        case Restore():
            await _done(people.enable, asked.who, name, now, terminal=True)
        case NewKey(key=key, pin=pin):
            secret, made = _secret(key, pin)
            await _done(people.reset_secret, asked.who, name, secret, now, terminal=True)
        case _:
            await _done(people.unlock, asked.who, name, now, terminal=True)
    return Access(name, made)


async def log(asked: Asked) -> LogPage:
    """What staff did, and what was done about accounts."""
    said: LogQuery = asked.query
    wanted = ActFilter(actor=said.actor, stream=said.where, kind=said.kind, since=said.since, until=said.until)
    found, back = await asyncio.to_thread(acts, asked.desk.house.store.records, wanted, said.before, said.limit)
    return LogPage(list(map(told, found)), back)


async def _done(act: Callable[..., None], *words: Any, **more: Any) -> Done:
    await asyncio.to_thread(act, *words, **more)
    return Done()


def _check_keeps(asked: Asked) -> None:
    """A higher position may let somebody try again, and assigns Dealers; all else is for who keeps the accounts."""
    if not isinstance(asked.body, Unlock | Assign) and asked.who.role not in KEEPERS:
        raise Problem(403, Sentence("not-for-role", role=asked.who.role.one))


def _secret(key: str | None, pin: str | None) -> tuple[str, str | None]:
    """The secret that was given, or a key that the house makes, and that key."""
    if key is not None and pin is not None:
        raise Problem(400, Sentence("terminal-key-or-pin"))
    made = secrets.token_hex(32) if key is None and pin is None else None
    return key or pin or made or "", made


def _page(asked: Asked, of: Callable[[HouseRole], bool]) -> list[AccountShown]:
    said: Listing = asked.query
    people = asked.desk.doors.people
    known: Iterable[Account] = (each for each in people.accounts(asked.who) if of(each.role))
    page = [each for each in known if said.after is None or each.name > said.after][: said.limit]
    at = asked.desk.house.now()
    return [
        AccountShown(
            name=each.name,
            role=each.role,
            enabled=each.enabled,
            locked=each.locked(at),
            change=people.due(each, at),
            changed=each.changed,
            last=each.last or None,
            sessions=len(each.sessions),
        )
        for each in page
    ]


PEOPLE = (
    Endpoint(
        method="GET",
        path="/api/staff",
        summary="Everybody of the staff, by their names",
        do=staff,
        query=Listing,
        answer=list[AccountShown],
        who=KEEPERS,
    ),
    Endpoint(
        method="POST",
        path="/api/staff",
        summary="An account for somebody new, who changes its password when they first come",
        do=add_staff,
        body=NewAccount,
        answer=Done,
        who=KEEPERS,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/staff/{name}",
        summary="Suspend, restore or unlock an account, reset its secret, change its role; assign a dealer",
        do=change_staff,
        body=OfAccount,
        answer=Done,
        who=STAFF,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/dealers",
        summary="Every dealer, and the tables that they are assigned to",
        do=dealers,
        answer=DealersShown,
        who=ASSIGNERS,
    ),
    Endpoint(
        method="GET",
        path="/api/terminals",
        summary="Every terminal that may sign in, by their names",
        do=terminals,
        query=Listing,
        answer=list[AccountShown],
        who=KEEPERS,
    ),
    Endpoint(
        method="POST",
        path="/api/terminals",
        summary="A terminal, with a key or a PIN",
        do=add_terminal,
        body=NewTerminal,
        answer=Access,
        who=KEEPERS,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/terminals/{terminal}/access",
        summary="Suspend, restore or unlock a terminal, or give it another key or PIN",
        do=change_terminal,
        body=OfTerminal,
        answer=Access,
        who=KEEPERS,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/log",
        summary="What staff did and what was done about accounts, the newest first",
        do=log,
        query=LogQuery,
        answer=LogPage,
        who=READERS,
        problems=(503,),
    ),
)
