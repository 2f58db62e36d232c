"""CUDA, where there is one."""

from typing import Any

from croupier.refused import Refused

BLOCKS_EACH = 32
"""Blocks of threads for each multiprocessor: many more than run at once, so that none is left waiting at the end."""


def missing() -> str | None:
    """Why CUDA cannot be used here, or nothing where it can."""
    try:
        from numba import cuda

        if cuda.is_available():
            return None
    except Exception as error:  # whatever a driver, or the lack of one, comes up with
        return str(error).strip().partition("\n")[0] or type(error).__name__
    return "no CUDA device is found"


def check() -> Any:
    """Numba's CUDA, or a refusal."""
    if why := missing():
        raise Refused(f"there is no GPU to simulate on: {why}; use --device cpu")
    from numba import cuda

    return cuda


def multiprocessors() -> int:
    """How many multiprocessors the GPU has."""
    return int(getattr(check().get_current_device(), "MULTIPROCESSOR_COUNT", 1))


def name() -> str:
    """What the GPU is called."""
    found = getattr(check().get_current_device(), "name", "GPU")
    return found.decode() if isinstance(found, bytes) else str(found)
