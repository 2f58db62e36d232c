"""What holds of every casino day, whatever happens to it: played from seeds in virtual time, with all going wrong.

`make soak` plays thousands of hours. A seed that fails is printed, and `SEED=... pytest` plays the same day again.
"""

import os
import random
from collections import Counter

import pytest

from croupier.games.catalogue import GAMES
from croupier.house.configuration import Configuration
from floor import Casino, tables
from stores import BACK_ENDS, fresh

SOAK = int(os.environ.get("SOAK", "0"))
"""How many hours to play, where more than the usual few are asked for."""
HOURS = 4 if SOAK else 1
DAYS = max(1, SOAK // HOURS) if SOAK else 5
FIRST = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)
SEEDS = [FIRST] if "SEED" in os.environ else [FIRST + number for number in range(DAYS)]
# Workers of one run of tests must agree on what there is to run.
WORKED = [f"day {number}" for number in range(len(SEEDS))]


def a_casino(seed: int, url: str | None = None, games: tuple[str, ...] | None = None) -> Casino:
    """Some tables in a casino; all games come in turn."""
    chance, every = random.Random(seed), tuple(GAMES)
    chosen = games or tuple(every[(seed * 3 + at) % len(every)] for at in range(3))
    made: dict[str, Configuration] = tables(chance, chosen)
    return Casino(seed, made, url=url)


@pytest.mark.parametrize("day", range(len(SEEDS)), ids=WORKED)
def test_fear_a_crash_loses_a_wager_or_settles_it_twice(day: int) -> None:
    seed = SEEDS[day]
    print(f"SEED={seed} plays this day again")
    casino = a_casino(seed)
    casino.play(HOURS)
    found = casino.check()
    assert found["rounds"] > 20
    assert found["done"] > 50
    assert found["amended"] > 0, "some rounds are put right while others are played"
    assert found["declared"] > 10, "things go wrong beside it"


def test_all_games_are_played_through_crashes() -> None:
    print(f"SEED={FIRST} plays this day again")
    casino = a_casino(FIRST, games=tuple(GAMES))
    casino.play(0.4)
    casino.check()
    assert casino.house is not None
    assert all(table.durable.number for table in casino.house.tables.values())


def test_the_same_seed_is_the_same_history_on_every_store() -> None:
    seed, hours = FIRST, 0.1
    print(f"SEED={seed} plays this day again")
    games = ("tiger", "lucky-8", "e-blackjack")
    hashes: Counter[str] = Counter()
    for back_end in (None, None, *BACK_ENDS):
        if back_end is None:
            casino = a_casino(seed, games=games)
            casino.play(hours)
            casino.check()
            hashes[casino.hash] += 1
            continue
        with fresh(back_end) as url:
            casino = a_casino(seed, url, games)
            casino.play(hours)
            casino.check()
            hashes[casino.hash] += 1
            casino.store.close()
    assert list(hashes.values()) == [4]
    assert casino.crashes + casino.away > 0 or hours < 1


def test_another_seed_is_another_history() -> None:
    casinos = [a_casino(seed, games=("tiger",)) for seed in (1, 2)]
    for casino in casinos:
        casino.play(0.1)
    assert casinos[0].hash != casinos[1].hash
