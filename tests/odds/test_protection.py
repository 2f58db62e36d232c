"""Game protection: floating point against exact counts, estimates against exact values, counts against brute force."""

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from croupier.cards import NO_TENS, STANDARD, Card, Composition, Deck, cards, shuffled
from croupier.games.baccarat.drawing import next_hand
from croupier.games.catalogue import GAMES
from croupier.odds import baccarat
from croupier.odds.catalogue import odds
from croupier.odds.families import odds_of
from croupier.odds.protection.counter import Protected, protection, ratio
from croupier.odds.protection.dealing import takes
from croupier.odds.protection.depth import at_depth
from croupier.odds.protection.tags import best, efficiency, fit
from croupier.odds.protection.vectorised import evs
from croupier.odds.removal import removal
from croupier.odds.result import Odds
from croupier.odds.tally import counts
from croupier.refused import Refused
from program import croupier


def holding(left: Sequence[Card], deck: Deck = STANDARD, decks: int = 8) -> Composition:
    """A shoe from which everything but these cards has gone."""
    gone = Counter(dict.fromkeys(deck.cards, decks))
    gone.subtract(left)
    return Composition(deck, decks, gone.elements())


# Prices of many shoes at once


@pytest.mark.parametrize("name", GAMES)
def test_many_shoes_at_once_are_priced_as_each_is_exactly(name: str) -> None:
    game, entropy = GAMES[name], random.Random(4)
    full = game.shoe()
    shoes = [full.without(shuffled(full, entropy)[: entropy.randrange(full.total - 20)]) for _ in range(12)]
    names = [
        name
        for name, each in odds(name, full).items()
        if isinstance(each, Odds) and name in odds_of(game).counted(game)
    ]
    found = evs(game, names)(np.array([counts(shoe) for shoe in (full, *shoes)]))
    for row, shoe in zip(found, (full, *shoes), strict=True):
        exact = odds(name, shoe, names)
        assert list(row) == pytest.approx([float(exact[each].ev) if each in exact else 0 for each in names], abs=1e-13)


def test_a_fair_wager_is_not_favourable() -> None:
    red = holding([*[Card("AH")] * 6, *[Card("AS")] * 4])  # 2:1 on two reds of ten cards, six red: exactly fair
    assert odds("sands-super", red)["player-red"].ev == 0
    assert evs(GAMES["sands-super"], ["player-red"])(np.array([counts(red)]))[0, 0] == 0


# Dealing


def test_a_baccarat_round_takes_what_the_table_of_play_says() -> None:
    entropy = random.Random(8)
    full = GAMES["tiger"].shoe()
    for _ in range(2_000):
        dealt = shuffled(full, entropy)[:6]
        assert takes(GAMES["tiger"], dealt) == next(n for n in range(4, 7) if next_hand(dealt[:n]) is None)


@pytest.mark.parametrize(
    ("name", "dealt", "number"),
    [
        ("lucky-8", "KS QD 9C 8D AS AS", 4),  # 20 against 17
        ("lucky-8", "AS 5D 2C KS 9D 8C AS", 5),  # soft 16, soft 18; the Dealer 19
        ("lucky-8", "5S 6D KS 6C 7D 5D AS", 6),  # 11, then 21; the Dealer 13 and 18
        ("e-blackjack", "AS KD 2C 3D 4C 5D 6C AS", 7),  # Blackjack; the Dealer draws on to 20 all the same
        ("dueling-8s", "9S 9D 2C AS", 2),  # 8 and 9 make 17, which stands; the Dealer's 8 and 9 too
        ("dueling-8s", "2S AD 5C AC 2D", 6),  # 10, then 21; the Dealer 13, 14, 16 and 26
    ],
)
def test_a_blackjack_round_takes_what_an_absent_player_and_the_dealer_draw(name: str, dealt: str, number: int) -> None:
    assert takes(GAMES[name], [*cards(dealt), *cards("KS " * 10)]) == number


def test_no_round_is_longer_than_the_shoe_must_be() -> None:
    low = sorted(GAMES["lucky-8"].shoe(), key=lambda card: "A23456789TJQK".index(card.rank))
    entropy = random.Random(3)
    for _ in range(500):
        assert takes(GAMES["lucky-8"], entropy.sample(low[:64], 30)) < odds_of(GAMES["lucky-8"]).min_cards


# Exactly so deep


@pytest.mark.parametrize("wager", ["player-red", "banker-black"])
def test_every_way_that_cards_can_have_gone_from_a_small_shoe(wager: str) -> None:
    left = cards("AH 2H 3D 4S 5S 6C 7C 8S KD QH JH")
    shares, won = [], Fraction(0)
    for gone in itertools.combinations(left, 4):
        ev = Fraction(odds("sands-super", holding(left).without(gone))[wager].ev)
        shares.append(ev > 0)
        won += max(ev, Fraction(0))
    found = at_depth(GAMES["sands-super"], wager, 4, holding(left))
    assert found.share == Fraction(sum(shares), len(shares))
    assert found.share * found.advantage == won / len(shares)


def test_insurance_counts_where_an_ace_is_shown() -> None:
    left = cards("AS AH KS QS JD TD 2C 3C 9D 8D")
    offered = favourable = won = Fraction(0)
    for order in itertools.permutations(left, 5):
        gone, shown = order[:4], order[4]
        if shown.rank != "A":
            continue
        rest = [card for card in left if card not in (*gone, shown)]
        ev = Fraction(3 * sum(card.rank in "TJQK" for card in rest), len(rest)) - 1
        offered, favourable, won = offered + 1, favourable + (ev > 0), won + max(ev, Fraction(0))
    found = at_depth(GAMES["lucky-8"], "insurance", 4, holding(left))
    assert found.share == favourable / offered
    assert found.share * found.advantage == won / offered


@pytest.mark.parametrize(
    ("name", "wager", "gone"),
    [
        ("lucky-8", "insurance", 208),
        ("lucky-8", "insurance", 364),
        ("e-blackjack", "insurance", 260),
        ("dueling-8s", "superb-8s-best", 100),
        ("dueling-8s", "superb-8s-best", 330),
        ("sands-super", "banker-red", 300),
        ("sands-super", "player-black", 395),
    ],
)
def test_shoes_by_chance_come_to_the_exact_share(name: str, wager: str, gone: int) -> None:
    game, number = GAMES[name], 20_000
    full = np.array(counts(game.shoe()))
    left = full - np.random.default_rng(gone).multivariate_hypergeometric(full, gone, size=number)
    ev = evs(game, [wager])(left)[:, 0]
    offered = left[:, :40:13].sum(axis=1) / left.sum(axis=1) if wager == "insurance" else np.ones(number)
    exact = at_depth(game, wager, gone)
    share = ratio(np.where(ev > 0, offered, 0), offered)
    won = ratio(np.maximum(ev, 0) * offered, offered)
    assert abs(share.value - float(exact.share)) < 4 * share.error
    assert abs(won.value - float(exact.share * exact.advantage)) < 4 * won.error


def test_a_wager_of_many_kinds_is_refused() -> None:
    with pytest.raises(Refused, match="depends on too many kinds"):
        at_depth(GAMES["tiger"], "tie", 100)
    kinds = {wager for game in GAMES.values() for wager in odds_of(game).card_kinds}
    assert all(any(wager.removesuffix("-best") in game.by_name for game in GAMES.values()) for wager in kinds)


# What a counter wins, against every way to deal a small shoe


SMALL = [*[Card("4S")] * 5, *[Card("6S")] * 6, *[Card("9S")] * 5]
CUTS = (5, 7, 9, 12, 15)


@cache
def expected(left: tuple[int, ...], wager: str, cut: int) -> tuple[Fraction, Fraction, Fraction]:
    """Rounds, favourable rounds and units won from here, by every order of the next six cards."""
    if sum(left) <= cut:
        return Fraction(0), Fraction(0), Fraction(0)
    kinds = cards("4S 6S 9S")
    ev = price(left, wager)
    found = [Fraction(1), Fraction(ev > 0), max(ev, Fraction(0))]
    after: Counter[tuple[int, ...]] = Counter()
    for six in itertools.product(range(3), repeat=6):
        numbers, ways = list(left), 1
        for kind in six:
            ways *= numbers[kind]
            numbers[kind] -= 1
        if ways:
            dealt = [kinds[kind] for kind in six]
            size = next(n for n in range(4, 7) if next_hand(dealt[:n]) is None)
            after[tuple(number - six[:size].count(kind) for kind, number in enumerate(left))] += ways
    for rest, ways in after.items():
        for place, more in enumerate(expected(rest, wager, cut)):
            found[place] += more * Fraction(ways, after.total())
    return found[0], found[1], found[2]


@cache
def price(left: tuple[int, ...], wager: str) -> Fraction:
    shoe = holding([card for card, number in zip(cards("4S 6S 9S"), left, strict=True) for _ in range(number)])
    return Fraction(odds("tiger", shoe)[wager].ev)


@pytest.fixture(scope="module")
def small() -> dict[str, Protected]:
    return protection(GAMES["tiger"], holding(SMALL), cut=5, cuts=CUTS, shoes=20_000, seed=11)


@pytest.mark.parametrize("wager", ["player", "banker", "tie", "tiger", "small-tiger", "tiger-pair"])
@pytest.mark.parametrize("cut", CUTS)
def test_estimates_agree_with_every_way_to_deal_a_small_shoe(small: dict[str, Protected], wager: str, cut: int) -> None:
    rounds, favourable, won = map(float, expected((5, 6, 5), wager, cut))
    found = small[wager].at(cut)
    assert abs(found.rounds.value - rounds) <= 4 * found.rounds.error + 1e-9
    assert abs(found.favourable.value - favourable / rounds) <= 4 * found.favourable.error + 1e-9
    assert abs(found.per_shoe.value - won) <= 4 * found.per_shoe.error + 1e-9
    assert abs(found.per_hundred.value - 100 * won / rounds) <= 4 * found.per_hundred.error + 1e-9
    if found.advantage:
        assert abs(found.advantage.value - won / favourable) <= 4 * found.advantage.error + 1e-9


def test_standard_errors_are_as_large_as_the_errors() -> None:
    rounds, favourable, won = map(float, expected((5, 6, 5), "tiger", 5))
    found = [
        protection(GAMES["tiger"], holding(SMALL), ["tiger"], cut=5, shoes=400, seed=seed)["tiger"].at(5)
        for seed in range(60)
    ]
    for scores in (
        [(each.per_shoe.value - won) / each.per_shoe.error for each in found],
        [(each.favourable.value - favourable / rounds) / each.favourable.error for each in found],
    ):
        assert 0.75 < math.sqrt(sum(score**2 for score in scores) / len(scores)) < 1.35


def test_insurance_is_decided_when_the_own_cards_are_seen() -> None:
    left = [*[Card("AS")] * 6, *[Card("KS")] * 8, *[Card("QS")] * 3, *[Card("2S")] * 8, *[Card("3S")] * 7]
    shoe, total = holding(left), len(left)
    won = Fraction(0)
    for one, other in itertools.permutations(range(total), 2):
        rest = Counter(left)
        rest.subtract([left[one], left[other]])
        aces, tens = rest[Card("AS")], rest[Card("KS")] + rest[Card("QS")]
        chance = Fraction(aces, total - 2)
        won += chance * max(Fraction(3 * tens, total - 3) - 1, Fraction(0))
    pairs = total * (total - 1)
    found = protection(GAMES["lucky-8"], shoe, ["insurance"], cut=total - 1, shoes=4_000)["insurance"].by_cut[0]
    assert found.rounds.value == 1
    assert found.per_shoe.error > 0
    assert abs(found.per_shoe.value - float(won / pairs)) < 4 * found.per_shoe.error


def test_the_deeper_the_cut_the_more_is_won() -> None:
    found = protection(GAMES["sands-super"], cut=14, cuts=range(26, 209, 26), shoes=60)
    for each in found.values():
        won = [at.per_shoe.value for at in each.by_cut]
        assert all(deeper >= shallower - 1e-12 for deeper, shallower in itertools.pairwise(won))
        assert all(0 <= at.favourable.value <= 1 and at.per_shoe.value >= 0 for at in each.by_cut)
    assert found["player-red"].by_cut[0].rounds.value > 80


def test_the_same_seed_says_the_same() -> None:
    one, same, other = (protection(GAMES["lucky-8"], shoes=50, seed=seed) for seed in (1, 1, 2))
    assert one == same != other


def test_what_no_shoe_has_shown_has_no_worth() -> None:
    found = protection(GAMES["no-commission"], wagers=["player"], cut=300, shoes=20)["player"]
    at = found.at(300)
    assert (at.favourable.value, at.advantage, at.per_shoe.value) == (0, None, 0)
    assert found.count is not None
    assert (found.count.trigger, found.count.captured) == (None, None)


# Tags


@pytest.mark.parametrize("balanced", [True, False])
def test_no_other_tags_of_the_level_follow_better(balanced: bool) -> None:
    entropy = random.Random(5)
    for _ in range(20):
        ranks = "A234567"
        effects = {Card(rank + "S"): Fraction(entropy.randrange(-50, 50), 1000) for rank in ranks}
        held = [card for card in effects for _ in range(entropy.randrange(1, 5))]
        shoe = holding(held)
        mean = sum((effects[card] for card in held), Fraction(0)) / len(held)
        effects = {card: effect - mean for card, effect in effects.items()}
        most = max(effects, key=shoe.count)
        scores = []
        for tags in itertools.product((-1, 0, 1), repeat=len(ranks)):
            given = dict(zip(effects, tags, strict=True))
            if (sum(shoe.count(card) * tag for card, tag in given.items()) if balanced else given[most]) == 0:
                scores.append(efficiency(shoe, effects, given))
        found = best(shoe, effects, 1, balanced=balanced)
        if len(set(effects.values())) == len(ranks) and found:
            assert found.efficiency == pytest.approx(max(scores))


def test_tags_are_balanced_small_and_point_the_way_of_the_effects() -> None:
    shoe = GAMES["sands-super"].shoe()
    for wager, effects in removal("sands-super", shoe).items():
        tags = fit(shoe, effects)
        assert tags is not None, wager
        assert 0.9 < tags.efficiency <= 1
        assert tags.efficiency == pytest.approx(efficiency(shoe, effects, tags.of))
        assert max(map(abs, tags.of.values())) <= tags.level <= 3
        assert tags.balanced is (sum(tags.of.values()) == 0)
        largest = max(effects, key=lambda card: abs(effects[card]))
        assert tags.of[largest] * effects[largest] > 0


def test_where_single_cards_move_nothing_there_are_no_tags() -> None:
    shoe = GAMES["tiger"].shoe()
    assert fit(shoe, removal("tiger", shoe, ["tiger-pair"])["tiger-pair"]) is None


def test_a_count_of_all_that_matters_wins_nearly_everything() -> None:
    found = protection(GAMES["sands-super"], wagers=["player-red"], cut=26, shoes=200)["player-red"]
    assert found.count is not None
    assert found.count.captured is not None
    assert found.count.tags.efficiency == pytest.approx(1)
    assert 0.97 < found.count.captured.value <= 1
    # On about 52 cards, the exact break-even: more reds than about 58 of a hundred.
    assert found.count.trigger == pytest.approx(8, abs=1)


def test_a_counter_by_tags_wins_no_more_than_a_perfect_one() -> None:
    for each in protection(GAMES["e-blackjack"], cut=26, shoes=100).values():
        if each.count and each.count.captured:
            assert 0 <= each.count.captured.value <= 1


# The command


def test_json_has_every_depth_and_the_count() -> None:
    done = croupier("protection", "tiger", "--shoes", "20", "--seed", "3", "--cut", "60", "--json")
    answer = json.loads(done.stdout)
    assert {key: answer[key] for key in ("game", "decks", "cut", "shoes", "seed")} == {
        "game": "tiger",
        "decks": 8,
        "cut": 60,
        "shoes": 20,
        "seed": 3,
    }
    assert list(answer["wagers"]) == list(GAMES["tiger"].bets)
    small = answer["wagers"]["small-tiger"]
    assert [each["cut"] for each in small["by_cut"]] == [14, 26, 52, 60, 78, 104, 130, 156, 182, 208]
    assert small["by_cut"][0].keys() == {
        "cut",
        "rounds",
        "favourable",
        "advantage",
        "per_shoe",
        "per_hundred_rounds",
    }
    assert small["by_cut"][0]["per_shoe"].keys() == {"value", "stderr"}
    assert small["count"]["tags"]["6S"] == -3
    assert answer["wagers"]["tiger-pair"]["count"] is None


def test_json_of_one_wager_has_a_row_for_every_depth() -> None:
    words = ("protection", "tiger", "--wager", "tiger", "--shoes", "20", "--json")
    rows = json.loads(croupier(*words).stdout)["wagers"]["tiger"]["by_cut"]
    assert [row["cut"] for row in rows] == list(range(5, 209))
    won = [row["per_shoe"]["value"] for row in rows]
    assert all(deeper >= shallower - 1e-12 for deeper, shallower in itertools.pairwise(won))
    assert won[0] > won[-1]


def test_a_person_reads_tables() -> None:
    done = croupier("protection", "dueling-8s", "--shoes", "20")
    assert (done.returncode, done.stderr) == (0, "")
    assert "superb-8s-best" in done.stdout
    assert "±" in done.stdout
    detail = croupier("protection", "dueling-8s", "--shoes", "20", "--wager", "superb-8s-best").stdout
    assert "-1 8" in detail
    assert "just there" in detail


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["poker"], "unknown game 'poker'"),
        (["tiger", "--wager", "ante"], "tiger does not offer 'ante'"),
        (["lucky-8", "--wager", "main"], "what main gives a counter depends on decisions"),
        (["tiger", "--cut", "3"], "5 to 415 cards of this shoe, not 3"),
        (["tiger", "--cut", "416"], "5 to 415 cards of this shoe, not 416"),
        (["lucky-8", "--cut", "14"], "20 to 415 cards of this shoe, not 14"),
        (["tiger", "--decks", "3"], "tiger is played with 4 to 10 decks, not 3"),
        (["tiger", "--shoes", "1"], "a standard error takes at least two shoes"),
    ],
)
def test_wrong_usage_is_one_line_and_status_two(words: list[str], said: str) -> None:
    done = croupier("protection", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_decks_without_tens_are_dealt_too() -> None:
    shoe = Composition(NO_TENS, 3)
    found = protection(GAMES["dueling-8s"], shoe, shoes=20, cut=24)
    assert found["superb-8s-best"].at(24).rounds.value > 20
    assert baccarat.baccarat("tiger").deck is STANDARD
