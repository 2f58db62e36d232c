"""The GPU kernel on a machine that has NumPy and Numba but not the rest of Croupier.

    python benchmarks/gpu.py write FOLDER      here: the tables of every game and what the CPU counts with them
    python benchmarks/gpu.py run FOLDER        there: the same counts from the GPU, and how fast it makes them
    python benchmarks/gpu.py judge FOLDER      here: what it counted, against the exact odds

`run` writes FOLDER/counts.npz; its second argument is how many rounds to count of each game (1e10 where not given).
"""

import sys
import time
import types
import typing
from pathlib import Path
from typing import Any

import numpy as np

SEED, FEW = 2026, 10_000_000
SOURCE = Path(__file__).parents[1] / "src"


def main() -> None:
    what, folder = sys.argv[1], Path(sys.argv[2])
    rounds = int(float(sys.argv[3])) if len(sys.argv) > 3 else 10_000_000_000
    {"write": write, "run": run, "judge": judge}[what](folder, rounds)


def write(folder: Path, _rounds: int) -> None:
    from croupier.games.baccarat.variants import VARIANTS
    from croupier.games.blackjack.variants import VARIANTS as BLACKJACK
    from croupier.simulation.catalogue import kernel

    folder.mkdir(exist_ok=True)
    for game in (*VARIANTS, *BLACKJACK):
        ours: Any = kernel(game.name)
        np.savez(folder / f"{game.name}.npz", counts=ours.tally(SEED, range(FEW)), **flat(ours.reads))


def flat(reads: Any, name: str = "") -> dict[str, Any]:
    """Everything that a kernel reads, tuples within tuples by dotted names."""
    found: dict[str, Any] = {}
    for field, value in reads._asdict().items():
        found |= flat(value, f"{name}{field}.") if hasattr(value, "_asdict") else {name + field: value}
    return found


def read(kept: Any, kind: Any, name: str = "") -> Any:
    """The same back; a number comes back as an array without dimensions."""
    hints = typing.get_type_hints(kind)
    values = []
    for field in kind._fields:
        if hasattr(hints[field], "_fields"):
            values.append(read(kept, hints[field], f"{name}{field}."))
        else:
            value = kept[name + field]
            values.append(value if value.ndim else value[()])
    return kind(*values)


def run(folder: Path, rounds: int) -> None:
    # The kernels need no more than NumPy and Numba; the package itself would ask for more.
    package = types.ModuleType("croupier")
    package.__path__ = [str(SOURCE / "croupier")]
    sys.modules["croupier"] = package
    from croupier.simulation import gpu
    from croupier.simulation.baccarat import cuda as baccarat
    from croupier.simulation.baccarat.rounds import RoundInputs as BaccaratReads
    from croupier.simulation.blackjack import cuda as blackjack
    from croupier.simulation.blackjack.rounds import RoundInputs as BlackjackReads
    from croupier.simulation.philox import key

    print(f"on {gpu.name()}, {gpu.multiprocessors()} multiprocessors", flush=True)
    found: dict[str, Any] = {}
    for file in sorted(folder.glob("*.npz")):
        if file.stem == "counts":
            continue
        kept = np.load(file)
        cuda: Any = blackjack if "moves" in kept else baccarat
        reads = read(kept, BlackjackReads if "moves" in kept else BaccaratReads)
        size = len(kept["counts"])
        start = time.perf_counter()
        same = bool((cuda.tally(key(SEED), range(FEW), reads, size) == kept["counts"]).all())
        compiled = time.perf_counter() - start
        start = time.perf_counter()
        found[file.stem] = cuda.tally(key(SEED), range(rounds), reads, size)
        took = time.perf_counter() - start
        print(f"  {file.stem:15} the CPU's counts: {same}; {rounds:,} rounds in {took:.2f} s", end="")
        print(f", {rounds / took / 1e9:.1f} billion a second (first call {compiled:.1f} s)", flush=True)
        assert same
        if file.stem in ("tiger", "sands-super", "lucky-8", "dueling-8s"):
            for threads in (128, 256, 512):
                said = [f"{n}: {speed(cuda, key(SEED), reads, size, n, threads):.1f}" for n in (4, 8, 16, 32)]
                print(f"      blocks of {threads:4} threads for each multiprocessor: {', '.join(said)}", flush=True)
    np.savez(folder / "counts.npz", **found)


def speed(cuda: Any, key: Any, reads: Any, size: int, blocks: int, threads: int) -> float:
    """Billions a second with so many blocks of threads for each multiprocessor."""
    from croupier.simulation import gpu

    rounds = gpu.multiprocessors() << 26
    took = []
    for _ in range(3):
        start = time.perf_counter()
        cuda.tally(key, range(rounds), reads, size, (blocks * gpu.multiprocessors(), threads))
        took.append(time.perf_counter() - start)
    return rounds / min(took) / 1e9


def judge(folder: Path, _rounds: int) -> None:
    from croupier.simulation.catalogue import kernel
    from croupier.simulation.estimate import estimates, farthest

    for name, counts in np.load(folder / "counts.npz").items():
        ours = kernel(name)
        off = farthest(estimates(ours.settle(counts.tolist()), ours.exact()))
        print(f"  {name:15} {int(counts.sum()):,} rounds: every outcome within {off:.2f} standard errors")


if __name__ == "__main__":
    main()
