"""Odds and simulation: both against a count of every two cards that follows no other code, and against each other."""

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from croupier.cards import Composition, cards
from croupier.games.recorded import deal, settle
from croupier.games.terms import Terms
from croupier.odds.catalogue import odds
from croupier.odds.exposure import largest_loss
from croupier.odds.protection.vectorised import evs
from croupier.odds.tally import counts
from croupier.odds.theory import Theory
from croupier.refused import Refused
from croupier.simulation.catalogue import kernel
from croupier.simulation.devices import device
from croupier.simulation.estimate import estimates, farthest
from dragon_tiger.game import DRAGON_TIGER
from dragon_tiger.odds import ODDS

GAME = "dragon-tiger"
SMALL = Composition.parse(f"4x52 less {' '.join(f'{rank}{suit} ' * 4 for rank in 'A23456' for suit in 'SHDC')}KS KH 7D")


def test_odds_are_those_of_every_deal_of_a_shoe() -> None:
    left = list(SMALL)
    found = odds(GAME, SMALL)
    nets = dict.fromkeys(DRAGON_TIGER.bets, Fraction())
    stakes = dict.fromkeys(DRAGON_TIGER.bets, 100)
    results = {two: settle(GAME, two, stakes).net for two in set(permutations(left, 2))}
    for two in permutations(left, 2):
        for wager, net in results[two].items():
            nets[wager] += net
    deals = len(left) * (len(left) - 1)
    assert {name: each.ev for name, each in found.items()} == {name: won / (100 * deals) for name, won in nets.items()}


def test_the_edges_that_the_literature_has() -> None:
    edges = {name: round(100 * float(each.edge), 2) for name, each in odds(GAME, Composition.parse("8x52")).items()}
    assert (edges["dragon"], edges["tie"], edges["suited-tie"], edges["tiger-odd"]) == (3.73, 32.77, 13.98, 7.69)


def test_many_shoes_at_once_agree_with_each_alone() -> None:
    names = list(DRAGON_TIGER.bets)
    shoes = [Composition.parse("8x52"), SMALL]
    found = evs(DRAGON_TIGER, names)(np.array([counts(shoe) for shoe in shoes]))
    for row, shoe in zip(found, shoes, strict=True):
        assert row.tolist() == pytest.approx([float(each.ev) for each in odds(GAME, shoe, names).values()])


def test_wagers_move_together_as_the_cards_have_it() -> None:
    theory = Theory.of(Terms.of(GAME))
    assert theory.sd("tie") == pytest.approx(odds(GAME, Composition.parse("8x52"))["tie"].sd)
    # Whoever backs both hands loses half of both on a tie, and else nothing.
    tie = 31 / 415
    assert theory.win({"dragon": 100, "tiger": 100}) == pytest.approx(100 * tie)
    assert theory.variance({"dragon": 100, "tiger": 100}) == pytest.approx(100**2 * tie * (1 - tie))


def test_the_most_that_can_be_lost() -> None:
    found = largest_loss(GAME, [{"dragon": 1_000, "suited-tie": 100}], Composition.parse("8x52"))
    dragon, tiger = cards(found.how)
    assert (found.loss, dragon) == (4_500, tiger)
    last = Composition(DRAGON_TIGER.deck, 4, [card for card in Composition.parse("4x52") if card != "8S"])
    assert largest_loss(GAME, [{"dragon": 1_000}], last).loss == -500


def test_an_odd_shoe_is_refused() -> None:
    with pytest.raises(Refused, match="48-card"):
        odds(GAME, Composition.parse("8x48"))
    with pytest.raises(Refused, match="does not offer 'panda'"):
        ODDS.price(DRAGON_TIGER, counts(SMALL), ["panda"])


@pytest.mark.parametrize(("mode", "rounds"), [("fresh", 2_000_000), ("shoe", 500_000)])
def test_simulated_rounds_agree_with_the_odds(mode: str, rounds: int) -> None:
    made = kernel(GAME, mode=mode)
    counted = device(made, "cpu", 1).tally(7, range(made.numbers(rounds)))
    found = estimates(made.settle(counted.tolist()), made.exact())
    assert counted.sum() >= rounds
    assert farthest(found) < 4


@pytest.mark.parametrize("mode", ["fresh", "shoe"])
def test_what_was_counted_can_be_opened_and_settles_alike(mode: str) -> None:
    made = kernel(GAME, mode=mode)
    numbers = made.numbers(600)
    opened = [
        made.open(7, number, *at)
        for number in range(numbers)
        for at in ([()] if mode == "fresh" else [(round,) for round in range(1, 184)])
    ]
    nets = [settle(each.game, each.cards, each.wagers).net for each in opened]
    found = made.settle(made.tally(7, range(numbers)).tolist())
    assert {name: each.ev for name, each in found.items()} == {
        name: Fraction(sum(net[name] for net in nets), 100 * len(nets)) for name in found
    }


def test_what_is_dealt_from_whole_shoes_is_refused_where_it_makes_no_sense() -> None:
    with pytest.raises(Refused, match="no cards are left to play"):
        kernel(GAME, mode="shoe", cut=416, burn=1)
    with pytest.raises(Refused, match="behind the cutting card"):
        kernel(GAME, mode="shoe", cut=1)
    with pytest.raises(Refused, match="has no player decisions"):
        kernel(GAME, strategy="chart")
    with pytest.raises(Refused, match="has rounds 1 to 183, not 184"):
        kernel(GAME, mode="shoe").open(1, 0, 184)
    with pytest.raises(Refused, match="a round has one number"):
        kernel(GAME).open(1, 0, 1)
    with pytest.raises(Refused, match="two numbers"):
        kernel(GAME, mode="shoe").open(1, 0)
    with pytest.raises(Refused, match="is simulated on the CPU"):
        device(kernel(GAME), "cuda")


def test_recorded_rounds_settle() -> None:
    dealt = deal(GAME, random.Random(1))
    for _, each in zip(range(500), dealt, strict=False):
        found = settle(each.game, each.cards, each.wagers, decks=each.decks)
        assert found.total == sum(line.net for line in found.lines)
    with pytest.raises(Refused, match="not 3"):
        settle(GAME, "8S 4C 2D", {"tie": 100})
    with pytest.raises(Refused, match="has no player decisions"):
        settle(GAME, "8S 4C", {"tie": 100}, ["stand"])
