"""Tallies baccarat rounds on the GPU, by the same steps as `rounds` on the CPU.

The look-up tables are in shared memory. So are the counts, in as many copies as fit, one per lane of a warp if
possible: this avoids contention of the atomic additions to the few frequent classes.
"""

from typing import Any

import numba
import numpy as np
from numba import cuda

from croupier.simulation import gpu
from croupier.simulation.baccarat.rounds import BaccaratRoundInputs, ClassCounts, round_class
from croupier.simulation.dealing import FRESH, digits, drawn, places
from croupier.simulation.philox import block

THREADS = 512
CARDS, OPENINGS, BOTH, POINTS = 1024, 4096, 256, 10_000
TABLE_BYTES = 2 * CARDS + 2 * OPENINGS + 2 * BOTH + POINTS
CODES, BESIDE = np.uint32(10), np.uint32(16)
"""What the usual tables are made for: third cards by their points alone, and sixteen kinds of openings."""


def tally(
    key: tuple[np.uint32, np.uint32],
    numbers: range,
    reads: BaccaratRoundInputs,
    size: int,
    grid: tuple[int, int] | None = None,
) -> ClassCounts:
    """Count the classes of these rounds; `grid` is the number of blocks and of threads per block."""
    gpu.check()
    blocks, threads = grid or (gpu.multiprocessors() * gpu.BLOCKS_EACH, THREADS)
    if len(reads.both) > BOTH or len(reads.points) > POINTS or 4 * size > gpu.SHARED_BYTES - TABLE_BYTES:
        return _tally_widely(key, numbers, reads, size, blocks, threads)
    copies = gpu.copies(size, TABLE_BYTES)
    counts = cuda.to_device(np.zeros(size, np.int64))
    _tally[blocks, threads, 0, 4 * size * copies](
        np.uint64(numbers.start),
        np.uint64(numbers.stop),
        *key,
        reads.size,
        reads.limit,
        *map(cuda.to_device, (reads.cards, reads.values, reads.openings, reads.both, reads.points)),
        reads.kinds,
        np.uint32(copies),
        counts,
    )
    totals: ClassCounts = counts.copy_to_host()
    return totals


@cuda.jit  # type: ignore[untyped-decorator]
def _tally(
    first: Any,
    last: Any,
    k0: Any,
    k1: Any,
    size: Any,
    limit: Any,
    all_cards: Any,
    all_values: Any,
    all_openings: Any,
    all_both: Any,
    all_points: Any,
    kinds: Any,
    copies: Any,
    counts: Any,
) -> None:
    cards = cuda.shared.array(CARDS, numba.uint8)
    values = cuda.shared.array(CARDS, numba.uint8)
    openings = cuda.shared.array(OPENINGS, numba.uint16)
    both = cuda.shared.array(BOTH, numba.uint16)
    points = cuda.shared.array(POINTS, numba.uint8)
    own = cuda.shared.array(0, numba.uint32)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for place in range(thread, len(all_cards), threads):
        cards[place], values[place] = all_cards[place], all_values[place]
    for place in range(thread, OPENINGS, threads):
        openings[place] = all_openings[place]
    for place in range(thread, BOTH, threads):
        both[place] = all_both[place]
    for place in range(thread, POINTS, threads):
        points[place] = all_points[place]
    for place in range(thread, len(counts) * copies, threads):
        own[place] = 0
    cuda.syncthreads()

    lane = np.uint32(np.uint32(thread) & np.uint32(copies - np.uint32(1)))
    step = np.uint64(threads * cuda.gridDim.x)
    pair = (first >> np.uint64(1)) + np.uint64(cuda.grid(1))
    end = (last + np.uint64(1)) >> np.uint64(1)
    while pair < end:
        w0, w1, w2, w3 = block(pair, np.uint32(0), FRESH, k0, k1)
        (d0, d1, d2, d3, d4, d5), rest = digits(w0, w1, size)
        p0, p1, p2, p3, p4, p5 = places(d0, d1, d2, d3, d4, d5)
        if rest < limit:
            p0, p1, p2, p3, p4, p5 = drawn(pair, False, k0, k1, size, limit)
        number = round_class(p0, p1, p2, p3, p4, p5, cards, values, openings, both, points, kinds, CODES, BESIDE)
        if pair * np.uint64(2) >= first:
            cuda.atomic.add(own, np.uint32(number * copies + lane), np.uint32(1))
        (d0, d1, d2, d3, d4, d5), rest = digits(w2, w3, size)
        p0, p1, p2, p3, p4, p5 = places(d0, d1, d2, d3, d4, d5)
        if rest < limit:
            p0, p1, p2, p3, p4, p5 = drawn(pair, True, k0, k1, size, limit)
        number = round_class(p0, p1, p2, p3, p4, p5, cards, values, openings, both, points, kinds, CODES, BESIDE)
        if pair * np.uint64(2) + np.uint64(1) < last:
            cuda.atomic.add(own, np.uint32(number * copies + lane), np.uint32(1))
        pair += step
    cuda.syncthreads()

    for place in range(thread, len(counts), threads):
        total = np.int64(0)
        for copy in range(copies):
            total += np.int64(own[place * copies + copy])
        cuda.atomic.add(counts, place, total)


def _tally_widely(
    key: tuple[np.uint32, np.uint32], numbers: range, reads: BaccaratRoundInputs, size: int, blocks: int, threads: int
) -> ClassCounts:
    """The same with tables and counts too large for shared memory, which only some readings need."""
    counts = cuda.to_device(np.zeros(size, np.int64))
    _tally_wide[blocks, threads](
        np.uint64(numbers.start),
        np.uint64(numbers.stop),
        *key,
        reads.size,
        reads.limit,
        *map(cuda.to_device, (reads.cards, reads.values, reads.openings, reads.both, reads.points)),
        reads.kinds,
        reads.codes,
        reads.beside,
        counts,
    )
    totals: ClassCounts = counts.copy_to_host()
    return totals


@cuda.jit  # type: ignore[untyped-decorator]
def _tally_wide(
    first: Any,
    last: Any,
    k0: Any,
    k1: Any,
    size: Any,
    limit: Any,
    cards: Any,
    values: Any,
    openings: Any,
    both: Any,
    points: Any,
    kinds: Any,
    codes: Any,
    beside: Any,
    counts: Any,
) -> None:
    step = np.uint64(cuda.blockDim.x * cuda.gridDim.x)
    pair = (first >> np.uint64(1)) + np.uint64(cuda.grid(1))
    end = (last + np.uint64(1)) >> np.uint64(1)
    while pair < end:
        for second in range(2):
            p0, p1, p2, p3, p4, p5 = drawn(pair, second > 0, k0, k1, size, limit)
            number = round_class(p0, p1, p2, p3, p4, p5, cards, values, openings, both, points, kinds, codes, beside)
            at = pair * np.uint64(2) + np.uint64(second)
            if first <= at < last:
                cuda.atomic.add(counts, number, np.int64(1))
        pair += step
