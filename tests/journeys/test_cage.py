"""Money at the cage, in real browsers: bought in, played with, carried on as a voucher, cashed out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browsing import Dealer, Visitor, dealt, visitor
from serving import Process
from staffing import hold, signed_in

START = 100_000
WORDS = {
    "en-SG": {"bad": "Enter an amount", "range": "at a time", "hold": "Hold to add"},
    "zh-CN": {"bad": "请输入金额", "range": "每次", "hold": "按住充值"},
}


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
        page.get_by_label("Amount").fill("25o")
        expect(page.get_by_role("alert").filter(has_text="Enter an amount")).to_be_visible()
        for act in ("Hold to buy in", "Issue voucher", "Hold to cash out"):
            expect(page.get_by_role("button", name=act)).to_be_disabled()
        cage.accessible()
        page.get_by_label("Amount").fill("250.50")
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
        ann.page.get_by_label("Amount").fill("100")
        ann.page.get_by_role("button", name="Issue voucher").click()
        voucher = ann.page.locator("[data-voucher]").inner_text()
        has(ann, START + 17_425)
        bob.page.get_by_label("Voucher").fill(voucher)
        bob.page.get_by_role("button", name="Redeem voucher").click()
        has(bob, START + 10_000)
        bob.page.get_by_label("Voucher").fill(voucher)
        bob.page.get_by_role("button", name="Redeem voucher").click()
        expect(bob.page.get_by_text("Request refused.").first).to_be_visible()
        has(bob, START + 10_000)
        bob.accessible()
        # Nothing said is all there is.
        hold(ann, "Hold to cash out")
        has(ann, 0)
        expect(ann.page.get_by_text("Cash-out").first).to_be_visible()
        for each in (cage, bob):
            # The refusals are answers of the house, which the browser notes.
            each.complaints = [said for said in each.complaints if "422" not in said and "409" not in said]
        cage.leave()


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
