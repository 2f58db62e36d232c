"""500 signed-in terminals bet while 5,000 hostile connections of each kind are open, on this machine alone.

The house, the terminals and the hostile crowd run in separate processes. The crowd connects from other loopback
addresses than the terminals, keeps that many connections open, and replaces each one that the house closes, up to a
rate limit. Acknowledgement latency is from sending a wager to its durable answer; the first line is the baseline
without hostile connections, in the same run. `HOSTILE=500 TERMINALS=50` gives a quick run.
"""

import asyncio
import os
import random
import resource
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parent))
from load import COMMAND, SETTINGS

HOSTILE = int(os.environ.get("HOSTILE", "5000"))
TERMINALS = int(os.environ.get("TERMINALS", "500"))
WINDOW = 12.0
WAGERS = 8
"""Wagers of each terminal in a window."""
MAX_OPENED_PER_SECOND = 500
"""Rate limit of the crowd's new connections."""
ADDRESSES = 10
TRICKLE_SECONDS = 1.0
"""Seconds between two pieces that a hostile connection trickles; sign-ins are sent every five."""
TARGET_P99_SECONDS = 0.25

TEXT, PING, PONG = 1, 9, 10
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
HANDSHAKE = (
    b"GET /api/tables/B2/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
POST = b"POST /api/sign-in/staff HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
GUESS = b'{"name":"dealer","password":"not this one at all"}'
SIGN_IN = POST + b"%d\r\n\r\n" % len(GUESS) + GUESS


class Kind(msgspec.Struct, frozen=True):
    """A kind of attack: the bytes sent at first, and those sent repeatedly."""

    first: bytes = b""
    trickle: bytes = b""
    every: float = TRICKLE_SECONDS


KINDS = {
    "nobody": Kind(),
    "idle": Kind(),
    "half-sent headers": Kind(HEAD + b"X-Slow: ", b"x"),
    "endless header": Kind(HEAD + b"X-Endless: ", b"x" * 4_096, 0.1),
    "slow body": Kind(POST + b"1000\r\n\r\n", b" "),
    "sockets without hello": Kind(HANDSHAKE),
    "sign-ins": Kind(SIGN_IN, SIGN_IN, 5.0),
}


class Hostile(asyncio.Protocol):
    """One connection of the crowd."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd

    def connection_made(self, transport: Any) -> None:
        """Send the first bytes."""
        self.transport = transport
        transport.write(self._crowd.kind.first)
        self._crowd.members.add(self)

    def connection_lost(self, _: Exception | None) -> None:
        """Count a connection that the house has closed."""
        self._crowd.members.discard(self)
        self._crowd.closed += 1


class Crowd:
    """Keeps a number of hostile connections of one kind open."""

    def __init__(self, kind: Kind, port: int, size: int) -> None:
        self.kind, self._port, self._size = kind, port, size
        self.members: set[Hostile] = set()
        self.opened = self.closed = 0

    async def run(self) -> None:
        """Run until the process is terminated, printing open, opened and closed connections."""
        trickling = asyncio.create_task(self._trickle())
        while not trickling.done():
            missing = min(MAX_OPENED_PER_SECOND // 10, self._size - len(self.members))
            await asyncio.gather(*(self._open() for _ in range(missing)))
            print(len(self.members), self.opened, self.closed, flush=True)
            await asyncio.sleep(0.1)

    async def _open(self) -> None:
        self.opened += 1
        source = f"127.0.0.{2 + self.opened % ADDRESSES}"
        try:
            await asyncio.wait_for(
                asyncio.get_running_loop().create_connection(
                    lambda: Hostile(self), "127.0.0.1", self._port, local_addr=(source, 0)
                ),
                5,
            )
        except (OSError, TimeoutError):
            self.closed += 1

    async def _trickle(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            if self.kind.trickle:
                members = list(self.members)
                for at in range(0, len(members), 100):
                    for each in members[at : at + 100]:
                        if not each.transport.is_closing():
                            each.transport.write(self.kind.trickle)
                    await asyncio.sleep(self.kind.every / (len(members) / 100 + 1))


class Sitting(asyncio.Protocol):
    """A terminal that bets at random times, and measures the latency of each wager."""

    def __init__(self, name: str, token: str) -> None:
        self._name, self._token = name, token
        self._number, self._sent = 0, dict[str, float]()
        self._buffer, self._open = b"", False
        self.times: list[float] = []
        self.seated = asyncio.Event()
        self.lost = False

    async def come(self, port: int) -> None:
        """Connect to the table."""
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        self._transport: Any = transport
        transport.write(HANDSHAKE)

    async def bet(self) -> None:
        """Send the wagers at random times of the window."""
        start = time.perf_counter()
        for moment in sorted(random.uniform(0, WINDOW - 2) for _ in range(WAGERS)):
            await asyncio.sleep(max(0.0, start + moment - time.perf_counter()))
            self._number += 1
            stake = 500 * (1 + self._number % 9)
            command = {"command": "place-wager", "bettor": self._name, "wager": "banker", "stake": stake}
            self._sent[str(self._number)] = time.perf_counter()
            self._say({"say": "command", "id": str(self._number), "round": 1, "command": command})

    def data_received(self, data: bytes) -> None:
        """Parse WebSocket frames, which may arrive in parts."""
        self._buffer += data
        if not self._open:
            head, end, self._buffer = self._buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self._open = True
            self._say({"say": "hello", "token": self._token})
        while (frame := self._frame()) is not None:
            self.seated.set()
            opcode, payload = frame
            if opcode == PING:
                self._write(PONG, payload)
            elif payload.startswith(b'{"say":"answer"'):
                answer = msgspec.json.decode(payload)
                assert answer["status"] == 200, answer
                self.times.append(time.perf_counter() - self._sent.pop(answer["id"]))

    def connection_lost(self, _: Exception | None) -> None:
        """Note that the house closed the connection, which is a failure."""
        self.lost = True

    def _frame(self) -> tuple[int, bytes] | None:
        """The next complete frame, if any."""
        if len(self._buffer) < 10:
            # Ten bytes hold any header; a shorter frame, such as a pong or a close, has its length in the second byte.
            size, at = (self._buffer[1], 2) if len(self._buffer) > 1 else (126, 0)
            if size > 125:
                return None
        else:
            size, at = self._buffer[1], 2
            if size == 126:
                size, at = int.from_bytes(self._buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(self._buffer[2:10], "big"), 10
        if len(self._buffer) < at + size:
            return None
        opcode, payload = self._buffer[0] & 15, self._buffer[at : at + size]
        self._buffer = self._buffer[at + size :]
        return opcode, payload

    def _say(self, message: dict[str, Any]) -> None:
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, opcode: int, payload: bytes) -> None:
        """Write one frame with a zero mask."""
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self._transport.write(bytes([0x80 | opcode]) + size + bytes(4) + payload)


async def main() -> None:
    with tempfile.TemporaryDirectory(prefix="croupier-hostile-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        Path(folder, "tables.toml").write_text(f"[tables.B2]\n{SETTINGS}\n")
        options = ("--port", str(port), "--config", "tables.toml", "--no-players", "--often", "1000000")
        house = subprocess.Popen([*COMMAND, *options], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert house.stdout
            lines = [house.stdout.readline() for _ in range(9)]
            password = next(line.split()[1] for line in lines if line.startswith("  dealer"))
            await attacked(port, password)
        finally:
            house.terminate()
            house.wait(60)


async def attacked(port: int, password: str) -> None:
    """Connect all terminals, then measure one window for each kind of attack."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        guests = [(await http.post("/api/guests")).json() for _ in range(TERMINALS)]
        credentials = {"name": "dealer", "password": password}
        token = (await http.post("/api/sign-in/staff", json=credentials)).json()["token"]
        body = {"id": secrets.token_hex(8), "command": {"command": "begin-round"}}
        headers = {"Authorization": f"Bearer {token}"}
        assert (await http.post("/api/tables/B2/commands", json=body, headers=headers)).status_code == 200
    sitting = [Sitting(each["terminal"], each["token"]) for each in guests]
    for each in sitting:
        await each.come(port)
    await asyncio.gather(*(each.seated.wait() for each in sitting))
    print(
        f"{TERMINALS} terminals bet {WAGERS} times each in {WINDOW:.0f} s; {HOSTILE:,} hostile connections of a kind:"
    )
    for name in KINDS:
        await window(name, port, sitting)
        if any(each.lost for each in sitting):
            raise SystemExit("a terminal was cut off")


async def window(name: str, port: int, sitting: list[Sitting]) -> None:
    """Measure one window of bets under one kind of attack."""
    crowd = None if name == "nobody" else await gathered(name, port)
    for each in sitting:
        each.times.clear()
    newcomers: list[float] = []
    coming = asyncio.create_task(come_and_go(port, newcomers))
    await asyncio.gather(*(each.bet() for each in sitting))
    await asyncio.sleep(2)
    coming.cancel()
    there, opened, closed = ("0", "0", "0") if crowd is None else ended(crowd)
    times = sorted(time for each in sitting for time in each.times)
    unanswered = WAGERS * len(sitting) - len(times)
    print(
        f"{name:22} p50 {1000 * statistics.median(times):3.0f} ms, p99 {1000 * times[int(len(times) * 0.99)]:3.0f} ms "
        f"(target {1000 * TARGET_P99_SECONDS:.0f}), {unanswered} unanswered; "
        f"newcomers {1000 * max(newcomers):4.0f} ms at most; "
        f"hostile: {there} open, {opened} came, {closed} were closed"
    )


async def come_and_go(port: int, times: list[float]) -> None:
    """New connections from the terminals' own address, one request each."""
    while True:
        start = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        writer.close()
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.2)


async def gathered(name: str, port: int) -> subprocess.Popen[str]:
    """Start a crowd, and wait until all of its connections are open."""
    crowd = subprocess.Popen([sys.executable, __file__, name, str(port)], stdout=subprocess.PIPE, text=True)
    assert crowd.stdout
    until = time.monotonic() + 60
    while int((await asyncio.to_thread(crowd.stdout.readline)).split()[1]) < HOSTILE and time.monotonic() < until:
        pass
    return crowd


def ended(crowd: subprocess.Popen[str]) -> list[str]:
    """Terminate a crowd; return its open, opened and closed connections."""
    crowd.terminate()
    output, _ = crowd.communicate(timeout=30)
    return output.splitlines()[-1].split()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        uvloop.run(Crowd(KINDS[sys.argv[1]], int(sys.argv[2]), HOSTILE).run())
    else:
        uvloop.run(main())
