"""A game of another package in a real browser: no page has heard of it, and every page shows it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Visitor, dealt, visitor
from installing import DRAGON_TIGER, install
from serving import Process
from staffing import enter, signed_in

TABLE = "dragon-tiger"


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    path = install(tmp_path_factory.mktemp("site"), DRAGON_TIGER)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", path)
        with dealt(TABLE, "tiger") as made:
            yield made


@pytest.fixture(scope="module")
def dealer(browser: Browser, process: Process) -> Iterator[Visitor]:
    """At the table, with a new shoe."""
    made = signed_in(browser, process, "dealer", f"/dealer/{TABLE}")
    made.page.get_by_role("button", name="Start the new shoe").click()
    yield made
    made.leave()


def opened(dealer: Visitor) -> None:
    dealer.page.get_by_role("button", name="Open bets for the next round").click()
    expect(dealer.page.locator("[data-phase=betting]")).to_be_visible()


def bet(page: Page, *wagers: str) -> None:
    for wager in wagers:
        page.locator(f"[data-wager={wager}] button").click()
    expect(page.locator("[data-sum=pending]")).to_have_text("$0")


def settled(dealer: Visitor, *cards: str, result: str) -> None:
    """From the close of bets to the settlement, card by card from a real shoe."""
    dealer.page.get_by_role("button", name="Close bets").click()
    enter(dealer, *cards)
    expect(dealer.page.locator("[data-next=settle]")).to_contain_text(result)
    dealer.page.locator("[data-next=settle] button.do").click()
    expect(dealer.page.locator("[data-phase=settled]")).to_be_visible()


def test_a_round_is_bet_dealt_and_explained(browser: Browser, process: Process, dealer: Visitor) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/")
        expect(page.get_by_role("button", name="Baccarat 1")).to_be_visible()
        page.get_by_role("button", name="Dragon Tiger 1").click()
        expect(page.locator("article")).to_have_count(1)
        guest.accessible()
        page.get_by_role("link", name="Sit down").click()
        opened(dealer)
        guest.phase("betting")
        expect(page.locator("h1")).to_have_text("Dragon Tiger")
        bet(page, "dragon", "dragon-odd", "tie")
        expect(page.locator("[data-sum=accepted]")).to_have_text("$75")
        guest.accessible()
        settled(dealer, "KS", "4C", result="Dragon wins")
        guest.phase("settled")
        expect(page.locator(".headline")).to_have_text("Dragon wins")
        expect(page.locator("[data-line=dragon] [data-net]")).to_have_attribute("data-net", "2500")
        expect(page.locator("[data-line=tie] [data-net]")).to_have_attribute("data-net", "-2500")
        expect(page.locator("[data-sum=total]")).to_have_attribute("data-cents", "2500")
        guest.has_credits(102_500)
        page.locator("[data-line=dragon] .clause").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        guest.accessible()
        # The same again: a tie takes half of what lies on a hand.
        opened(dealer)
        guest.phase("betting")
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$75")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$0")
        bet(page, "tiger")
        settled(dealer, "9H", "9D", result="Tie")
        guest.has_credits(102_500 - 1_250)
        _step_by_step(guest)


def _step_by_step(guest: Visitor) -> None:
    page = guest.go("/account")
    page.get_by_role("button", name=re.compile(rf"{TABLE} · 1")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Last", exact=True).click()
    expect(dialog).to_contain_text("Dragon wins")
    expect(dialog.locator("svg[role=img]")).to_have_count(2)
    expect(dialog.locator("[data-replay-net]")).to_have_text("+$25")


def test_the_console_says_whose_card_it_is(dealer: Visitor) -> None:
    page = dealer.page
    opened(dealer)
    page.get_by_role("button", name="Close bets").click()
    expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to Dragon")
    enter(dealer, "8S")
    expect(page.locator("[data-hand=dragon] svg[role=img]")).to_have_count(1)
    expect(page.locator("[data-hand=tiger] .await")).to_be_visible()
    for key in "QD":
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Confirm")).to_contain_text("to Tiger")
    dealer.accessible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-next=settle]")).to_contain_text("Tiger wins")
    page.locator("[data-next=settle] button.do").click()
    expect(page.locator("[data-phase=settled]")).to_be_visible()


def test_everybody_sees_it(browser: Browser, process: Process, dealer: Visitor) -> None:
    """On the screen over the table, beside another table, and in the odds lab."""
    opened(dealer)
    settled(dealer, "8S", "QD", result="Tiger wins")
    with visitor(browser, process) as guest:
        page = guest.go(f"/display/{TABLE}")
        expect(page.locator(".said")).to_contain_text("Tiger wins")
        expect(page.locator("section.hand svg[role=img]")).to_have_count(2)
        guest.accessible()
        guest.go(f"/tables?t={TABLE},tiger")
        opened(dealer)
        pane = page.locator(f"article[data-table='{TABLE}']")
        pane.get_by_role("button", name=re.compile("Suited Tie, .*50 to 1")).click()
        expect(pane.locator("[data-sum=accepted]")).to_have_text("$5")
        guest.accessible()
        guest.go(f"/lab?game={TABLE}")
        expect(page.locator("[data-odds]").filter(has_text="Suited Tie")).to_be_visible()
        page.get_by_role("radio", name="Strategy").or_(page.get_by_role("button", name="Strategy")).first.click()
        expect(page.locator(".note")).to_be_visible()
        settled(dealer, "2C", "AD", result="Dragon wins")


def test_on_a_phone_in_chinese(browser: Browser, process: Process, dealer: Visitor) -> None:
    """What the package says in Chinese is what is read; nothing is wider than the screen."""
    with visitor(browser, process, viewport={"width": 360, "height": 640}, locale="zh-CN", has_touch=True) as guest:
        page = guest.go(f"/table/{TABLE}")
        opened(dealer)
        guest.phase("betting")
        expect(page.locator("h1")).to_have_text("龙虎")
        expect(page.locator("[data-wager=tiger]")).to_contain_text("虎")
        bet(page, "tiger", "tiger-even")
        settled(dealer, "3S", "TC", result="Tiger wins")
        guest.phase("settled")
        expect(page.locator(".headline")).to_have_text("虎赢")
        expect(page.locator("[data-line=tiger-even]")).to_contain_text("虎双")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        guest.accessible()
