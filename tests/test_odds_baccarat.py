"""Exact odds of the baccarat games: known values to the digit, and every count against every deal of small shoes."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import banker_draws, next_hand, player_draws
from croupier.games.baccarat.outcome import Outcome, outcome
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.catalogue import GAMES
from croupier.odds.baccarat import odds
from croupier.odds.result import Odds
from croupier.refused import Refused

NAMES = [game.name for game in VARIANTS]
EIGHT = Composition(STANDARD, 8)
every_variant = pytest.mark.parametrize("name", NAMES)


def holding(cards: list[Card], decks: int = 8) -> Composition:
    """A shoe from which everything but these cards has gone."""
    gone = Counter(dict.fromkeys(STANDARD.cards, decks))
    gone.subtract(cards)
    return Composition(STANDARD, decks, gone.elements())


def count(found: Odds, outcome: str) -> int:
    return next(chance.count for chance in found.chances if chance.outcome == outcome)


# Known values


@every_variant
def test_eight_decks_give_the_known_counts(name: str) -> None:
    found = odds(name, EIGHT)
    assert found["tie"].total == 4_998_398_275_503_360
    assert count(found["tie"], "Tie") == 475_627_426_473_216
    won = {side: sum(c.count for c in found[side].chances if c.result == "win") for side in ("player", "banker")}
    pushed = {side: count(found[side], "Tie") for side in ("player", "banker")}
    assert pushed == {"player": 475_627_426_473_216, "banker": 475_627_426_473_216}
    if name == "fabulous-4s":  # Banker winning with four stands off
        won["banker"] += count(found["banker"], "Banker wins with 4")
    assert won == {"player": 2_230_518_282_592_256, "banker": 2_292_252_566_437_888}


@pytest.mark.parametrize(
    ("name", "wager", "edge"),
    [
        ("super-six-nc", "player-pair", "10.36"),
        ("super-six-nc", "banker-pair", "10.36"),
        ("tiger", "tiger-pair", "16.12"),
        ("super-six-nc", "super-six", "13.82"),
        ("super-6-nc", "super-6", "13.82"),
        ("fortune-six-nc", "fortune-six", "16.68"),
        ("tiger", "tiger", "16.68"),
        ("tiger", "small-tiger", "14.33"),
        ("tiger", "big-tiger", "15.25"),
        ("tiger", "tiger-tie", "30.74"),
        ("no-commission", "banker", "1.46"),
        ("no-commission", "banker", "1.4581"),
        ("no-commission", "player", "1.2351"),
        ("tiger", "banker", "1.0579"),
        ("tiger", "tie", "14.3596"),
        ("super-6-nc", "player-dragon-bonus", "2.6517"),
        ("super-6-nc", "banker-dragon-bonus", "9.3731"),
        ("fortune-six-nc", "player-dragon-bonus", "2.65"),
        ("fortune-six-nc", "banker-dragon-bonus", "9.37"),
        ("fabulous-4s", "player", "1.60"),
        ("fabulous-4s", "banker", "1.55"),
        ("fabulous-4s", "player-fabulous-4", "12.08"),
        ("fabulous-4s", "banker-fabulous-4", "15.03"),
        ("fabulous-4s", "player-precious-pair", "20.20"),
        ("sands-super", "banker-precious-pair", "20.20"),
        ("sands-super", "sands-six", "5.04"),
        ("sands-super", "player-red", "25.18"),
        ("sands-super", "banker-black", "25.18"),
        ("sands-super", "player-wins-on-6", "24.94"),
    ],
)
def test_edges_are_those_of_the_register_and_the_literature(name: str, wager: str, edge: str) -> None:
    digits = len(edge.partition(".")[2])
    assert f"{float(odds(name, EIGHT)[wager].edge * 100):.{digits}f}" == edge


def test_the_edge_is_minus_the_ev_and_the_hit_leaves_pushes_out() -> None:
    banker = odds("no-commission", EIGHT)["banker"]
    assert banker.edge == -banker.ev == sum(-chance.net * chance.probability for chance in banker.chances)
    assert banker.hit == Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)
    assert banker.hit + banker.of("push") + banker.of("lose") == 1
    squares = sum(chance.net**2 * chance.probability for chance in banker.chances)
    assert banker.variance == squares - banker.ev**2
    assert banker.sd == pytest.approx(0.929642, abs=1e-6)


@every_variant
@pytest.mark.parametrize("decks", range(4, 11))
def test_probabilities_sum_to_one(name: str, decks: int) -> None:
    found = odds(name, Composition(STANDARD, decks))
    assert list(found) == [wager.name for wager in GAMES[name].wagers]
    for each in found.values():
        assert sum(chance.probability for chance in each.chances) == 1, each.name
        assert all(chance.count > 0 for chance in each.chances), each.name
        assert each.edge > 0, each.name


def endless_ties() -> float:
    """How often a shoe without end ties, where no card that came makes another less likely."""
    chance = [4 / 13] + [1 / 13] * 9
    ties = 0.0
    for p1, p2, b1, b2 in itertools.product(range(10), repeat=4):
        player, banker, weight = (p1 + p2) % 10, (b1 + b2) % 10, chance[p1] * chance[p2] * chance[b1] * chance[b2]
        for third in range(10) if player_draws(player, banker) else [None]:
            final = player if third is None else (player + third) % 10
            drawn = weight if third is None else weight * chance[third]
            if banker_draws(player, banker, third):
                ties += drawn * chance[(final - banker) % 10]
            else:
                ties += drawn * (final == banker)
    return ties


def test_more_decks_than_the_rules_know_are_counted_just_as_well() -> None:
    few, many = (odds("sands-super", Composition(STANDARD, decks), any_decks=True) for decks in (1, 1_000))
    for found in (few, many):
        assert all(sum(chance.count for chance in each.chances) == each.total for each in found.values())
    assert float(many["tie"].hit) == pytest.approx(endless_ties(), abs=1e-5)
    assert few["player-precious-pair"].chances[0].count == 0, "one deck has one 4D"


# Every deal of a small shoe


def dealt(shoe: tuple[Card, ...]) -> Outcome:
    """The round that these cards give, dealt by the table of play."""
    cards: list[Card] = []
    while next_hand(cards):
        cards.append(shoe[len(cards)])
    return outcome(cards)


def small_shoes() -> Iterator[list[Card]]:
    source = random.Random(2_024)
    few = [card for card in STANDARD.cards if card.rank in "4K"]
    for size, cards in (
        (7, STANDARD.cards),
        (8, STANDARD.cards),
        (9, STANDARD.cards),
        (8, few),
        (7, few),
        (8, few[:3]),
    ):
        yield source.choices(cards, k=size)
    yield [Card("4D")] * 4 + [Card("4S")] * 2 + [Card("6D")] * 2
    yield [Card("AS")] * 6


@pytest.mark.parametrize("cards", list(small_shoes()), ids=" ".join)
def test_every_deal_of_a_small_shoe_agrees_for_every_wager(cards: list[Card]) -> None:
    ends = Counter(dealt(shoe) for shoe in itertools.permutations(cards, 6))
    for game in VARIANTS:
        found = odds(game.name, holding(cards))
        for wager in game.wagers:
            counted: Counter[str] = Counter()
            for end, times in ends.items():
                match = wager.match(getattr(end, wager.reads))
                counted[match.outcome or match.result] += times
            chances = found[wager.name].chances
            assert {c.outcome: c.count for c in chances if c.count} == dict(counted), (game.name, wager.name)


def test_one_card_gone_is_told_apart_by_its_suit() -> None:
    spade, diamond = (odds("sands-super", EIGHT.without([Card(gone)])) for gone in ("4S", "4D"))
    assert spade["player"].ev == diamond["player"].ev
    assert spade["player-red"].ev > diamond["player-red"].ev
    assert spade["player-precious-pair"].ev > diamond["player-precious-pair"].ev


# Refusals


@pytest.mark.parametrize(
    ("name", "shoe", "said", "clause"),
    [
        ("poker", EIGHT, "unknown game 'poker'", None),
        ("lucky-8", EIGHT, "the odds of lucky-8 are not computed yet", None),
        ("tiger", Composition(STANDARD, 3), "tiger is played with 4 to 10 decks, not 3", "ebaccarat 2.1"),
        ("sands-super", Composition(STANDARD, 11), "4 to 10 decks, not 11", "superbaccarat 2.1"),
        ("tiger", Composition.parse("8x48"), "played with 52-card decks, not 48-card ones", "ebaccarat 2.1"),
        ("tiger", holding([Card("8S")] * 5), "a round may take 6 cards, and this shoe has 5 left", "R-13"),
        ("tiger", holding([]), "this shoe has 0 left", "R-13"),
    ],
)
def test_what_cannot_be_counted_is_refused(name: str, shoe: Composition, said: str, clause: str | None) -> None:
    with pytest.raises(Refused, match=said) as refused:
        odds(name, shoe)
    assert refused.value.clause == clause


def test_an_unknown_wager_is_refused() -> None:
    with pytest.raises(Refused, match="tiger does not offer 'super-six'"):
        odds("tiger", EIGHT, ["banker", "super-six"])
    assert list(odds("tiger", EIGHT, ["tie", "banker"])) == ["tie", "banker"]
