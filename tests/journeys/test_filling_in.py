"""Every kind of form in a real browser: what is offered can be done by whoever it is offered to."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect

from browsing import Dealer, Visitor, dealt
from serving import Person, Process
from staffing import enter, hold, over_the_api, pick, signed_in
from stores import patiently

TABLES = [f"lucky-8.{number}" for number in range(12)] + [f"tiger.{number}" for number in range(6)]
LIMITS = '{ main = "10.00..100.00", sides = "5.00..100.00" }'


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with dealt(*TABLES[:12], limits=LIMITS) as made:
        yield made


@pytest.fixture(scope="module")
def baccarat() -> Iterator[Process]:
    with dealt(*TABLES[12:]) as made:
        yield made


class Guest(Person):
    """Somebody at a terminal, over the API and in a browser at once."""

    def __init__(self, browser: Browser, process: Process, path: str, **options: Any) -> None:
        client = httpx.Client(base_url=process.base, timeout=60, limits=httpx.Limits(max_keepalive_connections=0))
        found = client.post("/api/guests").json()
        super().__init__(client, found["token"], found["terminal"])
        self.visitor = Visitor(browser, process.base, **options)
        kept = f'{{"terminal":"{found["terminal"]}","key":"{found["key"]}"}}'
        self.visitor.context.add_init_script(f"localStorage.setItem('croupier.guest', '{kept}')")
        self.page = self.visitor.go(path)

    def asked(self, command: str) -> Locator:
        return self.page.locator(f"[data-offer={command}]")


def done(person: Person, table: str, command: str, **more: Any) -> None:
    answer = person.give(table, command, **more)
    assert answer.status_code == 200, answer.text


def declared(staff: Visitor, command: str) -> Locator:
    """Open a case of "What happened?"."""
    staff.page.locator(f"[data-declare={command}]").click()
    return staff.page.locator("[data-preview]")


def playing(
    browser: Browser, process: Process, table: str, cards: str = "TS 7D 2H", **options: Any
) -> tuple[Dealer, Guest]:
    """A player alone on the first box, who has the first decision."""
    dealer, guest = Dealer(process, table), Guest(browser, process, f"/blackjack/{table}", **options)
    dealer.open()
    done(guest, table, "place-wager", wager="main", stake=2_000, box=1)
    dealer.give("close-bets")
    dealer.deal(cards)
    dealer.give("confirm-deal")
    dealer.give("close-offers")
    return dealer, guest


# An amount


def test_a_wager_over_the_maximum_is_noted_in_money_and_only_the_maximum_plays(
    browser: Browser, process: Process
) -> None:
    table = TABLES[0]
    dealer, guest = Dealer(process, table), Guest(browser, process, f"/blackjack/{table}")
    dealer.open()
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    form = declared(staff, "note-wager")
    form.locator("[data-choice='2']").click()
    form.get_by_label("Player").fill(guest.name)
    expect(form).to_contain_text("$105 or more")
    amount = form.get_by_label("Stake")
    amount.fill("50")
    expect(form).to_contain_text("This takes $5 or $105 or more.")
    amount.fill("150")
    expect(form).to_contain_text("All bets stand.")
    staff.accessible()
    hold(staff, "Hold to confirm")
    expect(guest.page.locator("[data-box='2']").first).to_be_visible()
    assert guest.credits() == 100_000 - 10_000, "what lies over the maximum was never at risk"
    staff.leave()
    guest.visitor.leave()


def test_a_part_of_a_wager_that_came_late_goes_back(browser: Browser, baccarat: Process) -> None:
    table = TABLES[12]
    dealer, guest = Dealer(baccarat, table), Guest(browser, baccarat, f"/baccarat/{table}")
    dealer.open()
    for wager, stake in (("banker", 2_000), ("tie", 500)):
        done(guest, table, "place-wager", wager=wager, stake=stake)
    dealer.give("close-bets")
    staff = signed_in(browser, baccarat, "pit-supervisor", f"/dealer/{table}")
    form = declared(staff, "return-late-wager")
    expect(form).to_contain_text(guest.name)
    form.locator("[data-choice=banker]").click()
    form.get_by_label("Amount").fill("7.50")
    expect(form).to_contain_text("Only multiples of $5.")
    form.get_by_label("Amount").fill("15")
    expect(form).to_contain_text("$15 is returned.")
    hold(staff, "Hold to confirm")
    expect(form).to_have_count(0)
    assert guest.credits() == 100_000 - 1_000
    staff.leave()
    guest.visitor.leave()


# Cards


def test_cards_are_put_where_they_belong_by_moving_them(browser: Browser, baccarat: Process) -> None:
    table = TABLES[13]
    dealer = Dealer(baccarat, table)
    dealer.open()
    dealer.give("close-bets")
    dealer.deal("4C 8S 3D")
    staff = signed_in(browser, baccarat, "pit-supervisor", f"/dealer/{table}")
    form = declared(staff, "reconstruct")
    expect(form.locator("[data-cards]")).to_have_attribute("data-cards", "4C 8S 3D")
    form.get_by_role("button", name="Card 1: 4 of Clubs").click()
    form.get_by_role("button", name="4 of Clubs: one place later").click()
    form.get_by_role("button", name="Add a card").click()
    pick(staff, "KH")
    form.get_by_role("button", name="Add this card").click()
    expect(form.locator("[data-cards]")).to_have_attribute("data-cards", "8S 4C 3D KH")
    expect(form).to_contain_text("All bets stand.")
    staff.accessible()
    hold(staff, "Hold to confirm")
    expect(staff.page.locator("[data-hand=player] svg").first).to_have_attribute("aria-label", "8 of Spades")
    expect(staff.page.locator("[data-hand=banker] svg[role=img]")).to_have_count(2)
    staff.leave()


# One of several cards


@pytest.mark.parametrize("seen", [True, False])
def test_a_player_picks_one_of_the_cards_that_were_drawn_at_once(
    browser: Browser, process: Process, seen: bool
) -> None:
    table = TABLES[1 if seen else 2]
    dealer, guest = playing(browser, process, table)
    done(guest, table, "decide", action="hit", box=1)
    staff = signed_in(browser, process, "pit-supervisor", f"/dealer/{table}")
    form = declared(staff, "pull-cards")
    if seen:
        for card in ("4C", "9D"):
            pick(staff, card)
            form.get_by_role("button", name="Add this card").click()
        expect(form.locator("[data-cards]")).to_have_attribute("data-cards", "4C 9D")
        expect(form).to_contain_text("All bets stand.")
    else:
        form.get_by_role("button", name="Show the effect").click()
    hold(staff, "Hold to confirm")
    ask = guest.asked("pick-card")
    expect(ask).to_contain_text("Which card would you like?")
    if seen:
        expect(guest.asked("decline-cards")).to_contain_text("None of them?")
        guest.visitor.accessible()
        ask.get_by_role("button", name="9 of Diamonds").click()
    else:
        expect(guest.asked("decline-cards")).to_have_count(0)
        ask.get_by_role("button", name="2nd card").click()
    ask.get_by_role("button", name="Pick card").click()
    expect(ask).to_have_count(0)
    if not seen:
        dealer.deal("9D")
    # Ten, two and nine.
    expect(guest.page.locator("[data-offer]")).to_have_count(0)
    expect(staff.page.locator("[data-hand='1 0'] .total")).to_have_text("21")
    staff.leave()
    guest.visitor.leave()


def test_a_player_will_have_none_of_the_cards_and_stands(browser: Browser, process: Process) -> None:
    table = TABLES[3]
    dealer, guest = playing(browser, process, table, viewport={"width": 390, "height": 844})
    done(guest, table, "decide", action="hit", box=1)
    Dealer(process, table, "pit-supervisor").give("pull-cards", number=2, disclosed=["TC", "TD"])
    guest.asked("decline-cards").get_by_role("button", name="Decline cards").click()
    expect(guest.asked("decline-cards")).to_have_count(0)
    dealer.deal("KD")
    dealer.give("settle")
    guest.visitor.phase("settled")
    assert guest.credits() == 100_000 - 2_000, "twelve stands against the Dealer's seventeen"
    guest.visitor.leave()


@pytest.mark.parametrize("seen", [True, False])
def test_the_pit_manager_picks_a_card_for_the_dealer(browser: Browser, process: Process, seen: bool) -> None:
    table = TABLES[4 if seen else 5]
    _, guest = playing(browser, process, table, "TS 6D 9H")
    done(guest, table, "decide", action="stand", box=1)
    seen_ones = ["5D", "KD"] if seen else []
    Dealer(process, table, "pit-supervisor").give("pull-cards", number=2, disclosed=seen_ones)
    manager = signed_in(browser, process, "pit-manager", f"/dealer/{table}")
    said = "Pick the card that is worst for the Dealer" if seen else "Pick a card for the Dealer"
    expect(manager.page.locator("[data-next] h2")).to_have_text(said)
    form = declared(manager, "pick-card")
    if seen:
        # A King leaves sixteen, a five eleven: the first is worse for the Dealer, and is offered first.
        first = form.locator("[data-pick]").first
        expect(first).to_have_attribute("data-pick", "KD")
        expect(first).to_contain_text("Worst for the Dealer")
        expect(first).to_contain_text("on average")
        manager.accessible()
        form.locator("[data-pick=KD]").click()
    else:
        form.get_by_role("button", name="1st card").click()
    expect(form).to_contain_text("All bets stand.")
    hold(manager, "Hold to confirm")
    if seen:
        manager.page.get_by_role("button", name="Deal the next card").click()
        expect(manager.page.locator("[data-hand=dealer] .total")).to_have_text("16")
    else:
        expect(manager.page.locator("[data-next=deal-card]")).to_contain_text("Card to the Dealer")
    manager.leave()
    guest.visitor.leave()


# A choice


def test_a_player_with_one_card_chooses_what_is_to_be_done(browser: Browser, process: Process) -> None:
    table = TABLES[6]
    dealer, guest = Dealer(process, table), Guest(browser, process, f"/blackjack/{table}")
    other = Guest(browser, process, f"/blackjack/{table}")
    dealer.open()
    for who, box in ((guest, 1), (other, 3)):
        done(who, table, "place-wager", wager="main", stake=2_000, box=box)
    dealer.give("close-bets")
    dealer.deal("TS 9H 7D")
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    # The card for the first box came to lie on the third: told where it lies, with everything else in its place.
    form = declared(staff, "misdeal-card")
    pick(staff, "6H")
    form.locator("[data-choice='3']").click()
    hold(staff, "Hold to confirm")
    expect(staff.page.locator("[data-next=confirm-deal]")).to_be_visible()
    dealer.give("confirm-deal")
    dealer.give("close-offers")
    Dealer(process, table, "pit-supervisor").give("declare-short-hand", box=1)
    ask = guest.asked("choose-course")
    expect(ask).to_contain_text("One card")
    guest.visitor.accessible()
    ask.get_by_role("button", name="Withdraw").click()
    expect(ask).to_have_count(0)
    assert guest.credits() == 100_000
    expect(other.asked("choose-course")).to_have_count(0)
    for each in (staff, guest.visitor, other.visitor):
        each.leave()


# A clause, a reason, somebody


def test_a_pit_manager_voids_a_round_by_a_clause_from_the_pit(browser: Browser, baccarat: Process) -> None:
    table = TABLES[14]
    dealer, guest = Dealer(baccarat, table), Guest(browser, baccarat, f"/baccarat/{table}")
    dealer.open()
    done(guest, table, "place-wager", wager="banker", stake=2_000)
    manager = signed_in(browser, baccarat, "pit-manager", "/pit")
    manager.page.locator(f"[data-table='{table}'] th button").click()
    manager.page.locator(f"[data-drawer='{table}']").get_by_role("button", name="What happened?").click()
    expect(manager.page.locator(f"[data-at='{table}']")).to_be_visible()
    manager.page.get_by_role("searchbox").fill("void the round")
    form = declared(manager, "void-round")
    form.get_by_label("Clause").select_option("ebaccarat 5.2")
    expect(form).to_contain_text("Round void. All bets are returned.")
    manager.accessible()
    hold(manager, "Hold to confirm")
    expect(manager.page.locator(f"[data-table='{table}']")).to_contain_text("Void")
    assert guest.credits() == 100_000
    manager.leave()
    guest.visitor.leave()


def test_a_shift_manager_rules_with_a_reason(browser: Browser, baccarat: Process) -> None:
    table = TABLES[15]
    dealer = Dealer(baccarat, table)
    dealer.open()
    manager = signed_in(browser, baccarat, "gaming-shift-manager", f"/dealer/{table}")
    form = declared(manager, "refer")
    form.locator("[data-choice=stands]").click()
    expect(form.get_by_role("button", name="Hold to confirm")).to_be_disabled()
    form.get_by_label("Reason").fill("the camera shows it")
    expect(form).to_contain_text("All bets stand.")
    hold(manager, "Hold to confirm")
    expect(form).to_have_count(0)
    manager.leave()


def test_a_dealer_says_whose_terminal_has_failed(browser: Browser, baccarat: Process) -> None:
    table = TABLES[16]
    dealer = Dealer(baccarat, table)
    guests = [Guest(browser, baccarat, f"/baccarat/{table}") for _ in range(2)]
    dealer.open()
    for guest in guests:
        done(guest, table, "place-wager", wager="banker", stake=2_000)
    staff = signed_in(browser, baccarat, "dealer", f"/dealer/{table}")
    form = declared(staff, "lose-terminal")
    expect(form.locator("[data-choice]")).to_have_count(2)
    form.locator(f"[data-choice='{guests[1].name}']").click()
    hold(staff, "Hold to confirm")
    expect(form).to_have_count(0)
    found = guests[1].get(f"/api/tables/{table}").json()["private"]["own"]
    assert found["lost"]
    for each in (staff, *(guest.visitor for guest in guests)):
        each.leave()


# After an interruption


def test_a_player_withdraws_everything_after_a_power_failure(browser: Browser, process: Process) -> None:
    table = TABLES[7]
    dealer, guest = (
        Dealer(process, table),
        Guest(browser, process, f"/blackjack/{table}", viewport={"width": 360, "height": 640}),
    )
    dealer.open()
    done(guest, table, "place-wager", wager="main", stake=2_000, box=1)
    dealer.give("close-bets")
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    declared(staff, "interrupt")
    hold(staff, "Hold to confirm")
    ask = guest.asked("withdraw-all")
    expect(ask).to_contain_text("Withdraw all wagers?")
    guest.visitor.accessible()
    expect(staff.page.locator("[data-next=resume]")).to_be_visible()
    ask.get_by_role("button", name="Withdraw all").click()
    expect(ask).to_have_count(0)
    assert guest.credits() == 100_000
    staff.page.get_by_role("button", name="Continue with the remaining players").click()
    expect(staff.page.locator("[data-next=resume]")).to_have_count(0)
    staff.leave()
    guest.visitor.leave()


def test_a_player_refuses_a_card_that_was_dealt_in_error(browser: Browser, process: Process) -> None:
    table = TABLES[8]
    _, guest = playing(browser, process, table)
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    form = declared(staff, "expose-card")
    pick(staff, "KC")
    expect(form).to_contain_text("All bets stand.")
    hold(staff, "Hold to confirm")
    ask = guest.asked("refuse-card")
    expect(ask).to_contain_text("Refuse the card and stand?")
    ask.get_by_role("button", name="Refuse card").click()
    expect(ask).to_have_count(0)
    expect(staff.page.locator("[data-next=deal-card]")).to_contain_text("Card to the Dealer")
    staff.leave()
    guest.visitor.leave()


# The table itself


def test_a_dealer_says_that_a_new_shoe_is_in_use_and_the_pit_pauses_the_table(
    browser: Browser, baccarat: Process
) -> None:
    table = TABLES[17]
    staff = signed_in(browser, baccarat, "dealer", f"/dealer/{table}")
    # Where a shoe is due it is the next thing to do.
    staff.page.get_by_role("button", name="Start the new shoe").click()
    staff.accessible()
    staff.page.get_by_role("button", name="Open bets for the next round").click()
    expect(staff.page.locator("[data-phase=betting]")).to_be_visible()
    pit = signed_in(browser, baccarat, "pit-supervisor", "/pit?section=setup")
    pit.page.get_by_label("Choose a table").select_option(table)
    pit.page.locator("[data-act=pause-table] button").click()
    pit.page.get_by_label("Reason").fill("a spilt drink")
    hold(pit, "Hold to confirm")
    expect(staff.page.locator("[data-next]")).to_contain_text("a spilt drink")
    pit.page.locator("[data-act=resume-table] button").click()
    hold(pit, "Hold to confirm")
    expect(staff.page.get_by_role("button", name="Close bets")).to_be_visible()
    staff.leave()
    pit.leave()


# A player without a terminal


def test_a_dealer_places_a_wager_for_a_player_who_asks(browser: Browser, process: Process) -> None:
    table = TABLES[9]
    dealer, guest = Dealer(process, table), Guest(browser, process, f"/blackjack/{table}")
    dealer.open()
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    staff.page.get_by_text("Players without a terminal").click()
    staff.page.locator("[data-act=place-wager] button").click()
    form = staff.page.get_by_role("dialog")
    form.locator("[data-choice='4']").click()
    form.get_by_label("Player").fill(guest.name)
    form.get_by_label("Stake").fill("200")
    expect(form).to_contain_text("This takes $10 to $100.")
    form.get_by_label("Stake").fill("25")
    staff.accessible()
    hold(staff, "Hold to confirm")
    expect(form).to_have_count(0)
    assert guest.credits() == 100_000 - 2_500
    staff.leave()
    guest.visitor.leave()


def entered(staff: Visitor, command: str, **told: str) -> None:
    """What a player without a terminal says or shows, filled in under the next thing to do."""
    if not staff.page.locator("details.players[open]").count():
        staff.page.locator("details.players summary").click()
    staff.page.locator(f"details.players [data-act={command}] button").first.click()
    form = staff.page.get_by_role("dialog")
    for choice in told.get("choices", "").split():
        form.locator(f"[data-choice='{choice}']").click()
    for label in told.keys() - {"choices"}:
        form.get_by_label(label.capitalize()).fill(told[label])
    hold(staff, "Hold to confirm")
    expect(form).to_have_count(0)


@pytest.mark.clause("lucky8 3.7")
def test_a_player_without_a_terminal_plays_a_round_by_what_the_dealer_enters(
    browser: Browser, process: Process
) -> None:
    table = TABLES[10]
    Dealer(process, table).open()
    staff = signed_in(browser, process, "dealer", f"/dealer/{table}")
    page = staff.page
    page.get_by_role("button", name="Seat a player without a terminal").click()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Amount").fill("200")
    hold(staff, "Hold to confirm")
    entered(staff, "place-wager", choices="2", player="Ann", stake="20")
    page.get_by_role("button", name="Close bets").click()
    enter(staff, "TS", "7D", "2H")
    page.locator("[data-next=confirm-deal] .do").click()
    page.locator("[data-next=close-offers] .do").click()
    # A hand signal, twice: another card, and no more.
    entered(staff, "decide", choices="hit")
    enter(staff, "8C")
    expect(page.locator("[data-hand]").filter(has_text="Box 2")).to_contain_text("20")
    entered(staff, "decide", choices="stand")
    enter(staff, "KC")
    page.locator("[data-next=settle] .do").click()
    pit = over_the_api(process, "pit-manager")
    recalled = pit.get(f"/api/tables/{table}/rounds/1").json()
    assert [(line["bettor"], line["net"]) for line in recalled["lines"]] == [("Ann", 2_000)]
    staff.leave()


@pytest.mark.clause("lucky8 5.12.1", "lucky8 5.25")
def test_beside_other_tables_a_player_completes_the_hand_first_and_the_pit_lets_another_go(
    browser: Browser, process: Process
) -> None:
    table = TABLES[11]
    dealer = Dealer(process, table)
    ann, bob = (Guest(browser, process, f"/tables?t={TABLES[0]},{table}") for _ in range(2))
    dealer.open()
    done(ann, table, "place-wager", wager="main", stake=2_000, box=1)
    done(bob, table, "place-wager", wager="main", stake=3_000, box=3)
    dealer.give("close-bets")
    dealer.deal("TS 9H")
    dealer.give("misdeal-card", card="6H", box=1)
    dealer.deal("8C")
    dealer.give("confirm-deal")
    done(ann, table, "decide", action="hit", box=1)
    dealer.deal("2C")
    supervisor = signed_in(browser, process, "pit-supervisor", f"/dealer/{table}")
    declared(supervisor, "declare-dealer-missed")
    hold(supervisor, "Hold to confirm")
    manager = signed_in(browser, process, "pit-manager", f"/dealer/{table}")
    form = declared(manager, "permit-withdrawal")
    form.get_by_role("button", name=bob.name).or_(form.locator(f"[data-choice='{bob.name}']")).first.click()
    hold(manager, "Hold to confirm")
    patiently(lambda: bob.credits() == 100_000)
    ask = ann.page.locator(f"[data-table='{table}']").locator("[data-offer=finish-hand]")
    expect(ask).to_contain_text("Complete your hand before the Dealer's card?")
    ann.visitor.accessible()
    ask.get_by_role("button").last.click()
    expect(ask).to_have_count(0)
    done(ann, table, "decide", action="stand", box=1)
    expect(manager.page.locator("[data-next=deal-card]")).to_contain_text("Card to the Dealer")
    for each in (supervisor, manager, ann.visitor, bob.visitor):
        each.leave()
