"""Tallies blackjack rounds on the GPU, by the same steps as `rounds` on the CPU.

The tables of whole rounds and the counts are in shared memory. Those of a variant with many wagers may be too large:
then the largest are read from global memory, through the cache, and classes are counted there, in several copies.
Rounds that the table does not finish would cause divergence within a warp, so they are queued by their block and then
played hand by hand, which takes far more registers and so lowers occupancy, by a second kernel.
"""

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import config, cuda

from croupier.refused import Refused
from croupier.simulation import gpu
from croupier.simulation.blackjack.areas import EACH, FRESH, MAX_ROUND_CARDS, BlackjackTables, DrawnShoe, draw
from croupier.simulation.blackjack.rounds import (
    BlackjackRoundInputs,
    ClassCounts,
    alone,
    fair,
    further,
    moved,
    numbered,
    opened,
)
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import digits, places
from croupier.simulation.philox import block

THREADS, PLAYERS = 512, 256
"""Threads per block of the dealing kernel, and of the one that plays hand by hand."""
TOGETHER = 12
"""Cards that all lanes of a warp draw together before they play: drawing later would cause divergence."""
TURNS = 16
"""Rounds per thread before the block flushes its queue; offsets in the queue have 16 bits."""
QUEUE = 1024
PART = 1 << 27
"""Rounds between two runs of the second kernel; its queue has room for all of them, four bytes each."""
CARDS, OPENINGS, SIDES, STARTS, MOVES = 512, 4096, 8192, 2048, 9216
TABLE_BYTES = 2 * CARDS + 2 * OPENINGS + SIDES + 2 * STARTS + 2 * MOVES + 2 * QUEUE + 4 * 4
WIDE_BYTES = TABLE_BYTES - 2 * OPENINGS - SIDES - 2 * MOVES
"""The same where openings, sides and moves are in global memory."""
SPREAD = 64
"""Copies of the counts in global memory, so that few blocks add to one of them at a time."""


def tally(
    key: tuple[np.uint32, np.uint32],
    numbers: range,
    reads: BlackjackRoundInputs,
    size: int,
    grid: tuple[int, int] | None = None,
) -> ClassCounts:
    """Count the classes of these rounds; `grid` is the number of blocks and of threads per block."""
    gpu.check()
    blocks, threads = grid or (gpu.multiprocessors() * gpu.BLOCKS_EACH, THREADS)
    check(reads)
    wide = any(len(table) > most for table, most in ((reads.sides, SIDES), (reads.moves, MOVES)))
    wide = wide or int(reads.openings.max()) >= 1 << 16 or TABLE_BYTES + 4 * size > gpu.SHARED_BYTES
    spread = WIDE_BYTES + 4 * size > gpu.SHARED_BYTES
    copies = SPREAD if spread else gpu.copies(size, WIDE_BYTES if wide else TABLE_BYTES)
    counts = cuda.to_device(np.zeros(size * (SPREAD if spread else 1), np.int64))
    openings = reads.openings if wide else reads.openings.astype(np.uint16)
    of_shoe = tuple(map(cuda.to_device, (reads.cards, reads.letters)))
    of_rounds = tuple(map(cuda.to_device, (openings, reads.sides, reads.starts, reads.moves)))
    of_hands = tuple(map(cuda.to_device, (*reads.tables, *reads.shoe)))
    parts = range(numbers.start, numbers.stop, PART)
    aside = cuda.device_array(min(PART, len(numbers)), np.uint32)
    waiting = cuda.to_device(np.zeros(len(parts), np.uint32))
    for part, first in enumerate(parts):
        _dealing(wide, spread)[blocks, threads, 0, 0 if spread else 4 * size * copies](
            np.uint64(first),
            np.uint64(min(first + PART, numbers.stop)),
            *key,
            reads.size,
            reads.limit,
            reads.orders,
            reads.next_limit,
            *of_shoe,
            np.uint32(reads.three),
            *of_rounds,
            reads.done,
            reads.inverse,
            reads.kinds,
            np.uint32(copies),
            aside,
            waiting,
            part,
            counts,
        )
        _playing(spread)[blocks, min(threads, PLAYERS), 0, 0 if spread else 4 * size](
            np.uint64(first), *key, *of_hands, aside, waiting, part, counts
        )
    totals: ClassCounts = counts.copy_to_host()
    summed: ClassCounts = totals.reshape(size, -1).sum(axis=1)
    return summed


def check(reads: BlackjackRoundInputs) -> None:
    """Refuse tables that do not fit into shared memory and are needed there."""
    if len(reads.cards) > CARDS or len(reads.starts) > STARTS:
        raise Refused("these tables are too large for the GPU: use --device cpu")


def _bare(array: Any) -> Any:
    """The plain array that compiled functions expect: the CUDA simulator wraps arrays in global memory."""
    return array._item._ary


def _same(array: Any) -> Any:
    return array


bare = _bare if config.ENABLE_CUDASIM else compiled(_same)


@cache
def _dealing(wide: bool, spread: bool) -> Any:
    """The dealing kernel, its largest tables in global memory where it is `wide`, its counts where it is `spread`."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def _deal(
        first: Any,
        last: Any,
        k0: Any,
        k1: Any,
        size: Any,
        limit: Any,
        orders: Any,
        next_limit: Any,
        all_cards: Any,
        all_letters: Any,
        three: Any,
        all_openings: Any,
        all_sides: Any,
        all_starts: Any,
        all_moves: Any,
        done: Any,
        inverse: Any,
        kinds: Any,
        copies: Any,
        aside: Any,
        waiting: Any,
        part: Any,
        counts: Any,
    ) -> None:
        cards = cuda.shared.array(CARDS, numba.uint8)
        letters = cuda.shared.array(CARDS, numba.uint8)
        starts = cuda.shared.array(STARTS, numba.uint16)
        if wide:
            openings, sides, moves = bare(all_openings), bare(all_sides), bare(all_moves)
        else:
            openings = cuda.shared.array(OPENINGS, numba.uint16)
            sides = cuda.shared.array(SIDES, numba.uint8)
            moves = cuda.shared.array(MOVES, numba.uint16)
        queue = cuda.shared.array(QUEUE, numba.uint16)
        queued = cuda.shared.array(1, numba.uint32)
        own = cuda.shared.array(0, numba.uint32)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        for place in range(thread, len(all_cards), threads):
            cards[place], letters[place] = all_cards[place], all_letters[place]
        for place in range(thread, len(all_starts), threads):
            starts[place] = all_starts[place]
        if not wide:
            for place in range(thread, OPENINGS, threads):
                openings[place] = all_openings[place]
            for place in range(thread, len(all_sides), threads):
                sides[place] = all_sides[place]
            for place in range(thread, len(all_moves), threads):
                moves[place] = all_moves[place]
        if not spread:
            for place in range(thread, len(counts) * copies, threads):
                own[place] = 0

        lane = np.uint32(np.uint32(cuda.blockIdx.x if spread else thread) & np.uint32(copies - np.uint32(1)))
        batch = np.uint64(threads * TURNS)
        base = first + np.uint64(cuda.blockIdx.x) * batch
        while base < last:
            if thread == 0:
                queued[0] = 0
            cuda.syncthreads()
            for turn in range(TURNS):
                offset = np.uint32(turn * threads + thread)
                number = base + np.uint64(offset)
                if number < last:
                    w0, w1, w2, w3 = block(number, np.uint32(0), FRESH, k0, k1)
                    (d0, d1, d2, d3, d4, d5), rest = digits(w0, w1, size)
                    p0, p1, p2, p3, p4, p5 = places(d0, d1, d2, d3, d4, d5)
                    side = np.uint32(0)
                    if three:
                        state, side = opened(cards[p0], cards[p1], cards[p2], letters[p1], openings, sides, starts)
                    else:
                        state = moved(np.uint32(starts[0]), letters[p0], moves)
                        state = moved(moved(state, letters[p1], moves), letters[p2], moves)
                    state = moved(moved(moved(state, letters[p3], moves), letters[p4], moves), letters[p5], moves)
                    if state >= done and fair(w2, w3, orders, next_limit):
                        state = further(state, d0, d1, d2, d3, d4, d5, w2, w3, size, letters, moves, done)
                    if rest < limit or state == 0 or state >= done:
                        slot = cuda.atomic.add(queued, 0, np.uint32(1))
                        if slot < QUEUE:
                            queue[slot] = np.uint16(offset)
                        else:
                            aside[cuda.atomic.add(waiting, part, np.uint32(1))] = np.uint32(number - first)
                    else:
                        class_number = numbered(state, side, inverse, kinds)
                        if spread:
                            cuda.atomic.add(counts, np.uint32(class_number * copies + lane), np.int64(1))
                        else:
                            cuda.atomic.add(own, np.uint32(class_number * copies + lane), np.uint32(1))
            cuda.syncthreads()
            filled = min(queued[0], np.uint32(QUEUE))
            cuda.syncthreads()
            if thread == 0:
                queued[0] = cuda.atomic.add(waiting, part, filled)
            cuda.syncthreads()
            for slot in range(thread, filled, threads):
                aside[queued[0] + slot] = np.uint32(base - first) + np.uint32(queue[slot])
            cuda.syncthreads()
            base += batch * np.uint64(cuda.gridDim.x)
        cuda.syncthreads()

        if not spread:
            for place in range(thread, len(counts), threads):
                total = np.int64(0)
                for copy in range(copies):
                    total += np.int64(own[place * copies + copy])
                cuda.atomic.add(counts, place, total)

    return _deal


@cache
def _playing(spread: bool) -> Any:
    """The kernel that plays hand by hand, its counts in global memory where it is `spread`."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def _play(
        first: Any,
        k0: Any,
        k1: Any,
        at: Any,
        words: Any,
        limits: Any,
        shoe: Any,
        aside: Any,
        waiting: Any,
        part: Any,
        counts: Any,
    ) -> None:
        own = cuda.shared.array(0, numba.uint32)
        order = cuda.local.array(MAX_ROUND_CARDS, numba.uint8)
        chosen = cuda.local.array(MAX_ROUND_CARDS, numba.uint16)
        held = cuda.local.array(EACH, numba.uint16)
        trace = cuda.local.array(1, numba.uint16)[:0]
        tables, source = BlackjackTables(bare(at), bare(words)), DrawnShoe(bare(limits), bare(shoe))
        if not spread:
            for place in range(cuda.threadIdx.x, len(counts), cuda.blockDim.x):
                own[place] = 0
        cuda.syncthreads()
        for slot in range(cuda.grid(1), waiting[part], cuda.gridsize(1)):
            number = first + np.uint64(aside[slot])
            filled = draw(TOGETHER, 0, number, k0, k1, order, chosen, source)
            class_number = alone(number, k0, k1, tables, source, order, chosen, held, trace, filled)
            if spread:
                copy = np.uint32(np.uint32(cuda.blockIdx.x) & np.uint32(SPREAD - 1))
                cuda.atomic.add(counts, np.uint32(class_number * np.uint32(SPREAD) + copy), np.int64(1))
            else:
                cuda.atomic.add(own, class_number, np.uint32(1))
        cuda.syncthreads()
        if not spread:
            for place in range(cuda.threadIdx.x, len(counts), cuda.blockDim.x):
                cuda.atomic.add(counts, place, np.int64(own[place]))

    return _play
