"""A player at the baccarat tables, in a real browser. A Dealer runs them: the cards are known, and nobody waits."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from browsing import OUTAGES, Dealer, Visitor, amount, dealt, house, visitor
from croupier.cards import cards
from croupier.games.baccarat.settlement import settle
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.house.pace import Pace
from serving import Process

GAMES = [game.name for game in VARIANTS]
TIE, SIX = "2S 3H 4S 3D", "KS 6H 2D KH KD"
"""A tie on 6, and a Banker who wins with 6 in two cards."""
ALL_SIX = "2S KH KS 3H 5H 8C"
"""Both draw a third card."""


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt(*GAMES, limits='{ all = "5.00..100,000.00", tie = "5.00..200.00" }') as made:
        yield made


class Seat:
    """Somebody at a table, and who deals there."""

    def __init__(self, guest: Visitor, process: Process, table: str) -> None:
        self.guest, self.page, self.dealer = guest, guest.page, Dealer(process, table)
        self.accepted = self.page.locator("[data-sum=accepted]")

    def bet(self, *wagers: str) -> None:
        """A chip on each, and the house has them all."""
        for wager in wagers:
            self.field(wager).click()
            expect(self.field(wager)).to_have_class(_with("accepted"))

    def total(self, side: str) -> Locator:
        return self.page.locator(f".hand.{side} .total")

    def field(self, wager: str) -> Locator:
        return self.page.locator(f"[data-wager={wager}] button")


@pytest.mark.parametrize("game", VARIANTS, ids=GAMES)
def test_a_guest_bets_on_everything_and_every_cent_is_explained(
    browser: Browser, process: Process, game: Baccarat
) -> None:
    with visitor(browser, process) as guest:
        seat = Seat(guest, process, game.name)
        seat.dealer.open()
        page = guest.go()
        page.locator(f'a[href="#/baccarat/{game.name}"]').click()
        guest.phase("betting")
        guest.has_credits(100_000)
        page.get_by_role("radio", name="Chip of $5", exact=True).click()
        seat.bet(*game.bets)
        staked = 500 * len(game.bets)
        expect(seat.accepted).to_have_text(f"${staked // 100}")
        expect(page.locator("[data-sum=pending]")).to_have_text("$0")
        guest.has_credits(100_000 - staked)
        seat.dealer.play(SIX)
        guest.phase("settled")
        # What the page says of every wager is what the rules make of these cards.
        known = settle(game, cards(SIX), dict.fromkeys(game.bets, 500))
        for wager, net in known.net.items():
            shown = page.locator(f"[data-line={wager}] [data-net]")
            expect(shown).to_have_attribute("data-net", str(net))
            assert amount(shown.inner_text()) == net
        assert amount(page.locator("[data-sum=total]").inner_text()) == known.total
        guest.has_credits(100_000 + known.total)
        # Why: a clause opens in our own words, and Escape leads back to where one was.
        chip = page.locator("[data-line] button").first
        chip.click()
        expect(page.get_by_role("dialog")).to_contain_text("our own words")
        page.keyboard.press("Escape")
        expect(chip).to_be_focused()


def test_a_tie_gives_the_stakes_on_the_hands_back(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "no-commission")
        seat.bet("banker", "tie")
        seat.dealer.play(TIE)
        expect(seat.field("banker")).to_have_class(_with("push"))
        expect(seat.field("banker")).to_contain_text("$25 back")
        expect(seat.field("tie")).to_contain_text("+$200")
        guest.has_credits(120_000)


def test_six_cards_fit_and_the_result_is_read_between_them(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "fabulous-4s")
        seat.bet("banker")
        seat.dealer.play(ALL_SIX)
        guest.phase("settled")
        page = guest.page
        expect(page.locator(".stage [data-card]")).to_have_count(6)
        for width in (360, 390, 740, 834, 1024, 1280, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 1000})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            headline = page.locator(".stage .headline").bounding_box()
            assert headline
            for card in page.locator(".stage .slot").all():
                place = card.bounding_box()
                assert place
                left, right = place["x"], place["x"] + place["width"]
                assert 0 <= left < right <= width, f"a card is cut off at a width of {width}"
                below = place["y"] >= headline["y"] + headline["height"]
                beside = right <= headline["x"] or left >= headline["x"] + headline["width"]
                assert below or beside, f"a card lies on what is said at a width of {width}"


def test_fear_a_double_click_bets_twice(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        seat.field("banker").dblclick()
        expect(seat.field("banker")).to_have_class(_with("accepted"))
        expect(seat.accepted).to_have_text("$25")
        seat.dealer.play(SIX)


def test_undo_clear_rebet_and_double_keep_the_sums_right(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        page = guest.page
        seat.bet("banker", "tie")
        expect(seat.accepted).to_have_text("$50")
        page.get_by_role("button", name="Undo").click()
        expect(seat.accepted).to_have_text("$25")
        page.get_by_role("button", name="Double", exact=True).click()
        expect(seat.accepted).to_have_text("$50")
        page.get_by_role("button", name="Clear").click()
        expect(seat.accepted).to_have_text("$0")
        guest.has_credits(100_000)
        seat.bet("player")
        seat.dealer.play(SIX)
        guest.phase("settled")
        seat.dealer.open()
        guest.phase("betting")
        page.get_by_role("button", name="Rebet").click()
        expect(seat.accepted).to_have_text("$25")
        guest.has_credits(95_000)
        seat.dealer.play(SIX)


def test_over_the_limit_says_how_much_fits_and_takes_nothing(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        guest.page.get_by_role("radio", name="Chip of $500").click()
        seat.field("tie").click()
        expect(seat.field("tie")).to_have_class(_with("over"))
        expect(seat.field("tie")).to_contain_text("max $200")
        expect(seat.field("tie")).to_contain_text("Up to $200 more")
        expect(guest.page.get_by_text("Tie: $500 not accepted.", exact=True)).to_be_visible()
        guest.has_credits(100_000)
        seat.dealer.play(SIX)


def test_who_squeezes_turns_their_own_cards_by_hand_or_by_key(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        page = seat.page
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("group", name="Squeeze the last cards yourself").get_by_role("button", name="On").click()
        page.keyboard.press("Escape")
        seat.bet("banker")
        seat.dealer.give("close-bets")
        seat.dealer.deal("KS 2H 2D 3H")
        covered = page.get_by_role("button", name="Turn the card over")
        expect(covered).to_have_count(2)
        expect(page.get_by_text("Squeeze your Banker cards")).to_be_visible()
        expect(seat.total("player")).to_have_text("2")
        # Nothing tells of them: no total, no reason, no name of a card, and not whether another is drawn.
        expect(seat.total("banker")).to_have_text("?")
        expect(page.get_by_text("Totals and reasons stay hidden until your cards are turned.")).to_be_visible()
        told = page.evaluate("document.documentElement.outerHTML")
        secrets = ("of Hearts", "Player 2, Banker 5", "draws on", 'data-card="2H"', 'data-card="3H"')
        assert not [each for each in secrets if each in told]
        guest.still()
        _drag(covered.first, 0.2)
        expect(covered).to_have_count(2)
        _drag(covered.first, 0.7)
        expect(covered).to_have_count(1)
        covered.focus()
        page.keyboard.press("Enter")
        expect(covered).to_have_count(0)
        expect(seat.total("banker")).to_have_text("5")
        seat.dealer.deal("KD")
        expect(covered).to_have_count(0)
        # What nobody turns is turned for them when the round is settled.
        seat.dealer.give("settle")
        expect(seat.field("banker")).to_have_class(_with("won"))


def _drag(card: Locator, share: float) -> None:
    """Hold a card at its lower edge, and draw that up over so much of it."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 8
    card.page.mouse.move(x, y)
    card.page.mouse.down()
    card.page.mouse.move(x, y - share * box["height"], steps=4)
    card.page.mouse.up()


def test_a_result_is_said_once_large_lights_what_nobody_bet_and_the_same_bets_are_one_tap(
    browser: Browser, process: Process
) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        page = seat.page
        seat.bet("banker")
        seat.dealer.play(SIX)
        banner = page.locator("[data-banner]")
        expect(banner).to_contain_text("Banker wins")
        expect(banner).to_contain_text("You win $")
        expect(seat.field("banker")).to_have_class(_with("won"))
        expect(seat.field("tiger")).to_have_class(_with("hit"))
        expect(seat.field("tiger")).to_contain_text("Won, not bet")
        expect(seat.field("tie")).not_to_have_class(_with("hit"))
        page.get_by_role("button", name="Rebet $25").click()
        seat.dealer.open()
        expect(page.locator("[data-wager=banker] .accepted").first).to_be_attached()
        seat.dealer.play(TIE)


@pytest.mark.clause("ebaccarat 5.5")
def test_a_late_bet_is_refused_and_says_so(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger")
        # What the terminal sends is still on its way as bets close.
        guest.page.evaluate("""() => {
            const send = WebSocket.prototype.send
            const held = []
            WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)) }
            window.release = () => { WebSocket.prototype.send = send; for (const each of held) each() }
        }""")
        seat.field("banker").click()
        expect(guest.page.locator("[data-sum=pending]")).to_have_text("$25")
        seat.dealer.give("close-bets")
        guest.page.evaluate("release()")
        expect(guest.page.get_by_text("Banker: $25 not accepted.", exact=True)).to_be_visible()
        expect(guest.page.get_by_text("Bets are closed: no wager may be placed").first).to_be_visible()
        guest.has_credits(100_000)
        seat.dealer.deal(SIX)
        seat.dealer.give("settle")


@pytest.mark.parametrize("outage", OUTAGES)
def test_a_reload_or_a_lost_line_in_every_phase_loses_nothing(browser: Browser, process: Process, outage: str) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "super-6-nc")
        seat.bet("banker")

        def same(phase: str, cents: int) -> None:
            guest.back_after(outage)
            guest.phase(phase)
            guest.has_credits(cents)

        same("betting", 97_500)
        expect(seat.field("banker")).to_have_class(_with("accepted"))
        seat.dealer.give("close-bets")
        same("dealing", 97_500)
        seat.dealer.deal(SIX)
        same("complete", 97_500)
        seat.dealer.give("settle")
        same("settled", 101_250)
        expect(seat.field("banker")).to_contain_text("+$12.50")


def test_what_is_bet_while_the_line_is_down_is_sent_once(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "super-six-nc")
        seat.bet("banker")
        guest.page.evaluate("sockets.at(-1).close()")
        # Tapped while the line is down: pending, then sent once.
        seat.bet("tie")
        expect(seat.accepted).to_have_text("$50")
        assert guest.page.evaluate("sockets.length") == 2
        guest.has_credits(95_000)
        seat.dealer.play(SIX)


def test_no_card_is_in_any_message_before_it_lies_on_the_table(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        seat = _seated(guest, process, "tiger-nc")
        seat.dealer.give("close-bets")
        guest.phase("dealing")
        for number, card in enumerate(SIX.split()):
            # Not one that is still to come has been heard of.
            heard = set(re.findall(r'"([A2-9TJQK][SHDC])"', " ".join(guest.frames)))
            assert not heard & set(SIX.split()[number:])
            seat.dealer.deal(card)
            guest.page.locator(f'[data-card="{card}"]').wait_for()
        seat.dealer.give("settle")


def test_a_table_that_runs_by_itself_counts_down_and_plays(browser: Browser) -> None:
    quick = Pace(betting=4, last_call=1, card=0.2, settle=0.3, pause=30)
    with house("tiger", pace=quick) as process, visitor(browser, process) as guest:
        page = guest.go("/baccarat/tiger")
        guest.phase("betting")
        expect(page.get_by_role("timer")).to_be_visible()
        guest.phase("settled")
        expect(page.locator("[data-card]")).not_to_have_count(0)


@pytest.mark.parametrize("width", [390, 834, 1920])
def test_axe_finds_nothing(browser: Browser, process: Process, width: int) -> None:
    size = {"width": width, "height": 900}
    with visitor(browser, process, viewport=size, reduced_motion="reduce") as guest:
        guest.go()
        guest.page.get_by_role("link", name="Sit down").first.wait_for()
        guest.accessible()
        seat = _seated(guest, process, "sands-super")
        seat.bet("banker", "player-red")
        guest.accessible()
        seat.dealer.play(SIX)
        guest.phase("settled")
        guest.accessible()


def test_chinese_on_a_phone(browser: Browser, process: Process) -> None:
    size = {"width": 390, "height": 844}
    with visitor(browser, process, viewport=size, locale="zh-CN") as guest:
        seat = _seated(guest, process, "tiger")
        expect(guest.page.locator("h1")).to_have_text("老虎百家乐")
        seat.bet("tiger-tie")
        wide = guest.page.evaluate("document.documentElement.scrollWidth")
        assert wide == 390, "nothing is wider than the phone"
        seat.dealer.play(TIE)


def test_the_first_load_is_small(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        sizes: list[int] = []
        guest.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        _seated(guest, process, "fabulous-4s").dealer.play(SIX)
        assert sum(sizes) < 300_000


def _seated(guest: Visitor, process: Process, table: str) -> Seat:
    """At a table that has just opened its bets."""
    seat = Seat(guest, process, table)
    seat.dealer.open()
    guest.go(f"/baccarat/{table}")
    guest.phase("betting")
    return seat


def _with(name: str) -> re.Pattern[str]:
    return re.compile(rf"(^|\s){name}(\s|$)")
