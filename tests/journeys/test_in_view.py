"""What a terminal must show, at every size and in both languages: the calls, and the limits of every wager.

In view means inside the window, all of it, with nothing on top.
"""

import contextlib
import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Dealer, Visitor, bets_open, dealt, house, pace, visitor
from croupier.games.catalogue import GAMES
from serving import Process

BOXES = {"lucky-8": itertools.count(1), "dueling-8s": itertools.count(1)}
"""Which are free: whoever has been there keeps theirs."""
SIZES = ((360, 640), (390, 844), (1024, 768), (1366, 768), (1440, 900), (1920, 1080))
CALLS = {
    "en-SG": {"open": "Place your bets, please", "last": "Last bets, please", "closed": "No more bets"},
    "zh-CN": {"open": "请下注", "last": "最后下注", "closed": "停止下注"},
}
LATE = pace(betting=45, last_call=43, card=1, confirm=1, offer=2, decision=2, join=0.1, settle=0.1, pause=1)
"""The last call comes at once, and holds long enough to look at it in every size."""
IN_VIEW = """(each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left && bottom > top
    const on = [left + 1, (left + right) / 2, right - 1].map((at) => document.elementFromPoint(at, (top + bottom) / 2))
    return inside && on.every((top) => top && (each.contains(top) || top.contains(each)))
}"""
CALLED = f"(selector) => [...document.querySelectorAll(selector)].some({IN_VIEW})"
LIMITS = f"""(place) => [...document.querySelectorAll(place + " [data-range]")].filter((each) => each.offsetParent).map(
    (each) => {{
        each.scrollIntoView({{ block: "center" }})
        const field = each.closest("[data-wager], [data-spot]")
        const wager = (field.dataset.wager ?? field.dataset.spot).split(":").at(-1)
        return [wager, ({IN_VIEW})(each) ? each.textContent : "not in view"]
    }})"""
"""Each wager that is shown, and its limits: scrolled to, since a phone is too small for forty of them."""
POSTED = re.compile(r"\$?5\N{EN DASH}(100,000|100K|10万)")
DENSE = ("sands-super", "fortune-six-nc", "lucky-8", "dueling-8s", "e-blackjack")
"""Every kind of page, and the fullest ones: looked at in both languages."""
languages = pytest.mark.parametrize("locale", CALLS)


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt(*GAMES) as made:
        yield made


def sized(page: Page) -> Iterator[tuple[int, int]]:
    """The page at one size after the other, laid out anew: what depends on the width follows with the next frame."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height


def called(guest: Visitor, call: str, locale: str, *places: str) -> None:
    """It is called at each place, in the words of the language, and in view at every size."""
    for selector in (f"{place} [data-call={call}]" for place in places or ("body",)):
        expect(guest.page.locator(selector).first).to_have_text(CALLS[locale][call])
        unseen = [size for size in sized(guest.page) if not guest.page.evaluate(CALLED, selector)]
        assert not unseen, f"{CALLS[locale][call]} is out of view at {unseen}"


def seated(page: Page, game: str) -> str:
    """At a box, where there are any; where on the page one's own wagers are."""
    if game not in BOXES:
        return "main"
    box = next(BOXES[game])
    page.locator(f"[data-act=take-{box}]").click()
    expect(page.locator(f"[data-act=leave-{box}]")).to_be_visible()
    return f"[data-box='{box}']"


def bet(page: Page) -> None:
    """A chip on a main wager."""
    page.locator("[data-wager=player] button, [data-spot=main] button, [data-spot$=':main']").first.click()
    expect(page.locator("[data-sum=accepted]")).to_have_text("$25")


def limits_shown(page: Page, place: str) -> dict[str, str]:
    """The limits of every wager, on phones also those behind a switch."""
    behind = page.locator(".layout .switch button")
    shown = {}
    for each in behind.all() if behind.count() and behind.first.is_visible() else [None]:
        if each:
            each.click()
        shown.update(page.evaluate(LIMITS, place))
    return shown


@contextlib.contextmanager
def opened(process: Process, game: str) -> Iterator[Dealer]:
    """A round of the game, with whoever deals it; in the end it is void."""
    dealer = Dealer(process, game)
    dealer.open()
    try:
        yield dealer
    finally:
        Dealer(process, game, "gaming-shift-manager").give("refer", reason="looked at", effect="void")


def page_of(game: str) -> str:
    return f"/{'blackjack' if game in (*BOXES, 'e-blackjack') else 'baccarat'}/{game}"


@pytest.mark.clause(
    "ebaccarat 2.2", "ebaccarat 3.1", "ebaccarat 3.2", "eblackjack 2.2", "eblackjack 3.1", "eblackjack 3.2"
)
@pytest.mark.parametrize(
    ("game", "locale"), [*((game, "en-SG") for game in GAMES), *((game, "zh-CN") for game in DENSE)]
)
def test_bets_open_and_closed_are_called_in_view_and_every_wager_says_its_limits(
    browser: Browser, process: Process, game: str, locale: str
) -> None:
    with opened(process, game) as dealer, visitor(browser, process, locale=locale) as guest:
        page = guest.go(page_of(game))
        called(guest, "open", locale)
        place = seated(page, game)
        for size in sized(page):
            shown = limits_shown(page, place)
            assert shown.keys() == set(GAMES[game].bets), size
            assert [wager for wager, each in shown.items() if not POSTED.fullmatch(each)] == [], size
        bet(page)
        dealer.give("close-bets")
        called(guest, "closed", locale)


@languages
def test_screens_and_several_tables_call_in_view(browser: Browser, process: Process, locale: str) -> None:
    tables = ("tiger", "lucky-8", "e-blackjack")
    places = [f":is([data-calls='{table}'], [data-table='{table}'])" for table in tables]
    pages = {**{f"/display/{table}": ("body",) for table in tables}, f"/tables?t={','.join(tables)}": places}
    with contextlib.ExitStack() as stack:
        dealers = [stack.enter_context(opened(process, table)) for table in tables]
        guest = stack.enter_context(visitor(browser, process, locale=locale))
        for path, where in pages.items():
            guest.go(path)
            called(guest, "open", locale, *where)
        for table in tables:
            seated(guest.go(page_of(table)), table)
            bet(guest.page)
        for dealer in dealers:
            dealer.give("close-bets")
        for path, where in reversed(pages.items()):
            guest.go(path)
            called(guest, "closed", locale, *where)


@languages
def test_the_last_call_is_in_view(browser: Browser, locale: str) -> None:
    tables = ("tiger", "lucky-8", "e-blackjack")
    with house(*tables, pace=LATE) as process, visitor(browser, process, locale=locale) as guest:
        for table in tables:
            page = guest.go(page_of(table))
            bets_open(process, table, 30)
            seated(page, table)
            bet(page)  # at boxes the clock starts with it
            called(guest, "last", locale)
            guest.go(f"/display/{table}")
            called(guest, "last", locale)
