"""The solver: known values, every deal of small shoes through the rules themselves, charts that nothing improves."""

import dataclasses
import random
from collections import Counter
from fractions import Fraction
from typing import Any, Literal, cast

import numpy as np
import pytest

from croupier.cards import Card, cards
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.variants import DUELING_8S, E_BLACKJACK, LUCKY_8, VARIANTS, Blackjack, OriginalOnly
from croupier.games.catalogue import game as find
from croupier.odds.blackjack.played import cards_for, played
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.chart import ChartCell, Total, flips
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.sides import SecondCard, TieOn18, best_together, runs, together
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.catalogue import odds
from croupier.odds.sequences import Sequences
from croupier.odds.tally import counts
from croupier.variants import parse
from rounds import Table

READINGS: tuple[OriginalOnly, ...] = ("obbo", "bb+1", "larger", "each", "obo")
NAMED = {"larger": "R-43=c", "each": "R-43=d"}
every_reading = pytest.mark.parametrize("reading", READINGS)


def read(game: Blackjack, reading: OriginalOnly) -> Blackjack:
    return cast("Blackjack", find(game, NAMED.get(reading, reading) if game.blackjacks else None))


def solved(game: Blackjack, decks: int, reading: OriginalOnly = "obbo", *, exact: bool = False) -> Solution:
    return Solution(Rules.of(read(game, reading)), counts(game.shoe(decks)), exact=exact)


# Known values


def test_the_published_edge_of_a_common_game_to_the_digit() -> None:
    """Six decks, the Dealer stands on soft 17 and looks for Blackjack, double any two, after splits too, four hands."""
    rules = dataclasses.replace(Rules.of(read(LUCKY_8, "obo")), surrender=frozenset(), even_money=frozenset())
    # Looking first is worth what losing one stake in all to a Dealer Blackjack is: no other decision has a price then.
    solution = Solution(rules, counts(LUCKY_8.shoe(6)))
    columns = solution.against.values()
    # It is by play that does not remember a split; remembering it gains a little.
    found = sum(against.chance * against.ev(against.by_hand._replace(in_splits={})) for against in columns)
    assert f"{found * 100:.6f}" == "-0.402870"
    assert f"{solution.ev('by-hand') * 100:.6f}" == "-0.402864"


@pytest.mark.parametrize(("decks", "bonus"), [(8, "1.74"), (3, "1.75")])
def test_the_bonus_of_dueling_8s_adds_what_the_register_says(decks: int, bonus: str) -> None:
    left = counts(DUELING_8S.shoe(decks))
    rules = Rules.of(DUELING_8S)
    plain = dataclasses.replace(rules, main=_without_extras(rules.main))
    added = Solution(rules, left, exact=True).ev("by-hand") - Solution(plain, left, exact=True).ev("by-hand")
    assert f"{float(added * 100):.2f}" == bonus


def _without_extras(wager: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(wager, extras=())


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)
def test_floats_and_fractions_agree(game: Blackjack) -> None:
    left = _small(game, SHOES[game.name][0])
    for how in HOW:
        found = [Solution(Rules.of(game), left, exact=exact).result(how) for exact in (True, False)]
        assert isinstance(found[0].ev, Fraction)
        assert float(found[0].ev) == pytest.approx(found[1].ev, abs=1e-12)
        assert {row: float(chance) for row, chance in found[0].chances.items()} == pytest.approx(found[1].chances)


# Every deal of a small shoe


HOW: tuple[How, ...] = ("chart", "by-hand", "absent")
SHOES = {
    "lucky-8": ["8S " * 6 + "KH " * 6 + "AD AD 9D 9D", "8S " * 6 + "KH " * 5 + "AD AD AD 7D 7D"],
    "e-blackjack": ["8S " * 6 + "KH " * 6 + "AD AD AD 5D 5D", "9S " * 5 + "KH " * 6 + "AD AD 4D 4D"],
    "dueling-8s": ["8S " * 5 + "KH " * 4 + "6D 6S 7H 7S", "8S " * 5 + "9H " * 4 + "AD AD 7H"],
}
BY_NAME = {game.name: game for game in VARIANTS}


def _small(game: Blackjack, text: str) -> list[int]:
    left = [0] * 52
    for card in cards(text):
        assert card in game.deck.cards
        left[card.number] += 1
    return left


class Player:
    """Plays at a table as the solver was told to."""

    def __init__(self, solution: Solution, decided: dict[int, Decided]) -> None:
        self.solution, self.decided = solution, decided

    def __call__(self, area: Area, dealer: Hand) -> str:
        up = value_index(dealer.cards[0])
        against, decided = self.solution.against[up], self.decided[up]
        hand = area.hand or area.hands[0]
        printed = self.solution.rules.printed
        number = against.hands.of(*(value_index(card) for card in hand.cards[1 if printed else 0 :]))
        first = len(area.hands) == 1 and len(hand.cards) == 2
        if first and against.natural(number):
            return "even-money" if against.takes_even_money(number, decided) else ""
        if first and number in decided.surrenders:
            return "surrender"
        if area.hand is None:
            return ""
        if "split" in area.options(self.solution.rules.splitting) and value_index(hand.cards[1]) in decided.splits:
            return "split"
        options = area.options(self.solution.rules.splitting)
        action = decided.after_split(value_index(hand.cards[0])) if hand.split else decided.action
        taken = ("stand", "hit", "double")[action[number]]
        if taken == "double" and len(hand.cards) == 2 and "double" not in options:
            assert decided.undoubled is not None
            return ("stand", "hit")[decided.undoubled[number]]
        return taken if taken in options else "hit"


def table(solution: Solution, game: Blackjack, text: str, decided: dict[int, Decided], **sides: int) -> Table:
    return Table(game, Counter(cards(text)), Player(solution, decided), **sides)


@every_reading
@pytest.mark.parametrize(
    ("name", "text"),
    [(name, text) for name, texts in SHOES.items() if name != "dueling-8s" for text in texts],
)
def test_every_deal_agrees_with_the_best_play(name: str, text: str, reading: OriginalOnly) -> None:
    game = read(BY_NAME[name], reading)
    solution = Solution(Rules.of(game), _small(game, text), exact=True)
    dealt = table(solution, game, text, solution.decided("chart"))
    for how in HOW:
        assert dealt.played(Player(solution, solution.decided(how))).net() == solution.ev(how)


@pytest.mark.parametrize("text", SHOES["dueling-8s"])
def test_every_deal_of_dueling_8s_agrees_for_main_and_tie_on_18(text: str) -> None:
    solution = Solution(Rules.of(DUELING_8S), _small(DUELING_8S, text), exact=True)
    tie = TieOn18(solution.against[7], DUELING_8S.by_name["tie-on-18"])
    dealt = table(solution, DUELING_8S, text, solution.decided("chart"), tie_on_18=10_000)
    for how in HOW:
        decided = solution.decided(how)
        assert dealt.played(Player(solution, decided)).net() == solution.ev(how)
        assert dealt.net("tie-on-18") == 9 * tie.won(decided[7]) - 1


@every_reading
@pytest.mark.parametrize(("name", "seed"), [("lucky-8", 0), ("e-blackjack", 0), ("e-blackjack", 1)])
def test_every_deal_agrees_with_any_play_however_bad(name: str, reading: OriginalOnly, seed: int) -> None:
    """Splitting everything against Aces and tens, doubling twelve, folding at random: every corner comes up."""
    game, source = read(BY_NAME[name], reading), random.Random(f"{name} {seed}")
    text = f"{source.choice('86')}S " * 6 + "KH " * (2 * game.splitting.hands) + "AD AD AD"
    assert_agrees_however_bad(game, text, source)


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        *(("lucky-8", each) for each in ("R-45=b", "R-46=b", "R-48=b", "R-55=b", "R-61=b", "R-45=b R-46=b")),
        *(("lucky-8", f"R-46=b {each}") for each in ("bb+1", "R-43=c", "R-43=d", "obo")),
        *(("e-blackjack", each) for each in ("R-46=b bb+1", "R-54=b", "R-54=b R-55=b", "R-45=b R-48=b")),
    ],
)
def test_every_deal_agrees_under_every_other_reading(name: str, readings: str) -> None:
    game = cast("Blackjack", find(name, readings))
    tens = ["KH"] * (2 * game.splitting.hands)
    if not game.splitting.doubles_unlike:
        tens[0] = "QD"
    assert_agrees_however_bad(game, f"{'8S ' * 5}{' '.join(tens)} AD AD", random.Random(f"{name} {readings}"))


@pytest.mark.parametrize(
    ("base", "rules"),
    [
        *(("lucky-8", f"hole-card = {each}") for each in ('"none"', '"peek"', '"none"\nsurrender = "late"')),
        *(("e-blackjack", f"resplit-aces = true\n{each}") for each in ("", 'hole-card = "none"', 'hole-card = "peek"')),
        ("e-blackjack", "draw-to-split-aces = true"),
        ("e-blackjack", 'draw-to-split-aces = true\ndouble-after-split = false\nhole-card = "none"'),
        ("e-blackjack", "resplit-aces = true\ndraw-to-split-aces = true"),
    ],
)
def test_every_deal_agrees_under_rules_of_a_variant(base: str, rules: str) -> None:
    game = parse(f'name = "own-rules"\ntitle = "Own"\nbase = "{base}"\n[rules]\n{rules}')
    assert isinstance(game, Blackjack)
    text = "AD " * 4 + "KH " * 6 + "9D " * 5 if "aces" in rules else "8S " * 5 + "KH " * 8 + "AD AD"
    assert_agrees_however_bad(game, text, random.Random(f"{base} {rules}"))


@pytest.mark.parametrize("readings", ["R-58=b", "R-52=b", "R-52=b obo", "R-58=b R-52=b"])
def test_insurance_that_depends_on_play_agrees_with_every_deal(readings: str) -> None:
    game = cast("Blackjack", find("lucky-8", readings))
    text = f"{'8S ' * 6}{'KH ' * 8}AD AD"
    solution = Solution(Rules.of(game), _small(game, text), exact=True)
    decided = however_bad(solution, random.Random(readings), even_money=False)
    won = total = Fraction()
    for chance, came, decisions in table(solution, game, text, decided).rounds():
        if came[1].rank == "A":
            insured = settle(game, came, {"main": 1_000}, ["insure", *decisions]).net["insurance"]
            total, won = total + chance, won + chance * (insured > 0)
    assert 0 < won < total
    assert won / total == SecondCard(game, solution.against[0], decided[0]).insured()


def assert_agrees_however_bad(game: Blackjack, text: str, source: random.Random) -> None:
    solution = Solution(Rules.of(game), _small(game, text), exact=True)
    decided = however_bad(solution, source, even_money=None)
    expected = sum(against.chance * against.ev(decided[up]) for up, against in solution.against.items())
    assert table(solution, game, text, decided).net() == expected


def however_bad(solution: Solution, source: random.Random, even_money: bool | None) -> dict[int, Decided]:
    """Any play: it splits everything, doubles and folds at random."""
    decided = {}
    for up, against in solution.against.items():
        # No hand takes more than three cards, so that the shoe does not run out.
        action = np.array(
            [source.choice((STAND, HIT, DOUBLE)) if len(hand.cards) == 2 else STAND for hand in against.hands.hands]
        )
        pairs = {opening.pair for opening in against.openings if opening.pair is not None}
        folds = {opening.hand for opening in against.openings if opening.pair is None and source.random() < 0.1}
        open_folds = {hand for hand in folds if against.folded is not None and not against.natural(hand)}
        takes = source.random() < 0.5 if even_money is None else even_money
        undoubled = np.where(action == DOUBLE, source.choice((STAND, HIT)), action)
        decided[up] = Decided(action, frozenset(pairs), frozenset(open_folds), takes, undoubled)
    return decided


def test_tie_on_18_played_for_itself_is_the_best_of_all_plays() -> None:
    """Every play of the first hand of a small shoe, tried out: none wins more often."""
    text = "8S " * 4 + "KH KH KH 2D 2D AD 9H 7H"
    solution = Solution(Rules.of(DUELING_8S), _small(DUELING_8S, text), exact=True)
    tie = TieOn18(solution.against[7], DUELING_8S.by_name["tie-on-18"])
    assert tie.most() == (_most_ties(Hand.of(Card("8S")), Counter(cards(text)), 1, first=True), 0)


def _most_ties(hand: Hand, left: Counter[Card], formed: int, *, first: bool = False) -> Fraction:
    """How often the first hand ties on 18 at best, going on from what it holds."""
    if hand.bust:
        return Fraction()
    stand = _dealer_18(Hand.of(Card("8S")), left) if hand.total == 18 else Fraction()
    if first or hand.total == 8:
        return _drawn(hand, left, formed)
    if hand.total == 21:
        return stand
    best = max(stand, _drawn(hand, left, formed))
    if len(hand.cards) == 2 and hand.cards[1].rank == "8" and formed < 4:
        best = max(best, _drawn(Hand.of(Card("8S")), left, formed + 1))
    return best


def _drawn(hand: Hand, left: Counter[Card], formed: int) -> Fraction:
    return sum(
        (
            Fraction(number, left.total()) * _most_ties(hand.with_card(card), left - Counter([card]), formed)
            for card, number in left.items()
        ),
        start=Fraction(),
    )


def _dealer_18(dealer: Hand, left: Counter[Card]) -> Fraction:
    if dealer.total >= 17:
        return Fraction(dealer.total == 18)
    return sum(
        (
            Fraction(number, left.total()) * _dealer_18(dealer.with_card(card), left - Counter([card]))
            for card, number in left.items()
        ),
        start=Fraction(),
    )


# What is best is best


@pytest.mark.parametrize(
    ("game", "decks", "ups"),
    [(LUCKY_8, 8, (0, 5)), (LUCKY_8, 2, (1, 8)), (LUCKY_8, 1, (3, 9)), (E_BLACKJACK, 6, (2, 9)), (DUELING_8S, 8, (7,))],
)
def test_no_single_change_improves_a_chart(game: Blackjack, decks: int, ups: tuple[int, ...]) -> None:
    solution = solved(game, decks)
    for up in ups:
        against, column = solution.against[up], solution.chart[up]
        worth = against.ev(column.decided(against))
        assert set(column.pairs) == {opening.pair for opening in against.openings} - {None}
        for other in flips(column):
            assert against.ev(other.decided(against)) <= worth + 1e-12, other


def test_a_pair_is_decided_for_itself_and_not_by_its_total() -> None:
    """One deck: 7-7 leaves few sevens to make 21, so it is surrendered to a ten where other fourteens are hit."""
    solution = solved(LUCKY_8, 1)
    against, column = solution.against[9], solution.chart[9]
    assert (column.pairs[6].symbol, column.cells[Total(soft=False, points=14)].symbol) == ("Rs", "H")
    by_total = dataclasses.replace(column, pairs={**column.pairs, 6: ChartCell(HIT)})
    worse = against.chance * (against.ev(column.decided(against)) - against.ev(by_total.decided(against)))
    assert f"{worse:.4%}" == "0.0079%"
    assert f"{solution.ev('chart'):.6%}" == "0.339303%"


@pytest.mark.parametrize(
    ("name", "text"),
    [("e-blackjack", "7S " * 4 + "KH " * 6 + "AD AD 9D"), ("dueling-8s", "8S " * 5 + "KH " * 4 + "6D 6S 7H 7S")],
)
def test_no_other_row_of_a_pair_is_better_in_any_deal(name: str, text: str) -> None:
    """Every decision that a row of a pair can say, played through the rules over every deal of a small shoe."""
    game = BY_NAME[name]
    solution = Solution(Rules.of(game), _small(game, text), exact=True)
    decided = solution.decided("chart")
    dealt = table(solution, game, text, decided)
    worth = dealt.net()
    assert worth == solution.ev("chart")
    for up, column in solution.chart.items():
        for other in flips(column):
            if other.pairs != column.pairs:
                changed = Player(solution, {**decided, up: other.decided(solution.against[up])})
                assert dealt.played(changed).net() <= worth, other


@every_reading
@pytest.mark.parametrize(("game", "decks"), [(LUCKY_8, 8), (LUCKY_8, 1), (E_BLACKJACK, 6), (E_BLACKJACK, 2)])
def test_knowing_the_cards_beats_the_chart_and_the_chart_beats_nobody(
    game: Blackjack, decks: int, reading: OriginalOnly
) -> None:
    solution = solved(game, decks, reading)
    by_hand, chart, absent = (solution.ev(how) for how in ("by-hand", "chart", "absent"))
    assert by_hand > chart > absent
    assert by_hand - chart < 4e-4


@pytest.mark.parametrize("game", [LUCKY_8, E_BLACKJACK], ids=lambda game: game.name)
def test_readings_of_r_43_are_worth_more_the_less_they_take(game: Blackjack) -> None:
    worth = {reading: solved(game, game.default_decks, reading).ev("by-hand") for reading in READINGS}
    assert worth["bb+1"] < worth["obbo"] < worth["obo"]


# What becomes of it


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)
def test_rows_are_all_that_can_happen_and_average_to_the_expectation(game: Blackjack) -> None:
    solution = solved(game, game.default_decks)
    for how in HOW:
        result = solution.result(how)
        assert float(sum(result.chances.values())) == pytest.approx(1, abs=1e-12)
        mean = sum(chance * (result.split if row.net is None else row.net) for row, chance in result.chances.items())
        assert float(mean) == pytest.approx(float(result.ev), abs=1e-12)
        assert 0 < result.hit < 0.5 < result.sd < 1.5


def test_the_spread_of_split_hands_is_near_that_of_every_deal() -> None:
    """Of a shoe so small, independence is a rough guess; of six decks the error is a hundredth of it."""
    game, text = LUCKY_8, SHOES["lucky-8"][0]
    solution = Solution(Rules.of(game), _small(game, text), exact=True)
    dealt = table(solution, game, text, solution.decided("chart"))
    square = hit = 0.0
    for chance, net in dealt.results():
        square += float(chance) * float(net) ** 2
        hit += float(chance) * (net > 0)
    result = solution.result("chart")
    assert (square - float(result.ev) ** 2) ** 0.5 == pytest.approx(result.sd, rel=0.02)
    assert hit == pytest.approx(result.hit, rel=0.02)


# Side wagers under play


@pytest.mark.parametrize(
    ("decided", "number"),
    [("stand", 1), ("hit", 2), ("double", 2), ("split", 3), ("fold", 1)],
)
def test_a_run_of_8s_goes_on_only_while_cards_come(
    decided: Literal["stand", "hit", "double", "split", "fold"], number: int
) -> None:
    against = solved(DUELING_8S, 8).against[7]
    pair = against.hands.of(7)
    action = against.best.action.copy()
    action[pair] = {"stand": 0, "hit": 1, "double": 2}.get(decided, 0)
    splits, folds = frozenset([7] if decided == "split" else []), frozenset([pair] if decided == "fold" else [])
    counted = runs(DUELING_8S, against, Decided(action, splits, folds))
    assert isinstance(counted, Sequences)
    assert counted.cards == number


def test_superb_8s_under_play_that_goes_on_is_superb_8s_at_best() -> None:
    found = odds("dueling-8s", DUELING_8S.shoe())
    assert found["superb-8s"].ev == found["superb-8s-best"].ev
    assert found["21-plus"].ev == found["21-plus-best"].ev
    assert found["tie-on-18-best"].ev > 0 > found["tie-on-18"].ev


def test_playing_for_both_wins_no_less_than_playing_for_either() -> None:
    against = solved(DUELING_8S, 8).against[7]
    wager = DUELING_8S.by_name["tie-on-18"]
    both = sum(together(against, wager, best_together(against, wager)))
    assert both > sum(together(against, wager, against.by_hand))


# Refusals and edges


def test_a_shoe_without_a_value_is_solved_too() -> None:
    left = counts(LUCKY_8.shoe(2))
    for suit in "SHDC":
        left[Card("5" + suit).number] = left[Card("A" + suit).number] = 0
    found = played(LUCKY_8, left)
    assert -0.2 < float(found["main"].ev) < 0.2
    assert 0 not in Solution(Rules.of(LUCKY_8), left).against


def test_no_round_takes_more_cards_than_it_may() -> None:
    """The most that any deal of a small shoe takes stays within the bound."""
    for name, texts in SHOES.items():
        game = BY_NAME[name]
        for text in texts:
            solution = Solution(Rules.of(game), _small(game, text), exact=True)
            dealt = table(solution, game, text, solution.decided("by-hand"))
            assert max(len(round.cards) for round in dealt.rounds()) <= cards_for(game, _small(game, text))
