"""In Chinese all of it is Chinese: why, why not, what comes next, and what happened."""
# ruff: noqa: RUF001 - Chinese has commas and colons of its own

import re

from playwright.sync_api import Browser, Locator, expect

from browsing import Dealer, dealt, visitor
from staffing import over_the_api, signed_in
from stores import patiently

NAMES = re.compile(r"tiger|guest-\w+|gaming-shift-manager|pit-manager|\bdealer\b|[a-z]+ (?=\d+\.\d)|Enter|Home|End|ZIP")
"""Of tables, people and documents, of keys and files: those are what they are."""
HOLD = """() => {
    const send = WebSocket.prototype.send
    const held = []
    WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)) }
    window.release = () => { WebSocket.prototype.send = send; for (const each of held) each() }
}"""
"""What the terminal sends is still on its way as bets close."""


def in_chinese(shown: Locator) -> None:
    """It says something in Chinese, and no word of English."""
    expect(shown).to_contain_text(re.compile("[一-鿿]"))
    text = NAMES.sub("", shown.inner_text())
    assert not re.search(r"[A-Za-z]{2,}", text), text


def test_a_player_is_told_why_and_why_not_and_what_happened(browser: Browser) -> None:
    with dealt("tiger") as process, visitor(browser, process, locale="zh-CN") as guest:
        dealer = Dealer(process, "tiger")
        dealer.open()
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        page.evaluate(HOLD)
        page.locator("[data-wager=tie] button").click()
        dealer.give("close-bets")
        page.evaluate("release()")
        refused = page.get_by_text("投注已截止，不能再下注或加注。").first
        expect(refused).to_be_visible()
        dealer.deal("8S 2H 9D 4C")
        dealer.give("settle")
        guest.phase("settled")
        page.locator("button.clause").first.click()
        clause = page.get_by_role("dialog").last
        expect(clause.locator(".words").first).to_be_visible()
        in_chinese(clause)
        page.keyboard.press("Escape")
        page.goto(f"{process.base}/#/account")
        page.get_by_role("button", name=re.compile("tiger · ")).first.click()
        told = page.get_by_role("dialog")
        steps = int(told.locator("[data-step]").get_attribute("data-steps") or 0)
        assert steps > 6
        for step in range(1, steps + 1):
            expect(told.locator("[data-step]")).to_have_attribute("data-step", str(step))
            in_chinese(told)
            if step < steps:
                page.get_by_role("button", name="下一步").click()
        expect(told.locator("[data-step]")).to_contain_text("闲赢，7 比 6；各注已结算")


def test_staff_are_told_what_comes_next_what_may_be_wrong_and_what_was_done(browser: Browser) -> None:
    with dealt("tiger") as process:
        hands = signed_in(browser, process, "dealer", "/dealer/tiger", locale="zh-CN")
        page = hands.page
        expect(page.locator("[data-next=shuffle]")).to_contain_text("桌上没有牌靴")
        page.get_by_role("button", name="启用新牌靴").click()
        page.get_by_role("button", name="开始下一局投注").click()
        player = over_the_api(process, "player")
        assert player.give("tiger", "place-wager", wager="banker", stake=2_500).status_code == 200
        page.get_by_role("button", name="停止下注").click()
        expect(page.locator("[data-next=deal-card]")).to_contain_text("发闲的第一张牌")
        in_chinese(page.locator("main"))
        page.keyboard.type("8S")
        expect(page.locator("[data-next=deal-card]")).to_contain_text("然后：发庄的第一张牌")
        in_chinese(page.locator("main"))
        page.keyboard.press("Enter")
        expect(page.locator("[data-next=deal-card]")).to_contain_text("发庄的第一张牌")
        page.locator("[data-declare=declare-disturbed-order]").click()
        expect(page.locator("[data-preview]")).to_contain_text("本局作废")
        in_chinese(page.locator("main"))
        Dealer(process, "tiger").deal("2H 9D 4C")
        expect(page.locator("[data-next=settle]")).to_contain_text("闲 7 点，庄 6 点：闲赢")
        page.get_by_role("button", name="结算").click()
        expect(page.locator("[data-phase=settled]")).to_be_visible()
        hands.leave()
        pit = over_the_api(process, "pit-supervisor")
        patiently(lambda: len(pit.post("/api/rounds/search", {}).json()["rounds"]) == 1)
        manager = signed_in(browser, process, "gaming-shift-manager", "/pit", locale="zh-CN")
        page = manager.page
        page.get_by_role("button", name="牌局", exact=True).click()
        expect(page.locator("[data-round]").first).to_contain_text("闲赢，7 比 6")
        page.get_by_role("button", name="tiger · 1", exact=True).click()
        steps = page.locator("li[data-kind]")
        expect(steps.last).to_contain_text("各注已结算")
        in_chinese(page.locator("[data-opened='tiger/1']"))
        page.get_by_role("button", name="裁定", exact=True).click()
        expect(page.locator("article").first).to_contain_text("作废")
        manager.leave()
