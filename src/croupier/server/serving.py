"""The server process: it opens the house, serves until it is told to stop, and leaves the records signed."""

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import signal
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any

import sqlalchemy as sa
import uvicorn
from starlette.types import ASGIApp

from croupier.drill.coach import Coach
from croupier.drill.record import check_real, mark
from croupier.drill.training import TrainingHouse
from croupier.house.events import HouseClosed, HouseOpened
from croupier.house.house import House, wall_clock
from croupier.house.monitoring.lookout import Lookout
from croupier.house.people import People, SessionLength
from croupier.house.people import PeopleSettings as Rules
from croupier.house.policy import Policy
from croupier.house.roles import HouseRole
from croupier.house.store import Store, Unavailable
from croupier.house.store.lease import Held, Stopped
from croupier.house.store.standby import CHANGE_SECONDS
from croupier.house.store_key import keys_of
from croupier.program import digest
from croupier.refused import Refused
from croupier.server import demo
from croupier.server.app import application
from croupier.server.connections import ConnectionLimits, Connections, networks
from croupier.server.desk import REQUEST_BURST, Desk
from croupier.server.doors import Demo, Doors, without_demo
from croupier.server.exposure import NetworkExposure
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.logs import configure_logging
from croupier.server.pages import pages
from croupier.server.protocols import HttpConnection, SocketConnection
from croupier.server.reloading import Reload
from croupier.server.settings import ServerSettings as ServerSettings
from croupier.server.settings import policy_of, purchases_of, tables_of, tls_context
from croupier.server.standing import Handover, Turn, Vigil, listeners, standby_application

SWITCH_INTERVAL_SECONDS = 0.0001
"""Seconds after which a busy thread yields to another: the thread that acknowledges appends should not wait."""
LAST_SESSIONS_SECONDS = 5.0
"""Seconds in which the ends of the last sessions are logged when the house closes."""
MAX_OPEN_FILES = 65_536
"""File descriptors that the server asks for at most."""
GC_THRESHOLDS = (1_000, 5, 4_000)
"""Thresholds of the garbage collector: often the young generation, seldom a full collection, which visits the objects
of every client."""


_log = logging.getLogger("croupier.server")


def serve(
    settings: ServerSettings,
    say: Callable[[str], None] = print,
    reread: Callable[[], ServerSettings] | None = None,
) -> None:
    """Serve the house until it is told to stop; on SIGHUP `reread` gives the settings as they are then.

    A standby waits for its turn, and so does whoever has handed over.
    """
    configure_logging(settings.json_logs)
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    gc.set_threshold(*GC_THRESHOLDS)
    # An invalid configuration is refused at once.
    tables_of(settings), purchases_of(settings), policy_of(settings), tls_context(settings)
    handover, sockets = Handover(), listeners(settings.host, settings.port)
    waits, wait = settings.standby, 0.0
    while True:
        with contextlib.suppress(AttributeError, ValueError):  # where there is no such signal, or in another thread
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        turn = None
        if waits:
            turn = _stand_by(settings, sockets, wait, say)
            if turn is None:
                say("The standby is closed.")
                return
        handover.begin()
        try:
            store = _store(settings, turn)
        except (Held, Unavailable) as refused:
            if turn is None or isinstance(refused, Stopped):
                raise
            _log.warning("nothing was taken over: %s", refused)
            continue
        _serve(settings, store, handover, sockets, say, reread or (lambda: settings))
        if not handover.requested:
            say("The house is closed; its records are signed.")
            return
        say("The house was handed over.")
        waits, wait = True, CHANGE_SECONDS


def _store(settings: ServerSettings, turn: Turn | None) -> Store:
    keys = keys_of(settings.url, key_file(settings))
    return Store(
        settings.url,
        keys,
        apart=True,
        checkpoints=settings.second_place,
        seen=turn.seen if turn else None,
        seizes=turn is not None and turn.seizes,
    )


def _stand_by(
    settings: ServerSettings, sockets: list[socket.socket], wait: float, say: Callable[[str], None]
) -> Turn | None:
    """Answer 503 until it is this process's turn to open the house; None if it is told to stop."""
    # Whatever can be made before the house is opened is made now.
    pages(), digest()

    def opened(port: int) -> None:
        say(f"Croupier stands by at {_address(settings, port)}. Ctrl-C closes it.")

    app = standby_application(connection_pool(settings))
    server = _Server(server_config(app, settings, tls_context(settings)), opened, lambda: None, lambda: None)
    with Vigil(settings.url, wait, server.leave) as vigil:
        server.run([each.dup() for each in sockets])
        return vigil.turn


def _serve(
    settings: ServerSettings,
    store: Store,
    handover: Handover,
    sockets: list[socket.socket],
    say: Callable[[str], None],
    reread: Callable[[], ServerSettings],
) -> None:
    """Open the house on the store and serve it until the process is told to stop, or to hand over."""
    keys, tables, sells, tls = store.keys, tables_of(settings), purchases_of(settings), tls_context(settings)
    exposure = NetworkExposure((settings.host, *settings.hosts), settings.metrics)
    connections = connection_pool(settings)
    with store:
        if settings.drill:
            mark(store, wall_clock())
        else:
            check_real(store.records)
        house = (TrainingHouse if settings.drill else House).open(
            store, keys, tables, entropy=os.urandom, demo=settings.demo or settings.drill
        )
        house.purchases, house.policy = sells, policy_of(settings)
        people = People(store, keys, house.now(), _rules(settings, house.policy), steps=house.steps)
        house.stepped.append(people.stepped)
        doors = Doors(people, house.now)
        doors.demo = Demo(people, keys, house.now) if settings.demo else None
        first = None if settings.demo else _first(people, house.now())
        barred = (0, 0) if settings.demo else without_demo(people, keys)
        desk = Desk(
            house,
            doors,
            often=settings.often,
            at_once=max(REQUEST_BURST, settings.often),
            grace=settings.grace,
            connections=connections,
        )
        if isinstance(house, TrainingHouse):
            desk.coach = Coach(house)
        else:
            desk.lookout = Lookout(store, keys, settings.url, house.now)
        crowd = settings.demo and settings.players and not settings.drill
        beside: list[Callable[[], Awaitable[None]]] = [demo.Crowd(house).play] if crowd else []
        if settings.config is None and not settings.drill:
            beside.append(lambda: demo.stagger(house, settings.speed))
        if house.handed_over:
            beside.append(lambda: desk.presence.expect(house.at_stake()))
        reload = Reload(settings, desk, exposure, tls, reread)
        server = _Server(
            server_config(application(desk, beside, exposure), settings, tls),
            lambda port: _greet(settings, port, doors, first, barred, house, say),
            doors.close,
            reload,
        )
        server.listening = lambda: handover.opened(server.leave)
        store.on_stopped = lambda _: server.leave()
        house.note(opening(house.policy, keys.public, demo=house.demo))
        server.run([each.dup() for each in sockets])
        people.flush_endings(LAST_SESSIONS_SECONDS)
        if store.lost is None:
            house.note(HouseClosed(handed_over=handover.requested))
    if store.lost is not None:
        raise Refused(f"the house has stopped: {store.lost}")
    if server.failed:
        raise Refused(f"cannot serve at {settings.host} port {settings.port}: another program may be using that port")


def opening(policy: Policy, key: bytes, *, demo: bool = False) -> HouseOpened:
    """The event that records the opening: the program's digest, the key, and the cage's limits for one person."""
    return HouseOpened(
        program=digest(), key=key.hex(), two_people_above=policy.two_people_above, alone_a_day=policy.alone, demo=demo
    )


def connection_pool(settings: ServerSettings) -> Connections:
    """The connection pool: as many as configured, and no more than there are file descriptors for."""
    limits = ConnectionLimits(anonymous=settings.connections, per_address=settings.per_address)
    return Connections(limits.within(max_open_files()), networks(settings.proxies, "--proxy"))


def max_open_files() -> int:
    """Raise the limit of file descriptors as far as the system allows; the limit."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return MAX_OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_OPEN_FILES if soft == resource.RLIM_INFINITY else soft


def server_config(app: ASGIApp, settings: ServerSettings, tls: ssl.SSLContext | None = None) -> uvicorn.Config:
    """The configuration of uvicorn. `connections` bounds connections, so uvicorn has no limit of its own."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=MAX_BODY_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ssl_context_factory=None if tls is None else lambda *_: tls,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


class _Server(uvicorn.Server):
    """Calls `opened` with the port once it listens, because port 0 means any; and `closing` when it shuts down.

    Meanwhile it calls `reload` on SIGHUP.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        opened: Callable[[int], None],
        closing: Callable[[], None],
        reload: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._opened, self._closing, self._reload = opened, closing, reload
        self.listening: Callable[[], None] = lambda: None
        """Called once it listens and has said so."""
        self.failed = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """First signal: stop gracefully; a second SIGINT: at once.

        The signal goes no further than here, so that the store is closed in order.
        """
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    def leave(self) -> None:
        """Stop gracefully, as on a signal."""
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        """Listen, and run the application's lifespan."""
        try:
            await super().startup(sockets)
        except SystemExit:
            # uvicorn has ended the lifespan; the caller reports the error, and the store is closed in order.
            self.failed = self.should_exit = True
            return
        if not self.should_exit:
            with contextlib.suppress(AttributeError, NotImplementedError, RuntimeError):  # not in another thread
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._reload)
            self._opened(self.servers[0].sockets[0].getsockname()[1])
            self.listening()
        else:
            self.failed = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Stop; sign-ins that still wait are cancelled."""
        self._closing()
        await super().shutdown(sockets)


def _rules(settings: ServerSettings, policy: Policy) -> Rules:
    # Demo passwords are derived from the house's key, so they do not expire.
    age = None if settings.demo else Rules().age
    return Rules(age=age, staff=SessionLength(policy.idle, policy.session), demo=settings.demo)


def key_file(settings: ServerSettings) -> Path:
    """The file of the house's secret key: as configured, or beside the store."""
    if settings.key is not None:
        return settings.key
    try:
        url = sa.make_url(settings.url)
    except sa.exc.ArgumentError:
        return Path("house.key")
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".key")
    return Path("house.key")


def _first(people: People, at: int) -> str | None:
    """Create the first administrator if there are no accounts yet; their temporary password, or None."""
    if people.known():
        return None
    password = secrets.token_urlsafe(12)
    people.first(HouseRole.ADMINISTRATOR.value, password, at, temporary=True)
    return password


def _address(settings: ServerSettings, port: int) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http{'s' * (settings.tls_cert is not None)}://{host}:{port}/"


def _greet(
    settings: ServerSettings,
    port: int,
    doors: Doors,
    first: str | None,
    barred: tuple[int, int],
    house: House,
    say: Callable[[str], None],
) -> None:
    say(f"Croupier is open at {_address(settings, port)} with {len(house.tables)} tables. Ctrl-C closes it.")
    for name, table in house.tables.items():
        if table.broken:
            say(f"table {name} has stopped: {table.broken}")
    if first is not None:
        say(f"There are no accounts yet. Sign in as administrator with the password {first}")
    if any(barred):
        staff, guests = barred
        say(f"This store was used for a demo: its {staff} demo accounts and {guests} guests cannot sign in.")
        say("To recover an administrator's account, close the house and run: croupier account recover NAME")
    if settings.drill:
        say("This is a training house: no play in it is real. Irregularities are practised at #/drill.")
    if doors.demo is not None:
        say("This is a demo: credits have no value. Staff sign in with")
        for name, password in doors.demo.passwords.items():
            say(f"  {name:22}{password}")
