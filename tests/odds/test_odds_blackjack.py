"""Exact odds of the blackjack wagers that no decision changes: known values, and every deal of small shoes.

`REGENERATE=1 pytest tests/odds/test_odds_blackjack.py` writes the golden files anew; read what has changed first.
"""

import io
import itertools
import json
import math
import os
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console

import places
from croupier.cards import DECKS, NO_TENS, STANDARD, Card, Composition, Deck, cards, shuffled
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.outcome import run, trio
from croupier.games.blackjack.variants import VARIANTS
from croupier.games.catalogue import GAMES
from croupier.games.readings import declared_by
from croupier.odds import catalogue
from croupier.odds.blackjack import cards_for, countable, odds
from croupier.odds.blackjack.sequences import eight_or_not, suited_eight
from croupier.odds.odds_table import fraction, removals, table
from croupier.odds.odds_table import number as written_number
from croupier.odds.removal import every_removal, removal
from croupier.odds.result import Odds, PlayedOdds
from croupier.refused import Refused
from program import croupier

FEW = "2S 2H 2D 2C 3S 3H 3D 3C KS KH KD KC QS QH QD QC JS JH JD JC TS TH TD TC 9S 9H 9D 9C"
GOLDEN = places.GOLDEN / "odds"
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)
LISTED = {
    "lucky-8": ["insurance", "pair", "lucky-8"],
    "e-blackjack": ["insurance", "bet-the-set-21", "royal-match-21", "kings-bounty"],
    "dueling-8s": ["superb-8s-best", "21-plus", "21-plus-best"],
}
DEALT = {"insurance": 2, "pair": 2, "lucky-8": 3, "bet-the-set-21": 2, "royal-match-21": 2, "kings-bounty": 4}
DEALT |= {"superb-8s-best": 3, "21-plus": 7, "21-plus-best": 7}


def holding(deck: Deck, left: Sequence[Card], decks: int) -> Composition:
    """A shoe from which everything but these cards has gone."""
    gone = Counter(dict.fromkeys(deck.cards, decks))
    gone.subtract(left)
    return Composition(deck, decks, gone.elements())


def counted(found: Odds) -> dict[str, int]:
    return {chance.outcome: chance.count for chance in found.chances}


# Known values


@pytest.mark.parametrize(
    ("name", "wager", "decks", "edge"),
    [
        ("lucky-8", "lucky-8", 8, "3.96"),
        ("lucky-8", "lucky-8", 6, "5.21"),
        ("lucky-8", "lucky-8", 1, "26.93"),
        ("lucky-8", "pair", 8, "10.36"),
        ("lucky-8", "pair", 6, "11.25"),
        ("lucky-8", "pair", 1, "29.41"),
        ("lucky-8", "insurance", 8, "7.47"),
        ("lucky-8", "insurance", 1, "5.88"),
        ("e-blackjack", "insurance", 6, "7.40"),
        ("e-blackjack", "kings-bounty", 6, "23.1637"),
        ("e-blackjack", "kings-bounty", 2, "28.75"),
        ("e-blackjack", "bet-the-set-21", 6, "10.61"),
        ("e-blackjack", "bet-the-set-21", 2, "20.39"),
        ("e-blackjack", "royal-match-21", 6, "6.67"),
        ("e-blackjack", "royal-match-21", 2, "8.33"),
        ("dueling-8s", "21-plus", 8, "11.86"),
        ("dueling-8s", "21-plus", 3, "11.94"),
        ("dueling-8s", "superb-8s-best", 8, "17.03"),
        ("dueling-8s", "superb-8s-best", 3, "26.23"),
    ],
)
def test_edges_are_those_of_the_register(name: str, wager: str, decks: int, edge: str) -> None:
    found = odds(name, GAMES[name].shoe(decks))[wager].edge * 100
    digits = len(edge.partition(".")[2])
    assert f"{float(found):.{digits}f}" == edge


@pytest.mark.parametrize(
    ("game", "decks"), [(game, decks) for game in VARIANTS for decks in game.decks], ids=lambda each: str(each)[:20]
)
def test_probabilities_sum_to_one(game: Any, decks: int) -> None:
    shoe = game.shoe(decks)
    found = odds(game.name, shoe)
    assert list(found) == LISTED[game.name]
    for name, each in found.items():
        assert sum(chance.probability for chance in each.chances) == 1
        assert 0 < each.edge < Fraction(1, 3)
        total = 4 * decks * (shoe.total - 1) if name == "insurance" else math.perm(shoe.total, DEALT[name])
        assert each.total == sum(chance.count for chance in each.chances) == total


@pytest.mark.parametrize(
    ("name", "decks", "wager", "never"),
    [
        ("lucky-8", 1, "lucky-8", {"Three suited 8s", "Two suited 8s"}),
        ("lucky-8", 2, "lucky-8", {"Three suited 8s"}),
        ("lucky-8", 3, "lucky-8", set()),
        ("e-blackjack", 2, "kings-bounty", set()),
        ("dueling-8s", 3, "superb-8s-best", set()),
    ],
)
def test_grades_that_cannot_occur_are_shown_as_such(name: str, decks: int, wager: str, never: set[str]) -> None:
    game = GAMES[name]
    found = odds(name, game.shoe(decks))
    assert {text for text, number in counted(found[wager]).items() if not number} == never
    assert shown(table(game, game.shoe(decks), found)).count("never") == len(never)


def test_the_kings_bounty_on_a_dealer_blackjack_by_hand() -> None:
    for shoe in (Composition(STANDARD, 6), Composition(STANDARD, 6, cards("KS AS AD TH 5C"))):
        aces, tens = (sum(shoe.count(card) for card in STANDARD.cards if card.rank in ranks) for ranks in ("A", "TJQK"))
        kings = math.perm(shoe.count(Card("KS")), 2)
        found = counted(odds("e-blackjack", shoe)["kings-bounty"])
        assert found["Two Kings of Spades and Dealer Blackjack"] == kings * 2 * aces * (tens - 2)
        assert found["Two Kings of Spades"] == kings * (math.perm(shoe.total - 2, 2) - 2 * aces * (tens - 2))


def finishes(hard: int, ace: bool, size: int, left: list[int]) -> Iterator[tuple[int, Fraction]]:
    """How often the Dealer busts with how many cards, going on from this hand; none where the Dealer does not bust."""
    if hard > 21 or hard + (10 if ace and hard <= 11 else 0) >= 17:
        yield size if hard > 21 else 0, Fraction(1)
        return
    total = sum(left)
    for points, number in enumerate(left, 1):
        if number:
            left[points - 1] -= 1
            for end, chance in finishes(hard + points, ace or points == 1, size + 1, left):
                yield end, chance * Fraction(number, total)
            left[points - 1] += 1


def test_every_way_to_finish_from_a_large_shoe_agrees_with_21_plus() -> None:
    full = Composition(NO_TENS, 8)
    for gone in (0, 150):
        shoe = full.without(shuffled(full, random.Random(5))[:gone])
        left = [
            sum(shoe.count(Card(rank + suit)) for rank in ranks for suit in "SHDC") for ranks in [*"A23456789", "JQK"]
        ]
        busts = dict.fromkeys([0, *range(3, 9)], Fraction(0))
        for size, chance in finishes(8, ace=False, size=1, left=left):
            busts[size] += chance
        found = odds("dueling-8s", shoe)["21-plus"]
        shares = {each.outcome: each.probability for each in found.chances}
        assert all(shares[f"Dealer busts with {number} cards"] == busts[number] for number in range(3, 9))
        assert found.of("lose") == busts[0]


# Every deal of a small shoe, by rules written here once more


POINTS = {card: min("A23456789TJQK".index(card.rank) + 1, 10) for card in STANDARD.cards}


def total(hand: Sequence[Card]) -> int:
    hard = sum(POINTS[card] for card in hand)
    return hard + 10 if hard <= 11 and any(card.rank == "A" for card in hand) else hard


def see_pair(dealt: Sequence[Card]) -> str:
    return "Pair" if dealt[0].rank == dealt[1].rank else "lose"


def see_lucky(dealt: Sequence[Card]) -> str:
    eights = [card for card in dealt if card.rank == "8"]
    if len(eights) >= 2:
        suited = "suited" if len({card.suit for card in eights}) == 1 else "unsuited"
        return f"{'Three' if len(eights) == 3 else 'Two'} {suited} 8s"
    return "Two of a Kind" if len({card.rank for card in dealt}) < 3 else "lose"


def see_insurance(dealt: Sequence[Card]) -> str | None:
    if dealt[0].rank != "A":
        return None
    return "Dealer's second card worth ten" if dealt[1].rank in "TJQK" else "lose"


def see_set(dealt: Sequence[Card]) -> str:
    one, other = dealt
    return "lose" if one.rank != other.rank else "Suited Pair" if one == other else "Unsuited Pair"


def see_royal(dealt: Sequence[Card]) -> str:
    one, other = dealt
    if one.suit != other.suit:
        return "lose"
    return "Suited King and Queen" if {one.rank, other.rank} == {"K", "Q"} else "Two other suited cards"


def see_bounty(dealt: Sequence[Card]) -> str:
    one, other, *dealer = dealt
    if one == other == "KS":
        return "Two Kings of Spades" + (" and Dealer Blackjack" if total(dealer) == 21 else "")
    if one == other and one.rank in "KQJT":
        return "Two suited Kings" if one.rank == "K" else "Two suited Queens, Jacks or Tens"
    if total(dealt[:2]) != 20:
        return "lose"
    if one.suit == other.suit:
        return "Suited 20"
    return "Two Kings" if one.rank == other.rank == "K" else "Unsuited 20"


def see_run(dealt: Sequence[Card]) -> str:
    length = len(list(itertools.takewhile(lambda card: card.rank == "8", dealt)))
    if length == 3:
        return "Four 8s all Spades" if set(dealt) == {"8S"} else "Four 8s"
    return ("lose", "Two 8s", "Three 8s")[length]


def see_bust(dealt: Sequence[Card]) -> str:
    hard, ace, number = 8, False, 0
    while hard < 17 and not (ace and 7 <= hard <= 11):
        hard, ace, number = hard + POINTS[dealt[number]], ace or dealt[number].rank == "A", number + 1
    return f"Dealer busts with {number + 1} cards" if hard > 21 else "lose"


SEEN: dict[str, Callable[[Sequence[Card]], str | None]] = {
    "pair": see_pair,
    "lucky-8": see_lucky,
    "insurance": see_insurance,
    "bet-the-set-21": see_set,
    "royal-match-21": see_royal,
    "kings-bounty": see_bounty,
    "superb-8s-best": see_run,
    "21-plus": see_bust,
    "21-plus-best": see_bust,
}


def small_shoes() -> Iterator[tuple[str, list[Card]]]:
    source = random.Random(2_025)
    for name, few in (
        ("lucky-8", "8S 8H 8D AS KS KH 5C"),
        ("e-blackjack", "KS KS KS KH QS QH QS JD TD AS AC 9S"),
        ("dueling-8s", "8S 8S 8H 8C AS AD AH 2S 3S KS"),
    ):
        deck = GAMES[name].deck
        for size in (7, 8, 9):
            yield name, source.choices(deck.cards, k=size)
            yield name, source.choices(cards(few), k=size)
    yield "lucky-8", list(cards("8S 8S 8S 8S 8H 8H AS"))
    yield "e-blackjack", list(cards("KS KS KS AS AH TS 9H 9S"))
    yield "dueling-8s", list(cards("8S 8S 8S 8S 8H 8D 2S 2H"))
    yield "dueling-8s", list(cards("AS AH AD AC AS AH 3S 2S KD"))


@pytest.mark.parametrize(
    ("name", "left"), list(small_shoes()), ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_every_deal_of_a_small_shoe_agrees_for_every_wager(name: str, left: list[Card]) -> None:
    found = odds(name, holding(GAMES[name].deck, left, 9), any_decks=True)
    assert {*LISTED[name]} - {*found} <= {"insurance"}
    for wager in LISTED[name]:
        ends = Counter(SEEN[wager](deal) for deal in itertools.permutations(left, DEALT[wager]))
        ends.pop(None, None)
        assert (wager in found) == bool(ends)
        if ends:
            assert {text: number for text, number in counted(found[wager]).items() if number} == dict(ends), wager


@pytest.mark.parametrize("left", ["8S 3H AS AD AC AH KD 2S 5C", "KS KH 2S 2D AS AC 8H 4D 6C"])
def test_what_the_player_draws_does_not_move_21_plus(left: str) -> None:
    """A player who draws by what comes leaves the Dealer other cards, and the same chances."""
    ends: Counter[str] = Counter()
    for shoe in itertools.permutations(cards(left)):
        drawn = 2 if POINTS[shoe[0]] in (1, 2, 10) else 1
        ends[see_bust(shoe[drawn:])] += 1
    found = odds("dueling-8s", holding(NO_TENS, cards(left), 8))["21-plus"]
    for chance in found.chances:
        assert chance.probability == Fraction(ends[chance.outcome], ends.total())


def test_cards_of_one_kind_are_never_told_apart() -> None:
    enough = [card for card in STANDARD.cards if card.rank == "8" or card.suit in "SD"]
    for three in itertools.product(enough, repeat=3):
        assert trio(*three) == trio(*map(suited_eight, three))
    source = random.Random(3)
    for _ in range(10_000):
        three = tuple(source.choices([*STANDARD.cards, *cards("8S 8H 8D 8C") * 13], k=3))
        assert run(Area((), three), declared_by) == run(Area((), (*map(eight_or_not, three),)), declared_by)


@every_variant
def test_one_card_more_dealt_unseen_changes_nothing(game: Any) -> None:
    """Deals of so many cards and one more, counted from either end, are equally many for every row."""
    full = game.shoe(3)
    shoe = full.without(shuffled(full, random.Random(11))[:60])
    after: dict[str, Counter[str]] = {name: Counter() for name in LISTED[game.name]}
    for card in set(shoe):
        for name, each in odds(game.name, shoe.without([card])).items():
            for text, number in counted(each).items():
                after[name][text] += shoe.count(card) * number
    for name, each in odds(game.name, shoe).items():
        more = shoe.total - DEALT[name]
        assert {text: number * more for text, number in counted(each).items()} == dict(after[name])


# Refusals


@pytest.mark.parametrize(
    ("name", "shoe", "said", "clause"),
    [
        ("tiger", "8x52", "tiger is not a blackjack game", None),
        ("lucky-8", "9x52", "lucky-8 is played with 1 to 8 decks, not 9", "lucky8 2.1"),
        ("dueling-8s", "8x52", "played with 48-card decks, not 52-card ones", "dueling8 2.1"),
        ("e-blackjack", "1x52", "played with 2 to 6 decks, not 1", "eblackjack 2.1"),
    ],
)
def test_what_cannot_be_counted_is_refused(name: str, shoe: str, said: str, clause: str | None) -> None:
    with pytest.raises(Refused, match=said) as refused:
        odds(name, Composition.parse(shoe))
    assert refused.value.clause == clause


@every_variant
def test_too_few_cards_are_refused_and_just_enough_are_not(game: Any) -> None:
    need = max(DEALT[name] for name in LISTED[game.name])
    assert cards_for(game, LISTED[game.name]) == need
    least = holding(game.deck, [Card("8S")] * need, 8)
    assert all(
        sum(chance.probability for chance in each.chances) == 1
        for each in odds(game.name, least, any_decks=True).values()
    )
    with pytest.raises(Refused, match="could not finish a round"):
        removal(game.name, least, any_decks=True)
    with pytest.raises(Refused, match=f"may take {need} cards, and this shoe has {need - 1} left"):
        odds(game.name, least.without([Card("8S")]), any_decks=True)


@every_variant
def test_wagers_may_be_chosen(game: Any) -> None:
    shoe = game.shoe()
    assert list(countable(game)) == LISTED[game.name]
    last = LISTED[game.name][-1]
    assert list(odds(game.name, shoe, [last])) == [last]
    assert list(catalogue.odds(game.name, shoe, [last, "main"])) == [last, "main"]
    with pytest.raises(Refused, match="does not offer 'banker'"):
        odds(game.name, shoe, ["banker"])


def test_without_an_ace_there_is_no_insurance() -> None:
    aces = [card for card in STANDARD.cards if card.rank == "A"]
    none = Composition(STANDARD, 2, aces * 2)
    assert list(odds("e-blackjack", none)) == LISTED["e-blackjack"][1:]
    last = Composition(STANDARD, 2, (aces * 2)[1:])
    effects = removal("e-blackjack", last, ["insurance", "bet-the-set-21"])
    assert last.count(aces[0]) == 1
    assert aces[0] in effects["bet-the-set-21"]
    assert aces[0] not in effects["insurance"]
    assert Card("KS") in effects["insurance"]


# Effect of removal, golden files, tables


@every_variant
def test_an_effect_is_what_the_smaller_shoe_says(game: Any) -> None:
    shoe = game.shoe()
    effects, full = removal(game.name, shoe, LISTED[game.name]), odds(game.name, shoe)
    assert list(effects) == LISTED[game.name]
    for text in ("AS", "8S", "8D", "KS", "KD", "QH", "5C"):
        smaller = odds(game.name, shoe.without([Card(text)]))
        assert {each: effects[each][Card(text)] for each in full} == {
            each: smaller[each].ev - full[each].ev for each in full
        }
    assert all(effect.keys() == set(game.deck.cards) for effect in effects.values())


@every_variant
def test_the_counts_of_the_usual_shoe_to_the_digit(game: Any) -> None:
    path, text = GOLDEN / f"{game.name}.txt", written(game)
    if os.environ.get("REGENERATE"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def written(game: Any) -> str:
    """A game's odds from its usual shoe, with everything that a mathematician needs to check them by hand."""
    lines = [f"{game.title} ({game.name}), {game.shoe()}"]
    for each in catalogue.odds(game.name, game.shoe()).values():
        if isinstance(each, PlayedOdds):
            lines += ["", f"{each.name}: {each.method}"]
            lines += [f"  edge {float(each.edge * 100):.10f} %, sd {each.sd:.8f}, ev {written_number(each.ev)}"]
            lines += [
                f"  {share.outcome:41}{float(share.net):>+12.8f}{float(share.probability * 100):>16.8f} %"
                for share in each.chances
            ]
            continue
        lines += ["", f"{each.name}: {each.method}, {each.total:,} ordered deals"]
        lines += [f"  edge {float(each.edge * 100):.10f} %, sd {each.sd:.10f}, ev {fraction(each.ev)}"]
        for chance in each.chances:
            share = f"{float(chance.probability * 100):.10f} %"
            lines.append(f"  {chance.outcome:41}{chance.pays or ''!s:>6}{chance.count:>26,}{share:>18}")
    return "\n".join(lines) + "\n"


def shown(renderable: object, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO())
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


@every_variant
def test_tables_fit_a_terminal_and_lose_no_digit(game: Any) -> None:
    shoe = game.shoe()
    found = odds(game.name, shoe)
    text = shown(table(game, shoe, found))
    assert "…" not in text
    for wager, each in found.items():
        (line,) = [line for line in text.splitlines() if line.split()[:1] == [wager]]
        assert f"{float(each.edge * 100):.4f}%" in line
        said = " ".join(f"{wager}: of {each.total:,} ordered deals of {each.method}".split())
        assert said in " ".join(text.split())
    effects = shown(removals(game, shoe, every_removal(game.name, shoe)))
    assert "…" not in effects
    assert "gone" not in effects


# The command


def told(*words: str) -> subprocess.CompletedProcess[str]:
    return croupier("odds", *words)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_answers(name: str) -> None:
    done = told(name, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    game = GAMES[name]
    assert (answer["game"], answer["decks"]) == (name, game.default_decks)
    found = catalogue.odds(name, game.shoe())
    assert list(answer["wagers"]) == list(found)
    for wager, each in found.items():
        written = answer["wagers"][wager]
        assert list(written)[:5] == ["outcomes", "ev", "edge", "sd", "hit"]
        assert (each.method or "") in written.get("method", "")
        assert float(Fraction(written["ev"])) == pytest.approx(float(each.ev), abs=1e-12)
        if isinstance(each, Odds):
            assert Fraction(written["ev"]) == each.ev
            assert {text: row["count"] for text, row in written["outcomes"].items()} == counted(each)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lucky-8"], ["exact odds from 8x52", "3.9575%", "0.1903%", "0.1894%"]),
        (["lucky-8", "--decks", "1"], ["26.9321%", "never", "an Ace for the Dealer and the next card"]),
        (["lucky-8", "--decks", "9", "--any-decks"], ["exact odds from 9x52"]),
        (["lucky-8", "--shoe", "1x52 less AS AH AD AC"], ["insurance is not offered: the shoe has no Ace"]),
        (["lucky-8", "--shoe", f"1x52 less {FEW}"], ["too small to finish a round (R-13)", "lucky-8"]),
        (["e-blackjack", "--shoe", "6x52 less KS"], ["6x52 less KS", "kings-bounty"]),
        (["dueling-8s"], ["11.8620%", "1.0746%", "-0.1138%"]),
        (["dueling-8s", "--removal"], ["one card removed from 8x48", "(best), S", "J-K"]),
    ],
)
def test_a_person_reads_a_table(words: list[str], said: list[str]) -> None:
    done = told(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "{" not in done.stdout
    for text in said:
        assert text in done.stdout


def test_json_names_a_shoe_that_is_not_full_and_adds_removals() -> None:
    done = told("dueling-8s", "--shoe", "3x48 less 8S", "--removal", "--json")
    answer = json.loads(done.stdout)
    assert (answer["decks"], answer["shoe"]) == (3, "3x48 less 8S")
    effects = every_removal("dueling-8s", Composition(DECKS["48"], 3, [Card("8S")]))
    assert "main-composition" in effects
    for wager, found in effects.items():
        written = answer["wagers"][wager]["removal"]
        assert {card: float(Fraction(text)) for card, text in written.items()} == pytest.approx(
            {card: float(effect) for card, effect in found.items()}, abs=1e-12
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lucky-8", "--decks", "9"], "lucky-8 is played with 1 to 8 decks, not 9 (lucky8 2.1)"),
        (["dueling-8s", "--shoe", "8x52"], "not 52-card ones"),
        (["dueling-8s", "--decks", "0", "--any-decks"], "this shoe has 0 left"),
        (["e-blackjack", "--decks", "-2", "--any-decks", "--json"], "this shoe has 0 left"),
    ],
)
def test_wrong_usage_is_one_line_and_status_two(words: list[str], said: str) -> None:
    done = told(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
