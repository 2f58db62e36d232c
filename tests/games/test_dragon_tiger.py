"""A game that another package brings: it is installed beside Croupier, of which nothing changes, and all of it works.

The package is put into a folder of its own, which nobody else sees; whatever is tried runs in processes that have that
folder on their path. What is tried there in the whole house stands in `twelfth.py`.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browsing import dealt
from croupier.games.catalogue import GAMES
from croupier.rulebook import DOCUMENTS
from installing import DRAGON_TIGER as PACKAGE
from installing import install
from places import ROOT, SUPPORT
from staffing import enter, hold, over_the_api, pick, signed_in

VARIANT = ROOT / "examples" / "commission_baccarat"
GAME = "dragon-tiger"
WRITTEN = (".toml", ".py", ".csv", ".md", ".json", ".ts", ".svelte")
Run = Callable[..., str]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For processes that find the packages, in a folder with nothing else in it."""
    return {**os.environ, "PYTHONPATH": install(tmp_path_factory.mktemp("site"), PACKAGE, VARIANT), "COLUMNS": "100"}


@pytest.fixture
def croupier(env: dict[str, str], tmp_path: Path) -> Run:
    """The program where the packages are installed; what it prints."""

    def run(*arguments: str, fails: bool = False, given: str | None = None) -> str:
        command = [sys.executable, "-c", "from croupier.commands import main; main()", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, input=given, check=False)
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + (done.stderr if fails else "")

    return run


def pytest_passes(env: dict[str, str], *arguments: str | Path, cwd: Path = ROOT) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


def test_without_the_package_nobody_knows_the_game() -> None:
    assert GAME not in GAMES
    assert "dragontiger" not in DOCUMENTS


def test_it_has_fewer_than_ten_files_of_its_own() -> None:
    there = [each.relative_to(PACKAGE) for each in PACKAGE.rglob("*.*") if each.suffix in WRITTEN]
    own = [each for each in there if each.parts[0] != "tests" and not each.parts[0].startswith(".")]
    assert 0 < len(own) < 10


def test_nothing_else_in_the_project_names_it() -> None:
    """Neither the program nor its pages; but for how to add such a game, which takes it for an example."""
    folders = (ROOT / "src", ROOT / "terminal" / "src")
    kinds = ("*.py", "*.ts", "*.svelte", "*.json", "*.csv", "*.toml")
    files = [each for folder in folders for kind in kinds for each in folder.rglob(kind)]
    named = [each for each in files if re.search(r"dragon.?tiger", each.read_text("utf-8"), re.IGNORECASE)]
    assert [each.relative_to(ROOT).as_posix() for each in named] == ["src/croupier/plugins.py"]


def test_its_own_tests_pass_and_prove_every_clause(env: dict[str, str], croupier: Run) -> None:
    pytest_passes(env, PACKAGE / "tests", cwd=PACKAGE)
    croupier("rulebook", "dragontiger", "--coverage", "--quiet", "--tests", str(PACKAGE / "tests"))


def test_a_clause_without_a_test_is_named(croupier: Run, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    said = croupier("rulebook", "dragontiger", "--coverage", "--quiet", "--tests", "tests", fails=True)
    assert "no test proves dragontiger 4.1.1: On a tie Dragon and Tiger lose half the stake" in said


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (None, "which has no words.json that can be read"),
        ('{"sentences": {"bets-closed": {"en": "no", "zh": "不"}}}', "there is bets-closed already"),
    ],
)
def test_without_its_words_it_is_refused_by_name(tmp_path: Path, spoilt: str | None, why: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    env = {**os.environ, "PYTHONPATH": install(site, PACKAGE), "COLUMNS": "500"}
    words = site / "dragon_tiger" / "words.json"
    words.unlink() if spoilt is None else words.write_text(spoilt, "utf-8")
    command = [sys.executable, "-c", "from croupier.commands import main; main()", "games"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert "dragon-tiger brings dragon_tiger for croupier.words under the name 'dragon-tiger', wh" in said
    assert why in said
    assert "Traceback" not in said


def test_the_house_plays_it(env: dict[str, str]) -> None:
    pytest_passes(env, SUPPORT / "twelfth.py")


def test_rules_odds_and_rounds_on_the_command_line(croupier: Run) -> None:
    assert {each["game"] for each in json.loads(croupier("games", "--json"))} == {*GAMES, GAME, "commission"}
    assert "A Seven loses all four of that hand" in croupier("rulebook", "dragontiger")
    assert "reconstruct" in croupier("rulebook", "--irregularities", GAME)
    recorded = croupier("deal", GAME, "--rounds", "50", "--seed", "1")
    settled = [json.loads(line) for line in croupier("settle", "-", given=recorded).splitlines()]
    assert len(settled) == 50
    assert all(each["total"] == sum(line["net"] for line in each["lines"]) for each in settled)
    assert set(json.loads(croupier("odds", GAME, "--json"))["wagers"]) == set(settled[0]["net"])


def test_simulation_protection_and_the_par_sheet(croupier: Run, tmp_path: Path) -> None:
    found = json.loads(croupier("simulate", GAME, "--rounds", "1000000", "--seed", "1", "--device", "cpu", "--json"))
    rows = [row for each in found["wagers"].values() for row in each["outcomes"].values()]
    assert max(abs(row["distance"]) for row in rows) < 4
    assert "suited-tie" in croupier("protection", GAME, "--shoes", "20")
    croupier("report", GAME, "--output", "sheet.html", "--shoes", "0")
    assert "Suited Tie" in (tmp_path / "sheet.html").read_text("utf-8")


def test_a_variant_of_a_family_that_is_there_is_only_data(croupier: Run) -> None:
    priced = croupier("odds", "commission")
    assert "1.0579%" in priced
    recorded = croupier("deal", "commission", "--rounds", "20", "--seed", "1")
    assert len(croupier("settle", "-", given=recorded).splitlines()) == 20
    croupier("simulate", "commission", "--rounds", "10000", "--seed", "1")


def test_something_goes_wrong_at_the_console_and_its_effect_is_shown_first(
    env: dict[str, str], browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", env["PYTHONPATH"])
    with dealt(GAME) as process:
        dealer, player = signed_in(browser, process, "dealer", f"/dealer/{GAME}"), over_the_api(process, "player")
        page = dealer.page
        page.get_by_role("button", name="Start the new shoe").click()
        page.get_by_role("button", name="Open bets for the next round").click()
        expect(page.locator("[data-phase=betting]")).to_be_visible()
        assert player.give(GAME, "place-wager", wager="dragon", stake=2_000).status_code == 200
        page.get_by_role("button", name="Close bets").click()
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to Dragon")
        enter(dealer, "8S")
        # Something goes wrong: the effect is shown before it is done.
        page.locator("[data-declare=find-face-up-card]").click()
        pick(dealer, "4C")
        expect(page.locator("[data-preview]")).to_contain_text("All bets stand.")
        hold(dealer, "Hold to confirm")
        page.get_by_role("button", name="Deal the next card").click()
        expect(page.locator("[data-next=settle]")).to_contain_text("Dragon wins")
        page.get_by_role("button", name="Settle").click()
        expect(page.locator("[data-phase=settled]")).to_be_visible()
        assert player.credits() == 100_000 + 2_000
        dealer.leave()
