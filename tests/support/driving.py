"""Terminals that play over the real API, lose the connection and reconnect, and record every answer."""

import asyncio
import random
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from croupier.house.views import apply

LOST = (OSError, websockets.WebSocketException, TimeoutError, httpx.HTTPError)
"""The exceptions that a client gets when a house dies."""


class Terminal:
    """One terminal at one table. A command is retried under its idempotency key until it has an answer."""

    def __init__(self, base: str, table: str, chance: random.Random, *others: str) -> None:
        self.base, self.table, self.chance = base, table, chance
        self._others = [*others]
        self.name = self.token = self.key = ""
        self.answers: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.moved = 0
        """Acknowledged cents moved by other ways than wagers."""
        self.cursor: str | None = None
        self.public: Any = None
        self.private: Any = None
        self.playing = True
        self.resumed = self.whole = 0
        self._number = 0

    def elsewhere(self) -> None:
        """Try the next address, where there are several."""
        self._others.append(self.base)
        self.base = self._others.pop(0)

    @property
    def pending(self) -> list[dict[str, Any]]:
        return [each for id, each in self.sent.items() if id not in self.answers]

    async def come(self, http: httpx.AsyncClient) -> None:
        """Come as a guest, retrying until the house answers."""
        while not self.token:
            try:
                answer = await http.post(f"{self.base}/api/guests")
                if answer.status_code == 200:
                    found = answer.json()
                    self.name, self.token, self.key = found["terminal"], found["token"], found["key"]
                    self.moved = found["credits"]
                    return
            except LOST:
                pass
            self.elsewhere()
            await asyncio.sleep(0.05)

    async def play(self, http: httpx.AsyncClient) -> None:
        """Play until told to stop and every command has its answer."""
        await self.come(http)
        while self.playing or self.pending:
            try:
                path = self.base.replace("http", "ws", 1)
                async with connect(f"{path}/api/tables/{self.table}/live", open_timeout=5, compression=None) as socket:
                    await self._talk(socket)
            except LOST:
                self.elsewhere()
                await asyncio.sleep(0.05)

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send(msgspec.json.encode({"say": "hello", "token": self.token, "cursor": self.cursor}).decode())
        for each in self.pending:
            await self._send(socket, each)
        while self.playing or self.pending:
            async with asyncio.timeout(10):
                self._hear(msgspec.json.decode(await socket.recv()))
            if self.playing and len(self.pending) < 3 and (wish := self._wish()):
                await self._send(socket, wish)

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.sent[message["id"]] = message
        await socket.send(msgspec.json.encode(message).decode())

    def _hear(self, said: dict[str, Any]) -> None:
        match said["say"]:
            case "snapshot":
                self.public, self.cursor, self.whole = said["public"], said["cursor"], self.whole + 1
            case "delta":
                self.public, self.cursor = apply(said["delta"], self.public), said["cursor"]
                self.resumed += 1
            case "private":
                self.private = said["private"]
            case "answer":
                assert said["status"] in (200, 402, 409, 422, 503), said
                if said["status"] == 503:
                    # The outcome is unknown: reconnect and retry everything without an answer.
                    raise TimeoutError(said)
                before = self.answers.setdefault(said["id"], said)
                assert before == said, "the same command gets the same answer"

    # What it would like

    def _wish(self) -> dict[str, Any] | None:
        round, private = self.public and self.public["round"], self.private
        if not round or not private or not private["offers"] or self.chance.random() < 0.3:
            return None
        offer = self.chance.choice(private["offers"])
        fields = self._fields(offer, round["terms"]["unit"])
        if fields is None:
            return None
        self._number += 1
        box = {"box": offer["box"]} if "box" in offer else {}
        command = {"command": offer["command"], "bettor": self.name, **box, **fields}
        id = f"{self._number}.{self.chance.getrandbits(32):x}"
        return {"say": "command", "id": id, "round": round["number"], "command": command}

    def _fields(self, offer: dict[str, Any], unit: int) -> dict[str, Any] | None:
        match offer["command"]:
            case "place-wager":
                return {"wager": self.chance.choice(offer["wagers"]), "stake": unit * self.chance.randint(1, 5)}
            case "withdraw-wager" if self.chance.random() < 0.2 and self.private["own"]["stakes"]:
                return {"wager": self.chance.choice(self.private["own"]["stakes"])["wager"]}
            case "decide":
                return {"action": self.chance.choice(offer["options"])}
            case "insure" | "surrender" | "take-even-money" | "double-too" | "match-split" if (
                self.chance.random() < 0.3
            ):
                return {"owner": offer["owner"]} if "owner" in offer else {}
            case "take-seat" if self.chance.random() < 0.1:
                return {}
        return None


class Purse:
    """Moves money on and off a terminal by HTTP, retrying under the same idempotency key."""

    def __init__(self, terminal: Terminal, http: httpx.AsyncClient) -> None:
        self.terminal, self.http = terminal, http

    async def move(self) -> None:
        """Issue and redeem a voucher, or cash out a little."""
        if self.terminal.chance.random() < 0.5:
            await self._ask({"command": "cash-out", "cents": 100}, -100)
            return
        answer = await self._ask({"command": "issue-voucher", "cents": 500}, -500)
        if answer.get("voucher"):
            await self._ask({"command": "redeem-voucher", "voucher": answer["voucher"]}, 500)

    async def _ask(self, body: dict[str, Any], cents: int) -> dict[str, Any]:
        terminal = self.terminal
        said = {"id": f"m{terminal.chance.getrandbits(64):x}", **body}
        headers = {"Authorization": f"Bearer {terminal.token}"}
        while True:
            try:
                path = f"{terminal.base}/api/terminals/{terminal.name}/money"
                answer = await self.http.post(path, json=said, headers=headers)
            except LOST:
                terminal.elsewhere()
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code in (200, 402, 422, 503), answer.text
            if answer.status_code != 503:
                terminal.moved += cents if answer.status_code == 200 else 0
                found: dict[str, Any] = answer.json()
                return found
            terminal.elsewhere()
