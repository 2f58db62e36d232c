"""Rounds played for a page to be looked at: a full table, its cards entered by hand, and a name for every state.

Each walk gives the name of a state when the page shows it. The visitor plays; everybody else answers over the API.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from playwright.sync_api import expect

from browsing import Dealer, Visitor
from serving import Person, Process
from staffing import over_the_api
from stores import patiently

Walk: TypeAlias = Iterator[str]
STAKE = 2_500


class Table:
    """A table with a visitor at it, others over the API, and whoever deals."""

    def __init__(self, process: Process, guest: Visitor, table: str) -> None:
        self.process, self.guest, self.table = process, guest, table
        self.dealer = Dealer(process, table)
        self.page = guest.page

    def others(self, count: int) -> list[Person]:
        return [over_the_api(self.process, "player") for _ in range(count)]

    def bets(self, who: Person, wager: str, stake: int, box: int | None = None) -> None:
        self.does(who, "place-wager", wager=wager, stake=stake, **({} if box is None else {"box": box}))

    def does(self, who: Person, command: str, **fields: Any) -> None:
        answer = who.give(self.table, command, **fields)
        assert answer.status_code == 200, answer.text

    def act(self, *commands: str) -> None:
        for each in commands:
            self.dealer.give(each)

    def open(self, path: str) -> None:
        self.dealer.open()
        self.guest.go(path)
        self.guest.phase("betting")

    def bet(self, *spots: str) -> None:
        """A chip on each field, and wait until the house has accepted it."""
        for spot in spots:
            field = self.page.locator(f'[data-spot="{spot}"], [data-wager="{spot}"]').first
            (field if field.evaluate("each => each.matches('button')") else field.locator("button")).click()
            accepted = self.page.locator(f':is([data-spot="{spot}"], [data-wager="{spot}"])[data-state=accepted]')
            expect(accepted.or_(self.page.locator(f'[data-wager="{spot}"] .accepted')).first).to_be_attached()

    def refuse(self, spot: str) -> None:
        """A chip too many: the house refuses it, and says so in the dock."""
        chips = self.page.get_by_role("radiogroup").get_by_role("radio")
        chips.last.click()
        field = self.page.locator(f'[data-spot="{spot}"], [data-wager="{spot}"]').first
        button = field if field.evaluate("each => each.matches('button')") else field.locator("button")
        told = self.page.locator("[data-dock] .toast")

        def refused() -> bool:
            # A second tap right after the first is none.
            button.click()
            return told.count() > 0

        patiently(refused)
        told.hover()  # it stays as long as somebody reads it
        chips.nth(1).click()

    def heard(self) -> None:
        """What was said is read, and put away."""
        told = self.page.locator("[data-dock] .toast")
        told.get_by_role("button", name="Close").click()
        expect(told).to_have_count(0)

    def answer(self, act: str) -> None:
        """Press that button; on boxes a question is gone once it is answered, in a common window it stays."""
        asked = self.page.locator("[data-ask]").get_attribute("aria-label")
        button = self.page.locator(f'[data-ask][aria-label="{asked}"] button[data-act="{act}"]')
        button.click()
        if self.table == "e-blackjack":
            expect(button).to_have_attribute("aria-pressed", "true")
        else:
            expect(button).to_have_count(0)

    def asked(self, text: str = "") -> None:
        """Wait until the visitor is asked that."""
        expect(self.page.locator("[data-ask] h2").filter(has_text=text).first).to_be_visible()

    def void(self) -> None:
        Dealer(self.process, self.table, "gaming-shift-manager").give("refer", reason="looked at", effect="void")


def boxes(at: Table) -> Walk:
    """Lucky 8 with seven boxes: pairs split to four hands, a Blackjack, back bettors, side wagers won and lost."""
    page = at.page
    one, two, four, six, seven, behind, also = at.others(7)
    at.open(f"/blackjack/{at.table}")
    yield "betting-free"
    for number, who in {1: one, 2: two, 4: four, 6: six, 7: seven}.items():
        at.does(who, "take-seat", box=number)
        at.bets(who, "main", 10_000, number)
    for number, wager, who in ((1, "pair", one), (2, "lucky-8", two), (4, "pair", four), (6, "pair", six)):
        at.bets(who, wager, 1_000, number)
    page.locator("[data-act=take-3]").click()
    expect(page.locator("[data-act=leave-3]")).to_be_visible()
    yield "betting"
    at.bet("3:main")
    yield "betting-one-chip"
    at.refuse("3:main")
    yield "betting-refused"
    at.heard()
    at.bet("3:pair", "3:lucky-8")
    at.bets(behind, "main", 5_000, 3)
    at.bets(also, "main", 2_500, 3)
    at.bets(behind, "main", 2_500, 6)
    expect(page.locator("[data-box='3']")).to_contain_text("$50")
    yield "betting-staked"
    at.act("close-bets")
    at.dealer.deal("9S AC 8S QC")
    yield "dealing"
    at.dealer.deal("5S TS 6D 9H KD 8H 2H 5H 7D")
    yield "confirming"
    at.act("confirm-deal")
    at.asked("Surrender")
    yield "offering"
    at.act("close-offers")
    page.locator("[data-phase=playing]").wait_for()
    yield "waiting"
    for action, cards in (("split", "9D"), ("split", "9C"), ("split", "TD"), ("stand", "2S"), ("hit", "KC")):
        at.does(one, "decide", action=action, box=1)
        at.dealer.deal(cards)
    at.dealer.deal("7H")
    at.does(one, "decide", action="stand", box=1)
    at.dealer.deal("AS")
    at.does(one, "decide", action="stand", box=1)
    at.asked("hard 16 against 6")
    yield "deciding"
    at.answer("split")
    at.does(behind, "match-split", box=3)
    at.dealer.deal("8C")
    at.asked("Hand 1 of 2")
    yield "deciding-two"
    at.answer("split")
    at.dealer.deal("8D")
    at.asked("Hand 1 of 3")
    at.answer("split")
    at.dealer.deal("2D")
    at.asked("Hand 1 of 4")
    yield "deciding-four"
    at.answer("hit")
    at.dealer.deal("3C")
    at.asked("hard 13")
    at.answer("hit")
    at.dealer.deal("3D")
    at.asked("hard 16")
    yield "deciding-four-many"
    at.answer("stand")
    for number, card in enumerate(("KS", "TH", "3H"), 2):
        at.dealer.deal(card)
        at.asked(f"Hand {number} of 4")
        if number < 4:
            at.answer("stand")
    at.answer("double")
    at.dealer.deal("TC")
    for number, who in {4: four, 6: six, 7: seven}.items():
        at.does(who, "decide", action="stand", box=number)
    at.dealer.deal("4S")
    yield "drawing"
    at.dealer.deal("9D")
    page.locator("[data-phase=complete]").wait_for()
    at.act("settle")
    page.locator("[data-phase=settled]").wait_for()
    yield "settled"
    yield from _insured(at)


def _insured(at: Table) -> Walk:
    """An Ace of the Dealer's: insurance, even money, a hand of many cards, and a round that is void."""
    page = at.page
    at.dealer.open()
    page.locator("[data-phase=betting]").wait_for()
    yield "betting-again"
    at.bet("3:main")
    at.act("close-bets")
    at.dealer.deal("9S AD 2H")
    at.act("confirm-deal")
    at.asked("Insurance")
    yield "insuring"
    at.answer("no")
    at.act("close-offers")
    at.asked("hard 11")
    for card in ("2D", "2C", "AS", "AH"):
        at.answer("hit")
        at.dealer.deal(card)
        at.page.locator(f"[data-box='3'] [data-cards$='{card}']").wait_for()
    at.asked()
    yield "deciding-six-cards"
    at.answer("stand")
    at.dealer.deal("KC")
    at.act("settle")
    page.locator("[data-phase=settled]").wait_for()
    yield "settled-lost"
    at.dealer.open()
    page.locator("[data-phase=betting]").wait_for()
    at.bet("3:main")
    at.act("close-bets")
    at.dealer.deal("AS AD KH")
    at.act("confirm-deal")
    at.asked("Even money")
    yield "even-money"
    at.void()
    page.locator("[data-phase=void]").wait_for()
    yield "void"


def printed(at: Table) -> Walk:
    """Dueling 8's with seven boxes and all side wagers."""
    page = at.page
    one, two, four, six, seven, behind = at.others(6)
    at.open(f"/blackjack/{at.table}")
    yield "betting-free"
    for number, who in {1: one, 2: two, 4: four, 6: six, 7: seven}.items():
        at.does(who, "take-seat", box=number)
        at.bets(who, "main", 5_000, number)
    for number, wager, who in ((1, "21-plus", one), (2, "superb-8s", two), (2, "21-plus", two), (4, "21-plus", four)):
        at.bets(who, wager, 1_000, number)
    page.locator("[data-act=take-3]").click()
    expect(page.locator("[data-act=leave-3]")).to_be_visible()
    yield "betting"
    at.bet("3:main")
    yield "betting-one-chip"
    at.refuse("3:main")
    yield "betting-refused"
    at.heard()
    at.bet("3:tie-on-18", "3:superb-8s", "3:21-plus")
    at.bets(behind, "main", 2_500, 3)
    yield "betting-staked"
    at.act("close-bets")
    at.dealer.deal("6H 8S 8C")
    yield "dealing"
    at.dealer.deal("4S AC 2C")
    yield "confirming"
    at.act("confirm-deal")
    yield "offering"
    at.act("close-offers")
    page.locator("[data-phase=playing]").wait_for()
    yield "waiting"
    at.does(one, "decide", action="hit", box=1)
    at.dealer.deal("7C")
    at.does(two, "decide", action="split", box=2)
    at.dealer.deal("KD")
    at.does(two, "decide", action="stand", box=2)
    at.dealer.deal("9C")
    at.does(two, "decide", action="stand", box=2)
    at.asked("hard 16 against 8")
    yield "deciding"
    at.answer("split")
    at.asked("Tie on 18")
    yield "tie-asked"
    at.answer("no")
    at.dealer.deal("3H")
    at.asked("Hand 1 of 2")
    yield "deciding-two"
    at.answer("hit")
    at.dealer.deal("2D")
    at.asked("hard 13")
    yield "deciding-three-cards"
    at.void()
    page.locator("[data-phase=void]").wait_for()
    at.dealer.open()
    page.locator("[data-phase=betting]").wait_for()
    at.bet("3:main", "3:superb-8s")
    at.act("close-bets")
    at.dealer.deal("3H")
    at.act("confirm-deal", "close-offers")
    at.asked("hard 11 against 8")
    at.answer("hit")
    at.dealer.deal("QH KC")
    at.act("settle")
    page.locator("[data-phase=settled]").wait_for()
    yield "settled"


def stream(at: Table) -> Walk:
    """Electronic Blackjack: split to three hands, a long row of cards, and everybody's play in the end."""
    page = at.page
    others = at.others(5)
    at.open(f"/blackjack/{at.table}")
    for each in others:
        at.bets(each, "main", STAKE)
    yield "betting"
    at.bet("main")
    yield "betting-one-chip"
    at.refuse("main")
    yield "betting-refused"
    at.heard()
    at.bet("bet-the-set-21", "royal-match-21", "kings-bounty")
    yield "betting-staked"
    at.act("close-bets")
    at.dealer.deal("8H TS")
    yield "dealing"
    at.dealer.deal("8D")
    at.asked("hard 16 against 10")
    yield "deciding"
    at.does(others[0], "decide", action="stand")
    at.does(others[1], "decide", action="hit")
    yield "deciding-answered"
    steps = itertools.count(1)

    def goes(act: str, card: str, text: str) -> None:
        at.answer(act)
        at.act("close-decisions")
        at.dealer.deal(card)
        page.locator(f"[data-stream] >> nth={next(steps) - 1}").wait_for()
        at.asked(text)

    goes("split", "3S", "hard 11 against 10")
    yield "deciding-two"
    goes("hit", "2C", "hard 13")
    goes("hit", "4C", "hard 17")
    yield "deciding-third-card"
    goes("stand", "8C", "Hand 2 of 2")
    goes("split", "2S", "Hand 2 of 3")
    goes("hit", "2D", "hard 12")
    goes("hit", "3D", "hard 15")
    goes("hit", "AC", "hard 16")
    yield "deciding-eighth-card"
    goes("stand", "2H", "Hand 3 of 3")
    yield "deciding-three"
    at.answer("stand")
    at.act("close-decisions")
    at.dealer.deal("9D")
    page.locator("[data-phase=complete]").wait_for()
    yield "complete"
    at.act("settle")
    page.locator("[data-phase=settled]").wait_for()
    yield "settled"
    at.dealer.open()
    page.locator("[data-phase=betting]").wait_for()
    at.bet("main")
    at.act("close-bets")
    at.dealer.deal("9H AD 5C")
    at.asked("Insurance")
    yield "insuring"


def baccarat(at: Table) -> Walk:
    """A round of baccarat with bets on both sides and on others, and a third card; then one that is squeezed."""
    page = at.page
    at.open(f"/baccarat/{at.table}")
    yield "betting"
    at.bet("player")
    yield "betting-one-chip"
    at.bet("banker", *BESIDES[at.table])
    yield "betting-staked"
    at.act("close-bets")
    at.dealer.deal("2S 3D 3H TC")
    yield "dealing"
    at.dealer.deal("4C 5D")
    page.locator("[data-phase=complete]").wait_for()
    yield "complete"
    at.act("settle")
    page.locator("[data-phase=settled]").wait_for()
    yield "settled"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Squeeze the last cards yourself").get_by_role("button", name="On").click()
    page.keyboard.press("Escape")
    at.dealer.open()
    page.locator("[data-phase=betting]").wait_for()
    at.bet("banker", *BESIDES[at.table])
    at.act("close-bets")
    at.dealer.deal("2S 3D 3H TC")
    expect(page.locator("[data-own=banker] .peel")).to_have_count(2)
    yield "squeezing"


BESIDES = {"tiger": ("tiger", "tiger-pair"), "sands-super": ("player-wins-on-9", "player-precious-pair", "sands-six")}
"""Wagers whose fields have a pay table or little room, to be bet on besides."""

WALKS: dict[str, Callable[[Table], Walk]] = {
    "lucky-8": boxes,
    "dueling-8s": printed,
    "e-blackjack": stream,
    "tiger": baccarat,
    "sands-super": baccarat,
}
"""The walk of each game: every family, and the fullest pages."""
