"""The cage tested by fears: one alone sells a fortune, or one slip of the hand keeps everybody else from buying in."""

from collections.abc import Iterator

import httpx
import pytest

from croupier.house.audit import audit
from croupier.house.ledger import CAGE, Balances, Overdraft, bought_in
from croupier.house.policy import Policy
from croupier.money import MAX_CENTS
from croupier.server.desk import Desk
from serving import Person, TestClient, served

House = tuple[TestClient, Desk]
MUCH = 1_000_001


@pytest.fixture
def house() -> Iterator[House]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        desk.house.policy = Policy(two_people_above=1_000_000)
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
    asked = desk.house.credit._waiting[approval]
    desk.house.credit._clock = lambda: asked.until
    assert "too long ago" in answers(boss, approval).json()["error"]["message"]
    assert boss.get("/api/approvals").json() == []


def test_fear_one_buy_in_fills_the_cage_and_nobody_else_buys_in(house: House) -> None:
    client, desk = house
    guest, cage = Person.guest(client), Person.staff(client, desk, "cage")
    desk.house.policy = Policy()
    for cents in (MAX_CENTS, MAX_CENTS - 200_000, 1_000_000_001):
        refused = buys(cage, guest.name, cents, str(cents))
        assert refused.status_code == 422
        assert refused.json()["error"]["message"].startswith("one buy-in is up to 10,000,000.00, not ")
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
