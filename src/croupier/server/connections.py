"""Connections: how many there may be, how long each may keep the house waiting, and whose they are.

There are two pools. A connection is anonymous until a valid session has come over it. The anonymous pool is bounded
for each address and overall, and it is a least-recently-used cache: when it is full, the connection from which no whole
request has come for longest makes room, so that a newcomer always gets in, however many sit there. Who is signed in
counts in the other pool, and nobody anonymous takes a place there; many terminals may share one address.

Whoever has been asked for something (a head, a body, a hello) has a deadline, which a trickle of bytes does not move.
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
"""Under which name a request's state holds its connection."""
POOL: Final = "connections"
"""Under which name the application's state holds all of them."""
CUT_OFF_AT_ONCE, CUT_OFF_PAUSE_SECONDS = 100, 0.02
"""How many are cut off in one go, and seconds until the next are."""
MAX_PARSED_ADDRESSES = 4_096
"""Addresses whose parsing is remembered."""
MAX_SECOND_CHANCES = 8
"""How many connections that are being answered are passed over before one of them has to go."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class ConnectionLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How many connections, and seconds until a client that owes something is cut off."""

    anonymous: int = 8_192
    """Without a session, overall."""
    per_address: int = 4_096
    """Without a session, from one address: thousands of terminals may share one, and all of them come at once after a
    power cut. A proxy that the house trusts may have all there are."""
    signed_in: int = 16_384
    per_account: int = 64
    head: float = 20.0
    """From the connection, or the first byte of a request, to the end of its headers."""
    body: float = 30.0
    """From there to the end of its body."""
    idle: float = 5.0
    """From an answer to the next request."""
    hello: float = 30.0
    """From the handshake of a WebSocket to its first message; endpoints say so sooner, to whoever listens."""
    closing: float = 30.0
    """For a client to take what it was sent, once the connection is to be closed."""

    def within(self, files: int) -> "ConnectionLimits":
        """So many that file descriptors last.

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
    """What is needed of a transport of asyncio."""

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        ...

    def abort(self) -> None:
        """Close it now, whatever is still to be sent."""
        ...


class Connection:
    """One of them."""

    __slots__ = ("abort", "account", "busy", "closing", "deadline", "expire", "origin", "transport")

    def __init__(self, transport: Transport, origin: str | None) -> None:
        self.transport = transport
        self.origin = origin
        """What it counts under for its address; nothing where that is a proxy's."""
        self.account: str | None = None
        """Who has come over it with a valid session."""
        self.busy = False
        """Whether the house owes it an answer."""
        self.deadline = math.inf
        """When it is cut off, by the clock of the event loop."""
        self.closing = False
        self.expire: Callable[[], None] = transport.abort
        """What ends it at its deadline, with a word where there is somebody to tell."""
        self.abort: Callable[[], None] = transport.abort
        """What ends it at once."""


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
        """Whether a request of nobody known is refused before it is looked at, by its address and path."""
        self.evicted = 0
        """Connections that made room for others."""
        self.expired = 0
        """Connections that kept the house waiting for too long."""

    @property
    def anonymous(self) -> int:
        """How many have no session."""
        return len(self._anonymous)

    @property
    def signed_in(self) -> int:
        """How many have one."""
        return len(self._all) - len(self._anonymous)

    @property
    def busy(self) -> int:
        """How many wait for an answer."""
        return sum(each.busy for each in self._all.values())

    def enter(self, transport: Transport, host: str) -> Connection:
        """Somebody has connected; whoever has to make room for them goes."""
        connection = Connection(transport, self._origin(host))
        if connection.origin is not None:
            same = self._origins[connection.origin]
            if len(same) >= self.limits.per_address:
                self._evict(same)
            # The deletion of the last one may have taken the group away.
            self._origins[connection.origin][connection] = None
        if len(self._anonymous) >= self.limits.anonymous:
            self._evict(self._anonymous)
        self._all[transport] = connection
        self._anonymous[connection] = None
        connection.deadline = self.now() + self.limits.head
        return connection

    def of(self, transport: Transport) -> Connection:
        """The connection that uses this transport: one that was upgraded keeps its place."""
        return self._all[transport]

    def leave(self, transport: Transport) -> None:
        """It is closed."""
        if connection := self._all.pop(transport, None):
            self._forget(connection)

    def used(self, connection: Connection) -> None:
        """A whole request has come over it."""
        for group in self._groups(connection):
            if connection in group:
                group.move_to_end(connection)

    def recognise(self, connection: Connection, account: str) -> None:
        """A valid session has come over it; where there is no room for more of those, it stays among the anonymous."""
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
        """Cut off whoever is late, until this is cancelled."""
        limits = self.limits
        pause = min(1.0, min(limits.head, limits.body, limits.idle, limits.hello, limits.closing) / 4)
        while True:
            # Whoever is at a table should not wait for thousands to be seen out.
            await asyncio.sleep(CUT_OFF_PAUSE_SECONDS if self.sweep() else pause)

    def sweep(self) -> bool:
        """Cut off whoever is late now, or so many of them; whether there are more."""
        now = self.now()
        late = [
            each
            for each in self._all.values()
            if each.deadline <= now or (not each.closing and each.transport.is_closing())
        ]
        for each in late[:CUT_OFF_AT_ONCE]:
            if each.closing:
                # It was told to go and does not take what it was sent.
                each.abort()
                continue
            if not each.transport.is_closing():
                self.expired += 1
                each.expire()
            each.closing, each.deadline = True, now + self.limits.closing
        return len(late) > CUT_OFF_AT_ONCE

    def now(self) -> float:
        """By the clock of the event loop, which nobody sets."""
        return asyncio.get_running_loop().time()

    def _evict(self, group: OrderedDict[Connection, None]) -> None:
        """The longest unused goes, those last whom the house owes an answer."""
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
        """Those in which it has a place by how lately it was used."""
        if connection.account is not None:
            return (self._accounts.get(connection.account, OrderedDict()),)
        return (self._anonymous, self._origins.get(connection.origin or "", OrderedDict()))

    def _found_origin(self, host: str) -> str | None:
        address = parsed(host)
        return None if address is not None and within(address, self._proxies) else _prefix(address) or host


def recognise(scope: MutableMapping[str, Any], account: str) -> None:
    """Whoever sends this request has a valid session: their connection counts with those that do."""
    state = scope.get("state") or {}
    if (connection := state.get(STATE)) is not None:
        state[POOL].recognise(connection, account)


def greeted(scope: MutableMapping[str, Any]) -> None:
    """A WebSocket has said what it wants, and may stay silent from now on."""
    if (connection := (scope.get("state") or {}).get(STATE)) is not None:
        connection.deadline = math.inf


def parsed(host: str) -> Address | None:
    """An address, where that is one; one of IPv4 in the clothes of IPv6 is itself.

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
    """Addresses and networks, as an option names them.

    >>> networks(["10.1.2.3", "10.0.0.0/8"], "--proxy")
    (IPv4Network('10.1.2.3/32'), IPv4Network('10.0.0.0/8'))
    """
    found = []
    for each in texts:
        try:
            found.append(ipaddress.ip_network(each.strip()))
        except ValueError:
            raise Refused(f"{option} takes an address or a network such as 10.0.0.0/8, not {each!r}") from None
    return tuple(found)


def within(address: Address, networks: Iterable[Network]) -> bool:
    """Whether it lies in one of these networks."""
    return any(address in each for each in networks)


def _prefix(address: Address | None) -> str | None:
    """What one machine has to itself: an address of IPv4, the first half of one of IPv6."""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return None if address is None else str(address)
