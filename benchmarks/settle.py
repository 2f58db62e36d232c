"""How many recorded rounds `croupier settle` settles a second on one core.

The baseline is the least that any program must do with the same lines: decode them and encode as much output as JSON,
with Python's own json module. Both run on the same core in turn, so that the ratio is meaningful.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from croupier.games.recorded import deal, encode

ROUNDS = 60_000
TARGETS = {"sands-super": 15_000, "lucky-8": 5_000, "e-blackjack": 5_000, "dueling-8s": 5_000}
CROUPIER = Path(sys.executable).with_name("croupier")


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    print("croupier settle, every wager placed, one core")
    for game, target in TARGETS.items():
        with tempfile.TemporaryDirectory() as folder:
            source, answers = Path(folder, "rounds.jsonl"), Path(folder, "settled.jsonl")
            with source.open("wb") as file:
                file.writelines(encode(each) + b"\n" for each in islice(deal(game, random.Random(1)), ROUNDS))
            settled = min(timed(source, answers) for _ in range(3))
            plain = min(round_trip(source, answers) for _ in range(3))
        speed = f"{ROUNDS / settled:>7,.0f} rounds a second (target {target:,})"
        print(f"  {game:12} {speed}, {settled / plain:.2f} of the time that plain JSON in and out takes")


def timed(source: Path, answers: Path) -> float:
    start = time.perf_counter()
    with answers.open("wb") as out:
        subprocess.run([CROUPIER, "settle", source], stdout=out, check=True)
    return time.perf_counter() - start


def round_trip(source: Path, answers: Path) -> float:
    replies = [json.loads(line) for line in answers.open()]
    start = time.perf_counter()
    for line, reply in zip(source.open(), replies, strict=True):
        json.loads(line)
        json.dumps(reply)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
