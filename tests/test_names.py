"""Every byte that everybody is sent while all families are played: no player and no stranger reads another's name."""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from croupier.games.families import family
from croupier.games.round import Role
from croupier.server.app import ENDPOINTS
from driving import Terminal
from housed import housed
from serving import Person, Process, TestClient, served

TABLES = {"tiger": "tiger", "lucky-8": "lucky-8", "dueling-8s": "dueling-8s", "e-blackjack": "e-blackjack"}
"""A table of every family."""
SEATS, SECONDS = 4, 8.0
OWNERS = ("guest 1.1", "guest 2.1", "guest 3.1")
BOXES = (1, 2)
"""Few enough that players meet on them."""
PACE = (
    "pace = { betting = 1.2, last_call = 0.1, card = 0.02, confirm = 0.05, offer = 0.5, decision = 0.5, "
    "join = 0.2, settle = 0.05, pause = 0.1, shuffle = 0.1 }"
)
CONFIGURATION = "".join(
    f"""
[tables.{name}]
game = "{game}"
unit = "1.00"
limits = {{ all = "1.00..1,000.00" }}
tips = true
{PACE}
"""
    for name, game in TABLES.items()
)


class Nosy(Terminal):
    """A terminal that keeps every byte, and asks for what is not open to it as often as for what is."""

    def __init__(self, base: str, table: str, chance: random.Random) -> None:
        super().__init__(base, table, chance)
        self.heard: list[bytes] = []
        self.refused = 0

    def _hear(self, said: dict[str, Any]) -> None:
        self.heard.append(msgspec.json.encode(said))
        if said["say"] == "answer":
            self.answers[said["id"]] = said
            self.refused += said["status"] not in (200, 202)
        else:
            super()._hear(said)

    def _wish(self) -> dict[str, Any] | None:
        round = self.public and self.public["round"]
        if not round or self.chance.random() < 0.5:
            return super()._wish()
        self._number += 1
        kinds = family(TABLES[self.table]).commands
        name = self.chance.choice([each for each, kind in kinds.items() if "bettor" in kind.__struct_fields__])
        fields = {each: self._any(each) for each in kinds[name].__struct_fields__ if self.chance.random() < 0.9}
        command = {**fields, "command": name, "bettor": self.name}
        id = f"{self._number}.{self.chance.getrandbits(32):x}"
        return {"say": "command", "id": id, "round": round["number"], "command": command}

    def _any(self, field: str) -> Any:
        box = self.chance.choice(BOXES)
        match field:
            case "box":
                return box
            case "owner":
                return f"guest {box}.{self.chance.choice(('1', '2', '3', 's1', 's2'))}"
            case "wager":
                return self.chance.choice([*self.public["round"]["terms"]["limits"], "main", "insurance"])
            case "stake" | "amount":
                return 100 * self.chance.randint(1, 5)
            case "action":
                return self.chance.choice(("hit", "stand", "double", "split", "surrender"))
            case "hand":
                return 0
            case "card":
                return "AS"
            case "course" | "which":
                return "stand"
        return None


async def looked_on(base: str, table: str, heard: list[bytes], until: float) -> None:
    """Somebody without a name, at the display."""
    loop = asyncio.get_running_loop()
    async with connect(f"{base.replace('http', 'ws', 1)}/api/tables/{table}/live", compression=None) as socket:
        await socket.send('{"say":"hello"}')
        while (left := until - loop.time()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    said = await socket.recv()
                    heard.append(said.encode() if isinstance(said, str) else said)


async def asked_for(http: httpx.AsyncClient, token: str, own: str, chance: random.Random) -> list[bytes]:
    """Everything that may be read, about every table, its shoes and rounds, and about oneself."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    heard: list[bytes] = []
    shoes = {table: (await http.get(f"/api/tables/{table}/shoes")).json() for table in TABLES}
    for endpoint in ENDPOINTS:
        if endpoint.method != "GET" or endpoint.path.endswith("/odds"):  # which are worked out for seconds
            continue
        for table in chance.sample([*TABLES], 2):
            shoe = chance.choice(shoes[table])["shoe"] if shoes[table] else "none"
            told = {"table": table, "shoe": shoe, "terminal": own, "round": chance.randint(1, 6), "step": 1}
            path = endpoint.path.format(**told, viewer="player", day="today", case="none", alarm="none", name="none")
            answer = await http.get(path, headers=headers)
            heard += [answer.content, repr(sorted(answer.headers.items())).encode()]
            if "{table}" not in endpoint.path:
                break
    return heard


async def staffed(http: httpx.AsyncClient, passwords: dict[str, str], until: float) -> None:
    """The pit does what it does, about players too: pauses, calls, an empty shoe, somebody seated."""
    loop, chance = asyncio.get_running_loop(), random.Random(5)
    said = {"name": "gaming-shift-manager", "password": passwords["gaming-shift-manager"]}
    token = (await http.post("/api/sign-in/staff", json=said)).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    number = 0
    while loop.time() < until:
        await asyncio.sleep(0.1)
        table = chance.choice([*TABLES])
        for command in ("pause-table", "resume-table") if chance.random() < 0.1 else ("interrupt", "void-round")[:1]:
            number += 1
            body = {"id": f"s{number}", "command": {"command": command, "reason": "somebody asks"}}
            await http.post(f"/api/tables/{table}/commands", json=body, headers=headers)


async def recorded(process: Process) -> tuple[list[Nosy], dict[str, list[bytes]]]:
    loop, chance = asyncio.get_running_loop(), random.Random(1)
    until = loop.time() + SECONDS
    strangers: dict[str, list[bytes]] = {table: [] for table in TABLES}
    terminals = [Nosy(process.base, table, random.Random(chance.random())) for table in TABLES for _ in range(SEATS)]
    async with httpx.AsyncClient(base_url=process.base, timeout=60) as http:
        playing = [asyncio.create_task(each.play(http)) for each in terminals]
        looking = [asyncio.create_task(looked_on(process.base, *each, until)) for each in strangers.items()]
        await asyncio.gather(staffed(http, process.passwords, until), *looking)
        for each in terminals:
            each.playing = False
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        for each in terminals[::6]:
            each.heard += await asked_for(http, each.token, each.name, chance)
        strangers["REST"] = await asked_for(http, "", "none", chance)
    return terminals, strangers


@pytest.mark.parametrize("back_end", ["sqlite"])
def test_fear_a_player_or_a_stranger_reads_who_else_plays(back_end: str, tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text(CONFIGURATION)
    options = ("--no-players", "--config", "tables.toml", "--grace", "0.2")
    with Process(f"{back_end}:///{tmp_path}/house.db", tmp_path, *options) as process:
        terminals, strangers = asyncio.run(recorded(process))
    names = {each.name for each in terminals}
    assert len(names) == SEATS * len(TABLES)
    refused = {each.name: each.refused for each in terminals}
    assert min(refused.values()) > 3, refused
    assert sum(refused.values()) > 100, "refusals are among it"
    assert all(len(heard) > 10 for heard in strangers.values())
    for each in terminals:
        for other in names - {each.name}:
            found = next((text for text in each.heard if other.encode() in text), None)
            assert found is None, f"{each.name} at {each.table} reads {other}: {found!r}"
    for where, heard in strangers.items():
        for name in names:
            found = next((text for text in heard if name.encode() in text), None)
            assert found is None, f"a stranger ({where}) reads {name}: {found!r}"


def test_fear_a_player_who_insures_by_the_place_is_told_whose_it_is() -> None:
    made = housed("lucky-8", run="dealer", cards="entered", boxes=5)
    assert made.tell("begin-round", Role.DEALER).done
    for box, bettor in enumerate(("T1", "T2", "T3"), 1):
        assert made.bet(bettor, box=box).done
    assert made.tell("close-bets", Role.DEALER).done
    for card in ["9S", "8S", "7S", "AD", "9H", "8H", "7H"]:
        assert made.tell("deal-card", Role.DEALER, card=card).done
    made.tell("confirm-deal", Role.DEALER)
    told = [made.play("insure", box=box, owner=owner, stake=500) for box in (1, 2, 3) for owner in OWNERS]
    assert any(each.done for each in told), "it was the moment for it"
    refused = [each.reason or "" for each in told if not each.done]
    assert len(refused) > 3
    assert not any(name in reason for reason in refused for name in ("T2", "T3"))


def test_fear_why_a_table_has_stopped_tells_everybody_of_somebodys_money() -> None:
    with served() as (app, desk), TestClient(app) as client:
        desk.house.tables["B1"].stop("it could not settle: guest-1 has 30.00, not the 40.00 that this needs")
        player, manager = Person.guest(client), Person.staff(client, desk, "gaming-shift-manager")
        told = [player.get("/api/tables/B1"), player.get("/api/tables"), player.get("/ready")]
        told += [player.give("B1", "place-wager", wager="banker", stake=100), client.get("/api/tables/B1")]
        assert all("it could not settle" in each.text and "guest-1 has" not in each.text for each in told)
        assert "guest-1 has" in manager.get("/api/floor").text, "who repairs it knows all of it"
