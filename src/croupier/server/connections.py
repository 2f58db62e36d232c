"""Connections: how many there may be, how long each may keep the server waiting, and whose they are.

There are two pools. A connection is anonymous until a request with a valid session has come over it. The anonymous pool
is bounded for each address and overall, and evicts by least recent use: when it is full, the connection from which no
whole request has come for longest is closed, so that a new one always gets in. Connections that are signed in count in
the other pool, where no anonymous one takes a place; many terminals may share one address.

A client that owes something (a head, a body, a hello) has a deadline, which a trickle of bytes does not extend.
"""

import asyncio
import ipaddress
import math
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, MutableMapping
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from croupier.refused import Refused
from croupier.server.problems import Problem

STATE: Final = "connection"
"""The key of the connection in a request's state."""
POOL: Final = "connections"
"""The key of the connection pool in the application's state."""
CUT_OFF_AT_ONCE, CUT_OFF_PAUSE_SECONDS = 100, 0.02
"""Late connections that are closed in one go, and seconds until the next are."""
MAX_PARSED_ADDRESSES = 4_096
"""Addresses whose parsing is cached."""
MAX_SECOND_CHANCES = 8
"""Connections with a request under way that an eviction passes over before it takes one of them."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class ConnectionLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Maximum numbers of connections, and timeouts in seconds."""

    anonymous: int = 8_192
    """Connections without a session, overall."""
    per_address: int = 4_096
    """Connections without a session from one address: thousands of terminals may share one, and all reconnect at once
    after a power cut. Trusted proxies are exempt."""
    signed_in: int = 16_384
    per_account: int = 64
    head: float = 20.0
    """From the connection, or the first byte of a request, to the end of its headers."""
    body: float = 30.0
    """From there to the end of its body."""
    idle: float = 5.0
    """Keep-alive: from an answer to the next request."""
    hello: float = 30.0
    """From the handshake of a WebSocket to its first message; endpoints have shorter timeouts of their own."""
    closing: float = 30.0
    """For a client to read what was sent to it, once the connection is to be closed."""

    def within(self, files: int) -> "ConnectionLimits":
        """Reduced so that file descriptors suffice.

        >>> few = ConnectionLimits().within(1_024)
        >>> few.anonymous, few.signed_in
        (448, 448)
        """
        room = files - max(files // 8, 64)
        anonymous = max(1, min(self.anonymous, room // 2))
        return msgspec.structs.replace(
            self, anonymous=anonymous, signed_in=max(1, min(self.signed_in, room - anonymous))
        )


class Transport(Protocol):
    """The part of an asyncio transport that is used here."""

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        ...

    def abort(self) -> None:
        """Close it at once, without sending what is buffered."""
        ...


class Connection:
    """A connection of a client."""

    __slots__ = ("abort", "account", "busy", "closing", "deadline", "expire", "origin", "transport")

    def __init__(self, transport: Transport, origin: str | None) -> None:
        self.transport = transport
        self.origin = origin
        """The address or network prefix that it counts under; None for a trusted proxy."""
        self.account: str | None = None
        """The account whose valid session was used over it."""
        self.busy = False
        """Whether a request is under way."""
        self.deadline = math.inf
        """When it is closed, by the clock of the event loop."""
        self.closing = False
        self.expire: Callable[[], None] = transport.abort
        """Ends it at its deadline, with an error answer if a request has begun."""
        self.abort: Callable[[], None] = transport.abort
        """Ends it at once."""


class Connections:
    """All connections of a server."""

    def __init__(self, limits: ConnectionLimits | None = None, proxies: Iterable[Network] = ()) -> None:
        self.limits = limits or ConnectionLimits()
        self._proxies = tuple(proxies)
        self._origin = lru_cache(MAX_PARSED_ADDRESSES)(self._found_origin)
        self._all: dict[Transport, Connection] = {}
        self._anonymous: OrderedDict[Connection, None] = OrderedDict()
        self._origins: defaultdict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self._accounts: defaultdict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self.sheds: Callable[[str, str], Problem | None] = lambda source, path: None
        """Load shedding: the refusal of an anonymous request by address and path, before it is parsed; or None."""
        self.evicted = 0
        """Connections closed to make room for others."""
        self.expired = 0
        """Connections closed at their deadline."""

    @property
    def anonymous(self) -> int:
        """How many connections have no session."""
        return len(self._anonymous)

    @property
    def signed_in(self) -> int:
        """How many connections have a session."""
        return len(self._all) - len(self._anonymous)

    @property
    def busy(self) -> int:
        """How many connections have a request under way."""
        return sum(each.busy for each in self._all.values())

    def enter(self, transport: Transport, host: str) -> Connection:
        """Add a new connection, as anonymous; if there is no room, another is evicted."""
        connection = Connection(transport, self._origin(host))
        if connection.origin is not None:
            same = self._origins[connection.origin]
            if len(same) >= self.limits.per_address:
                self._evict(same)
            # The group may be gone, if the eviction has emptied it.
            self._origins[connection.origin][connection] = None
        if len(self._anonymous) >= self.limits.anonymous:
            self._evict(self._anonymous)
        self._all[transport] = connection
        self._anonymous[connection] = None
        connection.deadline = self.now() + self.limits.head
        return connection

    def of(self, transport: Transport) -> Connection:
        """The connection of a transport; a WebSocket keeps the connection that was upgraded."""
        return self._all[transport]

    def leave(self, transport: Transport) -> None:
        """Remove a connection that is closed."""
        if connection := self._all.pop(transport, None):
            self._forget(connection)

    def used(self, connection: Connection) -> None:
        """Mark a connection as most recently used: a whole request has come over it."""
        for group in self._groups(connection):
            if connection in group:
                group.move_to_end(connection)

    def recognise(self, connection: Connection, account: str) -> None:
        """Move a connection with a valid session to the signed-in pool; if that is full, it stays anonymous."""
        if connection.account == account or connection.transport not in self._all:
            return
        if connection.account is None and self.signed_in >= self.limits.signed_in:
            return
        self._forget(connection)
        connection.account = account
        same = self._accounts[account]
        if len(same) >= self.limits.per_account:
            self._evict(same)
        self._accounts[account][connection] = None

    async def run(self) -> None:
        """Close connections that are past their deadlines, until cancelled."""
        limits = self.limits
        pause = min(1.0, min(limits.head, limits.body, limits.idle, limits.hello, limits.closing) / 4)
        while True:
            # In small batches, so that tables do not wait while thousands are closed.
            await asyncio.sleep(CUT_OFF_PAUSE_SECONDS if self.sweep() else pause)

    def sweep(self) -> bool:
        """Close a batch of the connections that are past their deadlines; whether there are more."""
        now = self.now()
        late = [
            each
            for each in self._all.values()
            if each.deadline <= now or (not each.closing and each.transport.is_closing())
        ]
        for each in late[:CUT_OFF_AT_ONCE]:
            if each.closing:
                # The client does not read the last answer.
                each.abort()
                continue
            if not each.transport.is_closing():
                self.expired += 1
                each.expire()
            each.closing, each.deadline = True, now + self.limits.closing
        return len(late) > CUT_OFF_AT_ONCE

    def now(self) -> float:
        """Seconds of the event loop's clock, which is monotonic."""
        return asyncio.get_running_loop().time()

    def _evict(self, group: OrderedDict[Connection, None]) -> None:
        """Close the least recently used connection; those with a request under way last."""
        for _ in range(min(MAX_SECOND_CHANCES, len(group) - 1)):
            oldest = next(iter(group))
            if not oldest.busy:
                break
            group.move_to_end(oldest)
        oldest = next(iter(group))
        self.evicted += 1
        self.leave(oldest.transport)
        oldest.abort()

    def _forget(self, connection: Connection) -> None:
        self._anonymous.pop(connection, None)
        for groups, key in ((self._origins, connection.origin), (self._accounts, connection.account)):
            group = groups.get(key) if key is not None else None
            if group is not None and key is not None:
                group.pop(connection, None)
                if not group:
                    del groups[key]

    def _groups(self, connection: Connection) -> Iterable[OrderedDict[Connection, None]]:
        """The least-recently-used orders that it is in."""
        if connection.account is not None:
            return (self._accounts.get(connection.account, OrderedDict()),)
        return (self._anonymous, self._origins.get(connection.origin or "", OrderedDict()))

    def _found_origin(self, host: str) -> str | None:
        address = parsed(host)
        return None if address is not None and within(address, self._proxies) else _prefix(address) or host


def recognise(scope: MutableMapping[str, Any], account: str) -> None:
    """Count the connection of this request as signed in."""
    state = scope.get("state") or {}
    if (connection := state.get(STATE)) is not None:
        state[POOL].recognise(connection, account)


def greeted(scope: MutableMapping[str, Any]) -> None:
    """A WebSocket has sent its first message: its connection has no deadline any more."""
    if (connection := (scope.get("state") or {}).get(STATE)) is not None:
        connection.deadline = math.inf


def parsed(host: str) -> Address | None:
    """An IP address, or None; an IPv4-mapped IPv6 address as IPv4.

    >>> parsed("::ffff:127.0.0.1"), parsed("somewhere")
    (IPv4Address('127.0.0.1'), None)
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def networks(texts: Iterable[str], option: str) -> tuple[Network, ...]:
    """Parse the addresses and networks of an option.

    >>> networks(["10.1.2.3", "10.0.0.0/8"], "--proxy")
    (IPv4Network('10.1.2.3/32'), IPv4Network('10.0.0.0/8'))
    """
    listed = []
    for each in texts:
        try:
            listed.append(ipaddress.ip_network(each.strip()))
        except ValueError:
            raise Refused(f"{option} takes an address or a network such as 10.0.0.0/8, not {each!r}") from None
    return tuple(listed)


def within(address: Address, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of these networks."""
    return any(address in each for each in networks)


def _prefix(address: Address | None) -> str | None:
    """The addresses that belong to one customer: an IPv4 address, or an IPv6 /64 prefix."""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return None if address is None else str(address)
