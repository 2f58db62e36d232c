"""One store, one house: what is decided upon another history is refused, and so is whoever comes second."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.baccarat.messages import WagerPlaced
from croupier.games.round import Role, encode
from croupier.house.audit import audit
from croupier.house.events import in_round
from croupier.house.holdings import Holdings, Reserved
from croupier.house.house import House
from croupier.house.ledger import Overdraft, Posting, bought_in, stakes, terminal
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Appended, Records, Store, Unavailable
from croupier.house.store import lease as lease_module
from croupier.house.store.lease import Behind, Held, Holder, Stopped, Superseded
from croupier.house.store.remote_writer import RemoteWriter
from croupier.house.store.writer import Writer
from croupier.house.table import Request
from housed import Housed, at_rest, housed
from memory import Disk, MemoryStore
from stores import BACK_ENDS, KEYS, an_append, connected, fresh, patiently, stake, unleased, write_apart
from tables import usual


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        yield found


def _opened(store: Store) -> House:
    made = House.open(store, KEYS, {"B1": usual("tiger", unit=100)}, entropy=seeded(1), clock=lambda: 10**9)
    at_rest(made)
    made.tick()
    at_rest(made)
    return made


def _bet(name: str, id: str, stake: int) -> Request:
    said = {"command": "place-wager", "bettor": name, "wager": "banker", "stake": stake}
    return Request(id=id, actor=f"terminal:{name}", by=Role.PLAYER, body=encode(said), round=1)


def _withdrawal(name: str, id: str) -> Request:
    said = {"command": "withdraw-wager", "bettor": name, "wager": "banker"}
    return Request(id=id, actor=f"terminal:{name}", by=Role.PLAYER, body=encode(said), round=1)


def _buy_in(name: str) -> Request:
    return Request(id=f"in-{name}", actor="staff:cage", by=Role.DEALER, body=b'{"command":"buy-in","cents":100000}')


def test_fear_a_withdrawal_pays_out_of_somebody_elses_stake(url: str) -> None:
    """The wager that it takes back was refused, for another house wrote one event meanwhile: so it is refused, too."""
    with unleased(), Store(url, KEYS) as one, Store(url, KEYS) as two:
        first = _opened(one)
        for name in ("T1", "T2"):
            first.pay(name, _buy_in(name))
        at_rest(first)
        theirs = WagerPlaced(bettor="T2", wager="banker", stake=5_000)
        moved = (Posting(terminal("T2"), stakes("B1", 1), 5_000, "stake"),)
        draft = in_round(1, theirs, moved)
        two.append(Append(stream="table:B1", drafts=(draft,), at=10**9, actor="terminal:T2"))
        mine = first.perform("B1", _bet("T1", "mine", 5_000))
        back = first.perform("B1", _withdrawal("T1", "back"))
        at_rest(first)
        records = one.records
        placed = [event for event in records.events("table:B1") if event.kind == "round:wager-placed"]
        own = [event for event in placed if event.actor == "terminal:T1"]
        assert mine.result().done == bool(own), "it is kept, decided anew, or refused: one of them"
        assert back.result().done == bool(own), "what was never placed is not given back"
        assert records.balance(terminal("T1")) == 100_000
        assert records.balance("stakes:B1/1") == 5_000, "the stake of the other lies where it lay"
        assert audit(records).defects == []


# The lease


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_module, "LEASE_TIMEOUT_SECONDS", 0.2)


HOLDER = "SELECT fence, program, process, host, since FROM lease"
"""Everything but the beat, which goes on."""


@pytest.mark.usefixtures("impatient")
def test_fear_a_second_house_writes_to_the_same_store(url: str) -> None:
    """It is refused, told who holds the store, and has changed nothing; who reads is in nobody's way."""
    with Store(url, KEYS) as store:
        store.append(an_append())
        with connected(url) as connection:
            before = connection.execute(sa.text(HOLDER)).all()
        with pytest.raises(Held) as refused:
            Store(url, KEYS)
        said = f"the store is in use by .*, process {os.getpid()} on .*, since 20[0-9-]+ [0-9:]+ UTC: only one process"
        assert re.match(said, str(refused.value))
        with connected(url) as connection:
            assert connection.execute(sa.text(HOLDER)).all() == before
        with Records(url) as records:
            assert audit(records).defects == []
        assert store.append(an_append()).position == 2
    with Store(url, KEYS) as store:
        assert store.append(an_append()).position == 3


def test_a_holder_is_known_without_what_may_be_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/croupier", "serve", "--store", "postgresql://ann:secret@host/x"])
    assert Holder.here().program == "croupier serve"
    monkeypatch.setattr(sys, "argv", ["/usr/bin/croupier", "postgresql://ann:secret@host/x"])
    assert Holder.here().program == "croupier"


@pytest.mark.usefixtures("impatient")
def test_fear_a_writer_that_stood_still_wakes_up_and_goes_on(url: str) -> None:
    """Its lock was lost without its knowing and another house has come: it writes nothing, and is told who came."""
    heard: list[Stopped] = []
    with Store(url, KEYS) as store:
        store.on_stopped = heard.append
        store.append(an_append())
        _lose_lock(store)
        with Store(url, KEYS) as other:
            other.append(an_append("table:B2"))
            with pytest.raises(Superseded, match=f"taken over by .*, process {os.getpid()} on"):
                store.append(an_append())
            with pytest.raises(Superseded):
                store.append(an_append())
            assert len(heard) == 1
            assert [event.stream for event in other.records.all_events()] == ["table:B1", "table:B2"]
    with Records(url) as records:
        assert [each.position for each in records.checkpoints()] == [2], "who was replaced signs nothing either"


def test_fear_a_silent_holder_keeps_the_store_for_ever(url: str) -> None:
    """It holds its lock and may still believe in it: whoever seizes the lease writes, and the other is told."""
    with Store(url, KEYS) as store:
        store.append(an_append())
        with Store(url, KEYS, seizes=True) as other:
            assert other.append(an_append()).position == 2
            with pytest.raises(Superseded):
                store.append(an_append())
            assert [(each.first, each.last) for each in other.records.terms()] == [(1, 1), (2, 2)]
            assert audit(other.records).defects == []


def test_fear_two_houses_wrote_in_turn_and_nobody_sees_it(url: str) -> None:
    for _ in range(2):
        with Store(url, KEYS) as store:
            store.append(an_append(events=2))
    with connected(url) as connection:
        connection.execute(sa.text("UPDATE term SET last = 3 WHERE fence = 1"))
        connection.commit()
    with Records(url) as records:
        assert [str(each) for each in audit(records).defects] == [
            "chain: term 1: its events up to 3 come after 3, where term 2 began"
        ]


def test_fear_a_database_has_lost_what_was_durable_and_is_written_on(url: str) -> None:
    """A replica was promoted that lacks the last transactions: who has seen them writes no more, and none who knows."""
    with Store(url, KEYS) as store:
        for _ in range(3):
            store.append(an_append())
        seen = store.records.head()
        _forget(url, 3)
        with pytest.raises(Behind, match="2 events, and event 3 was durable: the database has lost records"):
            store.append(an_append())
        assert isinstance(store.lost, Behind)
    with connected(url) as connection:
        before = connection.execute(sa.text("SELECT * FROM lease")).all()
    with pytest.raises(Behind):
        Store(url, KEYS, seen=seen)
    with connected(url) as connection:
        assert connection.execute(sa.text("SELECT * FROM lease")).all() == before, "no term begins there"
    with Store(url, KEYS) as store:
        store.append(an_append("another"))
        store.append(an_append("another"))
    with pytest.raises(Behind):
        Store(url, KEYS, seen=seen)


def _forget(url: str, position: int) -> None:
    with connected(url) as connection:
        for table in ("checkpoint", "event"):
            connection.execute(sa.text(f"DELETE FROM {table} WHERE position = :at"), {"at": position})
        connection.commit()


def _lose_lock(store: Store) -> None:
    """As where a system or a server drops it."""
    assert isinstance(store.writer, Writer)
    store.writer._lease.close()
    if store.url.startswith("postgresql"):
        with connected(store.url) as connection:
            held = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = "
            connection.execute(sa.text(held + "(SELECT oid FROM pg_database WHERE datname = current_database())"))


@pytest.mark.usefixtures("impatient")
def test_fear_the_process_that_writes_dies_and_another_house_comes_before_the_next(url: str) -> None:
    with Store(url, KEYS, apart=True) as store:
        store.append(an_append())
        assert isinstance(store.writer, RemoteWriter)
        assert store.writer.pid is not None
        with pytest.raises(Held):
            Store(url, KEYS, apart=True)
        os.kill(store.writer.pid, signal.SIGKILL)
        os.waitpid(store.writer.pid, 0)
        with Store(url, KEYS) as other:
            other.append(an_append())
            with pytest.raises(Unavailable, match="has ended"):
                store.append(an_append())
            with pytest.raises(Superseded):
                store.append(an_append())


def test_a_house_opens_at_once_where_one_was_killed(url: str) -> None:
    context = multiprocessing.get_context("spawn")
    for number in (1, 2):
        results, told = context.Queue(), context.Event()
        house = context.Process(target=write_apart, args=(url, results, told))
        house.start()
        results.get(timeout=60)
        house.kill()
        house.join(60)
        start = time.monotonic()
        with Store(url, KEYS, apart=True) as store:
            assert store.append(an_append()).position == 2 * number
        assert time.monotonic() - start < 40, "with what a busy machine takes to begin a process"


def _serve(url: str, folder: Path, **more: Any) -> "subprocess.Popen[str]":
    croupier, key = Path(sys.executable).with_name("croupier"), folder / "house.key"
    command: list[str | Path] = [croupier, "serve", "--port", "0", "--no-players", "--store", url, "--key", key]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, cwd=folder, env=env, text=True, stderr=subprocess.PIPE, **more)


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_fear_a_second_serve_is_let_in_and_one_that_was_replaced_goes_on(back_end: str, tmp_path: Path) -> None:
    with fresh(back_end) as url, _serve(url, tmp_path, stdout=subprocess.PIPE) as first:
        assert first.stdout
        assert first.stderr
        assert "Croupier is open" in first.stdout.readline()
        with _serve(url, tmp_path) as second:
            said = second.communicate(timeout=60)[1]
            assert (second.returncode, said.count("\n")) == (2, 1)
            assert f"process {first.pid} on" in said
        assert first.poll() is None
        with connected(url) as connection:
            connection.execute(sa.text("UPDATE lease SET fence = fence + 1, program = 'croupier serve', process = 7"))
            connection.commit()
        patiently(lambda: first.poll() is not None)
        lines = first.stderr.read().splitlines()
        assert first.returncode == 2
        assert re.fullmatch(
            r"croupier: the house has stopped: the store was taken over by croupier serve, process 7 on .*", lines[-1]
        )
        assert not [line for line in lines if "Traceback" in line], lines
        first.stdout.read()


# Kept but unheard


def _lose_answer(made: Housed, held_back: list[Any]) -> None:
    """What waits is kept. Who bet hears nothing of it, and something else stays under way as if for ever."""
    for (append, _), (then, outcome) in zip(list(made.store.waiting), made.store.write(), strict=True):
        if append.stream.startswith("terminal:"):
            held_back.append((then, outcome))
        else:
            then(Unavailable("the process that writes the records has ended"))
    made.house.pump()


def test_fear_a_wager_is_kept_and_unheard_and_its_table_stops_at_the_settlement() -> None:
    """Others are under way all the time, so that there is never a moment at which nothing is."""
    made = housed("tiger")
    bet: dict[str, Any] = {"wager": "banker", "stake": 5_000}
    reply = made.ask("place-wager", Role.PLAYER, bettor="T1", id="mine", **bet)
    elsewhere = made.house.pay("T2", _buy_in("T2"))
    held_back: list[Any] = []
    before = made.house.credits("T1")
    _lose_answer(made, held_back)
    assert reply.failure is not None
    assert made.house.under_way == len(held_back) == 1
    made.house.tick()
    made.settle()
    assert made.house.credits("T1") == made.store.records.balance(terminal("T1")) == before
    again = made.ask("place-wager", Role.PLAYER, bettor="T1", id="mine", **bet)
    made.settle()
    assert again.result().done
    assert made.kinds().count("wager-placed") == 1, "the same command is the same wager"
    made.wait(300)
    assert made.table().broken is None
    assert made.kinds().count("round-settled") >= 1
    assert made.house.under_way == 1
    for then, outcome in held_back:
        then(outcome)
    made.settle()
    assert elsewhere.result().done
    assert made.house.credits("T2") == made.store.records.balance(terminal("T2"))
    assert audit(made.store.records).defects == []


@settings(max_examples=60)
@given(data=st.data())
def test_what_accounts_hold_is_known_whatever_is_lost_and_looked_up_when(data: st.DataObject) -> None:
    """Answers that come late, are lost, or say no, and look-ups in between: with nothing under way, all is as kept."""
    disk = Disk()
    store = MemoryStore(disk)
    disk.commit([an_append("s", bought_in("T1", 1_000)), an_append("s", bought_in("T2", 1_000))])
    holdings = Holdings(store.records)
    sent: list[tuple[Reserved, Append]] = []
    told: list[tuple[Reserved, Any]] = []
    for _ in range(data.draw(st.integers(1, 30))):
        step = data.draw(st.sampled_from(["send", "write", "hear", "lose", "forget", "look"]))
        if step == "send":
            posting = data.draw(st.sampled_from([stake(300), stake(300, "T2"), bought_in("T1", 50)]))
            try:
                sent.append((holdings.reserve([posting]), an_append("s", posting)))
            except (Overdraft, Unavailable):
                assert holdings[posting.source] < posting.cents, "nobody is refused who has it"
        elif step == "write" and sent:
            reserved, append = sent.pop(0)
            told.append((reserved, disk.commit([append])[0]))
        elif step in ("hear", "lose") and told:
            reserved, outcome = told.pop(0)
            _hear(holdings, reserved, Unavailable("it is lost") if step == "lose" else outcome)
        elif step == "forget":
            holdings.invalidate()
        elif step == "look":
            assert holdings[terminal("T1")] <= 1_000 + 100 * len(sent + told) + disk.balances["terminal:T1"]
    for reserved, append in sent:
        told.append((reserved, disk.commit([append])[0]))
    for reserved, outcome in told:
        _hear(holdings, reserved, outcome)
    for account in (terminal("T1"), terminal("T2"), stakes("B1", 1), "cage"):
        assert holdings[account] == disk.balances.get(account, 0)
        assert holdings.idle(account)


def _hear(holdings: Holdings, reserved: Reserved, outcome: Any) -> None:
    if isinstance(outcome, Appended):
        holdings.durable(reserved, outcome.position)
    elif isinstance(outcome, Unavailable | Overdraft):
        holdings.unknown(reserved)
    else:
        holdings.refused(reserved)
