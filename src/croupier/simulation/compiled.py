"""Compiles kernels by Numba, and keeps what was compiled on disk.

A compiled function can be called from other compiled functions, from CUDA kernels, which compile it anew for the
device, and from plain Python; its source is the same.
"""

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function on its first call; it runs without Python's lock, so that threads help.

    >>> compiled(lambda x: x + 1)(2)
    3
    """
    try:
        made = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:
        # No folder that can be written to: it is compiled in every process.
        return cast("F", numba.njit(nogil=True)(function))
    # Numba looks whether the function's own file has changed; what it calls may stand in another one.
    made._cache._cache_file._source_stamp = sources(Path(inspect.getfile(function)))
    return cast("F", made)


def inlined(function: F) -> F:
    """A step of kernels: it becomes a part of whatever calls it, so that a loop over it can be vectorised."""
    return cast("F", numba.njit(nogil=True, inline="always")(function))


@cache
def sources(beside: Path | None = None) -> str:
    """A digest of everything from which kernels are made, a module of another package included."""
    digest = hashlib.sha256()
    ours = sorted(Path(__file__).parent.rglob("*.py"))
    for path in ours if beside is None or beside in ours else [*ours, beside]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
