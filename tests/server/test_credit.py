"""The cage tested by fears: one alone sells a fortune, or one slip of the hand keeps everybody else from buying in."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.games.round import Role, encode
from croupier.house import events
from croupier.house.audit import audit
from croupier.house.clock import wall_clock
from croupier.house.days import HOUR, SECOND, Calendar
from croupier.house.house import House as Casino
from croupier.house.ledger import CAGE, Balances, Overdraft, bought_in
from croupier.house.policy import Policy, read
from croupier.house.roles import HouseRole
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Records, Store, Unavailable
from croupier.house.table import Answer, Request
from croupier.money import MAX_CENTS
from croupier.refused import Refused
from croupier.server.desk import Desk
from croupier.server.serving import opening
from housed import at_rest
from serving import Person, TestClient, served
from stores import KEYS, fresh
from tables import usual

House = tuple[TestClient, Desk]
MUCH = 1_000_001


@pytest.fixture
def house() -> Iterator[House]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        desk.house.policy = Policy(two_people_above=1_000_000)
        desk.house.note(opening(desk.house.policy, KEYS.public))
        yield client, desk
        assert audit(desk.house.store.records).defects == []


def another(house: House, name: str, role: str) -> Person:
    """Somebody more of the house."""
    client, desk = house
    root = Person.staff(client, desk, "administrator")
    assert root.post("/api/staff", {"name": name, "role": role, "password": "given on a note"}).status_code == 200
    for old, new in (("given on a note", f"{name} alone knows"), (f"{name} alone knows", "")):
        said = client.post("/api/sign-in/staff", json={"name": name, "password": old}).json()
        made = Person(client, said["token"], name)
        if new:
            made.post("/api/secret", {"old": old, "new": new})
    return made


def buys(cage: Person, terminal: str, cents: int, id: str = "1") -> httpx.Response:
    return cage.post(f"/api/terminals/{terminal}/money", {"id": id, "command": "buy-in", "cents": cents})


def answers(person: Person, approval: str, *, agrees: bool = True, id: str = "a") -> httpx.Response:
    return person.post(f"/api/approvals/{approval}", {"id": id, "agrees": agrees})


def test_fear_one_alone_at_the_cage_sells_a_fortune(house: House) -> None:
    client, desk = house
    guest, cage, cara = Person.guest(client), Person.staff(client, desk, "cage"), another(house, "cara", "cage")
    before = guest.credits()
    assert buys(cage, guest.name, 1_000_000).status_code == 200, "up to the amount one is enough"
    asked = buys(cage, guest.name, MUCH, "2")
    assert asked.status_code == 202
    approval = asked.json()["approval"]
    assert guest.credits() == before + 1_000_000
    assert buys(cage, guest.name, MUCH, "2").json()["approval"] == approval, "the same request asks once"
    # Not by oneself, not by a lower position, not by who has no part in it.
    assert answers(cage, approval).status_code == 422
    for role in ("dealer", "pit-supervisor"):
        assert answers(Person.staff(client, desk, role), approval).status_code == 422
    for role in ("surveillance", "administrator"):
        assert answers(Person.staff(client, desk, role), approval).status_code == 403
    assert answers(guest, approval).status_code == 403
    seen = cara.get("/api/approvals").json()
    assert [(each["id"], each["table"], each["subject"], each["yours"]) for each in seen] == [
        (approval, guest.name, "credit", True)
    ]
    assert answers(cara, approval).status_code == 200
    assert guest.credits() == before + 1_000_000 + MUCH
    # Once, whoever says it again.
    assert answers(cara, approval).status_code == 200
    assert answers(Person.staff(client, desk, "pit-manager"), approval).status_code == 422
    assert guest.credits() == before + 1_000_000 + MUCH
    assert cara.get("/api/approvals").json() == []
    events = list(desk.house.records.events(f"terminal:{guest.name}"))[-3:]
    assert [(each.kind, each.actor) for each in events] == [
        ("credit-asked", "staff:cage"),
        ("credit-agreed", "staff:cara"),
        ("bought-in", "staff:cara"),
    ]


def test_a_pit_manager_may_be_the_second_and_anybody_may_say_no(house: House) -> None:
    client, desk = house
    guest, cage, boss = (
        Person.guest(client),
        Person.staff(client, desk, "cage"),
        Person.staff(client, desk, "pit-manager"),
    )
    before = guest.credits()
    first = buys(cage, guest.name, MUCH, "1").json()["approval"]
    assert answers(boss, first, agrees=False).status_code == 200
    assert answers(boss, first, id="b").status_code == 422
    second = buys(cage, guest.name, MUCH, "2").json()["approval"]
    assert answers(cage, second, agrees=False, id="c").status_code == 200, "who asked takes it back"
    third = buys(cage, guest.name, MUCH, "3").json()["approval"]
    assert [each["yours"] for each in boss.get("/api/approvals").json()] == [True]
    assert Person.staff(client, desk, "dealer").get("/api/approvals").json() == []
    assert answers(boss, third, id="d").status_code == 200
    assert guest.credits() == before + MUCH


def test_fear_a_second_person_agrees_to_what_was_asked_long_ago(house: House) -> None:
    client, desk = house
    guest, cage, boss = (
        Person.guest(client),
        Person.staff(client, desk, "cage"),
        Person.staff(client, desk, "pit-manager"),
    )
    approval = buys(cage, guest.name, MUCH).json()["approval"]
    asked = desk.house.credit._open[approval]
    desk.house.credit._clock = lambda: asked.until
    assert "expired" in answers(boss, approval).json()["error"]["message"]
    assert boss.get("/api/approvals").json() == []


def test_fear_one_buy_in_fills_the_cage_and_nobody_else_buys_in(house: House) -> None:
    client, desk = house
    guest, cage = Person.guest(client), Person.staff(client, desk, "cage")
    desk.house.policy = Policy()
    desk.house.note(opening(desk.house.policy, KEYS.public))
    for cents in (MAX_CENTS, MAX_CENTS - 200_000, 1_000_000_001):
        refused = buys(cage, guest.name, cents, str(cents))
        assert refused.status_code == 422
        assert refused.json()["error"]["message"].startswith("a buy-in is up to 10,000,000.00, not ")
    assert buys(cage, guest.name, 1_000_000_000, "most").status_code == 200
    other = Person.guest(client)
    assert buys(cage, other.name, 1_000, "small").status_code == 200


def test_fear_full_terminals_fill_the_cage() -> None:
    # What one terminal may hold is no bound for what all of them have bought.
    books = Balances({"terminal:T1": MAX_CENTS, CAGE: -MAX_CENTS})
    books.post([bought_in("T2", 100)])
    assert books[CAGE] == -MAX_CENTS - 100
    with pytest.raises(Overdraft):
        books.post([bought_in("T1", 1)])


# What one has sold counts for the whole gaming day


def test_fear_a_fortune_is_split_into_small_sums(house: House) -> None:
    client, desk = house
    guest, cage, cara = Person.guest(client), Person.staff(client, desk, "cage"), another(house, "cara", "cage")
    before = guest.credits()
    for number, cents in enumerate((400_000, 400_000, 200_000)):
        assert buys(cage, guest.name, cents, f"s{number}").status_code == 200
    asked = buys(cage, guest.name, 1, "one-cent-more")
    assert asked.status_code == 202
    assert guest.credits() == before + 1_000_000
    assert buys(cara, guest.name, 1_000_000, "another").status_code == 200, "somebody else is another name"
    assert buys(cara, guest.name, 1, "and-no-more").status_code == 202
    assert answers(cara, asked.json()["approval"]).status_code == 200
    assert buys(cage, guest.name, 1, "after-that").status_code == 202, "what two have sold frees nothing"
    other = Person.guest(client)
    assert buys(cage, other.name, 1_000_000, "elsewhere").status_code == 200


def test_fear_a_fortune_is_spread_over_many_terminals(house: House) -> None:
    client, desk = house
    cage = Person.staff(client, desk, "cage")
    desk.house.policy = Policy(two_people_above=1_000_000, alone_a_day=1_500_000)
    guests = [Person.guest(client) for _ in range(3)]
    told = [buys(cage, guest.name, 750_000, guest.name).status_code for guest in guests]
    assert told == [200, 200, 202]
    assert Policy(two_people_above=1_000_000).alone == 10_000_000, "ten times as much where nothing is said"


def test_fear_small_sums_at_the_same_moment_are_not_counted() -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        casino = opened(store)
        replies = [casino.pay("T1", bought(f"{number}", 400_000)) for number in range(4)]
        at_rest(casino)
        assert [reply.result().done for reply in replies] == [True, True, False, False]
        assert casino.credits("T1") == 800_000


def test_fear_a_cashier_says_that_two_have_sold_it(house: House) -> None:
    client, desk = house
    guest, cage = Person.guest(client), Person.staff(client, desk, "cage")
    said = {"id": "1", "command": "buy-in", "cents": 900_000, "reference": "credit-000000000000"}
    assert cage.post(f"/api/terminals/{guest.name}/money", said).status_code in (400, 422)
    reply = desk.house.pay(guest.name, bought("forged", 900_000, reference="credit-000000000000"))
    at_rest(desk.house)
    assert reply.result().reason == "leave out the source: the cage takes the money itself"


def test_what_was_sold_yesterday_does_not_count_and_what_was_sold_before_a_restart_does() -> None:
    late = Calendar().of(wall_clock()).until - HOUR
    now = [late]
    with fresh("sqlite") as url:
        with Store(url, KEYS) as store:
            casino = opened(store, now)
            assert sells(casino, "1", 1_000_000)
        now[0] += 60 * SECOND
        with Store(url, KEYS) as store:
            casino = opened(store, now)
            assert not sells(casino, "2", 1)
            now[0] += HOUR
            assert sells(casino, "3", 1_000_000), "another gaming day has begun"
            assert not sells(casino, "4", 1)
        with Records(url) as records:
            assert audit(records).defects == []


def test_fear_a_sale_of_which_nobody_knows_counts_twice_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        casino = opened(store)
        commit = store.writer.commit
        for lost in (True, False):
            # Kept and unheard, and then neither.
            monkeypatch.setattr(
                store.writer,
                "commit",
                lambda batch, lost=lost: [Unavailable("nobody knows")] * len(commit(batch) if lost else batch),
            )
            reply = casino.pay("T1", bought(f"lost {lost}", 400_000))
            at_rest(casino)
            with pytest.raises(Unavailable):
                reply.result()
        monkeypatch.setattr(store.writer, "commit", commit)
        assert sells(casino, "fits", 600_000), "400,000 cents were kept, once"
        assert not sells(casino, "no more", 1)
        assert sells(casino, "lost True", 400_000), "the same again is told the same"
        assert casino.credits("T1") == 1_000_000


# What waits


@pytest.mark.parametrize("back_end", ["sqlite", "postgresql"])
def test_fear_what_waits_for_a_second_person_is_lost_at_a_restart(back_end: str) -> None:
    now = [wall_clock()]
    with fresh(back_end) as url:
        with Store(url, KEYS) as store:
            casino = opened(store, now)
            waits, refused, done, lapses = (asks(casino, name) for name in ("T1", "T2", "T3", "T4"))
            answered(casino, refused, agrees=False)
            answered(casino, done)
        now[0] += 60 * SECOND
        with Store(url, KEYS) as store:
            casino = opened(store, now)
            assert [each.id for each in casino.credit.waiting()] == [waits, lapses]
            assert answered(casino, waits, by="staff:cage").reason == "you cannot approve your own request"
            assert answered(casino, waits).done
            assert casino.credits("T1") == MUCH
            assert "it was answered" in (answered(casino, waits, id="again").reason or "")
            assert "it was answered" in (answered(casino, refused, id="b").reason or "")
        now[0] += 60 * SECOND
        with Store(url, KEYS) as store:
            casino = opened(store, now)
            assert casino.credit.waiting() == []
            assert "has expired" in (answered(casino, lapses, id="c").reason or "")
        with Records(url) as records:
            assert audit(records).defects == []
            assert audit(records).counts["seconded"] == 2


def test_what_waits_at_the_cage_waits_as_long_however_the_clock_is_set() -> None:
    now, steady = [wall_clock()], [0]
    with fresh("sqlite") as url:
        with Store(url, KEYS) as store:
            casino = opened(store, now, steady)
            waits = asks(casino, "T1")
            for hours in (30, -3):
                now[0] += hours * HOUR
                casino.tick()
                at_rest(casino)
            assert [each.id for each in casino.credit.waiting()] == [waits]
        with Store(url, KEYS) as store:
            casino = opened(store, now, steady)
            assert [each.id for each in casino.credit.waiting()] == [waits]
            steady[0] += 119 * SECOND
            now[0] += 119 * SECOND
            assert answered(casino, waits).done
        with Records(url) as records:
            assert audit(records).defects == []


# What verify says of it


def _sold(by: str, cents: int, reference: str = "", terminal: str = "T1") -> tuple[str, events.AnyHouseEvent]:
    return by, events.BoughtIn(terminal=terminal, cents=cents, reference=reference)


def _asked(by: str, cents: int = MUCH, terminal: str = "T1") -> tuple[str, events.AnyHouseEvent]:
    return by, events.CreditAsked(id="credit-1", terminal=terminal, cents=cents, by=by, at=1, until=100)


def _agreed(by: str, asked: str, role: str = "cage") -> tuple[str, events.AnyHouseEvent]:
    return by, events.CreditAgreed(id="credit-1", by=by, role=role, asked=asked)


AMY, BEN = "staff:amy", "staff:ben"
WRONG: dict[str, tuple[list[tuple[str, events.AnyHouseEvent]], str | None]] = {
    "one name": ([_sold(AMY, MUCH)], "staff:amy sold 10,000.01 alone to T1 in a gaming day, and above 10,000.00"),
    "one name in parts": ([_sold(AMY, 600_000), _sold(AMY, 600_000)], "staff:amy sold 12,000.00 alone to T1"),
    "one name over terminals": (
        [_sold(AMY, 1_000_000, terminal=f"T{number}") for number in range(4)],
        "staff:amy sold 40,000.00 alone in all in a gaming day, and above 30,000.00 it takes two people",
    ),
    "twice the same": (
        [_asked(AMY), _agreed(AMY, AMY), _sold(AMY, MUCH, "credit-1")],
        "staff:amy asked for credit-1, and nobody else agreed",
    ),
    "in another's name": (
        [_asked(AMY), (AMY, _agreed(BEN, AMY)[1]), _sold(BEN, MUCH, "credit-1")],
        "staff:amy asked for credit-1, and nobody else agreed",
    ),
    "nobody asked": ([_agreed(BEN, AMY), _sold(BEN, MUCH, "credit-1")], "to credit-1, which nobody had asked for"),
    "nobody agreed": ([_asked(AMY), _sold(BEN, MUCH, "credit-1")], "to which nobody had agreed just then"),
    "twice": (
        [_asked(AMY), _agreed(BEN, AMY), _sold(BEN, MUCH, "credit-1"), _sold(BEN, MUCH, "credit-1")],
        "to which nobody had agreed just then",
    ),
    "more than was agreed upon": (
        [_asked(AMY), _agreed(BEN, AMY), _sold(BEN, MUCH + 1, "credit-1")],
        "10,000.01 for T1 were agreed upon, not 10,000.02",
    ),
    "too low": ([_asked(AMY), _agreed(BEN, AMY, "dealer"), _sold(BEN, MUCH, "credit-1")], "and a dealer agreed"),
    "nothing wrong": (
        [_sold(AMY, 1_000_000), _sold(BEN, 1_000_000), _asked(AMY), _agreed(BEN, AMY), _sold(BEN, MUCH, "credit-1")],
        None,
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_fear_verify_does_not_see_whose_names_a_credit_carries(case: str, tmp_path: Path) -> None:
    happened, wrong = WRONG[case]
    url = f"sqlite:///{tmp_path}/house.db"
    with Store(url, KEYS) as store:
        policy = Policy(two_people_above=1_000_000, alone_a_day=3_000_000)
        first = ("house", opening(policy, KEYS.public))
        for at, (actor, event) in enumerate([first, *happened], 10):
            name = getattr(event, "terminal", "T1")
            stream = "house" if actor == "house" else f"terminal:{name}"
            store.append(Append(stream=stream, drafts=(events.drafted(event),), at=at, actor=actor))
    with Records(url) as records:
        said = [str(each) for each in audit(records).defects]
    if wrong is None:
        assert said == []
    else:
        assert any(each.startswith("cage: event ") and wrong in each for each in said), said


def test_a_configuration_says_what_one_may_sell_alone() -> None:
    said = {"cage": {"two_people_above": "100.00", "alone_a_day": "250.00"}}
    assert (read(said).two_people_above, read(said).alone) == (10_000, 25_000)
    for cage in ({"alone_a_day": "250.00"}, {"two_people_above": "100.00", "alone_a_day": "99.99"}):
        with pytest.raises(Refused, match="alone_a_day cannot be below"):
            read({"cage": cage})


# A casino without a server

_numbers = itertools.count(1)


def opened(store: Store, now: list[int] | None = None, steady: list[int] | None = None) -> Casino:
    clocks: dict[str, Any] = {"clock": lambda: now[0]} if now else {}
    if steady:
        clocks["steady"] = lambda: steady[0]
    made = Casino.open(store, KEYS, {"B1": usual("tiger", unit=100)}, entropy=seeded(next(_numbers)), **clocks)
    made.policy = Policy(two_people_above=1_000_000)
    made.note(opening(made.policy, KEYS.public))
    at_rest(made)
    return made


def bought(id: str, cents: int, **more: str) -> Request:
    body = encode({"command": "buy-in", "cents": cents, **more})
    return Request(id=id, actor="staff:cage", by=Role.DEALER, body=body)


def sells(casino: Casino, id: str, cents: int, name: str = "T1") -> bool:
    reply = casino.pay(name, bought(id, cents))
    at_rest(casino)
    return reply.result().done


def asks(casino: Casino, name: str) -> str:
    reply = casino.pay(name, bought(f"for {name}", MUCH))
    at_rest(casino)
    approval = reply.result().approval
    assert approval is not None
    return approval


def answered(casino: Casino, credit: str, *, agrees: bool = True, by: str = "staff:cara", **more: str) -> Answer:
    id, body = more.get("id", f"answer {credit} {by}"), encode({"credit": credit})
    request = Request(id=id, actor=by, by=Role.DEALER, body=body)
    reply = casino.answer_credit(credit, request, HouseRole.CAGE, agrees=agrees)
    at_rest(casino)
    return reply.result()
