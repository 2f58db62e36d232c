"""Blackjack side wagers that a file declares: what others have published, every deal counted, and all parts agreed."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from agreeing import check_agreement
from croupier.cards import Card, Composition, cards
from croupier.games.blackjack.hand import VALUES, Area, Hand
from croupier.games.blackjack.settlement import showdown
from croupier.games.catalogue import game
from croupier.games.game import Game
from croupier.odds.blackjack import blackjack
from croupier.odds.blackjack.threes import every
from croupier.odds.catalogue import odds
from croupier.odds.exposure import largest_loss
from croupier.odds.families import odds_of
from croupier.odds.protection.vectorised import evs
from croupier.odds.result import Odds
from croupier.refused import Refused
from croupier.variants import parse, read
from places import ROOT

EXAMPLES = Path(ROOT) / "examples" / "variants"
ON_THREE = ("three-card-poker", "lucky-lucky")


@cache
def side_bets() -> Game:
    return read(EXAMPLES / "side-bets.toml")


WIZARD = "Wizard of Odds"
PUBLISHED = [
    (f"{WIZARD}, 21+3 version 1", "three-card-poker", 1, "0.1330"),
    (f"{WIZARD}, 21+3 version 1", "three-card-poker", 2, "0.0726"),
    (f"{WIZARD}, 21+3 version 1", "three-card-poker", 4, "0.0424"),
    (f"{WIZARD}, 21+3 version 1", "three-card-poker", 6, "0.032386"),
    (f"{WIZARD}, 21+3 version 1", "three-card-poker", 8, "0.0274"),
    (f"{WIZARD}, Lucky Lucky pay table 1", "lucky-lucky", 6, "0.0266"),
    ("discountgambling.net, Lucky Lucky", "lucky-lucky", 2, "0.02820366"),
    ("onlineblackjack.org, Lucky Ladies", "lucky-ladies", 1, "0.3816"),
    ("betfirm.com, Lucky Ladies", "lucky-ladies", 6, "0.2471"),
    ("onlineblackjack.org, Lucky Ladies", "lucky-ladies", 8, "0.2405"),
    ("btcblackjack.ca, Perfect Pairs", "perfect-pairs", 8, "0.0410"),
    ("gamblingteachers.com, Over/Under", "over-13", 6, "0.066"),
    ("gamblingteachers.com, Over/Under", "under-13", 6, "0.10"),
]


@pytest.mark.parametrize(("source", "wager", "decks", "edge"), PUBLISHED)
def test_the_figures_that_others_have_published(source: str, wager: str, decks: int, edge: str) -> None:
    rules = side_bets()
    found = float(odds(rules, rules.shoe(decks), [wager])[wager].edge)
    assert abs(found - float(edge)) < 0.51 * 10 ** -(len(edge) - 2), source


VERSION_3 = """
name = "version-3"
title = "21+3, version 3"
base = "e-blackjack"
[wagers.three]
rows = [
  { pays = "100:1", three-kind = true, three-suit = true },
  { pays = "33:1", three-kind = true },
  { pays = "35:1", three-straight = true, three-suit = true },
  { pays = "10:1", three-straight = true },
  { pays = "5:1", three-suit = true },
]
"""


def test_the_combinations_of_three_cards_that_others_have_published() -> None:
    """Wizard of Odds, 21+3 version 3, six decks: of 5,013,320 combinations, six orders each."""
    rules = parse(VERSION_3)
    found = odds(rules, rules.shoe(6), ["three"])["three"]
    assert isinstance(found, Odds)
    assert [(each.outcome, each.count) for each in found.chances] == [
        ("three of a kind, three cards suited", 6 * 1_040),
        ("three of a kind", 6 * 25_272),
        ("straight, three cards suited", 6 * 10_368),
        ("straight", 6 * 155_520),
        ("three cards suited", 6 * 292_896),
        ("lose", 6 * 4_528_224),
    ]
    assert found.total == 6 * 5_013_320


def small(rules: Game, keep: str) -> Composition:
    """A shoe of a few cards, some of them twice."""
    kept = Counter(cards(keep))
    gone = [card for card in rules.deck.cards for _ in range(2 - kept[card])]
    return Composition.parse("2x52 less " + " ".join(gone))


KEPT = "7S 7S 7H 6S 8S 8D AS AS KS QH QH TD QS 9C AD 2C 3C"


def poker(one: Card, other: Card, dealer: Card) -> bool:
    """Three cards of one suit, of one rank, or in a row, an Ace high or low."""
    ranks = sorted("A23456789TJQK".index(card.rank) for card in (one, other, dealer))
    row = ranks[1] == ranks[0] + 1 == ranks[2] - 1 or ranks == [0, 11, 12]
    return row or len(set(ranks)) == 1 or len({card.suit for card in (one, other, dealer)}) == 1


def lucky(one: Card, other: Card, dealer: Card) -> str:
    three = (one, other, dealer)
    ranks, suited = "".join(sorted(card.rank for card in three)), len({card.suit for card in three}) == 1
    total = sum(VALUES[rank] for rank in ranks)
    total += 10 if "A" in ranks and total <= 11 else 0
    if ranks in ("777", "678"):
        return f"{'Suited' if suited else 'Unsuited'} {'-'.join(ranks)}"
    if total == 21:
        return f"{'Suited' if suited else 'Unsuited'} total of 21"
    return "Total of 19 or 20" if total in (19, 20) else "lose"


def ladies(one: Card, other: Card, dealer: Card, second: Card) -> str:
    queens = one == other == "QH"
    points = [11 if card.rank == "A" else VALUES[card.rank] for card in (one, other)]
    blackjack = {"A"} < {dealer.rank, second.rank} and 10 in (VALUES[dealer.rank], VALUES[second.rank])
    if queens:
        return "Two Queens of Hearts and Dealer Blackjack" if blackjack else "Two Queens of Hearts"
    if sum(points) != 20:
        return "lose"
    return "Matched 20" if one == other else "Suited 20" if one.suit == other.suit else "Any 20"


@pytest.mark.parametrize(
    ("wager", "number", "outcome"),
    [
        ("three-card-poker", 3, lambda *dealt: "Flush, straight or three of a kind" if poker(*dealt) else "lose"),
        ("lucky-lucky", 3, lucky),
        ("lucky-ladies", 4, ladies),
    ],
)
def test_every_deal_of_a_small_shoe_is_counted(wager: str, number: int, outcome: Callable[..., str]) -> None:
    rules = side_bets()
    shoe = small(rules, KEPT)
    found = odds(rules, shoe, [wager])[wager]
    assert isinstance(found, Odds)
    dealt = Counter(outcome(*deal) for deal in permutations(cards(KEPT), number))
    assert {each.outcome: each.count for each in found.chances if each.count} == dealt


def test_three_cards_are_seen_alike_in_whichever_order_the_player_holds_them() -> None:
    _, places = every()
    assert (places == places.transpose(1, 0, 2)).all()


def test_every_word_of_three_cards() -> None:
    rows = {
        "kind": ('three-kind = ["7", "8"]', "7S 7D 7H", "9S 9D 9H"),
        "low": ("three-straight = true", "AS 3D 2H", "AS 2D KH"),
        "high": ("three-straight = true", "QS AD KH", "TS JD KH"),
        "suit": ('three-suit = "D"', "2D 9D KD", "2S 9S KS"),
        "colour": ('three-colour = "red"', "2D 9H KD", "2D 9H KS"),
        "total": ("three-total = 13", "AD AH AS", "AD AH 2S"),
        "run": ("six-seven-eight = true", "6D 8H 7S", "6D 8H 9S"),
        "card": ('dealer-card = ["T", "J"]', "6D JH 7S", "TD QH JS"),
        "shows": ("dealer-shows = 11", "6D AH 7S", "AD KH AS"),
        "alike": ("dealer-matches = 2", "6D 6H 6S", "6D 6H 7S"),
        "same": ("dealer-matches-suited = 1", "6H 6H 7H", "6D 6H 6S"),
        "over": ("hard-total = 2", "AD KH AS", "AD KH 2S"),
        "one-colour": ('colour = "black"', "AC KH 9S", "AC KS 9D"),
    }
    text = 'name = "words"\ntitle = "Words"\nbase = "lucky-8"\n'
    for name, (condition, _, _) in rows.items():
        text += f'[wagers.{name}]\nrows = [{{ pays = "1:1", {condition} }}]\n'
    rules = blackjack(parse(text))
    for name, (_, wins, loses) in rows.items():
        for dealt, result in ((wins, "win"), (loses, "lose")):
            first, dealer, second = cards(dealt)
            seen = showdown(rules, Area.of(first, second), Hand.of(dealer), sides=[name])
            assert seen.sides[name].result == result, (name, dealt)


def test_a_hand_that_was_dealt_one_card_has_no_first_two() -> None:
    """What comes to it later is only drawn (R-66), so wagers on the first cards have lost."""
    rules = blackjack(side_bets())
    area = Area.of(Card("7S")).left_with_one().take(Card("7H"))
    seen = showdown(rules, area, Hand.of(Card("7D")))
    assert {each.result for each in seen.sides.values()} == {"lose"}


@pytest.mark.parametrize("base", ["lucky-8", "e-blackjack"])
@pytest.mark.parametrize("reading", ["R-51=a", "R-51=b"])
def test_settlement_simulation_and_odds_agree(base: str, reading: str) -> None:
    """Every simulated round is settled by the rules; by R-51 (b) side wagers are lost with a surrendered hand."""
    text = (
        (EXAMPLES / "side-bets.toml")
        .read_text("utf-8")
        .replace('"lucky-8"\nwithout = ["pair", "lucky-8"]', f'"{base}"')
    )
    rules = game(parse(text), reading)
    check_agreement(rules, 400)


def test_many_shoes_at_once_are_priced_as_one_is() -> None:
    rules, entropy = side_bets(), Random(17)
    names = [*ON_THREE, "lucky-ladies", "perfect-pairs"]
    shoes = [[entropy.randrange(0, 7) for _ in range(52)] for _ in range(5)]
    found = evs(rules, names)(np.array(shoes))
    for row, left in zip(found, shoes, strict=True):
        exact = odds_of(rules).price(rules, left, names)
        assert np.allclose(row, [float(exact[name].ev) for name in names], rtol=0, atol=1e-11)


def test_the_largest_loss_takes_the_best_first_card_of_the_dealer() -> None:
    rules = parse(VERSION_3)
    shoe = rules.shoe(6)
    found = largest_loss(rules, [{"three": 100}], shoe)
    assert (found.loss, found.reached) == (10_000, False)
    assert largest_loss(rules, [{"three": 100, "main": 1_000}], shoe).loss > 10_000
    on_boxes = largest_loss(side_bets(), [{"three-card-poker": 100}, {"lucky-lucky": 100}], shoe)
    assert (on_boxes.loss, on_boxes.reached) == (900 + 20_000, False)


HEAD = 'name = "wrong"\ntitle = "Wrong"\n'


def test_a_word_that_no_round_of_the_game_shows_is_refused_with_its_line() -> None:
    with pytest.raises(Refused, match="line 5: 'pair' is not seen in this game: a printed card starts every hand"):
        parse(HEAD + 'base = "dueling-8s"\n[wagers.x]\nrows = [{ pays = 1, pair = true }]')


def test_a_run_of_numbers_is_said_by_its_ends() -> None:
    rules = parse(
        HEAD + 'base = "lucky-8"\n[wagers.x]\nrows = [{ pays = 1, total = "12..16" }, { pays = 2, total = [4, 5] }]'
    )
    assert [row.outcome for row in rules.by_name["x"].rows] == [
        "two cards make 12 to 16",
        "two cards make 4 or two cards make 5",
    ]
