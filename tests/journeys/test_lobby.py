"""The lobby and the ways to and from it, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from browsing import Dealer, dealt, visitor
from serving import Process


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    """Tables that a Dealer runs by hand: nothing happens by itself."""
    with dealt("tiger", "lucky-8", "e-blackjack") as made:
        yield made


@pytest.mark.parametrize("address", ["/nowhere", "/baccarat", "/a/b/c?d=%zz", "/%"])
def test_an_unknown_address_says_so_and_leads_back(browser: Browser, process: Process, address: str) -> None:
    with visitor(browser, process) as guest:
        page = guest.go(address)
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        expect(page.get_by_text(f"#{address}")).to_be_visible()
        guest.accessible()
        page.get_by_role("main").get_by_role("link", name="All tables").click()
        expect(page.get_by_role("heading", name="Tables")).to_be_visible()


@pytest.mark.parametrize("page_of", ["baccarat", "blackjack", "table", "display"])
def test_an_unknown_table_says_so_and_leads_back(browser: Browser, process: Process, page_of: str) -> None:
    with visitor(browser, process) as guest:
        page = guest.go(f"/{page_of}/no-such-table")
        expect(page.locator("[data-missing=table]")).to_contain_text("no-such-table")
        page.get_by_role("main").get_by_role("link", name="All tables").last.click()
        expect(page.get_by_role("heading", name="Tables")).to_be_visible()
        # The browser reports the refused connection itself.
        guest.complaints = [each for each in guest.complaints if "WebSocket" not in each and "404" not in each]


@pytest.mark.parametrize(
    ("wrong", "right"), [("blackjack/tiger", "baccarat/tiger"), ("baccarat/lucky-8", "blackjack/lucky-8")]
)
def test_a_table_on_the_page_of_other_games_leads_to_its_own(
    browser: Browser, process: Process, wrong: str, right: str
) -> None:
    Dealer(process, right.partition("/")[2]).open()
    with visitor(browser, process) as guest:
        page = guest.go(f"/{wrong}")
        guest.phase("betting")
        expect(page).to_have_url(f"{process.base}/#/{right}")


def test_ones_own_money_is_marked_and_its_table_comes_first(browser: Browser) -> None:
    with dealt("lucky-8", "e-blackjack", "tiger") as house, visitor(browser, house) as guest:
        tiger, lucky = Dealer(house, "tiger"), Dealer(house, "lucky-8")
        tiger.open()
        lucky.open()
        page = guest.go("/")
        cards = page.locator("article")
        expect(cards).to_have_count(3)
        # In the order of the configuration, which says what is played most here.
        assert [each.get_attribute("data-table") for each in cards.all()] == ["lucky-8", "e-blackjack", "tiger"]
        expect(page.locator("[data-mine]")).to_have_count(0)
        guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        page.locator("[data-wager=banker] .accepted").first.wait_for()
        guest.go("/")
        expect(cards.first).to_have_attribute("data-table", "tiger")
        expect(cards.first).to_contain_text("Your bets: $")
        expect(cards.first.get_by_role("link", name="Back to your bets")).to_be_visible()
        guest.accessible()
        # When the round is over nothing is in play; the table keeps its place while one looks.
        tiger.play("9S 4C KD 2H")
        expect(page.locator("[data-mine]")).to_have_count(0)
        expect(cards.first).to_have_attribute("data-table", "tiger")


FOUR = ("tiger", "lucky-8", "e-blackjack", "sands-super")


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768), (1440, 900), (1920, 1080)])
def test_four_tables_and_what_they_ask_are_on_one_screen(browser: Browser, size: tuple[int, int]) -> None:
    with dealt(*FOUR) as house, visitor(browser, house, viewport={"width": size[0], "height": size[1]}) as guest:
        dealers = {table: Dealer(house, table) for table in FOUR}
        for dealer in dealers.values():
            dealer.open()
        page = guest.go(f"/tables?t={','.join(FOUR)}")
        panes = page.locator("article")
        expect(panes).to_have_count(4)
        for table in FOUR:
            page.locator(f"article[data-table='{table}'] [data-field]").first.click()
            expect(page.locator(f"article[data-table='{table}'] [data-sum=accepted]")).not_to_have_text("$0")
        for table, dealt_cards in {"lucky-8": "8S 6D 5H", "e-blackjack": "8S 6D 5H", "tiger": "9S 4C KD 2H"}.items():
            dealers[table].give("close-bets")
            dealers[table].deal(dealt_cards)
        dealers["lucky-8"].give("confirm-deal")
        acts = page.locator("article[data-table='e-blackjack'] [data-form=decide] button")
        expect(acts.first).to_be_visible()
        assert acts.all_inner_texts() == ["Hit", "Stand", "Double"]
        cards = page.locator("article[data-table='tiger'] svg.card")
        expect(cards).to_have_count(4)
        seen: list[Locator] = [panes, page.locator("article h2"), acts, cards, page.locator(".rail [role=radio]")]
        for all_of in seen:
            for each in all_of.all():
                expect(each).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_a_refusal_covers_no_field_and_no_card(browser: Browser, size: tuple[int, int]) -> None:
    limits = '{ all = "5.00..10.00" }'
    with (
        dealt("tiger", limits=limits) as house,
        visitor(browser, house, viewport={"width": size[0], "height": size[1]}) as guest,
    ):
        Dealer(house, "tiger").open()
        page = guest.go("/tables?t=tiger")
        page.get_by_role("radio", name="Chip of $25").click()
        page.locator("[data-field]").first.click()
        toast = page.get_by_label("Notices").get_by_text("Player takes")
        expect(toast).to_be_visible()
        overlap = """toast => {
            const a = toast.closest('.toast').getBoundingClientRect()
            return [...document.querySelectorAll('[data-field], .lying .row, [role=radio]')].filter(each => {
                const b = each.getBoundingClientRect()
                return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
            }).length
        }"""
        assert toast.evaluate(overlap) == 0
        page.get_by_label("Notices").get_by_role("button", name="Close").click()
        expect(toast).to_have_count(0)
