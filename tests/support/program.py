"""Calls the program in this process.

A separate process would take half a second to start and lose all caches, and prove nothing more than that the program
starts; some tests start one to prove just that.
"""

import contextlib
import io
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from croupier import commands as cli


def croupier(
    *words: str, stdin: str = "", folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `croupier` with these arguments; return its output and exit status."""
    out, err = _text(), _text()
    settings: dict[str, Any] = {"argv": ["croupier", *words], "stdin": _text(stdin), "stdout": out, "stderr": err}
    with (
        contextlib.chdir(folder or Path.cwd()),
        mock.patch.multiple(sys, **settings),
        mock.patch.dict("os.environ", {"COLUMNS": "80", **(environment or {})}),
    ):
        status = _status()
    return subprocess.CompletedProcess(["croupier", *words], status, _said(out), _said(err))


def _status() -> int:
    """The exit status; any other exception would be a traceback for the user."""
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert isinstance(ended.value.code, int), ended.value.code
    return ended.value.code


def _text(said: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(said.encode()), "utf-8", write_through=True)


def _said(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
