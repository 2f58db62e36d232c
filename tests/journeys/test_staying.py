"""Sessions of the house's own people, in a real browser: they end unattended, and whoever is there stays."""

from playwright.sync_api import Browser, expect

from browsing import Visitor, dealt
from staffing import signed_in

SHORT, LONGER = "[people]\nidle = 0.15", "[people]\nidle = 0.3"
"""Nine seconds, and eighteen: several sign in one after the other."""


def unheard(made: Visitor) -> Visitor:
    """The refusal is an answer of the house, which the browser notes."""
    made.complaints = [said for said in made.complaints if "401" not in said]
    return made


def test_fear_a_console_that_is_left_alone_goes_on_telling(browser: Browser) -> None:
    with dealt("tiger", sections=LONGER) as process:
        # One has a socket, one asks by itself again and again, one does neither.
        boss = signed_in(browser, process, "pit-manager", "/pit")
        dealer = signed_in(browser, process, "dealer", "/dealer/tiger")
        cage = signed_in(browser, process, "cage", "/cage")
        for each in (boss, dealer):
            each.page.mouse.move(200, 300)
        for each in (boss, dealer, cage):
            expect(each.page.locator("[data-ending]")).to_be_visible()
        # Who is there stays: whatever they do, or by the button.
        cage.page.get_by_role("button", name="Stay signed in").click()
        expect(cage.page.locator("[data-ending]")).to_have_count(0)
        for each in (boss, dealer, cage):
            expect(each.page.locator("input[name=password]")).to_be_visible()
            expect(each.page.get_by_text("You are signed out. Sign in again.")).to_be_visible()
        boss.accessible()
        for each in (boss, dealer, cage):
            unheard(each).leave()


def test_who_works_is_not_signed_out(browser: Browser) -> None:
    with dealt("tiger", sections=SHORT) as process:
        boss = signed_in(browser, process, "pit-manager", "/pit")
        for at in range(12):
            boss.page.mouse.move(200 + at, 300)
            boss.page.wait_for_timeout(1_000)
        expect(boss.page.locator("input[name=password]")).to_have_count(0)
        expect(boss.page.locator("[data-ending]")).to_have_count(0)
        boss.leave()
