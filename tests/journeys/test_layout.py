"""Every phase of every family lies well at every size, from a small phone to a large desktop.

The page never scrolls; what a player may press now is in view, with nothing on top; no card covers another's index;
no two texts lie over each other; and no field moves while a round goes on. The console of whoever deals that round
is looked at as well, at the sizes that a desktop has.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browsing import DESKTOPS, DRAWN, LAID_OUT, dealt, visitor
from phases import WALKS, Table
from serving import Process
from staffing import over_the_api, signed_in
from stores import patiently

SIZES = ((360, 640), (390, 844), (768, 1024), (1024, 768), (1366, 768), (1440, 900), (1920, 1080))
PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-spot], [data-wager], [data-box]")]
    .filter((each) => each.checkVisibility())
    .map((each) => {
        const { left, width, height, y } = each.getBoundingClientRect()
        const { spot, wager, box } = each.dataset
        let top = y
        for (let around = each.parentElement; around; around = around.parentElement) top += around.scrollTop
        return box ? [`box ${box}`, [left, top, width]] : [spot ?? wager, [left, top, width, height]]
    }))"""
"""Where every field and box lies on its table; how far down a box reaches is its cards' affair."""
LARGE = "() => document.querySelector('[data-large]')?.dataset.box ?? null"


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    # So little that one chip more is too many.
    with dealt(*WALKS, limits='{ all = "5.00..100.00" }') as made:
        yield made


def sized(page: Page, sizes: tuple[tuple[int, int], ...] = SIZES) -> Iterator[tuple[int, int]]:
    """The page at one size after the other."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        yield width, height


@pytest.mark.parametrize("game", WALKS)
def test_every_phase_lies_well_at_every_size(browser: Browser, process: Process, game: str) -> None:
    wrong: list[str] = []
    places: dict[tuple[object, ...], tuple[str, dict[str, list[float]]]] = {}
    with visitor(browser, process, reduced_motion="reduce") as guest:
        page, console = guest.page, Console(browser, process, game)
        for state in WALKS[game](Table(process, guest, game)):
            wrong += console.defects(state)
            for size in sized(page):
                wrong += [f"{state} at {size}: {each}" for each in page.evaluate(LAID_OUT)]
                # Fields stay while bets are open; boxes stay as long as the same one is drawn large.
                key = (size, page.evaluate(LARGE), state.startswith("betting"))
                now = page.evaluate(PLACES)
                before, old = places.setdefault(key, (state, now))
                moved = [name for name in now if name in old and not _near(old[name], now[name])]
                wrong += [f"{state} at {size}: {each} lay elsewhere in {before}" for each in moved]
            page.set_viewport_size({"width": 1440, "height": 900})
        console.dealer.leave()
    assert not wrong, "\n".join([f"{len(wrong)} defects", *wrong])


class Console:
    """The page of whoever deals that table."""

    def __init__(self, browser: Browser, process: Process, table: str) -> None:
        self.dealer = signed_in(browser, process, "dealer", f"/dealer/{table}", reduced_motion="reduce")
        self._anybody, self._path, self._seen = over_the_api(process, "dealer"), f"/api/tables/{table}", ""

    def _caught_up(self) -> bool:
        told = self._anybody.get(self._path).json()["public"]["version"]
        return self.dealer.page.locator("[data-version]").get_attribute("data-version") == str(told)

    def defects(self, state: str) -> list[str]:
        """What lies badly on it now, at every size; nothing where it says what it said before."""
        page = self.dealer.page
        patiently(self._caught_up)
        seen = page.locator("[data-lies], [data-next]").evaluate_all("all => all.map(each => each.innerText).join()")
        if seen == self._seen:
            return []
        self._seen = seen
        defects = [(size, each) for size in sized(page, DESKTOPS) for each in page.evaluate(LAID_OUT)]
        return [f"the console, {state} at {size}: {each}" for size, each in defects]


def _near(old: list[float], new: list[float]) -> bool:
    """The same place, but for what is lost in rounding."""
    return all(abs(a - b) <= 1 for a, b in zip(old, new, strict=True))
