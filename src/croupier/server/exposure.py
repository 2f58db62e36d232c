"""Exposure: which host names the server answers to, and which addresses may read its metrics.

A request for another host name is refused and the name is not repeated. This prevents DNS rebinding, by which a page of
another site reaches a house in somebody's own network, and links or caches made with a forged host. An IP address in
place of a name is always answered: nobody can point one elsewhere.
"""

import socket
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.server.connections import Network, networks, parsed, within
from croupier.server.endpoint import shown
from croupier.server.problems import Problem
from croupier.words import Sentence

LOOPBACK = ("127.0.0.0/8", "::1")
ANY_HOST = "*"
METRICS_PATH = "/metrics"
FORWARDED = (b"x-forwarded-for", b"forwarded")
MAX_CACHED_HOSTS = 256
"""Host names for which the decision is cached."""
UNKNOWN_HOST = Problem(421, Sentence("host-name-not-allowed"))
NO_METRICS = Problem(403, Sentence("metrics-address-not-allowed"))


def machine_names() -> tuple[str, ...]:
    """The host names of this machine: its own, and the one in the local network."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


class NetworkExposure:
    """The allowed host names, and the networks that may read metrics; sessions do not matter here."""

    def __init__(self, hosts: Iterable[str] = (), metrics: Iterable[str] = LOOPBACK) -> None:
        self.set(hosts, metrics)

    def set(self, hosts: Iterable[str], metrics: Iterable[str]) -> None:
        """Allow these host names besides this machine's own, and these networks to read metrics."""
        self._hosts = frozenset(each.lower().rstrip(".") for each in (*hosts, *machine_names()))
        self._metrics: tuple[Network, ...] = networks(metrics, "--metrics")
        self._answers_to = lru_cache(MAX_CACHED_HOSTS)(lambda host: self.answers_to(host.decode("latin-1")))

    def answers_to(self, host: str) -> bool:
        """Whether the server answers to this `Host` header.

        >>> exposure = NetworkExposure(["casino.example", "*.casino.example"])
        >>> [exposure.answers_to(each) for each in ("localhost:8021", "[::1]:8021", "10.0.0.7", "a.casino.example")]
        [True, True, True, True]
        >>> [exposure.answers_to(each) for each in ("casino.example.evil.example", "127.0.0.1.evil.example", "")]
        [False, False, False]
        """
        name = _name(host)
        if ANY_HOST in self._hosts or name in self._hosts or name == "localhost" or name.endswith(".localhost"):
            return True
        return parsed(name) is not None or f"*.{name.partition('.')[2]}" in self._hosts

    def check(self, scope: Scope) -> Problem | None:
        """The refusal of a request because of its host name or its address; None if it is allowed."""
        for name, value in scope["headers"]:
            if name == b"host" and not self._answers_to(value):
                return UNKNOWN_HOST
        if scope["path"] == METRICS_PATH and not self._may_read_metrics(scope):
            return NO_METRICS
        return None

    def _may_read_metrics(self, scope: Scope) -> bool:
        address = parsed((scope.get("client") or ("",))[0])
        if address is None or not within(address, self._metrics):
            return False
        # A request through a local proxy that is not configured has the proxy's address, but may come from anywhere.
        return not (address.is_loopback and any(name in FORWARDED for name, _ in scope["headers"]))


class ExposureMiddleware:
    """Middleware that refuses requests which the exposure does not allow."""

    def __init__(self, app: ASGIApp, exposure: NetworkExposure) -> None:
        self._app, self._exposure = app, exposure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or WebSocket."""
        problem = None if scope["type"] == "lifespan" else self._exposure.check(scope)
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4400, "reason": problem.message})
        else:
            await shown(problem)(scope, receive, send)


def _name(host: str) -> str:
    """A host without its port and brackets."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0].rstrip(".") if name.count(":") == 1 else name.rstrip(".")
