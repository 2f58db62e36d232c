"""The surveillance process beside the house: it reads the event log, computes, reports, and updates the rounds' index.

Requests come on its standard input and answers go to its standard output, a line of JSON each. At the end of its input
it exits at once, because the house is gone. It writes nothing but the index, which can be rebuilt, and has no key.
"""

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterable
from typing import BinaryIO, TypeAlias

import msgspec

from croupier.games.round import decode_hook, encode_stored
from croupier.house.monitoring.follower import Follower, Report, TableKnowledge
from croupier.house.monitoring.picture import Exposure
from croupier.house.recall import Index
from croupier.house.store import Records, Unavailable
from croupier.house.surveillance.alarm import Budget
from croupier.refused import Refused
from croupier.words import Sentence

LOOK_SECONDS = 0.5
"""Polling interval of the event log."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first request: the URL of the store, and the snapshots of its tables.

    A URL may hold a password, so it is passed here and not on the command line.
    """

    url: str
    known: dict[str, TableKnowledge]
    budget: Budget
    every: float = LOOK_SECONDS


class Expose(msgspec.Struct, frozen=True, tag="expose"):
    """Asks for the exposure of a table; `number` is repeated in the answer."""

    number: int
    table: str


class Exposed(msgspec.Struct, frozen=True, tag="exposed"):
    """The exposure, or why there is none."""

    number: int
    exposure: Exposure | None = None
    why: Sentence | None = None


class Followed(msgspec.Struct, frozen=True, tag="followed"):
    """Everything up to this position of the event log has been followed."""

    position: int


ToProcess: TypeAlias = Begin | Expose
FromProcess: TypeAlias = Report | Exposed | Followed
_read_request = msgspec.json.Decoder(ToProcess, dec_hook=decode_hook).decode
read_report = msgspec.json.Decoder(FromProcess, dec_hook=decode_hook).decode


def main() -> None:
    """Follow until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the house closes our input
    # Output printed by a library must not mix with the answers: it goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    begin = _read_request(sys.stdin.buffer.readline())
    assert isinstance(begin, Begin)
    asks: queue.SimpleQueue[Expose] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asks,), daemon=True).start()
    threading.Thread(target=_index, args=(begin.url,), daemon=True).start()
    with Records(begin.url) as records:
        follow(Follower(records, begin.known, begin.budget), asks, answers, begin.every)


def follow(follower: Follower, asks: "queue.SimpleQueue[Expose]", answers: BinaryIO, every: float) -> None:
    """Poll the event log and report, answering requests in between."""
    _tell(answers, follower.open())
    told = 0
    due = time.monotonic()
    while True:
        try:
            ask = asks.get(timeout=max(0.0, due - time.monotonic()))
        except queue.Empty:
            ask = None
        try:
            _tell(answers, follower.poll())
            if follower.position > told:
                told = follower.position
                _tell(answers, [Followed(told)])
        except Unavailable:
            time.sleep(every)
        if ask is not None:
            _tell(answers, [_exposed(follower, ask)])
            continue
        # The solver runs in idle time, one table at a time; new events are polled in between.
        solved = list(follower.solve())
        _tell(answers, solved)
        due = time.monotonic() + (0.0 if solved else every)


def _exposed(follower: Follower, ask: Expose) -> Exposed:
    try:
        return Exposed(ask.number, follower.exposure(ask.table))
    except Refused as refused:
        return Exposed(ask.number, why=refused.reason)


def _listen(asks: "queue.SimpleQueue[Expose]") -> None:
    for line in sys.stdin.buffer:
        ask = _read_request(line)
        if isinstance(ask, Expose):
            asks.put(ask)
    os._exit(0)


def _index(url: str) -> None:
    try:
        with Index(url) as index:
            for pause in index.following():
                time.sleep(pause)
    finally:
        os._exit(1)  # the house restarts this process


def _tell(answers: BinaryIO, reports: Iterable[FromProcess]) -> None:
    try:
        for report in reports:
            answers.write(encode_stored(report) + b"\n")
            answers.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
