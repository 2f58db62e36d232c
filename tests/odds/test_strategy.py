"""Strategy as it is shown: the chart is the solver's, costs are differences, and all that the chart costs is found."""

import io
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier import Composition
from croupier import strategy as find
from croupier.games.blackjack.variants import LUCKY_8, VARIANTS, Blackjack
from croupier.games.catalogue import game as game_of
from croupier.odds.blackjack.played import played
from croupier.odds.blackjack.solver.chart import Total
from croupier.odds.blackjack.strategy import chart_table
from croupier.odds.blackjack.strategy.play import SolvedStrategy, in_json
from croupier.odds.blackjack.strategy.sheet import RANKS, Square
from croupier.odds.edges import edges
from croupier.odds.tally import counts
from croupier.refused import Refused
from program import croupier

every_game = pytest.mark.parametrize("name", [game.name for game in VARIANTS])
CASES = [("lucky-8", 8), ("lucky-8", 1), ("e-blackjack", 2), ("dueling-8s", 3)]


@cache
def solved(name: str, decks: int | None = None, reading: str | None = None) -> SolvedStrategy:
    game = game_of(name, reading)
    assert isinstance(game, Blackjack)
    return SolvedStrategy(game, game.shoe(decks))


def squares(found: SolvedStrategy) -> Iterator[tuple[str, str, str, Square]]:
    for part, rows in found.sheet.parts.items():
        for row, across in rows.items():
            for up, square in across.items():
                yield part, row, up, square


def printed(found: SolvedStrategy, *, costs: bool = False) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(chart_table.chart(found, costs=costs), highlight=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        ("obbo", "the original and bust stakes"),
        ("bb+1", "bust stakes and one more"),
        ("R-43=c", "bust stakes, or else the original"),
        ("R-43=d", "bust stakes and one of every other hand"),
        ("obo", "one stake in all"),
    ],
)
def test_r_43_the_chart_says_what_a_dealer_blackjack_takes(reading: str, says: str) -> None:
    assert f"A Dealer Blackjack takes {says} (R-43)." in printed(solved("e-blackjack", 2, reading))


def test_r_58_insurance_is_worth_less_to_a_hand_that_may_bust_first() -> None:
    usual, dies = (
        {each.name: each for each in solved("lucky-8", 8, read).offers}["insurance"] for read in (None, "R-58=b")
    )
    assert dies.gains["6 T"] < usual.gains["6 T"]
    assert dies.gains["9 T"] == pytest.approx(float(usual.gains["9 T"])), "which stands"
    evs = [find("lucky-8", reading=read).holding("T 6", "A").insurance for read in (None, "R-58=b")]
    assert float(evs[0] or 0) == pytest.approx(float(usual.gains["6 T"]))
    assert float(evs[1] or 0) == pytest.approx(float(dies.gains["6 T"]))


# The chart


@pytest.mark.parametrize(("name", "decks"), CASES)
def test_the_sheet_is_the_chart_of_the_solver(name: str, decks: int) -> None:
    found = solved(name, decks)
    for part, row, up, square in squares(found):
        column = found.solution.chart[RANKS.index(up)]
        if part == "pairs":
            assert square.symbol == column.pairs[RANKS.index(row)].symbol
        else:
            assert square.symbol == column.cells[Total(part == "soft", int(row))].symbol


@every_game
def test_every_total_up_to_20_is_there_against_every_first_card(name: str) -> None:
    found = solved(name)
    ups = ["8"] if name == "dueling-8s" else list("23456789TA")
    totals = {total for column in found.solution.chart.values() for total in column.cells if total.points < 21}
    assert found.sheet.ups == ups
    shown = {Total(part == "soft", int(row)) for part, row, _, _ in squares(found) if part != "pairs"}
    assert shown == totals
    assert all(list(row) == ups for rows in found.sheet.parts.values() for row in rows.values())


def test_what_is_printed_is_the_chart() -> None:
    found = solved("lucky-8")
    lines = {line[:10].strip(): line[10:].split() for line in printed(found, costs=False).splitlines() if line[10:]}
    assert lines["hard 16"] == [square.symbol for square in found.sheet.hard["16"].values()]
    assert lines["hard 14-15"] == [square.symbol for square in found.sheet.hard["15"].values()]
    assert lines["8,8"] == [square.symbol for square in found.sheet.pairs["8"].values()]
    with_costs = printed(found, costs=True)
    cost = round(found.sheet.hard["16"]["T"].next_best[1] * 10_000)
    assert f"Rs{cost:>4}" in next(line for line in with_costs.splitlines() if line.startswith("hard 16"))


# Costs


@pytest.mark.parametrize(("name", "decks"), CASES)
def test_a_cost_is_the_difference_of_two_expectations(name: str, decks: int) -> None:
    for *_, square in squares(solved(name, decks)):
        assert square.cost[square.action] == 0
        for decision, cost in square.cost.items():
            assert cost == square.ev[square.action] - square.ev[decision]
        other, least = square.next_best
        assert other != square.action
        assert least == min(cost for decision, cost in square.cost.items() if decision != square.action)


def test_what_is_not_open_has_no_price() -> None:
    found = solved("lucky-8")
    for part, _, up, square in squares(found):
        assert ("surrender" in square.ev) == (up != "A")
        assert ("split" in square.ev) == (part == "pairs")


@pytest.mark.parametrize(("name", "decks"), CASES)
def test_the_row_of_a_pair_is_never_the_dearer_decision(name: str, decks: int) -> None:
    """A total may be played against the wish of some of its hands; a pair is one hand, and has a row of its own."""
    pairs = [square for part, *_, square in squares(solved(name, decks)) if part == "pairs"]
    assert pairs
    assert all(square.next_best[1] >= 0 for square in pairs)


def test_two_sevens_are_surrendered_to_a_ten_from_one_deck() -> None:
    found = solved("lucky-8", 1)
    square = found.sheet.pairs["7"]["T"]
    assert (square.symbol, square.action) == ("Rs", "surrender")
    assert f"{square.cost['hit']:.4%}" == "5.4425%"
    assert ("7 7", "T") not in {(each.cards, each.up) for each in found.departures}
    assert any(line.startswith("7,7 ") and "Rs" in line for line in printed(found).splitlines())


@pytest.mark.parametrize(("name", "decks"), [*CASES, ("lucky-8", 2)])
def test_the_departures_account_for_all_that_the_chart_costs(name: str, decks: int) -> None:
    found = solved(name, decks)
    total = sum(float(each.ev_gain) for each in found.departures) + float(found.in_split_hands)
    assert total == pytest.approx(float(found.ev["composition"] - found.ev["chart"]), abs=1e-12)
    assert all(each.gain > 0 and each.chart != each.best for each in found.departures)
    worths = [each.ev_gain for each in found.departures]
    assert worths == sorted(worths, reverse=True)


@every_game
def test_values_are_those_of_the_odds(name: str) -> None:
    found = solved(name)
    priced = played(found.game, counts(found.shoe))
    for way, wager in (("chart", "main"), ("composition", "main-composition"), ("absent", "main-absent")):
        assert found.ev[way] == priced[wager].ev


# One hand


def test_a_departure_is_what_the_exact_hand_says_too() -> None:
    found = solved("lucky-8", 1)
    for each in found.departures[:12]:
        held = found.holding(each.cards, each.up)
        assert held.best == each.best
        assert held.cost[each.chart] == pytest.approx(each.gain, abs=1e-12)


def test_suits_change_nothing_but_the_bonus() -> None:
    lucky, dueling = solved("lucky-8"), solved("dueling-8s")
    assert lucky.holding("TS,6H", "KD").ev == lucky.holding("t 6", "t").ev
    plain, spade, heart = (dueling.holding(card, None).ev["hit"] for card in ("7", "7S", "7H"))
    assert heart < plain < spade
    assert plain == (spade + 3 * heart) / 4


def test_insurance_is_priced_from_the_cards_that_are_left() -> None:
    found = solved("lucky-8", 1)
    assert found.holding("9 7", "A").insurance == pytest.approx(3 * 16 / 49 - 1)
    assert found.holding("T T", "A").insurance == pytest.approx(3 * 14 / 49 - 1)
    assert found.holding("9 7", "6").insurance is None


def test_even_money_is_taken_where_tens_abound() -> None:
    few = Composition.parse(
        "4x52 less " + " ".join(rank + suit for rank in "23456" for suit in "SHDC" for _ in range(4))
    )
    rich = find("lucky-8", few)
    held = rich.holding("A K", "A")
    assert held.best == "even-money"
    assert held.ev["even-money"] == 1
    assert solved("lucky-8").holding("A K", "A").best == "decline"
    insurance, even = rich.offers
    assert even.taken == ["A T"]
    assert set(insurance.taken) == {cards for cards, gain in insurance.gains.items() if gain > 0} != set()
    assert "always" in even.words


@pytest.mark.parametrize(
    ("name", "hand", "up", "says"),
    [
        ("lucky-8", "T", "6", "'T' is not a whole hand"),
        ("lucky-8", "T T 6", "6", "'T T 6' is over 21"),
        ("lucky-8", "T 6", None, "name the Dealer's first card too"),
        ("lucky-8", "10 6", "5", "unknown card '10'"),
        ("lucky-8", "T 6 5", "5", "no decision is open on 21"),
        ("dueling-8s", "7", "9", "the Dealer's first card is the printed 8"),
        ("dueling-8s", "8 7", None, "over 21, with the printed 8"),
    ],
)
def test_hands_that_are_none_are_refused(name: str, hand: str, up: str | None, says: str) -> None:
    with pytest.raises(Refused, match=re.escape(says)):
        solved(name).holding(hand, up)


def test_cards_that_the_shoe_does_not_hold_are_refused() -> None:
    with pytest.raises(Refused, match="does not hold"):
        solved("lucky-8", 1).holding("TS TS", "5")
    assert solved("lucky-8", 2).holding("TS TS", "5").best == "stand"


# Readings and side wagers


def test_readings_are_those_of_the_table() -> None:
    evs = [solved("lucky-8", 8, reading).ev["chart"] for reading in ("bb+1", "obbo", "obo")]
    assert evs == sorted(evs)
    assert solved("lucky-8").reading == "obbo"
    with pytest.raises(Refused, match="no reading is called 'xyz'"):
        solved("e-blackjack", None, "xyz")
    with pytest.raises(Refused, match="no reading is called 'obo'"):
        solved("dueling-8s", None, "obo")


def test_playing_for_both_wins_most_together() -> None:
    sides = solved("dueling-8s").sides
    assert sides
    sums = {name: sum(goal.ev.values()) for name, goal in sides.goals.items()}
    assert max(sums, key=lambda name: sums[name]) == "both"
    assert max(sides.goals, key=lambda name: sides.goals[name].ev["main"]) == "main"
    assert max(sides.goals, key=lambda name: sides.goals[name].ev["tie-on-18"]) == "tie-on-18"
    assert sides.goals["tie-on-18"].plan["hard 18"] == "S"
    assert sides.goals["tie-on-18"].plan["hard 17"] == "H"
    assert solved("lucky-8").sides is None


# The command


def test_the_chart_in_json_reads_back_as_a_strategy() -> None:
    done = croupier("strategy", "e-blackjack", "--decks", "2", "--json")
    assert done.returncode == 0, done.stderr
    written: dict[str, Any] = json.loads(done.stdout)
    assert {"game", "decks", "reading", "ev", "chart", "exceptions", "together"} <= written.keys()
    assert written["ev"].keys() == {"chart", "composition", "absent"}
    expected = solved("e-blackjack", 2)
    assert written == json.loads(json.dumps(in_json(expected)))
    for part, row, up, square in squares(expected):
        assert written["chart"][part][row][up]["symbol"] == square.symbol


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tiger",), "tiger has no decisions"),
        (("lucky-8", "--decks", "9"), "lucky-8 is played with 1 to 8 decks, not 9 (lucky8 2.1)"),
        (("lucky-8", "--up", "T"), "--up needs --hand"),
        (("lucky-8", "--plot", "chart.gif"), "a chart is written as .png or .svg, not 'chart.gif'"),
        (("lucky-8", "--shoe", "1x52 less AS AH", "--decks", "1"), "give --decks or --shoe, not both"),
        (("lucky-8", "--hand", "T 6", "--up", "T", "--plot", "a.png"), "--plot draws the whole chart"),
        (("lucky-8", "--plot", "no/where.png"), "cannot write no/where.png"),
    ],
)
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = croupier("strategy", *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"croupier: {says}")
    assert len(done.stderr.splitlines()) == 1


def test_any_number_of_decks_only_where_it_is_asked_for() -> None:
    nine = Composition(LUCKY_8.deck, 9)
    with pytest.raises(Refused, match="not 9"):
        SolvedStrategy(LUCKY_8, nine)
    assert SolvedStrategy(LUCKY_8, nine, any_decks=True).ev["chart"] < 0


def test_a_shoe_too_small_is_refused() -> None:
    left = Composition(LUCKY_8.deck, 1).without(list(Composition(LUCKY_8.deck, 1))[:42])
    with pytest.raises(Refused, match="a round may take"):
        SolvedStrategy(LUCKY_8, left)


# Pictures


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_chart_makes_the_same_picture(kind: str, tmp_path: Path) -> None:
    from croupier.odds.blackjack.strategy.plot import draw

    paths = [tmp_path / f"{number}.{kind}" for number in range(2)]
    for path in paths:
        draw(solved("dueling-8s"), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].stat().st_size > 5_000


def test_edges_by_decks_are_those_of_the_odds(tmp_path: Path) -> None:
    from croupier.odds.edges import draw

    found = edges(LUCKY_8, [1, 8])
    assert found["main"][8] == -solved("lucky-8", 8).ev["chart"]
    assert found["main-composition"][1] == -solved("lucky-8", 1).ev["composition"]
    assert found["lucky-8"].keys() == {1, 8}
    draw(LUCKY_8, found, tmp_path / "edges.svg")
    assert (tmp_path / "edges.svg").read_text("utf-8").startswith("<?xml")
