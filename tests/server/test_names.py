"""Every byte that everybody is sent while all families are played: no player and no stranger reads another's name."""

import asyncio
import contextlib
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.games.families import family
from croupier.games.round import Role
from croupier.house.events import ShoeOpened, read_house
from croupier.house.keys import Keys
from croupier.house.people.proofs import digest
from croupier.house.shoe import Shoe
from croupier.house.store import Records
from croupier.house.verify_shoe import salt
from croupier.server.app import ENDPOINTS
from croupier.words import Sentence
from driving import Terminal
from housed import housed
from serving import Person, Process, TestClient, served

TABLES = {"tiger": "tiger", "lucky-8": "lucky-8", "dueling-8s": "dueling-8s", "e-blackjack": "e-blackjack"}
"""A table of every family."""
SEATS, SECONDS = 4, 8.0
OWNERS = ("guest 1.1", "guest 2.1", "guest 3.1")
ANYTHING = {"day": "today", "number": "1", "rules": "tiger"} | dict.fromkeys(
    ("case", "alarm", "name", "approval"), "none"
)
"""What stands in a path for things that concern nobody."""
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
            path = endpoint.path.format(**told, **ANYTHING, game=TABLES[table], viewer="player")
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


class Employee:
    """Somebody of the staff who keeps every byte, by where it came from."""

    def __init__(self, role: str, password: str) -> None:
        self.role = self.name = role
        self.password, self.token = password, ""
        self.heard: dict[str, list[bytes]] = {}

    def hears(self, where: str, *said: bytes) -> None:
        self.heard.setdefault(where, []).extend(said)

    async def come(self, http: httpx.AsyncClient) -> None:
        answer = await http.post("/api/sign-in/staff", json={"name": self.role, "password": self.password})
        self.token = answer.json()["token"]
        self.hears("POST /api/sign-in/staff", answer.content.replace(self.token.encode(), b"OWN"))

    async def look_on(self, base: str, path: str, until: float) -> None:
        """At a table, or as surveillance at all of them."""
        loop = asyncio.get_running_loop()
        async with connect(f"{base.replace('http', 'ws', 1)}{path}", compression=None) as socket:
            await socket.send(msgspec.json.encode({"say": "hello", "token": self.token}).decode())
            with contextlib.suppress(ConnectionClosed):
                while (left := until - loop.time()) > 0:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(left):
                            said = await socket.recv()
                            self.hears(f"WS {path}", said.encode() if isinstance(said, str) else said)

    async def ask_all(self, http: httpx.AsyncClient, of: list[Nosy], chance: random.Random) -> None:
        """Everything that may be read: of every table, of rounds and shoes there, of somebody's terminal."""
        headers = {"Authorization": f"Bearer {self.token}"}
        for endpoint in ENDPOINTS:
            if endpoint.method != "GET" or endpoint.path.endswith("/odds"):  # which are worked out for seconds
                continue
            for table in TABLES:
                shoes = (await http.get(f"/api/tables/{table}/shoes")).json()
                named: dict[str, Any] = {
                    "table": table,
                    "shoe": shoes[-1]["shoe"] if shoes else "none",
                    "terminal": chance.choice(of).name,
                    "round": chance.randint(1, 4),
                    "step": chance.randint(1, 30),
                    "viewer": self.role,
                    "game": TABLES[table],
                }
                path = endpoint.path.format(**named, **ANYTHING)
                answer = await http.get(path, headers=headers)
                told = repr(sorted(answer.headers.items())).encode()
                # Whoever names a terminal may hear that name again.
                own = named["terminal"].encode() if "{terminal}" in endpoint.path else b"\0"
                self.hears(f"GET {endpoint.path}", *(each.replace(own, b"ASKED") for each in (answer.content, told)))
                if "{" not in endpoint.path:
                    break
        await self._act(http, headers, chance)

    async def _act(self, http: httpx.AsyncClient, headers: dict[str, str], chance: random.Random) -> None:
        """Whatever may be sent, as it comes: most of it is refused, and says why."""
        for table, game in TABLES.items():
            kinds = family(game).commands
            for name in chance.sample([*kinds], min(len(kinds), 12)):
                for path in ("commands", "preview"):
                    if path == "commands" and name in ("void-round", "interrupt"):
                        continue
                    body = {"id": f"{self.role}-{name}-{path}", "command": {"command": name}}
                    body = {"command": body["command"]} if path == "preview" else body
                    answer = await http.post(f"/api/tables/{table}/{path}", json=body, headers=headers)
                    self.hears(f"POST /api/tables/{{table}}/{path}", answer.content)
        for search in ({}, {"terminal": "guest"}, {"words": ["tiger"]}):
            answer = await http.post("/api/rounds/search", json=search, headers=headers)
            self.hears("POST /api/rounds/search", answer.content)

    def reads(self, secret: str) -> list[str]:
        """Where something was told."""
        wanted = secret.encode()
        return [where for where, said in self.heard.items() if any(wanted in each for each in said)]


class Recording(NamedTuple):
    """Every byte of a few seconds."""

    terminals: list[Nosy]
    strangers: dict[str, list[bytes]]
    staff: list[Employee]
    vouchers: list[str]
    """Codes that players have printed."""


async def printed(http: httpx.AsyncClient, of: Nosy) -> str:
    """A voucher, which its terminal alone is told of."""
    said = {"id": "paper", "command": "issue-voucher", "cents": 100}
    headers = {"Authorization": f"Bearer {of.token}"}
    answer = await http.post(f"/api/terminals/{of.name}/money", json=said, headers=headers)
    code: str = answer.json()["voucher"]
    return code


async def recorded(process: Process) -> Recording:
    loop, chance = asyncio.get_running_loop(), random.Random(1)
    strangers: dict[str, list[bytes]] = {table: [] for table in TABLES}
    terminals = [Nosy(process.base, table, random.Random(chance.random())) for table in TABLES for _ in range(SEATS)]
    staff = [Employee(role, password) for role, password in process.passwords.items()]
    async with httpx.AsyncClient(base_url=process.base, timeout=150) as http:
        for employee in staff:
            await employee.come(http)
        until = loop.time() + SECONDS
        playing = [asyncio.create_task(each.play(http)) for each in terminals]
        looking = [asyncio.create_task(looked_on(process.base, *each, until)) for each in strangers.items()]
        paths = [*(f"/api/tables/{table}/live" for table in TABLES), "/api/watch/live"]
        looking += [asyncio.create_task(each.look_on(process.base, path, until)) for each in staff for path in paths]
        await asyncio.gather(staffed(http, process.passwords, until), *looking)
        for each in terminals:
            each.playing = False
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        vouchers = [await printed(http, each) for each in terminals[::4]]
        for each in terminals[::6]:
            each.heard += await asked_for(http, each.token, each.name, chance)
        strangers["REST"] = await asked_for(http, "", "none", chance)
        for employee in staff:
            await employee.ask_all(http, terminals, chance)
    return Recording(terminals, strangers, staff, vouchers)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Recording, Path]:
    """Everybody at work for a while, and the folder of the house."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "tables.toml").write_text(CONFIGURATION)
    options = ("--no-players", "--config", "tables.toml", "--grace", "0.2")
    with Process(f"sqlite:///{folder}/house.db", folder, *options) as process:
        return asyncio.run(recorded(process)), folder


def test_fear_a_player_or_a_stranger_reads_who_else_plays(played: tuple[Recording, Path]) -> None:
    terminals, strangers, _, _ = played[0]
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


DEALS = {
    "WS /api/tables/{table}/live",
    "GET /api/tables/{table}",
    "GET /api/tables/{table}/offers",
    "POST /api/tables/{table}/preview",
    "POST /api/tables/{table}/commands",
    "GET /api/tables/{table}/rounds",
    "GET /api/tables/{table}/rounds/{round}/amendable",
}
"""Who stakes what and may be acted for, also where a round is to be put right: of who deals, and who stands above."""
RECALLS = {
    "GET /api/rounds/words",
    "GET /api/tables/{table}/rounds/{round}",
    "GET /api/tables/{table}/rounds/{round}/evidence",
    "GET /api/tables/{table}/rounds/{round}/steps/{step}/{viewer}",
    "GET /api/tables/{table}/rounds/{round}/viewers",
    "POST /api/rounds/search",
}
"""Rounds that are looked into."""
CASH = {"GET /api/days/{day}/patrons"}
"""Cash of a terminal in a gaming day, for what has to be reported."""
BOOKS = {"GET /api/days/{day}", "GET /api/days/{day}/books.csv", "GET /api/days/{day}/books.html", *CASH}
NEEDED: dict[str, set[str]] = {
    "dealer": DEALS,
    "pit-supervisor": DEALS | RECALLS,
    "pit-manager": DEALS | RECALLS | BOOKS,
    "gaming-shift-manager": DEALS | RECALLS | BOOKS | {"GET /api/log"},
    "surveillance": DEALS | RECALLS | BOOKS | {"GET /api/log", "GET /api/watch/alarms", "WS /api/watch/live"},
    "cage": CASH | {"GET /api/cage", "GET /api/cage/receipts/{number}"},
    "administrator": {"GET /api/terminals"},
}
"""Where each role reads the names of players, and nowhere else (docs/people.md); a name that one asks about aside."""


def test_fear_staff_read_names_that_their_work_does_not_need(played: tuple[Recording, Path]) -> None:
    recording, _ = played
    assert {each.role for each in recording.staff} == set(NEEDED)
    found: dict[str, set[str]] = {}
    for each in recording.staff:
        assert len(each.heard) > 20, each.role
        where = {place for terminal in recording.terminals for place in each.reads(terminal.name)}
        found[each.role] = {re.sub("/tables/[^/{]+/live", "/tables/{table}/live", place) for place in where}
    too_much = {role: where - NEEDED[role] for role, where in found.items() if where - NEEDED[role]}
    assert not too_much
    # What is looked for is found where it should be.
    assert found["dealer"] >= {"WS /api/tables/{table}/live", "GET /api/tables/{table}"}
    assert found["administrator"] == {"GET /api/terminals"}


def secrets_of(recording: Recording, folder: Path) -> dict[str, str]:
    """What nobody of the staff is ever told, with what it is."""
    people: list[Nosy | Employee] = [*recording.terminals, *recording.staff]
    found = {each.token: f"the session of {each.name}" for each in people}
    found |= {digest(token): f"what is kept of {what}" for token, what in found.items()}
    found |= {each.key: f"the key of {each.name}" for each in recording.terminals}
    found |= {each.password: f"the password of {each.name}" for each in recording.staff}
    found |= dict.fromkeys(recording.vouchers, "the code of a voucher")
    found |= {"$argon2": "the hash of a password", (folder / "house.key").read_text().strip(): "the house's secret"}
    with Records(f"sqlite:///{folder}/house.db") as records:
        for event in records.all_events():
            for field in ("proof", "sealed"):
                for sealed in re.findall(rf'"{field}":"([^"]{{16,}})"'.encode(), event.body):
                    found[sealed.decode()] = f"what is sealed in {event.kind} of {event.stream}"
        for table in TABLES:
            found |= hidden(records, Keys.load(folder / "house.key"), table)
    return found


def hidden(records: Records, keys: Keys, table: str) -> dict[str, str]:
    """What is still in a shoe: its seed, the salts that prove its cards, and runs of cards as they lie there."""
    events = list(records.events(f"table:{table}"))
    opened = [each for each in events if each.kind == "shoe-opened"][-1]
    later = [each for each in events if each.version > opened.version]
    assert not any(each.kind == "shoe-retired" for each in later)
    said = read_house(opened.body)
    assert isinstance(said, ShoeOpened)
    shoe = Shoe.unsealed(said.commitment, said.sealed, keys, 0)._hidden
    drawn = max(int(index) for each in later for index in re.findall(rb'"index":(\d+)', each.body)) + 1
    assert 0 < drawn < len(shoe.order) - 50
    found = {shoe.seed.hex(): f"the seed of the shoe at {table}"}
    found |= {salt(shoe.seed, at).hex(): f"a card still in it at {table}" for at in range(drawn, len(shoe.order))}
    for at in range(drawn, len(shoe.order) - 6):
        some = shoe.order[at : at + 6]
        found |= dict.fromkeys((" ".join(some), '","'.join(some), "".join(some)), f"cards still in it at {table}")
    return found


def test_fear_staff_are_told_a_secret(played: tuple[Recording, Path]) -> None:
    recording, folder = played
    secrets = secrets_of(recording, folder)
    kinds = {what.partition(" of ")[0] for what in secrets.values()}
    assert {"the session", "the key", "the password", "the code", "what is sealed in account-created"} <= kinds
    assert {"the seed", "what is sealed in shoe-opened", "cards still in it at tiger"} <= kinds
    everybody = {
        each.role: b"\0".join(text for said in each.heard.values() for text in said) for each in recording.staff
    }
    everybody["strangers"] = b"\0".join(text for said in recording.strangers.values() for text in said)
    for who, said in everybody.items():
        told = {what for secret, what in secrets.items() if secret.encode() in said}
        assert not told, f"{who} is told {told}"


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
        why = "not enough credits: guest-1 has 30.00, and this needs 40.00"
        desk.house.tables["B1"].stop(Sentence("chore-failed", chore="settle", why=why))
        player, manager = Person.guest(client), Person.staff(client, desk, "gaming-shift-manager")
        told = [player.get("/api/tables/B1"), player.get("/api/tables"), player.get("/ready")]
        told += [player.give("B1", "place-wager", wager="banker", stake=100), client.get("/api/tables/B1")]
        assert all("settle failed" in each.text and "guest-1 has" not in each.text for each in told)
        assert "guest-1 has" in manager.get("/api/floor").text, "who repairs it knows all of it"
