"""Wagers that a file declares on the Dealer's final hand: published figures, small shoes in full, live tables."""

from collections import Counter
from functools import cache
from pathlib import Path

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
from croupier.odds.catalogue import odds
from croupier.odds.exposure import largest_loss
from croupier.refused import Refused
from croupier.simulation.catalogue import kernel
from croupier.variants import parse, read
from places import ROOT
from rounds import Decide, Table

EXAMPLE = Path(ROOT) / "examples" / "variants" / "buster.toml"
ROWS = EXAMPLE.read_text("utf-8").partition("[wagers.buster]")[2]


@cache
def buster(base: str = "lucky-8", soft_17: str = "stand") -> Game:
    rules = "" if base == "dueling-8s" else f'rules.soft-17 = "{soft_17}"\n'
    return parse(f'name = "buster-{base}-{soft_17}"\ntitle = "Buster"\nbase = "{base}"\n{rules}[wagers.buster]{ROWS}')


# Wizard of Odds, Buster Blackjack, pay table 1.
STANDS = {1: "0.0877", 2: "0.0848", 4: "0.0831", 5: "0.0827", 6: "0.0825", 8: "0.0822"}
HITS = {1: "0.0689", 2: "0.0651", 4: "0.0629", 5: "0.0625", 6: "0.0621", 8: "0.0617"}


@pytest.mark.parametrize(
    ("soft_17", "decks", "edge"),
    [("stand", *each) for each in STANDS.items()] + [("hit", *each) for each in HITS.items()],
)
def test_the_figures_that_others_have_published(soft_17: str, decks: int, edge: str) -> None:
    rules = buster(soft_17=soft_17)
    assert f"{float(odds(rules, rules.shoe(decks), ['buster'])['buster'].edge):.4f}" == edge


def test_the_chances_that_others_have_published() -> None:
    """Wizard of Odds, Buster Blackjack: six decks, the Dealer hits soft 17; three and four cards in one row."""
    rules = read(EXAMPLE)
    found = [float(each.probability) for each in odds(rules, rules.shoe(), ["buster"])["buster"].chances]
    published = [0.000012, 0.000214, 0.002638, 0.020473, 0.089392 + 0.173032, 0.714241]
    assert all(abs(one - other) < 1.5e-6 for one, other in zip(found, published, strict=True))


def stands(_area: Area, _dealer: Hand) -> str:
    return "stand"


def hits_to_17(area: Area, _dealer: Hand) -> str:
    hand = area.hand
    return "hit" if hand is not None and hand.total < 17 else "stand"


SMALL = Counter({**dict.fromkeys(cards("AS 2S 6S"), 1), **dict.fromkeys(cards("5S 9S TS"), 4)})


@pytest.mark.parametrize("base", ["lucky-8", "e-blackjack"])
@pytest.mark.parametrize("decide", [stands, hits_to_17])
def test_every_round_of_a_small_shoe_whatever_is_decided(base: str, decide: Decide) -> None:
    rules = blackjack(buster(base))
    played = Table(rules, SMALL, decide, buster=100)
    left = [0] * 52
    for card, number in SMALL.items():
        left[card.number] = number
    gone = [card for card in rules.deck.cards for _ in range(4 - left[card.number])]
    shoe = Composition.parse("4x52 less " + " ".join(gone))
    assert played.net("buster") == odds(rules, shoe, ["buster"])["buster"].ev


@pytest.mark.parametrize(
    ("base", "reading"),
    [
        ("lucky-8", "R-51=a"),
        ("lucky-8", "R-51=b"),
        ("lucky-8", "R-52=b"),
        ("e-blackjack", "R-51=a"),
        ("dueling-8s", None),
    ],
)
def test_settlement_simulation_and_odds_agree(base: str, reading: str | None) -> None:
    rules = game(buster(base), reading)
    check_agreement(rules, 400)


def test_whole_shoes_with_several_boxes_have_the_same_edge() -> None:
    simulated = kernel(buster(), mode="shoe", boxes=3)
    many = simulated.settle(simulated.tally(5, range(6_000)).tolist())["buster"]
    exact = simulated.exact()["buster"]
    assert abs(float(many.ev - exact.ev)) < 0.02


def test_the_dealer_of_terminals_draws_for_it_where_every_hand_is_bust() -> None:
    rules = buster("e-blackjack")
    round = played(
        rules,
        [
            m.OpenBets(terms=Terms.of(rules)),
            m.PlaceWager(bettor="T1", wager="main", stake=10_000),
            m.PlaceWager(bettor="T1", wager="buster", stake=5_000),
            m.CloseBets(),
            *dealt("TS 6H 6D"),
            m.Decide(bettor="T1", action="hit"),
            m.CloseDecisions(),
            *dealt("KD 2D 4C 3C 9S"),
            m.Settle(),
        ],
    )
    assert round.phase is Phase.SETTLED
    assert round.nets() == {"T1": -10_000 + 4 * 5_000}
    recorded = settle(rules, "TS 6H 6D KD 2D 4C 3C 9S", {"main": 10_000, "buster": 5_000}, ["hit"])
    assert recorded.total == 10_000


def test_the_dealer_of_boxes_draws_for_it_where_every_hand_is_bust() -> None:
    rules = buster()
    round = played(
        rules,
        [
            m.OpenBets(terms=Terms.of(rules)),
            m.PlaceWager(bettor="a", wager="main", stake=10_000, box=1),
            m.PlaceWager(bettor="a", wager="buster", stake=5_000, box=1),
            m.CloseBets(),
            *dealt("TS 6H 6D"),
            m.ConfirmDeal(),
            m.CloseOffers(),
            m.Decide(bettor="a", action="hit"),
            *dealt("KD 2D 4C 3C 9S"),
            m.Settle(),
        ],
    )
    assert round.phase is Phase.SETTLED
    assert round.nets() == {"a": -10_000 + 4 * 5_000}


def test_the_largest_loss_is_a_bound() -> None:
    rules = buster("e-blackjack")
    assert largest_loss(rules, [{"buster": 100}], rules.shoe())[::2] == (25_000, False)
    dueling = buster("dueling-8s")
    without = largest_loss(dueling, [{"main": 1_000}], dueling.shoe())
    found = largest_loss(dueling, [{"main": 1_000, "buster": 100}], dueling.shoe())
    assert (found.loss, found.reached) == (without.loss + 25_000, False)


def test_a_list_within_rows_on_one_line_is_read() -> None:
    rules = parse(
        'name = "lists"\ntitle = "Lists"\nbase = "lucky-8"\n'
        "[wagers.x]\nrows = [{ pays = 1, dealer-shows = [6], dealer-bust = true }, { pays = 2, dealer-total = 22 }]"
    )
    assert [row.outcome for row in rules.by_name["x"].rows] == ["Dealer shows 6, Dealer busts", "Dealer has 22"]


def test_words_of_first_cards_and_of_the_final_hand_are_not_seen_together() -> None:
    with pytest.raises(Refused, match="line 5: no wager sees pair and dealer-bust together"):
        parse(
            'name = "lists"\ntitle = "Lists"\nbase = "lucky-8"\n'
            "[wagers.x]\nrows = [{ pays = 1, pair = true, dealer-bust = true }]"
        )
