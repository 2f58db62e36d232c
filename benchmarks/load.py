"""Load test: 2,000 terminals at one table, ten wagers each in a window of 20 seconds, over WebSockets on this machine.

The house and the crowd run in separate processes on two cores. Acknowledgement latency is from sending a wager to its
durable answer; broadcast latency from the first terminal that hears that bets are closed to the last. Then a hundred
terminals flood the table, each with one wager in flight; the baseline, in the same run on the same disk, is the bare
store committing wagers in batches of the same size.
"""

import asyncio
import base64
import gc
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
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))

TERMINALS = int(os.environ.get("TERMINALS", "2000"))
COMMAND = (sys.executable, "-c", "from croupier.commands import main; main()", "serve")
SETTINGS = 'game = "tiger"\nrun = "dealer"\nlimits = { all = "1.00..10,000.00" }'
WAGERS = 10
WINDOW = 20.0
UNDER_WAY = 100
FLOOD = 6.0


class Terminal:
    """A terminal that bets ten times while bets are open, and measures latencies."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.name = self.token = ""
        self.acknowledged: list[float] = []
        self.refused: list[str] = []
        self.closed = 0.0
        self.round = 0
        self._sent: dict[str, float] = {}
        self._open = asyncio.Event()

    async def run(self, begin: asyncio.Event, ready: asyncio.Semaphore) -> None:
        """Connect, wait for all others, bet, and listen until bets close."""
        path = self.base.replace("http", "ws", 1)
        async with connect(f"{path}/api/tables/B1/live", compression=None, open_timeout=120, max_size=None) as socket:
            await socket.send(msgspec.json.encode({"say": "hello", "token": self.token}).decode())
            listening = asyncio.create_task(self._listen(socket))
            ready.release()
            await begin.wait()
            await self._open.wait()
            await self._bet(socket)
            await listening

    async def _bet(self, socket: ClientConnection) -> None:
        start = time.perf_counter()
        moments = sorted(random.uniform(0, WINDOW - 2) for _ in range(WAGERS))
        for number, moment in enumerate(moments):
            await asyncio.sleep(max(0.0, start + moment - time.perf_counter()))
            command = {"command": "place-wager", "bettor": self.name, "wager": "banker", "stake": 500 * (number + 1)}
            message = {"say": "command", "id": str(number), "round": self.round, "command": command}
            self._sent[str(number)] = time.perf_counter()
            await socket.send(msgspec.json.encode(message).decode())

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            now = time.perf_counter()
            if '"say":"answer"' in text[:40]:
                answer = msgspec.json.decode(text)
                if answer["status"] == 200:
                    self.acknowledged.append(now - self._sent[answer["id"]])
                else:
                    self.refused.append(answer["error"]["message"])
            elif '"No more bets"' in text:
                self.closed = now
                return
            elif '"Place your bets' in text or '"phase":"betting"' in text:
                if '"number":' in text:
                    self.round = _number(text)
                self.round = self.round or 1
                self._open.set()


class Flooder(asyncio.Protocol):
    """Sends its next wager as soon as the last is durable, with a minimal WebSocket client.

    The crowd shares the two cores with the house, so its own cost must be small.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.done, self._number, self._until = terminal, 0, 0, 0.0
        self._let_in = False

    async def come(self) -> None:
        """Connect to the table."""
        host, _, port = self.terminal.base.removeprefix("http://").partition(":")
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        self._transport: Any = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/B2/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def begin(self, until: float) -> None:
        """Start betting, until that time."""
        self._until = until
        self._bet()

    def data_received(self, data: bytes) -> None:
        """Send the next wager on every answer."""
        if not self._let_in:
            self._let_in = True
            self._say({"say": "hello", "token": self.terminal.token})
        elif self._until and b'"say":"answer"' in data:
            assert b'"status":200' in data, data
            self.done += 1
            if time.perf_counter() < self._until:
                self._bet()

    def _bet(self) -> None:
        stake, self._number = 500 * (1 + self._number % 9), self._number + 1
        command = {"command": "place-wager", "bettor": self.terminal.name, "wager": "banker", "stake": stake}
        self._say({"say": "command", "id": f"f{self._number}", "round": 1, "command": command})

    def _say(self, message: dict[str, Any]) -> None:
        """Write one text frame with a zero mask."""
        text = msgspec.json.encode(message)
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(b"\x81" + size + bytes(4) + text)


def _number(text: Any) -> int:
    message = msgspec.json.decode(text)
    public = message.get("public")
    return int(public["round"]["number"]) if public and public.get("round") else 0


async def main() -> None:
    with tempfile.TemporaryDirectory(prefix="croupier-load-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        # Tables run by a dealer: rounds begin only after all terminals are connected.
        Path(folder, "tables.toml").write_text("\n".join(f"[tables.{name}]\n{SETTINGS}" for name in ("B1", "B2")))
        house = subprocess.Popen(
            [*COMMAND, "--port", str(port), "--config", "tables.toml", "--no-players", "--often", "1000000"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert house.stdout
            lines = [house.stdout.readline() for _ in range(9)]
            password = next(line.split()[1] for line in lines if line.startswith("  dealer"))
            flooded, batch = await load(f"http://127.0.0.1:{port}", password)
        finally:
            house.terminate()
            house.wait(60)
        busy, crowd = resource.getrusage(resource.RUSAGE_CHILDREN), time.process_time()
        print(f"processor time of the house {busy.ru_utime + busy.ru_stime:.0f} s, of the crowd {crowd:.0f} s")
        alone = bare(folder, batch)
        print(
            f"flooded, {UNDER_WAY} under way: {flooded:,.0f} durable wagers a second in batches of {batch}; "
            f"the bare store with such batches {alone:,.0f}: {flooded / alone:.0%} (wanted 50%)"
        )


async def load(base: str, password: str) -> tuple[float, int]:
    """Run the load test, then the flood; return its wagers per second and appends per batch."""
    terminals = [Terminal(base) for _ in range(TERMINALS)]
    limits = httpx.Limits(max_connections=32)
    async with httpx.AsyncClient(base_url=base, timeout=120, limits=limits) as http:
        gate = asyncio.Semaphore(32)

        async def come(terminal: Terminal) -> None:
            async with gate:
                guest = (await http.post("/api/guests")).json()
                terminal.name, terminal.token = guest["terminal"], guest["token"]

        await asyncio.gather(*map(come, terminals))
        token = (await http.post("/api/sign-in/staff", json={"name": "dealer", "password": password})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        begin, ready = asyncio.Event(), asyncio.Semaphore(0)
        async with asyncio.TaskGroup() as group:
            for terminal in terminals:
                group.create_task(terminal.run(begin, ready))
            for _ in terminals:
                await ready.acquire()
            print(f"{TERMINALS} terminals are in")
            # No garbage collection while they bet: its pauses would be measured as latency.
            gc.collect()
            gc.freeze()
            begin.set()
            await _give(http, headers, "begin-round")
            start = time.perf_counter()
            await asyncio.sleep(WINDOW)
            await _give(http, headers, "close-bets")
            window = time.perf_counter() - start
        report(terminals, window)
        await _count(http, terminals, headers)
        return await _flood(http, headers, terminals[:UNDER_WAY])


async def _flood(http: httpx.AsyncClient, headers: dict[str, str], terminals: list[Terminal]) -> tuple[float, int]:
    await _give(http, headers, "begin-round", "B2")
    flooders = [Flooder(each) for each in terminals]
    for each in flooders:
        await each.come()
    await asyncio.sleep(2)
    before = await _batches(http)
    for each in flooders:
        each.begin(time.perf_counter() + FLOOD)
    await asyncio.sleep(FLOOD + 1)
    batches, appends = (now - then for now, then in zip(await _batches(http), before, strict=True))
    return sum(each.done for each in flooders) / FLOOD, round(appends / batches)


async def _batches(http: httpx.AsyncClient) -> tuple[float, float]:
    """The store's counters of batches and appends."""
    metrics = dict(line.split() for line in (await http.get("/metrics")).text.splitlines() if line[:1] != "#")
    return float(metrics["croupier_store_batches_total"]), float(metrics["croupier_store_appends_total"])


async def _give(http: httpx.AsyncClient, headers: dict[str, str], command: str, table: str = "B1") -> None:
    body = {"id": secrets.token_hex(8), "command": {"command": command}}
    answer = await http.post(f"/api/tables/{table}/commands", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


async def _count(http: httpx.AsyncClient, terminals: list[Terminal], headers: dict[str, str]) -> None:
    """Compare the stakes on the table with the last acknowledged wager of each terminal."""
    table = (await http.get("/api/tables/B1", headers=headers)).json()
    staked = sum(each["wagers"].get("banker", 0) for each in table["private"]["staff"]["bettors"].values())
    acknowledged = sum(500 * WAGERS for each in terminals if len(each.acknowledged) == WAGERS)
    print(f"on the table {staked / 100:,.2f}, acknowledged {acknowledged / 100:,.2f}")


def report(terminals: list[Terminal], window: float) -> None:
    times = sorted(each for terminal in terminals for each in terminal.acknowledged)
    refused = [each for terminal in terminals for each in terminal.refused]
    closed = sorted(terminal.closed for terminal in terminals)
    spread = [each - closed[0] for each in closed]
    print(f"{len(times):,} wagers acknowledged in {window:.1f} s, {len(refused)} refused {refused[:1]}")
    print(f"acknowledgement p50 {1000 * statistics.median(times):.0f} ms, p99 {1000 * _p99(times):.0f} ms (wanted 100)")
    print(f"broadcast p50 {1000 * statistics.median(spread):.0f} ms, p99 {1000 * _p99(spread):.0f} ms (wanted 250)")
    print(f"durable wagers a second through the server: {len(times) / WINDOW:,.0f}")


def _p99(times: list[float]) -> float:
    return times[min(len(times) - 1, int(len(times) * 0.99))]


def bare(folder: str, batch: int) -> float:
    """The throughput of the store alone, on the same disk."""
    from store import rate

    from croupier.house.keys import Keys
    from croupier.house.ledger import bought_in
    from croupier.house.store import Append, Draft, Store

    with Store(f"sqlite:///{folder}/bare.db", Keys(bytes(32)), apart=True) as store:
        for number in range(100):
            bought = Draft("bought-in", b"{}", (bought_in(f"T{number}", 10**12),))
            store.append(Append(stream=f"terminal:T{number}", drafts=(bought,), at=0, actor="cage"))
        return rate(store, batch)


if __name__ == "__main__":
    uvloop.run(main())
