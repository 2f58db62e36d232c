"""Surveillance, in a real browser: what it sees, and that the pit does not."""

from playwright.sync_api import Browser, expect

from browsing import house
from croupier.cards import Composition
from serving import Person
from staffing import over_the_api, signed_in
from stores import patiently


def deal_a_new_deck(dealer: Person, rounds: int) -> None:
    """A real shoe that nobody has shuffled: its cards come in the order of the factory."""
    shoe = iter(Composition.parse("8x52").deck.cards)
    assert dealer.give("tiger", "shuffle", round=None).status_code == 200
    for number in range(1, rounds + 1):
        assert dealer.give("tiger", "begin-round", round=None).status_code == 200
        assert dealer.give("tiger", "close-bets", round=number).status_code == 200
        while dealer.get("/api/tables/tiger").json()["public"]["round"]["phase"] == "dealing":
            assert dealer.give("tiger", "deal-card", round=number, card=str(next(shoe))).status_code == 200
        assert dealer.give("tiger", "settle", round=number).status_code == 200


def test_surveillance_sees_expectation_and_alarms_and_the_pit_cannot(browser: Browser) -> None:
    with house("tiger", run='"dealer"', cards='"entered"', watched=True) as process:
        dealer, player = over_the_api(process, "dealer"), over_the_api(process, "player")
        deal_a_new_deck(dealer, 5)
        assert dealer.give("tiger", "begin-round", round=None).status_code == 200
        assert player.give("tiger", "place-wager", wager="banker", stake=2_000, round=6).status_code == 200
        # It is another process, of a low priority, and says that it is busy until it has caught up.
        eve = over_the_api(process, "surveillance")
        patiently(lambda: eve.get("/api/watch/tables/tiger/exposure").status_code == 200, 180)
        watcher = signed_in(browser, process, "surveillance", "/watch")
        page = watcher.page
        expect(page.locator("[data-chart] path.wager")).to_have_count(8)
        expect(page.locator("[data-expectation=banker]")).to_contain_text("%")
        # The legend names every line, and says what the list says; nothing is worth more than its highest.
        expect(page.locator("[data-legend] [data-line]")).to_have_count(8)
        for wager in ("banker", "tie"):
            row = page.locator(f"[data-expectation={wager}] td")
            shown = [row.nth(at).inner_text().replace("\u2212", "-").removesuffix(" %") for at in (1, 2, 3)]
            now, lowest, highest = map(float, shown)
            assert lowest <= now <= highest
            expect(page.locator(f"[data-line={wager}] b")).to_have_text(row.nth(1).inner_text())
        expect(page.locator("[data-exposure]")).to_contain_text("$")
        alarm = page.locator("[data-alarm=order]").first
        expect(alarm).to_be_visible()
        watcher.accessible()
        alarm.get_by_label("Note").fill("The shoe was put on the table unshuffled; the pit is told.")
        alarm.get_by_role("button", name="Acknowledge").click()
        expect(alarm).to_contain_text("The shoe was put on the table unshuffled")
        expect(alarm.get_by_role("button", name="Add note")).to_be_visible()
        # That it is busy is an answer of the house, which the browser notes; the page asks again.
        watcher.complaints = [said for said in watcher.complaints if "503" not in said or "/exposure" not in said]
        watcher.leave()
        pit = signed_in(browser, process, "gaming-shift-manager", "/watch")
        expect(pit.page.get_by_text("This page is not for a Gaming Shift Manager.")).to_be_visible()
        pit.go("/pit")
        expect(pit.page.locator("[data-table=tiger]")).to_be_visible()
        token = pit.page.evaluate("() => JSON.parse(sessionStorage['croupier.staff']).token")
        for path in ("/api/watch/tables", "/api/watch/tables/tiger", "/api/watch/alarms"):
            assert Person(dealer.client, token).get(path).status_code == 403
        assert not [each for each in pit.frames if "favourable" in each]
        pit.leave()
