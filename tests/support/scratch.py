"""Where tests keep what nobody needs afterwards."""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2**31
"""Bytes that a run may need there at once, and more."""


def in_memory() -> str | None:
    """A file system in memory, if it has room: nobody waits for a disk there, and processes die there as well."""
    return str(MEMORY) if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def settle() -> None:
    """Temporary files are there from now on, those of what is started too, unless somebody has said where."""
    if "TMPDIR" not in os.environ and (found := in_memory()):
        os.environ["TMPDIR"] = found
        # It is asked for again.
        tempfile.tempdir = None
