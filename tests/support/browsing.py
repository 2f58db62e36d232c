"""A real browser at a served house: finding or installing it, and driving and checking its pages."""

import contextlib
import fcntl
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from croupier.house.days import SECOND
from croupier.house.pace import Pace
from places import ROOT
from serving import QUICKLY, UNWATCHED, Process
from stores import patiently

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Executables in order of preference; the headless shell is the fastest."""
AXE = ROOT / "terminal" / "node_modules" / "axe-core" / "axe.min.js"
LAID_OUT = Path(__file__).with_name("layout.js").read_text("utf-8")
"""A script that says what lies badly on a page."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"
"""The page has heard of its new size and has been drawn again."""
DESKTOPS = ((1024, 768), (1366, 768), (1440, 900), (1920, 1080))
WHITE = "rgb(251, 250, 245)"
"""The colour of the cards' faces."""
SOCKETS = """
    window.sockets = []
    window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this) } }
"""
"""A script that records every WebSocket that a page opens, so that it can be closed."""
OUTAGES = ("reload", "line")
PATIENT = 60_000
"""Timeout in milliseconds for anything to appear."""
pace = Pace
"""Seconds of each step of a table that runs by itself."""
QUICK = Pace(betting=6, last_call=1, card=0.15, confirm=0.2, offer=3, decision=4, join=0.3, settle=0.3, pause=2.5)
"""For tables that run by themselves: long enough to bet, short enough not to wait."""
LIMITS = '{ all = "5.00..100,000.00" }'
"""Default limits of every wager."""
expect.set_options(timeout=PATIENT)


@cache
def chromium() -> str | None:
    """The path of the browser: installed, or installed from Debian if possible; `None` for Playwright's own."""
    # A file lock: parallel workers must not install it at the same time.
    with open(Path(tempfile.gettempdir(), "croupier-browser.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _installed() or _from_debian()
        if found is None:
            _from_playwright()
        return found


def _installed() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def _from_debian() -> str | None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "fonts-liberation"]
        if subprocess.run([*install, "chromium-headless-shell"], **quiet).returncode:
            subprocess.run([*install, "chromium"], **quiet)
    return _installed()


def _from_playwright() -> None:
    """Install Playwright's own browser, or fail with one line."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.fail("no browser for the journeys: install chromium or google-chrome", pytrace=False)


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield made
        made.close()


@contextlib.contextmanager
def house(
    *tables: str,
    pace: Pace = QUICK,
    players: bool = False,
    demo: bool = True,
    watched: bool = False,
    sections: str = "",
    **settings: str,
) -> Iterator[Process]:
    """A served house with these tables, each named like its game; several of a game are `tiger.1`, `tiger.2`.

    `sections` come before them in the configuration. Surveillance runs only if `watched`.
    """
    with tempfile.TemporaryDirectory(prefix="croupier-journey-") as name:
        folder = Path(name)
        lines = [f"{key} = {text}" for key, text in {"unit": '"5.00"', "limits": LIMITS, **settings}.items()]
        times = ", ".join(f"{each} = {getattr(pace, each)}" for each in Pace.__struct_fields__)
        parts = [
            "\n".join([f'[tables."{table}"]', f'game = "{table.split(".")[0]}"', f"pace = {{ {times} }}", *lines])
            for table in tables
        ]
        (folder / "tables.toml").write_text("\n\n".join([sections, *parts]), "utf-8")
        options = ["--config", "tables.toml"]
        options += [*([] if players else ["--no-players"]), *([] if demo else ["--no-demo"])]
        program = QUICKLY if watched else UNWATCHED
        with Process(f"sqlite:///{folder}/house.db", folder, *options, program=program) as process:
            yield process


@contextlib.contextmanager
def dealt(*tables: str, sections: str = "", watched: bool = False, **settings: str) -> Iterator[Process]:
    """The same with tables run by a Dealer who enters the cards of a real shoe: nothing happens by itself."""
    by_hand = {"run": '"dealer"', "cards": '"entered"', **settings}
    with house(*tables, pace=QUICK, players=False, demo=True, watched=watched, sections=sections, **by_hand) as process:
        yield process


def bets_open(process: Process, table: str, seconds: float = 6) -> None:
    """Wait until bets are open at an automatic table for at least so many seconds, enough for a busy machine."""

    def there_is_time() -> bool:
        shown = httpx.get(f"{process.base}/api/tables/{table}", timeout=60).json()
        now, until = shown["now"], shown["public"]["until"]
        return bool(_betting(shown["public"]) and (until is None or until - now >= seconds * SECOND))

    patiently(there_is_time)


def _betting(shown: dict[str, Any]) -> bool:
    return shown["round"] is not None and shown["round"]["phase"] == "betting"


class Dealer:
    """Runs a table over HTTP, in any staff role."""

    def __init__(self, process: Process, table: str, role: str = "dealer") -> None:
        said = {"name": role, "password": process.passwords[role]}
        token = httpx.post(f"{process.base}/api/sign-in/staff", json=said, timeout=60).json()["token"]
        self.table = table
        self._headers = {"Authorization": f"Bearer {token}"}
        self._path, self._run, self._number = f"{process.base}/api/tables/{table}/commands", secrets.token_hex(4), 0

    def give(self, command: str, **fields: Any) -> None:
        """Give a command that must be accepted."""
        self._number += 1
        body = {"id": f"{self._run}.{self._number}", "command": {"command": command, **fields}}
        answer = httpx.post(self._path, json=body, headers=self._headers, timeout=60)
        assert answer.status_code == 200, answer.text

    def open(self) -> None:
        """Begin a round, after a shuffle where one is due."""
        shown = httpx.get(self._path.removesuffix("/commands"), headers=self._headers, timeout=60).json()["public"]
        if shown["waits"] == "shuffle":
            self.give("shuffle")
        self.give("begin-round")

    def deal(self, cards: str) -> None:
        """Deal these cards in order."""
        for card in cards.split():
            self.give("deal-card", card=card)

    def play(self, cards: str) -> None:
        """Close bets, deal and settle."""
        self.give("close-bets")
        self.deal(cards)
        self.give("settle")


class Visitor:
    """A user with a browser. Errors and warnings in the page's console fail the test on `leave`."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base, self.complaints, self.frames = base, list[str](), list[str]()
        settings: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-SG", **options}
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.add_init_script(SOCKETS)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENT)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda said: self.frames.append(str(said))))

    def _heard(self, message: Any) -> None:
        # Violations of the content security policy are logged as errors too.
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def go(self, path: str = "") -> Page:
        """Open a page of the terminals, such as `/baccarat/tiger`."""
        self.page.goto(f"{self.base}/#{path}")
        return self.page

    def credits(self) -> int:
        """The balance shown on the page, in cents."""
        return int(self.page.locator("[data-sum=credits]").get_attribute("data-cents") or -1)

    def has_credits(self, cents: int) -> None:
        """Wait until the page shows this balance."""
        expect(self.page.locator("[data-sum=credits]")).to_have_attribute("data-cents", str(cents))

    def phase(self, name: str) -> None:
        """Wait until the round is in this phase."""
        self.page.locator(f"[data-phase={name}]").wait_for()

    def back_after(self, outage: str) -> None:
        """Reload the page, or close its WebSocket and wait for it to reconnect."""
        if outage == "reload":
            self.page.reload()
            return
        before = self.page.evaluate("sockets.length")
        self.page.evaluate("sockets.at(-1).close()")
        patiently(lambda: self.page.evaluate("sockets.length") > before, PATIENT / 1000)

    def still(self) -> None:
        """Wait until all finite animations have ended."""
        self.page.evaluate(
            """() => Promise.allSettled(document.getAnimations()
                .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime))
                .map(each => each.finished))"""
        )

    def accessible(self) -> None:
        """Check accessibility: axe must report no violations."""
        # Elements that are fading in would give false contrast violations.
        self.still()
        # Evaluated rather than added as a script: the content security policy allows no other scripts.
        self.page.evaluate(AXE.read_text("utf-8"))
        report = self.page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
        wrong = [
            f"{each['id']}: {node['failureSummary']} ({node['html'][:160]})"
            for each in report["violations"]
            for node in each["nodes"]
        ]
        assert not wrong, "\n".join(wrong)
        # Axe does not check SVG images.
        faces = "all => all.map(each => getComputedStyle(each).fill)"
        assert set(self.page.locator("svg.card .face").evaluate_all(faces)) <= {WHITE}, "a card is not white"
        if self.page.locator("header[data-house]").count():
            self._lies_well()

    def _lies_well(self) -> None:
        """A page of the house's own: nothing is cut, covered or out of view, on a phone or on any desktop."""
        own = self.page.viewport_size or {"width": 1440, "height": 900}
        phone = own["width"] < DESKTOPS[0][0]
        wrong = []
        for size in [(own["width"], own["height"])] if phone else DESKTOPS:
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            self.page.evaluate(DRAWN)
            wrong += [f"at {size}: {each}" for each in self.page.evaluate(LAID_OUT)]
        self.page.set_viewport_size(own)
        assert not wrong, "\n".join(wrong)

    def leave(self) -> None:
        """Close the browser context, and fail if the console had errors or warnings."""
        self.context.close()
        assert not self.complaints, "\n".join(self.complaints)


@contextlib.contextmanager
def visitor(browser: Browser, process: Process, **options: Any) -> Iterator[Visitor]:
    """A visitor who leaves at the end."""
    made = Visitor(browser, process.base, **options)
    yield made
    made.leave()


def amount(text: str) -> int:
    """Parse an amount shown on a page, such as `+$12.50`, into cents."""
    match = re.fullmatch(r"([+\u2212]?)\$([\d,]+)(?:\.(\d\d))?", text.strip())
    assert match, text
    cents = int(match[2].replace(",", "")) * 100 + int(match[3] or 0)
    return -cents if match[1] == "\N{MINUS SIGN}" else cents
