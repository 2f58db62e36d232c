"""Time to interactive of a player's page, and its frame times at a busy table, in a real Chromium.

Interactive is when the first field of the layout takes a chip, from a cold start of the page with an empty cache. Busy:
other players change their stakes sixty times a second on boxes of the same table, so that the page gets as many
updates; its frame times show whether it stalls.
"""

import sys
import threading
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from browsing import Dealer, browser, dealt, visitor
from serving import Person, Process

PAGES = {"tiger": ("/baccarat/tiger", "[data-wager=banker] button"), "lucky-8": ("/blackjack/lucky-8", "[data-spot]")}
OTHERS, RATE, SECONDS = 6, 60, 10.0
FRAMES = """(seconds) => new Promise((done) => {
  const gaps = [], long = []
  const watch = new PerformanceObserver((list) => list.getEntries().forEach((each) => long.push(each.duration)))
  watch.observe({ entryTypes: ["longtask"] })
  let last = performance.now()
  const end = last + seconds * 1000
  const frame = (now) => {
    gaps.push(now - last)
    last = now
    if (now < end) requestAnimationFrame(frame)
    else done({ gaps: gaps.sort((a, b) => a - b), long })
  }
  requestAnimationFrame(frame)
})"""


def main() -> None:
    with dealt(*PAGES, watched=True) as process, browser() as chromium:
        for game in PAGES:
            Dealer(process, game).open()
        for game, (path, field) in PAGES.items():
            print(f"{game:8} interactive after {interactive(chromium, process, path, field):.2f} s (wanted under 2)")
        busy(chromium, process)


def interactive(chromium: Browser, process: Process, path: str, field: str) -> float:
    """Seconds from opening the page to a clickable field."""
    with visitor(chromium, process) as guest:
        start = time.perf_counter()
        guest.go(path)
        guest.page.locator(field).first.click(trial=True)
        return time.perf_counter() - start


def busy(chromium: Browser, process: Process) -> None:
    """Measure the frame times of a page whose table changes sixty times a second."""
    end, sent = threading.Event(), [0]
    crowd = threading.Thread(target=bet, args=(process, end, sent))
    with visitor(chromium, process) as guest:
        page = guest.go("/blackjack/lucky-8")
        page.locator("[data-spot]").first.wait_for()
        crowd.start()
        page.wait_for_timeout(2_000)
        frames, commands = len(guest.frames), sent[0]
        measured = page.evaluate(FRAMES, SECONDS)
        received, given = len(guest.frames) - frames, sent[0] - commands
        end.set()
        crowd.join()
    gaps = measured["gaps"]
    print(
        f"lucky-8 under {given / SECONDS:.0f} wagers a second: the page is told {received / SECONDS:.0f} times a second"
    )
    print(
        f"         {len(gaps) / SECONDS:.0f} frames a second, half within {gaps[len(gaps) // 2]:.0f} ms, "
        f"99 of 100 within {gaps[int(len(gaps) * 0.99)]:.0f} ms, the longest {gaps[-1]:.0f} ms; "
        f"{len(measured['long'])} tasks over 50 ms"
    )


def bet(process: Process, end: threading.Event, sent: list[int]) -> None:
    """Some players change their stakes in turn, `RATE` times a second in total."""
    with httpx.Client(base_url=process.base, timeout=60) as client:
        players = [Person.guest(client) for _ in range(OTHERS)]
        due = time.perf_counter()
        while not end.is_set():
            number = sent[0]
            stake = 500 * (1 + number // OTHERS % 9)
            answer = players[number % OTHERS].give(
                "lucky-8", "place-wager", round=1, wager="main", stake=stake, box=1 + number % OTHERS
            )
            assert answer.status_code == 200, answer.text
            sent[0] += 1
            due += 1 / RATE
            time.sleep(max(0.0, due - time.perf_counter()))


if __name__ == "__main__":
    main()
