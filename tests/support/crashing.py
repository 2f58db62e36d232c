"""A process that appends until it is killed: `python crashing.py URL FOLDER`. Not a test itself.

It imports everything once, then forks a child for each number on its standard input. A child first retries what the
previous one had no answer to, under the same idempotency keys, as a terminal would; then continues. Every acknowledged
id is written to a file at once.
"""

import contextlib
import itertools
import os
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

from croupier.house.keys import Keys
from croupier.house.ledger import bought_in
from croupier.house.store import Append, Appended, Draft, Receipt, Store

IN_FLIGHT = 24


def main(url: str, folder: Path) -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            append(url, folder, int(line))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


def append(url: str, folder: Path, run: int) -> None:
    sent = os.open(folder / "sent", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    told = os.open(folder / "told", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    before, heard = ((folder / name).read_text().split() for name in ("sent", "told"))
    again = sorted(set(before) - set(heard))
    room = threading.Semaphore(IN_FLIGHT)
    store = Store(url, Keys(bytes(range(32))), every=50)
    for id in itertools.chain(again, (f"{run}.{number}" for number in itertools.count())):
        room.acquire()
        if id not in again:
            os.write(sent, f"{id}\n".encode())
        store.submit(one(id)).add_done_callback(lambda done, id=id: hear(done, id, told, room))  # type: ignore[misc]


def one(id: str) -> Append:
    draft = Draft("bought-in", b'{"event":"bought-in","terminal":"T1","cents":1}', (bought_in("T1", 1),))
    receipt = Receipt.of("T1", id, id.encode(), id.encode())
    return Append(stream=f"terminal:{hash(id) % 5}", drafts=(draft, draft), at=1, actor=id, receipt=receipt)


def hear(done: "Future[Appended]", id: str, told: int, room: threading.Semaphore) -> None:
    assert done.result().answer == id.encode()
    os.write(told, f"{id}\n".encode())
    room.release()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(sys.argv[1], Path(sys.argv[2]))
