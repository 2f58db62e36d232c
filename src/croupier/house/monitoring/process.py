"""The process that follows the record beside the house: it reads, reckons and reports, and keeps the rounds' index up.

It is asked on its input and answers on its output, a line of JSON each. Where its input ends, the house is gone, and so
is it, whatever it was at. It writes nothing but that index, which can be made anew, and has no key.
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
from croupier.house.monitoring.follower import Follower, Known, Report
from croupier.house.monitoring.picture import Exposure
from croupier.house.recall import Index
from croupier.house.store import Records, Unavailable
from croupier.house.surveillance.alarm import Budget
from croupier.refused import Refused
from croupier.words import Sentence

LOOK_SECONDS = 0.5
"""Seconds from one look at the record to the next."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first line: where the record is, and what is known of its tables.

    A URL may hold a password, so it is said here and not on the command line.
    """

    url: str
    known: dict[str, Known]
    budget: Budget
    every: float = LOOK_SECONDS


class Expose(msgspec.Struct, frozen=True, tag="expose"):
    """It is asked what a table can lose."""

    number: int
    table: str


class Exposed(msgspec.Struct, frozen=True, tag="exposed"):
    """That much, or why nobody knows."""

    number: int
    exposure: Exposure | None = None
    why: Sentence | None = None


Asked: TypeAlias = Begin | Expose
Told: TypeAlias = Report | Exposed
_asked = msgspec.json.Decoder(Asked, dec_hook=decode_hook).decode
read_told = msgspec.json.Decoder(Told, dec_hook=decode_hook).decode


def main() -> None:
    """Follow until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the house closes our input
    # Whatever a library prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    begin = _asked(sys.stdin.buffer.readline())
    assert isinstance(begin, Begin)
    asks: queue.SimpleQueue[Expose] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asks,), daemon=True).start()
    threading.Thread(target=_index, args=(begin.url,), daemon=True).start()
    with Records(begin.url) as records:
        follow(Follower(records, begin.known, begin.budget), asks, answers, begin.every)


def follow(follower: Follower, asks: "queue.SimpleQueue[Expose]", answers: BinaryIO, every: float) -> None:
    """Report what the record shows, and answer what is asked in between."""
    _tell(answers, follower.open())
    due = time.monotonic()
    while True:
        try:
            ask = asks.get(timeout=max(0.0, due - time.monotonic()))
        except queue.Empty:
            ask = None
        try:
            _tell(answers, follower.poll())
        except Unavailable:
            time.sleep(every)
        if ask is not None:
            _tell(answers, [_exposed(follower, ask)])
            continue
        # The solver has what time is left; what has come meanwhile goes first again.
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
        ask = _asked(line)
        if isinstance(ask, Expose):
            asks.put(ask)
    os._exit(0)


def _index(url: str) -> None:
    try:
        with Index(url) as index:
            for pause in index.following():
                time.sleep(pause)
    finally:
        os._exit(1)  # whoever began this process begins it anew


def _tell(answers: BinaryIO, reports: Iterable[Told]) -> None:
    try:
        for report in reports:
            answers.write(encode_stored(report) + b"\n")
            answers.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
