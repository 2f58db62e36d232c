"""A real shoe is the truth: a new one is said to be in use by who sees it, and what can be left in it is counted."""

import random
from collections import Counter
from typing import Any

import pytest

from croupier.cards import Composition, shuffled
from croupier.games.round import Phase, Role
from croupier.house.audit import audit
from croupier.house.events import RoundBegun, ShoePlaced, read_house
from croupier.house.pace import Pace
from croupier.house.table import commands as c
from croupier.house.table.shoes import drawn
from croupier.house.table.state import Placed, Published, State, recovered
from housed import Housed, housed, until
from tables import usual

REAL: dict[str, Any] = {"run": "dealer", "cards": "entered"}
NATURAL = ("9S", "8C", "9H", "TD")


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    assert recovered(made.store.records, "B1") == made.state()


def opened(made: Housed) -> Housed:
    """Bets of the next round are closed."""
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("close-bets", Role.DEALER).done
    return made


def play(made: Housed, *cards: str) -> None:
    opened(made)
    for card in cards:
        answer = made.tell("deal-card", Role.DEALER, card=card)
        assert answer.done, answer.reason
    assert made.tell("settle", Role.DEALER).done


def real(game: str = "tiger", **settings: Any) -> Housed:
    """A table with a real shoe in use."""
    return housed(game, **REAL, **settings)


# A new shoe is never assumed


def wants_a_shoe(made: Housed, why: str, clause: str | None) -> None:
    """No round begins until the Dealer says that a new shoe is in use."""
    chore = made.table().chore
    assert chore is not None
    assert (chore.command, chore.by) == ("shuffle", Role.DEALER)
    refused = made.tell("begin-round", Role.DEALER)
    assert (refused.done, refused.reason, refused.clause) == (False, f"{why}: put a new shoe in use first", clause)
    made.crash()
    assert not made.tell("begin-round", Role.DEALER).done, "nor after a restart"
    assert made.tell("shuffle", Role.DEALER).done
    assert made.table().chore is not None
    assert made.table().chore.command == "begin-round"  # type: ignore[union-attr]
    assert made.tell("begin-round", Role.DEALER).done
    sound(made)


def test_a_table_that_was_just_set_up_has_no_shoe() -> None:
    made = Housed(1, B1=usual("tiger", **REAL))
    assert made.table().chore is not None
    wants_a_shoe(made, "there is no shoe on the table", None)


def test_r15_after_the_cutting_card_a_new_shoe_is_due() -> None:
    made = opened(real())
    assert made.tell("remove-cutting-card", Role.DEALER).done
    for card in NATURAL:
        assert made.tell("deal-card", Role.DEALER, card=card).done
    assert made.tell("settle", Role.DEALER).done
    wants_a_shoe(made, "the cutting card is out", "R-15")


@pytest.mark.clause("lucky8 5.20")
def test_a_shuffle_that_was_missed_is_due_after_the_round() -> None:
    made = opened(real("lucky-8", boxes=5))
    made.tell("void-round", clause="lucky8 5.1.1")
    made.tell("shuffle")
    assert made.tell("begin-round").done
    assert made.bet(box=1).done
    assert made.tell("close-bets").done
    assert made.tell("miss-cutting-card", Role.DEALER).done
    assert made.tell("refer", reason="enough", effect="void").done
    wants_a_shoe(made, "the cards must be shuffled after the last round", "lucky8 5.20")


@pytest.mark.clause("lucky8 5.19.1")
def test_where_the_discards_were_shuffled_in_a_full_shuffle_is_due_after_the_round() -> None:
    made = real("lucky-8", boxes=5, burn=415, cut=0)
    assert made.tell("begin-round").done
    assert made.bet(box=1).done
    assert made.tell("close-bets").done
    assert made.tell("deal-card", Role.DEALER, card="TS").done
    assert made.tell("run-out", Role.DEALER).done
    assert made.tell("refer", reason="enough", effect="void").done
    wants_a_shoe(made, "the cards must be shuffled after the last round", "lucky8 5.19.1")


BAD = "cards of the shoe were foreign, extra, missing or unshuffled"
LOST = "the order of the shoe was lost"


@pytest.mark.clause("ebaccarat 5.1", "ebaccarat 5.2", "superbaccarat 5.1", "superbaccarat 5.4", "lucky8 5.1")
@pytest.mark.clause("dueling8 5.1", "eblackjack 5.1")
@pytest.mark.parametrize(
    ("game", "command", "why", "clause"),
    [
        ("tiger", {"command": "declare-bad-cards", "kind": "foreign"}, BAD, "ebaccarat 5.1.1"),
        ("tiger", {"command": "declare-disturbed-order"}, LOST, "ebaccarat 5.2"),
        ("tiger", {"command": "void-round", "clause": "ebaccarat 5.2"}, LOST, "ebaccarat 5.2"),
        ("sands-super", {"command": "declare-bad-cards", "kind": "foreign"}, BAD, "superbaccarat 5.1.1"),
        ("sands-super", {"command": "declare-bad-cards", "kind": "extra"}, BAD, "R-113"),
        ("sands-super", {"command": "declare-disturbed-order"}, LOST, "superbaccarat 5.4"),
        ("lucky-8", {"command": "declare-bad-cards", "kind": "missing"}, BAD, "lucky8 5.1.1"),
        ("dueling-8s", {"command": "declare-bad-cards", "kind": "unshuffled"}, BAD, "dueling8 5.1.1"),
        ("e-blackjack", {"command": "declare-bad-cards", "kind": "foreign"}, BAD, "eblackjack 5.1.1"),
    ],
)
@pytest.mark.parametrize("cards", ["entered", "virtual"])
def test_a_shoe_that_was_not_right_goes_out_of_use(
    game: str, command: dict[str, str], why: str, clause: str, cards: str
) -> None:
    made = housed(game, run="dealer", cards=cards)
    assert made.tell("begin-round").done
    assert made.bet(wager="main" if game in ("lucky-8", "dueling-8s", "e-blackjack") else "banker").done
    assert made.tell("close-bets").done
    said: dict[str, Any] = dict(command)
    before = made.state().shoe
    assert made.tell(said.pop("command"), **said).done
    assert made.round().phase is Phase.VOID
    if cards == "entered":
        wants_a_shoe(made, why, clause)
    else:
        assert made.tell("begin-round").done, "another one is shuffled by itself"
        sound(made)
    assert made.state().shoe != before
    assert made.kinds().count("shoe-placed" if cards == "entered" else "shoe-opened") == 2


def test_a_void_for_another_reason_leaves_the_shoe_on_the_table() -> None:
    made = opened(real())
    assert made.tell("declare-drawn-together", cards=["9S", "8S"], known=False).done
    assert made.tell("begin-round", Role.DEALER).done
    sound(made)


def test_other_decks_are_another_shoe() -> None:
    made = real(decks=6)
    play(made, *NATURAL)
    assert made.tell("change-settings", settings={"decks": 8}).done
    wants_a_shoe(made, "the table has been set up with other cards", None)
    assert isinstance(shoe := made.state().shoe, Placed)
    assert shoe.decks == "8x52"


def test_a_table_goes_over_to_a_real_shoe_only_with_one() -> None:
    made = housed("tiger", run="dealer")
    assert made.tell("begin-round").done
    assert made.tell("void-round", clause="ebaccarat 5.8.1").done
    assert made.tell("change-settings", settings={"cards": "entered"}).done
    wants_a_shoe(made, "the table has been set up with other cards", None)
    assert made.tell("void-round", clause="ebaccarat 5.8.1").done
    assert made.tell("change-settings", settings={"cards": "virtual"}).done
    assert made.tell("begin-round").done, "a virtual one is shuffled by itself"
    assert isinstance(made.state().shoe, Published)


def test_a_new_shoe_may_come_before_it_is_due_between_two_rounds_alone() -> None:
    made = real(decks=4)
    play(made, *NATURAL)
    assert made.tell("shuffle", Role.DEALER).done
    assert isinstance(shoe := made.state().shoe, Placed)
    assert (shoe.seen, shoe.after) == ((), 1)
    opened(made)
    refused = made.tell("shuffle", Role.DEALER)
    assert (refused.reason, refused.clause) == ("cards can be shuffled only between rounds", "R-15")
    sound(made)


def test_a_virtual_shoe_that_was_just_shuffled_by_hand_is_not_shuffled_again() -> None:
    made = housed("lucky-8", run="dealer", boxes=5)
    made.tell("begin-round")
    made.bet(box=1)
    made.tell("close-bets")
    assert made.tell("miss-cutting-card").done
    assert made.tell("refer", reason="enough", effect="void").done
    assert made.tell("shuffle").done
    assert made.tell("begin-round").done
    assert made.kinds().count("shoe-opened") == 2
    sound(made)


# Cards that wait are of the shoe that they came out of


def with_a_card_that_waits(made: Housed) -> None:
    """A round is void while a card of its shoe is out and waits."""
    opened(made)
    assert made.tell("deal-card", Role.DEALER, card="2C").done
    assert made.tell("find-face-up-card", Role.DEALER, card="5D").done
    assert made.tell("refer", reason="a dispute", effect="void").done
    assert made.round().waiting == ("5D",)


def test_fear_a_card_of_the_old_shoe_is_dealt_from_the_new_one() -> None:
    made = real()
    with_a_card_that_waits(made)
    assert made.tell("shuffle", Role.DEALER).done
    assert made.tell("begin-round", Role.DEALER).done
    assert made.round().waiting == ()
    assert made.tell("close-bets").done
    assert made.tell("deal-card", card="6H").done
    sound(made)


def test_a_card_that_waits_is_carried_into_the_next_round_of_its_shoe_and_counts_once() -> None:
    made = real(decks=4)
    with_a_card_that_waits(made)
    assert made.tell("begin-round", Role.DEALER).done
    assert made.round().waiting == ("5D",)
    assert made.state().left == 4 * 52 - 2
    sound(made)


# What can be left in it


def emptied(made: Housed) -> None:
    """Play until the shoe has no card left in the middle of a round."""
    shoe = made.state().shoe
    assert isinstance(shoe, Placed)
    order = shuffled(Composition.parse(shoe.decks), random.Random(2))
    while True:
        opened(made)
        while made.round().phase is Phase.DEALING:
            if not order:
                return
            assert made.tell("deal-card", card=order.pop()).done
        assert made.tell("settle").done


@pytest.mark.clause("ebaccarat 5.3")
def test_fear_a_round_is_voided_for_a_shoe_that_is_not_empty() -> None:
    made = real(decks=4)
    play(made, *NATURAL)
    opened(made)
    assert made.tell("deal-card", card="2C").done
    refused = made.tell("run-out")
    left = 4 * 52 - 5
    said = f"{left} cards should still be in the shoe: if they are not, declare missing cards"
    assert (refused.done, refused.reason, refused.clause) == (False, said, "R-13")
    assert made.tell("find-face-up-card", Role.DEALER, card="3D").done
    assert made.state().left == left - 1, "what came out in any way is out"
    assert made.tell("declare-bad-cards", kind="missing").done
    sound(made)


@pytest.mark.clause("ebaccarat 5.3")
def test_a_real_shoe_that_is_empty_voids_the_round_and_is_played_no_more() -> None:
    made = real(decks=4)
    emptied(made)
    assert made.state().left == 0
    assert made.tell("run-out", Role.DEALER).done
    assert made.round().void == "ebaccarat 5.3"
    wants_a_shoe(made, "the shoe was empty", "ebaccarat 5.3")


@pytest.mark.clause("lucky8 5.19")
def test_a_burned_card_is_out_and_the_discards_are_shuffled_when_no_other_is_left() -> None:
    made = real("lucky-8", decks=6, boxes=5)
    placed = [
        read_house(each.body)
        for each in made.store.records.events("table:B1")
        if each.kind == ShoePlaced.__struct_config__.tag
    ]
    assert [each.burn for each in placed] == [1]  # type: ignore[union-attr]
    assert made.state().left == 6 * 52 - 1
    assert made.tell("begin-round").done
    assert made.bet(box=1).done
    assert made.tell("close-bets").done
    refused = made.tell("run-out", Role.DEALER)
    assert f"{6 * 52 - 1} cards should still be" in (refused.reason or "")
    sound(made)


def test_a_shoe_that_was_placed_before_burns_were_kept_has_burned_what_its_table_does() -> None:
    old = State(name="B1", coming=usual("lucky-8", boxes=5, **REAL))
    before = old.after(ShoePlaced(shoe="B1-1", decks="8x52"))
    assert isinstance(before.shoe, Placed)
    assert before.shoe.burn == 1
    assert read_house(b'{"event":"shoe-placed","shoe":"B1-1","decks":"8x52"}') == ShoePlaced(shoe="B1-1", decks="8x52")


@pytest.mark.clause("lucky8 5.23")
def test_cards_that_came_out_in_any_way_cannot_come_again() -> None:
    made = real("lucky-8", decks=6, boxes=5)
    for _ in range(3):
        opened(made)
        assert made.tell("declare-bad-cards", kind="extra").done
        made.tell("shuffle")
    assert made.tell("begin-round").done
    assert made.bet(box=1).done
    assert made.bet("T2", box=2).done
    assert made.tell("close-bets").done
    for card in ("5C", "6C", "7C", "5D", "6D"):
        assert made.tell("deal-card", card=card).done
    assert made.tell("confirm-deal").done
    made.tell("close-offers")
    assert made.play("decide", action="hit", box=1).done
    assert made.tell("pull-cards", Role.PIT_SUPERVISOR, number=2, disclosed=["2C", "2D"]).done
    state = made.state()
    assert Counter(map(str, drawn(made.round())))["2C"] == 1
    assert state.left == 6 * 52 - 1 - 5 - 2
    assert made.play("pick-card", card="2C", box=1).done
    assert made.state().left == 6 * 52 - 1 - 5 - 2
    sound(made)


def test_fear_a_card_comes_once_more_than_there_are_because_it_waits() -> None:
    made = real(decks=4)
    for _ in range(3):
        play(made, "9S", "8C", "TH", "TD")
    opened(made)
    assert made.tell("declare-drawn-together", cards=["9S", "2H"], known=True).done
    assert made.tell("refer", reason="a dispute", effect="void").done
    assert made.tell("begin-round").done
    refused = made.tell("find-face-up-card", card="9S")
    assert not refused.done
    together = Counter(made.round().waiting)
    assert together["9S"] == 1
    sound(made)


def test_fear_more_cards_are_said_to_be_drawn_together_than_the_shoe_can_hold() -> None:
    made = real(decks=4)
    for _ in range(3):
        play(made, "9S", "8C", "TH", "TD")
    opened(made)
    assert made.tell("deal-card", card="9S").done
    refused = made.tell("declare-drawn-together", cards=["9S", "2H"], known=True)
    assert (refused.reason, refused.clause) == ("4x52 cannot have another 9S: 4 are already out", "ebaccarat 2.1")
    sound(made)


# A table that runs by itself


@pytest.mark.parametrize("orders", [True, False])
def test_a_virtual_shoe_that_ran_out_is_replaced_by_itself(orders: bool) -> None:
    pace = Pace(betting=5, last_call=0, card=0, offer=0, decision=1, settle=0, pause=0, shuffle=0)
    made = housed("e-blackjack", decks=2, cut=0, pace=pace, standing_orders=orders)
    for _ in range(200):
        made.bet(stake=100)
        made.wait(10)
        if "round-voided" in made.kinds() or "pit-called" in made.kinds():
            break
    if not orders:
        made.wait(600)
        assert made.kinds().count("pit-called") == 1, "once"
        assert made.state().called == "The shoe is empty: void if the Gaming Shift Manager agrees"
        assert made.tell("answer-call", Role.PIT_SUPERVISOR).done
        made.wait(600)
        assert made.kinds().count("pit-called") == 1, "whoever has come knows"
        assert made.tell("run-out", Role.GAMING_SHIFT_MANAGER).done
    until(made, "betting")
    kinds = made.kinds()
    at = kinds.index("round-voided")
    assert kinds[at + 1 : at + 3] == ["shoe-retired", "shoe-opened"]
    sound(made)


# Cards that lie ready before a round's first one


def with_ready_cards(game: str = "tiger", **settings: Any) -> Housed:
    """A table that runs by itself begins a round with a card that is out already."""
    made = housed(game, no_bets="deal", **settings)
    until(made, "settled")
    table, state = made.table(), made.state()
    assert state.coming is not None
    change = table._new_change()
    change.note(RoundBegun(round=state.number + 1, configuration=state.coming_stamp, shoe=shoe_name(state)))
    opening = c.made(change.state.family, "open-bets", terms=state.coming.terms, waiting=("5D",))
    change.give(opening, Role.DEALER)
    table._append(change, "house")
    made.settle()
    return made


def shoe_name(state: State) -> str:
    assert isinstance(state.shoe, Published)
    return state.shoe.commitment.shoe


@pytest.mark.parametrize("game", ["tiger", "e-blackjack"])
def test_r22_an_automatic_table_burns_cards_that_lie_ready_by_its_standing_orders(game: str) -> None:
    made = with_ready_cards(game)
    assert made.bet(wager="main" if game == "e-blackjack" else "banker").done
    until(made, "settled")
    kinds = made.kinds()
    at = len(kinds) - kinds[::-1].index("bets-opened")
    assert kinds[at:].index("ready-cards-ruled") == kinds[at:].index("bets-closed") + 1
    assert "5D" not in made.round().cards[:1] or made.round().waiting == ()
    assert "pit-called" not in kinds


@pytest.mark.parametrize("course", ["burn", "play"])
def test_r22_without_orders_it_calls_the_pit_and_waits_for_a_pit_manager(course: str) -> None:
    made = with_ready_cards(standing_orders=False)
    assert made.bet(wager="banker").done
    made.wait(600)
    assert made.round().phase is Phase.DEALING
    assert made.kinds().count("pit-called") == 1
    assert made.state().called == "Cards were drawn before the round's first card: burn or play them"
    assert not made.tell("rule-ready-cards", Role.PIT_SUPERVISOR, course=course).done
    assert made.tell("rule-ready-cards", Role.PIT_MANAGER, course=course).done
    made.wait(2)
    assert (made.round().cards[0] == "5D") == (course == "play")
    until(made, "settled")


def test_r22_a_dealer_is_told_that_cards_lie_ready_and_deals_none_before_the_ruling() -> None:
    made = real(decks=4)
    with_a_card_that_waits(made)
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("close-bets", Role.DEALER).done
    chore = made.table().chore
    assert chore is not None
    assert (chore.command, chore.by, chore.course) == ("rule-ready-cards", Role.PIT_MANAGER, "burn")
    refused = made.tell("deal-card", Role.DEALER, card="5D")
    assert (refused.done, refused.clause) == (False, "R-22")
    assert made.tell("rule-ready-cards", Role.PIT_MANAGER, course="burn").done
    assert made.table().chore is not None
    assert made.table().chore.command == "deal-card"  # type: ignore[union-attr]
    assert made.tell("deal-card", Role.DEALER, card="6D").done
    assert made.state().left == 4 * 52 - 3
    sound(made)


def test_cards_drawn_together_in_an_order_that_nobody_knows_are_out() -> None:
    made = real(decks=4)
    opened(made)
    assert made.tell("deal-card", Role.DEALER, card="2C").done
    assert made.tell("declare-drawn-together", cards=["3D", "4D"], known=False).done
    assert made.state().left == 4 * 52 - 3
    opened(made)
    assert made.state().left == 4 * 52 - 3
    sound(made)


@pytest.mark.clause("lucky8 5.23.1")
def test_cards_that_nobody_has_seen_are_out_and_go_into_the_next_round_of_their_shoe() -> None:
    made = real("lucky-8", decks=6, boxes=5)
    assert made.tell("begin-round").done
    assert made.bet(box=1).done
    assert made.tell("close-bets").done
    for card in ("5C", "6C", "7C"):
        assert made.tell("deal-card", card=card).done
    assert made.tell("confirm-deal").done
    made.tell("close-offers")
    assert made.play("decide", action="hit", box=1).done
    before = made.state().left
    assert made.tell("pull-cards", Role.PIT_SUPERVISOR, number=3).done
    assert made.state().left == before - 3
    assert made.play("pick-card", which=1, box=1).done
    assert made.tell("deal-card", card="TC").done
    assert made.state().left == before - 3
    assert made.tell("refer", reason="enough", effect="void").done
    unseen = made.round().unseen
    assert unseen == 2
    assert made.tell("begin-round").done
    assert made.round().unseen == unseen
    assert made.round().fresh is False
    assert made.state().left == before - 3
    sound(made)
