"""Dealers at their own tables, in real browsers: a Pit Manager assigns them, and they see and work no other."""

import pytest
from playwright.sync_api import Browser, expect

from browsing import dealt
from staffing import signed_in

SECTION = "[people]\nassigned = true"


@pytest.mark.parametrize("locale", ["en-SG", "zh-CN"])
def test_a_dealer_sees_and_works_the_tables_that_are_theirs(browser: Browser, locale: str) -> None:
    with dealt("tiger", "e-blackjack", sections=SECTION) as process:
        small = {"locale": locale, "viewport": {"width": 360, "height": 640}}
        dealer = signed_in(browser, process, "dealer", "/staff", **small)
        expect(dealer.page.locator("[data-nowhere]")).to_be_visible()
        expect(dealer.page.locator("a[href^='#/dealer/']")).to_have_count(0)
        boss = signed_in(browser, process, "pit-manager", "/pit?section=dealers", **small)
        boss.page.locator("[data-dealer=dealer] label").filter(has_text="tiger").click()
        expect(boss.page.locator("[data-dealer=dealer] .works")).to_have_text("tiger")
        boss.accessible()
        # It is there when they next touch the page, and it is the only one.
        dealer.page.reload()
        expect(dealer.page.locator("a[href='#/dealer/tiger']")).to_be_visible()
        expect(dealer.page.locator("a[href='#/dealer/e-blackjack']")).to_have_count(0)
        dealer.accessible()
        dealer.go("/dealer/e-blackjack")
        expect(dealer.page.locator("[data-elsewhere]")).to_be_visible()
        dealer.go("/dealer/tiger")
        expect(dealer.page.locator("[data-next]").first).to_be_visible()
        # Taken away while they are there, it is not theirs any more.
        boss.page.locator("[data-dealer=dealer] label").filter(has_text="tiger").click()
        expect(boss.page.locator("[data-dealer=dealer] .works")).to_have_count(0)
        expect(dealer.page.locator("[data-elsewhere]")).to_be_visible()
        for each in (boss, dealer):
            each.complaints = [said for said in each.complaints if "403" not in said]
            each.leave()
