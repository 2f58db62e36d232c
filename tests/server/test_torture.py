"""The house is killed at any instant while every game is played over its API: nothing it said is taken back.

`make torture` kills hundreds of times; the seed of a failure draws the same instants again.
"""

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import httpx
import msgspec
import pytest

import places
from croupier.games.catalogue import GAMES
from croupier.house.audit import audit
from croupier.house.ledger import terminal
from croupier.house.store import Records
from driving import LOST, Purse, Terminal
from stores import BACK_ENDS, fresh
from troubling import TROUBLES, Second, writer_of

KILLS = int(os.environ.get("TORTURE", "10"))
"""For each store."""
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)
DAY = 24 * 3_600
SEATS = 2
"""At each table."""


class Nurse:
    """Brings the house up again and again."""

    def __init__(self, url: str, folder: Path, *options: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        script = places.SUPPORT.joinpath("torturing.py")
        self._process = subprocess.Popen(
            [sys.executable, script, url, folder, str(self.port), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.folder, self.child = folder, 0
        self.base = f"http://127.0.0.1:{self.port}"

    def up(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self.child = int(self._process.stdout.readline())

    def set_clock(self, seconds: int) -> None:
        """The wall clock shows so much more than it should, until it is set again."""
        with (self.folder / "ahead").open("r+b") as file:
            file.write((seconds * 1_000_000_000).to_bytes(8, "little", signed=True))

    def down(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self._process.stdout
        os.kill(self.child, how)
        self.child = 0
        assert self._process.stdout.readline() == "dead\n"

    def suspend(self) -> None:
        """Stop the house and its writer in the middle of whatever they are at."""
        self._stopped = [self.child, writer] if (writer := writer_of(self.child)) else [self.child]
        for each in self._stopped:
            os.kill(each, signal.SIGSTOP)

    def resume(self) -> None:
        for each in self._stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)

    def buried(self) -> None:
        """Wait for the end of a house that was killed, or finds that it was replaced."""
        self.child = 0
        assert self._process.stdout
        assert self._process.stdout.readline() == "dead\n"

    def end(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.child, signal.SIGKILL)
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_fear_a_kill_takes_back_what_a_player_was_told(back_end: str, tmp_path: Path) -> None:
    print(f"SEED={SEED} TORTURE={KILLS} draws the same instants again")
    with fresh(back_end) as url:
        nurse, second = Nurse(url, tmp_path), Second(url, tmp_path)
        try:
            terminals = asyncio.run(tortured(url, nurse, second, random.Random(SEED)))
        finally:
            nurse.end()
            second.end()
        check(url, terminals)
        assert "failed" not in (log := (tmp_path / "log").read_text()), log


async def tortured(url: str, nurse: Nurse, second: Second, chance: random.Random) -> list[Terminal]:
    base = f"http://127.0.0.1:{nurse.port}"
    terminals = [Terminal(base, game, random.Random(chance.getrandbits(64))) for game in GAMES for _ in range(SEATS)]
    async with httpx.AsyncClient(timeout=10) as http, asyncio.TaskGroup() as group:
        playing = [group.create_task(each.play(http)) for each in terminals]
        moving = group.create_task(money(terminals, http))
        await asyncio.to_thread(nurse.up)
        await opened(http, base)
        for number in range(KILLS):
            # Some die while they come up, most in the middle of play.
            await asyncio.sleep(chance.uniform(0, 2.5) if chance.random() < 0.85 else chance.uniform(0, 0.3))
            if chance.random() < 0.3:
                # While it is open or just before it is not: by a minute, or by days.
                nurse.set_clock(chance.choice((0, 60, -60, 3 * DAY, -3 * DAY)))
                await asyncio.sleep(chance.uniform(0, 1.5))
            if number % 2:
                await opened(http, base)
                await TROUBLES[number // 2 % len(TROUBLES)](url, nurse.child, second, chance)
                await asyncio.sleep(chance.uniform(0, 1))
            await asyncio.to_thread(nurse.down)
            await asyncio.to_thread(nurse.up)
            if chance.random() < 0.85:
                await opened(http, base)
        await opened(http, base)
        await asyncio.sleep(2)
        for each in terminals:
            each.playing = False
        await asyncio.wait_for(asyncio.gather(moving, *playing), 180)
        await closed(http, base, nurse.folder)
        await asyncio.to_thread(nurse.down, signal.SIGTERM)
    return terminals


# A pair of servers


TAKEOVERS = int(os.environ.get("TORTURE", "3"))
DIED, SILENT = 5.0, 15.0
"""Seconds within which a house is open again after it died, and after it fell silent."""


@pytest.mark.parametrize("back_end", ["postgresql"])
def test_fear_a_takeover_takes_back_what_a_player_was_told(back_end: str, tmp_path: Path) -> None:
    """Two servers on one store: the open one is killed, suspended or hands over, and its players go on at the other."""
    print(f"SEED={SEED} TORTURE={TAKEOVERS} draws the same instants again")
    with fresh(back_end) as url:
        pair = [Nurse(url, tmp_path, "standby") for _ in range(2)]
        try:
            terminals, times = asyncio.run(handed_around(pair, random.Random(SEED)))
        finally:
            for each in pair:
                each.end()
        check(url, terminals, TAKEOVERS)
        assert "failed" not in (log := (tmp_path / "log").read_text()), log
        with Records(url) as records:
            openings = [each.position for each in records.all_events() if each.kind == "house-opened"]
            terms = records.terms()
            for term in terms:
                assert sum(term.first <= position <= term.last for position in openings) <= 1, "one house in a term"
            print(f"{len(terms)} terms")
        for how, limit in (("killed", DIED), ("silent", SILENT), ("handed over", DIED)):
            if some := sorted(times[how]):
                late = sum(each > limit for each in some)
                shown = ", ".join(f"{each:.1f}" for each in some)
                print(f"{how}: median {some[len(some) // 2]:.1f} s, {late} of {len(some)} above {limit:.0f} s: {shown}")


async def handed_around(
    pair: list[Nurse], chance: random.Random
) -> tuple[list[Terminal], defaultdict[str, list[float]]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    bases = [each.base for each in pair]
    terminals = [
        Terminal(bases[0], game, random.Random(chance.getrandbits(64)), bases[1])
        for game in GAMES
        for _ in range(SEATS)
    ]
    async with httpx.AsyncClient(timeout=10) as http, asyncio.TaskGroup() as group:
        active, other = pair
        await asyncio.to_thread(active.up)
        await opened(http, active.base)
        await asyncio.to_thread(other.up)
        playing = [group.create_task(each.play(http)) for each in terminals]
        moving = group.create_task(money(terminals, http))
        for number in range(TAKEOVERS):
            await answering(http, other.base)
            await asyncio.sleep(chance.uniform(0.2, 2.5))
            how = ("killed", "silent", "killed", "handed over")[number % 4]
            begun = time.monotonic()
            await HAPPENINGS[how](active, other, http)
            times[how].append(time.monotonic() - begun)
            if how == "silent":
                active.resume()
            if how != "handed over":
                await asyncio.to_thread(active.buried)
                await asyncio.to_thread(active.up)
            active, other = other, active
        await asyncio.sleep(2)
        for each in terminals:
            each.playing = False
        await asyncio.wait_for(asyncio.gather(moving, *playing), 180)
        await closed(http, active.base, active.folder)
        for nurse in (other, active):
            await asyncio.to_thread(nurse.down, signal.SIGTERM)
    return terminals, times


async def killed(active: Nurse, other: Nurse, http: httpx.AsyncClient) -> None:
    os.kill(active.child, signal.SIGKILL)
    await opened(http, other.base)


async def silent(active: Nurse, other: Nurse, http: httpx.AsyncClient) -> None:
    active.suspend()
    await opened(http, other.base)


async def handed_over(active: Nurse, other: Nurse, http: httpx.AsyncClient) -> None:
    os.kill(active.child, signal.SIGUSR1)
    await opened(http, other.base)


HAPPENINGS = {"killed": killed, "silent": silent, "handed over": handed_over}


async def answering(http: httpx.AsyncClient, base: str) -> None:
    """Wait until a standby says so."""
    until = time.monotonic() + 180
    while True:
        assert time.monotonic() < until, "no standby comes up"
        with contextlib.suppress(*LOST):
            if (await http.get(f"{base}/ready")).status_code == 503:
                return
        await asyncio.sleep(0.05)


async def money(terminals: list[Terminal], http: httpx.AsyncClient) -> None:
    chance = random.Random(7)
    while True:
        await asyncio.sleep(0.1)
        if not all(each.playing for each in terminals):
            return
        if known := [each for each in terminals if each.token]:
            await Purse(chance.choice(known), http).move()


async def opened(http: httpx.AsyncClient, base: str) -> None:
    until = time.monotonic() + 180
    while True:
        assert time.monotonic() < until, "it does not come up"
        try:
            if (await http.get(f"{base}/ready")).status_code == 200:
                return
        except LOST:
            await asyncio.sleep(0.02)


async def closed(http: httpx.AsyncClient, base: str, folder: Path) -> None:
    """Let every table finish its round, and play no other."""
    said = (folder / "said").read_text().split()
    who = {"name": "pit-supervisor", "password": said[said.index("pit-supervisor") + 1]}
    token = (await http.post(f"{base}/api/sign-in/staff", json=who)).json()["token"]
    for game in GAMES:
        body = {"id": f"close-{game}", "command": {"command": "close-table", "reason": "enough"}}
        answer = await http.post(
            f"{base}/api/tables/{game}/commands", json=body, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 200, answer.text
    until = time.monotonic() + 120
    while True:
        tables = (await http.get(f"{base}/api/tables")).json()
        assert not any(each["stopped"] for each in tables), tables
        if all(each["phase"] in ("settled", "void") for each in tables):
            return
        assert time.monotonic() < until, [each for each in tables if each["phase"] not in ("settled", "void")]
        await asyncio.sleep(0.1)


def check(url: str, terminals: list[Terminal], kills: int = KILLS) -> None:
    with Records(url) as records:
        found = audit(records)
        assert [str(each) for each in found.defects] == []
        assert not records.balances("stakes:"), "every wager is settled or returned"
        events = {(event.stream, event.version): event for event in records.all_events()}
        by_actor = Counter(event.actor for event in events.values() if event.kind == "round:wager-placed")
        wagers = 0
        for each in terminals:
            placed = 0
            for id, answer in each.answers.items():
                command = each.sent[id]["command"]
                if answer["status"] != 200 or command["command"] != "place-wager":
                    continue
                kept = events[f"table:{each.table}", answer["version"]]
                said = msgspec.json.decode(kept.body)
                assert kept.actor == f"terminal:{each.name}", "what was acknowledged is there"
                assert (said["round"], said["event"]["stake"]) == (answer["round"], command["stake"])
                placed += kept.kind == "round:wager-placed"
            assert placed == by_actor[f"terminal:{each.name}"], "each wager that was acknowledged is there once"
            wagers += placed
            history = records.history(terminal(each.name), last=1_000_000)
            other = [p.posting for p in history if not p.stream.startswith("table:")]
            own = terminal(each.name)
            moved = sum(p.cents if p.destination == own else -p.cents for p in other)
            assert moved == each.moved, "money moved as often as it was acknowledged"
            total = sum(p.posting.cents if p.posting.destination == own else -p.posting.cents for p in history)
            assert records.balance(own) == total
        steps = sum(event.kind == "clock-stepped" for event in events.values())
        print(f"{kills} kills, {steps} steps of the clock, {wagers} wagers acknowledged, {len(events)} events")
        assert wagers > kills
