"""Somebody who counts cards, against the same shoes counted round by round through the rules engine."""

import numpy as np
import pytest

from croupier.games.catalogue import game as find
from croupier.games.recorded import settle
from croupier.odds.catalogue import odds
from croupier.refused import Refused
from croupier.simulation.baccarat.kernel import BaccaratWholeShoes as Baccarat
from croupier.simulation.betting import FIELDS, NET, ROUNDS, STAKED
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.blackjack.kernel import BlackjackWholeShoes as Blackjack
from croupier.simulation.catalogue import kernel
from croupier.simulation.counting import counting, read_spread, read_tags

HI_LO = read_tags("2=1,3=1,4=1,5=1,6=1,T=-1,A=-1")


def plainly(
    ours: Baccarat | Blackjack, bettor: FlatBettor, spread: list[tuple[float, float]], shoes: int
) -> list[float]:
    """Rounds, stakes and nets, the plain way."""
    rounds, staked, net = 0, 0.0, 0.0
    for shoe in range(shoes):
        order, at, running, number = ours.order(3, shoe), ours.burn, 0.0, 1
        while True:
            try:
                dealt = ours.open(3, shoe, number)
            except Refused:
                break
            true = running / ((len(order) - at) / 52)
            units = max((units for least, units in spread if true >= least), default=0.0)
            settled = settle(dealt.game, dealt.cards, dealt.wagers, dealt.decisions)
            won = sum(settled.net[wager] * stake / dealt.wagers[wager] for wager, stake in bettor.stakes.items())
            rounds, staked, net = rounds + 1, staked + units * bettor.stake, net + units * won
            for card in dealt.cards:
                running += HI_LO.get("T" if card[0] in "JQK" else card[0], 0)
            at, number = at + len(dealt.cards), number + 1
    return [rounds, staked, net]


@pytest.mark.parametrize(("name", "wager"), [("tiger", "banker"), ("lucky-8", "main")])
def test_a_counter_bets_and_wins_what_the_engine_says(name: str, wager: str) -> None:
    ours = kernel(name, mode="shoe", cut=60, strategy="absent" if name == "lucky-8" else None)
    assert isinstance(ours, Baccarat | Blackjack)
    spread, bettor = read_spread("-1:1,1:2,2:4,3:8"), FlatBettor({wager: 1000})
    found = counting(ours, bettor, HI_LO, spread, seed=3, shoes=8)
    assert found.sums[[ROUNDS, STAKED, NET]].tolist() == plainly(ours, bettor, spread, 8)
    levels = found.sums[FIELDS:].reshape(-1, 2)
    assert levels[:, 1].sum() == found.sums[NET]
    assert sum(share for _, _, share, _ in found.levels()) <= 1


def test_flat_bets_find_the_edge_and_a_spread_beats_it() -> None:
    ours, bettor = kernel("lucky-8", mode="shoe"), FlatBettor({"main": 1000})
    flat = counting(ours, bettor, HI_LO, [(-99, 1)], seed=1, shoes=60_000)
    exact = float(odds("lucky-8", find("lucky-8").shoe(), ["main"])["main"].edge)
    assert flat.staked == 1
    assert flat.edge.value == pytest.approx(-flat.per_round.value)
    # The cutting card makes it a little worse than a fresh shoe.
    assert abs(flat.edge.value - exact) < 5 * flat.edge.error + 0.001
    better = counting(ours, bettor, HI_LO, [(-99, 1), (1, 4), (2, 8), (3, 12)], seed=1, shoes=60_000)
    assert better.edge.value + 5 * better.edge.error < flat.edge.value
    assert better.per_round.value > 0


def test_however_the_shoes_are_shared_out_the_sums_are_the_same() -> None:
    ours, bettor = kernel("tiger", mode="shoe"), FlatBettor({"tie": 100})
    one, two = (counting(ours, bettor, HI_LO, [(0, 1)], seed=1, shoes=9_000, threads=n) for n in (1, 2))
    assert np.array_equal(one.sums, two.sums)


def test_nothing_bet_is_nothing_won() -> None:
    never = counting(kernel("tiger", mode="shoe"), FlatBettor({"tie": 100}), HI_LO, [(99, 1)], seed=1, shoes=10)
    assert (never.edge, never.per_round.value, never.staked) == ((0.0, 0.0), 0.0, 0.0)


@pytest.mark.parametrize("text", ["2", "X=1", "2=one", "10=1", "2=inf", ""])
def test_tags_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="write them like 2=1"):
        read_tags(text)


@pytest.mark.parametrize("text", ["1", "1:x", "x:1", "1:-2", ""])
def test_bets_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="write them like 1:1"):
        read_spread(text)


def test_fresh_shoes_cannot_be_counted() -> None:
    with pytest.raises(Refused, match="use --mode shoe"):
        counting(kernel("tiger"), FlatBettor({"tie": 100}), HI_LO, [(0, 1)], seed=1, shoes=10)
