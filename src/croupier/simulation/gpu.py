"""Access to CUDA, where there is a GPU, and the sizes that its kernels share."""

from typing import Any

from croupier.refused import Refused

BLOCKS_EACH = 32
"""Thread blocks per multiprocessor: more than its occupancy, so that the last blocks leave no multiprocessor idle."""


SHARED_BYTES = 48 * 1024
"""Shared memory of a thread block."""
LANES = 32
"""Threads of a warp, which execute in lockstep."""


def missing() -> str | None:
    """Why CUDA cannot be used here, or `None` where it can."""
    try:
        from numba import cuda

        if cuda.is_available():
            return None
    except Exception as error:  # drivers, or missing ones, raise many types
        return str(error).strip().partition("\n")[0] or type(error).__name__
    return "no CUDA device is found"


def check() -> Any:
    """Numba's CUDA module, or a refusal."""
    if why := missing():
        raise Refused(f"there is no GPU to simulate on: {why}; use --device cpu")
    from numba import cuda

    return cuda


def multiprocessors() -> int:
    """The number of multiprocessors of the GPU."""
    return int(getattr(check().get_current_device(), "MULTIPROCESSOR_COUNT", 1))


def name() -> str:
    """The name of the GPU."""
    label = getattr(check().get_current_device(), "name", "GPU")
    return label.decode() if isinstance(label, bytes) else str(label)


def copies(size: int, tables: int) -> int:
    """How many copies of the counts fit beside `tables` bytes of shared memory: a power of two, at most one per lane.

    >>> copies(24, 20_752), copies(3388, 20_752)
    (32, 2)
    """
    room = (SHARED_BYTES - tables) // (4 * size)
    return min(LANES, 1 << room.bit_length() - 1)
