"""The workbench: a variant beside its base, the pay that gives a wanted edge, the curve and the table by decks."""

import json
import time
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.design.comparison import compare
from croupier.design.solving import GRIDS, choose, edge_by_pay, solve, sweep
from croupier.games.catalogue import GAMES, game
from croupier.games.game import Game
from croupier.odds.catalogue import odds
from croupier.refused import Refused
from croupier.variants import parse, read
from croupier.variants.declaration import with_pays
from croupier.variants.pays import ratio
from places import ROOT
from program import croupier

EZ = ROOT / "examples" / "variants" / "ez.toml"
SIX_TO_FIVE = ROOT / "examples" / "variants" / "six-to-five.toml"


@pytest.fixture(scope="module")
def ez() -> Game:
    return read(EZ)


def test_every_wager_of_both_games_stands_beside_its_other_self(ez: Game) -> None:
    compared = compare(ez, shoes=10)
    by_name = {each.name: each for each in compared.wagers}
    base = odds("no-commission", GAMES["no-commission"].shoe(8))
    for name, each in by_name.items():
        if each.before:
            assert (each.before.edge, each.before.hit, each.before.sd) == (
                base[name].edge,
                base[name].hit,
                base[name].sd,
            )
    assert by_name["player"].before == by_name["player"].after
    assert [name for name, each in by_name.items() if each.before is None] == ["dragon-7", "panda-8"]
    assert [name for name, each in by_name.items() if each.after is None] == ["player-pair", "banker-pair"]
    dragon = by_name["dragon-7"].after
    assert dragon is not None
    assert dragon.largest == 40
    assert dragon.counter is not None
    assert dragon.counter.value > 0.05
    assert [loss.units for loss in compared.losses] == [30, 37]
    assert compared.cells is None


def test_a_renamed_wager_is_compared_with_the_one_that_it_was() -> None:
    renamed = parse("""
name = "renamed"
title = "Renamed"
base = "tiger"
[wagers.tiger-pair]
name = "double-trouble"
label = "Double Trouble"
""")
    found = {each.name: each for each in compare(renamed, shoes=0).wagers}
    assert "tiger-pair" not in found
    assert found["double-trouble"].before == found["double-trouble"].after


def test_what_a_counter_wins_is_counted_from_the_same_shoes_for_both(ez: Game) -> None:
    """Together or each game alone: the same figures."""
    together = {each.name: each for each in compare(ez, shoes=8).wagers}
    alone = parse(EZ.read_text("utf-8").replace('"ez"', '"ez-seven"').replace('"6..8"', "8"))
    assert {each.name: each.after for each in compare(alone, shoes=8).wagers} == {
        name: each.after for name, each in together.items()
    }


@pytest.mark.parametrize(
    ("row", "edge", "grid", "pays"),
    [
        ("dragon-7", "5", "whole", "41:1"),
        ("dragon-7", "5", "for-one", "42 for 1"),
        ("tie", "10", "half", "17:2"),
        ("banker.Banker wins", "1", "twentieth", "1:1"),
        ("banker.2", "3", "twentieth", "19:20"),
        ("panda-8.1", "99", "whole", "0:1"),
    ],
)
def test_the_pay_that_comes_nearest_is_found(ez: Game, row: str, edge: str, grid: str, pays: str) -> None:
    chosen, wanted = choose(ez, row), Fraction(edge) / 100
    found = solve(ez, chosen, ez.shoe(8), wanted, GRIDS[grid])
    assert GRIDS[grid].written(found[0].pays) == pays
    for each in found:
        other = with_pays(ez, chosen.wager.name, chosen.row.outcome, ratio(each.pays))
        assert odds(other, ez.shoe(8), [chosen.wager.name])[chosen.wager.name].edge == each.edge, "each edge is exact"
        assert abs(float(each.edge - wanted)) >= abs(float(found[0].edge - wanted))


def test_the_curve_of_a_main_wager_is_solved_pay_by_pay() -> None:
    """With a lower pay for Blackjack even money is taken, so the curve bends."""
    rules = read(SIX_TO_FIVE)
    found = sweep(rules, choose(rules, "main.Blackjack"), rules.shoe(8), Fraction(1, 2), Fraction(3, 2), GRIDS["half"])
    edges = [float(each.edge) for each in found]
    assert [each.pays for each in found] == [Fraction(1, 2), 1, Fraction(3, 2)]
    assert abs(edges[2] - float(odds("lucky-8", rules.shoe(8), ["main"])["main"].edge)) < 1e-9
    assert edges[0] > edges[1] > edges[2]
    assert edges[0] - edges[1] < edges[1] - edges[2]


def test_a_row_is_named_by_its_outcome_or_its_number(ez: Game) -> None:
    assert choose(ez, "tie").row is choose(ez, "tie.1").row is choose(ez, "tie.Tie").row
    with pytest.raises(Refused, match="there is no wager 'dragon': player, banker"):
        choose(ez, "dragon")
    with pytest.raises(Refused, match="'banker' has no row '9'"):
        choose(ez, "banker.9")
    with pytest.raises(Refused, match="is an approved game"):
        compare(game("tiger"))
    with pytest.raises(Refused, match="a curve has 1 to 1000 pays, not 0"):
        sweep(ez, choose(ez, "tie"), ez.shoe(8), Fraction(3, 4), Fraction(4, 5), GRIDS["whole"])


def test_a_row_that_never_happens_has_no_pay_that_gives_an_edge() -> None:
    rules = parse("""
name = "never"
title = "Never"
base = "lucky-8"
decks = "1..8"
""")
    with pytest.raises(Refused, match="'Three suited 8s' of 'lucky-8' never happens"):
        solve(rules, choose(rules, "lucky-8.1"), rules.shoe(1), Fraction(1, 20), GRIDS["whole"])
    assert edge_by_pay(rules, choose(rules, "lucky-8.1"), rules.shoe(1))(Fraction(5)) == edge_by_pay(
        rules, choose(rules, "lucky-8.1"), rules.shoe(1)
    )(Fraction(6))


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--solve", "tie"], 2, "--solve needs --edge"),
        (["--solve", "tie", "--edge", "much"], 2, "--edge takes a share such as 5%, not 'much'"),
        (["--solve", "tie", "--edge", "5%", "--grid", "odd"], 2, "--grid is one of whole, half"),
        (["--solve", "tie", "--edge", "5%", "--sweep", "tie", "1..2"], 2, "give --solve or --sweep, not both"),
        (["--solve", "tie", "--edge", "5%", "--decks", "6..8"], 2, "take one number of decks"),
        (["--sweep", "tie", "9..1"], 2, "--sweep takes a range such as 4..10, not '9..1'"),
        (["--decks", "4..8"], 2, "ez is played with 6 to 8 decks, not 4"),
    ],
)
def test_wrong_usage_is_told(words: list[str], status: int, why: str) -> None:
    done = croupier("design", str(EZ), *words)
    assert (done.returncode, why in done.stderr) == (status, True), done.stderr


def test_an_approved_game_is_no_variant() -> None:
    done = croupier("design", "tiger")
    assert (done.returncode, "is an approved game: give a file" in done.stderr) == (2, True)


def test_everything_is_there_as_json() -> None:
    compared = json.loads(croupier("design", str(EZ), "--shoes", "0", "--json").stdout)
    assert (compared["base"], compared["variant"], compared["approved"]) == ("no-commission", "ez", False)
    assert compared["wagers"]["dragon-7"]["base"] is None
    assert round(compared["wagers"]["dragon-7"]["variant"]["edge"], 6) == 0.076113
    solved = json.loads(croupier("design", str(EZ), "--solve", "dragon-7", "--edge", "5%", "--json").stdout)
    assert (solved["now"], solved["wanted"], solved["pays"][0]["pays"]) == ("40:1", 0.05, "41:1")
    swept = json.loads(croupier("design", str(EZ), "--sweep", "dragon-7", "40..44", "--json").stdout)
    assert [each["pays"] for each in swept["pays"]] == ["40:1", "41:1", "42:1", "43:1", "44:1"]
    decks = json.loads(croupier("design", str(EZ), "--decks", "6..8", "--json").stdout)
    assert list(decks["edges"]) == ["6", "7", "8"]
    assert round(decks["edges"]["8"]["variant"]["banker"], 6) == 0.010183


def test_a_variant_of_baccarat_is_compared_at_once(tmp_path: Path) -> None:
    """Under two seconds from a cold start; here ten, on a machine five times as slow."""
    import subprocess
    import sys

    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "design", str(EZ)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "dragon-7" in done.stdout
    assert time.perf_counter() - start < 10
