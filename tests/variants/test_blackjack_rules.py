"""Other rules of play: figures that others have published, and settlement, odds, simulation and live rounds agree."""

from fractions import Fraction

import pytest

from boxes import then
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.catalogue import game
from croupier.games.game import Game
from croupier.games.recorded import settle
from croupier.games.terms import Terms
from croupier.odds.families import odds_of
from croupier.odds.strategy import strategy
from croupier.refused import Refused
from croupier.simulation.catalogue import kernel
from croupier.variants import parse

PEEK = 'R-42 = "b"\nR-43 = "c"\nR-48 = "b"'
"""A Dealer Blackjack takes one original stake, surrendered or not: as where the Dealer looks before anybody plays."""


def by_rules(rules: str, base: str = "lucky-8", readings: str = "") -> Game:
    return parse(f'name = "own-play"\ntitle = "Own play"\nbase = "{base}"\n[readings]\n{readings}\n[rules]\n{rules}')


def edge(rules: str) -> float:
    """The house's edge in percent, by exact hand, from eight decks."""
    own = by_rules(rules, readings=PEEK)
    return float(odds_of(own).edges(own, 8)["main-composition"]) * 100


PLAIN = "surrender = false"
PUBLISHED = [
    # Wizard of Odds, "Blackjack: Rule Variations" (eight decks): the effect on the house's edge in percent.
    ('soft-17 = "hit"', 0.22),
    ("double-after-split = false", 0.14),
    ('double-on = "9..11"', 0.09),
    ('double-on = "10..11"', 0.18),
]


def test_the_edge_of_common_rules_is_the_published_one() -> None:
    """Wizard of Odds, "Blackjack House Edge Calculator": eight decks, Dealer stands, doubles after splits: 0.43 %."""
    assert abs(edge(PLAIN) - 0.43) < 0.005


@pytest.mark.parametrize(("rule", "effect"), PUBLISHED)
def test_the_effect_of_a_rule_is_the_published_one(rule: str, effect: float) -> None:
    assert abs(edge(f"{PLAIN}\n{rule}") - edge(PLAIN) - effect) < 0.011


RULES = {
    "soft 17": 'soft-17 = "hit"',
    "splits": "double-after-split = false\nsplit-hands = 3",
    "doubles": 'double-on = "10..11"\nsurrender = false\nsplit-hands = 2',
    "all": 'soft-17 = "hit"\ndouble-after-split = false\ndouble-on = "9..11"\nsurrender = false',
}


@pytest.mark.parametrize(
    ("base", "rules"),
    [*((base, each) for base in ("lucky-8", "e-blackjack") for each in RULES), ("dueling-8s", "splits")],
)
def test_settlement_simulation_and_odds_agree(base: str, rules: str) -> None:
    own = by_rules(RULES[rules], base)
    simulated, number = kernel(own), 300
    found = simulated.settle(simulated.tally(7, range(number)).tolist())
    opened = [simulated.open(7, each) for each in range(number)]
    settled = [settle(own, each.cards, each.wagers, each.decisions, decks=each.decks) for each in opened]
    exact, many = simulated.exact(), simulated.settle(simulated.tally(3, range(1_000_000)).tolist())
    for name, stake in opened[0].wagers.items():
        assert Fraction(sum(one.net[name] for one in settled), number * stake) == found[name].ev
        assert abs(float(many[name].ev - exact[name].ev)) < 5 * exact[name].sd / 1000


@pytest.mark.parametrize(("rules", "dealt", "net"), [("hit", "TS 6D TD AD 4D", -100), ("stand", "TS 6D TD AD", 100)])
def test_a_live_dealer_hits_soft_17_or_stands(rules: str, dealt: str, net: int) -> None:
    own = by_rules(f'soft-17 = "{rules}"')
    first, rest = (
        [m.DealCard(card=card) for card in cards(dealt)[:3]],
        [m.DealCard(card=card) for card in cards(dealt)[3:]],
    )
    round = then(
        None,
        m.OpenBets(terms=Terms.of(own)),
        m.PlaceWager(bettor="Ann", box=1, wager="main", stake=100),
        m.CloseBets(),
        *first,
        m.ConfirmDeal(),
        m.CloseOffers(),
        m.Decide(bettor="Ann", box=1, action="stand"),
        *rest,
        m.Settle(),
    )
    assert round.nets() == {"Ann": net}
    assert settle(own, dealt, {"main": 100}, ["stand"]).total == net


def test_what_is_not_offered_is_no_decision() -> None:
    own = by_rules('surrender = false\ndouble-on = "10..11"')
    with pytest.raises(Refused, match="surrender"):
        settle(own, "TS 9D 6D 8C", {"main": 100}, ["surrender"])
    with pytest.raises(Refused, match="double is not possible on"):
        settle(own, "5S 9D 4D 8C 8D", {"main": 100}, ["double"])
    assert settle(own, "5S 9D 6D TC 8D", {"main": 100}, ["double"]).total == 200
    chart = strategy(own).sheet
    assert not {square.symbol[0] for row in chart.soft.values() for square in row.values()} & {"D", "R"}
    assert not {square.symbol[0] for square in chart.hard["9"].values()} & {"D", "R"}
    assert "double" not in strategy(own).holding("5 4", "6").ev


def test_a_rule_that_is_none_is_refused_with_its_line() -> None:
    with pytest.raises(Refused) as refused:
        parse('name = "x"\ntitle = "x"\nbase = "lucky-8"\n[rules]\nsoft-17 = "maybe"\nsplit-hands = 5\npeek = true')
    told = str(refused.value)
    assert "line 5: 'soft-17' takes one of stand, hit" in told
    assert "line 6: 'split-hands' takes one of 2, 3, 4" in told
    assert "line 7: 'peek' is not known here: soft-17, surrender, double-on, double-after-split, split-hands" in told
    with pytest.raises(Refused, match="line 5: 'soft-17' is not known here"):
        parse('name = "x"\ntitle = "x"\nbase = "tiger"\n[rules]\nsoft-17 = "hit"')
    assert game("lucky-8").name == "lucky-8"
