"""Any settled round can be put right: whoever notices it whenever, it is settled again as it should have been.

What must hold: nothing is edited, one append does it, the money that moves is a difference, and replay equals play.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.cards import cards
from croupier.games.round import Phase, Role, encode
from croupier.house.accounting.closing import close
from croupier.house.audit import audit
from croupier.house.days import HOUR, Calendar
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.recall.replay import Replay
from croupier.house.recall.resettle import resettle
from croupier.house.rounds import load_round, records_of_round
from croupier.house.table import Answer
from croupier.house.table.state import Placed, recovered
from croupier.words import sentence_from
from housed import Housed, housed
from stores import KEYS
from tables import usual

SUPERVISOR, MANAGER, SHIFT = Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER
BANKER = ("8S", "4C", "3D", "2H", "KH")
"""Player 1, Banker 6: Banker wins."""
PLAYER = ("8S", "4C", "AD", "2H", "KH")
"""The same with the third card read rightly: Player 9, a natural, and the last card was not needed."""


def house(game: str = "tiger", **more: Any) -> Housed:
    """A table with a Dealer and a real shoe."""
    return housed(game, run="dealer", cards="entered", **more)


def deal(made: Housed, *shown: str) -> None:
    for card in shown:
        answer = made.tell("deal-card", Role.DEALER, card=card)
        assert answer.done, answer.reason


def play(made: Housed, *shown: str, bets: tuple[tuple[str, str, int], ...] = (("T1", "banker", 1_000),)) -> int:
    """A round of baccarat from its bets to its settlement; its number."""
    assert made.tell("begin-round", Role.DEALER).done
    for bettor, wager, stake in bets:
        assert made.bet(bettor, wager, stake).done
    assert made.tell("close-bets", Role.DEALER).done
    deal(made, *shown)
    assert made.tell("settle", Role.DEALER).done
    return made.state().number


def correct(made: Housed, number: int, shown: tuple[str, ...], by: Role = SUPERVISOR, **more: Any) -> Answer:
    return made.amend(number, "correct-cards", by, cards=list(shown), **more)


def corrected(made: Housed, number: int, shown: tuple[str, ...], by: Role = SUPERVISOR) -> None:
    """Two people put a round right."""
    asked = correct(made, number, shown, by)
    assert asked.approval, asked.reason
    answer = made.approve(asked, SUPERVISOR)
    assert answer.done, answer.reason


def sound(made: Housed) -> None:
    """What is kept tells the same as what is played, and nothing is wrong with it."""
    records = made.store.records
    assert recovered(records, "B1") == made.state()
    assert audit(records).defects == []
    assert resettle(records).differences == []
    assert sum(records.balances().values()) == 0


def purses(made: Housed, *names: str) -> list[int]:
    return [made.house.credits(name) for name in names or ("T1", "T2", "T3")]


def stands(made: Housed, number: int) -> Any:
    """A round as the record tells it now."""
    return load_round(made.store.records, "B1", number).round


def untouched(made: Housed) -> tuple[Any, ...]:
    """All that a refusal must leave as it is."""
    return made.state(), made.store.records.version("table:B1"), made.store.records.balances()


# Whenever it is noticed


@pytest.mark.clause("ebaccarat 6.3")
def test_a_card_read_wrongly_is_put_right_one_round_later() -> None:
    made = house()
    bets = (("T1", "banker", 1_000), ("T2", "player", 2_000), ("T3", "tie", 500))
    first = play(made, *BANKER, bets=bets)
    assert purses(made) == [100_950, 98_000, 99_500]
    play(made, "4H", "8D", "3C", "KS", bets=())
    asked = correct(made, first, PLAYER, because="the camera shows the ace")
    assert (asked.done, asked.clause) == (False, "R-11")
    assert purses(made) == [100_950, 98_000, 99_500], "one alone does nothing"
    assert made.approve(asked, SUPERVISOR).done
    assert purses(made) == [99_000, 102_000, 99_500]
    assert made.store.records.balance("win:B1") == 1_000 - 2_000 + 500
    kept = list(made.store.records.events("table:B1"))[-1]
    assert (kept.kind, kept.actor) == ("round-amended", "staff:bob")
    said = msgspec.json.decode(kept.body)
    assert (said["round"], said["number"], said["told"]) == (first, 1, ["T1", "T2", "T3"])
    assert (said["asked"]["who"], said["agreed"]["who"]) == ("staff:ann", "staff:bob")
    assert (said["seen"], said["unseen"], said["reason"]) == (["AD"], ["3D"], "the camera shows the ace")
    sound(made)


def test_a_round_in_play_is_not_disturbed_by_it() -> None:
    """In every step of the next round: what is open stays open, until the same moment, and is settled as ever."""
    for steps in range(8):
        made = house()
        first = play(made, *BANKER)
        assert made.tell("begin-round", Role.DEALER).done
        if steps > 0:
            assert made.bet("T2", "player", 1_000).done
        if steps > 1:
            assert made.tell("close-bets", Role.DEALER).done
        deal(made, *("2S", "3C", "KC", "4S", "5D")[: max(0, steps - 2)])
        round, chore, deadline = made.round(), made.table().chore, made.table().deadline
        corrected(made, first, PLAYER)
        assert (made.round(), made.table().chore, made.table().deadline) == (round, chore, deadline)
        assert made.house.credits("T1") == 99_000
        sound(made)
        for _ in range(steps, 8):
            made.tell(made.table().chore.command, Role.DEALER)  # type: ignore[union-attr]
        assert made.table().broken is None


def test_the_timer_of_a_table_that_runs_by_itself_goes_on() -> None:
    made = housed("tiger")
    assert made.bet("T1", "banker", 1_000).done
    made.wait(40)
    assert made.state().number == 2
    deadline = made.table().deadline
    made.wait(1)
    asked = made.amend(1, "refer", SHIFT, reason="the wrong shoe", effect="void")
    made.wait(1)
    assert made.approve(asked).done
    assert made.table().deadline == deadline
    assert made.house.credits("T1") == 100_000
    sound(made)


def test_a_card_is_put_right_fifty_rounds_later() -> None:
    made = house()
    first = play(made, *BANKER)
    shoe = rest(made, BANKER)
    for at in range(50):
        play_on(made, shoe, bets=(("T2", "player", 100),) if at % 7 == 0 else ())
    assert made.state().number == 51
    before = purses(made)
    corrected(made, first, PLAYER)
    assert purses(made) == [before[0] - 1_950, *before[1:]]
    sound(made)
    play_on(made, shoe)
    sound(made)


def rest(made: Housed, gone: tuple[str, ...] = (), seed: int = 7) -> Iterator[str]:
    """The rest of the real shoe, shuffled."""
    left = [str(card) for card in made.round().terms.shoe]
    for card in gone:
        left.remove(card)
    random.Random(seed).shuffle(left)
    return iter(left)


def play_on(made: Housed, shoe: Iterator[str], bets: tuple[tuple[str, str, int], ...] = ()) -> int:
    """A round of baccarat by whatever cards come; its number."""
    assert made.tell("begin-round", Role.DEALER).done
    for bettor, wager, stake in bets:
        assert made.bet(bettor, wager, stake).done
    assert made.tell("close-bets", Role.DEALER).done
    while made.round().phase is Phase.DEALING:
        deal(made, next(shoe))
    assert made.tell("settle", Role.DEALER).done
    return made.state().number


def test_a_correction_is_corrected() -> None:
    """As often as somebody looks again; in the end it is as if the last had been the first."""
    made = house()
    bets = (("T1", "banker", 1_000), ("T2", "player", 2_000))
    first = play(made, *BANKER, bets=bets)
    then = purses(made)
    play(made, "4H", "8D", "3C", "KS", bets=())
    for shown, now in ((PLAYER, [99_000, 102_000]), (BANKER, then[:2]), (PLAYER, [99_000, 102_000])):
        corrected(made, first, shown)
        assert purses(made)[:2] == now
        sound(made)
    playing = load_round(made.store.records, "B1", first)
    assert (playing.amendments, playing.corrected) == (3, True)
    assert stands(made, first).history == tuple(cards(" ".join(each)) for each in (BANKER, PLAYER, BANKER))
    steps = Replay(made.store.records, "B1", first).recalled().steps
    assert [each.kind for each in steps[-4:]] == ["round-settled", *["round-amended"] * 3]


def test_the_round_that_still_lies_on_the_table_is_put_right_the_same_way() -> None:
    """By the command for earlier rounds, or by its own: both are kept as the same event, and take two people."""
    kept = []
    for plain in (False, True):
        made = house()
        number = play(made, *BANKER)
        own: Any = {"cards": list(PLAYER)}
        asked = made.tell("correct-cards", SUPERVISOR, **own) if plain else correct(made, number, PLAYER)
        assert made.approve(asked, SUPERVISOR).done
        assert made.round().cards == cards(" ".join(PLAYER[:4]))
        assert made.round().phase is Phase.SETTLED
        assert made.house.credits("T1") == 99_000
        sound(made)
        # The card that the round did not need was seen by everybody: it is burned.
        assert made.round().burned == cards("KH")
        assert made.tell("begin-round", Role.DEALER).done
        assert made.round().waiting == ()
        kept.append([(each.kind, each.body) for each in made.store.records.events("table:B1")])
        sound(made)
    assert kept[0] == kept[1]


def test_what_was_asked_of_the_last_round_is_not_done_to_the_next() -> None:
    made = house()
    first = play(made, *BANKER)
    asked = made.tell("correct-cards", SUPERVISOR, cards=list(PLAYER))
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet("T2", "player", 1_000).done
    before = made.round()
    assert made.approve(asked, SUPERVISOR).done
    assert made.round() == before
    assert stands(made, first).cards == cards(" ".join(PLAYER[:4]))
    sound(made)


def test_one_asks_and_the_answer_lapses() -> None:
    made = house()
    first = play(made, *BANKER)
    asked = correct(made, first, PLAYER)
    made.now += APPROVAL_LASTS
    assert made.approve(asked, SUPERVISOR).reason == "that request has expired: ask again"
    assert made.house.credits("T1") == 100_950


# Who may


def test_fear_one_person_alone_puts_a_round_right() -> None:
    made = house()
    first = play(made, *BANKER)
    asked = correct(made, first, PLAYER, SHIFT)
    answer = made.approve(asked, SHIFT, actor="staff:ann")
    assert answer.reason == "you cannot approve your own request"
    assert made.house.credits("T1") == 100_950
    assert "round-amended" not in made.kinds()


def test_the_round_says_who_may_ask_and_who_may_agree() -> None:
    made = house()
    first = play(made, *BANKER)
    play(made, "4H", "8D", "3C", "KS", bets=())
    before = untouched(made)
    for by, command, more in (
        (Role.DEALER, "correct-cards", {"cards": list(PLAYER)}),
        (Role.DEALER, "return-late-wager", {"bettor": "T1", "wager": "banker", "amount": 500}),
        (MANAGER, "refer", {"reason": "the wrong shoe", "effect": "void"}),
    ):
        answer = made.amend(first, command, by, **more)
        assert not answer.done
        assert "this needs a" in str(answer.reason), answer
        assert untouched(made) == before
    player = made.amend(first, "correct-cards", Role.PLAYER, cards=list(PLAYER), actor="terminal:T1")
    assert not player.done
    asked = made.amend(first, "refer", SHIFT, reason="the wrong shoe", effect="void")
    assert made.approve(asked, SUPERVISOR).reason == "this needs a Pit Manager, not a Pit Supervisor"
    assert made.approve(asked, MANAGER).done
    assert made.house.credits("T1") == 100_000
    sound(made)


@pytest.mark.parametrize(
    ("number", "amendment", "said"),
    [
        (9, {"command": "correct-cards", "cards": list(PLAYER)}, "table B1 has not played round 9"),
        (0, {"command": "correct-cards", "cards": list(PLAYER)}, "table B1 has not played round 0"),
        (2, {"command": "correct-cards", "cards": list(PLAYER)}, "round 2 is not over yet"),
        (1, {"command": "correct-cards", "cards": list(BANKER)}, "the record already has these cards"),
        (1, {"command": "correct-cards", "cards": list(BANKER[:4])}, "5 cards were dealt, not 4"),
        (1, {"command": "correct-cards", "cards": ["8S", "4C", "3D", "2H", "6C"]}, "another card was due"),
        (1, {"command": "settle"}, "not possible now: the round is in phase settled"),
        (1, {"command": "open-bets", "terms": {}}, "not a valid command"),
        (1, {"command": "deal"}, "not a valid command"),
        (1, {"command": "return-late-wager", "bettor": "T9", "wager": "tie", "amount": 100}, "T9 has 0.00 on Tie"),
        (1, {}, "not a valid command"),
    ],
)
def test_fear_a_refusal_changes_something(number: int, amendment: dict[str, Any], said: str) -> None:
    made = house()
    play(made, *BANKER)
    assert made.tell("begin-round", Role.DEALER).done
    before = untouched(made)
    body = encode({"command": "amend-round", "round": number, "amendment": amendment})
    request = msgspec.structs.replace(made.request("call-pit"), body=body)
    reply = made.house.perform("B1", request)
    made.settle()
    answer = reply.result()
    assert not answer.done
    assert said in str(answer.reason), answer.reason
    assert untouched(made) == before
    sound(made)


def test_a_round_that_is_void_stays_void() -> None:
    made = house()
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("refer", SHIFT, reason="nobody was ready", effect="void").done
    play(made, *BANKER)
    assert "the round is in phase void" in str(correct(made, 1, PLAYER).reason)


# Which day it is


def test_a_round_of_yesterday_stands() -> None:
    made = house()
    first = play(made, *BANKER)
    asked = correct(made, first, PLAYER)
    day = Calendar().of(made.now)
    made.now = day.until - 1
    again = correct(made, first, PLAYER)
    assert again.approval, "to the last moment of its day"
    made.now = day.until
    before = untouched(made)
    answer = correct(made, first, PLAYER)
    assert answer.reason == f"the gaming day {day.date} of this round is over: the round is final"
    late = made.approve(again, SUPERVISOR)
    assert late.reason == answer.reason, "nor is it done when somebody agrees after the day"
    assert untouched(made) == before
    assert asked.approval


def test_a_round_over_the_turn_of_the_day_is_of_the_day_on_which_it_was_decided() -> None:
    made = house()
    made.now = Calendar().of(made.now).until - HOUR // 60
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet("T1", "banker", 1_000).done
    assert made.tell("close-bets", Role.DEALER).done
    made.now += HOUR
    deal(made, *BANKER)
    assert made.tell("settle", Role.DEALER).done
    corrected(made, 1, PLAYER)
    sound(made)


def test_a_round_of_a_closed_day_stands() -> None:
    """Somebody may close by another calendar than the house's own: what is signed is signed."""
    made = house()
    first = play(made, *BANKER)
    made.now += 2 * HOUR
    there = Calendar("05:00", "UTC")
    midnight = Calendar().of(made.now)
    made.now = midnight.until - HOUR // 2
    close(made.store, KEYS, there.of(made.now - 2 * HOUR), there, "staff:ann", made.now)
    answer = correct(made, first, PLAYER)
    assert answer.reason == f"the gaming day {midnight.date} is closed: its rounds are final"


# Whose money it is


def test_who_has_cashed_out_owes_the_difference_and_pays_from_the_next_buy_in() -> None:
    made = house()
    first = play(made, *BANKER)
    assert made.pay("cash-out", "T1").done
    corrected(made, first, PLAYER)
    records = made.store.records
    assert (records.balance("terminal:T1"), records.balance("owed:T1")) == (0, -1_950)
    sound(made)
    assert made.pay("buy-in", "T1", cents=1_000).done
    assert (records.balance("terminal:T1"), records.balance("owed:T1")) == (0, -950)
    assert made.pay("buy-in", "T1", cents=10_000).done
    assert (records.balance("terminal:T1"), records.balance("owed:T1")) == (9_050, 0)
    assert made.house.credits("T1") == 9_050
    assert made.pay("buy-in", "T1", cents=1_000).done
    assert made.house.credits("T1") == 10_050, "what is paid is paid"
    sound(made)


def test_a_voucher_pays_what_is_owed_too() -> None:
    made = house()
    first = play(made, *BANKER)
    code = made.pay("issue-voucher", "T1", cents=made.house.credits("T1")).voucher
    corrected(made, first, PLAYER)
    assert made.pay("redeem-voucher", "T1", voucher=code).done
    assert made.house.credits("T1") == 100_950 - 1_950
    assert made.store.records.balance("owed:T1") == 0
    sound(made)


def test_who_owes_and_is_put_right_again_owes_nothing() -> None:
    made = house()
    first = play(made, *BANKER)
    assert made.pay("cash-out", "T1").done
    corrected(made, first, PLAYER)
    corrected(made, first, BANKER)
    records = made.store.records
    assert (records.balance("terminal:T1"), records.balance("owed:T1")) == (0, 0)
    sound(made)


# What else may be put right


@pytest.mark.clause("ebaccarat 5.5")
@pytest.mark.parametrize(("wager", "nets"), [("banker", (950, 475)), ("player", (-1_000, -500))])
def test_r29_a_late_wager_of_an_earlier_round_goes_back_win_or_lose(wager: str, nets: tuple[int, int]) -> None:
    made = house()
    first = play(made, *BANKER, bets=(("T1", wager, 1_000), ("T2", "tie", 500)))
    play(made, "4H", "8D", "3C", "KS", bets=())
    assert made.house.credits("T1") == 100_000 + nets[0]
    asked = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T1", wager=wager, amount=500)
    assert made.approve(asked, SUPERVISOR).done
    assert made.house.credits("T1") == 100_000 + nets[1]
    said = msgspec.json.decode(list(made.store.records.events("table:B1"))[-1].body)
    assert said["told"] == ["T1"], "nobody else is concerned"
    sound(made)
    asked = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T1", wager=wager, amount=500)
    assert made.approve(asked, SUPERVISOR).done
    assert made.house.credits("T1") == 100_000, "the rest of it too"
    sound(made)


@pytest.mark.clause("ebaccarat 6.1")
def test_r01_a_void_by_referral_of_an_earlier_round_undoes_everything() -> None:
    made = house()
    bets = (("T1", "banker", 1_000), ("T2", "player", 2_000), ("T3", "tiger", 500))
    first = play(made, *BANKER, bets=bets)
    play(made, "4H", "8D", "3C", "KS", bets=())
    asked = made.amend(first, "refer", SHIFT, reason="the wrong shoe", effect="void")
    assert made.approve(asked, MANAGER).done
    assert purses(made) == [100_000] * 3
    assert made.store.records.balance("win:B1") == 0
    assert stands(made, first).phase is Phase.VOID
    sound(made)
    again = made.amend(first, "refer", SHIFT, reason="after all not", effect="stands")
    assert "the round is in phase void" in str(again.reason)


def test_a_note_about_an_earlier_round_takes_nobody_else() -> None:
    made = house()
    first = play(made, *BANKER)
    play(made, "4H", "8D", "3C", "KS", bets=())
    before = made.store.records.balances()
    assert made.amend(first, "refer", SHIFT, reason="somebody complained", effect="stands").done
    assert made.store.records.balances() == before
    said = msgspec.json.decode(list(made.store.records.events("table:B1"))[-1].body)
    assert "agreed" not in said
    assert "told" not in said
    sound(made)


@pytest.mark.clause("superbaccarat 5.2")
def test_r111_a_wrong_number_of_cards_found_after_the_next_round_opened_is_the_gaming_shift_managers() -> None:
    made = house("sands-super")
    first = play(made, *BANKER)
    reordered = ["4C", "8S", "3D", "2H", "KH"]
    asked = made.amend(first, "void-round", MANAGER, clause="superbaccarat 5.2")
    assert asked.approval, "before the next round opens the clause itself says so"
    assert made.tell("begin-round", Role.DEALER).done
    late = made.approve(asked, MANAGER)
    assert (late.reason, late.clause) == ("this needs a Gaming Shift Manager, not a Pit Manager", "R-111")
    for command, more in (("reconstruct", {"cards": reordered}), ("void-round", {"clause": "superbaccarat 5.2"})):
        answer = made.amend(first, command, MANAGER, **more)
        assert (answer.reason, answer.clause) == ("this needs a Gaming Shift Manager, not a Pit Manager", "R-111")
    asked = made.amend(first, "reconstruct", SHIFT, cards=reordered)
    assert made.approve(asked, SUPERVISOR).done
    now = stands(made, first)
    assert (now.phase, now.cards) == (Phase.SETTLED, cards("4C 8S 3D 2H KH"))
    sound(made)


def test_a_round_of_sands_that_lies_on_the_table_is_still_played_on() -> None:
    """Superbaccarat 5.2: put where they belong, the cards may leave one to come."""
    made = house("sands-super")
    play(made, *BANKER)
    assert made.tell("reconstruct", SUPERVISOR, cards=["4C", "8S", "3D", "2H", "KH"]).done
    assert made.kinds()[-1] == "cards-reconstructed"
    assert made.round().phase is not Phase.SETTLED
    sound(made)


# Which cards there are


def test_the_counts_of_the_real_shoe_are_those_of_the_cards_that_came() -> None:
    made = house()
    first = play(made, *BANKER)
    play(made, "4H", "8D", "3C", "KS", bets=())
    assert made.tell("begin-round", Role.DEALER).done
    shoe = made.state().shoe
    assert isinstance(shoe, Placed)
    assert sorted(shoe.seen) == sorted(cards("8S 4C 3D 2H KH 4H 8D 3C KS"))
    corrected(made, first, PLAYER)
    shoe = made.state().shoe
    assert isinstance(shoe, Placed)
    assert sorted(shoe.seen) == sorted(cards("8S 4C AD 2H KH 4H 8D 3C KS"))
    sound(made)


def test_fear_a_card_is_said_to_have_come_that_the_shoe_cannot_hold() -> None:
    made = house(decks=4)
    first = play(made, *BANKER)
    for _ in range(2):
        # Two of Diamonds' aces each: with them all four have come.
        play(made, "AD", "KS", "AD", "7C", "5H", bets=())
    before = untouched(made)
    assert correct(made, first, PLAYER).reason == "4x52 cannot have another AD: 4 are already out"
    assert untouched(made) == before
    made.tell("shuffle", Role.DEALER)
    asked = correct(made, first, PLAYER)
    assert asked.approval, "a shoe that is gone is surveillance's to count"


def test_the_cards_of_a_virtual_shoe_are_never_read_wrongly() -> None:
    made = housed("tiger")
    assert made.bet("T1", "banker", 1_000).done
    made.wait(60)
    assert made.state().number > 1
    answer = correct(made, 1, PLAYER)
    assert answer.reason == "this table deals from its virtual shoe: cards are not entered"
    asked = made.amend(1, "return-late-wager", SUPERVISOR, bettor="T1", wager="banker", amount=1_000)
    assert made.approve(asked, SUPERVISOR).done
    assert made.house.credits("T1") == 100_000
    sound(made)


# What may go wrong


def test_fear_two_people_agree_upon_a_round_that_is_another_one_by_then() -> None:
    made = house()
    first = play(made, *BANKER)
    one = correct(made, first, PLAYER)
    other = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T1", wager="banker", amount=500)
    assert made.approve(one, SUPERVISOR).done
    answer = made.approve(other, SUPERVISOR)
    assert "no longer waiting" in str(answer.reason)
    assert made.house.credits("T1") == 99_000
    sound(made)


def test_fear_a_correction_is_sent_twice_and_done_twice() -> None:
    made = house()
    first = play(made, *BANKER)
    asked = correct(made, first, PLAYER, id="same")
    assert correct(made, first, PLAYER, id="same") == asked
    assert len(made.state().pending) == 1
    assert made.approve(asked, SUPERVISOR).done
    assert not made.approve(asked, SUPERVISOR).done
    assert made.kinds().count("round-amended") == 1
    assert made.house.credits("T1") == 99_000


def test_fear_the_process_dies_between_the_append_and_the_answer() -> None:
    """Durable and not told: the table comes up with it, and who sends again gets the answer that was kept."""
    made = house()
    first = play(made, *BANKER)
    play(made, "4H", "8D", "3C", "KS", bets=())
    asked = correct(made, first, PLAYER)
    request = made.request("approve", SUPERVISOR, approval=asked.approval, actor="staff:bob")
    made.house.perform("B1", request)
    assert made.store.write()
    made.crash()
    assert made.house.credits("T1") == 99_000
    sound(made)
    reply = made.house.perform("B1", request)
    made.settle()
    assert reply.result().done
    assert made.kinds().count("round-amended") == 1
    # And where nothing had become durable, nothing has happened, and it is done now.
    again = correct(made, first, BANKER)
    request = made.request("approve", SUPERVISOR, approval=again.approval, actor="staff:bob")
    made.house.perform("B1", request)
    made.crash()
    assert made.house.credits("T1") == 99_000
    reply = made.house.perform("B1", request)
    made.settle()
    assert reply.result().done
    assert made.house.credits("T1") == 100_950
    sound(made)


def test_fear_a_round_is_read_before_all_of_it_is_durable() -> None:
    """The settlement and the next round are still on their way to the disk; so is the correction before this one."""
    made = house()
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet("T1", "banker", 1_000).done
    assert made.tell("close-bets", Role.DEALER).done
    deal(made, *BANKER)
    replies = [made.ask("settle", Role.DEALER), made.ask("begin-round", Role.DEALER)]
    body = {"command": "amend-round", "round": 1, "amendment": {"command": "correct-cards", "cards": list(PLAYER)}}
    request = msgspec.structs.replace(made.request("call-pit", SUPERVISOR), body=encode(body))
    replies.append(made.house.perform("B1", request))
    version = made.table().state.version
    replies.append(made.ask("approve", SUPERVISOR, actor="staff:bob", approval=f"B1-{version}"))
    body["amendment"] = {"command": "correct-cards", "cards": list(BANKER)}
    request = msgspec.structs.replace(made.request("call-pit", SUPERVISOR), body=encode(body))
    replies.append(made.house.perform("B1", request))
    version = made.table().state.version
    replies.append(made.ask("approve", SUPERVISOR, actor="staff:bob", approval=f"B1-{version}"))
    assert not any(each.done for each in replies)
    made.settle()
    assert [each.result().done for each in replies] == [True, True, False, True, False, True]
    assert load_round(made.store.records, "B1", 1).amendments == 2
    assert made.house.credits("T1") == 100_950
    sound(made)


def test_the_events_of_a_round_are_its_own_and_its_amendments() -> None:
    made = house()
    first = play(made, *BANKER)
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet("T2", "player", 1_000).done
    corrected(made, first, PLAYER)
    assert made.tell("close-bets", Role.DEALER).done
    deal(made, "9S", "2C", "KC", "3S")
    assert made.tell("settle", Role.DEALER).done
    kept = records_of_round(made.store.records, "B1", first)
    assert [each.event.kind for each in kept[-2:]] == ["round:round-settled", "round-amended"]
    assert Replay(made.store.records, "B1", first).round.cards == cards(" ".join(PLAYER[:4]))
    second = Replay(made.store.records, "B1", 2)
    assert [step.kind for step in second.steps()].count("round-amended") == 0
    assert second.round.cards == cards("9S 2C KC 3S")
    sound(made)


def test_a_repaired_table_still_knows_its_rounds() -> None:
    made = house()
    first = play(made, *BANKER)
    assert made.tell("begin-round", Role.DEALER).done
    made.table().stop(sentence_from("somebody pulled a plug"))
    asked = made.tell("repair-table", SHIFT, reason="looked at")
    assert made.tell("approve", SHIFT, actor="staff:bob", approval=asked.approval).done
    corrected(made, first, PLAYER)
    assert made.house.credits("T1") == 99_000
    assert audit(made.store.records).defects == []


@pytest.mark.parametrize("game", ["tiger", "sands-super"])
def test_the_terms_of_a_table_may_have_changed_since(game: str) -> None:
    made = house(game)
    first = play(made, *BANKER)
    coming = made.state().coming
    assert coming
    changed = usual(game, unit=500, run="dealer", cards="virtual")
    assert made.tell("configure", MANAGER, configuration=changed).done
    assert made.tell("begin-round", Role.DEALER).done
    asked = correct(made, first, PLAYER, SHIFT)
    assert made.approve(asked, SUPERVISOR).done, "its own shoe was a real one"
    assert made.house.credits("T1") == 99_000
    sound(made)


# Every family of games


class Game(NamedTuple):
    """A round of a game with a Dealer, its cards as they were read, and as they were dealt."""

    name: str
    read: str
    right: str
    nets: tuple[dict[str, int], dict[str, int]]
    next: str
    """The cards of another round of the same shoe."""
    clause: str


GAMES_PLAYED = [
    Game(
        "tiger",
        "8S 4C 3D 2H KH",
        "8S 4C AD 2H KH",
        ({"T1": 950, "T2": -1_000}, {"T1": -1_000, "T2": 1_000}),
        "4H 8D 3C KS",
        "ebaccarat 6.3",
    ),
    # 19 against 20; the Dealer's last card was a two: 18. T2 has a wager behind that of T1.
    Game(
        "lucky-8",
        "TS 6D 9H TC 4D",
        "TS 6D 9H TC 2D",
        ({"T1": -1_000, "T2": -500}, {"T1": 1_000, "T2": 500}),
        "8S 6H 8H KD 5C",
        "R-23",
    ),
    # 16 against 17; the second of the shared cards was a ten: 18.
    Game(
        "e-blackjack",
        "8H TS 8D 7C",
        "8H TS TD 7C",
        ({"T1": -1_000, "T2": -500}, {"T1": 1_000, "T2": 500}),
        "9H TC 9D 8C",
        "eblackjack 6.3",
    ),
]


def played(made: Housed, game: str, shown: str) -> int:
    """A round of any game in which T1 and T2 have bet and stand; its number."""
    assert made.tell("begin-round", Role.DEALER).done
    boxes = game == "lucky-8"
    wagers = ("banker", "player") if game == "tiger" else ("main", "main")
    stakes = (1_000, 1_000) if game == "tiger" else (1_000, 500)
    for name, wager, stake in zip(("T1", "T2"), wagers, stakes, strict=True):
        answer = made.bet(name, wager, stake, **({"box": 3} if boxes else {}))
        assert answer.done, answer.reason
    assert made.tell("close-bets", Role.DEALER).done
    left = shown.split()
    while made.round().phase is not Phase.SETTLED:
        chore = made.table().chore
        assert chore is not None
        offers = {each.command for each in made.state().expects()}
        if "deal-card" in offers and left:
            deal(made, left.pop(0))
        elif "decide" in offers:
            more = {"box": 3} if boxes else {}
            for name in ("T1",) if boxes else ("T1", "T2"):
                assert made.play("decide", name, action="stand", **more).done
            if not boxes:
                assert made.tell("close-decisions", Role.DEALER).done
        else:
            answer = made.tell(chore.command, Role.DEALER)
            assert answer.done, (chore, answer)
    assert not left
    return made.state().number


def nets_of(made: Housed, number: int) -> dict[str, int]:
    found: dict[str, int] = stands(made, number).nets()
    return found


@pytest.mark.parametrize("later", [0, 1, 5])
@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda each: each.name)
def test_every_family_of_games_is_put_right_however_late(game: Game, later: int) -> None:
    """On the table still, one round later, some rounds later; to and fro, with the cards read again each time."""
    made = house(game.name)
    before = purses(made, "T1", "T2")
    first = played(made, game.name, game.read)
    assert nets_of(made, first) == game.nets[0]
    others = [nets_of(made, played(made, game.name, game.next)) for _ in range(min(later, 2))]
    for _ in range(later - len(others)):
        assert made.tell("begin-round", Role.DEALER).done
        assert made.tell("refer", SHIFT, reason="nobody was ready", effect="void").done
    for shown, nets in ((game.right, game.nets[1]), (game.read, game.nets[0]), (game.right, game.nets[1])):
        corrected(made, first, tuple(shown.split()))
        assert nets_of(made, first) == nets
        for at, name in enumerate(("T1", "T2")):
            wanted = before[at] + nets[name] + sum(each[name] for each in others)
            assert made.house.credits(name) == wanted
        sound(made)
    said = msgspec.json.decode(list(made.store.records.events("table:B1"))[-1].body)
    assert said["events"][0]["clause"] == game.clause
    assert said["told"] == ["T1", "T2"]


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda each: each.name)
def test_every_family_of_games_takes_late_wagers_back_and_makes_earlier_rounds_void(game: Game) -> None:
    made = house(game.name)
    before = purses(made, "T1", "T2")
    first = played(made, game.name, game.read)
    second = played(made, game.name, game.next)
    box: Any = {"box": 3} if game.name == "lucky-8" else {}
    wager = "player" if game.name == "tiger" else "main"
    stake = 1_000 if game.name == "tiger" else 500
    asked = made.amend(first, "return-late-wager", SUPERVISOR, bettor="T2", wager=wager, amount=stake, **box)
    assert made.approve(asked, SUPERVISOR).done, asked
    assert nets_of(made, first) == {"T1": game.nets[0]["T1"]}
    assert made.house.credits("T2") == before[1] + nets_of(made, second)["T2"]
    sound(made)
    for number in (first, second):
        asked = made.amend(number, "refer", SHIFT, reason="the wrong shoe", effect="void")
        assert made.approve(asked, MANAGER).done, asked
        sound(made)
    assert purses(made, "T1", "T2") == before
    assert made.store.records.balance("win:B1") == 0


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=lambda each: each.name)
def test_every_family_of_games_goes_on_after_a_correction_in_the_middle_of_a_round(game: Game) -> None:
    for steps in range(1, 12):
        made = house(game.name)
        first = played(made, game.name, game.read)
        assert made.tell("begin-round", Role.DEALER).done
        left = game.next.split()
        assert made.bet(
            "T1", "banker" if game.name == "tiger" else "main", 1_000, **({"box": 3} if game.name == "lucky-8" else {})
        ).done
        for _ in range(steps):
            offers = {each.command for each in made.state().expects()}
            if "deal-card" in offers and left:
                deal(made, left.pop(0))
            elif "decide" in offers:
                assert made.play("decide", "T1", action="stand", **({"box": 3} if game.name == "lucky-8" else {})).done
                if game.name == "e-blackjack":
                    assert made.tell("close-decisions", Role.DEALER).done
            elif (chore := made.table().chore) and not made.state().over:
                assert made.tell(chore.command, Role.DEALER).done
        round = made.round()
        corrected(made, first, tuple(game.right.split()))
        assert made.round() == round
        sound(made)
