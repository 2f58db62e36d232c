"""Cards that were shown are public: who shuffles before the cutting card says why, and the lab prices full shoes."""

from playwright.sync_api import Browser, expect

from browsing import Visitor, house
from staffing import hold, over_the_api, signed_in


def test_a_pit_manager_shuffles_before_the_cutting_card_and_says_why(browser: Browser) -> None:
    with house("tiger", run='"dealer"') as process:
        dealer, manager = over_the_api(process, "dealer"), over_the_api(process, "gaming-shift-manager")
        for command in ("begin-round", "close-bets"):
            assert dealer.give("tiger", command, round=None).status_code == 200
        while dealer.get("/api/tables/tiger").json()["public"]["round"]["phase"] == "dealing":
            assert dealer.give("tiger", "deal", round=None).status_code == 200
        assert dealer.give("tiger", "settle", round=None).status_code == 200
        assert dealer.give("tiger", "shuffle", round=None).status_code == 422
        pit = signed_in(browser, process, "pit-manager", "/pit?section=setup")
        pit.page.get_by_label("Choose a table").select_option("tiger")
        pit.page.locator("[data-act=shuffle-early] button").click()
        pit.page.get_by_label("Reason").fill("a spilt drink")
        pit.accessible()
        hold(pit, "Hold to confirm")
        expect(pit.page.locator("[data-act=shuffle-early]")).to_have_count(0)
        assert len(dealer.get("/api/tables/tiger/shoes").json()) == 2
        [act] = manager.get("/api/log?kind=shuffled-early").json()["acts"]
        assert (act["actor"], act["said"]["reason"]) == ("staff:pit-manager", "a spilt drink")
        pit.leave()


def test_in_a_real_house_the_lab_says_that_it_prices_full_shoes(browser: Browser) -> None:
    with house("tiger", demo=False) as process:
        looker = Visitor(browser, process.base)
        looker.go("/lab?game=tiger&gone=AS-KD")
        expect(looker.page.locator("[data-full-shoes]")).to_contain_text("works with full shoes")
        expect(looker.page.locator(".board")).to_have_count(0)
        expect(looker.page.get_by_text("Banker", exact=True).first).to_be_visible()
        looker.accessible()
        looker.leave()
