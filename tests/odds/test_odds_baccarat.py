"""Exact odds of the baccarat games: known values to the digit, and every count against every deal of small shoes.

`REGENERATE=1 pytest tests/odds/test_odds_baccarat.py` writes the golden files anew; read what has changed first.
"""

import dataclasses
import io
import itertools
import json
import math
import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from rich.console import Console

import croupier as library
import places
from croupier.cards import STANDARD, Card, Composition, shuffled
from croupier.games.baccarat.drawing import banker_draws, next_hand, player_draws, value
from croupier.games.baccarat.outcome import Outcome, Points, outcome
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.catalogue import GAMES
from croupier.money import Pays
from croupier.odds.baccarat import odds, price
from croupier.odds.families import odds_of
from croupier.odds.odds_table import fraction, removals, table
from croupier.odds.removal import removal
from croupier.odds.result import Odds
from croupier.odds.tally import counts
from croupier.refused import Refused
from program import croupier

GOLDEN = places.GOLDEN / "odds"
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


ONE_OF_EACH_VALUE = [Card(rank + "S") for rank in "TA23456789"]


def every_end(left: list[int], cards: tuple[Card, ...] = (), ways: int = 1) -> Iterator[tuple[Points, int]]:
    """All rounds card by card, each with the ways to deal it and the rest of its six cards."""
    if not next_hand(cards):
        yield outcome(cards).points, ways * math.perm(sum(left), 6 - len(cards))
        return
    for points, card in enumerate(ONE_OF_EACH_VALUE):
        if number := left[points]:
            left[points] -= 1
            yield from every_end(left, (*cards, card), ways * number)
            left[points] += 1


def test_every_round_of_a_large_shoe_agrees_for_every_wager_on_points() -> None:
    gone = shuffled(EIGHT, random.Random(7))[:150]
    shoe = EIGHT.without(gone)
    left = [sum(shoe.count(card) for card in STANDARD.cards if value(card) == points) for points in range(10)]
    ends: Counter[Points] = Counter()
    for end, ways in every_end(left):
        ends[end] += ways
    for game in VARIANTS:
        for wager in game.wagers:
            if wager.reads == "points":
                counted: Counter[str] = Counter()
                for end, ways in ends.items():
                    match = wager.match(end)
                    counted[match.outcome or match.result] += ways
                chances = odds(game.name, shoe, [wager.name])[wager.name].chances
                assert {c.outcome: c.count for c in chances} == dict(counted), (game.name, wager.name)


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
        ("lucky-8", EIGHT, "lucky-8 is not a baccarat game", None),
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


# Effect of removal


@every_variant
def test_a_card_gone_at_random_changes_nothing(name: str) -> None:
    """Which card is burnt cannot matter while nobody has seen it, so the effects must cancel, exactly."""
    shoe = Composition.parse("4x52 less AS AS 4D KC 9H 9H 9H 9H")
    for wager, effects in removal(name, shoe).items():
        assert sum(effect * shoe.count(card) for card, effect in effects.items()) == 0, wager
        assert Card("9H") not in effects, "none is left to go"


@every_variant
def test_an_effect_is_what_the_smaller_shoe_says(name: str) -> None:
    effects, full = removal(name, EIGHT), odds(name, EIGHT)
    for text in ("AS", "4D", "4C", "6H", "KD"):
        smaller = odds(name, EIGHT.without([Card(text)]))
        assert {each: effects[each][Card(text)] for each in full} == {
            each: smaller[each].ev - full[each].ev for each in full
        }


@pytest.mark.parametrize(("gone", "effect"), [("4S", "435175"), ("KS", "373810"), ("AS", "295798"), ("3S", "217068")])
def test_player_wins_less_often_by_just_what_is_published(gone: str, effect: str) -> None:
    """excelpunks.com, Concepts 16: Baccarat - Effects of Card Removal, eight decks, to ten decimals."""
    before, after = (odds("tiger", shoe)["player"].hit for shoe in (EIGHT, EIGHT.without([Card(gone)])))
    assert f"{float(after - before):.10f}" == f"-0.0000{effect}"


def test_effects_of_removal_from_eight_decks() -> None:
    effects = removal("tiger", EIGHT, ["player", "tie"])
    shown = {wager: [f"{float(effects[wager][Card(rank + 'S')]):.6f}" for rank in "A23456789T"] for wager in effects}
    assert shown["player"] == [
        "-0.000045", "-0.000054", "-0.000067", "-0.000120", "0.000084",
        "0.000113", "0.000082", "0.000053", "0.000025", "-0.000018",
    ]  # fmt: skip
    assert shown["tie"] == [
        "0.000129", "-0.000239", "-0.000214", "-0.000292", "-0.000264",
        "-0.001160", "-0.001091", "0.000654", "0.000426", "0.000513",
    ]  # fmt: skip


def test_the_last_six_cards_cannot_spare_one() -> None:
    six = holding([Card("8S")] * 6)
    assert odds("tiger", six)["tie"].hit == 1
    with pytest.raises(Refused, match="could not finish a round"):
        removal("tiger", six)


# Golden files


@every_variant
def test_the_counts_of_eight_decks_to_the_digit(name: str) -> None:
    path, text = GOLDEN / f"{name}.txt", written(name)
    if os.environ.get("REGENERATE"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def written(name: str) -> str:
    """A game's odds from eight decks, with everything that a mathematician needs to check them by hand."""
    found = odds(name, EIGHT)
    total = found["tie"].total
    lines = [f"{GAMES[name].title} ({name}), {EIGHT}: {total:,} ordered deals of six cards"]
    for each in found.values():
        lines += ["", f"{each.name}: edge {float(each.edge * 100):.10f} %, sd {each.sd:.10f}, ev {fraction(each.ev)}"]
        for chance in each.chances:
            share = f"{float(chance.probability * 100):.10f} %"
            lines.append(f"  {chance.outcome:41}{chance.pays or ''!s:>6}{chance.count:>24,}{share:>18}")
    return "\n".join(lines) + "\n"


# Tables and the command


def shown(renderable: object, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO())
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


@every_variant
def test_tables_fit_a_terminal_and_lose_no_digit(name: str) -> None:
    game = GAMES[name]
    found = odds(name, EIGHT)
    text = shown(table(game, EIGHT, found))
    assert "…" not in text
    for wager, each in found.items():
        (line,) = [line for line in text.splitlines() if line.split()[:1] == [wager]]
        assert f"{float(each.edge * 100):.4f}%" in line
    effects = shown(removals(game, EIGHT, removal(name, EIGHT)))
    assert "…" not in effects
    assert "T-K" in effects


def test_a_removal_table_says_what_is_gone() -> None:
    shoe = EIGHT.without([Card("4D")] * 8)
    effects = shown(removals(GAMES["fabulous-4s"], shoe, removal("fabulous-4s", shoe)), 120)
    (diamonds,) = [line for line in effects.splitlines() if "Player Precious Pair, D" in line]
    assert "gone" in diamonds


def told(*words: str) -> subprocess.CompletedProcess[str]:
    return croupier("odds", *words)


def answered(*words: str) -> dict[str, Any]:
    done = told(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@every_variant
def test_json_keeps_its_contract(name: str) -> None:
    answer = answered(name, "--decks", "6")
    assert answer.keys() == {"game", "decks", "wagers"}
    assert (answer["game"], answer["decks"]) == (name, 6)
    assert list(answer["wagers"]) == [wager.name for wager in GAMES[name].wagers]
    for wager in GAMES[name].wagers:
        found = answer["wagers"][wager.name]
        assert list(found) == ["outcomes", "ev", "edge", "sd", "hit"]
        assert [(text, row["pays"]) for text, row in found["outcomes"].items()] == [
            *((row.outcome, str(row.pays)) for row in wager.rows),
            ("lose", None),
        ]
        rows = found["outcomes"].values()
        assert {row["total"] for row in rows} == {sum(row["count"] for row in rows)}
        assert all(row["probability"] == row["count"] / row["total"] for row in rows)
        assert -Fraction(found["ev"]) == pytest.approx(found["edge"])
        assert "/" in found["ev"]


def test_json_names_a_shoe_that_is_not_full_and_adds_removals() -> None:
    answer = answered("tiger", "--shoe", "8x52 less AS KD", "--removal")
    assert (answer["decks"], answer["shoe"]) == (8, "8x52 less AS KD")
    effects = removal("tiger", EIGHT.without([Card("AS"), Card("KD")]))
    assert {card: Fraction(text) for card, text in answer["wagers"]["tie"]["removal"].items()} == effects["tie"]


def test_any_decks_may_be_asked_for() -> None:
    (one, forty) = (answered("tiger", "--decks", decks, "--any-decks") for decks in ("1", "40"))
    assert one["wagers"]["tie"]["outcomes"]["Tie"]["total"] == 14_658_134_400
    assert (
        forty["wagers"]["tie"]["outcomes"]["Tie"]["total"]
        == odds("tiger", Composition(STANDARD, 40), any_decks=True)["tie"].total
    )


def test_a_person_reads_a_table() -> None:
    done = told("tiger")
    assert (done.returncode, done.stderr) == (0, "")
    assert "exact odds from 8x52" in done.stdout
    assert "1.0579%" in done.stdout
    assert "{" not in done.stdout
    assert "one card removed from 8x52" in told("tiger", "--removal").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["poker"], "unknown game 'poker'"),
        (["tiger", "--decks", "3"], "tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)"),
        (["tiger", "--shoe", "11x52"], "tiger is played with 4 to 10 decks, not 11 (ebaccarat 2.1)"),
        (["tiger", "--decks", "0", "--any-decks"], "this shoe has 0 left"),
        (["tiger", "--decks", "-2", "--any-decks"], "this shoe has 0 left"),
        (["tiger", "--shoe", "8x48"], "not 48-card ones"),
        (["tiger", "--shoe", "eight decks"], "unknown shoe 'eight decks'"),
        (["tiger", "--shoe", "8x52 less 1X"], "unknown card '1X'"),
        (["tiger", "--shoe", "1x52 less AS AS", "--any-decks"], "2 of AS, but there are only 1"),
        (["tiger", "--shoe", "8x52", "--decks", "8"], "give --decks or --shoe, not both"),
        (["tiger", "--decks", "many"], "Invalid value for '--decks'"),
        ([], "game"),
    ],
)
def test_wrong_usage_is_one_line_and_status_two(words: list[str], said: str) -> None:
    done = told(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_the_game_that_is_given_is_priced_and_not_another_of_its_name() -> None:
    tiger = GAMES["tiger"]
    ties = [
        msgspec.structs.replace(wager, rows=(msgspec.structs.replace(wager.rows[0], pays=Pays(9)),))
        for wager in tiger.wagers
        if wager.name == "tie"
    ]
    generous = dataclasses.replace(tiger, wagers=(*(w for w in tiger.wagers if w.name != "tie"), *ties))
    left = counts(tiger.shoe())
    usual, better = (price(game, left, ["tie"])["tie"] for game in (tiger, generous))
    assert better.ev - usual.ev == usual.hit, "a tie pays one more"
    assert odds_of(generous).odds(generous, tiger.shoe(), ["tie"], False)["tie"].ev == better.ev
    assert odds_of(generous).largest_loss(generous, [{"tie": 100}], tiger.shoe()).loss == 900


def test_without_a_shoe_the_usual_one_is_taken() -> None:
    usual, given = library.price("tiger"), library.price("tiger", GAMES["tiger"].shoe())
    assert {name: each.ev for name, each in usual.items()} == {name: each.ev for name, each in given.items()}
    assert library.removal("no-commission") == library.removal("no-commission", GAMES["no-commission"].shoe())
