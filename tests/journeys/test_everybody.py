"""Everybody's pages in a real browser: the big screen, the odds lab, verifying, several tables, one's own limits."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from browsing import Visitor, amount, bets_open, house, visitor
from croupier.house import evidence
from croupier.house.keys import Keys
from croupier.house.pace import Pace
from croupier.house.store.records import Records
from croupier.variants import draft
from serving import Process
from stores import patiently

SLOW = Pace(betting=10, last_call=1, card=0.15, confirm=0.2, offer=2, decision=3, join=0.3, settle=0.3, pause=2.5)
BRISK = Pace(betting=4, last_call=1, card=0.1, confirm=0.1, offer=0.6, decision=0.6, join=0.1, settle=0.1, pause=3)
PHONE = {"viewport": {"width": 390, "height": 844}}
TABLES = ("tiger", "lucky-8", "e-blackjack", "sands-super")


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    """Tables that run by themselves, with time enough to bet."""
    with house(*TABLES, pace=SLOW) as made:
        yield made


@pytest.fixture(scope="module")
def busy() -> Iterator[Process]:
    """Others play there, and quickly."""
    with house(*TABLES[:3], pace=BRISK, players=True) as made:
        yield made


@pytest.mark.parametrize("game", ["tiger", "lucky-8", "e-blackjack"])
def test_a_big_screen_shows_a_table_and_nobody_touches_it(browser: Browser, busy: Process, game: str) -> None:
    with visitor(browser, busy, viewport={"width": 1920, "height": 1080}) as screen:
        page = screen.go(f"/display/{game}")
        screen.phase("betting")
        expect(page.get_by_text("Place your bets")).to_be_visible()
        expect(page.get_by_role("timer")).to_be_visible()
        screen.phase("settled")
        expect(page.get_by_text(re.compile("wins|Tie|Dealer (has|busts|Blackjack)")).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all of it on one screen"
        screen.accessible()
        assert "guest" not in page.evaluate("JSON.stringify(localStorage)"), "a screen is nobody"


def test_the_odds_of_a_game_follow_from_its_shoe(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/lab?game=tiger")
        tie = page.locator("[data-odds=tie]")
        expect(tie).to_contain_text("14.3596 %")
        page.get_by_role("button", name="Every outcome of Tie", exact=True).click()
        expect(page.get_by_role("row", name=re.compile("^Tie 8 to 1 9.515597 %"))).to_be_visible()
        guest.accessible()
        page.get_by_role("button", name=re.compile("Ace of spades, 8 left", re.I)).click()
        expect(page.get_by_text("415 cards left")).to_be_visible()
        expect(tie).not_to_contain_text("14.3596 %")
        page.get_by_role("button", name="Fill the shoe").click()
        expect(tie).to_contain_text("14.3596 %")
        # The address says it all: who opens it sees the same.
        page.get_by_role("button", name="6 decks").click()
        expect(page.get_by_text("312 cards left")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="6 decks")).to_have_attribute("aria-pressed", "true")


def test_an_open_point_is_read_otherwise_and_the_odds_follow(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/lab?game=tiger")
        pair = page.locator("[data-odds=tiger-pair]")
        expect(pair).to_contain_text("16.1217 %")
        offered = page.get_by_label("Interpret otherwise")
        # Readings that no price depends on are not for the lab.
        assert "R-63" in (offered.text_content() or "")
        assert "R-01" not in (offered.text_content() or "")
        offered.select_option("R-63")
        expect(pair).to_contain_text("\N{MINUS SIGN}26.6638 %")
        expect(page.locator("[data-odds=banker]")).to_contain_text("1.0579 %")
        guest.accessible()
        # The address keeps it, and another tab is of the same game.
        page.reload()
        expect(page.locator("select[name='reading R-63']")).to_have_value("b")
        expect(pair).to_contain_text("\N{MINUS SIGN}26.6638 %")
        page.locator("select[name='reading R-63']").select_option("a")
        expect(pair).to_contain_text("16.1217 %")
        expect(page.locator("select[name='reading R-63']")).to_have_count(0)
        # Another reading may be of another shoe: here without the card that is printed on the table.
        page.locator(".game select").select_option("dueling-8s")
        offered.select_option("R-70")
        expect(page.get_by_role("button", name=re.compile("^8 of spades, 0 left", re.I))).to_be_disabled()
        expect(page.get_by_role("button", name=re.compile("^8 of hearts, 8 left", re.I))).to_be_enabled()
        # Readings that contradict each other are no game; the page says so, and goes on.
        page.locator(".game select").select_option("lucky-8")
        for ruling, letter in (("R-43", "d"), ("R-42", "b")):
            offered.select_option(ruling)
            page.locator(f"select[name='reading {ruling}']").select_option(letter)
        expect(page.get_by_role("alert").filter(has_text="Could not calculate: R-42 = b")).to_be_visible()
        guest.complaints = [each for each in guest.complaints if "422" not in each and "404" not in each]


def test_a_pay_is_moved_and_the_edge_changes_beside_the_base(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/lab?game=tiger&view=workbench")
        tie = page.locator("[data-bench=tie]")
        figures = tie.get_by_role("table")
        expect(figures).to_contain_text("14.3596 %")
        tie.get_by_role("button", name="Tie, Tie: pay more").click()
        expect(tie.get_by_label("Tie, Tie: pays")).to_have_value("9:1")
        expect(figures.get_by_role("row", name="Your pays")).to_contain_text("4.8440 %")
        expect(figures.get_by_role("row", name="Base pays")).to_contain_text("14.3596 %")
        expect(page.get_by_text("1 pay changed")).to_be_visible()
        guest.accessible()
        # A defect is told where it is, as the server says it; the other wagers go on.
        tie.get_by_label("Tie, Tie: pays").fill("nine")
        expect(tie.get_by_role("alert")).to_contain_text("8:1, 9 for 1, 3:2")
        page.locator("[data-bench=player]").get_by_label("Player, Player wins: pays").press("ArrowUp")
        expect(page.locator("[data-bench=player]").get_by_role("row", name="Your pays")).to_contain_text(
            "\N{MINUS SIGN}"
        )
        # The other way round: the pay for an edge.
        tie.get_by_label("Tie, Tie: pays").fill("8:1")
        expect(tie.get_by_role("alert")).to_have_count(0)
        tie.get_by_text("Find the pay for an edge").click()
        tie.get_by_role("button", name="Find").click()
        nearest = tie.get_by_role("listitem").filter(has_text="nearest")
        expect(nearest).to_contain_text("4.8440 %")
        nearest.get_by_role("button", name="9 to 1").click()
        expect(figures.get_by_role("row", name="Your pays")).to_contain_text("4.8440 %")
        # The file says it all, and a shoe or a reading chosen meanwhile is in it.
        page.get_by_role("button", name="6 decks").click()
        page.get_by_role("button", name="Show file").click()
        file = page.locator("[data-file]")
        expect(file).to_contain_text('Tie = "9:1"')
        expect(file).to_contain_text("usual-decks = 6")
        guest.accessible()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save file").click()
        assert saved.value.suggested_filename == "tiger-own.toml"
        assert draft(Path(saved.value.path()).read_text("utf-8")).default_decks == 6
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Reset all").click()
        expect(page.get_by_text("0 pays changed")).to_be_visible()
        guest.complaints = [each for each in guest.complaints if "422" not in each]


def test_a_chart_shows_what_other_choices_cost_by_pointer_and_by_key(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/lab?game=lucky-8&view=strategy")
        detail = page.locator("[data-detail]")
        page.locator("[data-square='hard 11 6']").hover()
        expect(detail).to_contain_text("Hard 11 against 6")
        expect(detail.get_by_role("row", name=re.compile("^Hit .* %"))).to_be_visible()
        page.locator("[data-square='hard 16 T']").click()
        expect(detail).to_contain_text("Hard 16 against 10")
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-square='hard 16 A']")).to_be_focused()
        expect(detail).to_contain_text("Hard 16 against A")
        page.keyboard.press("ArrowUp")
        expect(detail).to_contain_text("Hard 15 against A")
        guest.accessible()


def test_a_simulation_is_drawn_as_it_runs_and_stops_when_told(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/lab?game=tiger&view=simulation")
        page.get_by_role("textbox", name="Seed").fill("7")
        page.get_by_role("group", name="Rounds").get_by_role("button").last.click()
        page.get_by_role("button", name="Run", exact=True).click()
        # Its loops are compiled first, at a low priority, on a machine where everything else is tested meanwhile.
        drawn = page.get_by_role("img", name=re.compile("After [\\d,]+ rounds the edge is"))
        expect(drawn).to_be_visible(timeout=300_000)
        page.get_by_role("button", name="Stop").click()
        done = page.locator("[data-ended=stopped]")
        expect(done).to_be_visible()
        assert 0 < int(done.get_attribute("data-rounds") or 0) < 10**9
        page.get_by_role("button", name="Banker", exact=True).click()
        expect(page.get_by_role("heading", name="Edge of Banker")).to_be_visible()
        # Round 77 of seed 7 is the same for everybody, and explained clause by clause.
        page.get_by_role("textbox", name="Round number").fill("77")
        page.get_by_role("button", name="Open", exact=True).click()
        opened = page.locator("[data-opened='77']")
        expect(opened).to_be_visible()
        opened.locator("button").first.click()
        expect(page.get_by_role("dialog")).to_contain_text("our own words")
        page.keyboard.press("Escape")
        guest.accessible()


def test_one_changed_card_is_found_in_the_browser_alone(browser: Browser, busy: Process, tmp_path: Path) -> None:
    with httpx.Client(base_url=busy.base, timeout=60) as outside, visitor(browser, busy) as guest:
        patiently(lambda: outside.get("/api/tables/tiger").json()["public"]["last"])
        page = guest.go("/verify?table=tiger")
        page.get_by_role("button", name=re.compile("Fetch shoe")).first.click()
        expect(page.locator("[data-verdict=good]")).to_contain_text("not published yet")
        guest.accessible()
        shoe = outside.get("/api/tables/tiger/shoes").json()[0]["shoe"]
        record = outside.get(f"/api/tables/tiger/shoes/{shoe}").json()
        card = record["drawn"][2]
        card["card"] = "AS" if card["card"] != "AS" else "KD"
        changed = tmp_path / "shoe.json"
        changed.write_text(json.dumps(record))
        # Nobody is asked: there is no line to ask over.
        page.context.set_offline(True)
        page.locator("input[type=file]").set_input_files(changed)
        expect(page.locator("[data-verdict=bad]")).to_contain_text("1 problem found")
        said = f"card 2, shown as {card['card']}, is not the one that was committed to"
        expect(page.get_by_text(said)).to_be_visible()
        page.get_by_role("textbox").fill('{"commitment": 5}')
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_role("alert").first).to_contain_text("Not a record")


def test_an_evidence_pack_is_opened_and_checked(browser: Browser, process: Process, tmp_path: Path) -> None:
    with visitor(browser, process) as guest:
        _played(guest, process)
        pack = tmp_path / "pack.zip"
        pack.write_bytes(_pack(process, "tiger", 1))
        page = guest.go("/verify")
        page.locator("input[type=file]").set_input_files(pack)
        expect(page.locator("[data-verdict=good]")).to_contain_text("settlement lines checked")
        expect(page.get_by_text("signed by the casino, key")).to_be_visible()


def test_ones_own_limit_holds_and_ones_rounds_are_replayed(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.get_by_role("button", name=re.compile("Limits and session")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Daily loss limit").fill("30")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.locator("[data-limits]")).to_contain_text("loss limit $30")
        guest.accessible()
        # Loosening waits.
        dialog.get_by_label("Daily loss limit").fill("500")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.locator("[data-limits]")).to_contain_text(
            re.compile(r"Now: loss limit \$30\.From .+: loss limit \$500")
        )
        page.keyboard.press("Escape")
        bets_open(process, "tiger")
        guest.phase("betting")
        page.get_by_role("radio", name="Chip of $25", exact=True).click()
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        page.locator("[data-wager=tie] button").click()
        expect(page.get_by_role("alert")).to_contain_text("loss limit is 30.00 a day, and 5.00 of it is left")
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        guest.phase("settled")
        page.goto(f"{process.base}/#/account")
        page.get_by_role("button", name=re.compile("tiger · ")).first.click()
        said = page.locator("[data-step]")
        expect(said).to_contain_text("Bets are open")
        steps = int(said.get_attribute("data-steps") or 0)
        page.get_by_role("button", name="Next").click()
        expect(said).to_contain_text("You bet")
        page.get_by_role("button", name="Last").click()
        expect(said).to_have_attribute("data-step", str(steps))
        net = amount(page.locator("[data-replay-net]").inner_text())
        assert net in (-2_500, 0, 2_375)
        guest.accessible()


def test_fear_a_limit_is_wiped_out_by_a_slow_answer(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        held: list[Route] = []
        guest.page.route("**/sitting", lambda route: held.append(route))
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.get_by_role("button", name=re.compile("Limits and session")).click()
        loss = page.get_by_role("dialog").get_by_label("Daily loss limit")
        expect(loss).to_be_disabled()
        assert held
        page.unroute("**/sitting")  # which lets go what was held back
        loss.fill("30")
        page.get_by_role("dialog").get_by_role("button", name="Save").click()
        expect(page.get_by_role("dialog").locator("[data-limits]")).to_contain_text("loss limit $30")


def test_tables_side_by_side_take_their_own_bets(browser: Browser, process: Process) -> None:
    with visitor(browser, process, viewport={"width": 1920, "height": 1080}) as guest:
        page = guest.go(f"/tables?t={','.join(TABLES[:2])}")
        expect(page.locator("article")).to_have_count(2)
        page.get_by_role("button", name="Electronic Blackjack").click()
        expect(page.locator("article")).to_have_count(3)
        page.get_by_role("radio", name="Chip of $5", exact=True).click()
        for game, wager in (("tiger", "Banker"), ("lucky-8", "Main wager"), ("e-blackjack", "Main wager")):
            bets_open(process, game)
            pane = page.locator(f"article[data-table='{game}'][data-phase=betting]")
            pane.get_by_role("button", name=re.compile(f"^{game}: {wager},")).click()
            expect(page.locator(f"article[data-table='{game}'] [data-sum=accepted]")).to_have_text("$5")
        guest.accessible()
        for game in ("tiger", "lucky-8", "e-blackjack"):
            expect(page.locator(f"article[data-table='{game}'] [data-sum=net]")).to_have_text(
                re.compile("^(You win|You lose|Break even)")
            )
        page.reload()
        expect(page.locator("article")).to_have_count(3)


def test_everybodys_pages_fit_a_phone_in_chinese(browser: Browser, process: Process) -> None:
    with visitor(browser, process, locale="zh-CN", **PHONE) as guest:
        for path, wanted in {
            "/display/lucky-8": "庄家",
            "/lab?game=lucky-8&view=strategy": "硬点",
            "/lab?game=tiger": "赌场优势",
            "/verify": "最近的牌靴",
            "/tables?t=tiger,lucky-8": "已接受",
        }.items():
            page = guest.go(path)
            expect(page.get_by_text(wanted).or_(page.get_by_label(wanted)).first).to_be_visible()
            guest.still()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            guest.accessible()


def _played(guest: Visitor, process: Process) -> None:
    page = guest.go("/baccarat/tiger")
    bets_open(process, "tiger")
    guest.phase("betting")
    page.locator("[data-wager=banker] button").click()
    expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
    guest.phase("settled")


def _pack(process: Process, table: str, number: int) -> bytes:
    """What the house hands out, made of its records."""
    folder: Any = process._folder
    with Records(f"sqlite:///{folder}/house.db") as records:
        return evidence.pack(records, table, number, 0, Keys.load(folder / "house.key"))
