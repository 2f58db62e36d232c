"""A house that opens for the first time, in a real browser: its administrator chooses a password first."""

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visitor, house
from staffing import signed_in

WORDS = {"en-SG": "Change your first password to continue.", "zh-CN": "请先更改初始密码。"}


@pytest.mark.parametrize("locale", list(WORDS))
def test_the_first_administrator_chooses_a_password_of_their_own(browser: Browser, locale: str) -> None:
    with house("tiger", demo=False) as process:
        root = Visitor(browser, process.base, locale=locale, viewport={"width": 360, "height": 640})
        root.go("/pit")
        root.page.locator("input[name=name]").fill("administrator")
        root.page.locator("input[name=password]").fill(process.passwords["administrator"])
        root.page.locator("form button").first.click()
        expect(root.page.get_by_text(WORDS[locale])).to_be_visible()
        expect(root.page.locator("[data-account]")).to_have_count(0)
        root.accessible()
        root.page.locator("input[name=new]").fill("short")
        root.page.locator("form button").first.click()
        expect(root.page.get_by_role("alert").filter(has_text="12")).to_be_visible()
        root.page.locator("input[name=new]").fill("nobody else knows this")
        root.page.locator("form button").first.click()
        expect(root.page.locator("[data-account=administrator]")).to_be_visible()
        root.complaints = [said for said in root.complaints if "422" not in said]
        root.leave()
        # The one that was printed is worth nothing any more.
        process.passwords["administrator"], process.first = "nobody else knows this", False
        signed_in(browser, process, "administrator", "/pit").leave()
