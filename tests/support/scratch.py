"""The temporary files of the tests, in memory if possible."""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2**31
"""Minimum of free bytes: more than a run needs at once."""


def in_memory() -> str | None:
    """A file system in memory if it has enough room, for speed; `None` otherwise."""
    return str(MEMORY) if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def settle() -> None:
    """Put temporary files there, also those of child processes, unless TMPDIR is set."""
    if "TMPDIR" not in os.environ and (folder := in_memory()):
        os.environ["TMPDIR"] = folder
        # Clears the cached value, so that it is read again.
        tempfile.tempdir = None
