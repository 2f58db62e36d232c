"""Other rules of play: figures that others have published, and settlement, odds, simulation and live rounds agree."""

import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest

from boxes import then
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.dealing import deal_round
from croupier.games.catalogue import game
from croupier.games.game import Game
from croupier.games.recorded import settle
from croupier.games.terms import Terms
from croupier.odds.blackjack import blackjack
from croupier.odds.families import odds_of
from croupier.odds.strategy import strategy
from croupier.refused import Refused
from croupier.simulation.catalogue import kernel
from croupier.variants import parse

FILE = 'name = "own-play"\ntitle = "Own play"\nbase = "{base}"\n[readings]\n{readings}\n[rules]\n{rules}'


def by_rules(rules: str, base: str = "lucky-8", readings: str = "") -> Game:
    return parse(FILE.format(base=base, readings=readings, rules=rules))


def edge(rules: str) -> float:
    """The house's edge in percent, by exact hand, from eight decks."""
    own = by_rules(f'hole-card = "peek"\n{rules}')
    return float(odds_of(own).edges(own, 8)["main-composition"]) * 100


PLAIN = 'surrender = "none"'
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
    "no hole card": 'hole-card = "none"',
    "no hole card, late": 'hole-card = "none"\nsurrender = "late"',
    "peek, late": 'hole-card = "peek"\nsurrender = "late"\nsoft-17 = "hit"',
    "aces": "resplit-aces = true",
    "aces drawn to": 'draw-to-split-aces = true\nhole-card = "none"',
    "aces in every way": "draw-to-split-aces = true\nresplit-aces = true\ndouble-after-split = false",
    "no even money": "even-money = false",
    "peek, early": 'hole-card = "peek"\nsurrender = "early"',
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


def test_the_kernel_of_the_gpu_counts_the_same() -> None:
    """On Numba's simulator, in another process: where no hole card is, split Aces are played on, surrender is late."""
    rules = 'hole-card = "none"\nsurrender = "late"\nresplit-aces = true\ndraw-to-split-aces = true'
    said = f"""
from croupier.simulation.blackjack import cuda
from croupier.simulation.blackjack.kernel import BlackjackFreshRounds
from croupier.simulation.philox import key
from croupier.variants import parse
own = parse({FILE.format(base="e-blackjack", readings="", rules=rules)!r})
ours = BlackjackFreshRounds(own, own.shoe())
assert (cuda.tally(key(5), range(200), ours.reads, ours.size, (2, 3)) == ours.tally(5, range(200))).all()
print("the same")
"""
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", said], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("the same\n", "")


def test_the_spread_of_split_hands_counts_pays_of_half_a_stake() -> None:
    head = 'name = "own-pays"\ntitle = "Own pays"\nbase = "lucky-8"'
    own = parse(f'{head}\n[wagers.main.pays]\n"Regular win" = "3:2"\nBlackjack = "2:1"')
    simulated = kernel(own)
    found = simulated.settle(simulated.tally(3, range(1_000_000)).tolist())["main"]
    assert found.sd == pytest.approx(simulated.exact()["main"].sd, rel=0.003)


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


HOLE_CARDS = {"peek": 'hole-card = "peek"', "none": 'hole-card = "none"', "document": ""}
DEALER_BLACKJACK = [
    # Doubled, and split where no hand goes bust; then the same with a bust hand, and both hands doubled.
    ("5S TD 6D 8C AH", ["double"], {"peek": -100, "none": -200, "document": -100}),
    ("8S TD 8D 9C 9D AH", ["split", "stand", "stand"], {"peek": -100, "none": -200, "document": -100}),
    ("8S TD 8D 7C 9C 9D AH", ["split", "hit", "stand"], {"peek": -100, "none": -200, "document": -100}),
    ("8S TD 8D 9C 7D 9S AH", ["split", "stand", "hit"], {"peek": -100, "none": -200, "document": -200}),
    ("8S TD 8D 3C 9H 3D 9D AH", ["split", "double", "double"], {"peek": -100, "none": -400, "document": -100}),
]


@pytest.mark.parametrize("hole_card", HOLE_CARDS)
@pytest.mark.parametrize(("dealt", "decisions", "nets"), DEALER_BLACKJACK)
def test_a_dealer_blackjack_takes_one_stake_where_the_dealer_peeks_and_all_without_a_hole_card(
    hole_card: str, dealt: str, decisions: list[str], nets: dict[str, int]
) -> None:
    for base in ("lucky-8", "e-blackjack"):
        own = by_rules(HOLE_CARDS[hole_card], base)
        assert settle(own, dealt, {"main": 100}, decisions).total == nets[hole_card], base


ACES = [
    # Split once with one card each; split again, up to four hands; drawn to, and doubled; both.
    ("AS 9D AH 5C 6D 8H", "", ["split"], -100),
    ("AS 9D AH AC 9C TD 5H 8H", "resplit-aces = true", ["split", "split"], 100),
    ("AS 9D AH AC 5H 8H", "resplit-aces = true", ["split", "stand"], -200),
    ("AS 9D AH AC AD 9C TD TH 5H 8H", "resplit-aces = true", ["split", "split", "split"], 200),
    ("AS 9D AH 5C 5D 6D 2C 8H", "draw-to-split-aces = true", ["split", "hit", "double"], 300),
    ("AS 9D AH AC 5C 5D 6D 4C 8H", "draw-to-split-aces = true\nresplit-aces = true",
     ["split", "split", "hit", "stand", "stand"], 0),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "rules", "decisions", "net"), ACES)
def test_split_aces_are_split_again_and_drawn_to_where_the_file_says_so(
    dealt: str, rules: str, decisions: list[str], net: int
) -> None:
    assert settle(by_rules(rules), dealt, {"main": 100}, decisions).total == net


def test_another_ace_takes_no_card_and_no_decision_where_the_hands_are_all_formed() -> None:
    own = by_rules("resplit-aces = true\nsplit-hands = 3")
    assert settle(own, "AS 9D AH AC AD 9C TD 8H", {"main": 100}, ["split", "split"]).total == 100
    with pytest.raises(Refused, match="hit is not possible"):
        settle(own, "AS 9D AH AC 5D 9C TD 8H", {"main": 100}, ["split", "hit"])
    with pytest.raises(Refused, match="too few cards"):
        settle(by_rules(""), "AS 9D AH", {"main": 100}, ["split"])


SURRENDERED = [
    # Against a ten that becomes Blackjack or not, and against an Ace.
    ("TS TD 6D AH", {"late": -100, "early": -50}),
    ("TS TD 6D 7H", {"late": -50, "early": -50}),
    ("TS AD 6D TH", {"late": -100, "early": -50}),
    ("TS AD 6D 7H", {"late": -50, "early": -50}),
    ("TS 9D 6D", {"late": -50, "early": -50}),
]


@pytest.mark.parametrize("when", ["late", "early"])
@pytest.mark.parametrize(("dealt", "nets"), SURRENDERED)
def test_late_surrender_is_lost_to_a_dealer_blackjack_and_early_surrender_is_not(
    when: str, dealt: str, nets: dict[str, int]
) -> None:
    own = by_rules(f'surrender = "{when}"')
    # The Dealer draws no further than a wager needs: to see if it is Blackjack, where the surrender is late.
    late = when == "late" or dealt[3] not in "TA"
    needed = dealt if late else dealt[:8]
    assert settle(own, needed, {"main": 100}, ["surrender"]).total == nets[when]
    if dealt[3] == "A":
        both = settle(own, dealt, {"main": 100}, ["insure", "surrender"])
        assert both.net["insurance"] == (100 if dealt[-2] == "T" else -50)
        assert both.net["main"] == nets[when]


@pytest.mark.parametrize(("dealt", "net"), [("TS AD 6D TH", 0), ("TS AD 6D 7H", -100)])
def test_a_live_wager_is_insured_and_surrendered_late_against_an_ace(dealt: str, net: int) -> None:
    own = by_rules('hole-card = "peek"\nsurrender = "late"')
    *first, last = (m.DealCard(card=card) for card in cards(dealt))
    round = then(
        None,
        m.OpenBets(terms=Terms.of(own)),
        m.PlaceWager(bettor="Ann", box=1, wager="main", stake=100),
        m.CloseBets(),
        *first,
        m.ConfirmDeal(),
        m.Insure(bettor="Ann", box=1, owner="Ann", stake=50),
        m.Surrender(bettor="Ann", box=1),
        m.CloseOffers(),
        last,
        m.Settle(),
    )
    assert round.nets() == {"Ann": net}


@pytest.mark.parametrize(("hole_card", "net"), [("peek", -100), ("none", -200)])
def test_a_live_double_is_lost_to_a_dealer_blackjack_without_a_hole_card_only(hole_card: str, net: int) -> None:
    *first, drawn, last = (m.DealCard(card=card) for card in cards("5S TD 6D 8C AH"))
    round = then(
        None,
        m.OpenBets(terms=Terms.of(by_rules(HOLE_CARDS[hole_card]))),
        m.PlaceWager(bettor="Ann", box=1, wager="main", stake=100),
        m.CloseBets(),
        *first,
        m.ConfirmDeal(),
        m.CloseOffers(),
        m.Decide(bettor="Ann", box=1, action="double"),
        drawn,
        last,
        m.Settle(),
    )
    assert round.nets() == {"Ann": net}


@pytest.mark.parametrize("rules", RULES)
def test_random_rounds_that_are_dealt_are_settled(rules: str) -> None:
    own, entropy = blackjack(by_rules(RULES[rules])), Random(5)
    for number in range(300):
        shoe = [*own.shoe()]
        entropy.shuffle(shoe)
        dealt, decisions = deal_round(own, shoe, {"main": 100}, entropy)
        assert settle(own, tuple(dealt), {"main": 100}, decisions).lines, number


def test_what_is_not_offered_is_no_decision() -> None:
    own = by_rules('surrender = false\ndouble-on = "10..11"')
    with pytest.raises(Refused, match="surrender"):
        settle(own, "TS 9D 6D 8C", {"main": 100}, ["surrender"])
    with pytest.raises(Refused, match="double is not possible on"):
        settle(own, "5S 9D 4D 8C 8D", {"main": 100}, ["double"])
    assert settle(own, "5S 9D 6D TC 8D", {"main": 100}, ["double"]).total == 200
    unpaid = by_rules("even-money = false", "e-blackjack")
    with pytest.raises(Refused, match="even-money"):
        settle(unpaid, "AS AD TD 9C", {"main": 100}, ["even-money"])
    assert [each.name for each in strategy(unpaid).offers] == ["insurance"]
    assert strategy(unpaid).holding("A T", "A").ev.keys() == {"stand"}
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
    assert "line 7: 'peek' is not known here: hole-card, soft-17, surrender, even-money, double-on" in told
    with pytest.raises(Refused, match="line 5: 'soft-17' is not known here"):
        parse('name = "x"\ntitle = "x"\nbase = "tiger"\n[rules]\nsoft-17 = "hit"')
    with pytest.raises(Refused, match="line 7: 'hole-card' depends on Blackjack, which dueling-8s does not have"):
        by_rules('hole-card = "none"', "dueling-8s")
    with pytest.raises(Refused, match="line 7: 'resplit-aces' depends on split Aces, which dueling-8s does not have"):
        by_rules("resplit-aces = true", "dueling-8s")
    with pytest.raises(Refused, match="line 7: 'surrender' = 'late' reads R-48 as 'b': the file says otherwise"):
        by_rules('surrender = "late"', readings='R-48 = "a"')
    with pytest.raises(Refused, match="own-play fixes its reading of R-43: it cannot be 'd'"):
        game(by_rules('hole-card = "none"'), "R-43=d")
    assert game(by_rules('hole-card = "peek"'), "R-43=c R-48=b").readings.changes.keys() == {"R-42", "R-43", "R-48"}
    assert game("lucky-8").name == "lucky-8"
