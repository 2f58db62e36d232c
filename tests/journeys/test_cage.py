"""Money at the cage, in real browsers: bought in, played with, carried on as a voucher, cashed out."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browsing import Dealer, Visitor, amount, dealt, visitor
from serving import Process
from staffing import hold, signed_in

START = 100_000
WORDS = {
    "en-SG": {"bad": "Enter an amount", "range": "at a time", "hold": "Hold to add"},
    "zh-CN": {"bad": "请输入金额", "range": "每次", "hold": "按住充值"},
}


PRINTER = "() => { window.prints = 0; window.print = () => { window.prints += 1 } }"
"""Counts what is printed, where no printer is."""


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt("tiger", "e-blackjack") as made:
        yield made


def has(made: Visitor, cents: int) -> None:
    """The page of somebody's credits says so."""
    expect(made.page.locator("[data-purse]")).to_have_attribute("data-purse", str(cents))


def test_money_is_bought_in_played_with_carried_as_a_voucher_and_cashed_out(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as ann, visitor(browser, process) as bob:
        ann.go("/account")
        bob.go("/account")
        has(ann, START)
        has(bob, START)
        name = ann.page.locator(".where p").inner_text()
        cage = signed_in(browser, process, "cage", "/staff")
        cage.page.get_by_role("link", name="Cage").click()
        terminal, page = cage.page.get_by_label("Terminal"), cage.page
        # Whoever mistypes a name pays nothing in, and whoever mistypes an amount moves nothing.
        terminal.fill(f"{name}x")
        page.get_by_role("button", name="Look up").click()
        expect(page.get_by_text("there is no terminal with that name").first).to_be_visible()
        expect(page.locator("[data-purse]")).to_have_count(0)
        terminal.fill(name)
        page.get_by_role("button", name="Look up").click()
        has(cage, START)
        received = page.get_by_label("Cash received")
        expect(page.get_by_role("button", name="Type the cash received")).to_be_disabled()
        received.fill("25o")
        expect(page.get_by_role("alert").filter(has_text="Enter an amount")).to_be_visible()
        expect(page.get_by_role("button", name="Type the cash received")).to_be_disabled()
        cage.accessible()
        received.fill("250.50")
        expect(page.get_by_text("The terminal will have $1,250.50.")).to_be_visible()
        hold(cage, "Hold to buy in $250.50")
        has(cage, START + 25_050)
        expect(page.get_by_text("$250.50 bought in.").first).to_be_visible()
        # It is played with, and what the round came to is there too.
        dealer = Dealer(process, "tiger")
        dealer.open()
        table = ann.go("/baccarat/tiger")
        ann.phase("betting")
        ann.has_credits(START + 25_050)
        table.locator("[data-wager=banker] button").click()
        expect(table.locator("[data-sum=accepted]")).to_have_text("$25")
        dealer.play("4C 8S 3D KH")
        ann.phase("settled")
        ann.has_credits(START + 25_050 + 2_375)
        # A voucher of it is Bob's now, once.
        ann.go("/account")
        has(ann, START + 27_425)
        ann.page.locator("input[name=voucher-cents]").fill("100")
        hold(ann, "Hold to make a voucher of $100")
        has(ann, START + 17_425)
        voucher = ann.page.locator("[data-voucher] .code").inner_text()
        for _ in range(2):
            # As somebody types it, with the dashes and in small letters.
            bob.page.locator("input[name=voucher]").fill(voucher.lower())
            bob.page.get_by_role("button", name="Redeem", exact=True).click()
            has(bob, START + 10_000)
        expect(bob.page.get_by_text("Request refused.").first).to_be_visible()
        bob.accessible()
        # Every transaction has its time and the credits after it; the round is one line.
        ann.page.reload()
        lines = ann.page.locator("[data-movement]")
        expect(lines).to_have_count(4)
        assert [[amount(text) for text in each.locator(".end").all_inner_texts()] for each in lines.all()] == [
            [-10_000, START + 17_425],
            [2_375, START + 27_425],
            [25_050, START + 25_050],
            [START, START],
        ]
        assert all(re.fullmatch(r"\d\d:\d\d", each.locator("td").first.inner_text()) for each in lines.all())
        expect(ann.page.locator("[data-voucher]")).to_have_count(0)
        expect(ann.page.get_by_text("redeemed")).to_be_visible()
        expect(ann.page.locator("[data-today]")).to_have_attribute("data-today", "2375")
        # At the cage "All" fills in the amount, and does nothing else.
        page.get_by_role("button", name="Look up").click()
        has(cage, START + 17_425)
        page.get_by_role("button", name="Cash out").click()
        page.get_by_role("button", name="All", exact=True).click()
        expect(page.get_by_label("Cash to pay out")).to_have_value("1174.25")
        has(cage, START + 17_425)
        hold(cage, "Hold to cash out $1,174.25")
        has(cage, 0)
        ann.page.reload()
        has(ann, 0)
        for each in (cage, bob):
            # The refusals are answers of the house, which the browser notes.
            each.complaints = [said for said in each.complaints if "422" not in said and "409" not in said]
        cage.leave()


@pytest.mark.parametrize("locale", ["en-SG", "zh-CN"])
def test_a_voucher_is_made_by_holding_for_an_amount_that_was_typed(
    browser: Browser, process: Process, locale: str
) -> None:
    make, what, everything, show, prints = {
        "en-SG": ("Hold to make a voucher of", "Type an amount", "All", "Show and print", "Print"),
        "zh-CN": ("按住开出", "请先输入凭证金额", "全部", "查看并打印", "打印"),
    }[locale]
    with visitor(browser, process, locale=locale, viewport={"width": 360, "height": 640}) as guest:
        page = guest.go("/account")
        has(guest, START)
        field = page.locator("input[name=voucher-cents]")
        # An empty field makes nothing, and what is no amount or too much makes nothing either.
        for wrong in ("", "0", "1e3", "-5", "25o", "1000.01"):
            field.fill(wrong)
            expect(page.get_by_role("button", name=what)).to_be_disabled()
        # "All" fills in the amount, it never acts.
        page.get_by_role("button", name=everything, exact=True).click()
        expect(field).to_have_value("1000")
        has(guest, START)
        # To let go is to leave it.
        field.fill("250.5")
        button = page.get_by_role("button", name=make)
        button.hover()
        page.mouse.down()
        expect(page.locator("button.held")).to_have_count(1)
        page.mouse.up()
        expect(page.locator("button.held")).to_have_count(0)
        guest.accessible()
        has(guest, START)
        page.evaluate(PRINTER)
        hold(guest, make)
        has(guest, START - 25_050)
        paper = page.locator(".paper")
        expect(paper).to_contain_text("$250.50")
        # It is listed with its code, also after a reload, and is printed with it.
        code = page.locator("[data-voucher] .code").inner_text()
        assert re.fullmatch("(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}", code)
        expect(paper.locator(".code")).to_have_text(code)
        expect(paper.locator("svg[role=img] path")).to_have_attribute("d", re.compile("^M4 4h7v1h-7z"))
        page.get_by_role("button", name=prints, exact=True).click()
        assert page.evaluate("window.prints") == 1
        # On the printer it is alone, and one page.
        page.emulate_media(media="print")
        expect(page.locator(".paper:visible")).to_have_count(1)
        expect(page.locator("[data-printing] .code")).to_have_text(code)
        expect(page.locator("header.top")).to_be_hidden()
        assert page.pdf().count(b"/Type /Page\n") == 1
        page.emulate_media(media="screen")
        expect(page.locator("[data-printing]")).to_be_hidden()
        page.reload()
        expect(page.locator("[data-voucher] .code")).to_have_text(code)
        page.get_by_role("button", name=show).click()
        expect(page.get_by_role("dialog").locator(".paper .code")).to_have_text(code)
        guest.accessible()


@pytest.mark.clause("ebaccarat 1.1.15", "eblackjack 1.1.10")
@pytest.mark.parametrize(("table", "locale"), [("tiger", "en-SG"), ("e-blackjack", "zh-CN")])
def test_credits_are_bought_at_the_terminal_itself_and_played_with(
    browser: Browser, process: Process, table: str, locale: str
) -> None:
    words = WORDS[locale]
    Dealer(process, table).open()
    page_of_table = f"/{'baccarat' if table == 'tiger' else 'blackjack'}/{table}"
    with visitor(browser, process, locale=locale, viewport={"width": 390, "height": 844}) as guest:
        page = guest.go(page_of_table)
        guest.has_credits(START)
        page.locator("[data-act=credits]:visible").first.click()
        amount = page.locator("[data-add] input[name=add]")
        # What the house does not sell is said, and nothing is taken.
        for wrong, said in (("25o", words["bad"]), ("0.50", words["range"]), ("1000.01", words["range"])):
            amount.fill(wrong)
            expect(page.locator("[data-add] .bad")).to_contain_text(said)
            expect(page.get_by_role("button", name=words["hold"])).to_be_disabled()
        guest.accessible()
        amount.fill("1000")
        hold(guest, f"{words['hold']} $1,000")
        expect(page.locator("[data-receipt='100000']")).to_contain_text("$2,000")
        page.keyboard.press("Escape")
        guest.go(page_of_table)
        guest.has_credits(START + 100_000)
        # It is there after a reload, and it is played with.
        page.reload()
        guest.has_credits(START + 100_000)
        page.get_by_role("radio", name="$1,000").click()
        page.locator("[data-wager=banker] button, [data-spot=main] button").first.click(click_count=1)
        expect(page.locator("[data-sum=accepted]")).to_have_text("$1,000")
        guest.has_credits(START)
