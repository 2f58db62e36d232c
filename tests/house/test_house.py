"""The house: money, fears, and coming up again after an interruption."""

import asyncio
import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games.catalogue import GAMES
from croupier.games.round import Phase, Role, encode
from croupier.house import events as house
from croupier.house.audit import audit
from croupier.house.house import House
from croupier.house.pace import Pace
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Receipt, Records, Store, Unavailable
from croupier.house.store.chain import link
from croupier.house.table import Answer, Reply, Request
from croupier.house.table import damage as damage_of
from croupier.house.table.damage import damaged
from croupier.house.table.state import recovered
from croupier.words import sentence_from
from housed import Housed, at_rest, housed, until
from stores import KEYS, fresh
from tables import usual

SOON = Pace(betting=0.05, last_call=0, card=0, confirm=0, offer=0, decision=0.05, join=0, settle=0, pause=0, shuffle=0)


def sound(made: Housed) -> None:
    assert [str(defect) for defect in audit(made.store.records).defects] == []


def in_play(made: Housed) -> int:
    return sum(made.store.records.balances("stakes:").values())


# Money


def test_money_comes_in_and_goes_out_again() -> None:
    made = housed("tiger")
    assert made.house.credits("T1") == 100_000
    assert made.pay("cash-out", cents=30_000).done
    issued = made.pay("issue-voucher", cents=20_000)
    assert issued.voucher is not None
    assert len(issued.voucher) == 16
    assert made.house.credits("T1") == 50_000
    assert made.pay("redeem-voucher", "T2", voucher=issued.voucher).done
    assert made.house.credits("T2") == 120_000
    assert made.pay("cash-out").done, "all of it"
    assert made.house.credits("T1") == 0
    assert made.pay("cash-out").reason == "there is nothing to move"
    sound(made)


@pytest.mark.parametrize(
    "command",
    [
        {"command": "buy-in", "cents": -5},
        {"command": "buy-in", "cents": 0},
        {"command": "buy-in", "cents": 10**18},
        {"command": "buy-in", "cents": 1.5},
        {"command": "cash-out", "cents": -100},
        {"command": "cash-out", "cents": 100_001},
        {"command": "issue-voucher"},
        {"command": "issue-voucher", "cents": None},
        {"command": "issue-voucher", "cents": 0},
        {"command": "issue-voucher", "cents": -1},
        {"command": "issue-voucher", "cents": 100_001},
        {"command": "redeem-voucher", "voucher": "NOBODYISSUEDTHIS"},
        {"command": "redeem-voucher", "voucher": "../etc"},
        {"command": "steal"},
    ],
    ids=str,
)
def test_fear_money_is_made_of_nothing(command: dict[str, Any]) -> None:
    made = housed("tiger")
    before = made.store.records.balances()
    fields = dict(command)
    assert not made.pay(fields.pop("command"), **fields).done
    assert made.store.records.balances() == before


def test_fear_a_voucher_is_redeemed_twice() -> None:
    made = housed("tiger")
    code = made.pay("issue-voucher", cents=20_000).voucher
    requests = [
        made.house.pay(
            name,
            Request(
                id="v",
                actor=f"terminal:{name}",
                by=Role.PLAYER,
                body=encode({"command": "redeem-voucher", "voucher": code}),
            ),
        )
        for name in ("T1", "T2")
    ]
    made.settle()
    assert [reply.result().done for reply in requests] == [True, False]
    sound(made)


def test_fear_the_same_command_is_another_when_it_is_spaced_otherwise() -> None:
    made = housed("tiger")
    bodies = (
        b'{"command":"place-wager","bettor":"T1","wager":"banker","stake":1000}',
        b'{ "stake": 1000,\n\t"wager": "banker", "bettor": "T1", "command": "place-wager" }',
        b'{"command":"place-wager","bettor":"T1","wager":"b\\u0061nker","stake":1000}',
    )
    told = []
    for opened_anew in (False, True):
        if opened_anew:
            made.crash()
        for body in bodies:
            request = Request(id="once", actor="terminal:T1", by=Role.PLAYER, body=body, round=1)
            reply = made.house.perform("B1", request)
            made.settle()
            told.append(reply.result())
    assert told[0].done
    assert told == [told[0]] * 6, "it is the same command, and gets the same answer"
    other = Request(id="once", actor="terminal:T1", by=Role.PLAYER, body=bodies[0].replace(b"1000", b"2000"), round=1)
    assert made.house.perform("B1", other).result().kind == "reused"


def test_fear_somebody_cashes_out_anothers_credits() -> None:
    made = housed("tiger")
    assert not made.pay("cash-out", "T1", actor="terminal:T2", cents=100).done


# Fears of those who bet


def test_fear_a_wager_is_acknowledged_before_it_is_durable() -> None:
    made = housed("tiger")
    looking = made.house.subscribe("B1")
    reply = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    made.house.pump()
    assert not reply.done
    assert not looking.taken()
    assert made.state().round.stakes == {}  # type: ignore[union-attr]
    made.settle()
    assert reply.result().done
    (update,) = looking.taken()
    assert (update.kind, update.version) == ("round:wager-placed", reply.result().version)


def test_fear_a_double_click_bets_twice() -> None:
    made = housed("tiger")
    request = made.request("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    first, second = made.house.perform("B1", request), made.house.perform("B1", request)
    made.settle()
    assert first.result() == second.result()
    assert made.kinds().count("wager-placed") == 1
    made.wait(25)
    again = made.house.perform("B1", request)
    assert again.result() == first.result(), "also when bets are closed"


def test_fear_a_wager_sent_again_after_a_crash_is_placed_twice() -> None:
    made = housed("lucky-8", boxes=5)
    request = made.request("place-wager", Role.PLAYER, bettor="T1", wager="main", stake=500, box=1)
    other = made.request("place-wager", Role.PLAYER, bettor="T2", wager="main", stake=700, box=2)
    first = made.house.perform("B1", request)
    made.settle()
    made.crash()
    assert made.round().phase is Phase.BETTING, "bets are still open"
    again, beside = made.house.perform("B1", request), made.house.perform("B1", other)
    made.settle()
    assert again.result() == first.result()
    assert beside.result().done, "who came behind it is decided once more"
    assert made.kinds().count("wager-placed") == 2
    assert made.table().state == made.state() == recovered(made.store.records, "B1")
    assert in_play(made) == 1_200
    sound(made)


def test_fear_an_id_is_used_for_another_command() -> None:
    made = housed("tiger")
    assert made.bet(wager="banker", stake=500, id="mine").done
    refused = made.bet(wager="banker", stake=900, id="mine")
    assert "used the id mine" in (refused.reason or "")
    made.crash()
    made.wait(10)
    refused = made.bet(wager="banker", stake=900, id="mine")
    assert "used the id mine" in (refused.reason or "")
    assert not made.round().stakes


def test_fear_a_refusal_comes_again_and_is_done_after_all() -> None:
    made = housed("lucky-8", boxes=5)
    request = made.request("place-wager", Role.PLAYER, bettor="T1", wager="main", stake=200_000, box=1)
    refused = made.house.perform("B1", request)
    made.settle()
    assert not refused.result().done
    made.pay("buy-in", cents=500_000)
    made.crash()
    again = made.house.perform("B1", request)
    made.settle()
    assert again.result() == refused.result()
    assert made.kinds().count("wager-placed") == 0
    assert made.table().state == made.state()


def test_fear_a_wager_ends_up_in_another_round() -> None:
    made = housed("tiger")
    late = made.request("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    until(made, "settled")
    made.wait(6)
    assert made.state().number == 2
    reply = made.house.perform("B1", late)
    made.settle()
    assert reply.result().reason == "that was for round 1, and round 2 is now in play"
    nowhere = msgspec.structs.replace(late, id="other", round=None)
    reply = made.house.perform("B1", nowhere)
    made.settle()
    assert "its round" in (reply.result().reason or "")


def test_fear_a_dealer_presses_twice() -> None:
    made = housed("tiger", run="dealer")
    made.tell("begin-round")
    made.tell("close-bets")
    version = made.state().version
    pressed = [made.ask("deal", Role.DEALER, version=version) for _ in range(2)]
    made.settle()
    assert [reply.result().done for reply in pressed] == [True, False]
    assert "refresh and try again" in (pressed[1].result().reason or "")
    assert len(made.round().cards) == 1


def test_fear_a_bet_and_a_cash_out_at_once_spend_the_same_money() -> None:
    made = housed("tiger")
    bet = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=100_000)
    out = made.house.pay(
        "T1", Request(id="o", actor="terminal:T1", by=Role.PLAYER, body=b'{"command":"cash-out","cents":100000}')
    )
    made.settle()
    assert [bet.result().done, out.result().done] == [True, False]
    sound(made)


def test_fear_two_tables_spend_the_same_money() -> None:
    made = Housed(B1=usual("tiger"), B2=usual("tiger")).rich()
    made.wait(0)
    bets = [
        made.ask("place-wager", Role.PLAYER, table, bettor="T1", wager="banker", stake=100_000)
        for table in ("B1", "B2")
    ]
    made.settle()
    assert sorted(bet.result().done for bet in bets) == [False, True]
    sound(made)


@pytest.mark.parametrize("stake", [0, -100, 1, 10**30])
def test_fear_a_stake_is_no_stake(stake: int) -> None:
    made = housed("tiger")
    assert not made.bet(wager="banker", stake=stake).done
    assert made.house.credits("T1") == 100_000


def test_fear_a_player_acts_for_another() -> None:
    made = housed("lucky-8", boxes=5)
    bet = made.request("place-wager", Role.PLAYER, bettor="T1", wager="main", stake=500, box=1, actor="terminal:T2")
    reply = made.house.perform("B1", bet)
    made.settle()
    assert reply.result().reason == "a player can act only for their own terminal"


def test_fear_a_wager_in_the_moment_of_the_close_is_half_in() -> None:
    made = housed("tiger")
    made.wait(19.9)
    in_time = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    made.now += 200_000
    made.house.tick()  # bets close while the wager is under way
    made.house.tick()
    late = made.ask("place-wager", Role.PLAYER, bettor="T2", wager="banker", stake=500)
    made.settle()
    assert (in_time.result().done, late.result().done) == (True, False)
    assert made.round().stakes == {"T1": {"banker": 500}}


def test_fear_a_storm_of_messages() -> None:
    made = housed("tiger")
    requests = [
        made.request(
            "place-wager", Role.PLAYER, bettor="T1", wager="tie", stake=100 + 100 * (number % 7), id=f"{number % 50}"
        )
        for number in range(50)
    ]
    replies = [made.house.perform("B1", request) for request in requests * 20]
    made.settle()
    assert all(reply.result().done for reply in replies)
    assert made.kinds().count("wager-placed") == 50
    sound(made)


def test_there_is_no_such_table() -> None:
    made = housed("tiger")
    assert made.tell("settle", table="B1", id="a").reason is not None
    reply = made.house.perform("B9", made.request("settle"))
    assert reply.result().reason == "there is no table B9"


# What the store may do to it


def test_fear_the_store_knows_of_less_money_than_the_house() -> None:
    """Somebody else has taken the credits: the store refuses, and what was decided upon the wager is decided again."""
    made = housed("tiger")
    assert made.house.credits("T1") == 100_000
    taken = house.drafted(house.CashedOut(terminal="T1", cents=100_000))
    made.disk.commit([Append(stream="terminal:T1", drafts=(taken,), at=0, actor="cage")])
    bets = [
        made.ask("place-wager", Role.PLAYER, bettor=name, wager="banker", stake=500)
        for name in ("T2", "T1", "T3", "T2")
    ]
    made.settle()
    assert [bet.result().done for bet in bets] == [True, False, True, True]
    assert "has 0.00" in (bets[1].result().reason or "")
    assert made.house.credits("T1") == 0
    assert made.table().state == made.state() == recovered(made.store.records, "B1")
    sound(made)


def test_fear_somebody_else_writes_to_the_table() -> None:
    made = housed("tiger")
    said = house.drafted(house.TableClosed(reason="another process"))
    made.disk.commit([Append(stream="table:B1", drafts=(said,), at=0, actor="other")])
    bet = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    made.settle()
    assert bet.result().done
    assert made.state().closed == "another process"
    assert made.state() == recovered(made.store.records, "B1")


def _away(made: Housed, kept: bool) -> None:
    """The store is out of reach; what was sent there is kept or not."""
    waiting = list(made.store.waiting)
    if kept:
        made.store.write()
    made.store.waiting = []
    for _, then in waiting:
        then(Unavailable("the store cannot be reached"))
    made.house.pump()


@pytest.mark.parametrize("kept", [True, False])
def test_fear_nobody_knows_whether_a_wager_was_kept(kept: bool) -> None:
    made = housed("tiger")
    request = made.request("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)
    reply = made.house.perform("B1", request)
    _away(made, kept)
    assert isinstance(reply.failure, Unavailable)
    made.wait(0)
    assert made.state() == recovered(made.store.records, "B1"), "it has been read"
    again = made.house.perform("B1", request)
    made.settle()
    assert again.result().done
    assert made.kinds().count("wager-placed") == 1
    assert made.house.credits("T1") == made.store.records.balance("terminal:T1") == 99_500
    made.wait(60)
    sound(made)


def test_fear_a_store_that_stays_away_is_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    made = housed("tiger")
    made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)

    def unreachable(*_: object) -> None:
        raise Unavailable("the store cannot be read")

    monkeypatch.setattr(made.store.records, "events", unreachable)
    _away(made, kept=False)
    made.house.tick()
    assert made.table().away
    assert made.house.due == made.now + 1_000_000, "once a second"
    stopped = made.ask("settle")
    assert "is stopped" in str(stopped.failure)
    monkeypatch.undo()
    made.wait(2)
    assert not made.table().away
    assert made.bet(wager="banker", stake=500).done


def test_fear_a_store_that_takes_nothing_more_stops_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    made = housed("tiger")
    first = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)

    def full(*_: object) -> None:
        raise Unavailable("too many appends are under way")

    monkeypatch.setattr(made.store, "send", full)
    second = made.ask("place-wager", Role.PLAYER, bettor="T2", wager="banker", stake=500)
    refused = made.ask("settle")
    made.now += 60_000_000
    made.house.tick()
    made.house.tick()
    assert second.failure
    assert refused.failure
    assert made.pay_later("cash-out", cents=100).failure
    monkeypatch.undo()
    made.settle()
    assert first.result().done
    assert made.house.credits("T2") == 100_000
    made.wait(2)
    assert made.table().broken is None
    assert made.round().phase is Phase.DEALING
    sound(made)


# Coming up again


def _interrupted(game: str, phase: str, seed: int = 1, **settings: Any) -> Housed:
    made = housed(game, seed, **settings)
    box: dict[str, Any] = {"box": 1} if GAMES[game].boxes else {}
    wager = "main" if "main" in GAMES[game].bets else "banker"
    assert made.bet(wager=wager, stake=500, **box).done
    until(made, phase)
    made.crash()
    return made


@pytest.mark.clause("ebaccarat 5.9.1")
@pytest.mark.parametrize("phase", ["betting", "dealing"])
def test_an_interruption_before_anything_is_decided_voids_a_round_of_baccarat(phase: str) -> None:
    made = _interrupted("tiger", phase)
    assert made.round().phase is Phase.VOID
    assert made.round().void == "ebaccarat 5.9.1"
    assert made.house.credits("T1") == 100_000
    assert made.kinds()[-2:] == ["table-interrupted", "round-voided"]
    made.wait(20)
    assert made.state().number == 2
    sound(made)


@pytest.mark.clause("ebaccarat 5.9.2", "ebaccarat 5.10.1")
def test_an_interruption_after_something_is_decided_is_played_out() -> None:
    made = _interrupted("tiger", "complete")
    assert made.kinds()[-3:] == ["table-interrupted", "round-interrupted", "terminal-lost"]
    assert made.round().lost == ("T1",)
    made.wait(20)
    assert made.kinds().count("round-settled") == 1
    sound(made)


def test_r12_an_interruption_of_sands_super_is_the_shift_managers() -> None:
    made = _interrupted("sands-super", "dealing", standing_orders=False)
    assert made.state().held
    assert made.round().phase is Phase.DEALING
    made.wait(600)
    assert made.round().phase is Phase.DEALING, "it waits"
    made.crash()
    assert made.state().held, "and goes on waiting"
    assert not made.tell("interrupt", Role.PIT_MANAGER).done
    assert made.tell("interrupt", Role.GAMING_SHIFT_MANAGER).done
    assert made.round().phase is Phase.VOID
    assert not made.state().held
    ordered = _interrupted("sands-super", "dealing")
    assert ordered.round().phase is Phase.VOID, "unless that was ruled beforehand"
    sound(made)


@pytest.mark.clause("lucky8 5.29.1")
def test_a_power_failure_before_anything_is_decided_lets_players_withdraw() -> None:
    made = housed("lucky-8", boxes=5)
    for bettor, box in (("T1", 1), ("T2", 2)):
        assert made.bet(bettor, box=box, stake=500).done
    until(made, "dealing")
    made.wait(1.6)
    assert len(made.round().cards) == 1
    made.crash()
    assert made.round().withdrawing
    assert made.play("withdraw-all", "T1").done
    assert made.house.credits("T1") == 100_000
    made.wait(31)
    assert not made.round().withdrawing
    assert made.kinds().count("play-resumed") == 1
    until(made, "settled")
    sound(made)


@pytest.mark.clause("lucky8 5.29.2", "dueling8 5.26.2")
@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s"])
def test_a_power_failure_after_something_is_decided_is_played_out(game: str) -> None:
    made = _interrupted(game, "confirming")
    assert made.kinds()[-2:] == ["table-interrupted", "power-failed"]
    until(made, "settled")
    sound(made)


def test_r09_electronic_blackjack_is_void_where_the_dealing_side_fails_before_anything_is_decided() -> None:
    made = _interrupted("e-blackjack", "dealing")
    assert made.kinds()[-3:] == ["table-interrupted", "ruling-given", "round-voided"]
    assert made.round().void == "R-09"
    assert made.house.credits("T1") == 100_000
    made.wait(20)
    assert made.state().number == 2
    sound(made)


@pytest.mark.clause("eblackjack 5.9", "eblackjack 5.9.1")
def test_r09_electronic_blackjack_goes_on_after_that_and_who_vanished_is_played_for() -> None:
    made = _interrupted("e-blackjack", "playing")
    assert made.kinds()[-3:] == ["table-interrupted", "ruling-given", "terminal-lost"]
    assert made.table().deadline == made.now + 15_000_000, "with a whole window"
    until(made, "settled")
    assert all(hand.alone for area in made.round().ways for hand in area.hands)
    sound(made)


def test_r09_an_interruption_of_electronic_blackjack_is_the_shift_managers() -> None:
    for course, phase in (("void", Phase.VOID), ("resume", Phase.DEALING), (None, Phase.VOID)):
        made = _interrupted("e-blackjack", "dealing", standing_orders=False)
        assert made.state().held
        made.wait(600)
        assert made.round().phase is Phase.DEALING, "it waits"
        assert not made.tell("interrupt", Role.PIT_MANAGER, course=course).done
        assert made.tell("interrupt", Role.GAMING_SHIFT_MANAGER, course=course).done
        assert (made.round().phase, made.state().held) == (phase, False)
        sound(made)


@pytest.mark.parametrize("game", ["lucky-8", "e-blackjack", "dueling-8s"])
def test_bets_that_were_open_are_open_again(game: str) -> None:
    made = _interrupted(game, "betting")
    assert made.round().phase is Phase.BETTING
    assert in_play(made) == 500
    box: dict[str, Any] = {"box": 1} if GAMES[game].boxes else {}
    assert made.bet("T2", stake=500, **box).done
    made.wait(19)
    assert made.round().phase is Phase.BETTING, "with the whole time to bet"


def test_fear_a_crash_draws_the_cards_anew() -> None:
    made = housed("e-blackjack", standing_orders=False)
    made.bet()
    until(made, "dealing")
    twin = made.table()._cabinet.at(made.state().shoe)  # type: ignore[arg-type]
    coming = [str(twin.draw().card) for _ in range(3)]
    made.crash()
    assert made.tell("interrupt", Role.GAMING_SHIFT_MANAGER, course="resume").done
    until(made, "settled")
    assert [str(card) for card in made.round().cards[:3]] == coming


def test_fear_what_was_not_durable_is_there_after_a_crash() -> None:
    made = housed("lucky-8", boxes=5)
    reply = made.ask("place-wager", Role.PLAYER, bettor="T1", wager="main", stake=500, box=1)
    made.crash()
    assert not reply.done
    assert in_play(made) == 0
    assert made.house.credits("T1") == 100_000


def test_an_interruption_between_rounds_is_none() -> None:
    made = housed("tiger")
    until(made, "settled")
    before = made.kinds()
    made.crash()
    assert made.kinds() == before


def test_a_table_that_is_no_longer_configured_keeps_its_round() -> None:
    made = housed("lucky-8", boxes=5)
    made.bet(box=1)
    made.tables = {}
    made.crash()
    assert made.round().phase is Phase.BETTING
    until(made, "settled")
    sound(made)


def test_recovery_looks_no_further_back_than_the_shoe() -> None:
    made = housed("tiger", decks=4, cut=150)
    made.wait(2_000)
    looked: list[int] = []
    events = made.store.records.events

    def counting(stream: str, after: int = 0) -> Any:
        looked.append(after)
        return events(stream, after)

    made.store.records.events = counting  # type: ignore[method-assign]
    assert recovered(made.store.records, "B1") == made.state()
    assert looked[0] > 100


@pytest.mark.clause("ebaccarat 5.10")
def test_a_terminal_that_is_gone_is_known_and_the_round_goes_on_in_time() -> None:
    made = housed("tiger")
    made.bet(wager="banker", stake=500)
    made.wait(10)
    made.house.gone("T1")
    made.house.gone("T9")
    made.settle()
    assert made.round().lost == ("T1",)
    made.wait(9.9)
    assert made.round().phase is Phase.BETTING
    made.wait(0.2)
    assert made.round().phase is Phase.DEALING, "nobody else waits for it"
    sound(made)


def test_a_house_about_to_close_ends_its_rounds(tmp_path: Path) -> None:
    async def closing(store: Store) -> House:
        made = House.open(store, KEYS, {"B1": usual("tiger", pace=SOON)}, entropy=seeded(1))
        running = asyncio.create_task(made.run())
        await asyncio.sleep(0.05)
        await asyncio.wait_for(made.drain(), 60)
        running.cancel()
        return made

    with Store(f"sqlite:///{tmp_path}/house.db", KEYS) as store:
        made = asyncio.run(closing(store))
        assert made.tables["B1"].durable.over
        assert made.due is None
        again = House.open(store, KEYS, {}, entropy=seeded(1))
        assert again.tables["B1"].durable == made.tables["B1"].durable, "nothing was interrupted"


# Damage


def _day(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/house.db"
    now = [0]
    with Store(url, KEYS) as store:
        tables = {
            "B1": usual("lucky-8", unit=100, no_bets="deal"),
            "B2": usual("tiger", unit=100),
        }
        made = House.open(store, KEYS, tables, entropy=seeded(1), clock=lambda: now[0])
        for _ in range(30):
            at_rest(made)
            now[0] += 2_000_000
            made.tick()
        at_rest(made)
    return url


def _closed_long_ago(tmp_path: Path) -> str:
    """A house in which one table was closed early on, and another has played ever since."""
    url, now = f"sqlite:///{tmp_path}/house.db", [0]
    with Store(url, KEYS) as store:
        tables = {"B1": usual("tiger", unit=100), "B2": usual("tiger", unit=100, cut=380)}
        made = House.open(store, KEYS, tables, entropy=seeded(1), clock=lambda: now[0])
        body = encode({"command": "close-table", "reason": "the day is over"})
        close = Request(id="c", actor="staff:ann", by=Role.PIT_SUPERVISOR, body=body)
        made.perform("B1", close)
        for _ in range(150):
            at_rest(made)
            now[0] += 2_000_000
            made.tick()
        at_rest(made)
    return url


def test_fear_opening_hashes_everything_since_a_table_was_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, linked = _closed_long_ago(tmp_path), [0]

    def counting(*given: Any) -> bytes:
        linked[0] += 1
        return link(*given)

    monkeypatch.setattr("croupier.house.table.damage.link", counting)
    monkeypatch.setattr(damage_of, "RECENT_EVENTS", 40)
    with Records(url) as records:
        everything, own = records.head().position, records.version("table:B1")
        assert damaged(records, ["B1", "B2"]) == {}
        assert linked[0] <= 2 * (own + 45), "its own events, and the end of the chain"
        assert linked[0] < everything / 2
    with sqlite3.connect(tmp_path / "house.db") as database:
        database.execute("UPDATE event SET at = at + 1 WHERE stream = 'table:B1' AND kind = 'table-closed'")
    with Records(url) as records:
        assert damaged(records, ["B1", "B2"]).keys() == {"B1"}, "what is wrong with it is found all the same"


def test_fear_the_last_event_of_a_table_closed_long_ago_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = _closed_long_ago(tmp_path)
    monkeypatch.setattr(damage_of, "RECENT_EVENTS", 40)
    with sqlite3.connect(tmp_path / "house.db") as database:
        database.execute("PRAGMA foreign_keys = OFF")
        last = "SELECT max(version) FROM event WHERE stream = 'table:B1'"
        database.execute(f"DELETE FROM event WHERE stream = 'table:B1' AND version = ({last})")
    with Records(url) as records:
        assert "B1" in damaged(records, ["B1", "B2"])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE event SET body = '{' WHERE stream = 'table:B1' AND kind = 'round:bets-closed'",
        "UPDATE event SET body = replace(body, '\"unit\":100', '\"unit\":200') WHERE stream = 'table:B1'",
        "UPDATE event SET actor = 'nobody' WHERE stream = 'table:B1' AND kind = 'round:bets-closed'",
        "UPDATE event SET kind = 'round:dance' WHERE stream = 'table:B1' AND kind = 'round:bets-closed'",
        "UPDATE event SET hash = zeroblob(32) WHERE stream = 'table:B1' AND kind = 'round:bets-closed'",
        "DELETE FROM event WHERE stream = 'table:B1' AND kind = 'round:bets-closed'",
        "DELETE FROM event WHERE stream = 'table:B1' AND kind = 'shoe-opened'",
        "DELETE FROM event WHERE position = (SELECT max(position) FROM event WHERE stream = 'table:B1')",
        "UPDATE event SET body = zeroblob(20) WHERE stream = 'table:B1' AND kind = 'table-configured'",
    ],
)
def test_fear_a_corrupted_record_stops_the_whole_house(damage: str, tmp_path: Path) -> None:
    url = _day(tmp_path)
    with sqlite3.connect(tmp_path / "house.db") as behind:
        assert behind.execute(damage).rowcount
    behind.close()
    with Store(url, KEYS) as store:
        tables = {
            "B1": usual("lucky-8", unit=100, no_bets="deal"),
            "B2": usual("tiger", unit=100),
        }
        made = House.open(store, KEYS, tables, entropy=seeded(2), clock=lambda: 10**9)
        assert made.tables["B1"].broken is not None
        assert made.tables["B2"].broken is None
        at_rest(made)
        request = Request(id="1", actor="staff:ann", by=Role.DEALER, body=b'{"command":"settle"}')
        assert isinstance(made.perform("B1", request).failure, Unavailable)
        assert made.due is not None, "the other goes on"


def test_fear_entropy_that_fails_deals_on_or_stops_the_house() -> None:
    made = Housed(B1=usual("tiger", unit=100), B2=usual("tiger", unit=100)).rich()
    made.wait(0)

    def fails(_: int) -> bytes:
        raise OSError("there is no entropy")

    made.table("B1")._cabinet._entropy = fails
    made.tell("close-table", table="B2", reason="so that it shuffles no more")
    made.wait(1)
    assert made.tell("change-settings", settings={"decks": 4}).done
    made.wait(120)
    assert made.table("B1").broken == "begin-round failed: there is no entropy"
    assert made.table("B2").broken is None


# With asyncio


def test_a_server_awaits_answers_and_looks_on(tmp_path: Path) -> None:
    async def evening(store: Store) -> list[str]:
        tables = {f"{game}.1": usual(game, unit=100, pace=SOON) for game in ("tiger", "e-blackjack")}
        made = House.open(store, KEYS, tables, entropy=seeded(1))
        running = asyncio.create_task(made.run())
        bought = Request(id="1", actor="house", by=Role.DEALER, body=b'{"command":"buy-in","cents":100000}')
        assert (await made.money("T1", bought)).done
        looking = made.subscribe("tiger.1")
        kinds: list[str] = []
        sent: dict[int, Answer] = {}
        while kinds.count("round:round-settled") < 3:
            await asyncio.wait_for(looking.wait(), 60)
            for update in looking.taken():
                kinds.append(update.kind)
                assert looking.table.durable.version >= update.version
                number = update.round
                if update.kind == "round:bets-opened":
                    body = encode({"command": "place-wager", "bettor": "T1", "wager": "banker", "stake": 500})
                    bet = Request(id=f"b{number}", actor="terminal:T1", by=Role.PLAYER, body=body, round=number)
                    sent[number] = await made.command("tiger.1", bet)
        made.unsubscribe(looking)
        running.cancel()
        assert any(answer.done for answer in sent.values())
        return kinds

    url = f"sqlite:///{tmp_path}/house.db"
    with Store(url, KEYS) as store:
        kinds = asyncio.run(evening(store))
    assert "round:wager-placed" in kinds
    with Records(url) as records:
        assert audit(records).defects == []


def test_fear_a_slow_onlooker_fills_the_memory() -> None:
    made = housed("tiger")
    looking = made.house.subscribe("B1", most=10)
    for number in range(30):
        made.bet(wager="tie", stake=100 + 100 * (number % 3))
    assert looking.lost
    assert looking.taken() == [], "the snapshot tells it all"
    assert made.state().version > 30
    made.bet(wager="tie", stake=100)
    assert len(looking.taken()) == 1


def test_nobody_waits_for_ever_for_an_answer() -> None:
    made = housed("tiger")
    replies: list[Reply] = [made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500)]
    made.table().stop(sentence_from("a test"))
    replies.append(made.ask("place-wager", Role.PLAYER, bettor="T1", wager="banker", stake=500))
    made.settle()
    assert all(reply.done for reply in replies)


def test_fear_a_command_under_way_across_an_upgrade_is_taken_for_another() -> None:
    """Programs of before kept the digest of the bytes; what comes again byte by byte is the same command still."""
    body = b'{"command": "buy-in",  "cents": 500}'
    request = Request(id="1", actor="staff:cage", by=Role.DEALER, body=body)
    said = encode([request.by, request.round, request.version])
    older = hashlib.sha256(said + b"\n" + body).digest()
    assert older != request.digest
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        bought = house.drafted(house.BoughtIn(terminal="T1", cents=500))
        receipt = Receipt(request.actor, request.id, older, encode(Answer(done=True)))
        store.append(Append(stream="terminal:T1", drafts=(bought,), at=1, actor=request.actor, receipt=receipt))
        made = House.open(store, KEYS, {"B1": usual("tiger", unit=100)}, entropy=seeded(1))
        replies = [made.pay("T1", request)]
        at_rest(made)
        assert replies[0].result().done
        assert made.credits("T1") == 500, "once"
        other = msgspec.structs.replace(request, body=b'{"command": "buy-in",  "cents": 600}')
        made._recent_replies.clear()
        replies.append(made.pay("T1", other))
        at_rest(made)
        assert replies[1].result().kind == "reused", "the same id for another command is refused as ever"
        [(_, kept)] = [(each.event, each.receipts) for each in store.records.event_records_in("terminal:T1", 1, 9)]
        assert kept == (receipt,)
