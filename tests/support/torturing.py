"""A house that is served until it is killed: `python torturing.py URL FOLDER PORT`. Not a test itself.

It imports everything once, then forks a child for each line on its standard input, so that hundreds of them can be
killed. Each has its own sockets. Its wall clock is ahead by the offset in the file `ahead`.
"""

import contextlib
import mmap
import os
import sys
import time
from pathlib import Path

from croupier.refused import Refused
from croupier.server.serving import ServerSettings, serve


def hang_clock(folder: Path) -> None:
    """Offset the wall clock of this process and its children by the nanoseconds in the shared file."""
    with (folder / "ahead").open("w+b") as file:
        file.write(bytes(8))
        file.flush()
        ahead, count = mmap.mmap(file.fileno(), 8), time.time_ns
    time.time_ns = lambda: count() + int.from_bytes(ahead[:], "little", signed=True)


def second(url: str, folder: Path) -> None:
    """For each input line, try to serve a store whose lease is held by another process; print the result."""
    settings = ServerSettings(port=0, store=url, key=folder / "house.key", players=False, json_logs=True)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            try:
                serve(settings, lambda _: None)
                print("served", flush=True)
            except Refused as refused:
                print(f"refused: {refused}", flush=True)
            os._exit(0)
        os.waitpid(child, 0)


def main(url: str, folder: Path, port: int, *, standby: bool) -> None:
    settings = ServerSettings(
        port=port,
        store=url,
        key=folder / "house.key",
        standby=standby,
        players=False,
        speed=20,
        often=100_000,
        json_logs=True,
    )
    hang_clock(folder)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            log = os.open(folder / "log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.dup2(log, 2)
            with (folder / "said").open("a" if standby else "w") as said, contextlib.suppress(Refused):
                serve(settings, lambda text: print(text, file=said, flush=True))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        if sys.argv[4:] == ["second"]:
            second(sys.argv[1], Path(sys.argv[2]))
        else:
            main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), standby=sys.argv[4:] == ["standby"])
