"""Connections, tested by their fears: whoever sits on one, never ends a request or asks for ever, others play on."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from croupier.house.people import Who
from croupier.server.connections import ConnectionLimits, Connections, networks
from croupier.server.desk import Desk
from croupier.server.exposure import NetworkExposure
from croupier.server.protocols import MAX_FRAGMENTS, MAX_HEAD_BYTES, MAX_HEADERS, MAX_PIPELINE
from serving import Person, Process, listening, message, served
from stores import patiently

QUICK = ConnectionLimits(head=0.6, body=0.8, idle=0.6, hello=0.7, closing=0.4)
SLOW = 30.0
"""Seconds in which anything is done, whatever else the machine does."""
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = (
    b"POST /api/sign-in/staff HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n"
)
SIGN_IN = (
    b"POST /api/sign-in/staff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n"
    b'{"name":"dealer","password":"not this one at all"}'
)
HANDSHAKE = (
    b"GET /api/tables/B1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@contextlib.contextmanager
def house(limits: ConnectionLimits | None = None, **more: Any) -> Iterator[tuple[int, Desk]]:
    """A house on a socket, with these limits."""
    with served(connections=Connections(limits or ConnectionLimits()), **more) as (app, desk), listening(app) as port:
        yield port, desk


@pytest.fixture(scope="module")
def usual() -> Iterator[int]:
    with house() as (port, _):
        yield port


@pytest.fixture(scope="module")
def quick() -> Iterator[int]:
    with house(QUICK) as (port, _):
        yield port


def call(port: int, host: str = "127.0.0.1") -> socket.socket:
    """A connection of somebody who speaks bytes; from another address of this machine where one is given."""
    return socket.create_connection(("127.0.0.1", port), timeout=SLOW, source_address=(host, 0))


def told(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while more := connection.recv(65_536):
            found += more
    return found


def closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it by now."""
    connection.setblocking(False)
    try:
        return connection.recv(65_536, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    finally:
        connection.settimeout(10)


def answered(connection: socket.socket) -> bool:
    """Whether anything has come."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(10)


def takes(connection: socket.socket, data: bytes, times: int) -> bool:
    """Whether the other side takes all of that."""
    try:
        for _ in range(times):
            connection.sendall(data)
    except ConnectionError:
        return False
    return True


def client(port: int, host: str = "127.0.0.1") -> httpx.Client:
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}", timeout=SLOW, transport=httpx.HTTPTransport(local_address=host)
    )


@contextlib.contextmanager
def sitting(port: int, guest: Person | None = None) -> Iterator[ClientConnection]:
    """At the table, and seen there."""
    with connect(f"ws://127.0.0.1:{port}/api/tables/B1/live", compression=None) as live:
        live.send('{"say":"hello"}' if guest is None else f'{{"say":"hello","token":"{guest.token}"}}')
        assert message(live.recv(10))["say"] == "snapshot"
        yield live


def bets(live: ClientConnection, guest: Person, id: str) -> int:
    """What the table answers."""
    live.send(
        f'{{"say":"command","id":"{id}","round":1,"command":'
        f'{{"command":"place-wager","bettor":"{guest.name}","wager":"banker","stake":500}}}}'
    )
    while (found := message(live.recv(10)))["say"] != "answer" or found["id"] != id:
        pass
    status: int = found["status"]
    return status


def slowed(desk: Desk, patch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Sign-ins take until they are allowed; the first event says that one has begun."""
    begun, allowed, sign_in = threading.Event(), threading.Event(), desk.doors.people.sign_in

    def slowly(*given: Any, **named: Any) -> tuple[str, Who]:
        begun.set()
        assert allowed.wait(30)
        return sign_in(*given, **named)

    patch.setattr(desk.doors.people, "sign_in", slowly)
    return begun, allowed


# Size


def test_fear_one_endless_header_slows_everybody(usual: int) -> None:
    """A header is copied whenever a piece of it comes: what is too long is refused long before that is felt."""
    with call(usual) as hostile:
        hostile.sendall(HEAD + b"X-Endless: ")
        assert not takes(hostile, b"x" * 1_000, 4_000)
    with call(usual) as hostile:
        hostile.sendall(HEAD + b"X-Long: " + b"x" * MAX_HEAD_BYTES)
        assert told(hostile).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (HEAD + b"X-A: b\r\n" * MAX_HEADERS + b"\r\n", 431),
        (HEAD + b"X-Long: " + b"x" * MAX_HEAD_BYTES + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * MAX_HEAD_BYTES + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431),
        (
            b"GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X-A: b\r\n" * 100,
            431,
        ),
        (b"no HTTP at all\r\n\r\n", 400),
        (HEAD + b"\r\n" + HEAD + b"X-A: b\r\n" * MAX_HEADERS + b"\r\n", 431),
    ],
    ids=["many headers", "one long header", "a long path", "trailers", "nonsense", "the second request"],
)
def test_fear_a_request_without_bounds(usual: int, asked: bytes, status: int) -> None:
    with call(usual) as hostile:
        hostile.sendall(asked)
        said = told(hostile)
        assert b"HTTP/1.1 %d " % status in said
        assert b'{"error":{"message":' in said


def test_fear_a_body_without_end_after_the_answer(usual: int) -> None:
    """Who is answered before their body has ended does not send the rest of it for ever."""
    with call(usual) as hostile:
        hostile.sendall(HEAD + b"Content-Length: 100000000\r\n\r\n")
        assert not takes(hostile, b"x" * 65_536, 1_000)


def test_fear_thousands_of_requests_wait_on_one_connection(usual: int) -> None:
    with call(usual) as hostile:
        hostile.sendall((HEAD + b"\r\n") * 1_000)
        said = told(hostile)
        assert said.count(b"HTTP/1.1 200 ") <= MAX_PIPELINE
        assert b"HTTP/1.1 429 " in said


def test_fear_a_message_in_pieces_without_end(usual: int) -> None:
    with call(usual) as hostile:
        hostile.sendall(HANDSHAKE)
        assert hostile.recv(4_096).startswith(b"HTTP/1.1 101 ")
        hostile.sendall(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * (2 * MAX_FRAGMENTS))
        hostile.settimeout(5)
        told(hostile)


def test_fear_pings_are_answered_to_somebody_who_does_not_read(usual: int) -> None:
    with call(usual) as hostile:
        hostile.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        hostile.sendall(HANDSHAKE)
        assert not takes(hostile, (b"\x89\xfd\0\0\0\0" + b"p" * 125) * 100, 4_000)


# Time


@pytest.mark.parametrize(
    ("first", "trickle", "said"),
    [
        (b"", b"", b""),
        (HEAD, b"", b"HTTP/1.1 408 "),
        (HEAD + b"X-Slow: ", b"x", b"HTTP/1.1 408 "),
        (POST, b" ", b"HTTP/1.1 408 "),
        (HEAD + b"Content-Length: 500\r\n\r\n", b" ", b"HTTP/1.1 200 "),
        (HEAD + b"\r\n", b"", b"HTTP/1.1 200 "),
        (HEAD + b"\r\n" + HEAD, b"", b"HTTP/1.1 408 "),
        (HANDSHAKE, b"", b"HTTP/1.1 101 "),
        (HANDSHAKE, b"\x89\x80\0\0\0\0", b"HTTP/1.1 101 "),
        (HANDSHAKE + b"\x81\xfe", b"", b"HTTP/1.1 101 "),
    ],
    ids=[
        "nothing",
        "half a head",
        "a slow head",
        "a slow body",
        "a slow body after the answer",
        "no second request",
        "half a second request",
        "a socket without hello",
        "a socket with pings for a hello",
        "half a hello",
    ],
)
def test_fear_a_connection_is_held_by_who_says_nothing_more(
    quick: int, first: bytes, trickle: bytes, said: bytes
) -> None:
    """Neither silence nor a byte now and then keeps a connection open."""
    start, found = time.monotonic(), bytearray()
    with call(quick) as hostile:
        hostile.sendall(first)
        while not ended(hostile, found):
            assert time.monotonic() - start < SLOW, "it is still open"
            with contextlib.suppress(ConnectionError):
                hostile.sendall(trickle)
    assert said in found


def ended(connection: socket.socket, found: bytearray) -> bool:
    """Whether it is closed; what has come is added to what was found."""
    connection.settimeout(0.1)
    try:
        more = connection.recv(65_536)
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    found += more
    return not more


def test_fear_an_answer_is_kept_for_somebody_who_never_reads_it() -> None:
    with house(QUICK) as (port, desk), call(port) as hostile:
        hostile.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        for _ in range(MAX_PIPELINE):
            hostile.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        patiently(lambda: desk.connections.anonymous == 1)
        patiently(lambda: desk.connections.anonymous == 0)


# Number


def test_fear_idle_connections_shut_everybody_out() -> None:
    """Newcomers get in, who is signed in stays, and it is the longest idle who goes."""
    with house(ConnectionLimits(anonymous=40, per_address=40)) as (port, desk), client(port) as http:
        guest = Person.guest(http)
        with sitting(port, guest) as live, contextlib.ExitStack() as stack:
            idle = [stack.enter_context(call(port)) for _ in range(300)]
            assert bets(live, guest, "a") == 200
            with client(port) as another:
                newcomer = Person.guest(another)
                with sitting(port, newcomer) as second:
                    assert bets(second, newcomer, "b") == 200
            patiently(lambda: closed(idle[0]))
            assert not closed(idle[-1])
            assert desk.connections.anonymous <= 40
            assert bets(live, guest, "c") == 200


def test_fear_one_address_takes_all_places() -> None:
    with (
        house(ConnectionLimits(anonymous=100, per_address=10)) as (port, _),
        sitting(port) as spectator,
        contextlib.ExitStack() as s,
    ):
        hostile = [s.enter_context(call(port, "127.0.0.9")) for _ in range(50)]
        patiently(lambda: all(map(closed, hostile[:40])))
        assert not any(map(closed, hostile[40:]))
        spectator.ping().wait(10)


def test_terminals_behind_one_address_are_not_counted_there() -> None:
    with (
        house(ConnectionLimits(anonymous=100, per_address=4)) as (port, desk),
        client(port) as http,
        contextlib.ExitStack() as stack,
    ):
        guests = [Person.guest(http) for _ in range(12)]
        lives = [stack.enter_context(sitting(port, guest)) for guest in guests]
        assert {bets(live, guest, "a") for live, guest in zip(lives, guests, strict=True)} == {200}
        assert desk.connections.signed_in >= 12


def test_a_proxy_that_the_house_trusts_has_more_than_one_address() -> None:
    pool = Connections(ConnectionLimits(per_address=4), networks(["127.0.0.1"], "--proxy"))
    with served(connections=pool) as (app, _), listening(app) as port, contextlib.ExitStack() as stack:
        idle = [stack.enter_context(call(port)) for _ in range(12)]
        assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=SLOW).status_code == 200
        assert not any(map(closed, idle))


def test_fear_one_account_takes_all_places() -> None:
    with house(ConnectionLimits(per_account=3)) as (port, desk), client(port) as http, contextlib.ExitStack() as stack:
        guest = Person.guest(http)
        lives = [stack.enter_context(sitting(port, guest)) for _ in range(8)]
        assert desk.connections.signed_in == 3
        assert bets(lives[-1], guest, "a") == 200


def test_who_waits_for_an_answer_goes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person whose password is being checked is not cut off for a connection that says nothing."""
    with house(ConnectionLimits(anonymous=10, per_address=10)) as (port, desk), contextlib.ExitStack() as stack:
        begun, allowed = slowed(desk, monkeypatch)
        assert desk.doors.demo
        said = {"name": "dealer", "password": desk.doors.demo.passwords["dealer"]}
        answers: list[int] = []
        asking = threading.Thread(
            target=lambda: answers.append(
                httpx.post(f"http://127.0.0.1:{port}/api/sign-in/staff", json=said, timeout=SLOW).status_code
            )
        )
        asking.start()
        assert begun.wait(SLOW)
        for _ in range(60):
            stack.enter_context(call(port))
        patiently(lambda: desk.connections.evicted >= 40)
        allowed.set()
        asking.join(SLOW)
        assert answers == [200]


def test_fear_file_descriptors_run_out(tmp_path: Path) -> None:
    """The limit is raised as far as it goes, and what is left above it is not given to connections."""
    process = Process(f"sqlite:///{tmp_path}/house.db", tmp_path, "--no-players")
    process.command[:0] = ["sh", "-c", 'ulimit -Sn 128; ulimit -Hn 512; exec "$@"', "sh"]
    with process:
        port = int(process.base.rpartition(":")[2])
        with client(port) as http, contextlib.ExitStack() as stack:
            guest = Person.guest(http)
            for _ in range(700):
                with contextlib.suppress(OSError):
                    stack.enter_context(call(port))
            assert guest.get("/health").status_code == 200
            assert guest.credits() > 0
            with client(port) as newcomer:
                assert newcomer.get("/health").status_code == 200


# Secrets


def test_fear_sign_ins_keep_everybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred who sign in at once have a queue of their own: a balance is there at once, and the rest come back."""
    with house() as (port, desk), client(port) as http:
        guest = Person.guest(http)
        _, allowed = slowed(desk, monkeypatch)
        with contextlib.ExitStack() as stack:
            trying = [stack.enter_context(call(port)) for _ in range(100)]
            for each in trying:
                each.sendall(SIGN_IN)
            patiently(lambda: sum(map(answered, trying)) >= 30)
            start = time.monotonic()
            assert guest.credits() > 0
            assert time.monotonic() - start < SLOW / 2, "nobody who signs in is answered before"
            allowed.set()
            answers = [told(each) for each in trying]
        statuses = {answer.split()[1] for answer in answers}
        assert statuses == {b"401", b"429"}
        assert all(b"retry-after: 5" in answer for answer in answers if b" 429 " in answer[:20])


def test_who_waits_when_the_house_closes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is hashed for after the house has closed, and the log has no word of it."""
    with house() as (port, desk), call(port) as first, call(port) as second:
        begun, allowed = slowed(desk, monkeypatch)
        for each in (first, second):
            each.sendall(SIGN_IN)
            assert begun.wait(SLOW)
        patiently(lambda: desk.connections.busy == 2)
        desk.doors.close()
        assert told(second).startswith(b"HTTP/1.1 503 ")
        allowed.set()
        assert told(first).startswith(b"HTTP/1.1 401 ")


def test_fear_a_flood_of_every_kind_keeps_terminals_from_betting() -> None:
    """The small sister of benchmarks/hostile.py: all kinds at once, and everybody's wagers are answered in time."""
    kinds = (b"", HEAD, HEAD + b"X-A: " + b"x" * 20_000, POST, HANDSHAKE, SIGN_IN)
    with house() as (port, _), client(port) as http, contextlib.ExitStack() as stack:
        guests = [Person.guest(http) for _ in range(10)]
        lives = [stack.enter_context(sitting(port, guest)) for guest in guests]
        for kind in kinds * 50:
            stack.enter_context(call(port, "127.0.0.9")).sendall(kind)
        times = []
        for number in range(5):
            for live, guest in zip(lives, guests, strict=True):
                start = time.monotonic()
                assert bets(live, guest, f"{number}") == 200
                times.append(time.monotonic() - start)
        # What a busy machine takes besides is far below what a flood could make of it: these connections stay open.
        assert sorted(times)[len(times) // 2] < 2


# Where somebody comes from, and what they take the house for


@pytest.mark.parametrize(("proxies", "statuses"), [((), {200, 429}), (("127.0.0.1",), {200})])
def test_fear_a_client_makes_up_its_address(proxies: tuple[str, ...], statuses: set[int]) -> None:
    with served(often=5) as (app, _), listening(app, proxies=proxies) as port, client(port) as http:
        found = [http.get("/health", headers={"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(30)]
        assert {answer.status_code for answer in found} == statuses


def test_fear_everybody_reads_the_figures() -> None:
    few = NetworkExposure(metrics=["127.0.0.1"])
    with house(exposure=few) as (port, _), client(port) as near, client(port, "127.0.0.9") as far:
        figures = near.get("/metrics")
        assert (figures.status_code, 'croupier_connections{session="none"} 1.0' in figures.text) == (200, True)
        assert far.get("/metrics").status_code == 403
        assert far.get("/health").status_code == 200
        passed_on = {"X-Forwarded-For": "127.0.0.1"}
        assert near.get("/metrics", headers=passed_on).status_code == 403, "it may come from anywhere"


def test_fear_an_unknown_host_is_reflected() -> None:
    with house(exposure=NetworkExposure(["casino.example"])) as (port, _), client(port) as http:
        for path in ("/", "/api/tables", "/api/tables/", "//evil.example/", "/metrics", "/nothing"):
            answer = http.get(path, headers={"Host": "evil.example"})
            assert answer.status_code == 421
            assert "evil" not in answer.text + str(answer.headers)
        for host in (
            "localhost",
            f"127.0.0.1:{port}",
            "[::1]:8021",
            "192.168.1.20:8021",
            "casino.example",
            "a.localhost",
        ):
            answer = http.get("/api/tables/", headers={"Host": host})
            assert answer.status_code == 404, "no redirect, to nowhere"
            assert http.get("/api/tables", headers={"Host": host}).status_code == 200
        with call(port) as hostile:
            hostile.sendall(HANDSHAKE.replace(b"Host: localhost", b"Host: evil.example"))
            said = told(hostile)
            assert said.startswith(b"HTTP/1.1 403 ")
            assert b"evil" not in said
