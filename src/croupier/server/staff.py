"""Staff: accounts, terminals' access and the log of acts. Secrets are hashed in threads, so that nobody waits."""

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
from croupier.server.endpoint import STAFF, ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import Count, Done, Name, Secret
from croupier.words import Sentence

KEEPERS = frozenset(role for role in HouseRole if may(role, Task.KEEP_ACCOUNTS))
ASSIGNERS = KEEPERS | {role for role in HouseRole if role.may_act_as(HouseRole.PIT_MANAGER)}
READERS = frozenset(role for role in HouseRole if may(role, Task.READ_LOG))
PAGE_SIZE, MAX_PAGE_SIZE = 100, 500
Limit: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_PAGE_SIZE)]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AccountShown(msgspec.Struct, frozen=True, kw_only=True):
    """An account as administrators see it, without its secret."""

    name: str
    role: HouseRole
    enabled: bool
    locked: bool
    change: bool
    """Whether the secret has to be changed before anything else."""
    changed: int
    """When the secret was changed last, in microseconds since 1970."""
    last: int | None
    """The last sign-in, in microseconds since 1970."""
    sessions: int


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pagination: names after `after`, at most `limit` of them."""

    after: Text | None = None
    limit: Limit = PAGE_SIZE


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new staff account; the password has to be changed at the first sign-in."""

    name: Name
    role: HouseRole
    password: Secret


class NewTerminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new terminal with a key or a PIN; if neither is given, the house generates a key."""

    terminal: Name
    key: Secret | None = None
    pin: Secret | None = None


class Access(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terminal that may sign in, with the generated key, which is shown only this once."""

    terminal: str
    key: str | None = None


class Suspend(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="suspend"):
    """Suspend the account: its sessions end at once, and it cannot sign in."""


class Restore(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="restore"):
    """Restore a suspended account."""


class Unlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="unlock"):
    """Unlock an account that was locked after too many failed sign-ins."""


class ResetSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="reset-secret"):
    """Set a temporary password, which has to be changed at the next sign-in."""

    password: Secret


class ChangeRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="change-role"):
    """Give the account another role."""

    role: HouseRole


class Assign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="assign"):
    """Assign a Dealer to these tables, and to no other."""

    tables: Annotated[tuple[Name, ...], msgspec.Meta(max_length=500)]


class DealerShown(msgspec.Struct, frozen=True):
    """A Dealer, and the tables that they are assigned to."""

    name: str
    tables: tuple[str, ...]


class DealersShown(msgspec.Struct, frozen=True):
    """Every Dealer, and whether the house assigns Dealers; if not, each works at every table."""

    assigned: bool
    dealers: list[DealerShown]


class NewKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="new-key"):
    """Another key or PIN for a terminal; if neither is given, the house generates a key."""

    key: Secret | None = None
    pin: Secret | None = None


OfAccount: TypeAlias = Suspend | Restore | Unlock | ResetSecret | ChangeRole | Assign
OfTerminal: TypeAlias = Suspend | Restore | Unlock | NewKey


class LogQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search in the log; times in microseconds since 1970."""

    before: Count | None = None
    """Pagination: `next` of the previous page."""
    limit: Limit = PAGE_SIZE
    actor: Text | None = None
    where: Text | None = None
    kind: Text | None = None
    since: Count | None = None
    until: Count | None = None


class LogPage(msgspec.Struct, frozen=True):
    """A page of acts, the newest first; `next` is the `before` of the next page."""

    acts: list[Act]
    next: int | None


async def staff(request: ApiRequest) -> list[AccountShown]:
    """All staff accounts."""
    return _page(request, lambda role: role.staff)


async def terminals(request: ApiRequest) -> list[AccountShown]:
    """All terminals that may sign in."""
    return _page(request, lambda role: not role.staff)


async def add_staff(request: ApiRequest) -> Done:
    """Create a staff account."""
    body: NewAccount = request.body
    people = request.desk.doors.people
    return await _done(people.add, request.who, body.name, body.role, body.password, request.desk.house.now())


async def add_terminal(request: ApiRequest) -> Access:
    """Create a terminal with a key or a PIN."""
    body: NewTerminal = request.body
    secret, made = _secret(body.key, body.pin)
    people = request.desk.doors.people
    await _done(people.add_terminal, request.who, body.terminal, secret, request.desk.house.now())
    return Access(body.terminal, made)


async def change_staff(request: ApiRequest) -> Done:
    """Change a staff account."""
    people, now, name = request.desk.doors.people, request.desk.house.now(), request.path["name"]
    _check_keeps(request)
    match request.body:
        case Suspend():
            return await _done(people.disable, request.who, name, now)
        case Restore():
            return await _done(people.enable, request.who, name, now)
        case ResetSecret(password=password):
            return await _done(people.reset_secret, request.who, name, password, now)
        case ChangeRole(role=role):
            return await _done(people.change_role, request.who, name, role, now)
        case Assign(tables=tables):
            return await _assigned(request, name, tables)
    return await _done(people.unlock, request.who, name, now)


async def dealers(request: ApiRequest) -> DealersShown:
    """Every Dealer, and the tables that they are assigned to."""
    dealers = [DealerShown(name, tables) for name, tables in request.desk.doors.people.dealers()]
    return DealersShown(request.desk.house.policy.assigned, dealers)


async def _assigned(request: ApiRequest, name: str, tables: tuple[str, ...]) -> Done:
    desk = request.desk
    if not desk.house.policy.assigned:
        raise Refused("house-assigns-no-dealers")
    for table in tables:
        desk.stage(table)
    done = await _done(desk.doors.people.assign, request.who, name, tables, desk.house.now())
    for watcher in (each for stage in desk.stages.values() for each in stage.watchers):
        if watcher.who.actor == f"staff:{name}":
            watcher.woken.set()
    return done


async def change_terminal(request: ApiRequest) -> Access:
    """Change a terminal's access."""
    people, now, name = request.desk.doors.people, request.desk.house.now(), request.path["terminal"]
    made: str | None = None
    match request.body:
        case Suspend():
            await _done(people.disable, request.who, name, now, terminal=True)
        case Restore():
            await _done(people.enable, request.who, name, now, terminal=True)
        case NewKey(key=key, pin=pin):
            secret, made = _secret(key, pin)
            await _done(people.reset_secret, request.who, name, secret, now, terminal=True)
        case _:
            await _done(people.unlock, request.who, name, now, terminal=True)
    return Access(name, made)


async def log(request: ApiRequest) -> LogPage:
    """The acts of staff and the changes to accounts."""
    query: LogQuery = request.query
    search = ActFilter(actor=query.actor, stream=query.where, kind=query.kind, since=query.since, until=query.until)
    events, back = await asyncio.to_thread(acts, request.desk.house.store.records, search, query.before, query.limit)
    return LogPage(list(map(told, events)), back)


async def _done(act: Callable[..., None], *words: Any, **more: Any) -> Done:
    await asyncio.to_thread(act, *words, **more)
    return Done()


def _check_keeps(request: ApiRequest) -> None:
    """Refuse everything except unlocking and assigning Dealers to anybody but administrators."""
    if not isinstance(request.body, Unlock | Assign) and request.who.role not in KEEPERS:
        raise Problem(403, Sentence("not-for-role", role=request.who.role.one))


def _secret(key: str | None, pin: str | None) -> tuple[str, str | None]:
    """The secret, and the key if it was generated because none was given."""
    if key is not None and pin is not None:
        raise Problem(400, Sentence("terminal-key-or-pin"))
    made = secrets.token_hex(32) if key is None and pin is None else None
    return key or pin or made or "", made


def _page(request: ApiRequest, of: Callable[[HouseRole], bool]) -> list[AccountShown]:
    query: Listing = request.query
    people = request.desk.doors.people
    known: Iterable[Account] = (each for each in people.accounts(request.who) if of(each.role))
    page = [each for each in known if query.after is None or each.name > query.after][: query.limit]
    at = request.desk.house.now()
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
        summary="All staff accounts, by name",
        do=staff,
        query=Listing,
        answer=list[AccountShown],
        who=KEEPERS,
    ),
    Endpoint(
        method="POST",
        path="/api/staff",
        summary="Create a staff account; its password has to be changed at the first sign-in",
        do=add_staff,
        body=NewAccount,
        answer=Done,
        who=KEEPERS,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="POST",
        path="/api/staff/{name}",
        summary="Suspend, restore or unlock an account, reset its password, change its role, or assign a Dealer",
        do=change_staff,
        body=OfAccount,
        answer=Done,
        who=STAFF,
        problems=(409, 422, 503),
    ),
    Endpoint(
        method="GET",
        path="/api/dealers",
        summary="Every Dealer, and the tables that they are assigned to",
        do=dealers,
        answer=DealersShown,
        who=ASSIGNERS,
    ),
    Endpoint(
        method="GET",
        path="/api/terminals",
        summary="All terminals that may sign in, by name",
        do=terminals,
        query=Listing,
        answer=list[AccountShown],
        who=KEEPERS,
    ),
    Endpoint(
        method="POST",
        path="/api/terminals",
        summary="Create a terminal with a key or a PIN",
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
        summary="The log: acts of staff and changes to accounts, the newest first",
        do=log,
        query=LogQuery,
        answer=LogPage,
        who=READERS,
        problems=(503,),
    ),
)
