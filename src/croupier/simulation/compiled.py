"""Compiles kernels by Numba, with an on-disk cache.

A compiled function can be called from other compiled functions, from CUDA kernels, which compile it again for the
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
    """Compile a function on its first call; it releases the GIL, so that threads run in parallel.

    >>> compiled(lambda x: x + 1)(2)
    3
    """
    try:
        made = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:
        # No writable cache folder: compile in every process.
        return cast("F", numba.njit(nogil=True)(function))
    # Numba invalidates its cache by the function's own file; include the files of everything that it may call.
    made._cache._cache_file._source_stamp = sources(Path(inspect.getfile(function)))
    return cast("F", made)


def inlined(function: F) -> F:
    """A step of kernels, always inlined into its caller, so that a loop over it can be vectorised."""
    return cast("F", numba.njit(nogil=True, inline="always")(function))


@cache
def sources(beside: Path | None = None) -> str:
    """Cache key: a digest of all sources of this package, and of a module of another package if given."""
    digest = hashlib.sha256()
    ours = sorted(Path(__file__).parent.rglob("*.py"))
    for path in ours if beside is None or beside in ours else [*ours, beside]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
