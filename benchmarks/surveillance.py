"""What watching costs: the exact expectations of every wager after each round, as a share of one core."""

import os

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import random  # noqa: E402
import time  # noqa: E402

from croupier.cards import Composition, shuffled  # noqa: E402
from croupier.games.baccarat.drawing import next_hand  # noqa: E402
from croupier.games.baccarat.variants import VARIANTS  # noqa: E402
from croupier.house.surveillance.expectation import Remaining  # noqa: E402
from croupier.house.surveillance.exposure import worst  # noqa: E402
from croupier.house.surveillance.losses import losses  # noqa: E402
from croupier.house.surveillance.seen import Bet, Seen, SeenShoe  # noqa: E402
from croupier.house.surveillance.watch import Watch  # noqa: E402

TABLES, ROUNDS_AN_HOUR, MOST = 100, 90, 0.05
SHOES = 3


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    print(f"exact expectations of all wagers after each round; {TABLES} tables of {ROUNDS_AN_HOUR} rounds an hour")
    worst_share = 0.0
    for game in VARIANTS:
        entropy = random.Random(1)
        Remaining.full(game.name, 8).evs()
        spent, rounds = 0.0, 0
        for _ in range(SHOES):
            for left in remaining(game.name, entropy):
                start = time.process_time()
                left.evs()
                spent += time.process_time() - start
                rounds += 1
        share = spent / rounds * TABLES * ROUNDS_AN_HOUR / 3600
        worst_share = max(worst_share, share)
        print(
            f"  {game.name:15} {len(game.bets):2} wagers {spent / rounds * 1e3:6.2f} ms a round, {share:.2%} of a core"
        )
    print(f"the dearest game: {worst_share:.2%} of a core, allowed {MOST:.0%}")
    assert worst_share < MOST
    look()


def remaining(name: str, entropy: random.Random) -> list[Remaining]:
    """What is left after each round of a shoe."""
    full = Composition.parse("8x52")
    order, left, found = shuffled(full, entropy), Remaining.full(name, 8), []
    while len(order) > 52:
        taken = 4
        while next_hand(order[:taken]) is not None:
            taken += 1
        left = left.without(order[:taken])
        found.append(left)
        order = order[taken:]
    return found


def look() -> None:
    """A live look at a shoe of seventy rounds and ten terminals, and the exposure of a full table."""
    order = shuffled(Composition.parse("8x52"), random.Random(2))
    bets = tuple(Bet(f"T{each}", "banker", 10_000, 0, 1_000) for each in range(10))
    rounds = tuple(Seen(number=at, cards=tuple(order[5 * at : 5 * at + 5]), bets=bets) for at in range(70))
    shoe = SeenShoe(table="B1", name="1", game="tiger", decks=8, rounds=rounds)
    watch = Watch(previous=tuple(shuffled(Composition.parse("8x52"), random.Random(3))))
    watch.after(shoe, over=False)
    start = time.process_time()
    for _ in range(10):
        watch.after(shoe, over=False)
    spent = (time.process_time() - start) / 10
    share = spent * TABLES * ROUNDS_AN_HOUR / 3600
    print(f"a live look at everything else, seventy rounds into a shoe: {spent * 1e3:.1f} ms, {share:.1%} of a core")
    stakes = dict.fromkeys(VARIANTS[-1].bets, 10000)
    for what, function in (("largest possible loss", worst), ("distribution of losses", losses)):
        start = time.process_time()
        function("sands-super", stakes, Composition.parse("8x52"))
        print(f"{what}, stakes on all {len(stakes)} wagers of sands-super: {time.process_time() - start:.2f} s")


if __name__ == "__main__":
    main()
