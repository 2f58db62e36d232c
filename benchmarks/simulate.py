"""How many rounds a second one core simulates, every wager of the game counted, suits included; and a GPU, if any.

The baseline is a plain scalar loop in C, compiled if there is a compiler: for baccarat one that deals from a fresh shoe
and counts Player, Banker and Tie only, for blackjack one that plays a box by a basic strategy and sums up the net of
the main wager. Both run repeatedly on the same core in turn, measured in CPU time; the best of each counts, since other
load can only slow them down.

`python benchmarks/simulate.py 1e10` checks every game against its exact odds instead, over so many rounds.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from croupier.games.baccarat.variants import VARIANTS
from croupier.games.blackjack.variants import VARIANTS as BLACKJACK
from croupier.simulation import gpu
from croupier.simulation.catalogue import kernel
from croupier.simulation.devices import PIECE_EACH, device
from croupier.simulation.estimate import estimates, farthest
from croupier.simulation.kernel import Kernel, OnCuda
from croupier.simulation.result_table import speed
from croupier.simulation.running import SimulationRun

PLAIN, PLAIN_BLACKJACK = (Path(__file__).with_name(name) for name in ("plain.c", "plain_blackjack.c"))
GAMES = {PLAIN: VARIANTS, PLAIN_BLACKJACK: BLACKJACK}
ROUNDS, TIMES = 1 << 24, 5
MAX_Z_SCORE = 5.0
"""Limit of the deviation of every outcome, in standard errors."""


def main() -> None:
    if len(sys.argv) > 1:
        check(int(float(sys.argv[1])))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        beside = "beside the plain loop in C" if compiler else "no C compiler is here to compare with"
        print(f"croupier simulate, a fresh shoe every round, every wager counted, one core; {beside}")
        for source, games in GAMES.items():
            plain = compiled(compiler, source, Path(folder)) if compiler else None
            for game in games:
                compare(game.name, plain)
    if not gpu.missing():
        on_gpu()


def compare(name: str, plain: Path | None) -> None:
    fresh, whole = kernel(name), kernel(name, mode="shoe")
    fresh.tally(1, range(2))
    whole.tally(1, range(2))
    ours, theirs, shoes = 0.0, 0.0, 0.0
    for _ in range(TIMES):
        ours, shoes = max(ours, rate(fresh, ROUNDS)), max(shoes, rate(whole, 1 << 14))
        theirs = max(theirs, plain_rate(plain)) if plain else 0.0
    ratio = f", {ours / theirs:.2f} of the C loop's {theirs / 1e6:.1f}" if theirs else ""
    print(f"  {name:15} {ours / 1e6:6.1f} million rounds a second{ratio}; whole shoes {shoes / 1e6:.1f}", flush=True)


def on_gpu() -> None:
    print(f"on {gpu.name()}")
    for game in (*VARIANTS, *BLACKJACK):
        fresh = kernel(game.name)
        assert isinstance(fresh, OnCuda)
        numbers = range(PIECE_EACH * gpu.multiprocessors())
        fresh.tally_on_cuda(1, range(1000))
        took = min(timed_on_gpu(fresh, numbers) for _ in range(TIMES))
        print(f"  {game.name:15} {len(numbers) / took / 1e9:6.1f} billion rounds a second")


def timed_on_gpu(fresh: OnCuda, numbers: range) -> float:
    start = time.perf_counter()
    fresh.tally_on_cuda(1, numbers)
    return time.perf_counter() - start


def check(rounds: int) -> None:
    """Compare every outcome of every game with its exact odds."""
    for game in (*VARIANTS, *BLACKJACK):
        ours = kernel(game.name)
        run = SimulationRun(ours, device(ours), seed=1, goal=rounds)
        start = time.perf_counter()
        for _ in run:
            pass
        took = time.perf_counter() - start
        results = estimates(ours.settle(run.counts.tolist()), ours.exact())
        off = farthest(results)
        summary = f"{rounds:,} rounds, {speed(rounds / took)} a second on {run.device.name}"
        print(f"  {game.name:15} {summary}: every outcome within {off:.2f} standard errors", flush=True)
        assert off < MAX_Z_SCORE


def rate(kernel: Kernel, numbers: int) -> float:
    start = time.process_time()
    rounds = int(kernel.tally(1, range(numbers)).sum())
    return rounds / (time.process_time() - start)


def compiled(compiler: str, source: Path, folder: Path) -> Path:
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", folder / source.stem], check=True)
    return folder / source.stem


def plain_rate(program: Path) -> float:
    output = subprocess.run([program, str(ROUNDS)], capture_output=True, text=True, check=True).stdout
    return ROUNDS / float(output.split()[0])


if __name__ == "__main__":
    main()
