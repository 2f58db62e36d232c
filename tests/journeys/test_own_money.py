"""A player's own money at a table, in a real browser: what can be bet, what is in play, what a reload leaves."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsing import Dealer, Visitor, dealt, visitor
from serving import Process
from staffing import hold, over_the_api

START = 100_000
WORDS: dict[str, dict[str, Any]] = {
    "en-SG": {
        "chip": "Chip of ",
        "above": ": more than your credits",
        "top": "Add $1,000 demo credits",
        "again": "Rebet",
    },
    "zh-CN": {
        "chip": "",
        "above": " 筹码\N{FULLWIDTH COLON}超过余额",
        "top": "免费补充 $1,000 演示余额",
        "again": "重复下注",
    },
}


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt("tiger.1", "tiger.2", "tiger.3", "lucky-8") as made:
        yield made


def left_with(process: Process, guest: Visitor, cents: int) -> None:
    """Cash a guest out at the cage until that is left."""
    name = guest.page.evaluate("JSON.parse(localStorage.getItem('croupier.guest')).terminal")
    cage = over_the_api(process, "cage")
    held = cage.get(f"/api/terminals/{name}").json()["cents"]
    out = {"id": f"out-{name}-{cents}", "command": "cash-out", "cents": held - cents}
    assert cage.post(f"/api/terminals/{name}/money", out).status_code == 200


def chips_off(guest: Visitor) -> list[bool]:
    """Whether each chip of the tray is off, the smallest first."""
    chips = guest.page.locator(".rail [role=radio]")
    expect(chips.first).to_be_visible()
    return [each.is_disabled() for each in chips.all()]


@pytest.mark.parametrize(("table", "locale"), [("tiger.1", "en-SG"), ("lucky-8", "zh-CN")])
def test_chips_above_the_balance_are_off_and_a_demonstration_offers_more(
    browser: Browser, process: Process, table: str, locale: str
) -> None:
    words = WORDS[locale]
    Dealer(process, table).open()
    path = f"/{'baccarat' if table.startswith('tiger') else 'blackjack'}/{table}"
    with visitor(browser, process, locale=locale, viewport={"width": 390, "height": 844}) as guest:
        page = guest.go(path)
        guest.phase("betting")
        guest.has_credits(START)
        assert chips_off(guest) == [False, False, False, False, False, True][: len(chips_off(guest))]
        left_with(process, guest, 6_000)
        page.reload()
        guest.has_credits(6_000)
        expect(page.get_by_role("radio", name=f"{words['chip']}$100{words['above']}", exact=True)).to_be_disabled()
        assert chips_off(guest)[:4] == [False, False, True, True]
        guest.accessible()
        # The keyboard does not choose what is off either.
        page.keyboard.press("4")
        expect(page.get_by_role("radio", checked=True)).to_be_enabled()
        # With nothing left and nothing in play more is offered, in the dock; it is there at once.
        expect(page.get_by_role("button", name=words["top"])).to_have_count(0)
        left_with(process, guest, 0)
        page.reload()
        guest.has_credits(0)
        assert all(chips_off(guest))
        top_up = page.locator("[data-dock]").get_by_role("button", name=words["top"])
        expect(top_up).to_be_in_viewport(ratio=1)
        guest.accessible()
        top_up.click()
        guest.has_credits(START)
        expect(top_up).to_have_count(0)


def test_fear_a_reload_takes_the_last_bets_and_the_session(browser: Browser, process: Process) -> None:
    dealer = Dealer(process, "tiger.2")
    dealer.open()
    with visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger.2")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        page.locator("[data-wager=tie] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$50")
        clock = page.locator(".clock")
        # What is in play is neither won nor lost.
        guest.go("/account")
        expect(page.locator("[data-in-play='5000']")).to_be_visible()
        expect(page.locator("[data-today]")).to_have_attribute("data-today", "0")
        guest.go("/baccarat/tiger.2")
        expect(clock).not_to_contain_text("down today")
        dealer.play("4C 8S 3D KH")
        guest.phase("settled")
        expect(clock).to_contain_text("bet $50")
        expect(clock).to_contain_text("$1.25 down today")
        began = page.evaluate("sessionStorage.getItem('croupier.began')")
        page.reload()
        guest.phase("settled")
        expect(clock).to_contain_text("bet $50")
        assert page.evaluate("sessionStorage.getItem('croupier.began')") == began
        # The round is not counted again when the next one begins.
        dealer.open()
        guest.phase("betting")
        expect(page.get_by_role("button", name="Rebet")).to_be_enabled()
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$50")
        dealer.play("4C 8S 3D KH")
        guest.phase("settled")
        expect(clock).to_contain_text("bet $100")


def test_fear_another_player_of_the_tab_gets_the_last_ones_bets(browser: Browser, process: Process) -> None:
    dealer = Dealer(process, "tiger.3")
    dealer.open()
    with visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger.3")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        dealer.play("4C 8S 3D KH")
        dealer.open()
        page.evaluate("localStorage.clear()")
        page.reload()
        guest.has_credits(START)
        guest.phase("betting")
        expect(page.get_by_role("button", name="Rebet")).to_be_disabled()


def test_credits_bought_from_the_wallet_are_there_at_once(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/account")
        expect(page.locator(f"[data-purse='{START}']")).to_be_visible()
        page.locator("[data-add] input[name=add]").fill("50")
        hold(guest, "Hold to add $50")
        expect(page.locator(f"[data-purse='{START + 5_000}']")).to_be_visible()
        expect(page.locator("[data-movement]").first).to_contain_text("+$50")
