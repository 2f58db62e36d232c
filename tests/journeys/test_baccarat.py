"""A player at the baccarat tables, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browsing import Visitor, amount, house, visitor
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.catalogue import GAMES
from croupier.house.pace import Pace
from serving import Process

SLOW = Pace(betting=10, last_call=1, card=0.2, settle=0.3, pause=3)
"""Time to bet on everything that Sands Super has."""


def bet_on_everything(guest: Visitor, game: str) -> int:
    """A chip on every wager; what was staked in all."""
    wagers = GAMES[game].bets
    guest.phase("betting")
    guest.page.get_by_role("radio", name="Chip of $5", exact=True).click()
    for name in wagers:
        guest.page.locator(f"[data-wager={name}] button").click()
    staked = 500 * len(wagers)
    expect(guest.page.locator("[data-sum=accepted]")).to_have_text(f"${staked // 100}")
    expect(guest.page.locator("[data-sum=pending]")).to_have_text("$0")
    return staked


@pytest.mark.parametrize("game", [game.name for game in VARIANTS])
def test_a_guest_bets_on_everything_and_every_cent_is_explained(browser: Browser, game: str) -> None:
    with house(game, pace=SLOW) as process, visitor(browser, process) as guest:
        page = guest.go()
        page.get_by_role("link", name="Sit down").click()
        guest.phase("betting")
        before = guest.credits()
        staked = bet_on_everything(guest, game)
        guest.has_credits(before - staked)
        guest.phase("settled")
        total = page.locator("[data-sum=total]")
        expect(total).to_be_visible()
        nets = [int(each.get_attribute("data-net") or 0) for each in page.locator("[data-net]").all()]
        assert len(nets) == len(GAMES[game].bets)
        assert sum(nets) == amount(total.inner_text())
        guest.has_credits(before + sum(nets))
        # Why: a clause opens in our own words, and Escape leads back to where one was.
        chip = page.locator("[data-line] button").first
        chip.click()
        expect(page.get_by_role("dialog")).to_contain_text("our own words")
        page.keyboard.press("Escape")
        expect(chip).to_be_focused()


def test_fear_a_double_click_bets_twice(browser: Browser) -> None:
    with house("tiger", pace=SLOW) as process, visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").dblclick()
        expect(page.locator("[data-wager=banker] button")).to_have_class(_with("accepted"))
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")


def test_undo_clear_rebet_and_double_keep_the_sums_right(browser: Browser) -> None:
    with (
        house("tiger", pace=Pace(betting=8, last_call=1, card=0.1, settle=0.2, pause=2)) as process,
        visitor(browser, process) as guest,
    ):
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        accepted = page.locator("[data-sum=accepted]")
        page.locator("[data-wager=banker] button").click()
        page.locator("[data-wager=tie] button").click()
        expect(accepted).to_have_text("$50")
        page.get_by_role("button", name="Undo").click()
        expect(accepted).to_have_text("$25")
        page.get_by_role("button", name="Double", exact=True).click()
        expect(accepted).to_have_text("$50")
        page.get_by_role("button", name="Clear").click()
        expect(accepted).to_have_text("$0")
        page.locator("[data-wager=player] button").click()
        expect(accepted).to_have_text("$25")
        guest.phase("settled")
        guest.phase("betting")
        page.get_by_role("button", name="Rebet").click()
        expect(accepted).to_have_text("$25")


def test_over_the_limit_says_how_much_fits_and_takes_nothing(browser: Browser) -> None:
    with house("tiger", pace=SLOW, limits='{ tie = "5.00..20.00" }') as process, visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        before = guest.credits()
        tie = page.locator("[data-wager=tie] button")
        tie.click()
        expect(tie).to_have_class(_with("over"))
        expect(tie).to_contain_text("max $20")
        expect(tie).to_contain_text("$20 more fits")
        expect(page.get_by_text("$25 on Tie was refused.", exact=True)).to_be_visible()
        guest.has_credits(before)


@pytest.mark.clause("ebaccarat 5.5")
def test_a_late_bet_is_refused_and_says_so(browser: Browser) -> None:
    with (
        house("tiger", pace=Pace(betting=3, last_call=1, card=0.4, settle=0.5, pause=3)) as process,
        visitor(browser, process) as guest,
    ):
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        # A terminal that has not heard of the close: what it sends is on its way as bets close.
        page.evaluate("""() => {
            const send = WebSocket.prototype.send
            WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 4000) }
        }""")
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=pending]")).to_have_text("$25")
        expect(page.get_by_text("$25 on Banker was refused.", exact=True)).to_be_visible()
        expect(page.get_by_text("Bets are closed: no wager may be placed").first).to_be_visible()
        guest.has_credits(100_000)


def test_a_reload_loses_nothing(browser: Browser) -> None:
    with house("tiger", pace=SLOW) as process, visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        page.reload()
        guest.phase("betting")
        expect(page.locator("[data-wager=banker] button")).to_have_class(_with("accepted"))
        guest.has_credits(97_500)


def test_a_lost_connection_comes_back_to_the_same_moment(browser: Browser) -> None:
    with house("tiger", pace=SLOW) as process, visitor(browser, process) as guest:
        page = guest.page
        page.add_init_script("""
            window.sockets = []
            const Real = WebSocket
            window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this) } }
        """)
        guest.go("/baccarat/tiger")
        guest.phase("betting")
        page.locator("[data-wager=banker] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$25")
        page.evaluate("sockets.at(-1).close()")
        page.locator("[data-wager=tie] button").click()
        expect(page.locator("[data-sum=accepted]")).to_have_text("$50")
        assert page.evaluate("sockets.length") == 2
        guest.has_credits(95_000)


def test_no_card_is_in_any_message_before_it_lies_on_the_table(browser: Browser) -> None:
    with (
        house("tiger", pace=Pace(betting=3, last_call=1, card=0.5, settle=0.5, pause=2)) as process,
        visitor(browser, process) as guest,
    ):
        guest.go("/baccarat/tiger")
        guest.phase("betting")
        guest.frames.clear()
        guest.phase("dealing")
        guest.phase("settled")
        seen: list[str] = []
        for frame in guest.frames:
            found = _cards(frame)
            new = [each for each in found if each not in seen]
            # A delta brings one card, and what came before may be told again.
            assert len(new) <= 1, frame
            seen += new
        assert len(seen) >= 3


@pytest.mark.parametrize("width", [390, 834, 1920])
def test_axe_finds_nothing(browser: Browser, width: int) -> None:
    size = {"width": width, "height": 900}
    with (
        house("sands-super", pace=SLOW) as process,
        visitor(browser, process, viewport=size, reduced_motion="reduce") as guest,
    ):
        guest.go()
        guest.page.get_by_role("link", name="Sit down").wait_for()
        guest.accessible()
        guest.go("/baccarat/sands-super")
        guest.phase("betting")
        guest.page.locator("[data-wager=banker] button").click()
        guest.accessible()
        guest.phase("settled")
        guest.accessible()


def test_chinese_on_a_phone(browser: Browser) -> None:
    size = {"width": 390, "height": 844}
    with house("tiger", pace=SLOW) as process, visitor(browser, process, viewport=size, locale="zh-CN") as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        expect(page.locator("h1")).to_have_text("老虎百家乐")
        page.locator("[data-wager=tiger-tie] button").click()
        expect(page.locator("[data-wager=tiger-tie] button")).to_have_class(_with("accepted"))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide == 390, "nothing is wider than the phone"


def test_the_first_load_is_small_and_quick(browser: Browser, served: Process) -> None:
    with visitor(browser, served) as guest:
        sizes: list[int] = []
        guest.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        guest.go("/baccarat/tiger")
        guest.phase("betting")
        assert sum(sizes) < 300_000
        ready = guest.page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        assert ready < 2_000


@pytest.fixture(scope="module")
def served() -> Iterator[Process]:
    with house("tiger", pace=SLOW) as process:
        yield process


def _with(name: str) -> re.Pattern[str]:
    return re.compile(rf"(^|\s){name}(\s|$)")


def _cards(frame: str) -> list[str]:
    return re.findall(r'"([A2-9TJQK][SHDC])"', frame)
