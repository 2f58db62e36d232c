"""A Dealer at a table whose cards are entered, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browsing import dealt
from serving import Person, Process
from staffing import enter, hold, over_the_api, pick, signed_in


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt("tiger.1", "tiger.2", "tiger.3", "lucky-8", two_people='["void"]') as made:
        yield made


def bets(player: Person, table: str) -> None:
    for wager, stake in (("banker", 2_000), ("tie", 500)):
        assert player.give(table, "place-wager", wager=wager, stake=stake).status_code == 200


def test_a_dealer_enters_cards_takes_one_back_and_settles(browser: Browser, process: Process) -> None:
    dealer, player = signed_in(browser, process, "dealer", "/dealer/tiger.1"), over_the_api(process, "player")
    page = dealer.page
    page.get_by_role("button", name="Start the new shoe").click()
    page.get_by_role("button", name="Open bets for the next round").click()
    expect(page.locator("[data-phase=betting]")).to_be_visible()
    bets(player, "tiger.1")
    expect(page.get_by_text("1 bettor · $25")).to_be_visible()
    page.get_by_role("button", name="Close bets").click()
    expect(page.locator("[data-next=deal-card]")).to_contain_text("First card to Player")
    enter(dealer, "4C", "8S", "3D")
    # By the keypad as well: a wrong card, taken back before the next one.
    page.get_by_role("button", name="K", exact=True).click()
    page.get_by_role("button", name="Diamonds", exact=True).click()
    expect(page.get_by_text("New totals: Player 7, Banker 8.")).to_be_visible()
    dealer.accessible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("[data-next=settle]")).to_contain_text("Player 7, Banker 8: Banker wins")
    page.get_by_role("button", name="Take back the last card").click()
    expect(page.locator("[data-next=deal-card]")).to_contain_text("Second card to Banker")
    enter(dealer, "KH")
    page.reload()
    expect(page.locator("[data-next=settle]")).to_contain_text("Banker wins")
    page.get_by_role("button", name="Settle").click()
    expect(page.locator("[data-phase=settled]")).to_be_visible()
    assert player.credits() == 100_000 + 1_900 - 500
    dealer.leave()


def test_an_irregularity_shows_its_price_and_what_is_above_a_dealer_calls_the_pit(
    browser: Browser, process: Process
) -> None:
    dealer, player = signed_in(browser, process, "dealer", "/dealer/tiger.2"), over_the_api(process, "player")
    page = dealer.page
    page.get_by_role("button", name="Start the new shoe").click()
    page.get_by_role("button", name="Open bets for the next round").click()
    expect(page.locator("[data-phase=betting]")).to_be_visible()
    bets(player, "tiger.2")
    page.get_by_role("button", name="Close bets").click()
    expect(page.locator("[data-next=deal-card]")).to_be_visible()
    # What a Dealer may do: a card that lies face up in the shoe is played as normal, after the first one of the round.
    enter(dealer, "4C")
    page.locator("[data-declare=find-face-up-card]").click()
    pick(dealer, "9H")
    expect(page.locator("[data-preview]")).to_contain_text("All bets stand.")
    hold(dealer, "Hold to confirm")
    expect(page.get_by_role("button", name="Deal the next card")).to_be_visible()
    page.get_by_role("button", name="Deal the next card").click()
    expect(page.locator("[data-hand=banker]")).to_contain_text("9")
    # What needs the pit: every stake would go back, and nothing is done but the call.
    page.locator("[data-declare=declare-disturbed-order]").click()
    expect(page.locator("[data-preview]")).to_contain_text("Round void. All bets are returned.")
    expect(page.locator("[data-preview]")).to_contain_text("$25 back")
    dealer.accessible()
    hold(dealer, "Hold to call the pit")
    expect(page.get_by_text("Pit called: The order of the shoe is lost")).to_be_visible()
    expect(page.locator("[data-phase=dealing]")).to_be_visible()
    dealer.leave()


def test_a_whole_shift_goes_by_keyboard_alone_and_every_act_says_its_money(browser: Browser, process: Process) -> None:
    """A shoe, two rounds, cards typed or scanned: the keys stay with the act, and Enter alone goes on."""
    dealer, player = signed_in(browser, process, "dealer", "/dealer/tiger.3"), over_the_api(process, "player")
    page = dealer.page

    def act(command: str, *says: str) -> None:
        expect(page.locator(f"[data-next={command}]")).to_be_visible()
        for text in says:
            expect(page.locator(f"[data-next={command}]")).to_contain_text(text)
        # An Enter sooner than that is the one for the act before.
        expect(page.locator(".do[data-ready]")).to_be_focused()
        page.keyboard.press("Enter")

    act("shuffle", "Start the new shoe")
    for number, (cards, settles) in enumerate(
        [("4C 8S 3D KH", "pay $19 to 1 player"), ("9H 2S KD 3C", "take $20 from 1 player")], 1
    ):
        act("begin-round", "Open bets for the next round")
        expect(page.locator("[data-next=close-bets]")).to_contain_text("No bets yet")
        assert player.give("tiger.3", "place-wager", round=number, wager="banker", stake=2_000).status_code == 200
        act("close-bets", "1 bettor, $20", "Say “No more bets.”")
        enter(dealer, *cards.split())
        # A scanner that reads one more card, which nobody asked for, does not settle.
        expect(page.locator("[data-next=settle] .do[data-ready]")).to_be_focused()
        page.keyboard.type("5D")
        page.keyboard.press("Enter")
        expect(page.get_by_text("No card is expected now.").first).to_be_visible()
        expect(page.locator("[data-next=settle]")).to_be_visible()
        act("settle", settles)
        expect(page.locator("[data-phase=settled]")).to_be_visible()
        assert player.credits() == 100_000 + (1_900 if number == 1 else -100)
    dealer.leave()


def test_a_round_on_boxes_goes_by_keyboard_and_says_who_is_missing(browser: Browser, process: Process) -> None:
    """Insurance is closed by Enter, which says how many have accepted; a decision that is due is a player's."""
    dealer, player = signed_in(browser, process, "dealer", "/dealer/lucky-8"), over_the_api(process, "player")
    page = dealer.page

    def act(command: str, *says: str) -> None:
        for text in says:
            expect(page.locator(f"[data-next={command}]")).to_contain_text(text)
        expect(page.locator(f"[data-next={command}] .do[data-ready]")).to_be_focused()
        page.keyboard.press("Enter")

    act("shuffle")
    act("begin-round")
    expect(page.locator("[data-place='2']")).to_contain_text("Free")
    assert player.give("lucky-8", "take-seat", box=2).status_code == 200
    assert player.give("lucky-8", "place-wager", box=2, wager="main", stake=2_000).status_code == 200
    expect(page.locator("[data-place='2']")).to_contain_text("$20")
    act("close-bets", "1 bettor, $20")
    enter(dealer, "TC", "AH", "9D")
    act("confirm-deal", "Deal is correct", "Is the initial deal correct?")
    expect(page.locator("[data-missing]")).to_have_text(f"Not yet: {player.name} (box 2)")
    assert player.give("lucky-8", "insure", box=2, owner=player.name, stake=1_000).status_code == 200
    expect(page.locator("[data-missing]")).to_have_count(0)
    dealer.accessible()
    act("close-offers", "Close insurance", "1 of 1 accepted, $10 insured", f"Then: {player.name} decides on 19, box 2")
    expect(page.locator("[data-next] h2")).to_have_text(f"{player.name} decides on 19, box 2")
    expect(page.locator("[data-place='2']")).to_contain_text(f"{player.name} decides")
    assert player.give("lucky-8", "decide", box=2, action="stand").status_code == 200
    enter(dealer, "7S")
    # Eighteen against nineteen: the stake is paid, the insurance lost.
    act("settle", "pay $10 to 1 player", "+$10")
    expect(page.locator("[data-phase=settled]")).to_be_visible()
    assert player.credits() == 100_000 + 1_000
    dealer.leave()
