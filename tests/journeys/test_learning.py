"""The trainer in a real browser: playing with a record, and the drills of players and dealers."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Visitor, dealt, visitor
from serving import Process

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
GAMES = ("lucky-8", "dueling-8s", "e-blackjack", "sands-super", "tiger")


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    """Any house: the trainer needs none of its tables."""
    with dealt("tiger") as made:
        yield made


def lesson(guest: Visitor, name: str, game: str) -> Page:
    page = guest.go(f"/learn?game={game}&lesson={name}")
    page.locator(f"[data-lesson={name}][data-game={game}]").wait_for()
    return page


def test_the_lobby_leads_to_learn(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = guest.go("/")
        page.get_by_role("main").get_by_role("link", name="Learn", exact=True).click()
        expect(page.get_by_role("heading", name="Play with advice")).to_be_visible()
        expect(page.get_by_label("Game").locator("option")).to_have_count(11)
        # Irregularities are practised in a training house: elsewhere nothing leads there.
        expect(page.get_by_role("main").get_by_role("link", name="Irregularities")).to_have_count(0)


def test_a_mistake_is_recorded_with_what_it_costs(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = lesson(guest, "play", "e-blackjack")
        record = page.locator("[data-record]")
        asked = page.locator("[data-word]")
        cost = 0.0
        for wrongly in (True, False, True):
            while True:
                page.get_by_role("button", name="Deal").click()
                page.locator("[data-decided='0']").wait_for()
                if asked.count():
                    break
            words = {
                each.get_attribute("data-word"): float(each.get_attribute("data-cost") or 0) for each in asked.all()
            }
            assert min(words.values()) == 0
            chosen = max(words, key=lambda word: words[word]) if wrongly else min(words, key=lambda word: words[word])
            before = int(record.get_attribute("data-decisions") or 0)
            page.locator(f"[data-word='{chosen}'] button").click()
            cost += words[chosen]
            expect(record).to_have_attribute("data-decisions", str(before + 1))
            expect(page.get_by_role("status").first).to_contain_text("costs" if wrongly else "Best play")
            page.locator("[data-decided='1']").wait_for()
            decided = 1
            while asked.count():
                page.locator("[data-word][data-cost='0'] button").click()
                decided += 1
                page.locator(f"[data-decided='{decided}']").wait_for()
        expect(record).to_have_attribute("data-mistakes", "2")
        assert float(record.get_attribute("data-cost") or 0) == pytest.approx(cost)
        expect(record.get_by_text("Costliest mistakes")).to_be_visible()
        page.get_by_role("group", name="Advice", exact=True).get_by_role("button", name="On", exact=True).click()
        guest.accessible()
        # The record stays in this browser, and goes when one starts over.
        page.reload()
        expect(record).to_have_attribute("data-mistakes", "2")
        record.get_by_role("button", name="Start over").click()
        expect(record).to_have_attribute("data-mistakes", "0")


def test_bets_have_their_price_in_a_game_without_decisions(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = lesson(guest, "play", "tiger")
        expect(page.locator("[data-bet=banker]")).to_contain_text("Best bet")
        expect(page.locator("[data-bet=tie]")).to_contain_text("worse than the best bet")
        page.locator("[data-bet=tie]").click()
        page.get_by_role("button", name="Deal").click()
        expect(page.locator("[data-over=true]")).to_be_visible()
        net = int(page.locator("[data-net]").get_attribute("data-net") or 0)
        kept = json.loads(page.evaluate("localStorage['croupier.learn.tiger.play']"))
        assert (kept["rounds"], kept["net"]) == (1, net)
        assert kept["bets"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_squares_are_learnt_and_come_back(browser: Browser, process: Process, game: str) -> None:
    with visitor(browser, process) as guest:
        page = lesson(guest, "heart", game)
        score, question = page.locator("[data-score]"), page.locator("[data-square]")
        known: dict[str, list[int]] = {}
        for asked in range(1, 5):
            question.wait_for()
            page.keyboard.press("1")
            expect(score).to_have_attribute("data-asked", str(asked))
            key = str(question.get_attribute("data-square"))
            right = question.locator(".is-right").get_attribute("data-option") == question.get_attribute(
                "data-answered"
            )
            known = json.loads(page.evaluate(f"localStorage['croupier.learn.{game}.heart']"))
            assert known[key][0] == 0 or right
            page.get_by_role("button", name="Next", exact=True).click()
            expect(question).to_have_attribute("data-answered", "")
        guest.accessible()
        page.reload()
        question.wait_for()
        assert json.loads(page.evaluate(f"localStorage['croupier.learn.{game}.heart']")) == known


@pytest.mark.parametrize("size", SIZES)
def test_38_bets_are_settled_against_the_clock(browser: Browser, process: Process, size: str) -> None:
    width, height = SIZES[size]
    with visitor(browser, process, viewport={"width": width, "height": height}) as guest:
        page = lesson(guest, "payouts", "sands-super")
        page.get_by_role("button", name="Start", exact=True).click()
        lines = page.locator("[data-line]")
        expect(lines).to_have_count(38)
        for each in lines.all():
            if int(each.get_attribute("data-net") or 0) > 0:
                each.click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("All 38 right.")).to_be_visible()
        expect(page.locator("[data-score]")).to_have_attribute("data-streak", "1")
        guest.accessible()
        # The same with one that is not paid.
        page.get_by_role("button", name="Next", exact=True).click()
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator("[data-net^='-']").first.click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("not paid")).to_be_visible()
        expect(page.locator("[data-score]")).to_have_attribute("data-streak", "0")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_amount_is_typed_and_judged(browser: Browser, process: Process) -> None:
    with visitor(browser, process) as guest:
        page = lesson(guest, "payouts", "tiger")
        page.get_by_role("button", name="Amounts").click()
        page.get_by_role("button", name="Start", exact=True).click()
        field = page.locator("[data-paid]")
        right = int(field.get_attribute("data-right") or 0)
        field.fill(f"{right / 100:.2f}")
        page.get_by_role("button", name="Pay", exact=True).click()
        expect(page.get_by_role("status").get_by_text("Right.")).to_be_visible()
        page.get_by_role("button", name="Next", exact=True).click()
        page.get_by_role("button", name="Start", exact=True).click()
        field.fill("1")
        page.get_by_role("button", name="Pay", exact=True).click()
        expect(page.get_by_role("status").get_by_text("No: $")).to_be_visible()
        guest.accessible()


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_next_is_asked_and_told(browser: Browser, process: Process, game: str) -> None:
    with visitor(browser, process) as guest:
        page = lesson(guest, "next", game)
        score = page.locator("[data-score]")
        page.locator("[data-act=right] button").click()
        expect(page.get_by_role("status").get_by_text("Right.")).to_be_visible()
        expect(score).to_have_attribute("data-streak", "1")
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator("[data-answered='']")).to_be_visible()
        page.locator("[data-act=wrong] button").first.click()
        expect(page.get_by_role("status").get_by_text("No: ")).to_be_visible()
        expect(score).to_have_attribute("data-streak", "0")
        guest.accessible()


@pytest.mark.parametrize("name", ["play", "heart", "payouts", "next"])
def test_lessons_fit_a_phone_in_chinese(browser: Browser, process: Process, name: str) -> None:
    with visitor(browser, process, viewport={"width": 390, "height": 844}, locale="zh-CN") as guest:
        page = lesson(guest, name, "lucky-8")
        expect(page.get_by_text("学习", exact=True).first).to_be_visible()
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        guest.accessible()
