"""Two people at the cage, in real browsers: one asks for much credit, another one agrees, and then it is there."""

import pytest
from playwright.sync_api import Browser, expect

from browsing import dealt, visitor
from staffing import hold, signed_in

SECTION = '[cage]\ntwo_people_above = "1,000.00"'
WORDS = {
    "en-SG": ("Look up", "Hold to buy in $5,000", "A second person must approve.", "Withdraw", "Hold to approve"),
    "zh-CN": ("查找", "按住买入 $5,000", "须由第二人批准。", "撤回", "按住批准"),
}


@pytest.mark.parametrize("locale", list(WORDS))
def test_credit_above_an_amount_takes_two_people(browser: Browser, locale: str) -> None:
    look, buy, asked, withdraw, approve = WORDS[locale]
    with dealt("tiger", sections=SECTION) as process, visitor(browser, process) as guest:
        guest.go("/account")
        expect(guest.page.locator("[data-purse='100000']")).to_be_visible()
        name = guest.page.locator(".where p").inner_text()
        small = {"locale": locale, "viewport": {"width": 360, "height": 640}}
        cage = signed_in(browser, process, "cage", "/cage", **small)
        boss = signed_in(
            browser, process, "pit-manager", "/pit", locale=locale, viewport={"width": 1366, "height": 768}
        )
        page = cage.page
        page.locator("form input").first.fill(name)
        page.get_by_role("button", name=look).click()
        expect(page.locator("[data-purse='100000']")).to_be_visible()
        for times in (1, 2):
            page.locator("input[inputmode=decimal]").fill("5000")
            hold(cage, buy)
            expect(page.get_by_text(asked).first).to_be_visible()
            expect(page.locator(f"[data-credit='{name}']")).to_be_visible()
            if times == 1:
                # Who asked cannot agree, and may take it back.
                expect(page.get_by_role("button", name=approve)).to_have_count(0)
                cage.accessible()
                page.get_by_role("button", name=withdraw).click()
                expect(page.locator("[data-credit]")).to_have_count(0)
        card = boss.page.locator("[data-approval=credit]")
        expect(card).to_contain_text("$5,000")
        expect(card).to_contain_text(name)
        boss.accessible()
        button = card.get_by_role("button").last
        button.hover()
        boss.page.mouse.down()
        expect(boss.page.locator("button.held")).to_have_count(0)
        boss.page.mouse.up()
        expect(page.locator("[data-purse='600000']")).to_be_visible()
        expect(page.locator("[data-credit]")).to_have_count(0)
        cage.leave()
        boss.leave()
