"""Players without a terminal, at tables with boxes: their money, what staff enter for them, and what nobody may."""

from typing import Any

import msgspec
import pytest

from croupier.games.round import Phase, Role
from croupier.house.accounting.report import report
from croupier.house.audit import audit
from croupier.house.audit.tables import TablesCheck
from croupier.house.days import Calendar
from croupier.house.house import House
from croupier.house.ledger import Posting
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Draft, Event, Store
from croupier.house.store.records import EventRecord
from croupier.house.table import Request
from croupier.house.table.state import recovered
from croupier.refused import Refused
from croupier.words import sentence_from
from housed import Housed, housed
from serving import SLOW, Person, TestClient, served
from stores import KEYS
from tables import usual

DEALER = Role.DEALER


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []
    for name in made.tables:
        assert recovered(made.store.records, name) == made.state(name)
    assert sum(made.store.records.balances().values()) == 0


def table(game: str = "lucky-8", **settings: Any) -> Housed:
    """Bets are open at a table that a Dealer runs, with one player without a terminal."""
    made = housed(game, run="dealer", boxes=5, cards="entered", **settings)
    assert made.tell("begin-round", DEALER).done
    assert made.tell("seat-player", DEALER, name="ann", cents=50_000).done
    return made


def for_ann(made: Housed, command: str, by: Role = DEALER, **fields: Any) -> Any:
    return made.tell(command, by, bettor="ann", actor="staff:dan", **fields)


# Money


def test_a_player_buys_in_at_the_table_plays_and_is_paid_off() -> None:
    made = table()
    assert made.state().players == ("ann",)
    assert made.tell("buy-in-at-table", DEALER, name="ann", cents=10_000).done
    assert made.house.credits("ann") == 60_000
    assert for_ann(made, "place-wager", wager="main", stake=2_000, box=2).done
    refused = made.tell("pay-off-player", DEALER, name="ann")
    assert (refused.reason, refused.clause) == ("ann has 20.00 in play: wait until the round is over", "R-41")
    made.tell("close-bets", DEALER)
    for card in ("TC", "7D", "9C"):
        assert made.tell("deal-card", DEALER, card=card).done
    for command in ("confirm-deal", "close-offers"):
        made.tell(command, DEALER)
    made.tell("declare-absent", DEALER, bettor="ann", box=2)
    made.tell("deal-card", DEALER, card="TD")
    assert made.tell("settle", DEALER).done
    assert made.house.credits("ann") == 62_000
    assert made.tell("pay-off-player", Role.PIT_SUPERVISOR, name="ann").done
    assert made.house.credits("ann") == 0
    assert made.state().players == ()
    kinds = [each for each in made.kinds() if each.startswith("player-")]
    assert kinds == ["player-seated", "player-bought-in", "player-paid-off"]
    assert not made.tell("pay-off-player", DEALER, name="ann").done
    sound(made)


def test_who_buys_more_stays_where_they_are_among_the_others() -> None:
    made = table()
    assert made.tell("seat-player", DEALER, name="bob", cents=1_000).done
    assert made.tell("buy-in-at-table", DEALER, name="ann", cents=1_000).done
    made.tell("close-bets", DEALER)
    made.tell("settle", DEALER)
    assert made.tell("begin-round", DEALER).done
    assert made.state().players == ("ann", "bob")
    sound(made)


@pytest.mark.parametrize("cents", [0, -100, 10**16])
def test_fear_money_is_made_of_nothing(cents: int) -> None:
    made = table()
    assert not made.tell("seat-player", DEALER, name="bob", cents=cents).done
    assert not made.tell("buy-in-at-table", DEALER, name="ann", cents=cents).done
    assert made.house.credits("ann") == 50_000
    sound(made)


def test_fear_staff_stake_more_for_a_player_than_they_have() -> None:
    made = table()
    refused = for_ann(made, "place-wager", wager="main", stake=60_000, box=1)
    assert (refused.done, refused.kind) == (False, "overdraft")
    sound(made)


def test_who_has_lost_everything_leaves_with_nothing() -> None:
    made = housed("lucky-8", run="dealer", boxes=5)
    assert made.tell("seat-player", DEALER, name="ann", cents=1_000).done
    made.tell("begin-round")
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=1).done
    made.tell("close-bets")
    while made.round().phase not in (Phase.SETTLED, Phase.VOID):
        chore = made.table().chore
        assert chore is not None
        about: dict[str, Any] = {"bettor": chore.bettor, "box": chore.box} if chore.bettor else {}
        assert made.tell("deal" if chore.command == "deal-card" else chore.command, **about).done
    won = made.round().nets()["ann"]
    assert made.tell("pay-off-player", name="ann").done
    assert made.house.credits("ann") == 0
    assert won in (-1_000, 0, 1_000, 1_500)
    sound(made)


def test_a_player_outlives_a_crash_and_a_new_shoe() -> None:
    made = table()
    made.crash()
    assert made.state().players == ("ann",)
    for _ in range(2):
        assert made.tell("refer", reason="enough", effect="void").done
        assert made.tell("shuffle").done
        made.crash()
        assert made.state().players == ("ann",)
        assert made.tell("begin-round").done
        made.crash()
    assert made.state().players == ("ann",)
    assert made.house.credits("ann") == 50_000
    sound(made)


# Names


def test_fear_a_name_is_two_peoples() -> None:
    made = Housed(
        1,
        B1=usual("lucky-8", run="dealer", boxes=5),
        B2=usual("dueling-8s", run="dealer", boxes=5),
        B3=usual("tiger", run="dealer"),
    ).rich()
    refused = made.tell("seat-player", DEALER, name="T1", cents=1_000)
    assert (refused.reason, refused.clause) == ("T1 is the name of a terminal: choose another name", "R-41")
    assert made.tell("seat-player", DEALER, name="ann", cents=1_000).done
    for at in ("B1", "B2"):
        refused = made.tell("seat-player", DEALER, table=at, name="ann", cents=1_000)
        assert refused.reason == "ann is already at table B1: choose another name"
    assert made.tell("seat-player", DEALER, table="B3", name="bob", cents=1_000).reason == (
        "tiger is played at terminals only"
    )
    assert not made.tell("seat-player", DEALER, name="a b", cents=1_000).done
    money = made.pay("buy-in", "ann", cents=1_000)
    assert money.reason == "ann plays without a terminal: table B1 handles their money"
    made.tell("begin-round")
    own = made.bet("ann", box=1)
    assert (own.done, own.reason) == (False, "a player without a terminal uses the name ann")
    made.tell("begin-round", table="B2")
    there = made.tell("place-wager", DEALER, table="B2", bettor="ann", wager="main", stake=1_000, box=1)
    assert there.reason == "ann plays at table B1"
    assert made.tell("pay-off-player", name="ann").done
    assert made.tell("seat-player", DEALER, table="B2", name="ann", cents=1_000).done, "who has left may come again"
    sound(made)


def test_fear_somebody_inherits_what_an_earlier_player_of_the_name_was_owed() -> None:
    made = table()
    assert made.tell("pay-off-player", name="ann").done
    # A correction of an earlier round, after she has gone.
    moved = Draft("round:late", b"{}", (Posting("win:B1", "terminal:ann", 700, "correction"),))
    made.store.append(Append(stream="elsewhere", drafts=(moved,), at=made.now, actor="house"))
    made.crash()
    refused = made.tell("seat-player", DEALER, name="ann", cents=1_000)
    assert refused.reason == "7.00 of an earlier player ann is not paid out yet: choose another name"


def test_no_terminal_takes_the_name_of_somebody_who_played_without_one(tmp_path: Any) -> None:
    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        tables = {"B1": usual("lucky-8", run="dealer", boxes=5)}
        house = House.open(store, KEYS, tables, entropy=seeded(1), clock=lambda: 0)
        people = People(store, KEYS, 0, PeopleSettings(hashing=QUICK))
        people.first("ruth", "ruth knows this one", 0)
        _, ruth = people.sign_in("ruth", "ruth knows this one", 0)
        people.add_terminal(ruth, "T1", "482915", 0)

        def seat(name: str) -> Any:
            body = msgspec.json.encode({"command": "seat-player", "name": name, "cents": 1_000})
            reply = house.perform("B1", Request(id=name, actor="staff:dan", by=DEALER, body=body))
            while not reply.done:
                house.pump()
            return reply.result()

        assert seat("T1").reason == "T1 is the name of a terminal: choose another name"
        assert seat("ann").done
        with pytest.raises(Refused, match="ann has been used by a player without a terminal"):
            people.add_terminal(ruth, "ann", "482916", 0)
        people.add_terminal(ruth, "bob", "482917", 0)


# What staff enter


@pytest.mark.clause("lucky8 3.7", "lucky8 3.31")
def test_r41_staff_enter_what_a_player_without_a_terminal_asks_for_and_signals() -> None:
    made = table()
    assert made.tell("refer", reason="enough", effect="void").done
    made.tell("begin-round")
    assert made.tell("seat-player", DEALER, name="bea", cents=50_000, box=3).done
    assert made.state().seats() == {3: "bea"}
    assert for_ann(made, "take-seat", box=2).done
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=2).done
    assert for_ann(made, "place-wager", wager="main", stake=2_000, box=2).done, "raised"
    assert for_ann(made, "place-wager", wager="pair", stake=100, box=2).done
    assert for_ann(made, "withdraw-wager", wager="pair", box=2).done
    made.tell("close-bets", DEALER)
    for card in ("8C", "6D", "8D"):
        assert made.tell("deal-card", DEALER, card=card).done
    made.tell("confirm-deal", DEALER)
    made.tell("close-offers", DEALER)
    assert for_ann(made, "decide", Role.PIT_SUPERVISOR, action="split", box=2).done
    assert made.house.credits("ann") == 46_000
    for card in ("TD", "TC"):
        assert made.tell("deal-card", DEALER, card=card).done
        assert for_ann(made, "decide", action="stand", box=2).done
    placed = [
        (each.kind, each.actor, msgspec.json.decode(each.body)["event"].get("placed_by"))
        for each in made.store.records.events("table:B1")
        if each.kind in ("round:wager-placed", "round:hand-decided") and each.actor == "staff:dan"
    ]
    assert placed[0] == ("round:wager-placed", "staff:dan", "dealer"), "who entered it, in which position"
    assert {each[1] for each in placed} == {"staff:dan"}
    sound(made)


@pytest.mark.clause("lucky8 3.7", "dueling8 3.7")
@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s"])
def test_wagers_are_placed_for_anybody_who_asks_and_nothing_else_is_done_for_who_has_a_terminal(game: str) -> None:
    made = table(game)
    placed = made.tell("place-wager", DEALER, bettor="T1", wager="main", stake=1_000, box=1)
    assert placed.done
    said = "T1 plays at a terminal: staff enter this only for players without one"
    for command, fields in (
        ("withdraw-wager", {"wager": "main", "box": 1}),
        ("take-seat", {"box": 1}),
    ):
        refused = made.tell(command, Role.GAMING_SHIFT_MANAGER, bettor="T1", **fields)
        assert refused.reason == said, command
    made.tell("close-bets", DEALER)
    for card in ("8C", "6D", "7D")[: 1 if game == "dueling-8s" else 3]:
        assert made.tell("deal-card", DEALER, card=card).done
    made.tell("confirm-deal", DEALER)
    made.tell("close-offers", DEALER)
    refused = made.tell("decide", DEALER, bettor="T1", action="stand", box=1)
    assert refused.reason == said
    assert made.play("decide", "T1", action="stand", box=1).done
    sound(made)


def test_a_players_own_limits_hold_for_what_staff_place_for_them() -> None:
    made = table()
    assert made.pay("set-own-limits", "T1", loss=500).done
    refused = made.tell("place-wager", DEALER, bettor="T1", wager="main", stake=1_000, box=1)
    assert "your loss limit" in (refused.reason or "")
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=1).done


def test_fear_a_player_seats_somebody() -> None:
    made = table()
    for command, fields in (
        ("seat-player", {"name": "eve", "cents": 100}),
        ("buy-in-at-table", {"name": "ann", "cents": 100}),
        ("pay-off-player", {"name": "ann"}),
    ):
        request = made.request(command, Role.PLAYER, bettor="T1", **fields)
        reply = made.house.perform("B1", request)
        made.settle()
        assert not reply.result().done
    assert made.state().players == ("ann",)


def test_who_has_left_sits_at_no_box_in_the_next_round() -> None:
    made = table()
    assert for_ann(made, "take-seat", box=4).done
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=4).done
    made.tell("close-bets")
    assert made.tell("refer", reason="enough", effect="void").done
    assert made.tell("pay-off-player", name="ann").done
    assert made.tell("begin-round").done
    assert made.state().seats() == {}
    sound(made)


# Who sees what, and the books


def test_staff_see_them_with_their_credits_and_players_see_a_place() -> None:
    tables = {"J1": usual("lucky-8", run="dealer", boxes=5, pace=SLOW)}
    with served(tables) as (app, desk), TestClient(app) as client:
        dealer, guest = Person.staff(client, desk, "dealer"), Person.guest(client)
        assert dealer.give("J1", "begin-round", round=None).status_code == 200
        seat = {"command": "seat-player", "name": "ann", "cents": 50_000}
        assert dealer.post("/api/tables/J1/commands", {"id": "1", "command": seat}).status_code == 200
        bet = {"command": "place-wager", "bettor": "ann", "wager": "main", "stake": 2_000, "box": 2}
        assert dealer.post("/api/tables/J1/commands", {"id": "2", "command": bet}).status_code == 200
        seen = dealer.get("/api/tables/J1").json()
        assert seen["private"]["staff"]["players"] == [
            {"player": "ann", "credits": 48_000, "boxes": [], "wagers": {"main on 2": 2_000}}
        ]
        shown = guest.get("/api/tables/J1")
        assert "ann" not in shown.text
        (bettor,) = shown.json()["public"]["round"]["lies"]["boxes"][1]["bettors"]
        assert (bettor["who"], bettor["stakes"]) == ("guest 2.1", [{"wager": "main", "stake": 2_000}])
        off = {"command": "pay-off-player", "name": "ann"}
        assert dealer.post("/api/tables/J1/commands", {"id": "3", "command": off}).status_code == 422


def test_what_they_bring_is_drop_of_their_table_and_counts_towards_what_is_reported() -> None:
    made = table()
    assert made.tell("seat-player", DEALER, name="bob", cents=2_000_000, actor="staff:eve").done
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=1).done
    assert made.tell("refer", reason="enough", effect="void").done
    assert made.tell("pay-off-player", name="bob").done
    day = Calendar().of(made.now)
    found = report(made.store.records, day.since, day.until, threshold=1_000_000)
    by_table = {line.name: line for line in found.by["table"]}
    assert by_table["B1"].drop == 2_050_000
    patrons = {each.terminal: each for each in found.patrons}
    assert (patrons["bob"].cash_in, patrons["bob"].cash_out) == (2_000_000, 2_000_000)
    assert patrons["bob"].notice
    assert not patrons["ann"].notice


def test_fear_the_audit_lets_staff_act_for_who_has_a_terminal() -> None:
    checks = TablesCheck()
    made = table()
    for kept in made.store.records.event_records():
        assert not list(checks.see(kept))
    event = {"event": "hand-decided", "bettor": "T1", "action": "stand", "box": 1, "placed_by": "dealer"}
    body = msgspec.json.encode({"round": 1, "event": event})
    forged = EventRecord(Event(99, "table:B1", 99, "round:hand-decided", 0, "staff:dan", body, b""), (), (), ())
    (defect,) = checks.see(forged)
    assert defect.said == "dealer acted for T1, who is not at the table without a terminal"


def test_two_people_repair_a_table_and_its_players_keep_their_credits() -> None:
    made = table()
    assert for_ann(made, "place-wager", wager="main", stake=1_000, box=1).done
    made.table().stop(sentence_from("for a test"))
    asked = made.tell("repair-table", Role.GAMING_SHIFT_MANAGER, reason="it has stopped")
    assert asked.approval
    assert made.tell("approve", Role.GAMING_SHIFT_MANAGER, actor="staff:gil", approval=asked.approval).done
    assert made.state().players == ("ann",)
    assert made.house.credits("ann") == 50_000
    assert made.tell("pay-off-player", name="ann").done
    sound(made)
