"""The record in the pit: rounds found and replayed, the books of a day, keys and passwords; in real browsers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Dealer, Visitor, amount, dealt
from croupier.house import evidence
from serving import Person, Process
from staffing import hold, over_the_api, signed_in
from stores import patiently

ROUNDS = {1: "4C 8S 3D KH", 2: "9H 7D KC TS", 3: "2C 3D 6H 5S"}
"""Banker wins 8 to 7, Player wins 9 to 7, a tie at 8."""
PURSE = 100_000


def play(process: Process, more: int = 0) -> Person:
    """A guest backs Banker and Tie in three rounds of cards that are known, nobody in so many more; all on record."""
    dealer, player = Dealer(process, "tiger"), over_the_api(process, "player")
    for number, cards in ROUNDS.items():
        dealer.open()
        for wager, stake in (("banker", 2_000), ("tie", 500)):
            assert player.give("tiger", "place-wager", round=number, wager=wager, stake=stake).status_code == 200
        dealer.play(cards)
    for number in range(more):
        dealer.open()
        dealer.play(" ".join(f"{rank}{'SHDC'[number % 4]}" for rank in "483K"))
    pit = over_the_api(process, "pit-supervisor")
    patiently(lambda: len(pit.post("/api/rounds/search", {}).json()["rounds"]) == len(ROUNDS) + more)
    return player


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[Process, Person]]:
    """A house with three rounds on record, and who played."""
    with dealt("tiger") as process:
        yield process, play(process)


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen."""
    width = page.viewport_size
    assert width
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width["width"]


def test_the_pit_finds_a_round_and_replays_it_to_the_cent(
    browser: Browser, played: tuple[Process, Person], tmp_path: Path
) -> None:
    process, player = played
    pit = signed_in(browser, process, "pit-manager", "/pit?section=rounds")
    page = pit.page
    expect(page.locator("[data-round]")).to_have_count(3)
    page.get_by_label("Result").select_option(label="Player")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("[data-round]")).to_have_count(1)
    expect(page.locator("[data-round='tiger/2']")).to_contain_text("Player wins, 9 to 7")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("[data-round]")).to_have_count(3)
    pit.accessible()
    page.get_by_role("button", name="tiger · 1", exact=True).click()
    told = over_the_api(process, "pit-manager").get("/api/tables/tiger/rounds/1").json()
    replays(page, told, player.name)
    settles(page, told, player.name)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Evidence").click()
    kept.value.save_as(tmp_path / "round.zip")
    assert evidence.check(tmp_path / "round.zip")[1] == []
    page.locator("[data-settlement] .clause").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    pit.accessible()
    # Its address names the round.
    page.reload()
    expect(page.locator("[data-opened='tiger/1']")).to_contain_text("Banker wins, 8 to 7")
    page.get_by_role("button", name="All rounds").click()
    expect(page.locator("[data-round]")).to_have_count(3)
    pit.leave()
    assert player.credits() == PURSE + (1_900 - 500) + (-2_000 - 500) + 8 * 500


def replays(page: Page, told: Any, name: str) -> None:
    """Forward, back, to the ends and to a step, by keys and by hand; with other eyes."""
    now, steps = page.locator("[data-now]"), len(told["steps"])
    expect(now).to_have_attribute("data-now", "1")
    page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("bets 20.00 on Banker")
    page.keyboard.press("End")
    expect(now).to_have_attribute("data-now", str(steps))
    expect(now).to_contain_text("Banker wins, 8 to 7")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(now).to_have_attribute("data-now", str(steps - 1))
    page.get_by_role("button", name="8S to Banker").click()
    expect(now.locator(".clause")).to_have_text("3.6")
    cards = page.locator("[data-viewer=pit-manager] svg[role=img]")
    expect(cards).to_have_count(2)
    page.get_by_label("View as").select_option(f"player:{name}")
    mine = page.locator(f"[data-viewer='player:{name}']")
    expect(mine).to_contain_text("Banker $20, Tie $5")
    expect(mine).to_contain_text("$975")


def settles(page: Page, told: Any, name: str) -> None:
    """Every line as the house has it, and the ledger beside."""
    for line in told["lines"]:
        shown = page.locator(f"[data-line='{line['bettor']} {line['wager']}'] td")
        assert [amount(shown.nth(cell).inner_text()) for cell in (2, 3)] == [line["stake"], line["net"]]
    postings = [each for step in told["steps"] for each in step["postings"]]
    amounts = page.locator("[data-posting] td:last-child").all_inner_texts()
    assert [amount(text) for text in amounts] == [each["cents"] for each in postings]
    paid = page.locator(f"[data-paid='{name}'] td").all_inner_texts()
    assert [amount(text) for text in paid[1:]] == [told["net"][name]] * 2 == [1_400, 1_400]
    expect(page.locator("[data-ledger]")).to_contain_text("agree to the cent")


def test_the_books_of_a_day_are_those_of_the_api_and_a_day_is_closed(
    browser: Browser, played: tuple[Process, Person]
) -> None:
    process, _ = played
    books = over_the_api(process, "gaming-shift-manager").get("/api/days/today").json()
    shift = signed_in(browser, process, "gaming-shift-manager", "/pit?section=reports")
    page, total = shift.page, books["total"]
    for tile, cents in {"drop": total["drop"], "handle": total["handle"], "win": total["win"]}.items():
        assert amount(page.locator(f"[data-tile={tile}] .value").inner_text()) == cents
    assert (total["rounds"], total["handle"], total["win"]) == (3, 7_500, -2_900)
    strayed = f"{total['deviation']:+.2f}".replace("-", "\N{MINUS SIGN}")
    expect(page.locator("[data-tile=deviation] .value")).to_contain_text(strayed)
    page.get_by_role("button", name="tiger", exact=True).click()
    expect(page.get_by_role("heading", name="Win minus theoretical at tiger")).to_be_visible()
    page.get_by_role("button", name="Wager", exact=True).click()
    for line in books["by"]["wager"]:
        cells = page.locator(f"[data-figures='{line['name']}'] td").all_inner_texts()
        assert [amount(cells[at]) for at in (1, 4)] == [line["handle"], line["win"]]
    shift.accessible()
    for name, kind in {"Spreadsheet": "csv", "Page": "html", "Data": "json"}.items():
        with page.expect_download() as kept:
            page.get_by_role("button", name=name).click()
        assert kept.value.suggested_filename.endswith(f".{kind}")
        assert kept.value.path().stat().st_size > 100
    # Today still runs; the day before is over, and is closed once.
    expect(page.locator("[data-closing]")).to_contain_text("Still running")
    page.get_by_role("button", name="Day before").click()
    expect(page.locator("[data-closing]")).to_contain_text("Not closed")
    hold(shift, "Hold to close and sign")
    expect(page.locator("[data-closed]")).to_have_count(1)
    expect(page.locator("[data-closing]")).to_contain_text("Closed and signed")
    expect(page.get_by_role("button", name="Hold to close")).to_have_count(0)
    shift.leave()


def test_on_a_phone_in_chinese_surveillance_reads_the_record(browser: Browser) -> None:
    with dealt("tiger") as process:
        play(process, more=24)
        watcher = signed_in(browser, process, "surveillance", "/pit", viewport={"width": 390, "height": 844})
        page = watcher.page
        expect(page.locator("[data-round]")).to_have_count(25)
        page.get_by_role("button", name="Older").click()
        expect(page.locator("[data-round]")).to_have_count(2)
        fits(page)
        page.get_by_role("button", name="tiger · 2", exact=True).click()
        expect(page.locator("[data-viewer=surveillance]")).to_be_visible()
        chinese(watcher)
        expect(page.locator("[data-opened='tiger/2']")).to_contain_text("9 比 7")
        expect(page.locator("[data-ledger]")).to_contain_text("分毫不差")
        fits(page)
        watcher.accessible()
        page.get_by_role("button", name="报表", exact=True).click()
        expect(page.locator("[data-tile=win] .value")).to_have_text("\N{MINUS SIGN}$29")
        fits(page)
        watcher.accessible()
        watcher.leave()


def chinese(made: Visitor) -> None:
    """By the menu, as on a phone."""
    made.page.get_by_role("button", name="Menu").click()
    made.page.get_by_role("dialog").get_by_role("button", name="中文").click()
    made.page.keyboard.press("Escape")


def test_an_administrator_gives_other_passwords_and_keys(browser: Browser, played: tuple[Process, Person]) -> None:
    process, _ = played
    keeper = signed_in(browser, process, "administrator", "/pit")
    page, client = keeper.page, over_the_api(process, "player").client
    page.locator("[data-account=dealer]").get_by_role("button", name="New password").click()
    page.get_by_role("dialog").get_by_label("First password").fill("another good password")
    keeper.accessible()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[data-account=dealer]")).to_contain_text("must change the password")
    said = {"name": "dealer", "password": "another good password"}
    assert client.post("/api/sign-in/staff", json=said).status_code == 200
    page.get_by_label("Terminal", exact=True).fill("T1")
    page.get_by_role("button", name="Add terminal").click()
    first = page.locator("[data-key]").inner_text()
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1", "key": first}).status_code == 200
    row = page.locator("[data-terminal=T1]")
    row.get_by_role("button", name="New key").click()
    page.get_by_role("dialog").get_by_label("PIN").fill("123456")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1", "key": first}).status_code == 401
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1", "pin": "123456"}).status_code == 200
    button = row.get_by_role("button", name="Suspend")
    button.hover()
    page.mouse.down()
    expect(row).to_contain_text("suspended")
    page.mouse.up()
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1", "pin": "123456"}).status_code != 200
    keeper.accessible()
    keeper.leave()
