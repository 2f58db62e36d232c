"""The speed of vectorised pricing of remaining shoes. The baseline is the exact count of the same shoes, one by one."""

import os
import random
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from croupier.cards import Composition, shuffled
from croupier.games.catalogue import GAMES
from croupier.odds.catalogue import odds
from croupier.odds.protection.counter import protection
from croupier.odds.protection.vectorised import evs
from croupier.odds.tally import counts

T = TypeVar("T")
SHOES, ONE_BY_ONE, DEALT = 1_000, 50, 250


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    print("expectations of every wager, one core")
    for game in GAMES.values():
        full = game.shoe()
        shoes = remaining(full, random.Random(1))
        names = list(odds(game.name, full))
        price = evs(game, names)
        left = np.array([counts(shoe) for shoe in shoes])
        price(left[:10])
        many, _ = timed(lambda price=price, left=left: price(left))  # type: ignore[misc]
        each, _ = timed(lambda game=game, shoes=shoes: exactly(game.name, shoes[:ONE_BY_ONE]))  # type: ignore[misc]
        whole, _ = timed(lambda game=game: protection(game, shoes=DEALT))  # type: ignore[misc]
        one, other = many / SHOES * 1e6, each / ONE_BY_ONE * 1e6
        print(f"  {game.name:15} {len(names):2} wagers {one:6.1f} us a shoe, exactly {other:7.1f} us", end="")
        print(f", 1/{other / one:.0f} of it; {DEALT} shoes dealt through in {whole:.1f} s")


def remaining(full: Composition, entropy: random.Random) -> list[Composition]:
    """Shoes at random depths."""
    return [full.without(shuffled(full, entropy)[: entropy.randrange(full.total - 50)]) for _ in range(SHOES)]


def exactly(name: str, shoes: list[Composition]) -> None:
    for shoe in shoes:
        for each in odds(name, shoe).values():
            each.ev  # noqa: B018 - the fraction is computed on access


def timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


if __name__ == "__main__":
    main()
