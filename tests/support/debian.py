"""Programs of Debian that a test needs: found, or installed where root may."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest


@cache
def program(name: str, package: str = "") -> str:
    """The path of a program; the test fails where it is not there and cannot be installed."""
    path = f"{os.environ['PATH']}{os.pathsep}/usr/sbin{os.pathsep}/sbin"
    # A file lock: parallel workers must not install it at the same time.
    with open(Path(tempfile.gettempdir(), "croupier-debian.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = shutil.which(name, path=path)
        if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
            quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
            subprocess.run(["apt-get", "update", "-qq"], **quiet)
            subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package or name], **quiet)
            found = shutil.which(name, path=path)
    if found is None:
        pytest.fail(f"this needs {name}: install {package or name}", pytrace=False)
    return found
