"""The drawer of the cage in real browsers: opened, receipts on paper, a wrong one and its second one, and counted."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import amount, dealt, visitor
from serving import Process
from staffing import hold, signed_in

START = 100_000
PRINTER = "() => { window.prints = 0; window.print = () => { window.prints += 1 } }"
WORDS: dict[str, dict[str, Any]] = {
    "en-SG": {
        "open": "Open the drawer",
        "opens": "Hold to open with $500",
        "look": "Look up",
        "buy": "Hold to buy in $460",
        "fix": "Hold to correct by $60",
        "count": "Count the drawer",
        "record": "Hold to record $899.50",
        "short": "$899.50 counted: $0.50 short.",
        "print": "Print",
        "shift": "Print the shift",
        "pay": "Hold to pay the voucher out",
    },
    "zh-CN": {
        "open": "开班点算",
        "opens": "按住以 $500 开班",
        "look": "查找",
        "buy": "按住买入 $460",
        "fix": "按住更正 $60",
        "count": "点算现金",
        "record": "按住记录 $899.50",
        "short": "点算 $899.50\N{FULLWIDTH COMMA}少 $0.50。",
        "print": "打印",
        "shift": "打印本班",
        "pay": "按住兑现此凭证",
    },
}


@pytest.fixture(params=WORDS)
def scene(request: pytest.FixtureRequest) -> Iterator[tuple[Process, str]]:
    with dealt("tiger") as made:
        yield made, request.param


def lines(page: Page) -> list[list[int | None]]:
    """Every line of the drawer, the newest first: in, out, and what is there after it."""
    rows = page.locator(".scroll [data-receipt-line]")
    texts = [each.locator("td.end").all_inner_texts() for each in rows.all()]
    return [[amount(text) if text.strip() else None for text in row] for row in texts]


def test_the_cage_prints_receipts_corrects_one_and_counts_its_drawer(
    browser: Browser, scene: tuple[Process, str]
) -> None:
    process, locale = scene
    words = WORDS[locale]
    with visitor(browser, process) as guest:
        guest.go("/account")
        expect(guest.page.locator(f"[data-purse='{START}']")).to_be_visible()
        name = guest.page.locator(".where p").inner_text()
        cage = signed_in(browser, process, "cage", "/cage", locale=locale, viewport={"width": 1024, "height": 768})
        page = cage.page
        page.evaluate(PRINTER)
        expect(page.locator("[data-drawer='0']")).to_be_visible()
        # The drawer is opened with what is in it; nothing that is no amount opens it.
        page.get_by_role("button", name=words["open"]).click()
        for wrong in ("", "5oo", "-1"):
            page.locator("input[name=counted]").fill(wrong)
            expect(page.get_by_role("button", name=words["opens"])).to_have_count(0)
        page.locator("input[name=counted]").fill("500")
        cage.accessible()
        hold(cage, words["opens"])
        expect(page.locator("[data-drawer='50000']")).to_be_visible()
        # What is bought in has its receipt at once, on paper.
        page.locator("form input").first.fill(name)
        page.get_by_role("button", name=words["look"]).click()
        page.locator("input[name=cents]").fill("460")
        hold(cage, words["buy"])
        slip = page.locator("[data-last] .paper")
        expect(slip).to_contain_text("$1,460")
        expect(slip).to_contain_text("$960")
        page.locator("[data-last]").get_by_role("button", name=words["print"], exact=True).click()
        assert page.evaluate("window.prints") == 1
        expect(page.locator("[data-drawer='96000']")).to_be_visible()
        assert lines(page) == [[46_000, None, 96_000]]
        cage.accessible()
        # It was $400: the receipt stays, and gets a second one.
        wrong_number = page.locator(".scroll [data-receipt-line]").get_attribute("data-number")
        page.locator(".scroll [data-receipt-line] button").click()
        for wrong in ("460", "500", "4oo"):
            page.locator("input[name=right]").fill(wrong)
            expect(page.get_by_role("button", name=words["fix"])).to_have_count(0)
        page.locator("input[name=right]").fill("400")
        cage.accessible()
        hold(cage, words["fix"])
        expect(page.locator("[data-drawer='90000']")).to_be_visible()
        assert lines(page) == [[None, 6_000, 90_000], [46_000, None, 96_000]]
        expect(page.locator(".scroll [data-receipt-line]").first).to_contain_text(str(wrong_number))
        expect(page.locator("[data-purse='140000']")).to_be_visible()
        # The slip is that of the correction now.
        expect(slip).to_contain_text("$900")
        # Neither of the two is corrected again.
        for at in (0, 1):
            page.locator(".scroll [data-receipt-line] button").nth(at).click()
            expect(page.get_by_role("dialog").locator(".paper")).to_be_visible()
            expect(page.locator("input[name=right]")).to_have_count(0)
            page.keyboard.press("Escape")
        # Counted, the drawer goes on from what is there; what is missing is said.
        page.get_by_role("button", name=words["count"]).click()
        page.locator("input[name=counted]").fill("899.50")
        hold(cage, words["record"])
        expect(page.get_by_text(words["short"]).first).to_be_visible()
        expect(page.locator("[data-drawer='89950']")).to_be_visible()
        page.get_by_role("button", name=words["shift"]).click()
        expect(page.get_by_role("dialog").locator(".paper [data-receipt-line]")).to_have_count(3)
        cage.accessible()
        page.keyboard.press("Escape")
        # A voucher is paid out in cash to whoever shows it, without a terminal, once.
        guest.page.reload()
        guest.page.locator("input[name=voucher-cents]").fill("100")
        hold(guest, "Hold to make a voucher of $100")
        code = guest.page.locator(".paper .code").inner_text()
        page.locator("input[name=paid-voucher]").fill(code)
        hold(cage, words["pay"])
        expect(page.locator("[data-drawer='79950']")).to_be_visible()
        expect(slip).to_contain_text("$100")
        guest.page.reload()
        expect(guest.page.locator("[data-voucher]")).to_have_count(0)
        # It is all there after a reload, and fits a small screen.
        page.reload()
        expect(page.locator("[data-drawer='79950']")).to_be_visible()
        assert len(lines(page)) == 4
        page.set_viewport_size({"width": 390, "height": 844})
        cage.accessible()
        cage.leave()
