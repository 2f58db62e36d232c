"""Money at the cage, in real browsers: bought in, played with, carried on as a voucher, cashed out."""

from playwright.sync_api import Browser, expect

from browsing import Dealer, Visitor, dealt, visitor
from staffing import hold, signed_in

START = 100_000


def has(made: Visitor, cents: int) -> None:
    """The page of somebody's credits says so."""
    expect(made.page.locator("[data-purse]")).to_have_attribute("data-purse", str(cents))


def test_money_is_bought_in_played_with_carried_as_a_voucher_and_cashed_out(browser: Browser) -> None:
    with dealt("tiger") as process, visitor(browser, process) as ann, visitor(browser, process) as bob:
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
        page.get_by_role("button", name="Look it up").click()
        expect(page.get_by_text("there is no terminal of that name").first).to_be_visible()
        expect(page.locator("[data-purse]")).to_have_count(0)
        terminal.fill(name)
        page.get_by_role("button", name="Look it up").click()
        has(cage, START)
        page.get_by_label("Amount").fill("25o")
        expect(page.get_by_role("alert").filter(has_text="Enter an amount")).to_be_visible()
        for act in ("Hold to buy in", "Make a voucher", "Hold to cash out"):
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
        ann.page.get_by_role("button", name="Make a voucher").click()
        voucher = ann.page.locator("[data-voucher]").inner_text()
        has(ann, START + 17_425)
        bob.page.get_by_label("Voucher").fill(voucher)
        bob.page.get_by_role("button", name="Redeem the voucher").click()
        has(bob, START + 10_000)
        bob.page.get_by_label("Voucher").fill(voucher)
        bob.page.get_by_role("button", name="Redeem the voucher").click()
        expect(bob.page.get_by_text("That was refused.").first).to_be_visible()
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
