"""Screenshots of every page at three widths, for review: `make screenshots`."""

import itertools
import multiprocessing
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser

from browsing import Visitor, browser, house, pace
from croupier.games.catalogue import GAMES
from serving import Process
from staffing import Site, signed_in

WIDTHS = {390: 844, 834: 1112, 1920: 1080}
STAFF = {
    "dealer": ("dealer", "/dealer/tiger", "[data-next]"),
    "pit": ("gaming-shift-manager", "/pit", "[data-table]"),
    "rounds": ("gaming-shift-manager", "/pit?section=rounds", "[data-round]"),
    "round": ("gaming-shift-manager", "/pit?section=rounds&table=lucky-8&round=1", "[data-viewer]"),
    "reports": ("gaming-shift-manager", "/pit?section=reports", "[data-figures]"),
    "accounts": ("administrator", "/pit", "[data-account]"),
    "cage": ("cage", "/cage", "form"),
    "watch": ("surveillance", "/watch", "[data-watched]"),
}
"""Staff pages: the role, the path, and a selector that shows that the page is loaded."""
EVERYBODY = {
    "display-baccarat": ("/display/tiger", "[data-phase=dealing]"),
    "display-boxes": ("/display/lucky-8", "[data-phase=playing]"),
    "display-stream": ("/display/e-blackjack", "[data-phase=playing]"),
    "lab-odds": ("/lab?game=sands-super", "[data-odds]"),
    "lab-strategy": ("/lab?game=lucky-8&view=strategy", "[data-square]"),
    "lab-simulation": ("/lab?game=tiger&view=simulation", "input"),
    "verify": ("/verify?table=tiger", ".shoes button"),
    "tables": ("/tables?t=tiger,lucky-8,e-blackjack,sands-super", "article[data-phase=betting]"),
}
"""Public pages: the path, and a selector that shows that the page is loaded."""
BETS = ("banker", "tie", "sands-six", "player-red", "banker-wins-on-6", "banker-wins-on-7", "tiger", "tiger-pair")
BLACKJACK = {"lucky-8": "1:", "dueling-8s": "1:", "e-blackjack": ""}
"""The prefix of the names of their spots."""
PACE = pace(betting=6, last_call=1, card=0.4, confirm=0.4, offer=2, decision=4, join=0.4, settle=0.6, pause=3)
LOOKS = {
    "dark": {"color_scheme": "dark", "locale": "en-SG"},
    "light": {"color_scheme": "light", "locale": "zh-CN"},
}
Shoot = Callable[[str], object]


def main(folder: Path) -> None:
    """Take all screenshots; console errors of a page fail the run."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = itertools.product(LOOKS, WIDTHS)
    with (
        house("sands-super", "tiger", *BLACKJACK, pace=PACE, players=True, watched=True) as process,
        # In parallel, each with its own browser: most of the time is spent waiting for the tables.
        ProcessPoolExecutor(3, multiprocessing.get_context("spawn")) as photographers,
    ):
        site = Site(process.base, process.passwords)
        for done in [photographers.submit(_taken, site, folder, look, width) for look, width in kinds]:
            done.result()
    _practice(folder)


def _taken(site: Site, folder: Path, look: str, width: int) -> None:
    with browser() as made:
        _pages(made, site, folder, look, width)


def _practice(folder: Path) -> None:
    """Screenshots of the drill, which needs a separate house."""
    with (
        tempfile.TemporaryDirectory() as name,
        browser() as made,
        Process(f"sqlite:///{name}/drill.db", Path(name), "--drill") as process,
    ):
        for look, width in itertools.product(LOOKS, WIDTHS):
            size = {"width": width, "height": WIDTHS[width]}
            dealer = signed_in(made, process, "dealer", "/drill", viewport=size, **LOOKS[look])
            page = dealer.page
            page.locator("[data-document=ebaccarat]").click()
            page.screenshot(path=folder / f"drill-{look}-{width}.png")
            page.locator("[data-case='ebaccarat-5.7-1']").click()
            page.locator("[data-lesson=open]").wait_for()
            page.wait_for_timeout(600)
            page.screenshot(path=folder / f"practice-{look}-{width}.png")
            dealer.leave()


def _pages(browser: Browser, site: Site, folder: Path, look: str, width: int) -> None:
    name, size, options = f"{look}-{width}", {"width": width, "height": WIDTHS[width]}, LOOKS[look]
    guest = Visitor(browser, site.base, viewport=size, **options)

    def shoot(page: str) -> None:
        guest.page.mouse.move(0, 0)
        guest.page.screenshot(path=folder / f"{page}-{name}.png")

    guest.go("/")
    guest.page.locator("article").first.wait_for()
    shoot("lobby")
    for table in ("sands-super", "tiger"):
        _table(guest, table, shoot)
    for table, box in BLACKJACK.items():
        _blackjack(guest, table, box, shoot)
    guest.go("/account")
    guest.page.locator("li").first.wait_for()
    shoot("account")
    for page, (path, sign) in EVERYBODY.items():
        guest.go(path)
        guest.page.locator(sign).first.wait_for()
        guest.page.wait_for_timeout(500)
        shoot(page)
    guest.leave()
    for page, (role, path, sign) in STAFF.items():
        somebody = signed_in(browser, site, role, path, viewport=size, **{**options, "locale": "en-SG"})
        somebody.page.locator(sign).first.wait_for()
        somebody.page.screenshot(path=folder / f"{page}-{name}.png")
        somebody.leave()


def _table(guest: Visitor, table: str, shoot: Shoot) -> None:
    page = guest.go(f"/baccarat/{table}")
    guest.phase("betting")
    for wager in BETS:
        field = page.locator(f"[data-wager={wager}] button")
        if field.is_visible():
            field.click()
    page.wait_for_timeout(400)
    page.evaluate("scrollTo(0, 0)")
    shoot(f"{table}-betting")
    guest.phase("dealing")
    page.wait_for_timeout(1_000)
    shoot(f"{table}-dealing")
    guest.phase("settled")
    page.wait_for_timeout(400)
    shoot(f"{table}-settled")


def _blackjack(guest: Visitor, table: str, box: str, shoot: Shoot) -> None:
    page = guest.go(f"/blackjack/{table}")
    guest.phase("betting")
    strip = page.locator("[data-strip='1']")
    if box and strip.is_visible():
        strip.click()
    for wager in GAMES[table].bets:
        spot = page.locator(f'[data-spot="{box}{wager}"]')
        if spot.is_visible():
            spot.click()
            page.wait_for_timeout(200)
    page.evaluate("scrollTo(0, 0)")
    shoot(f"{table}-betting")
    page.locator("[data-ask], [data-phase=settled]").first.wait_for()
    page.wait_for_timeout(600)
    shoot(f"{table}-asked")
    guest.phase("settled")
    page.wait_for_timeout(400)
    shoot(f"{table}-settled")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
