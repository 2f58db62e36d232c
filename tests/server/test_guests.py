"""Guests who never come back: thousands of them are not kept at hand for ever, and nobody who plays is seen out."""

from typing import Any

import pytest

from croupier.house.audit import audit
from croupier.house.people import QUICK, People, PeopleSettings
from croupier.server import guests as seeing_out
from croupier.server.desk import GUEST_CREDIT_CENTS, Desk
from serving import Person, TestClient, served
from stores import KEYS


def look(client: Any, desk: Desk) -> int:
    """Have the house look for guests who do not come back, where it runs."""
    found: int = client.portal.call(desk.guests.sweep)
    return found


def test_fear_thousands_of_guests_who_never_come_back_are_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with served() as (app, desk), TestClient(app) as client:
        gone = [Person.guest(client) for _ in range(30)]
        assert look(client, desk) == 0, "a guest may take a day"
        monkeypatch.setattr(seeing_out, "GUEST_EXPIRY_MICROSECONDS", 0)
        people = desk.doors.people
        player = Person.guest(client)
        assert player.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 200
        assert look(client, desk) == 30
        records, at = desk.house.store.records, desk.house.now()
        assert people.guests(at).keys() == {player.name}, "who has something in play stays"
        assert not any(records.balance(f"terminal:{each.name}") for each in gone), "demo credits are nobody's money"
        assert records.balance(f"terminal:{player.name}") == GUEST_CREDIT_CENTS - 1_000
        assert gone[0].get(f"/api/terminals/{gone[0].name}").status_code == 401
        again = People(desk.house.store, KEYS, at, PeopleSettings(hashing=QUICK))
        assert again.guests(at).keys() == {player.name}, "nor are they at hand when the house opens again"
        assert [str(each) for each in audit(records).defects] == []


def test_a_guest_counts_as_seen_with_every_request() -> None:
    with served() as (app, desk), TestClient(app) as client:
        early, late = Person.guest(client), Person.guest(client)
        early.get(f"/api/terminals/{early.name}")
        idle = desk.doors.people.guests(desk.house.now())
        assert idle[early.name] < idle[late.name]


def test_fear_a_flood_of_guests_fills_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing_out, "MAX_GUESTS", 5)
    with served() as (app, desk), TestClient(app) as client:
        for _ in range(8):
            assert client.post("/api/guests").status_code == 200
        assert look(client, desk) == 0
        refused = client.post("/api/guests")
        assert (refused.status_code, refused.json()["error"]["message"]) == (
            429,
            "too many guests right now: try again later",
        )
        monkeypatch.setattr(seeing_out, "GUEST_IDLE_MICROSECONDS", 0)
        assert look(client, desk) == 3, "who was not seen for a while gives way"
        monkeypatch.setattr(seeing_out, "MAX_GUESTS", 6)
        look(client, desk)
        assert client.post("/api/guests").status_code == 200
