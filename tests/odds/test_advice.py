"""Advice for practice: priced by the solver, from what the player is shown alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.games.catalogue import GAMES
from croupier.games.terms import Limits
from croupier.house.configuration import Configuration
from croupier.odds.blackjack.strategy.holding import holding
from serving import Person, TestClient, served

TABLES = {
    name: Configuration.of(name, run="dealer", cards="entered", unit=500, limits={"all": Limits(500, 100_000)})
    for name in ("lucky-8", "e-blackjack", "dueling-8s")
}


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[TestClient, Person]]:
    with served(TABLES) as (application, desk), TestClient(application) as client:
        dealer = Person.staff(client, desk, "dealer")
        assert all(dealer.give(table, "shuffle", round=None).status_code == 200 for table in TABLES)
        yield client, dealer


def dealt(house: tuple[TestClient, Person], table: str, cards: str, *more: str) -> Person:
    """A guest with a main wager in a round of its own, and these cards on the table."""
    client, dealer = house
    guest = Person.guest(client)
    said = dealer.give(table, "begin-round", round=None)
    assert said.status_code == 200, said.text
    number = said.json()["round"]
    box: dict[str, Any] = {} if table == "e-blackjack" else {"box": 1}
    assert guest.give(table, "place-wager", round=number, wager="main", stake=1_000, **box).status_code == 200
    steps: list[dict[str, Any]] = [{"command": "close-bets"}]
    steps += [{"command": "deal-card", "card": card} for card in cards.split()]
    for step in (*steps, *({"command": each} for each in more)):
        assert dealer.give(table, round=number, **step).status_code == 200, step
    return guest


def advised(guest: Person, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.get(f"/api/tables/{table}/advice").json()
    return found


def test_the_price_of_a_hand_is_the_solvers(house: tuple[TestClient, Person]) -> None:
    guest = dealt(house, "lucky-8", "TS 7D 6H", "confirm-deal", "close-offers")
    [found] = advised(guest, "lucky-8")
    exact = holding(GAMES["lucky-8"], GAMES["lucky-8"].shoe(), "TS 6H", "7D")  # type: ignore[arg-type]
    assert (found["command"], found["best"], found["up"]) == ("decide", "hit", "7D")
    assert found["ev"] == pytest.approx({name: float(exact.ev[name]) for name in ("hit", "stand", "double")})
    assert found["cost"]["hit"] == 0
    assert found["cost"]["stand"] == pytest.approx(float(exact.ev["hit"] - exact.ev["stand"]))


def test_surrender_is_priced_where_it_is_open(house: tuple[TestClient, Person]) -> None:
    guest = dealt(house, "e-blackjack", "TS TD 6H")
    found = {each["command"]: each for each in advised(guest, "e-blackjack")}
    assert found["decide"]["best"] == "surrender"
    assert set(found["decide"]["cost"]) == {"surrender", "hit", "stand", "double"}


def test_the_printed_eight_is_no_card_of_the_shoe(house: tuple[TestClient, Person]) -> None:
    guest = dealt(house, "dueling-8s", "3H", "confirm-deal", "close-offers")
    [found] = advised(guest, "dueling-8s")
    assert (found["cards"], found["up"], found["best"]) == (["8S", "3H"], "8S", "double")


def test_nobody_but_who_decides_is_advised(house: tuple[TestClient, Person]) -> None:
    assert advised(Person.guest(house[0]), "lucky-8") == []
    assert house[1].get("/api/tables/lucky-8/advice").status_code == 403
