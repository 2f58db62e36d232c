"""Fault injection for a served house: a second server on its store, a killed writer, a stopped process, a full disk.

Each fault is temporary, and nothing that was acknowledged may be lost.
"""

import asyncio
import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import sqlalchemy as sa

import places
from stores import connected

FULL = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON event EXECUTE FUNCTION no_room();
"""
"""A trigger that fails inserts with PostgreSQL's error for a full disk."""


class Second:
    """A second process that tries to serve the same store on request, and is refused."""

    def __init__(self, url: str, folder: Path) -> None:
        script = places.SUPPORT.joinpath("torturing.py")
        pipe = subprocess.PIPE
        command: list[str | Path] = [sys.executable, script, url, folder, "0", "second"]
        self._process: subprocess.Popen[str] = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def tries(self) -> str:
        """Try once; return the line that it prints."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def end(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


Trouble: TypeAlias = Callable[[str, int, Second, random.Random], Awaitable[None]]
"""A fault, from the store's URL, the house's process id, the second server, and a random generator."""


def writer_of(house: int) -> int | None:
    """The process id of a house's writer, if it runs."""
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{house}/task").iterdir():
            for child in (task / "children").read_text().split():
                if "croupier.house.store.process" in Path(f"/proc/{child}/cmdline").read_text():
                    return int(child)
    return None


async def a_second_house(url: str, house: int, second: Second, chance: random.Random) -> None:
    del url, chance
    said = await asyncio.to_thread(second.tries)
    assert said.startswith("refused: the store is in use by "), said
    assert f"process {house} on" in said


async def a_lost_answer(url: str, house: int, second: Second, chance: random.Random) -> None:
    """Kill the writer, before, during or after a commit."""
    del url, second
    for _ in range(chance.choice((1, 1, 3))):
        if writer := writer_of(house):
            with contextlib.suppress(ProcessLookupError):
                os.kill(writer, signal.SIGKILL)
        await asyncio.sleep(chance.uniform(0.2, 0.8))


async def a_pause(url: str, house: int, second: Second, chance: random.Random) -> None:
    """Stop the house, its writer or both for a while."""
    del url, second
    writer = writer_of(house)
    some = chance.choice(([house], [writer], [house, writer]))
    for how in (signal.SIGSTOP, signal.SIGCONT):
        for each in some:
            if each:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, how)
        await asyncio.sleep(chance.uniform(0.1, 1.5) if how is signal.SIGSTOP else 0)


async def a_full_disk(url: str, house: int, second: Second, chance: random.Random) -> None:
    """Make all writes fail for a while."""
    del second
    with _no_room(url, house):
        await asyncio.sleep(chance.uniform(0.3, 1.5))


TROUBLES: tuple[Trouble, ...] = (a_second_house, a_lost_answer, a_pause, a_full_disk)


@contextlib.contextmanager
def _no_room(url: str, house: int) -> Iterator[None]:
    if url.startswith("postgresql"):
        _change(url, FULL)
        try:
            yield
        finally:
            _change(url, "DROP TRIGGER no_room ON event")
    elif writer := writer_of(house):
        # A file size limit: SQLite gets a write error, as on a full disk.
        before = resource.prlimit(writer, resource.RLIMIT_FSIZE, (4_096, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(writer, resource.RLIMIT_FSIZE, before)
    else:
        yield


def _change(url: str, statement: str) -> None:
    with connected(url) as connection:
        connection.execute(sa.text(statement))
        connection.commit()
