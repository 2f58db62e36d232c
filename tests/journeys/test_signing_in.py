"""A house that is no demonstration, in a real browser: terminals sign in with what an administrator gave them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Visitor, house, visitor
from staffing import signed_in


def signs_in(page: Page, terminal: str, secret: str) -> None:
    page.get_by_label("Terminal").fill(terminal)
    page.get_by_label("Key or PIN").fill(secret)
    page.get_by_role("button", name="Sign in").click()


def given(keeper: Visitor, terminal: str, pin: str = "") -> str:
    """What the administrator's page says that the terminal's key is."""
    page = keeper.page
    page.get_by_label("Terminal", exact=True).fill(terminal)
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Add terminal").click()
    expect(page.locator(f"[data-terminal={terminal}]")).to_be_visible()
    return pin or page.locator("[data-key]").inner_text()


@pytest.mark.parametrize("pin", ["", "135790246813"], ids=["key", "PIN"])
def test_a_terminal_signs_in_once_and_is_still_there_after_a_reload(browser: Browser, pin: str) -> None:
    with house("tiger", demo=False) as process, visitor(browser, process) as player:
        keeper = signed_in(browser, process, "administrator", "/pit")
        secret = given(keeper, "T1", pin)
        keeper.leave()
        # Whoever looks at the lobby is asked for nothing, and nothing there is called a demonstration.
        page = player.go()
        expect(page.get_by_role("link", name="Sit down")).to_be_visible()
        expect(page.get_by_text("demonstration")).to_have_count(0)
        page.get_by_role("link", name="Sit down").click()
        expect(page.get_by_role("heading", name="Terminal sign-in")).to_be_visible()
        player.accessible()
        signs_in(page, "T1", "987654321" if pin else "0" * 64)
        expect(page.get_by_role("main").get_by_role("alert")).not_to_be_empty()
        signs_in(page, "T1", secret)
        player.has_credits(0)
        page.reload()
        player.has_credits(0)
        player.phase("betting")
        player.go()
        expect(page.locator('a[href="#/account"]').first).to_be_visible()
        kept = page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
        assert (secret in kept) is (not pin), "a terminal keeps its own key, and nobody's PIN"
        # The refusal is an answer of the house, which the browser notes.
        player.complaints = [said for said in player.complaints if "401" not in said]
