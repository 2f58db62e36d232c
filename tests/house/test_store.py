"""The store's contract, held by every database that it can be kept in."""

import datetime
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.house.days import SECOND, GamingDay
from croupier.house.ledger import Overdraft, Posting, bought_in, cashed_out, stakes, terminal, win
from croupier.house.store import (
    Append,
    Conflict,
    Draft,
    Receipt,
    Records,
    Reused,
    Store,
    Unavailable,
    entries,
    schema,
    upgrade,
)
from croupier.house.store import (
    store as store_module,
)
from croupier.house.store import (
    writer as writer_module,
)
from croupier.house.store.chain import BEGINNING
from croupier.house.store.records import receipts
from croupier.house.store.remote_writer import RemoteWriter
from croupier.house.store.writer import Writer
from croupier.refused import Refused
from stores import (
    BACK_ENDS,
    KEYS,
    Line,
    an_append,
    connected,
    fresh,
    patiently,
    server,
    spend,
    stake,
    unleased,
    write_apart,
)


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        yield found


WRITTEN = {"sqlite": ("sqlite", False), "postgresql": ("postgresql", False), "apart": ("sqlite", True)}


@pytest.fixture(params=WRITTEN.values(), ids=list(WRITTEN))
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store of either kind, written by this process or by one of its own."""
    back_end, apart = request.param
    with fresh(back_end) as found, Store(found, KEYS, apart=apart) as made:
        yield made


@pytest.fixture
def here(url: str) -> Iterator[Store]:
    """A store that this process writes itself, so that something can be made to go wrong in the middle of it."""
    with Store(url, KEYS) as made:
        yield made


@pytest.fixture
def writer(here: Store) -> Writer:
    assert isinstance(here.writer, Writer)
    return here.writer


def test_what_is_appended_is_read_back(store: Store) -> None:
    first = store.append(an_append("table:B1", kind="opened", body=b"\x00\xff{}", at=7, upon=BEGINNING, events=2))
    second = store.append(an_append("table:B2", at=8))
    third = store.append(an_append("table:B1", at=9, upon=first.hash))
    assert [(each.version, each.position) for each in (first, second, third)] == [(2, 2), (1, 3), (3, 4)]
    records = store.records
    events = list(records.all_events())
    assert [(each.position, each.stream, each.version) for each in events] == [
        (1, "table:B1", 1),
        (2, "table:B1", 2),
        (3, "table:B2", 1),
        (4, "table:B1", 3),
    ]
    assert (events[0].kind, events[0].body, events[0].at, events[0].actor) == (
        "opened",
        b"\x00\xff{}",
        7,
        "terminal:T1",
    )
    assert list(records.events("table:B1", after=1)) == [events[1], events[3]]
    assert list(records.all_events(after=2)) == events[2:]
    assert (records.version("table:B1"), records.version("none")) == (3, 0)
    assert records.streams("table:") == ["table:B1", "table:B2"]
    assert records.streams("TABLE:") == []
    assert (records.head().position, records.head().hash) == (4, third.hash)
    assert [records.hash_of("table:B1", version) for version in (0, 2, 3)] == [BEGINNING, first.hash, third.hash]


def test_more_than_a_page_is_read_in_order(store: Store) -> None:
    store.append(an_append(events=2_500))
    assert [each.version for each in store.records.events("table:B1")] == list(range(1, 2_501))
    assert [each.event.position for each in store.records.event_records(after=10)] == list(range(11, 2_501))


def test_the_last_of_a_kind_is_found(store: Store) -> None:
    for kind in ("opened", "played", "opened", "played", "closed"):
        store.append(an_append(kind=kind))
    store.append(an_append("table:B2", kind="opened"))
    found = store.records.last("table:B1", ("opened",))
    assert found is not None
    assert (found.stream, found.version) == ("table:B1", 3)
    earlier = store.records.last("table:B1", ("opened", "played"), before=3)
    assert earlier is not None
    assert (earlier.kind, earlier.version) == ("played", 2)
    assert store.records.last("table:B1", ("opened",), before=1) is None
    assert store.records.last("table:B3", ("opened",)) is None


def test_a_stream_that_moved_on_is_a_conflict_and_nothing_is_kept(store: Store) -> None:
    store.append(an_append(upon=BEGINNING))
    other = store.append(an_append("table:B2"))
    for wrong in (BEGINNING, other.hash, b"", 0, 7):
        with pytest.raises(Conflict, match=r"table:B1 has changed \(version 1\)"):
            store.append(an_append("table:B1", bought_in("T1", 5), upon=wrong))
    assert store.records.head().position == 2
    assert store.records.balances() == {}


def test_events_postings_and_answer_are_kept_together_or_not_at_all(store: Store) -> None:
    receipt = Receipt.of("terminal:T1", "c1", b"bet", b"ok")
    with pytest.raises(Overdraft, match=r"terminal T1 has 0\.00"):
        store.append(an_append("table:B1", stake(100), receipt=receipt))
    records = store.records
    assert (records.head().position, records.receipt_of("terminal:T1", "c1"), records.balances()) == (0, None, {})
    store.append(an_append("terminal:T1", bought_in("T1", 1_000)))
    store.append(an_append("table:B1", stake(100), receipt=receipt))
    assert records.balances() == {"cage": -1_000, "stakes:B1/1": 100, "terminal:T1": 900}
    assert records.postings("table:B1", 1) == (stake(100),)
    found = records.receipt_of("terminal:T1", "c1")
    assert found is not None
    assert (found[0], found[1].position) == (receipt, 2)


def test_an_account_that_is_empty_leaves_no_row(store: Store) -> None:
    store.append(an_append("terminal:T1", bought_in("T1", 100)))
    store.append(an_append("terminal:T1", cashed_out("T1", 100)))
    assert store.records.balances() == {}
    assert store.records.balance(terminal("T1")) == 0


# Commands


def test_fear_a_double_click_bets_twice(store: Store) -> None:
    store.append(an_append("terminal:T1", bought_in("T1", 1_000)))
    receipt = Receipt.of("terminal:T1", "c1", b"bet 100", b"accepted")
    first = store.append(an_append("table:B1", stake(100), receipt=receipt))
    again = store.append(an_append("table:B1", stake(100), receipt=Receipt.of("terminal:T1", "c1", b"bet 100", b"no")))
    assert (first.again, again.again) == (False, True)
    assert (again.version, again.position, again.answer) == (first.version, first.position, b"accepted")
    assert store.records.balance(terminal("T1")) == 900


def test_fear_an_id_is_used_for_another_command(store: Store) -> None:
    store.append(an_append(receipt=Receipt.of("terminal:T1", "c1", b"bet 100", b"ok")))
    with pytest.raises(Reused, match="for another command"):
        store.append(an_append(receipt=Receipt.of("terminal:T1", "c1", b"bet 900", b"ok")))
    store.append(an_append(receipt=Receipt.of("terminal:T2", "c1", b"bet 900", b"ok")))
    assert store.records.head().position == 2


def test_a_refusal_can_be_kept_too_so_that_it_stays_one(store: Store) -> None:
    receipt = Receipt.of("terminal:T1", "c1", b"bet", b"bets are closed")
    bare = Append(stream="table:B1", drafts=(), at=1, actor="terminal:T1", receipt=receipt)
    assert store.append(bare) == entries.Appended(0, 0, b"bets are closed")
    assert store.append(an_append(receipt=receipt)) == entries.Appended(0, 0, b"bets are closed", again=True)
    assert store.records.head().position == 0


def test_fear_a_storm_of_the_same_message(store: Store) -> None:
    """From many threads at once, so that some of them meet in one batch."""
    store.append(an_append("terminal:T1", bought_in("T1", 1_000)))
    receipt = Receipt.of("terminal:T1", "c1", b"bet", b"ok")
    with ThreadPoolExecutor(16) as threads:
        done = list(threads.map(lambda _: store.append(an_append("table:B1", stake(1), receipt=receipt)), range(200)))
    assert sorted(each.again for each in done) == [False] + [True] * 199
    assert {each.position for each in done} == {2}
    assert store.records.balance(terminal("T1")) == 999


# Many at once


def test_fear_a_bet_and_a_cash_out_at_once_spend_the_same_money(store: Store) -> None:
    store.append(an_append("terminal:T1", bought_in("T1", 1_000)))
    wanted = [
        store.submit(an_append(f"s{number}", stake(7) if number % 2 else cashed_out("T1", 7))) for number in range(400)
    ]
    kept = sum(each.exception() is None for each in wanted)
    assert kept == 1_000 // 7
    assert store.records.balance(terminal("T1")) == 1_000 - 7 * kept


def test_fear_one_bad_append_harms_those_beside_it(
    here: Store, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused ones never do; one that the database itself chokes on is found by trying each alone."""

    def choke(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if "INSERT INTO event" in statement and "poison" in repr(parameters):
            raise sa.exc.IntegrityError(statement, parameters, Exception("the database chokes"))

    sa.event.listen(writer._engine, "before_cursor_execute", choke)
    gate = threading.Event()
    monkeypatch.setattr(writer._cache, "refresh", _after(gate, writer._cache.refresh))
    kinds = ["good", "poison", "good", "good", "poison", "good"]
    wanted = [here.submit(an_append(f"s{at}", kind=kind)) for at, kind in enumerate(kinds)]
    wanted.append(here.submit(an_append("s0", upon=bytes(31))))
    gate.set()
    failed = [str(each.exception()) if each.exception() else "" for each in wanted]
    assert ["chokes" in said for said in failed] == [False, True, False, False, True, False, False]
    assert "version" in failed[-1]
    assert [each.kind for each in here.records.all_events()] == ["good"] * 4


def _after(gate: threading.Event, call: Any) -> Any:
    def waits(*given: Any) -> Any:
        assert gate.wait(10)
        return call(*given)

    return waits


def test_fear_somebody_gives_up_waiting_and_the_store_stops(
    here: Store, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(writer._cache, "refresh", _after(gate, writer._cache.refresh))
    first, second = here.submit(an_append("a")), here.submit(an_append("b"))
    assert not second.cancel(), "what was sent is kept"
    assert not first.cancel()
    gate.set()
    assert here.append(an_append("c")).version == 1
    assert here.records.streams() == ["a", "b", "c"]


def test_fear_a_commit_that_was_not_heard_of_is_done_twice(here: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks just after the commit: what was kept is kept once, and acknowledged."""
    here.append(an_append("terminal:T1", bought_in("T1", 1_000)))
    leave, broken = writer_module._WriteTransaction.__exit__, [True]

    def breaks(self: Any, kind: object, *rest: object) -> None:
        leave(self, kind, *rest)
        if kind is None and broken:
            broken.pop()
            raise sa.exc.OperationalError("COMMIT", None, Exception("connection lost"))

    monkeypatch.setattr(writer_module._WriteTransaction, "__exit__", breaks)
    assert here.append(an_append("table:B1", stake(100))).position == 2
    assert here.records.balance(terminal("T1")) == 900
    assert here.records.head().position == 2


def test_fear_a_batch_that_did_not_land_is_lost(here: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    leave, broken = writer_module._WriteTransaction.__exit__, [True]

    def breaks(self: Any, kind: object, *rest: object) -> None:
        if kind is None and broken:
            broken.pop()
            raise sa.exc.OperationalError("COMMIT", None, Exception("connection lost"))
        leave(self, kind, *rest)

    monkeypatch.setattr(writer_module._WriteTransaction, "__exit__", breaks)
    assert here.append(an_append("table:B1")).position == 1
    assert here.records.head().position == 1


def test_fear_a_fault_of_ours_leaves_people_waiting(here: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(writer_module, "plan", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            here.append(an_append())
    assert here.append(an_append()).version == 1


def test_fear_two_processes_spend_the_same_money(url: str) -> None:
    with unleased(), Store(url, KEYS) as store:
        store.append(an_append("terminal:T1", bought_in("T1", 1_000)))
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        others = [context.Process(target=spend, args=(url, name, results)) for name in "ab"]
        for each in others:
            each.start()
        wanted = [store.submit(an_append(f"c{at}", stake(3))) for at in range(300)]
        own = sum(each.exception() is None for each in wanted)
        kept = own + sum(results.get(timeout=60) for _ in others)
        for each in others:
            each.join(60)
        assert kept == 333
        assert store.records.balance(terminal("T1")) == 1
        positions = [each.position for each in store.records.all_events()]
        assert positions == list(range(1, 335))
    with Records(url) as records:
        signed = records.checkpoints()
        assert [each.previous for each in signed] == [0, *(each.position for each in signed[:-1])]
        assert all(each.genuine for each in signed)
        assert signed[-1].position == 334


# A writer apart


@pytest.fixture
def apart(url: str) -> Iterator[Store]:
    with Store(url, KEYS, apart=True, every=10, patience=1) as made:
        yield made


def test_the_process_that_writes_has_no_key_and_the_chain_is_signed(apart: Store) -> None:
    for _ in range(25):
        apart.append(an_append())
    apart.close()
    with Records(apart.url) as records:
        signed = records.checkpoints()
    assert [each.position for each in signed] == [10, 20, 25]
    assert all(each.genuine and each.key == KEYS.public for each in signed)


def test_fear_the_process_that_writes_is_killed(apart: Store) -> None:
    """Who waits hears that nobody knows; another process goes on with what was kept."""
    assert isinstance(apart.writer, RemoteWriter)
    for number in range(3):
        apart.append(an_append(f"s{number}"))
        assert apart.writer.pid is not None
        os.kill(apart.writer.pid, signal.SIGKILL)
        with pytest.raises(Unavailable, match="has ended"):
            apart.append(an_append("lost"))
    assert apart.append(an_append()).position == 4


def test_fear_ctrl_c_ends_the_writer_before_the_house_has_closed(apart: Store) -> None:
    """A terminal sends it to a whole group, whatever each of them is at."""
    apart.append(an_append())
    assert isinstance(apart.writer, RemoteWriter)
    assert apart.writer.pid is not None
    assert os.getpgid(apart.writer.pid) != os.getpgid(0)


def test_fear_a_house_is_killed_and_its_writer_goes_on_without_it(url: str) -> None:
    """Nobody is left to write where the house that began it is gone, and stopping it politely is the house's matter."""
    context = multiprocessing.get_context("spawn")
    results, told = context.Queue(), context.Event()
    house = context.Process(target=write_apart, args=(url, results, told))
    house.start()
    writer = results.get(timeout=60)
    os.kill(writer, signal.SIGINT)
    os.kill(writer, signal.SIGTERM)
    told.set()
    assert results.get(timeout=60) == 2
    house.kill()
    house.join(60)
    patiently(lambda: not _lives(writer))


def _lives(pid: int) -> bool:
    """One that has ended and that nobody has asked about yet is still there by name."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_what_a_database_chokes_on_is_said_across_processes(apart: Store) -> None:
    apart.append(an_append())
    with connected(apart.url) as connection:
        connection.exec_driver_sql("ALTER TABLE event RENAME TO gone")
        connection.commit()
    with pytest.raises(Refused, match=r"cannot save this|cannot be reached") as refused:
        apart.append(an_append())
    assert "\n" not in str(refused.value)


def test_fear_a_password_is_seen_among_the_processes(apart: Store) -> None:
    apart.append(an_append())
    assert isinstance(apart.writer, RemoteWriter)
    said = Path(f"/proc/{apart.writer.pid}/cmdline").read_text()
    assert "croupier" in said
    assert apart.url not in said


# The books


def test_totals_of_a_terminal_and_of_a_gaming_day(store: Store) -> None:
    noon = int(datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC).timestamp()) * SECOND
    today = GamingDay.of(noon)
    for at in (today.since - 1, today.since, noon, today.until - 1, today.until):
        store.append(an_append("terminal:T1", bought_in("T1", 100), at=at))
    store.append(an_append("table:B1", stake(50), at=noon))
    store.append(an_append("table:B1", Posting(stakes("B1", 1), terminal("T1"), 50, "return"), at=noon))
    store.append(an_append("table:B1", Posting(win("B1"), terminal("T1"), 40, "win"), at=noon))
    store.append(an_append("table:B1", Posting(terminal("T1"), win("B1"), 40, "correction"), at=noon))
    totals = store.records.totals(today.since, today.until)
    assert totals == {"terminal:T1": {"buy-in": 300, "stake": 50, "return": 50, "win": 40, "correction": -40}}
    assert store.records.totals(today.since, today.until, "cage") == {"cage": {"buy-in": 300}}
    latest = store.records.history("terminal:T1", last=3)
    assert [(each.stream, each.version, each.posting.kind) for each in latest] == [
        ("table:B1", 4, "correction"),
        ("table:B1", 3, "win"),
        ("table:B1", 2, "return"),
    ]
    assert len(store.records.history("terminal:T1")) == 9


@settings(max_examples=20)
@given(data=st.data())
def test_the_store_does_what_a_list_would(data: st.DataObject) -> None:
    """The same appends to the store in batches and to a plain list one by one: the same is kept and refused."""
    steps = data.draw(
        st.lists(
            st.tuples(
                st.sampled_from(["a", "b"]),
                st.none() | st.integers(-1, 24),
                st.sampled_from([None, bought_in("T1", 10), stake(7), cashed_out("T1", 9)]),
                st.none() | st.sampled_from(["x", "y"]),
                st.sampled_from([b"one", b"two"]),
            ),
            max_size=25,
        )
    )
    model: list[str] = []
    ends, receipts, cents, expected = {"a": -1, "b": -1}, dict[str, bytes](), {"T": 0}, list[str]()
    with fresh("sqlite") as url, Store(url, KEYS, every=3) as store:
        futures = []
        for number, (stream, after, posting, id, command) in enumerate(steps):
            receipt = Receipt.of("T1", id, command, command) if id else None
            upon = None if after is None else BEGINNING if after == -1 else after + 1
            moves = [posting] if posting else []
            append = an_append(stream, *moves, upon=upon, number=number + 1, receipt=receipt, body=command)
            futures.append(store.submit(append))
            moved = 0 if posting is None else posting.cents if posting.kind == "buy-in" else -posting.cents
            if id in receipts:
                expected.append("again" if receipts[id] == command else "Reused")
            elif after not in (None, ends[stream]):
                expected.append("Conflict")
            elif cents["T"] + moved < 0:
                expected.append("Overdraft")
            else:
                expected.append("kept")
                ends[stream] = number
                cents["T"] += moved
                model.append(stream)
                if id:
                    receipts[id] = command
        for future in futures:
            future.exception()
        told = [
            type(each.exception()).__name__ if each.exception() else "again" if each.result().again else "kept"
            for each in futures
        ]
        assert told == expected
        assert [each.stream for each in store.records.all_events()] == model
        assert store.records.balance(terminal("T1")) == cents["T"]


# Limits, ways to open, ways to fail


@pytest.mark.parametrize(
    "append",
    [
        an_append(""),
        an_append("x" * 201),
        an_append("a\0b"),
        an_append("a\nb"),
        an_append("\ud800"),
        an_append(body=b"x" * 1_000_001),
        an_append(at=-1),
        an_append(at=2**63),
        an_append("s", Posting("terminal:T1", "cage", 0, "cash-out")),
        an_append("s", Posting("terminal:T1", "cage", 2**64, "cash-out")),
        Append(stream="s", drafts=(), at=1, actor="a"),
        Append(stream="s", drafts=(Draft("k", b""),) * 10_001, at=1, actor="a"),
        an_append(receipt=Receipt("a", "b", b"short", b"")),
    ],
    ids=str,
)
def test_what_no_database_could_keep_is_refused_before_it_is_tried(append: Append) -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store, pytest.raises(Refused):
        store.submit(append)


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_a_place_that_is_no_store_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        Store(url, KEYS)
    with pytest.raises(Refused):
        Records(url)


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.db", "postgresql:///x?host=/nowhere"])
def test_a_place_that_cannot_be_reached_is_said_in_one_line(url: str) -> None:
    with pytest.raises(Unavailable, match="cannot be opened") as refused:
        Store(url, KEYS)
    assert "\n" not in str(refused.value)


def test_a_place_without_a_store_is_not_made_one_by_reading(url: str) -> None:
    with pytest.raises(Refused, match=r"contains no store|no store is at"):
        Records(url)


def test_a_closed_store_takes_nothing(url: str) -> None:
    store = Store(url, KEYS)
    store.close()
    store.close()
    with pytest.raises(Unavailable, match="closed"):
        store.submit(an_append())


def test_a_store_is_opened_again_and_goes_on(url: str) -> None:
    upon = BEGINNING
    for number in range(3):
        with Store(url, KEYS) as store:
            done = store.append(an_append(upon=upon))
            assert done.version == number + 1
            upon = done.hash
    with Records(url) as records:
        assert [each.position for each in records.checkpoints()] == [1, 2, 3]


def test_fear_two_houses_make_the_same_store_at_once(url: str) -> None:
    with unleased(), ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: Store(url, KEYS), range(8)))
    for number, each in enumerate(stores):
        assert each.append(an_append()).version == number + 1
        each.close()


def test_fear_a_password_is_printed() -> None:
    for place in ("postgresql://ann:secret@/x?host=/nowhere", "mysql://ann:secret@host/x", "postgresql:ann:secret@x"):
        with pytest.raises(Refused) as refused:
            Records(place)
        assert "secret" not in str(refused.value)


def test_fear_a_storm_fills_the_memory(here: Store, writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MAX_QUEUED_APPENDS", 5)
    gate = threading.Event()
    monkeypatch.setattr(writer._cache, "refresh", _after(gate, writer._cache.refresh))
    first = here.submit(an_append("first"))
    patiently(lambda: here.batches == 1)
    waiting = [here.submit(an_append("more")) for _ in range(5)]
    with pytest.raises(Unavailable, match="cannot keep up"):
        here.submit(an_append("too much"))
    gate.set()
    assert [each.result().version for each in (first, *waiting)] == [1, 1, 2, 3, 4, 5]
    assert here.append(an_append("after")).version == 1


def test_fear_a_store_grows_slower_with_every_answer_it_keeps() -> None:
    with fresh("sqlite") as url:
        Store(url, KEYS).close()
        with connected(url) as connection:
            said: list[tuple[str, Any]] = []
            sa.event.listen(connection.engine, "before_cursor_execute", lambda *it: said.append((it[2], it[3])))
            assert receipts(connection, [("terminal:T1", "4f1c"), ("terminal:T2", "4f1c")]) == {}
            query, values = said[-1]
            plan = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)]
    (step,) = [each for each in plan if "receipt" in each]
    assert re.fullmatch(r"SEARCH receipt USING .*\(actor=\? AND id=\?\)", step)


def test_fear_what_is_found_by_its_kind_is_looked_for_in_the_whole_store(url: str) -> None:
    """The index of seldom kinds is used, whatever else there is; and it holds those alone."""
    with Store(url, KEYS) as store:
        for at in range(50):
            store.append(an_append("table:B1", events=20))
            if at in (10, 30):
                store.append(an_append("table:B1", kind="round-amended"))
                store.append(an_append("table:B2", kind="round-amended"))
        found = store.records.rare_events("round-amended", "table:B1")
        assert [each.version for each in found] == [221, 622]
        assert store.records.rare_events("round-amended", "table:B1", 221) == found[1:]
        assert [each.stream for each in store.records.rare_events("round-amended")] == ["table:B1", "table:B2"] * 2
        assert store.records.rare_events("correction-understood") == []
    with connected(url) as connection:
        said: list[tuple[str, Any]] = []
        sa.event.listen(connection.engine, "before_cursor_execute", lambda *it: said.append((it[2], it[3])))
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET enable_seqscan = off")
        query = sa.select(schema.event).where(schema.SELDOM, schema.event.c.kind == "round-amended")
        connection.execute(query.where(schema.event.c.stream == "table:B1", schema.event.c.version > 0)).all()
        asked, values = said[-1]
        explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
        plan = " ".join(str(row) for row in connection.exec_driver_sql(f"{explain} {asked}", values))
    assert "event_seldom" in plan


def test_a_store_of_before_is_brought_up_to_date(url: str) -> None:
    Store(url, KEYS).close()
    with connected(url) as connection:
        connection.exec_driver_sql("DROP INDEX event_seldom")
        connection.exec_driver_sql("DROP TABLE lease")
        connection.exec_driver_sql("DROP TABLE term")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    with pytest.raises(Refused, match="contains a store of version 0001, not 0004"):
        Records(url)
    with Store(url, KEYS) as store:
        store.append(an_append("table:B1", kind="round-amended"))
        assert len(store.records.rare_events("round-amended")) == 1
    with connected(url) as connection:
        assert "event_seldom" in {each["name"] for each in sa.inspect(connection).get_indexes("event")}


def test_a_store_of_a_newer_program_is_left_alone(url: str) -> None:
    Store(url, KEYS).close()
    with connected(url) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()
    with pytest.raises(Refused, match="newer than this program"):
        Store(url, KEYS)


def test_the_migrations_make_the_tables_that_the_program_expects(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    Store(url, KEYS).close()
    with connected(url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    steps = ScriptDirectory(str(Path(upgrade.__file__).parent / "migrations"))
    assert steps.get_current_head() == upgrade.SCHEMA_VERSION


def test_sqlite_is_durable_and_postgresql_too() -> None:
    with fresh("sqlite") as url, connected(url) as connection:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
        assert {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted} == wanted
    with fresh("postgresql") as url, connected(url) as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert connection.exec_driver_sql("SHOW fsync").scalar() == "on"


def test_fear_the_database_crashes_under_the_house() -> None:
    """PostgreSQL is stopped as by a power failure in the middle of appends: all of them land, each once."""
    with fresh("postgresql") as url, Store(url, KEYS) as store:
        wanted = [store.submit(an_append(f"s{at}")) for at in range(3_000)]
        server().crash()
        assert {each.result(60).version for each in wanted} == {1}
        store.append(an_append("after"))
        assert store.records.head().position == 3_001


def test_fear_a_database_that_stays_away_hangs_the_house() -> None:
    with fresh("postgresql") as url, Store(url, KEYS, patience=0.2) as store:
        store.append(an_append())
        name = sa.make_url(url).database
        with connected(server().database(), isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='{name}'")
            with pytest.raises(Unavailable, match="cannot be reached"):
                store.append(an_append())
            connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert store.append(an_append()).version == 2


def refusal(actor: str, number: int) -> Append:
    receipt = Receipt.of(actor, f"r{number}", b"command", b"no")
    return Append(stream="table:B1", drafts=(), at=0, actor=actor, receipt=receipt)


def test_fear_refused_commands_fill_the_disk(store: Store) -> None:
    done = an_append("table:B1", receipt=Receipt.of("terminal:T1", "done", b"command", b"yes"))
    store.append(done)
    store.append(refusal("terminal:T2", 0))
    for outcome in [store.submit(refusal("terminal:T1", number)) for number in range(1_000)]:
        outcome.result()
    with connected(store.url) as connection:
        kept = connection.execute(sa.select(schema.receipt.c.actor, schema.receipt.c.id)).all()
    assert {id for actor, id in kept if actor == "terminal:T1"} == {"done", *(f"r{each}" for each in range(800, 1_000))}
    assert ("terminal:T2", "r0") in kept, "who is refused often pushes nobody else's out"
    assert store.append(refusal("terminal:T1", 999)).again, "the latest get the same answer"
    assert store.append(done).again, "and what was done gets it for ever"


def test_refusals_are_bounded_over_openings_too(url: str) -> None:
    for life in range(3):
        with Store(url, KEYS) as store:
            for number in range(150):
                store.append(refusal("terminal:T1", 1_000 * life + number))
            assert store.append(refusal("terminal:T1", 1_000 * life + 149)).again
            with connected(url) as connection:
                kept = connection.execute(sa.select(sa.func.count()).select_from(schema.receipt)).scalar()
            assert kept == min(200, 150 * (life + 1))


def test_fear_one_wager_waits_for_the_database_a_dozen_times() -> None:
    """One round trip to look and lock, one to write and commit: every other is time in which a player waits."""
    with fresh("postgresql") as url:
        line = Line(url)
        with Store(line.url, KEYS) as store:
            store.append(an_append("terminal:T1", bought_in("T1", 10_000)))
            for number in range(3):
                store.append(an_append("table:B1", stake(1), receipt=Receipt.of("T1", f"warm {number}", b"", b"")))
            before = line.round_trips
            for number in range(20):
                store.append(an_append("table:B1", stake(1), receipt=Receipt.of("T1", f"{number}", b"", b"")))
            assert line.round_trips - before <= 2 * 20
        line.close()
