"""A table: on its timers, or by its Dealer's commands."""

import random
from typing import Any

import msgspec
import pytest

from croupier.games.catalogue import GAMES
from croupier.games.round import Phase, Role, encode
from croupier.games.terms import Limits
from croupier.house import events as house
from croupier.house.audit import audit
from croupier.house.configuration import changed, read, settings
from croupier.house.pace import Pace
from croupier.house.players import SimulatedPlayer
from croupier.house.table.offers import of_table
from croupier.house.table.state import Placed, Published, recovered
from croupier.refused import Refused
from housed import Housed, housed, until
from tables import usual

every_game = pytest.mark.parametrize("game", GAMES)
MAIN = {"lucky-8": "main", "e-blackjack": "main", "dueling-8s": "main"}


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    assert recovered(made.store.records, "B1") == made.state()


# Configuration

FILE = """
[tables.B1]
game = "tiger"
decks = 6
unit = "1.00"
without = ["tiger-pair"]
cut = 14
run = "dealer"
cards = "entered"

[tables.B1.limits]
all = "1.00..100.00"
banker = "5.00..500.00"

[tables.B2]
game = "dueling-8s"
boxes = 3
limits = { main = "5.00..500.00", sides = "1.00..100.00" }
rulings = {}
pace = { betting = 12.5, last_call = 3 }
"""


def test_a_configuration_is_read_as_people_write_it() -> None:
    tables = read(FILE)
    first, second = tables["B1"], tables["B2"]
    assert (first.terms.decks, first.terms.unit, first.run, first.cards, first.cut) == (6, 100, "dealer", "entered", 14)
    assert str(first.terms.limits["banker"]) == "5.00..500.00"
    assert str(first.terms.limits["tie"]) == "1.00..100.00"
    assert "tiger-pair" not in first.terms.offered
    assert (second.burn, second.terms.boxes, second.pace.betting) == (1, 3, 12.5)


def test_every_defect_of_every_table_is_named_at_once() -> None:
    with pytest.raises(Refused) as caught:
        read(
            '[shoes]\n[tables.B1]\ngame = "tiger"\ndecks = 3\nunit = 5\ncutt = 1\npace = { beting = 1 }\n'
            '[tables.B2]\ngame = "roulette"\n[tables."B 3"]\ngame = "lucky-8"\nboxes = 9\ncards = "entered"\n'
            "pace = { betting = -1 }"
        )
    said = caught.value.reason
    for each in (
        "unknown section shoes",
        "B1: unit: Expected `str`, got `int`",
        "B1: there is no setting cutt",
        "B1: pace: there is no pace beting",
        "B1: tiger is played with 4 to 10 decks",
        "B2: unknown game 'roulette'",
        "B 3: use only letters, digits",
        "B 3: a table of lucky-8 has 5 to 7 boxes",
        "B 3: an automatic table needs the virtual shoe",
        "the pace betting is 0 to 3600 seconds, not -1",
    ):
        assert each in said


@pytest.mark.parametrize("text", ["", "tables = 3", "[tables]\nB1 = 3", "[tables.B1", '[tables.B1]\ngame = ["tiger"]'])
def test_what_is_no_configuration_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_a_change_takes_effect_with_the_next_round_and_rounds_are_stamped() -> None:
    made = housed("tiger")
    higher = usual("tiger", unit=500)
    assert made.tell("configure", Role.PIT_MANAGER, configuration=higher).done
    assert made.bet(wager="banker", stake=100).done, "this round goes on as it began"
    until(made, "settled")
    made.wait(6)
    assert made.state().number == 2
    assert not made.bet(wager="banker", stake=100).done
    begun = [
        house.read_house(event.body) for event in made.store.records.events("table:B1") if event.kind == "round-begun"
    ]
    assert [(each.round, each.configuration) for each in begun] == [(1, 1), (2, 2)]  # type: ignore[union-attr]
    sound(made)


def test_other_decks_mean_another_shoe() -> None:
    made = housed("tiger")
    made.tell("configure", Role.PIT_MANAGER, configuration=usual("tiger", decks=4))
    until(made, "settled")
    made.wait(20)
    shoe = made.state().shoe
    assert isinstance(shoe, Published)
    assert shoe.commitment.decks == "4x52"
    sound(made)


def test_the_configuration_of_the_house_is_taken_over_when_it_opens() -> None:
    made = housed("tiger")
    made.tables = {"B1": usual("tiger", unit=500)}
    made.crash()
    assert made.state().coming_stamp == 2
    made.crash()
    assert made.state().coming_stamp == 2, "nothing new is no new version"


def test_a_change_by_staff_stands_until_the_file_says_something_new() -> None:
    made = housed("tiger")
    assert made.tell("change-settings", settings={"cut": 20}).done
    made.crash()
    assert (coming := made.state().coming)
    assert coming.cut == 20
    made.tables["B1"] = msgspec.structs.replace(made.tables["B1"], cut=30)
    made.crash()
    assert (coming := made.state().coming)
    assert coming.cut == 30


def test_only_a_pit_manager_sets_a_table_up_otherwise() -> None:
    made = housed("tiger")
    configuration = usual("tiger")
    for by in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR):
        assert not made.tell("configure", by, bettor="T1", configuration=configuration).done


# By itself


@every_game
def test_a_table_runs_by_itself_and_pays(game: str) -> None:
    made = housed(game)
    players = [SimulatedPlayer(name, random.Random(name)) for name in ("T1", "T2", "T3")]
    for _ in range(240):
        for player in players:
            wish = player.wish(made.state(), made.house.credits(player.name))
            if wish:
                fields = msgspec.json.decode(wish)
                answer = made.tell(fields.pop("command"), Role.PLAYER, **fields)
                assert answer.done, answer
        made.wait(1)
    assert made.state().number >= 2
    assert "round-settled" in {event.kind.partition(":")[2] for event in made.store.records.events("table:B1")}
    sound(made)


def test_bets_are_open_just_as_long_as_the_pace_says() -> None:
    made = housed("tiger", pace=Pace(betting=20, last_call=5, card=1.5, settle=3, pause=5))
    looking = made.house.subscribe("B1")
    made.wait(14.9)
    assert not looking.taken()
    made.wait(0.2)
    (call,) = looking.taken()
    assert (call.kind, call.body) == ("last-call", b'{"prompt":"Last bets, please"}')
    made.wait(4.8)
    assert made.bet(wager="tie", stake=100).done, "in the last moment"
    made.wait(0.2)
    refused = made.bet(wager="tie", stake=100)
    assert (refused.done, refused.clause) == (False, "ebaccarat 5.5")
    assert made.round().phase is Phase.DEALING
    made.wait(1.4)
    assert len(made.round().cards) == 1
    made.wait(1.5)
    assert len(made.round().cards) == 2


def test_what_is_next_is_said_in_the_words_of_the_document() -> None:
    made = housed("tiger")
    said: list[str] = []
    while made.state().number == 1:
        chore = made.table().chore
        assert chore is not None
        if not said or said[-1] != chore.prompt:
            said.append(chore.prompt)
        made.wait(0.25)
    assert said[:3] == ["No more bets", "First card to Player", "First card to Banker"]
    assert "wins" in said[-2] or "Tie" in said[-2]


@pytest.mark.clause("lucky8 5.22", "dueling8 5.19")
@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s"])
def test_who_does_not_decide_in_time_is_absent_and_the_hand_is_played(game: str) -> None:
    for seed in range(1, 20):
        made = housed(game, seed)
        assert made.bet(box=1).done
        until(made, "settled")
        if "absence-declared" in made.kinds():
            assert made.round().box(1).area.done
            sound(made)
            return
    raise AssertionError("nobody ever had anything to decide")


@pytest.mark.clause("eblackjack 3.18", "eblackjack 3.18.1")
def test_who_does_not_choose_in_time_is_played_by_the_default_strategy() -> None:
    for seed in range(1, 20):
        made = housed("e-blackjack", seed)
        assert made.bet().done
        until(made, "settled")
        if "decisions-closed" in made.kinds():
            assert {turn.choice for turn in made.round().turns[0].values()} == {"default"}
            assert all(hand.alone for hand in made.round().ways[0].hands)
            sound(made)
            return
    raise AssertionError("nobody ever had anything to decide")


def test_a_closed_table_ends_its_round_and_opens_again() -> None:
    made = housed("tiger")
    assert made.tell("close-table", Role.PIT_SUPERVISOR, reason="dinner").done
    assert not made.tell("close-table", Role.PIT_SUPERVISOR, reason="dinner").done
    made.wait(600)
    assert made.round().phase is Phase.SETTLED
    assert made.state().number == 1
    assert made.tell("begin-round").reason == "table B1 is closed: dinner"
    made.crash()
    assert made.state().closed == "dinner"
    assert made.tell("open-table", Role.PIT_SUPERVISOR).done
    made.wait(10)
    assert made.state().number == 2


def test_a_paused_table_stands_still_and_goes_on() -> None:
    made = housed("tiger")
    assert made.tell("pause-table", Role.PIT_SUPERVISOR, reason="a spilled drink").done
    assert not made.tell("pause-table", Role.PIT_SUPERVISOR, reason="again").done
    made.wait(600)
    assert made.round().phase is Phase.BETTING
    assert made.bet(wager="banker").reason == "table B1 is paused: a spilled drink"
    assert made.tell("resume-table", Role.DEALER).reason == "this needs a Pit Supervisor, not a Dealer"
    assert made.tell("resume-table", Role.PIT_SUPERVISOR).done
    assert made.bet(wager="banker").done
    until(made, "settled")
    made.tell("pause-table", Role.PIT_SUPERVISOR, reason="x")
    made.crash()
    made.wait(600)
    assert made.state().number == 1, "a pause outlives a crash"
    assert made.tell("begin-round").reason == "table B1 is paused: x"
    assert made.tell("resume-table").done
    made.wait(10)
    assert made.state().number == 2
    sound(made)


def test_a_table_is_handed_to_a_dealer_and_back_between_rounds() -> None:
    made = housed("tiger")
    assert made.tell("change-settings", settings={"run": "dealer"}).done
    until(made, "settled")
    made.wait(600)
    assert made.state().number == 1, "the Dealer opens the next"
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("change-settings", settings={"run": "automatic"}).done
    made.wait(600)
    assert made.round().phase is Phase.BETTING, "the round in play is the Dealer's to the end"
    for command in ("close-bets", "deal", "deal", "deal", "deal"):
        made.tell(command, Role.DEALER)
    while made.round().phase is Phase.DEALING:
        assert made.tell("deal", Role.DEALER).done
    assert made.tell("settle", Role.DEALER).done
    made.wait(10)
    assert made.state().number == 3
    assert made.tell("change-settings", settings={"run": "dealer"}).done
    until(made, "settled")
    assert made.tell("change-settings", settings={"run": "automatic"}).done
    assert made.tell("change-settings", settings={"run": "dealer"}).done
    made.wait(600)
    assert made.state().number == 3, "no timer is left over from when it was automatic"


def test_some_settings_change_and_the_others_stay() -> None:
    made = housed("tiger", limits={"tie": Limits(500, 1_000)})
    change = {"limits": {"banker": "5.00..500.00"}, "pace": {"betting": 30}, "without": ["tiger-pair"]}
    assert made.tell("change-settings", settings=change).done
    made.wait(60)
    configuration = made.state().configuration
    assert configuration
    named = {"tie": Limits(500, 1_000), "banker": Limits(500, 50_000)}
    assert configuration.terms.limits == {**usual("tiger", unit=100).terms.limits, **named}
    assert (configuration.pace.betting, configuration.pace.card) == (30, 1.5)
    assert "tiger-pair" not in configuration.terms.offered
    assert made.state().stamp == 2
    assert made.tell("change-settings", settings={"limits": {"tiger-pair": None}}).done, "which is not offered"
    assert (coming := made.state().coming)
    assert "tiger-pair" not in coming.terms.limits
    assert coming.terms.limits["tie"] == Limits(500, 1_000)
    sound(made)


def test_every_defect_of_a_change_is_named_and_nothing_is_changed() -> None:
    made = housed("tiger")
    wrong = {"game": "dragon", "decks": 3, "foo": 1, "pace": {"betting": -1}, "two_people": ["dance"]}
    answer = made.tell("change-settings", settings=wrong)
    for said in ("the game of a table cannot change", "no setting foo", "4 to 10 decks", "the pace betting", "dance"):
        assert said in str(answer.reason), said
    assert made.state().coming_stamp == 1
    assert made.tell("change-settings", settings={"decks": 8}).reason == "nothing was changed"


@pytest.mark.parametrize("game", GAMES)
def test_a_configuration_is_written_as_it_is_read(game: str) -> None:
    made = usual(game, unit=1_000, cut=30, two_people=("void",))
    other = usual(game, unit=1_000)
    assert changed("B1", other, {key: each for key, each in settings(made).items() if key != "game"}) == made


# Nobody bets, or everybody has decided


def test_baccarat_is_dealt_for_its_roads_when_nobody_bets() -> None:
    made = housed("tiger")
    made.wait(120)
    assert made.state().number > 2


@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s", "e-blackjack"])
def test_blackjack_waits_for_the_first_bet_and_then_for_its_time(game: str) -> None:
    box: dict[str, Any] = {} if game == "e-blackjack" else {"box": 1}
    made = housed(game)
    made.wait(3_600)
    assert (made.state().number, made.round().phase) == (1, Phase.BETTING)
    assert made.table().deadline is None
    made.crash()
    made.wait(3_600)
    assert made.bet(**box).done
    assert made.table().deadline == made.now + 20_000_000
    made.wait(10)
    assert made.bet("T2", **box).done
    made.wait(9)
    assert made.round().phase is Phase.BETTING
    made.wait(2)
    assert made.round().phase is not Phase.BETTING
    sound(made)


def test_who_takes_the_only_bet_back_leaves_the_table_waiting() -> None:
    made = housed("e-blackjack")
    assert made.bet().done
    assert made.play("withdraw-wager", wager="main").done
    made.wait(600)
    assert (made.state().number, made.round().phase) == (1, Phase.BETTING)
    assert made.tell("close-table", reason="dinner").done
    made.wait(60)
    assert made.round().phase is Phase.SETTLED


def test_a_window_closes_when_nobody_has_anything_left_to_choose() -> None:
    for seed in range(1, 40):
        made = housed("e-blackjack", seed)
        assert made.bet("T1").done
        assert made.bet("T2").done
        until(made, "playing")
        if not made.state().undecided():
            continue
        opened = made.now
        assert made.play("decide", "T1", action="stand").done
        assert made.table().deadline == opened + 15_000_000, "one has yet to choose"
        made.wait(1)
        assert made.play("decide", "T2", action="stand").done
        assert made.table().deadline == made.now + 1_500_000
        made.wait(2)
        assert "decisions-closed" in made.kinds()
        return
    raise AssertionError("nobody ever had anything to decide")


def in_a_window(*bettors: str, **settings: Any) -> Housed:
    """Everybody has a main wager on the shared stream, and has something to decide."""
    for seed in range(1, 40):
        made = housed("e-blackjack", seed, **settings)
        assert all(made.bet(each).done for each in bettors)
        until(made, "playing")
        if made.state().undecided():
            return made
    raise AssertionError("nobody ever had anything to decide")


@pytest.mark.clause("eblackjack 3.17", "eblackjack 5.9")
def test_a_window_lasts_its_whole_time_for_who_has_lost_the_line() -> None:
    made = in_a_window("T1", "T2")
    opened = made.now
    assert made.play("decide", "T1", action="stand").done
    made.wait(2)
    made.house.gone("T2")
    made.settle()
    assert made.round().lost == ("T2",)
    assert made.table().deadline == opened + 15_000_000
    made.wait(10)
    assert made.play("decide", "T2", action="stand").done, "it has come back in time"
    assert made.table().deadline == made.now + 1_500_000
    sound(made)


@pytest.mark.clause("eblackjack 3.17", "eblackjack 3.9", "eblackjack 5.9.1")
def test_after_a_restart_everybody_has_the_whole_time_to_decide() -> None:
    made = in_a_window("T1", "T2", pace=Pace(decision=15, card=1))
    assert made.play("decide", "T1", action="stand").done
    made.wait(14)
    made.crash()
    assert set(made.round().lost) == {"T1", "T2"}
    assert made.table().deadline == made.now + 15_000_000
    made.wait(14.5)
    assert made.round().choices == {"T1": "stand"}, "the window is open, and what was chosen is kept"
    assert made.play("decide", "T2", action="stand").done
    made.wait(2)
    assert {who: turn.choice for who, turn in made.round().turns[0].items()} == {"T1": "stand", "T2": "stand"}
    sound(made)


@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s"])
def test_after_a_restart_the_one_in_control_has_the_whole_time_to_decide(game: str) -> None:
    for seed in range(1, 40):
        made = housed(game, seed)
        assert made.bet(box=1).done
        while (chore := made.table().chore) and chore.command not in ("declare-absent", "settle"):
            made.wait(0.25)
        if chore is None or chore.command == "settle":
            continue
        made.wait(14)
        made.crash()
        assert made.table().deadline == made.now + 15_000_000
        return
    raise AssertionError("nobody ever had anything to decide")


# The shoe


def test_the_round_in_which_the_cutting_card_comes_is_the_last_of_its_shoe() -> None:
    made = housed("tiger", decks=4, cut=180)
    made.wait(600)
    kinds = made.kinds()
    assert "cutting-card-removed" in kinds
    after = kinds[kinds.index("cutting-card-removed") :]
    assert after.index("shoe-retired") < after.index("bets-opened")
    assert after.index("shoe-retired") + 1 == after.index("shoe-opened")
    sound(made)


@pytest.mark.clause("ebaccarat 5.3")
def test_a_baccarat_shoe_that_runs_out_voids_the_round() -> None:
    made = housed("tiger", decks=4, cut=0, pace=Pace(betting=1, last_call=0, card=0, settle=0, pause=0))
    for _ in range(60):
        made.bet(wager="banker", stake=100)
        made.wait(1.5)
        if "round-voided" in made.kinds():
            break
    assert made.round().void is not None or "round-voided" in made.kinds()
    assert made.kinds().count("round-voided") == 1
    made.wait(30)
    sound(made)


@pytest.mark.clause("lucky8 5.19", "dueling8 5.16")
@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s"])
def test_on_boxes_the_discards_are_shuffled_and_the_round_goes_on(game: str) -> None:
    pace = Pace(betting=5, last_call=0, card=0, confirm=0, offer=0, decision=1, join=0, settle=0, pause=0, shuffle=0)
    made = housed(game, decks=min(GAMES[game].decks), cut=0, boxes=7 if game == "dueling-8s" else 5, pace=pace)
    for _ in range(40):
        for box in (1, 2, 3, 4, 5):
            made.bet(box=box, stake=100)
        made.wait(20)
        if "discards-shuffled" in made.kinds():
            break
    kinds = made.kinds()
    at = kinds.index("discards-shuffled")
    assert kinds[at + 1 : at + 3] == ["shoe-retired", "shoe-opened"]
    made.wait(60)
    opened = [
        house.read_house(event.body) for event in made.store.records.events("table:B1") if event.kind == "shoe-opened"
    ]
    decks = [each.commitment.decks for each in opened]  # type: ignore[union-attr]
    assert any(" less " in each for each in decks), "what lies on the table is not in the new shoe"
    sound(made)


@pytest.mark.parametrize("orders", [True, False])
def test_r13_an_empty_shoe_of_electronic_blackjack_is_the_shift_managers(orders: bool) -> None:
    pace = Pace(betting=5, last_call=0, card=0, offer=0, decision=1, settle=0, pause=0, shuffle=0)
    made = housed("e-blackjack", decks=2, cut=0, pace=pace, standing_orders=orders)
    for _ in range(200):
        made.bet(stake=100)
        made.wait(10)
        if "round-voided" in made.kinds() or made.table().chore is None:
            break
    if not orders:
        made.wait(600)
        assert made.table().chore is None
        assert not made.tell("run-out", Role.PIT_MANAGER).done
        assert made.tell("run-out", Role.GAMING_SHIFT_MANAGER).done
    assert "round-voided" in made.kinds()
    made.wait(30)
    sound(made)


def test_fear_a_card_is_said_to_come_from_the_virtual_shoe() -> None:
    made = housed("tiger", run="dealer")
    made.tell("begin-round")
    made.tell("close-bets")
    for command in ("deal-card", "find-face-up-card"):
        refused = made.tell(command, card="9S")
        assert "virtual shoe" in (refused.reason or "")
    assert "virtual shoe" in (made.tell("reconstruct", cards=["9S"]).reason or "")
    assert "terms" in (made.tell("open-bets", terms=usual("tiger").terms).reason or "")
    assert made.round().cards == ()
    assert not made.tell("run-out", Role.GAMING_SHIFT_MANAGER).done, "cards are left"


def test_the_undealt_order_is_nowhere_in_the_records() -> None:
    made = housed("tiger")
    shoe = made.state().shoe
    assert isinstance(shoe, Published)
    order = made.table()._cabinet.at(shoe)._hidden.order
    text = b"".join(event.body for event in made.store.records.events("table:B1"))
    assert "".join(order[:4]).encode() not in text
    assert " ".join(order[:4]).encode() not in text


# By a Dealer


def test_a_dealer_runs_the_table_from_the_virtual_shoe() -> None:
    made = housed("tiger", run="dealer")
    made.wait(600)
    assert made.round() is None, "nothing happens by itself"
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet(wager="banker", stake=500).done
    made.wait(600)
    assert made.round().phase is Phase.BETTING
    assert made.tell("close-bets", Role.DEALER).done
    assert not made.tell("begin-round", Role.DEALER).done
    while made.round().phase is Phase.DEALING:
        assert made.tell("deal", Role.DEALER).done
    assert "too many" in (made.tell("deal", Role.DEALER).reason or "")
    assert made.tell("settle", Role.DEALER).done
    assert made.tell("begin-round", Role.DEALER).done
    sound(made)


def between_rounds(**settings: Any) -> Housed:
    """A table whose virtual shoe has shown the cards of one round."""
    made = housed("tiger", run="dealer", **settings)
    made.tell("begin-round")
    made.tell("close-bets")
    while made.round().phase is Phase.DEALING:
        made.tell("deal")
    made.tell("settle")
    return made


@pytest.mark.parametrize("run", ["dealer", "automatic"])
def test_fear_a_dealer_shuffles_by_the_count(run: str) -> None:
    made = between_rounds()
    if run == "automatic":
        made.tell("change-settings", settings={"run": "automatic"})
    before = made.state().shoe
    for role in (Role.DEALER, Role.PIT_SUPERVISOR):
        for command, said in (("shuffle", {}), ("shuffle-early", {"reason": "it runs hot"})):
            refused = made.tell(command, role, **said)
            assert not refused.done
            assert refused.clause in ("R-11", "R-15")
    assert made.tell("shuffle-early", Role.PIT_MANAGER, reason=" ").reason is not None
    assert made.state().shoe == before, "nothing of it was shuffled"
    offers = {each.expected.command: each.expected.by for each in of_table(made.state(), made.now)}
    assert (offers.get("shuffle"), offers["shuffle-early"]) == (None, Role.PIT_MANAGER)
    assert made.tell("shuffle-early", Role.PIT_MANAGER, reason="a drink was spilled on it", actor="staff:meg").done
    assert made.state().shoe != before
    [kept] = [event for event in made.store.records.events("table:B1") if event.kind == "shuffled-early"]
    told = house.read_house(kept.body)
    assert isinstance(told, house.ShuffledEarly)
    assert (kept.actor, told.reason, told.left) == ("staff:meg", "a drink was spilled on it", before.left)  # type: ignore[union-attr]
    assert made.tell("shuffle-early", Role.PIT_MANAGER, reason="again").done is False, "nothing of it was seen yet"
    assert made.tell("shuffle", Role.DEALER).done, "and so nobody can count it"
    sound(made)


def test_a_shuffle_that_is_due_is_the_dealers() -> None:
    made = between_rounds(cut=412)
    assert made.state().shuffle_due
    assert made.tell("shuffle-early", Role.PIT_MANAGER, reason="it is time").done is False
    assert made.tell("shuffle", Role.DEALER).done
    sound(made)


def test_a_dealer_enters_the_cards_of_a_real_shoe() -> None:
    made = housed("tiger", run="dealer", cards="entered", decks=4)
    made.tell("begin-round")
    assert isinstance(made.state().shoe, Placed)
    made.tell("close-bets")
    assert "enter the card" in (made.tell("deal").reason or "")
    for card in ("8S", "4C", "3D", "2H", "KH"):
        assert made.tell("deal-card", card=card).done
    assert made.tell("settle").done
    sound(made)


def test_fear_a_card_that_cannot_be_in_the_shoe_is_entered() -> None:
    made = housed("tiger", run="dealer", cards="entered", decks=4)
    for _ in range(2):
        made.tell("begin-round")
        made.tell("close-bets")
        for card in ("9S", "8C", "9S", "TD"):
            assert made.tell("deal-card", card=card).done
        made.tell("settle")
    made.tell("begin-round")
    made.tell("close-bets")
    refused = made.tell("deal-card", card="9S")
    assert (refused.reason, refused.clause) == ("4x52 cannot have another 9S: 4 are already out", "ebaccarat 2.1")
    made.crash()
    made.tell("begin-round")
    made.tell("close-bets")
    assert not made.tell("deal-card", card="9S").done, "nor after an interruption"
    assert made.tell("deal-card", card="8C").done
    made.tell("void-round", clause="ebaccarat 5.2")
    assert made.tell("shuffle").done
    made.tell("begin-round")
    made.tell("close-bets")
    assert made.tell("deal-card", card="9S").done, "another shoe has them again"
    sound(made)


@pytest.mark.parametrize("command", ["begin-round", "deal", "shuffle", "close-table", "close-bets", "settle"])
def test_fear_a_player_gives_the_commands_of_staff(command: str) -> None:
    made = housed("tiger", run="dealer")
    made.tell("begin-round")
    more: dict[str, Any] = {"reason": "mine"} if command == "close-table" else {}
    assert not made.tell(command, Role.PLAYER, bettor="T1", **more).done
    assert made.round().phase is Phase.BETTING


def test_seats_stay_taken_from_round_to_round() -> None:
    made = housed("lucky-8", boxes=5, no_bets="deal")
    assert made.play("take-seat", box=2).done
    until(made, "settled")
    made.wait(6)
    assert made.state().number == 2
    assert made.state().seats() == {2: "T1"}
    made.crash()
    assert made.state().seats() == {2: "T1"}


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"command": 3}', b'{"command": "dance"}', b"\xff", b"{" * 9000])
def test_what_is_no_command_is_refused_in_one_line(body: bytes) -> None:
    made = housed("tiger")
    request = msgspec.structs.replace(made.request("settle"), body=body)
    reply = made.house.perform("B1", request)
    made.settle()
    answer = reply.result()
    assert not answer.done
    assert "\n" not in (answer.reason or "")
    assert encode(answer)


def test_a_terminal_that_leaves_before_the_first_round_is_nothing_to_record() -> None:
    made = housed("dueling-8s", run="dealer")
    version = made.state().version
    made.house.gone("T1")
    made.house.back("T1")
    made.settle()
    assert made.state().version == version
