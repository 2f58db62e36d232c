"""The server's log, as text or JSON: written in the background, so that the house never waits for whoever reads it."""

import json
import logging
import os
import queue
import time
from datetime import UTC, datetime
from threading import Thread

STDERR = 2
"""The file descriptor of the process's stderr; what stands in for it as a Python object may have none."""
MAX_WAITING_LINES = 10_000
"""Lines that may wait for whoever reads the log; further ones are counted and dropped."""
CLOSING_SECONDS = 2.0
"""How long the end of the process waits for the last lines to be read."""


def configure_logging(as_json: bool, descriptor: int = STDERR) -> None:
    """Log to stderr: warnings as text, or everything from INFO as JSON lines."""
    handler = BackgroundHandler(descriptor)
    handler.setFormatter(_JsonLines() if as_json else _TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if as_json else logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO if as_json else logging.ERROR)


class BackgroundHandler(logging.Handler):
    """Writes to a file descriptor in a thread of its own.

    A full pipe that nobody reads would otherwise stop every thread that has something to log.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._waiting: queue.Queue[bytes] = queue.Queue(MAX_WAITING_LINES)
        self._dropped = 0
        Thread(target=self._write, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Put the line into the queue, or count it as dropped."""
        try:
            self._waiting.put_nowait(self._line(record))
        except queue.Full:
            self._dropped += 1

    def flush(self) -> None:
        """Wait until all lines are written, but not for ever."""
        until = time.monotonic() + CLOSING_SECONDS
        while self._waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.01)

    def _line(self, record: logging.LogRecord) -> bytes:
        return f"{self.format(record)}\n".encode(errors="backslashreplace")

    def _write(self) -> None:
        while True:
            line = self._waiting.get()
            if self._dropped:
                lost, self._dropped = self._dropped, 0
                text = f"{lost} lines of the log were dropped: they were not read fast enough"
                said = {"name": __name__, "levelno": logging.WARNING, "levelname": "WARNING", "msg": text}
                line += self._line(logging.makeLogRecord(said))
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:  # The reader is gone: there is nobody left to tell.
                pass
            finally:
                self._waiting.task_done()


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _TextLines(logging.Formatter):
    """Formats log records as text that begins with the time in ISO 8601, UTC."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """When it was logged."""
        return _moment(record)


class _JsonLines(logging.Formatter):
    """Formats log records as JSON, one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One record."""
        line = {
            "at": _moment(record),
            "level": record.levelname.lower(),
            "name": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
