"""Baccarat wagers that a file declares on points together with what first cards share: every deal of a small shoe."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import perm
from pathlib import Path
from random import Random

import numpy as np
import pytest

from agreeing import check_agreement
from croupier import settle
from croupier.cards import Card, Composition, cards
from croupier.games.baccarat.drawing import hands, next_hand, total
from croupier.games.game import Game
from croupier.odds.catalogue import odds
from croupier.odds.exposure import largest_loss
from croupier.odds.families import odds_of
from croupier.odds.protection.vectorised import evs
from croupier.odds.result import Odds
from croupier.refused import Refused
from croupier.simulation.baccarat.tables import classes
from croupier.simulation.catalogue import kernel
from croupier.variants import parse, read
from places import ROOT

TEXT = """
name = "both"
title = "Both"
base = "no-commission"
[wagers.winning-pair]
rows = [
  { pays = "30:1", outcome = "Suited", any = [
    { winner = "player", player-pair = true, player-suit = true },
    { winner = "banker", banker-pair = true, banker-suit = true },
  ] },
  { pays = "11:1", outcome = "Pair", any = [
    { winner = "player", player-pair = true }, { winner = "banker", banker-pair = true },
  ] },
]
[wagers.red-natural]
rows = [{ pays = "12:1", player-natural = true, player-colour = "red", outcome = "Red natural" }]
[wagers.tie-apart]
rows = [{ pays = "9:1", winner = "tie", cards = "5..6", not = { banker-suit = true }, outcome = "Tie" }]
"""


@cache
def both() -> Game:
    return parse(TEXT)


def test_the_combinations_that_others_have_published() -> None:
    """Wizard of Odds, Quik Baccarat: eight decks."""
    rules = read(Path(ROOT) / "examples" / "variants" / "quik.toml")
    found = odds(rules, rules.shoe(8), ["quik"])["quik"]
    assert isinstance(found, Odds)
    assert [each.count for each in found.chances][:3] == [28_979_901_420_544, 55_146_054_060_032, 839_502_186_734_592]
    assert f"{float(found.edge):.6f}" == "0.081550"


KEPT = "8S 8S 8H TS KS 4D 4D 9H AD"


def winner(deal: tuple[Card, ...]) -> tuple[Card, ...] | None:
    player, banker = hands(deal)
    return None if total(player) == total(banker) else max(player, banker, key=total)


def winning_pair(deal: tuple[Card, ...]) -> str:
    won = winner(deal)
    if won is None or won[0].rank != won[1].rank:
        return "lose"
    return "Suited" if won[0] == won[1] else "Pair"


def red_natural(deal: tuple[Card, ...]) -> str:
    two = deal[0], deal[2]
    return "Red natural" if total(two) >= 8 and all(card.suit in "HD" for card in two) else "lose"


def tie_apart(deal: tuple[Card, ...]) -> str:
    taken = sum(map(len, hands(deal)))
    return "Tie" if winner(deal) is None and taken > 4 and deal[1].suit != deal[3].suit else "lose"


@cache
def every_deal() -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every six cards of a small shoe, and those of them that the round takes."""
    found = []
    for six in permutations(cards(KEPT), 6):
        number = next(number for number in (4, 5, 6) if next_hand(six[:number]) is None)
        found.append((six, six[:number]))
    return found


def small(rules: Game) -> Composition:
    kept = Counter(cards(KEPT))
    gone = [card for card in rules.deck.cards for _ in range(2 - kept[card])]
    return Composition.parse("2x52 less " + " ".join(gone))


@pytest.mark.parametrize(
    ("wager", "outcome"),
    [("winning-pair", winning_pair), ("red-natural", red_natural), ("tie-apart", tie_apart)],
)
def test_every_deal_of_a_small_shoe_is_counted(wager: str, outcome: Callable[[tuple[Card, ...]], str]) -> None:
    rules = both()
    found = odds(rules, small(rules), [wager], any_decks=True)[wager]
    assert isinstance(found, Odds)
    assert {each.outcome: each.count for each in found.chances if each.count} == Counter(
        outcome(taken) for _, taken in every_deal()
    )


def test_the_largest_loss_of_a_small_shoe_and_how_likely_each_is() -> None:
    rules = both()
    stakes = {"winning-pair": 100, "red-natural": 200, "tie-apart": 300, "banker": 500}
    won = cache(lambda taken: settle(rules, taken, stakes, unit=100).total)
    losses = Counter(won(taken) for _, taken in every_deal())
    found = largest_loss(rules, [stakes], small(rules))
    assert found.loss == max(losses)
    reached, most = 0, sorted(losses, reverse=True)
    for loss in most:
        reached += losses[loss]
        if reached * 1000 >= losses.total():
            assert found.once_in["1000"] == loss
            break


def test_settlement_simulation_and_odds_agree() -> None:
    rules = both()
    (settled, *_) = check_agreement(rules, 600)
    assert settled.net.keys() == rules.bets.keys()


def test_many_shoes_at_once_are_priced_as_one_is() -> None:
    rules, entropy = both(), Random(5)
    names = ["winning-pair", "red-natural", "tie-apart"]
    shoes = [[entropy.randrange(0, 5) for _ in range(52)] for _ in range(4)]
    for row, left in zip(evs(rules, names)(np.array(shoes)), shoes, strict=True):
        exact = odds_of(rules).price(rules, left, names)
        assert np.allclose(row, [float(exact[name].ev) for name in names], rtol=0, atol=1e-11)


def test_very_many_decks_are_counted_exactly_too() -> None:
    rules = both()
    found = odds(rules, Composition.parse("60x52"), ["winning-pair"], any_decks=True)["winning-pair"]
    assert isinstance(found, Odds)
    assert sum(each.count for each in found.chances) == found.total == perm(60 * 52, 6) > 2**63


def test_the_variances_of_wagers_on_both_hands_are_those_of_their_odds() -> None:
    rules = both()
    left = [4] * 52
    matrix = odds_of(rules).covariances(rules, left)
    assert matrix is not None
    priced = odds_of(rules).price(rules, left)
    for place, name in enumerate(rules.by_name):
        assert abs(matrix[place, place] ** 0.5 - priced[name].sd) < 1e-9, name
    many, classed = kernel(rules, rules.shoe(4)).tally(3, range(1_000_000)), classes(rules.wagers)
    names = list(rules.by_name)
    wins = np.array([[classed.match(number)[name].net(200) / 200 for name in names] for number in range(len(many))])
    chances = many / many.sum()
    mean = chances @ wins
    assert np.abs((wins * chances[:, None]).T @ wins - np.outer(mean, mean) - matrix).max() < 0.2


def test_which_rank_pairs_is_not_seen_with_the_points() -> None:
    text = 'name = "x"\ntitle = "X"\nbase = "tiger"\n[wagers.x]\nrows = [{{ pays = 1, winner = "tie", {} }}]'
    assert parse(text.format("player-pair = false")).by_name["x"].reads == "hands"
    assert parse(text.format('player-pair = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]'))
    with pytest.raises(Refused, match="line 5: no wager sees winner and player-pair together"):
        parse(text.format('player-pair = "8"'))
    with pytest.raises(Refused, match="line 5: no wager sees winner and banker-suit together"):
        parse(text.format('banker-suit = ["S", "H"]'))
