"""Players at the blackjack tables, in real browsers; a Dealer enters the cards that every journey needs."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, expect

import browsing
from browsing import OUTAGES, Visitor, dealt, house, pace, visitor
from croupier.games.catalogue import GAMES
from serving import Person, Process
from staffing import enter, over_the_api, signed_in

LIMITS = '{ main = "25.00..5,000.00", sides = "5.00..100,000.00" }'
BLACKJACK = ("lucky-8", "dueling-8s", "e-blackjack")
MANY = {"lucky-8": 16, "dueling-8s": 6, "e-blackjack": 6}
TABLES = {game: [f"{game}.{number}" for number in range(MANY[game])] for game in BLACKJACK}
"""No journey plays where another has."""
START = 100_000
"""Cents that a guest comes with."""


class Dealer(browsing.Dealer):
    """Runs a table by hand, with a little less to say."""

    def does(self, *commands: str) -> None:
        for command in commands:
            self.give(command)


Run: TypeAlias = Callable[[str], Dealer]


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    """One house with so many tables that every journey has one to itself."""
    with dealt(*chain(*TABLES.values()), limits=LIMITS) as made:
        yield made


@pytest.fixture(scope="module")
def unused() -> dict[str, Iterator[str]]:
    """Tables where nobody has played yet."""
    return {game: iter(tables) for game, tables in TABLES.items()}


@pytest.fixture
def run(process: Process, unused: dict[str, Iterator[str]]) -> Run:
    """Opens bets at a table of a game, and gives whoever runs it."""

    def opened(game: str) -> Dealer:
        dealer = Dealer(process, next(unused[game]))
        dealer.open()
        return dealer

    return opened


def sit(guest: Visitor, table: str, box: int | None = None) -> None:
    """At the table, and at a box of it."""
    guest.go(f"/blackjack/{table}")
    guest.phase("betting")
    if box is not None:
        take(guest, box)


def take(guest: Visitor, box: int) -> None:
    guest.page.locator(f"[data-act=take-{box}]").click()
    expect(guest.page.locator(f"[data-act=leave-{box}]")).to_be_visible()


def bet(guest: Visitor, *spots: str) -> None:
    """A chip of $25 on each."""
    for name in spots:
        found = spot(guest, name)
        if ":" in name:
            # The fields of a box are drawn where it is chosen.
            pick = guest.page.locator(f"[data-pick='{name.partition(':')[0]}']")
            found.or_(pick).first.wait_for()
            if not found.count():
                pick.click()
        found.click()
        expect(found).to_have_class(_with("accepted"))


def spot(guest: Visitor, name: str) -> Locator:
    inside = "" if ":" in name else " button"
    return guest.page.locator(f'[data-spot="{name}"]{inside}')


def answer(guest: Visitor, act: str) -> None:
    """Press the button of that answer, and wait until the house has taken it."""
    button = guest.page.locator(f'[data-ask] button[data-act="{act}"]')
    asked = guest.page.locator("[data-ask]").get_attribute("aria-label")
    button.click()
    if "e-blackjack" not in guest.page.url:
        expect(guest.page.locator(f'[data-ask][aria-label="{asked}"] button[data-act="{act}"]')).to_have_count(0)


def asked(guest: Visitor, text: str) -> None:
    expect(guest.page.locator("[data-ask] h2")).to_have_text(text[0].upper() + text[1:])


def nets(guest: Visitor) -> dict[str, int]:
    """What every line came to, by box, wager and hand, once all of it is explained; the page adds up."""
    guest.phase("settled")
    page = guest.page
    page.locator("[data-act=why] button").click()
    found = {
        " ".join((line.get_attribute("data-line") or "").split()): int(
            line.locator("[data-net]").get_attribute("data-net") or 0
        )
        for line in page.locator("[data-line]").all()
    }
    for line in page.locator("[data-line]").all():
        # The clause in our own words stands below its line.
        expect(line.locator(".clause").first).to_have_text(re.compile(r"\S+ \S+"))
    expect(page.locator("[data-sum=total]")).to_have_attribute("data-cents", str(sum(found.values())))
    return found


OPENING = {
    # The Dealer's six stands against a pair of eights of unlike suits, which is split below; box 3 alone is dealt to.
    "lucky-8": ("8S 6D 8H", ["confirm-deal", "close-offers"]),
    "dueling-8s": ("3H", ["confirm-deal", "close-offers"]),
    "e-blackjack": ("8H TS 8D", []),
}


@pytest.mark.parametrize("game", BLACKJACK)
def test_a_guest_bets_on_everything_and_every_cent_is_explained(
    browser: Browser, process: Process, run: Run, game: str
) -> None:
    dealer = run(game)
    with visitor(browser, process) as guest:
        boxes = game != "e-blackjack"
        guest.go()
        guest.page.locator(f'a[href="#/blackjack/{dealer.table}"]').click()
        guest.phase("betting")
        if boxes:
            take(guest, 3)
        wagers = [f"3:{name}" if boxes else name for name in GAMES[game].bets]
        bet(guest, *wagers)
        guest.has_credits(START - 2_500 * len(wagers))
        cards, more = OPENING[game]
        dealer.does("close-bets")
        dealer.deal(cards)
        dealer.does(*more)
        answer(guest, "stand")
        if not boxes:
            dealer.does("close-decisions")
        dealer.deal({"lucky-8": "TC 4D", "dueling-8s": "QH", "e-blackjack": "7C"}[game])
        dealer.does("settle")
        found = nets(guest)
        assert found == EXPECTED[game]
        guest.has_credits(START + sum(found.values()))
        guest.page.reload()
        guest.has_credits(START + sum(found.values()))


EXPECTED = {
    # 16 against 20, a pair at 11 to 1, two unsuited 8s at 5 to 1.
    "lucky-8": {"3 main": -2_500, "3 pair": 27_500, "3 lucky-8": 12_500},
    # The printed 8 and a 3 against 18.
    "dueling-8s": {"3 main": -2_500, "3 tie-on-18": -2_500, "3 superb-8s": -2_500, "3 21-plus": -2_500},
    # 16 against 17, an unsuited pair at 10 to 1.
    "e-blackjack": {"main": -2_500, "bet-the-set-21": 25_000, "royal-match-21": -2_500, "kings-bounty": -2_500},
}


@pytest.mark.clause("lucky8 3.23.2")
def test_a_pair_is_split_and_split_again_and_a_hand_is_doubled_for_less(
    browser: Browser, process: Process, run: Run
) -> None:
    dealer = run("lucky-8")
    with visitor(browser, process) as guest:
        sit(guest, dealer.table, 4)
        bet(guest, "4:main")
        guest.page.get_by_role("button", name="Double", exact=True).click()
        expect(guest.page.locator("[data-sum=accepted]")).to_have_text("$50")
        dealer.does("close-bets")
        dealer.deal("8S 6D 8H")
        dealer.does("confirm-deal", "close-offers")
        asked(guest, "hard 16 against 6")
        # Keys that cost money ask for Enter: the first only goes to the button.
        guest.page.keyboard.press("p")
        expect(guest.page.locator("[data-ask] button[data-act=split]")).to_be_focused()
        guest.page.keyboard.press("Enter")
        dealer.deal("8C")
        asked(guest, "Hand 1 of 2: hard 16 against 6")
        answer(guest, "split")
        dealer.deal("3D")
        asked(guest, "Hand 1 of 3: hard 11 against 6")
        expect(guest.page.locator("[data-off=split]")).to_contain_text("the two cards differ")
        expect(guest.page.locator("[data-off=surrender]")).to_contain_text("3.25.1.1")
        for _ in range(3):
            guest.page.get_by_role("button", name="Less").click()
        answer(guest, "double")
        dealer.deal("TD TS")
        asked(guest, "Hand 2 of 3: hard 18 against 6")
        guest.page.keyboard.press("s")
        dealer.deal("9C")
        asked(guest, "Hand 3 of 3: hard 17 against 6")
        guest.page.keyboard.press("s")
        dealer.deal("TC 2H")
        dealer.does("settle")
        # The Dealer has 18: 21 with $50 and $35 doubled wins, 18 stands off, 17 loses.
        found = nets(guest)
        assert found == {"4 main 1": 8_500, "4 main 3": 0, "4 main 2": -5_000}
        guest.has_credits(START + 3_500)


@pytest.mark.clause("eblackjack 3.14")
def test_hands_split_from_the_shared_stream_take_its_cards_in_turn(
    browser: Browser, process: Process, run: Run
) -> None:
    dealer = run("e-blackjack")
    with visitor(browser, process) as guest:
        sit(guest, dealer.table)
        bet(guest, "main")
        dealer.does("close-bets")
        dealer.deal("8H TS 8D")

        def choose(act: str, card: str) -> None:
            answer(guest, act)
            expect(guest.page.locator(f'[data-ask] button[data-act="{act}"]')).to_have_attribute("aria-pressed", "true")
            dealer.does("close-decisions")
            dealer.deal(card)

        choose("split", "8C")
        asked(guest, "Hand 1 of 2: hard 16 against 10")
        choose("split", "2S")
        asked(guest, "Hand 1 of 3: hard 10 against 10")
        choose("stand", "5D")
        asked(guest, "Hand 2 of 3: hard 13 against 10")
        choose("stand", "KS")
        asked(guest, "Hand 3 of 3: hard 18 against 10")
        rows = guest.page.locator("[data-row^=own]")
        expect(rows).to_have_count(3)
        # Each hand's use of the row: the first card of the second hand is the first of the stream.
        used = [(row.get_attribute("data-used"), row.locator(".total").inner_text()) for row in rows.all()]
        assert used == [("-2 1", "10"), ("0 2", "13"), ("-1 3", "18")]
        expect(rows.last.locator(".ask")).to_have_text("?")
        guest.page.keyboard.press("s")
        expect(guest.page.locator("[data-ask] button[data-act=stand]")).to_have_attribute("aria-pressed", "true")
        dealer.does("close-decisions")
        dealer.deal("6C 7H")
        dealer.does("settle")
        found = nets(guest)
        assert found == {"main 1": 2_500, "main 3": 2_500, "main 2": 2_500}
        expect(guest.page.get_by_text("All 1 terminals, by choice")).to_be_visible()
        guest.has_credits(START + 7_500)


@pytest.mark.clause("lucky8 3.27.3")
def test_one_insures_and_another_insures_who_declines(browser: Browser, process: Process, run: Run) -> None:
    dealer = run("lucky-8")
    with (
        visitor(browser, process) as ann,
        visitor(browser, process) as bob,
    ):
        sit(ann, dealer.table, 2)
        sit(bob, dealer.table, 5)
        bet(ann, "2:main")
        bet(bob, "5:main")
        dealer.does("close-bets")
        dealer.deal("9S 9H AD 8C 7H")
        dealer.does("confirm-deal")
        asked(ann, "Box 2 · Insurance?")
        asked(bob, "Box 5 · Insurance?")
        ann.page.keyboard.press("n")
        expect(ann.page.locator("[data-ask]")).to_have_count(0)
        answer(bob, "insure")
        bob.page.get_by_role("region", name="Insure others").get_by_role("button", name="Insure", exact=True).click()
        expect(bob.page.get_by_text("Insured guest 1: $10")).to_be_visible()
        dealer.does("close-offers")
        answer(ann, "stand")
        answer(bob, "stand")
        dealer.deal("KS")
        dealer.does("settle")
        # A Dealer Blackjack takes both mains; insurance pays 2 to 1, whosever wager it was.
        assert nets(ann) == {"2 main": -2_500}
        assert sorted(nets(bob).items()) == [("2 insurance", 2_000), ("5 insurance", 2_000), ("5 main", -2_500)]
        ann.has_credits(START - 2_500)
        bob.has_credits(START + 1_500)


@pytest.mark.clause("lucky8 3.20")
def test_even_money_is_a_moment_of_its_own(browser: Browser, process: Process, run: Run) -> None:
    dealer = run("lucky-8")
    with visitor(browser, process) as guest:
        sit(guest, dealer.table, 1)
        bet(guest, "1:main")
        dealer.does("close-bets")
        dealer.deal("AS AD KH")
        dealer.does("confirm-deal")
        asked(guest, "Box 1 · Even money?")
        guest.page.keyboard.press("e")
        guest.page.keyboard.press("Enter")
        expect(guest.page.locator("[data-ask]")).to_have_count(0)
        dealer.does("close-offers", "settle")
        assert nets(guest) == {"1 main": 2_500}
        guest.has_credits(START + 2_500)


@pytest.mark.parametrize("game", BLACKJACK)
def test_half_is_lost_by_surrender(browser: Browser, process: Process, run: Run, game: str) -> None:
    dealer = run(game)
    with visitor(browser, process) as guest:
        boxes = game != "e-blackjack"
        sit(guest, dealer.table, 1 if boxes else None)
        name = "1:main" if boxes else "main"
        bet(guest, name)
        guest.page.get_by_role("button", name="Double", exact=True).click()
        expect(guest.page.locator("[data-sum=accepted]")).to_have_text("$50")
        dealer.does("close-bets")
        dealer.deal({"lucky-8": "TS TD 6H", "dueling-8s": "8H", "e-blackjack": "TS TD 6H"}[game])
        if boxes:
            dealer.does("confirm-deal")
            asked(guest, "Box 1 · Surrender?")
        else:
            asked(guest, "hard 16 against 10")
        guest.page.keyboard.press("u")
        guest.page.keyboard.press("Enter")
        if boxes:
            # Nothing is left to play: the table goes on by itself.
            guest.phase("complete")
            expect(guest.page.locator("[data-box='1']")).to_contain_text("surrendered")
        else:
            expect(guest.page.locator("[data-ask] button[data-act=surrender]")).to_have_attribute(
                "aria-pressed", "true"
            )
            dealer.does("close-decisions")
        dealer.does("settle")
        found = nets(guest)
        assert list(found.values()) == [-2_500]
        guest.has_credits(START - 2_500)


def test_two_browsers_at_one_box_one_back_betting_on_the_other(browser: Browser, process: Process, run: Run) -> None:
    dealer = run("lucky-8")
    with (
        visitor(browser, process) as ann,
        visitor(browser, process, viewport={"width": 390, "height": 844}) as bob,
    ):
        sit(ann, dealer.table, 3)
        sit(bob, dealer.table)
        bet(ann, "3:main")
        bob.page.get_by_role("button", name="Box 3, Taken").click()
        bet(bob, "3:main", "3:pair")
        expect(ann.page.locator("[data-box='3']")).to_contain_text("Guest 2")
        dealer.does("close-bets")
        dealer.deal("8S 6D 8H")
        dealer.does("confirm-deal", "close-offers")
        expect(bob.page.locator("[data-ask]")).to_have_count(0)
        answer(ann, "split")
        asked(bob, "Box 3 · Bet on the split hand too?")
        bob.page.locator("[data-ask] button[data-act=match-split]").click()
        expect(bob.page.locator("[data-ask]")).to_have_count(0)
        dealer.deal("3D")
        answer(ann, "double")
        asked(bob, "Box 3 · Double too?")
        bob.page.locator("[data-ask] button[data-act=no]").click()
        dealer.deal("9C 2S")
        answer(ann, "hit")
        dealer.deal("TH")
        answer(ann, "stand")
        dealer.deal("TC 3H")
        dealer.does("settle")
        # 20 doubled and 20 against 19; Ann alone had doubled, Bob alone had the pair.
        assert nets(ann) == {"3 main 1": 5_000, "3 main 2": 2_500}
        bob.page.get_by_role("button", name="My round").click()
        assert nets(bob) == {"3 main 1": 2_500, "3 main 2": 2_500, "3 pair": 27_500}
        ann.has_credits(START + 7_500)
        bob.has_credits(START + 32_500)


def test_a_dealer_says_how_wagers_lie_and_takes_misread_cards_back(
    browser: Browser, process: Process, unused: dict[str, Iterator[str]]
) -> None:
    table = next(unused["lucky-8"])
    with (
        visitor(browser, process) as ann,
        visitor(browser, process, viewport={"width": 390, "height": 844}) as bob,
    ):
        dealer = signed_in(browser, process, "dealer", f"/dealer/{table}")
        page = dealer.page
        page.get_by_role("button", name="Start the new shoe").click()
        page.get_by_role("button", name="Open bets for the next round").click()
        sit(ann, table)
        sit(bob, table)
        bet(ann, "3:main")
        expect(page.locator("[data-phase=betting]")).to_be_visible()
        expect(page.locator("[data-arrange]")).to_have_count(0)
        bob.page.get_by_role("button", name="Box 3").click()
        bet(bob, "3:main")
        expect(ann.page.locator("[data-box='3']")).to_contain_text("Guest 2")
        # Bob's chips lie in front: said by keys alone, and everybody's places change.
        rows = page.locator("[data-arrange='3'] li")
        expect(rows).to_have_count(2)
        first, second = (rows.nth(at).get_attribute("data-who") for at in (0, 1))
        confirm = page.get_by_role("button", name="Confirm order")
        expect(confirm).to_be_disabled()
        page.get_by_role("button", name=f"Move {second} forward").focus()
        page.keyboard.press("Enter")
        expect(rows.first).to_have_attribute("data-who", second or "")
        expect(page.get_by_role("button", name=f"Move {second} back")).to_be_focused()
        dealer.accessible()
        confirm.focus()
        page.keyboard.press("Enter")
        expect(confirm).to_be_disabled()
        expect(rows.nth(1)).to_have_attribute("data-who", first or "")
        expect(ann.page.locator("[data-box='3']")).to_contain_text("Guest 1")
        page.get_by_role("button", name="Close bets").click()
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to box 3")
        # The last card of the deal was misread: with it the deal is complete no more.
        enter(dealer, "TS", "7D", "9H")
        expect(page.locator("[data-next=confirm-deal]")).to_be_visible()
        step_back(dealer)
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to box 3")
        enter(dealer, "6H")
        page.get_by_role("button", name="Deal is correct").click()
        page.get_by_role("button", name="Close surrender").click()
        expect(page.get_by_role("button", name="Take back the last card")).to_have_count(0)
        # Nobody sits there, so it is Bob who decides; a bust that never was is undone.
        expect(page.locator("[data-next] h2")).to_contain_text("decides on 16, box 3")
        expect(ann.page.locator("[data-ask]")).to_have_count(0)
        answer(bob, "hit")
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to box 3")
        enter(dealer, "KD")
        expect(page.locator("[data-next=settle]")).to_be_visible()
        step_back(dealer)
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to box 3")
        enter(dealer, "5D")
        expect(page.locator("[data-next=deal-card]")).to_contain_text("Card to the Dealer")
        enter(dealer, "KD")
        page.get_by_role("button", name="Settle").click()
        expect(page.locator("[data-phase=settled]")).to_be_visible()
        for guest in (ann, bob):
            guest.has_credits(START + 2_500)
        dealer.leave()


@pytest.mark.clause("lucky8 3.17.2.4")
def test_a_dealer_notes_whom_equal_claimants_have_agreed_on(browser: Browser, process: Process, run: Run) -> None:
    table = run("lucky-8").table

    def bets(box: int, side: int | None) -> Person:
        player = over_the_api(process, "player")
        wagers = [("main", box), *([("pair", side)] if side else [])]
        for wager, number in wagers:
            answer = player.give(table, "place-wager", wager=wager, stake=2_500, box=number)
            assert answer.status_code == 200, answer.text
        return player

    # Two of the three spots of box 4 are its own bettors'; from the left and from the right the last is claimed alike.
    bets(4, 4)
    bets(4, 4)
    left, right = bets(3, 4), bets(5, 4)
    dealer = signed_in(browser, process, "dealer", f"/dealer/{table}", viewport={"width": 834, "height": 1112})
    page = dealer.page
    spot = page.get_by_role("group", name="Who gets Box 4 · Pair")
    expect(spot.get_by_role("button")).to_have_count(2)
    dealer.accessible()
    for who in (left, right):
        spot.get_by_role("button", name=who.name).click()
        expect(spot.get_by_role("button", name=who.name)).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(spot.get_by_role("button", pressed=True)).to_have_count(2)
    page.get_by_role("button", name="Close bets").click()
    expect(page.locator("[data-next=deal-card]")).to_be_visible()
    # They changed their minds: the last that was noted gets the one spot, and the other stake is back.
    assert (left.credits(), right.credits()) == (START - 2_500, START - 5_000)
    dealer.leave()


def step_back(dealer: Visitor) -> None:
    """The last card off the table again."""
    cards = dealer.page.locator("[data-hand] svg[role=img]")
    before = cards.count()
    dealer.page.get_by_role("button", name="Take back the last card").click()
    expect(cards).to_have_count(before - 1)


@pytest.mark.parametrize("outage", OUTAGES)
def test_a_reload_or_a_lost_line_in_every_phase_comes_back_to_it(
    browser: Browser, process: Process, run: Run, outage: str
) -> None:
    dealer = run("lucky-8")
    with visitor(browser, process) as guest:
        page = guest.page
        sit(guest, dealer.table, 6)
        bet(guest, "6:main", "6:lucky-8")

        def again(phase: str) -> None:
            guest.back_after(outage)
            guest.phase(phase)

        again("betting")
        expect(page.locator("[data-act=leave-6]")).to_be_visible()
        expect(spot(guest, "6:lucky-8")).to_have_class(_with("accepted"))
        dealer.does("close-bets")
        dealer.deal("8S")
        again("dealing")
        expect(page.locator("[data-box='6'] [data-cards]").first).to_have_attribute("data-cards", "8S")
        dealer.deal("6D 8H")
        again("confirming")
        dealer.does("confirm-deal")
        again("offering")
        asked(guest, "Box 6 · Surrender?")
        dealer.does("close-offers")
        again("playing")
        asked(guest, "hard 16 against 6")
        answer(guest, "split")
        dealer.deal("3D")
        again("playing")
        asked(guest, "Hand 1 of 2: hard 11 against 6")
        answer(guest, "stand")
        dealer.deal("TS")
        answer(guest, "stand")
        again("drawing")
        dealer.deal("TC TH")
        again("complete")
        dealer.does("settle")
        again("settled")
        assert nets(guest) == {"6 main 1": 2_500, "6 main 2": 2_500, "6 lucky-8": 12_500}
        guest.has_credits(START + 17_500)


def test_fear_a_double_click_takes_two_cards(browser: Browser, process: Process, run: Run) -> None:
    dealer = run("lucky-8")
    with visitor(browser, process) as guest:
        sit(guest, dealer.table, 1)
        bet(guest, "1:main")
        dealer.does("close-bets")
        dealer.deal("5S 6D 4H")
        dealer.does("confirm-deal", "close-offers")
        guest.page.locator("[data-ask] button[data-act=hit]").dblclick()
        expect(guest.page.locator("[data-ask]")).to_have_count(0)
        dealer.deal("2D")
        asked(guest, "hard 11 against 6")
        expect(guest.page.locator("[data-off=double]")).to_contain_text("only on the first two cards")


@pytest.mark.clause("lucky8 5.22")
def test_who_does_not_answer_in_time_is_played_as_absent(browser: Browser) -> None:
    # An answer is waited for so long that a busy browser shows it, and the end is left alone until it was read.
    quick = pace(betting=4, last_call=1, card=0.1, confirm=0.1, offer=0.5, decision=8, join=0.1, settle=0.2, pause=30)
    with house("lucky-8", pace=quick) as process, visitor(browser, process) as guest:
        page, before = guest.page, START
        for _ in range(8):
            sit(guest, "lucky-8")
            bet(guest, "1:main")
            decides = page.locator("[data-ask] button[data-act=hit]")
            decides.or_(page.locator("[data-phase=settled]")).first.wait_for()
            if decides.count():
                expect(page.locator("[data-ask]")).to_contain_text("No answer: we draw to hard 12")
                expect(page.locator("[data-ask] [role=timer]")).to_be_visible()
                guest.phase("settled")
                expect(page.locator("[data-box='1']")).to_contain_text("absent")
                total = sum(nets(guest).values())
                guest.has_credits(before + total)
                return
            # A Blackjack asks for nothing: another round, with what it came to.
            guest.phase("settled")
            before = guest.credits()
        raise AssertionError("nobody was asked anything in eight rounds")


def test_practice_says_what_is_best_and_what_the_rest_costs(browser: Browser, process: Process, run: Run) -> None:
    dealer = run("dueling-8s")
    with visitor(browser, process) as guest:
        page = guest.page
        sit(guest, dealer.table, 1)
        bet(guest, "1:main")
        dealer.does("close-bets")
        dealer.deal("3H")
        dealer.does("confirm-deal", "close-offers")
        asked(guest, "hard 11 against 8")
        expect(page.locator("[data-ask]")).not_to_contain_text("costs")
        page.get_by_role("group", name="Practice advice").get_by_role("button", name="On").click()
        expect(page.locator("[data-best]")).to_have_text("Best: Double", timeout=60_000)
        expect(page.locator("[data-ask] button[data-act=double]")).to_contain_text("best")
        expect(page.locator("[data-ask] button[data-act=hit]")).to_contain_text("costs $0.80")


@pytest.mark.parametrize("game", BLACKJACK)
def test_axe_finds_nothing_at_any_width(browser: Browser, process: Process, run: Run, game: str) -> None:
    dealer = run(game)
    with visitor(browser, process, reduced_motion="reduce") as guest:

        def fine() -> None:
            for width in (390, 834, 1920):
                guest.page.set_viewport_size({"width": width, "height": 900})
                guest.accessible()
                wide = guest.page.evaluate("document.documentElement.scrollWidth")
                assert wide == width, "nothing is wider than the screen"

        boxes = game != "e-blackjack"
        sit(guest, dealer.table)
        fine()
        bet(guest, "1:main" if boxes else "main")
        cards, more = OPENING[game]
        dealer.does("close-bets")
        dealer.deal(cards)
        dealer.does(*more)
        guest.page.locator("[data-ask]").wait_for()
        fine()
        answer(guest, "stand")
        if not boxes:
            dealer.does("close-decisions")
        dealer.deal({"lucky-8": "TC 4D", "dueling-8s": "QH", "e-blackjack": "7C"}[game])
        dealer.does("settle")
        guest.phase("settled")
        fine()


def test_chinese_on_a_phone(browser: Browser, process: Process, run: Run) -> None:
    size = {"width": 390, "height": 844}
    dealer = run("lucky-8")
    with visitor(browser, process, viewport=size, locale="zh-CN") as guest:
        page = guest.page
        sit(guest, dealer.table, 1)
        bet(guest, "1:main")
        dealer.does("close-bets")
        dealer.deal("8S 6D 8H")
        dealer.does("confirm-deal", "close-offers")
        asked(guest, "硬 16 对 6")
        button = page.locator("[data-ask] button[data-act=split]")
        expect(button).to_contain_text("分牌")
        expect(button).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def _with(name: str) -> re.Pattern[str]:
    return re.compile(rf"(^|\s){name}(\s|$)")
