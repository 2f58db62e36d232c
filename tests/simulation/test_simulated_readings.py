"""The simulation of blackjack under every reading of its side wagers: as the rules settle, and as exact odds say."""

from collections import Counter
from typing import cast

import numpy as np
import pytest

from croupier.cards import cards
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.refused import Refused
from croupier.simulation.blackjack.kernel import BlackjackFreshRounds, BlackjackWholeShoes
from croupier.simulation.blackjack.strategy import RANKS, ChartStrategy
from croupier.simulation.estimate import estimates, farthest
from test_simulation_blackjack import engine, nets, reckless

READINGS = [
    *(("lucky-8", each) for each in ("R-51=b", "R-51=b R-48=b", "R-63=b", "R-64=b", "R-63=b R-64=b")),
    *(
        ("e-blackjack", each)
        for each in ("R-63=b", "R-89=b", "R-90=b", "R-91=b", "R-92=b", "R-92=b R-54=b", "R-51=b R-92=b")
    ),
    *(
        ("dueling-8s", f"R-{each}")
        for each in ("51=b", "71=b", "72=b", "73=b", "74=b", "75=b", "75=c", "78=b", "79=b", "79=c")
    ),
    *(("dueling-8s", each) for each in ("R-70=b", "R-71=b R-73=b R-79=b", "R-72=b R-73=b R-75=b")),
    *(("dueling-8s", each) for each in ("R-71=c", "R-71=c R-73=b R-74=b")),
]
SELDOM = {"R-72=b", "R-91=b", "R-70=b"}
"""Four Spades late in a run, two Kings of Spades: too seldom for a few thousand rounds; R-70 changes the shoe alone."""
reads = pytest.mark.parametrize(("name", "readings"), READINGS)


def plays(game: Blackjack, *, folds: bool) -> ChartStrategy:
    """A chart that splits 8s and doubles to 6-7-8, or one that folds them and 18; of other hands it plays anything."""
    chart = reckless(game)
    hard = chart.hard | {(total, up): "Dh" for total in ("14", "15") for up in RANKS}
    if folds:
        hard |= {("18", up): "Rs" for up in RANKS}
    pairs = chart.pairs | {("8", up): "Rs" if folds else "P" for up in RANKS}
    return ChartStrategy("folds" if folds else "splits", hard, chart.soft, pairs)


def read(name: str, readings: str) -> Blackjack:
    return cast("Blackjack", find(name, readings))


@reads
def test_rounds_settle_as_the_kernel_says_under_every_reading(name: str, readings: str) -> None:
    game, usual, differ = read(name, readings), find(name), 0
    assert isinstance(usual, Blackjack)
    for folds in (False, True):
        kernel = BlackjackFreshRounds(game, game.shoe(), plays(game, folds=folds))
        for number in range(1_500):
            (found,) = np.flatnonzero(kernel.tally(7, range(number, number + 1)))
            dealt = kernel.open(7, number)
            net = engine(kernel, dealt).net
            assert nets(kernel, int(found)) == net, dealt
            try:
                differ += settle(usual, cards(dealt.cards), dealt.wagers, dealt.decisions, dealt.decks).net != net
            except Refused:
                differ += 1
    assert differ or readings in SELDOM


@reads
def test_whole_shoes_settle_as_the_kernel_says_under_every_reading(name: str, readings: str) -> None:
    game = read(name, readings)
    kernel = BlackjackWholeShoes(game, game.shoe(), plays(game, folds=False))
    totals: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for shoe in range(3):
        for dealt in kernel.rounds(3, shoe):
            totals.update(engine(kernel, kernel._recorded(dealt[0])).net)
    counts = kernel.tally(3, range(3))
    for number in np.flatnonzero(counts).tolist():
        found.update({wager: int(counts[number]) * net for wager, net in nets(kernel, number).items()})
    assert found == totals


ON_PLAY = [(name, each) for name, each in READINGS if name == "dueling-8s" or "R-51=b" in each]
"""The readings under which side wagers depend on decisions."""


@pytest.mark.parametrize(("name", "readings"), ON_PLAY)
def test_exact_odds_under_a_reading_are_those_of_the_rounds_played(name: str, readings: str) -> None:
    game = read(name, readings)
    for folds in (False, True):
        kernel = BlackjackFreshRounds(game, game.shoe(), plays(game, folds=folds))
        found = estimates(kernel.settle(kernel.tally(2026, range(3_000_000)).tolist()), kernel.exact())
        assert found.keys() == {wager.name for wager in game.wagers}
        assert farthest(found) < 5
        assert max(abs(each.distance) for each in found.values()) < 5
