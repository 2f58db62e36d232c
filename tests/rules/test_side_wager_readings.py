"""Every reading of the side wagers of blackjack: a round settles otherwise, and alike at a table and as a record."""

import msgspec
import pytest

from croupier.cards import Card, Composition, cards
from croupier.games.blackjack.decided import opening_decided
from croupier.games.blackjack.hand import Area, Hand, Splitting
from croupier.games.blackjack.outcome import run_over
from croupier.games.catalogue import game
from croupier.games.terms import Terms
from croupier.odds.blackjack.liability import on_boxes
from croupier.refused import Refused
from test_dueling8 import bet, settled, table, won
from test_main_play_readings import nets, read, refused

# Pairs and combinations


@pytest.mark.parametrize(("letter", "pair", "kind"), [("a", -100, -100), ("b", 1_100, 300)])
def test_r_63_a_ten_and_a_face_card_are_a_pair_or_not(letter: str, pair: int, kind: int) -> None:
    found = nets("lucky-8", f"R-63={letter}", "TS 7D KD TC", "stand", pair=100, lucky_8=100)
    assert (found["pair"], found["lucky-8"]) == (pair, kind)
    unlike = nets("lucky-8", f"R-63={letter}", "QS 7D KD TC", "stand", pair=100, lucky_8=100)
    assert (unlike["pair"], unlike["lucky-8"]) == (-100, -100), "unlike face cards never are"


@pytest.mark.parametrize(("letter", "suited", "unsuited"), [("a", -100, -100), ("b", 1_500, 1_000)])
def test_r_63_bet_the_set_21_on_a_ten_and_a_face_card(letter: str, suited: int, unsuited: int) -> None:
    for text, expected in (("TS 7D KS TC", suited), ("TS 7D KD TC", unsuited)):
        assert nets("e-blackjack", f"R-63={letter}", text, "stand", bet_the_set_21=100)["bet-the-set-21"] == expected


@pytest.mark.parametrize(
    ("text", "once", "each"),
    [
        ("8S 8S 8S TC", 1_000, 1_030),
        ("8S 8S 8H TC", 100, 120),
        ("8S 8D 8H TC", 100, 115),
        ("8S 8S 7H TC", 10, 10),
        ("KS KD KH 7C", 3, 9),
        ("KS KD 9H 7C", 3, 3),
    ],
)
def test_r_64_the_best_combination_or_every_one(text: str, once: int, each: int) -> None:
    for letter, expected in (("a", once), ("b", each)):
        assert nets("lucky-8", f"R-64={letter}", text, "stand", lucky_8=100)["lucky-8"] == 100 * expected


def test_r_63_and_r_64_count_a_ten_with_two_faces_twice() -> None:
    assert nets("lucky-8", "R-63=b R-64=b", "KS TD QH 7C", "stand", lucky_8=100)["lucky-8"] == 600
    assert nets("lucky-8", "R-63=b R-64=b", "TS TD QH 7C", "stand", lucky_8=100)["lucky-8"] == 900


# With a surrendered hand


@pytest.mark.parametrize("letter", ["a", "b"])
def test_r_51_side_wagers_are_lost_with_a_surrendered_hand_or_settle_on_the_cards(letter: str) -> None:
    lost, reads = letter == "b", f"R-51={letter}"
    lucky = nets("lucky-8", reads, "8S 8D 8H", "surrender", pair=100, lucky_8=100)
    assert lucky == {"main": -500, "pair": -100 if lost else 1_100, "lucky-8": -100 if lost else 10_000}
    # The Dealer takes the second card only for a Kings Bounty that is still open.
    text = "KS TD KS" if lost else "KS TD KS AC"
    electronic = nets("e-blackjack", reads, text, "surrender", kings_bounty=100, royal_match_21=100, bet_the_set_21=100)
    paid = {"kings-bounty": 100_000, "royal-match-21": 250, "bet-the-set-21": 1_500}
    assert electronic == {"main": -500, **(dict.fromkeys(paid, -100) if lost else paid)}
    # And the Dealer draws for 21+ only where it is open.
    text = "8H" if lost else "8H 5D KD"
    dueling = nets("dueling-8s", reads, text, "surrender", superb_8s=100, **{"21_plus": 100})
    assert dueling == {"main": -500, "superb-8s": -100 if lost else 300, "21-plus": -100 if lost else 200}
    played = nets("lucky-8", reads, "8S 8D 8H TC", "stand", pair=100, lucky_8=100)
    assert (played["pair"], played["lucky-8"]) == (1_100, 10_000), "who plays on loses nothing by it"


def test_r_51_who_has_not_surrendered_keeps_a_side_wager() -> None:
    terms = Terms.of("dueling-8s", rulings={"R-51": "b"})
    round = settled(table(bet("Ann", plus=100), bet("Bob", plus=100), terms=terms), "KC surrender:Ann stand 5D KD")
    assert (won(round)["21-plus"], won(round, "Bob")["21-plus"]) == (-100, 200)
    with pytest.raises(Refused, match=r"R-51 = b contradicts R-52 = b"):
        game("lucky-8", "R-51=b R-52=b")


# Electronic Blackjack


@pytest.mark.parametrize(("letter", "suited", "unsuited"), [("a", 900, 400), ("b", -100, -100)])
def test_r_89_an_ace_and_a_nine_make_twenty_or_not(letter: str, suited: int, unsuited: int) -> None:
    for text, expected in (("AS 7D 9S TC", suited), ("AS 7D 9H TC", unsuited)):
        assert nets("e-blackjack", f"R-89={letter}", text, "stand", kings_bounty=100)["kings-bounty"] == expected
    assert nets("e-blackjack", f"R-89={letter}", "QS 7D JD TC", "stand", kings_bounty=100)["kings-bounty"] == 400


@pytest.mark.parametrize(("letter", "expected"), [("a", 900), ("b", 2_000)])
def test_r_90_queen_and_jack_of_a_suit_are_suited_twenty_or_the_grade_of_pairs(letter: str, expected: int) -> None:
    assert nets("e-blackjack", f"R-90={letter}", "QS 7D JS TC", "stand", kings_bounty=100)["kings-bounty"] == expected
    assert nets("e-blackjack", f"R-90={letter}", "KS 7D QS TC", "stand", kings_bounty=100)["kings-bounty"] == 900


@pytest.mark.parametrize(("letter", "expected"), [("a", 100_000), ("b", 10_000)])
def test_r_91_the_top_grade_of_kings_bounty_is_for_dealer_blackjack_or_for_nobody(letter: str, expected: int) -> None:
    found = nets("e-blackjack", f"R-91={letter}", "KS AD KS TC", "stand", kings_bounty=100)
    assert found["kings-bounty"] == expected


def test_r_91_the_dealer_draws_for_kings_bounty_only_where_it_tells() -> None:
    assert nets("e-blackjack", "R-91=a", "KS TD KS AC", "surrender", kings_bounty=100)["kings-bounty"] == 100_000
    assert nets("e-blackjack", "R-91=b", "KS TD KS", "surrender", kings_bounty=100)["kings-bounty"] == 10_000


@pytest.mark.parametrize(("letter", "expected"), [("a", 2_500), ("b", -100)])
def test_r_92_royal_match_survives_a_dealer_blackjack_or_not(letter: str, expected: int) -> None:
    found = nets("e-blackjack", f"R-92={letter}", "KS TD QS AC", "stand", royal_match_21=100, bet_the_set_21=100)
    assert (found["royal-match-21"], found["bet-the-set-21"]) == (expected, -100)
    paired = nets("e-blackjack", f"R-92={letter}", "9S TD 9S AC", "stand", royal_match_21=100, bet_the_set_21=100)
    assert paired["bet-the-set-21"] == 1_500, "of which it is said that it survives"


def test_r_92_the_dealer_draws_for_royal_match_only_where_it_tells() -> None:
    assert nets("e-blackjack", "R-92=a", "KS TD QS", "surrender", royal_match_21=100)["royal-match-21"] == 2_500
    assert nets("e-blackjack", "R-92=b", "KS TD QS 5C", "surrender", royal_match_21=100)["royal-match-21"] == 2_500
    assert nets("e-blackjack", "R-92=b", "KS TD QD", "surrender", royal_match_21=100)["royal-match-21"] == -100
    with pytest.raises(Refused, match=r"R-92 = b contradicts R-52 = b"):
        game("e-blackjack", "R-92=b R-52=b")


# Dueling 8's


def test_r_70_the_printed_eight_is_taken_from_the_packs_or_not() -> None:
    full, less = read("dueling-8s", "R-70=a"), read("dueling-8s", "R-70=b")
    assert (full.shoe(8).total, less.shoe(8).total) == (384, 376)
    assert Composition.parse(str(less.shoe(8))) == less.shoe(8)
    assert nets("dueling-8s", "R-70=a", "8S 9C", "stand") == {"main": -1_000}
    assert refused("dueling-8s", "R-70=b", "8S 9C", "stand").clause == "dueling8 2.1"
    assert nets("dueling-8s", "R-70=b", "8H 9C", "stand") == {"main": -1_000}
    assert Card("8S") not in set(less.shoe(8))


@pytest.mark.parametrize(("letter", "split", "hit"), [("a", 800, 800), ("b", 300, 800)])
def test_r_71_a_run_is_of_the_area_or_within_a_hand(letter: str, split: int, hit: int) -> None:
    reads = f"R-71={letter}"
    assert nets("dueling-8s", reads, "8H 8C KC 9S", "split stand stand", superb_8s=100)["superb-8s"] == split
    assert nets("dueling-8s", reads, "8H 8C", "hit", superb_8s=100)["superb-8s"] == hit
    second = nets("dueling-8s", reads, "8H KC 8C 9S", "split stand stand", superb_8s=100)
    assert second["superb-8s"] == 300, "an 8 after another card is in no run, and the second hand lacks the printed one"
    resplit = "8H 8C 8D 8H 8C KC KC KC 9S", "split split split hit stand stand stand"
    assert nets("dueling-8s", reads, *resplit, superb_8s=100)["superb-8s"] == (80_000 if letter == "a" else 800)


@pytest.mark.parametrize(("letter", "across", "late", "bust"), [("a", 300, -100, -100), ("c", 800, 300, 800)])
def test_r_71_every_8_counts_whatever_lies_between(letter: str, across: int, late: int, bust: int) -> None:
    reads = f"R-71={letter}"
    assert nets("dueling-8s", reads, "8H KC 8C 9S", "split stand stand", superb_8s=100)["superb-8s"] == across
    assert nets("dueling-8s", reads, "2H 8C 9S", "hit stand", superb_8s=100)["superb-8s"] == late
    assert nets("dueling-8s", reads, "2S 8H 8S", "hit hit", superb_8s=100)["superb-8s"] == bust


def test_r_71_c_pays_four_spades_dealt_anywhere_and_ignores_more() -> None:
    for fifth, fourth, expected in (("8H", "8S", 800_000), ("8S", "8H", 80_000)):
        text = f"8S 2S 8S {fourth} 4C KC {fifth} KD 9S"
        decisions = "split hit stand split hit hit"
        assert nets("dueling-8s", "R-71=c", text, decisions, superb_8s=100)["superb-8s"] == expected


def test_r_71_c_keeps_what_three_8s_on_two_hands_have_decided() -> None:
    rules = read("dueling-8s", "R-71=c")
    area = (
        Area.of(Card("8S"), printed=rules.printed)
        .split(rules.splitting)
        .take(Card("2S"))
        .hit()
        .take(Card("8D"))
        .stand()
    )
    assert not run_over(area, rules.reads)
    area = area.take(Card("8H"))
    assert not area.done
    assert run_over(area, rules.reads)


@pytest.mark.parametrize(
    ("readings", "decided"), [("R-71=a", "8 2 28"), ("R-71=c", "8 28"), ("R-73=b", "2 28"), ("R-71=c R-73=b", "")]
)
def test_one_card_tells_of_superb_8s_unless_a_later_one_may(readings: str, decided: str) -> None:
    dealt = {"8": [Card("8H")], "2": [Card("2H")], "28": [Card("2H"), Card("8H")]}
    told = [
        text for text, row in dealt.items() if "superb-8s" in opening_decided(read("dueling-8s", readings), row, [])
    ]
    assert told == decided.split()


def acted(area: Area, action: str, splitting: Splitting) -> Area:
    return area.split(splitting) if action == "split" else area.stand() if action == "stand" else area.hit()


RUNS = ["R-71=a", "R-71=b", "R-71=c", "R-72=b", "R-73=b", "R-71=b R-73=b", "R-71=c R-73=b"]
OVER_BY = {
    "2S": "over over open over over over open",
    "8S": "open open open open open open open",
    "8S stand": "over over over over over over over",
    "8S hit 2S": "over over open over open open open",
    "8S split": "open open open open open open open",
    "8S split KC": "over over open over open open open",
    "8S split KC stand": "over over open over over over open",
    "8S split KC hit 2C": "over over open over open open open",
    "8S split KC hit KD": "over over open over over over over",
    "8S split 8H": "open open open open open open open",
    "8S split 8H stand": "open over open open open over open",
    "8S split 8H stand KC": "over over open over over over open",
    "8S split 8H split": "open open open open open open open",
    "8S split 8H split 8C": "over open over open open open open",
    "8S split 8H split 8C stand": "over over over open over over over",
    "8S split 8S split 8S": "over open over over open open open",
    "8S split 8S split 8S stand": "over over over over over over over",
    "8H split 8S split 8S": "over open over open open open open",
    "8S split 2S stand 8H": "over over open over over over open",
    "8S split 2S hit 8H stand 8H": "over over over over over over over",
    "2S hit 8H": "over over open over over over open",
}
"""Whether anything may still change the run of 8s, by the readings in their order."""


@pytest.mark.parametrize("dealt", OVER_BY)
def test_superb_8s_is_decided_as_soon_as_no_card_can_change_it(dealt: str) -> None:
    def seen(readings: str) -> str:
        rules = read("dueling-8s", readings)
        first, *rest = dealt.split()
        area = Area.of(Card(first), printed=rules.printed)
        for each in rest:
            area = acted(area, each, rules.splitting) if each.islower() else area.take(Card(each))
        return "over" if run_over(area, rules.reads) else "open"

    assert " ".join(map(seen, RUNS)) == OVER_BY[dealt]


def test_superb_8s_within_a_hand_is_decided_when_that_hand_is_closed() -> None:
    # Whoever builds an area of hands that are finished leaves it at the first one.
    rules = read("dueling-8s", "R-71=b")
    assert rules.printed
    open_hand = Hand.of(rules.printed, Card("8H"))
    for hand, over in ((open_hand, False), (msgspec.structs.replace(open_hand, stood=True), True)):
        assert run_over(Area((hand, Hand.of(Card("8D"), id=1, split=True)), cards("8H 8D")), rules.reads) is over


def test_r_71_c_contradicts_spades_in_a_row() -> None:
    with pytest.raises(Refused, match=r"R-71 = c contradicts R-72 = b"):
        game("dueling-8s", "R-71=c R-72=b")


@pytest.mark.parametrize(("letter", "expected"), [("a", 80_000), ("b", 800_000)])
def test_r_72_four_spades_come_first_or_anywhere_in_the_run(letter: str, expected: int) -> None:
    late = "8H 8S 8S 8S 8S KC KC 9S", "split split split stand stand stand stand"
    assert nets("dueling-8s", f"R-72={letter}", *late, superb_8s=100)["superb-8s"] == expected
    broken = "8H 8S 8S KC 8S KC KC 9S", "split split split stand stand stand stand"
    assert nets("dueling-8s", f"R-72={letter}", *broken, superb_8s=100)["superb-8s"] == 80_000


@pytest.mark.parametrize(("letter", "three", "first"), [("a", 800, 300), ("b", -100, -100)])
def test_r_73_a_first_hand_that_busts_has_lost_superb_8s_or_not(letter: str, three: int, first: int) -> None:
    reads = f"R-73={letter}"
    assert nets("dueling-8s", reads, "8H 8C", "hit", superb_8s=100)["superb-8s"] == three
    assert nets("dueling-8s", reads, "8H 5D KC 9C 9S", "split hit stand", superb_8s=100)["superb-8s"] == first
    assert nets("dueling-8s", reads, "8H 9C 5D KC 9S", "split stand hit", superb_8s=100)["superb-8s"] == 300
    tied = nets("dueling-8s", reads, "8H 5D KC 9C 9S", "split hit stand", tie_on_18=100)
    assert tied["tie-on-18"] == -100, "a bust Tie on 18 is lost under both"


@pytest.mark.parametrize(("letter", "expected"), [("a", 300), ("b", -100)])
def test_r_74_superb_8s_of_a_folded_area_is_paid_or_lost(letter: str, expected: int) -> None:
    assert nets("dueling-8s", f"R-74={letter}", "8H", "surrender", superb_8s=100)["superb-8s"] == expected
    round = table(
        bet("Ann", superb=100), bet("Bob", superb=100), terms=Terms.of("dueling-8s", rulings={"R-74": letter})
    )
    round = settled(round, "8H surrender:Ann hit 8C")
    assert (won(round)["superb-8s"], won(round, "Bob")["superb-8s"]) == (800 if letter == "a" else -100, 800)


@pytest.mark.parametrize(("letter", "expected"), [("a", (-100, -100)), ("b", (800, -100)), ("c", (0, 0))])
def test_r_75_tie_on_18_of_a_folded_hand(letter: str, expected: tuple[int, int]) -> None:
    for drawn, tie in zip(("KD", "9D"), expected, strict=True):
        text = f"KC {drawn}" if letter == "b" else "KC"
        assert nets("dueling-8s", f"R-75={letter}", text, "surrender", tie_on_18=100)["tie-on-18"] == tie
    other = nets("dueling-8s", f"R-75={letter}", "9C", "surrender", tie_on_18=100)
    assert other["tie-on-18"] == (0 if letter == "c" else -100), "17 is no 18, and the Dealer draws for nobody"


@pytest.mark.parametrize(("letter", "ann"), [("a", (800, -100)), ("b", (800, 800)), ("c", (0, 0))])
def test_r_75_tie_on_18_where_somebody_else_plays_the_hand(letter: str, ann: tuple[int, int]) -> None:
    for script, expected, bob in zip(("stand", "hit 3D"), ann, (800, -100), strict=True):
        terms = Terms.of("dueling-8s", rulings={"R-75": letter})
        round = settled(table(bet("Ann", tie=100), bet("Bob", tie=100), terms=terms), f"KC surrender:Ann {script} KD")
        assert (won(round)["tie-on-18"], won(round, "Bob")["tie-on-18"]) == (expected, bob)


@pytest.mark.parametrize(("letter", "three", "four"), [("a", 200, 300), ("b", -100, 200)])
def test_r_78_the_printed_eight_is_one_of_the_dealers_cards_or_not(letter: str, three: int, four: int) -> None:
    for text, expected in (("KC 5D KD", three), ("KC 5D 2C KD", four)):
        assert nets("dueling-8s", f"R-78={letter}", text, "stand", **{"21_plus": 100})["21-plus"] == expected


@pytest.mark.parametrize(
    ("letter", "single", "double", "less"),
    [("a", 2_000, 3_000, 2_500), ("b", 2_000, 4_000, 3_000), ("c", 2_000, 2_000, 1_500)],
)
def test_r_79_the_bonus_is_on_the_original_stake_on_all_of_it_or_not_for_doubles(
    letter: str, single: int, double: int, less: int
) -> None:
    for decision, expected in (("hit", single), ("double", double), ("double:500", less)):
        assert nets("dueling-8s", f"R-79={letter}", "6D 7C 9S", decision) == {"main": expected}


def test_r_79_a_doubled_bonus_may_be_the_most_that_a_box_wins() -> None:
    for letter, most in (("a", 8), ("b", 12), ("c", 8)):
        rules = read("dueling-8s", f"R-79={letter}")
        found = on_boxes(rules, [{"main": 1_000}], rules.shoe())
        assert found.loss == most * 1_000
    assert nets("dueling-8s", "R-79=b", "6S 7S 9S", "double") == {"main": 12_000}


def test_every_letter_is_a_choice_and_those_that_are_not_are_refused() -> None:
    with pytest.raises(Refused, match="R-71"):
        game("dueling-8s", "R-71=d")
    for name in ("lucky-8", "e-blackjack", "dueling-8s"):
        for ruling, choices in game(name).choices.items():
            for letter in choices:
                assert game(name, {ruling: letter}).reads(ruling) == letter
