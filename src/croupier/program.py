"""The digest of the program, by which anybody can see exactly which version ran the house."""

import hashlib
from functools import cache
from pathlib import Path

from croupier.plugins import package_paths

HERE = Path(__file__).parent


@cache
def digest(folder: Path | None = None) -> str:
    """SHA-256 over the names and contents of all files of the program, installed plug-in packages included; cached.

    >>> len(digest())
    64
    """
    sha = hashlib.sha256()
    for root in [HERE, *package_paths()] if folder is None else [folder]:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                name = path.name if path == root else path.relative_to(root).as_posix()
                sha.update(f"{name}\0{len(content)}\0".encode() + content)
    return sha.hexdigest()
