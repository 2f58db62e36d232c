"""Staff at a served house: in a browser, or over the API where only the result matters."""

from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, expect

from browsing import Visitor
from serving import Person, Process


class Site(NamedTuple):
    """The address and the passwords of a served house."""

    base: str
    passwords: dict[str, str]


def signed_in(browser: Browser, process: Process | Site, role: str, path: str, **options: Any) -> Visitor:
    """A browser on that page, signed in with that role."""
    made = Visitor(browser, process.base, **options)
    made.go(path)
    # By the names of the fields, which are the same in every language.
    made.page.locator("input[name=name]").fill(role)
    made.page.locator("input[name=password]").fill(process.passwords[role])
    made.page.locator("form button").first.click()
    fresh = made.page.locator("input[name=new]")
    if role == "administrator" and not isinstance(process, Site) and process.first:
        # Outside demo mode, the first administrator must choose a new password.
        fresh.fill(process.passwords[role] + process.passwords[role])
        made.page.locator("form button").first.click()
        process.passwords[role] *= 2
        process.first = False
    expect(made.page.locator("input[name=password]")).to_have_count(0)
    return made


def over_the_api(process: Process, role: str) -> Person:
    """The same without a browser; a guest where the role is a player's."""
    # No keep-alive connections, so the client need not be closed.
    client = httpx.Client(base_url=process.base, timeout=60, limits=httpx.Limits(max_keepalive_connections=0))
    if role == "player":
        return Person.guest(client)
    said = {"name": role, "password": process.passwords[role]}
    return Person(client, client.post("/api/sign-in/staff", json=said).json()["token"], role)


def enter(dealer: Visitor, *cards: str) -> None:
    """Enter cards by keyboard, each confirmed with Enter once the preview is shown."""
    expect(dealer.page.locator("[data-next=deal-card]")).to_be_visible()
    for card in cards:
        version = dealer.page.locator("[data-hand] svg[role=img]").count()
        for key in card:
            dealer.page.keyboard.press(key)
        expect(dealer.page.get_by_text("New totals:")).to_be_visible()
        dealer.page.keyboard.press("Enter")
        expect(dealer.page.locator("[data-hand] svg[role=img]")).to_have_count(version + 1)


def pick(made: Visitor, card: str, within: str = "[data-preview]") -> None:
    """Pick a card by the buttons of a form."""
    for key, kind in zip(card, ("rank", "suit"), strict=True):
        made.page.locator(f"{within} [data-{kind}='{key}']").click()


def hold(made: Visitor, name: str) -> None:
    """Keep a button pressed until it acts."""
    button = made.page.get_by_role("button", name=name).first
    expect(button).to_be_enabled()
    button.hover()
    made.page.mouse.down()
    expect(made.page.locator("button.held")).to_have_count(0)
    made.page.mouse.up()
