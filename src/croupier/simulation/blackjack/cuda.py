"""Counts blackjack rounds on the GPU, by the same steps as `rounds` does on the CPU.

The tables of whole rounds lie in shared memory, and so do the counts. Rounds that are played hand by hand would keep
the other lanes of their warp waiting: their numbers are put aside, and when a block has done a number of rounds all its
threads play those together.
"""

from typing import Any

import numba
import numpy as np
from numba import config, cuda

from croupier.refused import Refused
from croupier.simulation import gpu
from croupier.simulation.blackjack.areas import EACH, FRESH, MOST, Shoe, Tables
from croupier.simulation.blackjack.rounds import Counts, Reads, alone, fair, further, moved, numbered, opened
from croupier.simulation.compiled import compiled
from croupier.simulation.dealing import digits, places
from croupier.simulation.philox import block

THREADS = 512
TURNS = 16
"""Rounds that each thread does before those put aside are played; a number of a round in its batch has 16 bits."""
QUEUE = 1024
SHARED = 48 * 1024
CARDS, OPENINGS, SIDES, STARTS, MOVES = 512, 4096, 8192, 1024, 9216
TABLES = 2 * CARDS + 2 * OPENINGS + SIDES + 2 * STARTS + 2 * MOVES + 2 * QUEUE + 4
LANES = 32


def tally(
    key: tuple[np.uint32, np.uint32],
    numbers: range,
    reads: Reads,
    size: int,
    grid: tuple[int, int] | None = None,
) -> Counts:
    """Count the classes of these rounds; `grid` is how many blocks of how many threads."""
    gpu.check()
    blocks, threads = grid or (gpu.multiprocessors() * gpu.BLOCKS_EACH, THREADS)
    check(reads, size)
    several = copies(size)
    counts = cuda.to_device(np.zeros(size, np.int64))
    of_shoe = (reads.cards, reads.letters)
    of_rounds = (reads.openings, reads.sides, reads.starts, reads.moves)
    _tally[blocks, threads, 0, 4 * size * several](
        np.uint64(numbers.start),
        np.uint64(numbers.stop),
        *key,
        reads.size,
        reads.limit,
        reads.orders,
        reads.next_limit,
        *map(cuda.to_device, of_shoe),
        np.uint32(reads.three),
        *map(cuda.to_device, of_rounds),
        reads.done,
        reads.inverse,
        reads.kinds,
        *map(cuda.to_device, (*reads.tables, *reads.shoe)),
        np.uint32(several),
        counts,
    )
    found: Counts = counts.copy_to_host()
    return found


def check(reads: Reads, size: int) -> None:
    """Refuse tables for which there is no room."""
    room = ((reads.cards, CARDS), (reads.sides, SIDES), (reads.starts, STARTS), (reads.moves, MOVES))
    if any(len(table) > most for table, most in room) or TABLES + 4 * size > SHARED:
        raise Refused("these tables are too large for the GPU: use --device cpu")


def copies(size: int) -> int:
    """How many copies of the counts there is room for, a power of two up to one for each lane.

    >>> copies(792), copies(1468)
    (2, 1)
    """
    room = (SHARED - TABLES) // (4 * size)
    return min(LANES, 1 << room.bit_length() - 1)


def _bare(array: Any) -> Any:
    """An array as compiled functions know it: the simulator of CUDA wraps those in global memory."""
    return array._item._ary


def _same(array: Any) -> Any:
    return array


bare = _bare if config.ENABLE_CUDASIM else compiled(_same)


@cuda.jit  # type: ignore[untyped-decorator]
def _tally(
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
    at: Any,
    words: Any,
    limits: Any,
    shoe: Any,
    copies: Any,
    counts: Any,
) -> None:
    cards = cuda.shared.array(CARDS, numba.uint8)
    letters = cuda.shared.array(CARDS, numba.uint8)
    openings = cuda.shared.array(OPENINGS, numba.uint16)
    sides = cuda.shared.array(SIDES, numba.uint8)
    starts = cuda.shared.array(STARTS, numba.uint16)
    moves = cuda.shared.array(MOVES, numba.uint16)
    queue = cuda.shared.array(QUEUE, numba.uint16)
    queued = cuda.shared.array(1, numba.uint32)
    own = cuda.shared.array(0, numba.uint32)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for place in range(thread, len(all_cards), threads):
        cards[place], letters[place] = all_cards[place], all_letters[place]
    for place in range(thread, OPENINGS, threads):
        openings[place] = all_openings[place]
    for place in range(thread, len(all_sides), threads):
        sides[place] = all_sides[place]
    for place in range(thread, len(all_starts), threads):
        starts[place] = all_starts[place]
    for place in range(thread, len(all_moves), threads):
        moves[place] = all_moves[place]
    for place in range(thread, len(counts) * copies, threads):
        own[place] = 0

    order = cuda.local.array(MOST, numba.uint8)
    chosen = cuda.local.array(MOST, numba.uint16)
    held = cuda.local.array(EACH, numba.uint16)
    trace = cuda.local.array(1, numba.uint16)[:0]
    tables, source = Tables(bare(at), bare(words)), Shoe(bare(limits), bare(shoe))
    lane = np.uint32(np.uint32(thread) & np.uint32(copies - np.uint32(1)))
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
                        found = alone(number, k0, k1, tables, source, order, chosen, held, trace)
                        cuda.atomic.add(own, np.uint32(found * copies + lane), np.uint32(1))
                else:
                    found = numbered(state, side, inverse, kinds)
                    cuda.atomic.add(own, np.uint32(found * copies + lane), np.uint32(1))
        cuda.syncthreads()
        for slot in range(thread, min(queued[0], QUEUE), threads):
            number = base + np.uint64(queue[slot])
            found = alone(number, k0, k1, tables, source, order, chosen, held, trace)
            cuda.atomic.add(own, np.uint32(found * copies + lane), np.uint32(1))
        cuda.syncthreads()
        base += batch * np.uint64(cuda.gridDim.x)
    cuda.syncthreads()

    for place in range(thread, len(counts), threads):
        total = np.int64(0)
        for copy in range(copies):
            total += np.int64(own[place * copies + copy])
        cuda.atomic.add(counts, place, total)
