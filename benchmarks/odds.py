"""How long exact odds take: a cold process, and a warm one that prices one remaining shoe after another.

The baseline of baccarat is a brute-force count: the table of play on all 1,000,000 arrangements of six values. That of
blackjack is a plain recursion over the Dealer's draws from one shoe, compiled like the solver's loops: it would be
needed once for every hand that a player can stand on, against every up card. The workbench, a cold process that puts a
variant beside its base, is measured against the plain way for both games. All run on the same core in turn.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from croupier.cards import STANDARD, Composition, shuffled
from croupier.games.baccarat.drawing import banker_draws, player_draws
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.blackjack.variants import LUCKY_8, Blackjack
from croupier.games.blackjack.variants import VARIANTS as BLACKJACK
from croupier.odds.baccarat import odds
from croupier.odds.baccarat.points import by_value
from croupier.odds.blackjack import price
from croupier.odds.blackjack.solver.hands import hands, value_index
from croupier.odds.blackjack.solver.kernels import kernel
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.tally import counts
from croupier.variants import read

T = TypeVar("T")
SHOES = 200
BEST_OF = 5
SOLVED_S, BEST_S = 1.0, 0.3
WAYS: tuple[How, ...] = ("chart", "by-hand", "absent")
COLD_S, POINTS_MS, ALL_MS = 2.0, 1.0, 5.0
VARIANTS_IN_FILES = Path(__file__).parent.parent / "examples" / "variants"
DESIGNED = (("ez.toml", 2.0), ("six-to-five.toml", 5.0), ("european.toml", 5.0))
"""The files that the workbench is timed on, and the seconds that each may take."""
RUNS = 3
START = "import sys; from croupier.commands import main; sys.argv[0] = 'croupier'; main()"


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
        cold = min(timed(partial(process, "odds", game.name))[0] for _ in range(3))
        some, every = (warm(game.name, shoes, names) for names in (points, None))
        print(f"  {game.name:15} cold {cold:.2f} s, {len(points):2} points wagers {some * 1e3:.2f} ms", end="")
        print(f", all {len(game.wagers):2} wagers {every * 1e3:.2f} ms, 1/{plain / every:,.0f} of the plain way")
    workbench(plain, blackjack(shoes))


def workbench(plain_baccarat: float, plain_blackjack: float) -> None:
    """Time `croupier design`, a cold process that prices two games and deals the shoes of a card counter."""
    print(f"the workbench, one core, cold, best of {RUNS}; targets: baccarat 2 s, blackjack 5 s")
    for name, most in DESIGNED:
        file = VARIANTS_IN_FILES / name
        baccarat = read(file).family == "baccarat"
        plain = 2 * (plain_baccarat if baccarat else plain_blackjack)
        before = processor()
        seconds = min(timed(partial(process, "design", str(file)))[0] for _ in range(RUNS))
        used = (processor() - before) / RUNS
        print(f"  {name:16} {seconds:.2f} s of {most} s, processor {used:.2f} s", end="")
        print(f", {used / plain:.2f} of the plain way for both games")


def processor() -> float:
    """The processor seconds of all child processes so far, which others on the machine do not lengthen much."""
    times = os.times()
    return times.children_user + times.children_system


def blackjack(shoes: list[Composition]) -> float:
    """Time the blackjack games: a whole solution, best play by exact hand only, and side wagers per shoe.

    Returns the seconds of the plain way.
    """
    print(
        f"blackjack solved, one core, warm, best of {BEST_OF}; target: chart and values {SOLVED_S} s, then {BEST_S} s"
    )
    plain = plain_dealer(counts(LUCKY_8.shoe()))
    print(f"  the plain way, the Dealer's ends alone, for every hand and first card: {plain:.2f} s")
    for game in BLACKJACK:
        some = shoes if game.printed is None else [game.shoe(decks) for decks in game.decks]
        whole, by_hand = (best(partial(solve, game, ways)) for ways in (WAYS, WAYS[1:2]))
        sides = best(partial(price_all, game, some)) / len(some)
        words = "in fractions" if game.printed else f"1/{plain / whole:.0f} of the plain way"
        print(f"  {game.name:15} chart and values {whole:.2f} s ({words}), by hand alone {by_hand:.2f} s", end="")
        print(f", side wagers {sides * 1e3:.2f} ms a shoe")
    return plain


def solve(game: Blackjack, ways: Iterable[How]) -> None:
    """Solve a game as `croupier strategy` does: the chart, and the expected values of these strategies."""
    solution = Solution(Rules.of(game), counts(game.shoe()), exact=game.printed is not None)
    for how in ways:
        solution.ev(how)


def price_all(game: Blackjack, shoes: list[Composition]) -> None:
    for shoe in shoes:
        price(game, counts(shoe))


def best(work: Callable[[], None]) -> float:
    """The shortest time of several runs, after a warm-up that compiles and fills caches."""
    work()
    return min(timed(work)[0] for _ in range(BEST_OF))


def plain_dealer(left: list[int]) -> float:
    """Seconds for the Dealer's results by plain recursion, extrapolated from one hand against every up card."""
    cards = np.zeros(10, np.int64)
    for card in STANDARD.cards:
        cards[value_index(card)] += left[card.number]
    ends = np.zeros(6)

    def once() -> None:
        for up in range(10):
            recursion(cards, up + 1, int(up == 0), 1.0, ends)

    seconds = best(once)
    assert abs(ends.sum() / (BEST_OF + 1) - 10) < 1e-9
    return seconds * len(hands(None, tuple(range(10))))


@kernel
def recursion(left: Any, hard: int, aces: int, chance: float, ends: Any) -> None:
    """Plain recursion over the Dealer's draws."""
    total = hard + 10 if aces and hard <= 11 else hard
    if total >= 17:
        ends[min(total - 17, 5)] += chance
        return
    cards = left.sum()
    for value in range(10):
        if left[value]:
            more = chance * left[value] / cards
            left[value] -= 1
            recursion(left, hard + value + 1, aces + (value == 0), more, ends)
            left[value] += 1


def remaining(entropy: random.Random) -> list[Composition]:
    """Eight decks at random depths."""
    full = Composition(STANDARD, 8)
    return [full.without(shuffled(full, entropy)[: entropy.randrange(1, 400)]) for _ in range(SHOES)]


def warm(game: str, shoes: list[Composition], wagers: list[str] | None) -> float:
    """Mean seconds per shoe, in the best of three passes over all shoes."""
    odds(game, shoes[0], wagers)

    def once() -> None:
        for shoe in shoes:
            for each in odds(game, shoe, wagers).values():
                each.ev  # noqa: B018 - the fraction is computed on access

    return min(timed(once)[0] for _ in range(3)) / len(shoes)


def process(command: str, game: str) -> None:
    subprocess.run([sys.executable, "-c", START, command, game, "--json"], stdout=subprocess.DEVNULL, check=True)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def plain_count(left: list[int]) -> tuple[int, int, int]:
    """The counts of Player, Banker and tie by brute force."""
    by_winner = {1: 0, -1: 0, 0: 0}
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
        by_winner[(final > last) - (final < last)] += ways
    return by_winner[1], by_winner[-1], by_winner[0]


if __name__ == "__main__":
    main()
