"""A tip in real browsers: chosen, held for and given once; the pit sees it and pays it out."""

from playwright.sync_api import Browser, expect

from browsing import Dealer, dealt, visitor
from serving import Process
from staffing import hold, over_the_api, signed_in


def held(process: Process) -> list[tuple[int, int, int]]:
    found = over_the_api(process, "pit-manager").get("/api/days/today").json()["tips"]
    return [(each["tips_in"], each["tips_out"], each["tips_held"]) for each in found]


def test_a_guest_gives_a_tip_on_purpose_and_the_pit_pays_it_out(browser: Browser) -> None:
    with dealt("tiger", tips="true") as process:
        Dealer(process, "tiger").open()
        with visitor(browser, process) as guest:
            page = guest.go("/baccarat/tiger")
            guest.phase("betting")
            page.locator("[data-act=tip] button").click()
            dialog = page.get_by_role("dialog")
            expect(dialog.get_by_role("button", name="Choose an amount")).to_be_disabled()
            dialog.get_by_role("radio", name="$25", exact=True).click()
            give = dialog.get_by_role("button", name="Hold to give $25")
            give.click()
            guest.accessible()
            assert held(process) == [], "a click gives nothing"
            hold(guest, "Hold to give $25")
            expect(dialog).to_have_count(0)
            guest.has_credits(100_000 - 2_500)
            expect(page.get_by_text("Tip of $25 given. Thank you.").first).to_be_visible()
            expect(page.locator("[data-sum=accepted]")).to_have_text("$0")
        pit = signed_in(browser, process, "pit-manager", "/pit?section=reports")
        expect(pit.page.locator("[data-tips]")).to_contain_text("$25")
        pit.accessible()
        hold(pit, "Hold to pay out $25")
        expect(pit.page.get_by_role("button", name="Hold to pay out")).to_have_count(0)
        assert held(process) == [(2_500, 2_500, 0)]
        pit.leave()


def test_a_table_that_takes_no_tips_asks_for_none_until_it_is_set_up_so(browser: Browser) -> None:
    with dealt("tiger") as process, visitor(browser, process, viewport={"width": 390, "height": 844}) as guest:
        Dealer(process, "tiger").open()
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        expect(page.locator("[data-act=tip]")).to_have_count(0)
        pit = signed_in(browser, process, "pit-manager", "/pit")
        pit.page.get_by_role("button", name="Limits", exact=True).click()
        pit.page.get_by_label("The table takes tips").check()
        hold(pit, "Hold to save")
        expect(page.locator("[data-act=tip] button")).to_be_visible()
        pit.leave()
