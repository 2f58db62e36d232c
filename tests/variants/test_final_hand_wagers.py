"""Wagers that a file declares on a player's final hand: small shoes in full, agreement, live tables, play for them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from agreeing import check_agreement
from conducting import dealt, played
from croupier import settle
from croupier.cards import Composition, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.catalogue import game
from croupier.games.game import Game
from croupier.games.round import Phase
from croupier.games.terms import Terms
from croupier.odds.blackjack import blackjack
from croupier.odds.blackjack.played import of_final
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.blackjack.solver.kernels import HIT, STAND
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.catalogue import odds
from croupier.odds.exposure import largest_loss
from croupier.refused import Refused
from croupier.simulation.catalogue import kernel
from croupier.variants import parse
from rounds import Table

ROWS = """
[wagers.charlie]
rows = [
  { pays = "50:1", final-cards = "6..22", final-bust = false },
  { pays = "6:1", final-cards = 5, final-bust = false },
  { pays = 2, final-split = true },
]
[wagers.end]
rows = [
  { pays = "3:1", final-blackjack = true },
  { pays = "3:2", final-total = [18, 21] },
  { pays = 1, final-cards = 3, final-bust = true },
]
"""
TENS, NINES = cards("TS")[0], cards("9S")[0]


@cache
def ends(base: str = "lucky-8") -> Game:
    return parse(f'name = "ends-{base}"\ntitle = "Ends"\nbase = "{base}"\n{ROWS}')


def test_a_blackjack_comes_as_often_as_it_is_dealt() -> None:
    found = odds(ends(), ends().shoe(8), ["end"])["end"]
    chance = next(each.probability for each in found.chances if each.outcome == "Blackjack")
    assert float(chance) == pytest.approx(2 * 32 * 128 / (416 * 415))


SMALL = Counter({**dict.fromkeys(cards("AS 2S 3S"), 1), **dict.fromkeys(cards("5S 9S TS"), 4)})


def decides(area: Area, dealer: Hand) -> str:
    """Nines are split, 15 is surrendered to a ten, and a hand takes cards to 17."""
    hand = area.hand
    if hand is None:
        return "stand"
    ranks = [card.rank for card in hand.cards]
    if area.opening and ranks == ["9", "9"]:
        return "split"
    if area.opening and hand.total == 15 and dealer.cards == (TENS,):
        return "surrender"
    return "hit" if hand.total < 17 else "stand"


@pytest.mark.parametrize("base", ["lucky-8", "e-blackjack"])
def test_every_round_of_a_small_shoe(base: str) -> None:
    rules = blackjack(ends(base))
    left = [0] * 52
    for card, number in SMALL.items():
        left[card.number] = number
    solution = Solution(Rules.of(rules), left)
    decided = {}
    for up, against in solution.against.items():
        hands = against.hands
        folded = [hands.of(value_index(TENS), value_index(cards("5S")[0]))] if up == value_index(TENS) else []
        action = np.where(hands.total < 17, HIT, STAND)
        decided[up] = Decided(action, frozenset([value_index(NINES)]), frozenset(folded))
    for name in ("charlie", "end"):
        found = of_final(name, rules.by_name[name], solution, decided, "")
        assert float(Table(rules, SMALL, decides, **{name: 100}).net(name)) == pytest.approx(float(found.ev)), name


@pytest.mark.parametrize(
    ("base", "reading"), [("lucky-8", None), ("lucky-8", "R-52=b"), ("e-blackjack", "R-51=b"), ("dueling-8s", None)]
)
def test_settlement_simulation_and_odds_agree(base: str, reading: str | None) -> None:
    check_agreement(game(ends(base), reading), 400)


def test_whole_shoes_with_several_boxes_have_the_same_edge() -> None:
    simulated = kernel(ends(), mode="shoe", boxes=3)
    many, exact = simulated.settle(simulated.tally(5, range(6_000)).tolist()), simulated.exact()
    assert abs(float(many["end"].ev - exact["end"].ev)) < 0.02


@pytest.mark.parametrize("base", ["lucky-8", "dueling-8s"])
def test_whoever_plays_for_the_wager_alone_wins_no_less(base: str) -> None:
    found = odds(ends(base), ends(base).shoe(4), ["charlie", "charlie-best", "end", "end-best"])
    assert found["charlie-best"].ev > found["charlie"].ev
    assert found["end-best"].ev > found["end"].ev


def test_play_for_the_wager_alone_stands_only_where_that_is_worth_more() -> None:
    """A small game that can be thought through: 18 pays, and from a shoe of Nines and Tens only 9,9 makes it."""
    rules = parse(
        'name = "only-18"\ntitle = "18"\nbase = "lucky-8"\n[wagers.x]\nrows = [{ pays = 1, final-total = 18 }]'
    )
    gone = [card for card in rules.deck.cards for _ in range(8) if card.rank not in "9T"]
    shoe = Composition.parse("8x52 less " + " ".join(map(str, gone)))
    chance = sum((each.probability for each in odds(rules, shoe, ["x-best"])["x-best"].chances[:1]), Fraction())
    assert float(chance) == pytest.approx(32 * 31 / (64 * 63))


def on_box(*commands: m.AnyCommand) -> Any:
    rules = ends()
    return played(
        rules,
        [
            m.OpenBets(terms=Terms.of(rules)),
            m.PlaceWager(bettor="a", wager="main", stake=10_000, box=1),
            m.PlaceWager(bettor="a", wager="charlie", stake=1_000, box=1),
            m.PlaceWager(bettor="a", wager="end", stake=1_000, box=1),
            m.CloseBets(),
            *commands,
            m.Settle(),
        ],
    )


def hit(card: str) -> list[m.AnyCommand]:
    return [m.Decide(bettor="a", action="hit"), *dealt(card)]


def test_a_hand_of_five_cards_on_a_box() -> None:
    before = [*dealt("2S 6H 3D"), m.ConfirmDeal(), m.CloseOffers()]
    stands = m.Decide(bettor="a", action="stand")
    round = on_box(*before, *hit("4D"), *hit("2H"), *hit("7D"), stands, *dealt("TD TC"))
    assert round.phase is Phase.SETTLED
    assert round.nets() == {"a": 10_000 + 6_000 + 1_500}


def test_a_surrendered_hand_has_lost_it() -> None:
    before = [*dealt("TS TH 8D"), m.ConfirmDeal()]
    round = on_box(*before, m.Surrender(bettor="a", box=1))
    assert round.nets() == {"a": -5_000 - 2_000}
    (line,) = [
        each
        for each in settle(ends(), "TS TH 8D", {"main": 100, "end": 100}, ["surrender"]).lines
        if each.wager == "end"
    ]
    assert line.outcome == "Lost with the surrendered hand"


def test_a_split_hand_is_none_of_its_hands() -> None:
    found = settle(
        ends(), "8S 6H 8D TD 3C 7S TH KD", {"main": 100, "charlie": 100, "end": 100}, ["split", "stand", "hit", "stand"]
    )
    assert (found.net["charlie"], found.net["end"]) == (200, -100)


def test_a_bust_hand_of_the_terminals_needs_no_dealer() -> None:
    rules = ends("e-blackjack")
    round = played(
        rules,
        [
            m.OpenBets(terms=Terms.of(rules)),
            m.PlaceWager(bettor="T1", wager="main", stake=10_000),
            m.PlaceWager(bettor="T1", wager="end", stake=5_000),
            m.CloseBets(),
            *dealt("TS 6H 6D"),
            m.Decide(bettor="T1", action="hit"),
            m.CloseDecisions(),
            *dealt("KD"),
            m.Settle(),
        ],
    )
    assert (round.phase, round.nets()) == (Phase.SETTLED, {"T1": -10_000 + 5_000})


def test_the_largest_loss_is_a_bound() -> None:
    rules = ends("e-blackjack")
    assert largest_loss(rules, [{"charlie": 100}], rules.shoe())[::2] == (5_000, False)


def test_words_of_first_cards_and_of_the_final_hand_are_not_seen_together() -> None:
    text = 'name = "w"\ntitle = "W"\nbase = "lucky-8"\n[wagers.x]\nrows = [{ pays = 1, pair = true, final-total = 20 }]'
    with pytest.raises(Refused, match="line 5: no wager sees pair and final-total together"):
        parse(text)
