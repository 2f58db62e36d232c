"""Irregularities practised in a real browser: a Dealer right, wrong and shown; a Pit Manager who rules; on a phone."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import house, visitor
from serving import Process
from staffing import enter, hold, pick, signed_in

PHONE = {"viewport": {"width": 360, "height": 640}}


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with tempfile.TemporaryDirectory(prefix="croupier-drill-") as name:
        folder = Path(name)
        with Process(f"sqlite:///{folder}/drill.db", folder, "--drill") as made:
            yield made


def choose(page: Page, case: str) -> None:
    page.locator(f"[data-document={case.split('-')[0]}]").click()
    page.locator(f"[data-case='{case}']").click()
    expect(page.locator(f"[data-lesson][data-case='{case}']")).to_be_visible()


def test_a_dealer_practises_right_wrong_and_is_shown(browser: Browser, process: Process) -> None:
    dealer = signed_in(browser, process, "dealer", "/drill")
    page = dealer.page
    expect(page.get_by_text("not real play")).to_be_visible()
    dealer.accessible()
    # Right: a foreign card is the Pit Manager's to declare, so the Dealer calls the pit.
    choose(page, "ebaccarat-5.1.1-1")
    expect(page.locator("[data-verdict=open]")).to_have_text("Your turn.")
    expect(page.locator("[data-answer]")).to_have_count(0)
    page.locator("[data-declare=declare-bad-cards]").click()
    page.locator("[data-choice=foreign]").click()
    hold(dealer, "Hold to call the pit")
    expect(page.locator("[data-verdict=done]")).to_have_text("Done as the rules say.")
    expect(page.locator("[data-comment=pit]")).to_contain_text("Pit Manager: Foreign, extra, missing or unshuffled")
    expect(page.locator("[data-answer]")).to_contain_text("All bets are returned.")
    dealer.accessible()
    # Wrong: two cards lie on each other's places, and the Dealer goes on.
    page.get_by_role("link", name="Other cases").click()
    choose(page, "ebaccarat-5.7-1")
    enter(dealer, "KH")
    expect(page.locator("[data-verdict=astray]")).to_be_visible()
    expect(page.locator("[data-comment=otherwise]")).to_contain_text("the rules say something else")
    expect(page.locator("[data-answer]")).to_contain_text("Pit Supervisor: Move the cards to where they belong")
    dealer.accessible()
    # Shown, from the beginning: what is refused on the way as well.
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-comment=shown]").first).to_contain_text("Dealer tried")
    step = page.get_by_role("button", name="Next step")
    while step.is_visible() and page.locator("[data-lesson=done]").count() == 0:
        said = page.locator("[data-lesson]").get_attribute("data-said")
        step.click()
        expect(page.locator(f"[data-lesson]:not([data-said='{said}'])")).to_be_visible()
    expect(page.locator("[data-phase=settled]")).to_be_visible()
    expect(page.locator("[data-answer]")).to_contain_text("Ann +$95")
    # Again, and by oneself.
    page.get_by_role("button", name="Set up again").click()
    expect(page.locator("[data-verdict=open]")).to_be_visible()
    page.get_by_role("link", name="Other cases").click()
    page.get_by_role("button", name="History").click()
    expect(page.locator("[data-practised='ebaccarat-5.1.1-1']").first).to_contain_text("Right")
    expect(page.locator("[data-practised='ebaccarat-5.7-1']").first).to_contain_text("Shown")
    dealer.accessible()
    dealer.leave()


def test_a_pit_manager_rules_one(browser: Browser, process: Process) -> None:
    manager = signed_in(browser, process, "pit-manager", "/drill", color_scheme="light")
    page = manager.page
    choose(page, "superbaccarat-5.4-1")
    page.locator("[data-declare=declare-disturbed-order]").click()
    hold(manager, "Hold to confirm")
    expect(page.locator("[data-verdict=done]")).to_be_visible()
    expect(page.locator("[data-comment=did]")).to_contain_text("Right: The order of the shoe is lost")
    manager.accessible()
    manager.leave()


def test_on_a_phone_and_in_chinese_the_coach_is_a_sheet(browser: Browser, process: Process) -> None:
    dealer = signed_in(browser, process, "dealer", "/drill", locale="zh-CN", **PHONE)
    page = dealer.page
    dealer.accessible()
    choose(page, "eblackjack-5.6-1")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("庄家多抽了一张")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    dealer.accessible()
    page.get_by_role("button", name="关闭").click()
    page.locator("[data-declare=remove-dealer-card]").click()
    pick(dealer, "4C")
    hold(dealer, "按住确认")
    page.get_by_role("button", name=re.compile("^教练")).click()
    expect(sheet.locator("[data-verdict=right]")).to_contain_text("正确")
    assert not re.search(r"[A-Za-z]{4,}", sheet.inner_text()), sheet.inner_text()
    dealer.accessible()
    dealer.leave()


def test_an_ordinary_house_says_how_to_practise(browser: Browser) -> None:
    with house("tiger") as ordinary, visitor(browser, ordinary) as guest:
        page = guest.go("/")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Practise irregularities").click()
        expect(page.get_by_text("croupier serve --drill")).to_be_visible()
        guest.accessible()


def test_learn_leads_to_the_irregularities_of_a_training_house(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/learn")
        page.get_by_role("link", name="Irregularities, for dealers and the pit").click()
        expect(page).to_have_url(re.compile("#/drill"))
