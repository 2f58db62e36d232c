"""CPU cost of surveillance, as a share of one core: exact expected values after each round, and the whole pipeline.

The pipeline: a house records a table with ten terminals in a store on disk; after every round the new events are read,
the round is rebuilt, every wager priced, the shoe's history updated and every alarm evaluated. A hundred tables do that
once in 45 seconds each.
"""

import os

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import random  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402

from croupier.cards import Composition, shuffled  # noqa: E402
from croupier.games.baccarat.drawing import next_hand  # noqa: E402
from croupier.games.baccarat.variants import VARIANTS  # noqa: E402
from croupier.games.round import Role, encode  # noqa: E402
from croupier.house.configuration import Configuration  # noqa: E402
from croupier.house.house import House  # noqa: E402
from croupier.house.keys import Keys  # noqa: E402
from croupier.house.monitoring.follower import Follower, Watched  # noqa: E402
from croupier.house.shuffle import seeded  # noqa: E402
from croupier.house.store import Store  # noqa: E402
from croupier.house.surveillance.expectation import Remaining  # noqa: E402
from croupier.house.surveillance.seen import Bet, SeenRound, SeenShoe  # noqa: E402
from croupier.house.surveillance.watch import Watch  # noqa: E402
from croupier.house.table import Request  # noqa: E402
from croupier.odds.baccarat.losses import losses  # noqa: E402
from croupier.odds.baccarat.worst import worst  # noqa: E402

TABLES, ROUNDS_AN_HOUR, MAX_CORE_SHARE = 100, 90, 0.05
PACE = 45
"""Seconds from one round of a table to the next, for the whole pipeline."""
TERMINALS = 10
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
    print(f"the dearest game: {worst_share:.2%} of a core, allowed {MAX_CORE_SHARE:.0%}")
    assert worst_share < MAX_CORE_SHARE
    look()
    followed("tiger")
    followed("sands-super")


def remaining(name: str, entropy: random.Random) -> list[Remaining]:
    """The remaining shoe after each round."""
    full = Composition.parse("8x52")
    order, left, shoes = shuffled(full, entropy), Remaining.full(name, 8), []
    while len(order) > 52:
        taken = 4
        while next_hand(order[:taken]) is not None:
            taken += 1
        left = left.without(order[:taken])
        shoes.append(left)
        order = order[taken:]
    return shoes


def look() -> None:
    """Time the alarms of a shoe of seventy rounds and ten terminals, and the exposure of a full table."""
    order = shuffled(Composition.parse("8x52"), random.Random(2))
    bets = tuple(Bet(f"T{each}", "banker", 10_000, 0, 1_000) for each in range(10))
    rounds = tuple(SeenRound(number=at, cards=tuple(order[5 * at : 5 * at + 5]), bets=bets) for at in range(70))
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
        function(VARIANTS[-1], stakes, Composition.parse("8x52"))
        print(f"{what}, stakes on all {len(stakes)} wagers of sands-super: {time.process_time() - start:.2f} s")


def followed(game: str) -> None:
    """Time the whole pipeline over two shoes of a table, round by round."""
    keys, now = Keys(bytes(32)), [1_800_000_000_000_000]
    with (
        tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder,
        Store(f"sqlite:///{folder}/house.db", keys) as store,
    ):
        tables = {"B1": Configuration.of(game, unit=100, limits={"all": "1.00..10,000.00"})}
        house = House.open(store, keys, tables, entropy=seeded(1), clock=lambda: now[0])
        follower, entropy = Follower(store.records), random.Random(4)
        for terminal in range(TERMINALS):
            ask(house, "cage", Role.DEALER, None, {"command": "buy-in", "cents": 10**9}, f"T{terminal}")
        house.catch_up()
        list(follower.open())
        spent, rounds, shoes, number = 0.0, 0, 0, 0
        while shoes < 2:
            due = house.due
            assert due is not None
            now[0] = max(now[0], due)
            house.tick()
            house.catch_up()
            table = house.tables["B1"].durable
            if table.number > number:
                number = table.number
                for terminal in range(TERMINALS):
                    for wager in entropy.sample(list(table.round.terms.offered), 2):  # type: ignore[union-attr]
                        stake = 100 * entropy.randint(1, 50)
                        command = {"command": "place-wager", "bettor": f"T{terminal}", "wager": wager, "stake": stake}
                        ask(house, f"terminal:T{terminal}", Role.PLAYER, number, command)
                house.catch_up()
            if not table.over:
                continue
            start = time.process_time()
            results = list(follower.poll())
            took = time.process_time() - start
            rounds += bool(shoes)  # the first shoe is a warm-up that fills caches
            spent += took * bool(shoes)
            shoes += any(isinstance(each, Watched) for each in results)
    share = spent / rounds * TABLES / PACE
    print(f"{game}, all of it from the record: {spent / rounds * 1e3:.1f} ms a round, {share:.1%} of a core")
    assert share < MAX_CORE_SHARE


def ask(house: House, actor: str, by: Role, round: int | None, command: dict[str, object], pays: str = "") -> None:
    request = Request(id=os.urandom(8).hex(), actor=actor, by=by, body=encode(command), round=round)
    reply = house.pay(pays, request) if pays else house.perform("B1", request)
    del reply


if __name__ == "__main__":
    main()
