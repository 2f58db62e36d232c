"""The edges of common rules are those that others have published, at one, two, six and eight decks.

Most are of Wizard of Odds, "Blackjack House Edge Calculator", its optimal results: best play by the cards held, from a
full shoe, any two cards doubled, up to four hands by splitting, Aces split once and drawn to once. Its table has three
decimals of a percent here, and most of its rows are sums of such differences. `main-composition` plays every hand by
its own cards, hands of a split pair too.
"""

import pytest

from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.tally import counts
from croupier.variants import parse

WITHIN = 0.0008
"""In percent: of a sum of differences with three decimals each."""
DECKS = (1, 2, 6, 8)

OPTIMAL = {
    # By the Dealer on soft 17, double after split, and hole card or late surrender: from 1, 2, 6 and 8 decks.
    ("stand", True, "peek"): (-0.183, 0.178, 0.403, 0.431),
    ("stand", True, "none"): (-0.075, 0.285, 0.514, 0.543),
    ("stand", True, "late"): (-0.205, 0.127, 0.331, 0.355),
    ("stand", False, "peek"): (-0.042, 0.321, 0.545, 0.572),
    ("stand", False, "none"): (0.064, 0.426, 0.654, 0.682),
    ("stand", False, "late"): (-0.064, 0.270, 0.472, 0.497),
    ("hit", True, "peek"): (0.008, 0.380, 0.616, 0.645),
    ("hit", True, "none"): (0.121, 0.492, 0.727, 0.756),
    ("hit", True, "late"): (-0.030, 0.314, 0.527, 0.553),
    ("hit", False, "peek"): (0.152, 0.525, 0.760, 0.789),
    ("hit", False, "none"): (0.263, 0.636, 0.870, 0.899),
    ("hit", False, "late"): (0.114, 0.459, 0.672, 0.698),
}
WAYS = {
    "peek": 'hole-card = "peek"\nsurrender = "none"',
    "none": 'hole-card = "none"\nsurrender = "none"',
    "late": 'hole-card = "peek"\nsurrender = "late"',
}
PEEK = WAYS["peek"]


def published(rules: str, pays: str = "3:2") -> Game:
    """Blackjack by common rules, on top of ours."""
    head = 'name = "published"\ntitle = "As published"\nbase = "lucky-8"'
    return parse(f'{head}\n[wagers.main.pays]\nBlackjack = "{pays}"\n[rules]\n{rules}')


def edge(rules: str, decks: int, pays: str = "3:2") -> float:
    """The house's edge in percent, by the cards held."""
    own = published(rules, pays)
    return -100 * odds_of(own).played_evs(own, counts(own.shoe(decks)))["main-composition"]


@pytest.mark.parametrize(("soft", "doubles_split", "way"), OPTIMAL)
def test_common_rules_have_the_published_edge(soft: str, doubles_split: bool, way: str) -> None:
    rules = f'{WAYS[way]}\nsoft-17 = "{soft}"\ndouble-after-split = {str(doubles_split).lower()}'
    for decks, wanted in zip(DECKS, OPTIMAL[soft, doubles_split, way], strict=True):
        assert edge(rules, decks) == pytest.approx(wanted, abs=WITHIN), decks


OTHER = [
    # The same calculator at six decks, with four decimals.
    ('double-on = "9..11"', 0.4992, 0.0005),
    ('double-on = "10..11"', 0.5952, 0.0005),
    ("split-hands = 3", 0.4118, 0.0015),
    ("split-hands = 2", 0.4569, 0.0001),
    ("resplit-aces = true", 0.3346, 0.001),
    ("draw-to-split-aces = true", 0.2157, 0.0005),
    ("resplit-aces = true\ndraw-to-split-aces = true", 0.1569, 0.0005),
    ("split-hands = 2\ndouble-after-split = false", 0.578785, 0.0001),
]


@pytest.mark.parametrize(("rules", "wanted", "within"), OTHER)
def test_doubles_and_splits_have_the_published_edge(rules: str, wanted: float, within: float) -> None:
    assert edge(f"{PEEK}\n{rules}", 6) == pytest.approx(wanted, abs=within)


def test_six_to_five_costs_what_is_published() -> None:
    """The same calculator's adjustment, to its last decimal: a Blackjack is not insured for even money there."""
    rules = f"{PEEK}\neven-money = false"
    for decks, cost in zip(DECKS, (1.394773, 1.373499, 1.359690, 1.357984), strict=True):
        assert edge(rules, decks, "6:5") - edge(rules, decks) == pytest.approx(cost, abs=0.000001), decks


def test_early_surrender_is_worth_what_is_published() -> None:
    """Blackjack Review, "Blackjack Rule Variations", six decks: 0.39 against an Ace and 0.24 against a ten."""
    gain = edge(PEEK, 6) - edge('hole-card = "peek"\nsurrender = "early"', 6)
    assert gain == pytest.approx(0.39 + 0.24, abs=0.01)


def test_basic_strategy_has_the_published_edge() -> None:
    """Stanford Wong, "Professional Blackjack", benchmark rules by simulation: no double after split, two decimals."""
    own = published(f"{PEEK}\ndouble-after-split = false")
    for decks, wanted in zip(DECKS, (-0.01, 0.32, 0.54, 0.57), strict=True):
        assert 100 * float(odds_of(own).edges(own, decks)["main"]) == pytest.approx(wanted, abs=0.02), decks
