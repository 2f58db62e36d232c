"""The GPU kernel on a machine that has NumPy and Numba but not the rest of Croupier.

    python benchmarks/gpu.py write FOLDER      here: write the tables of every game and the CPU's counts
    python benchmarks/gpu.py run FOLDER        there: check the GPU's counts against them, and measure its speed
    python benchmarks/gpu.py judge FOLDER      here: compare the GPU's counts with the exact odds

`run` writes FOLDER/counts.npz; its second argument is the number of rounds of each game (default 1e10).
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


READ = (
    "sands-super R-106=c",
    "lucky-8 R-42=b R-43=c R-45=b",
    "lucky-8 R-54=b R-55=b R-58=b",
    "e-blackjack R-63=b R-89=b",
    "dueling-8s R-71=b R-73=b R-79=b",
)
"""Games under other readings, whose tables are of other shapes."""
OWN = Path(__file__).parents[1] / "examples" / "variants"


def games() -> dict[str, Any]:
    """Every game, some under other readings, and some that a file declares, by a name for files."""
    from croupier.games.catalogue import GAMES, game
    from croupier.variants import read as variant

    found = [*GAMES.values(), *map(game, READ), *map(variant, sorted(OWN.glob("*.toml")))]
    return {"_".join([each.name, *each.readings.changes]): each for each in found}


def write(folder: Path, _rounds: int) -> None:
    from croupier.simulation.catalogue import kernel

    folder.mkdir(parents=True, exist_ok=True)
    for name, game in games().items():
        ours: Any = kernel(game)
        np.savez(folder / f"{name}.npz", counts=ours.tally(SEED, range(FEW)), **flat(ours.reads))


def flat(reads: Any, name: str = "") -> dict[str, Any]:
    """The inputs of a kernel, flattened: nested tuples by dotted names."""
    fields: dict[str, Any] = {}
    for field, value in reads._asdict().items():
        fields |= flat(value, f"{name}{field}.") if hasattr(value, "_asdict") else {name + field: value}
    return fields


def read(stored: Any, kind: Any, name: str = "") -> Any:
    """The inverse of `flat`; scalars were stored as arrays without dimensions."""
    hints = typing.get_type_hints(kind)
    values = []
    for field in kind._fields:
        if hasattr(hints[field], "_fields"):
            values.append(read(stored, hints[field], f"{name}{field}."))
        else:
            value = stored[name + field]
            values.append(value if value.ndim else value[()])
    return kind(*values)


def run(folder: Path, rounds: int) -> None:
    # Stand-ins: the kernels need only NumPy and Numba, the real package and its refusals import more.
    package, refused = types.ModuleType("croupier"), types.ModuleType("croupier.refused")
    package.__path__ = [str(SOURCE / "croupier")]
    vars(refused)["Refused"] = ValueError
    sys.modules |= {"croupier": package, "croupier.refused": refused}
    from croupier.simulation import gpu
    from croupier.simulation.baccarat import cuda as baccarat
    from croupier.simulation.baccarat.rounds import BaccaratRoundInputs as BaccaratReads
    from croupier.simulation.blackjack import cuda as blackjack
    from croupier.simulation.blackjack.rounds import BlackjackRoundInputs as BlackjackReads
    from croupier.simulation.philox import key

    print(f"on {gpu.name()}, {gpu.multiprocessors()} multiprocessors", flush=True)
    counts: dict[str, Any] = {}
    for file in sorted(folder.glob("*.npz")):
        if file.stem == "counts":
            continue
        stored = np.load(file)
        cuda: Any = blackjack if "moves" in stored else baccarat
        reads = read(stored, BlackjackReads if "moves" in stored else BaccaratReads)
        size = len(stored["counts"])
        start = time.perf_counter()
        same = bool((cuda.tally(key(SEED), range(FEW), reads, size) == stored["counts"]).all())
        compiled = time.perf_counter() - start
        start = time.perf_counter()
        counts[file.stem] = cuda.tally(key(SEED), range(rounds), reads, size)
        took = time.perf_counter() - start
        print(f"  {file.stem:32} the CPU's counts: {same}; {rounds:,} rounds in {took:.2f} s", end="")
        print(f", {rounds / took / 1e9:.1f} billion a second (first call {compiled:.1f} s)", flush=True)
        assert same
        if file.stem in ("tiger", "sands-super", "lucky-8", "dueling-8s"):
            for threads in (128, 256, 512):
                speeds = [f"{n}: {speed(cuda, key(SEED), reads, size, n, threads):.1f}" for n in (4, 8, 16, 32)]
                print(f"      blocks of {threads:4} threads for each multiprocessor: {', '.join(speeds)}", flush=True)
    np.savez(folder / "counts.npz", **counts)


def speed(cuda: Any, key: Any, reads: Any, size: int, blocks: int, threads: int) -> float:
    """Billions of rounds a second with so many blocks of so many threads per multiprocessor."""
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

    declared = games()
    for name, counts in np.load(folder / "counts.npz").items():
        ours = kernel(declared[name])
        off = farthest(estimates(ours.settle(counts.tolist()), ours.exact()))
        print(f"  {name:32} {int(counts.sum()):,} rounds: every outcome within {off:.2f} standard errors")


if __name__ == "__main__":
    main()
