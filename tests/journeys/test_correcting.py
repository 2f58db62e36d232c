"""From noticing that a card was read wrongly to the player's "Understood", in a real browser."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Dealer, Visitor, amount, dealt, visitor
from serving import Process
from staffing import hold, over_the_api, signed_in

READ = "8S 4C 3D 2H KH"
"""Player 1, Banker 6. The third card was the ace of diamonds: Player 9."""
NEXT = "4H 8D 3C KS"
PICTURES = os.environ.get("PICTURES", "")
"""Where pictures of the pages go, for who wants to look."""


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt("tiger.1", "tiger.2", "tiger.3", "lucky-8") as made:
        yield made


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(400)
        page.screenshot(path=f"{PICTURES}/{name}.png")


def seated(guest: Visitor, process: Process, table: str) -> Dealer:
    """Somebody has $25 on Banker in the first round of a table."""
    dealer = Dealer(process, table)
    dealer.open()
    guest.go(f"/baccarat/{table}")
    guest.phase("betting")
    field = guest.page.locator("[data-wager=banker] button")
    field.click()
    expect(field).to_have_class(re.compile(r"\baccepted\b"))
    return dealer


def said_anew(page: Page, place: int, rank: str, suit: str) -> None:
    page.locator(f"[data-place='{place}']").click()
    page.get_by_role("button", name=rank, exact=True).click()
    page.get_by_role("button", name=suit, exact=True).click()


def test_two_people_put_a_round_right_and_the_player_understands(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        dealer = seated(guest, process, "tiger.1")
        dealer.play(READ)
        guest.phase("settled")
        guest.has_credits(100_000 + 2_375)
        dealer.open()
        guest.phase("betting")
        # Noticed in the middle of the next round, at the console of the table.
        pit = signed_in(browser, process, "pit-supervisor", "/dealer/tiger.1")
        page = pit.page
        page.get_by_role("link", name="Correct a round").click()
        page.locator("[data-round='1']").click()
        expect(page.get_by_role("heading", name="Banker wins, 6 to 1")).to_be_visible()
        expect(page.locator("[data-kind=correct-cards]")).to_have_attribute("aria-pressed", "true")
        pit.accessible()
        said_anew(page, 3, "A", "Diamonds")
        expect(page.locator("[data-said]")).to_have_attribute("data-said", "8S 4C AD 2H KH")
        expect(page.get_by_text("read as 3 of Diamonds")).to_be_visible()
        picture(page, "correct-2")
        page.get_by_role("button", name="What changes").click()
        effect = page.locator("[data-effect]")
        expect(effect).to_contain_text("Player's second card was")
        row = effect.locator("tr[data-wager=banker]")
        assert [amount(text) for text in row.locator("td").all_inner_texts()[2:5]] == [2_375, -2_500, -4_875]
        assert [amount(effect.locator(f"[data-{each}]").inner_text()) for each in ("pays", "takes")] == [0, 4_875]
        expect(effect.locator("[data-heads]")).to_have_text("1")
        pit.accessible()
        picture(page, "correct-3")
        guest.has_credits(100_000 + 2_375)
        page.get_by_label("Note for the record (optional)").fill("camera at 21:16")
        hold(pit, "Hold to request")
        # The same person is not two: the second one signs at the same page.
        page.locator("[data-second] input").first.fill("pit-supervisor")
        page.locator("[data-second] input").last.fill(process.passwords["pit-supervisor"])
        hold(pit, "Hold to correct")
        expect(page.locator("[data-second] [role=alert]")).to_contain_text("You cannot approve your own request")
        # The browser notes that the house refused it; that is as it should be.
        pit.complaints.clear()
        page.locator("[data-second] input").first.fill("pit-manager")
        page.locator("[data-second] input").last.fill(process.passwords["pit-manager"])
        pit.accessible()
        picture(page, "correct-4")
        hold(pit, "Hold to correct")
        expect(page.locator("[data-done]")).to_contain_text("Round corrected.")
        # The player, who has nothing to decide, is shown it; the bets of the next round stay open.
        mine = guest.page
        notice = mine.locator("[data-correction='tiger.1/1/1']")
        expect(notice).to_contain_text("Player's second card was")
        expect(notice).to_contain_text("It had been read as")
        assert amount(notice.locator("[data-correction-net]").inner_text()) == -4_875
        expect(notice).to_contain_text("Signed by Pit Supervisor and Pit Manager.")
        expect(notice).not_to_contain_text("camera")
        guest.accessible()
        picture(mine, "player-correction")
        mine.set_viewport_size({"width": 390, "height": 844})
        picture(mine, "player-correction-390")
        mine.set_viewport_size({"width": 1440, "height": 900})
        # Left for later it waits in one line, also after a reload.
        mine.keyboard.press("Escape")
        expect(mine.locator("[data-correction-line]")).to_contain_text(
            "Round 1 at tiger.1 was corrected: \N{MINUS SIGN}$48.75."
        )
        mine.reload()
        expect(notice).to_be_visible()
        mine.get_by_role("button", name="Understood").click()
        expect(notice).to_have_count(0)
        guest.phase("betting")
        guest.has_credits(100_000 - 2_500)
        mine.reload()
        guest.phase("betting")
        expect(mine.locator("[data-correction-line]")).to_have_count(0)
        expect(notice).to_have_count(0)
        pit.leave()


def test_who_was_away_finds_it_when_they_come_back(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        dealer = seated(guest, process, "tiger.2")
        dealer.play(READ)
        guest.phase("settled")
        guest.page.goto("about:blank")
        supervisor = over_the_api(process, "pit-supervisor")
        right = {"command": "correct-cards", "cards": ["8S", "4C", "AD", "2H", "KH"]}
        command = {"command": "amend-round", "round": 1, "amendment": right}
        asked = supervisor.post("/api/tables/tiger.2/commands", {"id": "away-1", "command": command})
        assert asked.status_code == 202, asked.text
        # The pit's page shows the second person what they agree to.
        pit = signed_in(browser, process, "pit-manager", "/pit")
        waits = pit.page.locator("[data-approval=correction]")
        expect(waits).to_contain_text("Correct a round")
        expect(waits).to_contain_text("Player's second card was")
        assert amount(waits.locator("[data-takes]").inner_text()) == 4_875
        expect(waits.locator("[data-lacking]")).to_have_text("Yes")
        pit.accessible()
        picture(pit.page, "approval")
        hold(pit, "Hold to approve")
        expect(waits).to_have_count(0)
        # In the lobby already, without sitting down.
        guest.go()
        expect(guest.page.locator("[data-correction='tiger.2/1/1']")).to_be_visible()
        guest.page.get_by_role("button", name="Understood").click()
        expect(guest.page.locator("[data-correction='tiger.2/1/1']")).to_have_count(0)
        guest.go("/account")
        expect(guest.page.locator("small").get_by_text("corrected")).to_be_visible()
        pit.leave()


def test_a_late_bet_goes_back_and_a_dealer_calls_the_pit_for_it(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        dealer = seated(guest, process, "tiger.3")
        dealer.play(READ)
        guest.phase("settled")
        console = signed_in(browser, process, "dealer", "/correct/tiger.3?round=1")
        page = console.page
        page.locator("[data-kind=return-late-wager]").click()
        page.locator("[data-field-name=amount] input").fill("25")
        page.get_by_role("button", name="What changes").click()
        expect(page.locator("[data-effect]")).to_be_visible()
        assert amount(page.locator("[data-takes]").inner_text()) == 2_375
        expect(page.get_by_role("button", name="Hold to request")).to_have_count(0)
        page.get_by_role("button", name="Call the pit").click()
        expect(page.get_by_text("Pit called.")).to_be_visible()
        console.accessible()
        console.leave()
        guest.has_credits(100_000 + 2_375)


def test_fear_a_correction_stands_in_front_of_a_decision(browser: Browser, process: Process) -> None:
    """While somebody decides it is one line, and nothing else; it opens when they have."""
    with visitor(browser, process) as guest:
        dealer = Dealer(process, "lucky-8")
        page = guest.page
        for number, cards in ((1, "8S 6D 8H"), (2, "9S 7D 5H")):
            dealer.open()
            guest.go("/blackjack/lucky-8")
            guest.phase("betting")
            if number == 1:
                page.locator("[data-act=take-3]").click()
            spot = page.locator('[data-spot="3:main"]')
            spot.click()
            expect(spot).to_have_class(re.compile(r"\baccepted\b"))
            dealer.give("close-bets")
            dealer.deal(cards)
            dealer.give("confirm-deal")
            dealer.give("close-offers")
            expect(page.locator("[data-ask] button[data-act=stand]")).to_be_visible()
            if number == 1:
                page.locator("[data-ask] button[data-act=stand]").click()
                expect(page.locator("[data-ask]")).to_have_count(0)
                dealer.deal("TC 4D")
                dealer.give("settle")
                guest.phase("settled")
        shift, manager = (over_the_api(process, role) for role in ("gaming-shift-manager", "pit-manager"))
        ruling = {"command": "refer", "reason": "the wrong shoe", "effect": "void"}
        command = {"command": "amend-round", "round": 1, "amendment": ruling}
        asked = shift.post("/api/tables/lucky-8/commands", {"id": "void-1", "command": command})
        assert asked.status_code == 202, asked.text
        agreed = manager.post(f"/api/approvals/{asked.json()['approval']}", {"id": "void-2", "agrees": True})
        assert agreed.status_code == 200, agreed.text
        line = page.locator("[data-correction-line]")
        expect(line).to_contain_text("Round 1 at lucky-8 is void: +$25.")
        # It stands in the dock, beside what is decided, at any size.
        for size in ((1440, 900), (1366, 768), (390, 844), (360, 640)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(page.locator("[data-dock]").locator(line)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("dialog")).to_have_count(0)
        guest.accessible()
        page.locator("[data-ask] button[data-act=stand]").click()
        notice = page.locator("[data-correction='lucky-8/1/1']")
        expect(notice).to_contain_text("all bets are returned")
        expect(notice).to_contain_text("$25 back")
        page.get_by_role("button", name="Understood").click()
        expect(notice).to_have_count(0)
