"""The server's log: it never holds up the house, and says when, what and what was lost."""

import json
import logging
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from croupier.server.logs import MAX_WAITING_LINES, BackgroundHandler, configure_logging

WRITTEN = 3 * MAX_WAITING_LINES


@contextmanager
def piped() -> Iterator[tuple[BackgroundHandler, int]]:
    """A handler that writes to a pipe, and the end to read from."""
    read, write = os.pipe()
    handler = BackgroundHandler(write)
    yield handler, read
    handler.flush()
    os.close(write)
    os.close(read)


def told(text: str) -> logging.LogRecord:
    return logging.makeLogRecord({"levelno": logging.WARNING, "levelname": "WARNING", "msg": text})


def test_fear_a_house_stands_still_because_nobody_reads_its_log() -> None:
    with piped() as (handler, read):
        for number in range(WRITTEN):
            handler.emit(told(f"line {number:06} of a log that nobody reads at first"))
        text, lost = "", None
        while not lost:
            text += os.read(read, 1 << 16).decode()
            lost = re.search(r"^(\d+) lines of the log were dropped", text, re.MULTILINE)
        while (count := len(re.findall("^line ", text, re.MULTILINE))) + int(lost[1]) < WRITTEN:
            text += os.read(read, 1 << 16).decode()
        assert count + int(lost[1]) == WRITTEN
        assert int(lost[1]) > MAX_WAITING_LINES / 2


def test_a_reader_that_has_gone_away_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    read, write = os.pipe()
    handler = BackgroundHandler(write)
    os.close(read)
    handler.emit(told("one"))
    handler.emit(told("two"))
    handler.flush()
    assert not failed
    assert not handler._waiting.unfinished_tasks
    os.close(write)


@pytest.mark.parametrize("as_json", [True, False])
def test_lines_begin_with_the_moment_in_utc(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    read, write = os.pipe()
    # `force=True` closes the handlers that it finds: those of the tests are none of its business.
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    configure_logging(as_json, write)
    try:
        raise ValueError("a reason")
    except ValueError:
        logging.getLogger("croupier.table").exception("tiger stands still")
    root.handlers[0].flush()
    said = os.read(read, 1 << 16).decode()
    os.close(write)
    os.close(read)
    if as_json:
        (line,) = map(json.loads, said.splitlines())
        assert {key: line[key] for key in ("level", "name", "message")} == {
            "level": "error",
            "name": "croupier.table",
            "message": "tiger stands still",
        }
        assert line["error"].endswith("ValueError: a reason")
        at = line["at"]
    else:
        at, rest = said.split(" ", 1)
        assert rest.startswith("ERROR croupier.table: tiger stands still\nTraceback")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at)
    assert abs((datetime.now().astimezone() - datetime.fromisoformat(at)).total_seconds()) < 60
