"""The program itself: what tells it from every other, so that anybody can see which one ran the house."""

import hashlib
from functools import cache
from pathlib import Path

from croupier.plugins import package_paths

HERE = Path(__file__).parent


@cache
def digest(folder: Path | None = None) -> str:
    """The SHA-256 of all files of the program, with their names; a byte that differs anywhere is another program.

    Packages that bring games are a part of it.

    >>> len(digest())
    64
    """
    found = hashlib.sha256()
    for place in [HERE, *package_paths()] if folder is None else [folder]:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                said = path.read_bytes()
                named = path.name if path == place else path.relative_to(place).as_posix()
                found.update(f"{named}\0{len(said)}\0".encode() + said)
    return found.hexdigest()
