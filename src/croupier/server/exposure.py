"""Exposure: under which names the server answers, and who may read its figures.

A request for another name is refused and the name is not repeated, so that no page of another site gets at a house in
somebody's own network by a name that it points there (DNS rebinding), and no link or cache is made of a forged one. An
address in place of a name is always answered: nobody can point one elsewhere.
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
FIGURES = "/metrics"
FORWARDED = (b"x-forwarded-for", b"forwarded")
MAX_CACHED_HOSTS = 256
"""Names whose answer is remembered."""
UNKNOWN_HOST = Problem(421, Sentence("host-name-not-allowed"))
NOT_FIGURES = Problem(403, Sentence("metrics-address-not-allowed"))


def machine_names() -> tuple[str, ...]:
    """What this machine is called by itself and by its neighbours."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


class NetworkExposure:
    """What of the server is seen from where. It knows names and networks, and nothing of who is signed in."""

    def __init__(self, hosts: Iterable[str] = (), metrics: Iterable[str] = LOOPBACK) -> None:
        self._hosts = frozenset(each.lower().rstrip(".") for each in (*hosts, *machine_names()))
        self._metrics: tuple[Network, ...] = networks(metrics, "--metrics")
        self._answers_to = lru_cache(MAX_CACHED_HOSTS)(lambda host: self.answers_to(host.decode("latin-1")))

    def answers_to(self, host: str) -> bool:
        """Whether the server goes by this name, as a request says it.

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
        """What is wrong with a request, by where it comes from and what it takes this server for."""
        for name, value in scope["headers"]:
            if name == b"host" and not self._answers_to(value):
                return UNKNOWN_HOST
        if scope["path"] == FIGURES and not self._may_read_figures(scope):
            return NOT_FIGURES
        return None

    def _may_read_figures(self, scope: Scope) -> bool:
        address = parsed((scope.get("client") or ("",))[0])
        if address is None or not within(address, self._metrics):
            return False
        # Whatever a proxy passes on that nobody has named comes from its address, and from anywhere.
        return not (address.is_loopback and any(name in FORWARDED for name, _ in scope["headers"]))


class ExposureMiddleware:
    """The application as far as it is exposed."""

    def __init__(self, app: ASGIApp, exposure: NetworkExposure) -> None:
        self._app, self._exposure = app, exposure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, or refuse it."""
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
