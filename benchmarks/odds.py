"""How long exact odds take: a cold process, and a warm one that prices one remaining shoe after another.

The baseline is the same count done the plain way: every value of every card of a deal tried in turn by the table of
play, 1,000,000 arrangements of six values. Both run here, on the same core, one after the other.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import TypeVar

from croupier.cards import STANDARD, Composition, shuffled
from croupier.games.baccarat.drawing import banker_draws, player_draws
from croupier.games.baccarat.variants import VARIANTS
from croupier.odds.baccarat import odds
from croupier.odds.points import by_value
from croupier.odds.tally import counts

T = TypeVar("T")
SHOES = 200
COLD_S, POINTS_MS, ALL_MS = 2.0, 1.0, 5.0
START = "import sys; from croupier.cli import main; sys.argv[0] = 'croupier'; main()"


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    shoes = remaining(random.Random(1))
    plain, (player, *_) = timed(lambda: plain_count(counts(shoes[0])))
    assert player == sum(each.count for each in odds("tiger", shoes[0])["player"].chances if each.result == "win")
    print(f"exact odds with every ev, one core; targets: cold {COLD_S} s, points {POINTS_MS} ms, all {ALL_MS} ms")
    print(f"  the plain way, three main results of one shoe: {plain * 1e3:,.0f} ms")
    for game in VARIANTS:
        points = [wager.name for wager in game.wagers if wager.reads == "points"]
        cold = min(timed(partial(process, game.name))[0] for _ in range(3))
        some, every = (warm(game.name, shoes, names) for names in (points, None))
        print(f"  {game.name:15} cold {cold:.2f} s, {len(points):2} points wagers {some * 1e3:.2f} ms", end="")
        print(f", all {len(game.wagers):2} wagers {every * 1e3:.2f} ms, 1/{plain / every:,.0f} of the plain way")


def remaining(entropy: random.Random) -> list[Composition]:
    """Eight decks at random depths, no two alike."""
    full = Composition(STANDARD, 8)
    return [full.without(shuffled(full, entropy)[: entropy.randrange(1, 400)]) for _ in range(SHOES)]


def warm(game: str, shoes: list[Composition], wagers: list[str] | None) -> float:
    """The mean of the best of three passes over all shoes, in seconds a shoe."""
    odds(game, shoes[0], wagers)

    def once() -> None:
        for shoe in shoes:
            for each in odds(game, shoe, wagers).values():
                each.ev  # noqa: B018 - a fraction is reduced when it is asked for

    return min(timed(once)[0] for _ in range(3)) / len(shoes)


def process(game: str) -> None:
    subprocess.run([sys.executable, "-c", START, "odds", game, "--json"], stdout=subprocess.DEVNULL, check=True)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def plain_count(left: list[int]) -> tuple[int, int, int]:
    """Player, Banker and tie, by trying everything."""
    found = {1: 0, -1: 0, 0: 0}
    cards = by_value(left)
    for six in product(range(10), repeat=6):
        numbers, ways = cards.copy(), 1
        for value in six:
            ways *= numbers[value]
            numbers[value] -= 1
        player, banker, thirds = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10, iter(six[4:])
        third = next(thirds) if player_draws(player, banker) else None
        final = player if third is None else (player + third) % 10
        last = (banker + next(thirds)) % 10 if banker_draws(player, banker, third) else banker
        found[(final > last) - (final < last)] += ways
    return found[1], found[-1], found[0]


if __name__ == "__main__":
    main()
