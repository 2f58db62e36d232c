"""The par sheet: nothing missing, nothing from elsewhere, and every figure that of the odds."""

import json
import math
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from croupier.games.catalogue import GAMES, game
from croupier.odds.catalogue import odds
from croupier.report.family import report_of
from croupier.report.figures import ParSheet, figures, in_json
from croupier.report.markup import element, table
from croupier.report.page import page
from croupier.report.volatility import ROUNDS, bands, lopsided
from program import croupier

SHOES = 20


@cache
def found(name: str) -> ParSheet:
    return figures(GAMES[name], shoes=SHOES)


@cache
def sheet(name: str) -> str:
    return page(found(name))


def words(name: str) -> str:
    """The text of the page without its markup."""
    root = ElementTree.fromstring(sheet(name).removeprefix("<!DOCTYPE html>\n"))
    body = root.find("body")
    assert body is not None
    return " ".join(" ".join(body.itertext()).split())


def the_page_is_well_formed_and_stands_alone(name: str) -> None:
    root = ElementTree.fromstring(sheet(name).removeprefix("<!DOCTYPE html>\n"))
    assert root.tag == "html"
    assert not {each.tag for each in root.iter()} & {"script", "link", "img", "iframe", "object", "a"}
    for forbidden in ("http", "src=", "href=", "url(", "@import", "//"):
        assert forbidden not in sheet(name)


def every_wager_is_there_with_its_rows_and_figures(name: str) -> None:
    text = words(name)
    for wager, each in odds(name, GAMES[name].shoe()).items():
        assert wager in text
        assert f"{float(each.edge):.4%}".replace("-", "\N{MINUS SIGN}") in text
        assert f"{each.sd:.4f}" in text
        for chance in each.chances:
            assert chance.outcome in text
            assert f"{float(chance.probability):.8%}" in text or not chance.probability


def every_ruling_of_the_document_is_there_with_the_reading_taken(name: str) -> None:
    text = words(name)
    game = GAMES[name]
    assert found(name).rulings
    for ruling in found(name).rulings:
        assert game.document in ruling.documents
        assert f"{ruling} {ruling.weight}" in text
        assert " ".join(f"({ruling.default}) {ruling.readings[ruling.default]}.".split()) in text
    for each in found(name).priced:
        if each.edge is not None:
            assert f"({each.key}) {each.edge:.4%}".replace("-", "\N{MINUS SIGN}") in text


def edges_of_all_decks_are_there(name: str) -> None:
    text = words(name)
    game = GAMES[name]
    for wager, row in found(name).edges.items():
        assert row.keys() <= set(game.decks)
        assert row[game.default_decks] == pytest.approx(float(found(name).odds[wager].edge), abs=1e-12)
        for edge in row.values():
            assert f"{float(edge):.4%}".replace("-", "\N{MINUS SIGN}") in text


def the_chart_of_the_page_is_the_chart(name: str) -> None:
    strategy = found(name).strategy
    if strategy is None:
        return
    root = ElementTree.fromstring(sheet(name).removeprefix("<!DOCTYPE html>\n"))
    chart = next(each for each in root.iter("table") if each.get("class") == "chart")
    shown = {}
    for row in chart.iter("tr"):
        head, *cells = list(row)
        if head.text and cells and cells[0].tag == "td":
            shown[head.text] = [cell.text for cell in cells]
    assert shown["hard 16"] == [square.symbol for square in strategy.sheet.hard["16"].values()]
    assert shown["8,8"] == [square.symbol for square in strategy.sheet.pairs["8"].values()]
    assert len(shown) == sum(len(rows) for rows in strategy.sheet.parts.values())


def bands_narrow_with_the_square_root_of_rounds(name: str) -> None:
    for each in found(name).odds.values():
        for sure, far in ((90, 1.645), (95, 1.960), (99, 2.576)):
            low, high = bands(each, 10_000)[sure]
            assert (low + high) / 2 == pytest.approx(float(each.edge))
            assert high - low == pytest.approx(2 * far * each.sd / 100, rel=1e-3)
        assert [lopsided(each, rounds) for rounds in ROUNDS] == sorted(
            (lopsided(each, rounds) for rounds in ROUNDS), reverse=True
        )


def test_a_rare_win_is_lopsided_for_long_and_an_even_one_never() -> None:
    found = odds("sands-super", GAMES["sands-super"].shoe(), ["player", "tie-wins-on-1"])
    assert lopsided(found["tie-wins-on-1"], 1_000)
    assert not lopsided(found["player"], 1_000)


def the_largest_liability_is_the_highest_pay_there_is(name: str) -> None:
    game = GAMES[name]
    for wager, each in found(name).odds.items():
        most = report_of(game).liability(game, each)
        pays = (
            [row.pays.num / row.pays.den for row in game.by_name[wager].rows if row.pays]
            if wager in game.by_name
            else []
        )
        if wager != "main" and pays:
            assert float(most.pays) == max(pays)
            assert most.chance == next(float(row.probability) for row in each.chances if row.outcome == most.by)
    if "main" in found(name).odds:
        assert report_of(game).liability(game, found(name).odds["main"]).pays == 2 * game.splitting.hands  # type: ignore[attr-defined]
        assert report_of(game).liability(game, found(name).odds["main-absent"]).pays < 4


def test_the_same_game_gives_the_same_page() -> None:
    assert page(figures(GAMES["tiger"], shoes=SHOES)) == sheet("tiger")


def test_what_a_counter_wins_may_be_left_out() -> None:
    assert "card counter" in words("tiger")
    assert "card counter" not in page(figures(GAMES["tiger"], shoes=0))


def the_same_figures_for_programs(name: str) -> None:
    written = in_json(found(name))
    for wager, each in found(name).odds.items():
        row = written["wagers"][wager]
        assert row["edge"] == float(each.edge)
        assert row["bands"][1_000][95] == list(bands(each, 1_000)[95])
        assert math.isfinite(row["liability"]["pays"])
    assert [row["ruling"] for row in written["rulings"]] == found(name).rulings
    assert (written["strategy"] is None) == (found(name).strategy is None)


CHECKS = (
    the_page_is_well_formed_and_stands_alone,
    every_wager_is_there_with_its_rows_and_figures,
    every_ruling_of_the_document_is_there_with_the_reading_taken,
    edges_of_all_decks_are_there,
    bands_narrow_with_the_square_root_of_rounds,
    the_largest_liability_is_the_highest_pay_there_is,
    the_chart_of_the_page_is_the_chart,
    the_same_figures_for_programs,
)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_sheet_of_every_game(name: str) -> None:
    """Each game is solved once for all that must hold of its sheet."""
    for check in CHECKS:
        check(name)


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("p", "8 < 9 & ", element("b", "x")) == "<p>8 &lt; 9 &amp; <b>x</b></p>"
    assert element("p", "<b>not markup</b>") == "<p>&lt;b&gt;not markup&lt;/b&gt;</p>"
    assert "<td" in table(("a", "b"), [("1", "2")])


def test_the_command_writes_a_file_and_says_which(tmp_path: Path) -> None:
    done = croupier("report", "super-6-nc", "--shoes", "0", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote super-6-nc.html\n", "")
    text = (tmp_path / "super-6-nc.html").read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>\n<html")
    six = croupier("report", "super-6-nc", "--shoes", "0", "--decks", "6", "--output", "-", folder=tmp_path)
    assert "6 decks of 52, 312 in all" in six.stdout
    written = croupier("report", "super-6-nc", "--shoes", "0", "--json", folder=tmp_path)
    assert json.loads(written.stdout)["game"] == "super-6-nc"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing",), "unknown game 'nothing'"),
        (("tiger", "--decks", "3"), "tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)"),
        (("tiger", "--shoes", "0", "--output", "no/where.html"), "cannot write no/where.html: no such file"),
        (("tiger", "--json", "--output", "tiger.html"), "--json writes to standard output"),
    ],
)
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = croupier("report", *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert re.match(re.escape(f"croupier: {says}"), done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_every_section_speaks_of_the_decks_that_were_asked_for() -> None:
    six = figures(GAMES["e-blackjack"], 4, shoes=0)
    assert {each.decks for each in six.priced} == {4}
    for each in six.priced:
        if each.default and each.odds is not None:
            assert each.edge == float(six.odds[each.wager].edge), each.wager
    (main,) = {each.edge for each in six.priced if each.default and each.wager == "main"}
    assert main == pytest.approx(float(six.odds["main"].edge), abs=1e-12)
    assert "from 4 decks" in page(six)


def test_a_sheet_of_any_decks_and_of_another_reading() -> None:
    many = figures(GAMES["tiger"], 12, shoes=0, any_decks=True)
    assert f"{float(many.odds['tie'].edge):.4%}" in page(many)
    assert 12 in many.edges["tie"]
    assert "--decks 12 --any-decks." in page(many)
    usual, read = (figures(game("lucky-8", each), 2, shoes=0) for each in (None, "obo"))
    assert read.odds["main"].edge < usual.odds["main"].edge
    assert float(read.edges["main"][2]) == pytest.approx(float(read.odds["main"].edge), abs=1e-12)
    assert read.strategy.reading == "obo"
    assert read.removal["main-composition"] != usual.removal["main-composition"]
    assert "(c) the larger of original and bust stakes" in page(read)
    assert in_json(read)["readings"] == {"R-42": "b", "R-43": "c"}
    assert "--decks 2 --reading R-42=b --reading R-43=c." in page(read)
