"""Two servers behind one address: one dies in the middle of a hand, and the player goes on with it in the same page."""

import contextlib
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect

from browsing import Dealer, Visitor, dealt
from serving import UNWATCHED, Process
from stores import patiently
from troubling import writer_of

LIMITS = '{ main = "25.00..5,000.00", sides = "5.00..100,000.00" }'


class Proxy:
    """One address for several servers: every connection goes to whichever says that it is ready."""

    def __init__(self, *bases: str) -> None:
        self._ports = [int(base.rpartition(":")[2]) for base in bases]
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        for port in self._ports:
            with contextlib.suppress(httpx.HTTPError, OSError):
                if httpx.get(f"http://127.0.0.1:{port}/ready", timeout=2).status_code != 200:
                    continue
                server = socket.create_connection(("127.0.0.1", port))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()
                return
        client.close()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def close(self) -> None:
        self._listening.close()


@contextlib.contextmanager
def standby(beside: Process) -> Iterator[Process]:
    """Another server on the same store, with the same tables and key."""
    folder = Path(beside.command[beside.command.index("--key") + 1]).parent
    url = beside.command[beside.command.index("--store") + 1]
    options = ("--config", "tables.toml", "--no-players", "--standby")
    with Process(url, folder, *options, program=UNWATCHED) as process:
        yield process


def unheard(guest: Visitor) -> None:
    """While nobody is open, requests fail, and the browser notes it."""
    quiet = ("WebSocket connection to", "Failed to load resource")
    guest.complaints = [each for each in guest.complaints if not any(some in each for some in quiet)]


def test_fear_a_server_dies_and_takes_the_hand_with_it(browser: Browser) -> None:
    with dealt("lucky-8", limits=LIMITS) as one, standby(one) as two:
        proxy = Proxy(one.base, two.base)
        guest = Visitor(browser, proxy.base)
        page = guest.page
        dealer = Dealer(one, "lucky-8")
        dealer.open()
        guest.go("/blackjack/lucky-8")
        guest.phase("betting")
        page.locator("[data-act=take-6]").click()
        page.locator('[data-spot="6:main"]').click()
        expect(page.locator('[data-spot="6:main"]')).to_have_class(re.compile("accepted"))
        dealer.give("close-bets")
        dealer.deal("8S 6D 8H")
        dealer.give("confirm-deal")
        dealer.give("close-offers")
        guest.phase("playing")
        session = page.evaluate("localStorage.getItem('croupier.guest')")

        passwords = dict(one.passwords)  # derived from the key, so they are the same everywhere
        one.kill()
        patiently(lambda: httpx.get(f"{two.base}/ready", timeout=60).status_code == 200, 120)
        page.locator('[data-ask] button[data-act="stand"]').click()
        guest.phase("drawing")
        assert page.evaluate("localStorage.getItem('croupier.guest')") == session
        two.passwords = passwords
        dealer = Dealer(two, "lucky-8")
        dealer.deal("TC TH")
        dealer.give("settle")
        guest.phase("settled")
        guest.has_credits(102_500)

        # A server that stands still keeps its lines open: the page gives them up by itself.
        with standby(one) as three:
            proxy._ports.append(int(three.base.rpartition(":")[2]))
            stopped = [two.pid, *filter(None, [writer_of(two.pid)])]
            for each in stopped:
                os.kill(each, signal.SIGSTOP)
            patiently(lambda: httpx.get(f"{three.base}/ready", timeout=60).status_code == 200, 120)
            three.passwords = passwords
            dealer = Dealer(three, "lucky-8")
            dealer.open()
            guest.phase("betting")
        unheard(guest)
        guest.leave()
        proxy.close()
