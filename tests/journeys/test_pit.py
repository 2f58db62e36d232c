"""The pit: a void that takes two, a table set up otherwise, accounts; in real browsers."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from browsing import Dealer, Visitor, house
from staffing import hold, over_the_api, signed_in

REAL: dict[str, Any] = {"run": '"dealer"', "cards": '"entered"', "two_people": '["void", "configuration"]'}


def test_a_void_takes_a_second_person_in_another_browser(browser: Browser) -> None:
    with house("tiger", **REAL) as process:
        dealer, player = over_the_api(process, "dealer"), over_the_api(process, "player")
        for command in ("shuffle", "begin-round"):
            assert dealer.give("tiger", command, round=None).status_code == 200
        assert player.give("tiger", "place-wager", wager="banker", stake=2_000).status_code == 200
        assert dealer.give("tiger", "close-bets").status_code == 200
        assert dealer.give("tiger", "call-pit", reason="a foreign card").status_code == 200
        assert player.credits() == 98_000
        first = signed_in(browser, process, "pit-manager", "/pit")
        expect(first.page.locator("[data-call=tiger]")).to_contain_text("a foreign card")
        expect(first.page.locator("[data-table=tiger]")).to_contain_text("$20")
        first.accessible()
        first.page.get_by_role("link", name="Go to table").click()
        first.page.locator("[data-declare=declare-bad-cards]").click()
        first.page.locator("[data-choice=foreign]").click()
        expect(first.page.locator("[data-preview]")).to_contain_text("$20 back")
        hold(first, "Hold to request")
        expect(first.page.get_by_text("Table on hold", exact=True)).to_be_visible()
        # Nobody approves what they have asked for themself.
        first.go("/pit")
        expect(first.page.locator("[data-approval=void]")).to_contain_text("another person must approve")
        second = signed_in(browser, process, "gaming-shift-manager", "/pit", viewport={"width": 834, "height": 1112})
        waits = second.page.locator("[data-approval=void]")
        expect(waits).to_contain_text("pit-manager")
        # What the players win and lose by it, how many they are, and whether everyone can cover it.
        told = [waits.locator(f"[data-{each}]").inner_text() for each in ("pays", "takes", "heads", "lacking")]
        assert told == ["$20", "$0", "1", "Yes"]
        expect(second.page.get_by_role("button", name="Hold to approve: pay $20, take back $0")).to_be_visible()
        expect(second.page.locator("[data-table=tiger]")).to_contain_text("Awaiting approval")
        second.accessible()
        hold(second, "Hold to approve: pay $20, take back $0")
        expect(second.page.locator("[data-approval]")).to_have_count(0)
        expect(first.page.locator("[data-table=tiger]")).to_contain_text("Void")
        assert player.credits() == 100_000
        second.page.get_by_role("button", name="Log", exact=True).click()
        expect(second.page.get_by_role("cell", name="approval-given")).to_be_visible()
        first.leave()
        second.leave()


def test_the_floor_shows_the_days_figures_and_a_drawer_that_pauses_and_closes(browser: Browser) -> None:
    with house("tiger", "sands-super", **REAL) as process:
        dealer, player = over_the_api(process, "dealer"), over_the_api(process, "player")
        table = Dealer(process, "tiger")
        for command in ("shuffle", "begin-round"):
            assert dealer.give("tiger", command, round=None).status_code == 200
        assert player.give("tiger", "place-wager", wager="banker", stake=2_000).status_code == 200
        assert dealer.give("tiger", "close-bets").status_code == 200
        table.deal("4C 8S 3D KH")
        assert dealer.give("tiger", "settle").status_code == 200
        console = signed_in(browser, process, "dealer", "/dealer/tiger")
        pit = signed_in(browser, process, "pit-manager", "/pit", viewport={"width": 1440, "height": 900})
        page = pit.page
        row = page.locator("[data-table=tiger]")
        # The books say the same: $20 staked, $19 lost, by the Dealer who looks at the table.
        books = over_the_api(process, "pit-manager").get("/api/days/today").json()
        (figures,) = [each for each in books["by"]["table"] if each["name"] == "tiger"]
        assert (figures["handle"], figures["win"]) == (2_000, -1_900)
        for text in ("dealer", "$20", "\u2212$19"):
            expect(row).to_contain_text(text)
        expect(row.locator("[data-cone]")).to_be_visible()
        row.get_by_role("button", name="tiger").click()
        drawer = page.locator("[data-drawer=tiger]")
        expect(drawer).to_contain_text("$5\u2013100,000")
        pit.accessible()
        # A pause is unmistakable: a mark in words in the row, and at the table itself.
        drawer.get_by_role("button", name="Pause").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("a spilt drink")
        hold(pit, "Hold to confirm")
        expect(row).to_have_attribute("data-state", "paused")
        expect(row).to_contain_text("Paused: a spilt drink")
        expect(console.page.locator("[data-next]")).to_contain_text("a spilt drink")
        drawer.locator("[data-act=resume-table] button").click()
        hold(pit, "Hold to confirm")
        expect(row).to_have_attribute("data-state", "quiet")
        # In the middle of a round a table closes after it, and until then is not called closed.
        assert dealer.give("tiger", "begin-round", round=None).status_code == 200
        drawer.locator("[data-act=close-table] button").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("end of shift")
        hold(pit, "Hold to confirm")
        expect(row).to_have_attribute("data-state", "closing")
        expect(row).to_contain_text("Closing after this round")
        expect(console.page.locator("[data-closing]")).to_contain_text("Closing after this round")
        drawer.get_by_role("button", name="Open round 1").click()
        expect(page.locator("[data-viewer]").first).to_be_visible()
        console.leave()
        pit.leave()


def test_every_defect_of_a_configuration_is_named_and_a_good_one_takes_effect(browser: Browser) -> None:
    with house("tiger", run='"dealer"') as process:
        pit = signed_in(browser, process, "pit-manager", "/pit")
        page = pit.page
        page.get_by_role("button", name="Limits", exact=True).click()
        page.get_by_label("Decks").fill("3")
        page.get_by_label("Cards behind the cut").fill("-1")
        hold(pit, "Hold to save")
        defects = page.get_by_role("alert").filter(has_text="Please correct")
        expect(defects).to_contain_text("tiger is played with 4 to 10 decks, not 3")
        expect(defects).to_contain_text("behind the cut")
        page.get_by_label("Decks").fill("8")
        page.get_by_label("Cards behind the cut").fill("52")
        page.get_by_label("Tie, Limits").first.fill("5.00..20.00")
        pit.accessible()
        hold(pit, "Hold to save")
        expect(page.get_by_text("Saved. Applies from the next round.")).to_be_visible()
        expect(page.get_by_text("Version 2", exact=True)).to_be_visible()
        # The refusal is an answer of the house, which the browser notes.
        pit.complaints = [each for each in pit.complaints if "422" not in each]
        pit.leave()


def test_a_table_interprets_a_point_otherwise_by_two_and_its_terminals_show_those_pays(browser: Browser) -> None:
    with house("tiger", run='"dealer"') as process:
        dealer = over_the_api(process, "dealer")
        pit = signed_in(browser, process, "pit-manager", "/pit?section=setup")
        page = pit.page
        player = Visitor(browser, process.base)
        player.go("/baccarat/tiger")
        page.get_by_label("Interpret otherwise").select_option("R-98")
        page.get_by_label("R-98").select_option("b")
        expect(page.locator("footer")).to_contain_text("Interpretations: R-98 = b")
        page.get_by_label("From").select_option("the next shoe")
        pit.accessible()
        hold(pit, "Hold to save")
        second = signed_in(browser, process, "gaming-shift-manager", "/pit")
        expect(second.page.locator("[data-approval=configuration]")).to_contain_text("R-98")
        hold(second, "Hold to approve")
        expect(second.page.locator("[data-approval]")).to_have_count(0)
        expect(page.get_by_role("status").filter(has_text="Planned with the next shoe")).to_contain_text("R-98")
        assert dealer.give("tiger", "shuffle", round=None).status_code == 200
        assert dealer.give("tiger", "begin-round", round=None).status_code == 200
        expect(player.page.locator("[data-wager=tiger-pair]")).to_contain_text("124")
        expect(page.get_by_role("status").filter(has_text="Planned")).to_have_count(0)
        expect(page.get_by_text("Version 2", exact=True)).to_be_visible()
        expect(page.get_by_label("R-98")).to_have_value("b")
        for each in (pit, second, player):
            each.leave()


def test_an_administrator_keeps_accounts_and_the_pit_is_not_theirs(browser: Browser) -> None:
    with house("tiger") as process:
        keeper = signed_in(browser, process, "administrator", "/pit")
        page = keeper.page
        expect(page.locator("[data-account=dealer]")).to_contain_text("active")
        expect(page.get_by_role("heading", name="Accounts").first).to_be_visible()
        assert "#/accounts" in page.url, "administrators have a page of their own"
        # To choose another position changes nothing until it has been confirmed by holding.
        position = page.get_by_label("dealer, Position")
        position.select_option("cage")
        expect(page.locator("[data-change-role]")).to_have_text("dealer: Dealer becomes Cage")
        keeper.accessible()
        page.get_by_role("button", name="Cancel").click()
        expect(position).to_have_value("dealer")
        position.select_option("cage")
        hold(keeper, "Hold to change")
        expect(page.locator("[data-change-role]")).to_have_count(0)
        expect(position).to_have_value("cage")
        position.select_option("dealer")
        hold(keeper, "Hold to change")
        expect(position).to_have_value("dealer")
        page.get_by_label("Name").fill("ann")
        page.get_by_label("First password").fill("a long enough password 1")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("[data-account=ann]")).to_contain_text("must change the password")
        keeper.accessible()
        # Whoever was given a password chooses another before anything else, and comes in with that one alone.
        ann = Visitor(browser, process.base)
        ann.go("/dealer/tiger")
        _sign_in(ann.page, "a long enough password 1")
        expect(ann.page.get_by_role("heading", name="Choose a new password")).to_be_visible()
        ann.page.get_by_label("New password").fill("one that only ann knows")
        ann.page.get_by_role("button", name="Choose a new password").click()
        expect(ann.page.get_by_text("This table runs automatically")).to_be_visible()
        ann.leave()
        keeper.go("/dealer/tiger")
        expect(page.get_by_text("This page is not for an Administrator.")).to_be_visible()
        keeper.leave()


def _sign_in(page: Page, password: str) -> None:
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
