"""Installs game packages into a separate folder, to be put on the path of test processes."""

import os
import subprocess
import sys
from pathlib import Path

from places import ROOT

DRAGON_TIGER = ROOT / "examples" / "dragon_tiger"


def install(folder: Path, *packages: Path) -> str:
    """Install the packages; return the PYTHONPATH for processes that use them."""
    command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet", "--offline", "--no-deps"]
    command += ["--no-build-isolation", "--python", sys.executable, "--target", str(folder)]
    subprocess.run([*command, *map(str, packages)], check=True, cwd=folder)
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
