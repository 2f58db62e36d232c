"""A variant at a table as its players see it: what it is, its pay table, and its odds."""

from typing import Any
from urllib.parse import quote

from croupier.games.catalogue import game
from croupier.house.configuration import Configuration, read
from croupier.odds.catalogue import odds
from croupier.server.doors import Demo
from places import ROOT
from serving import Person, TestClient, served
from stores import KEYS, patiently


def tables() -> dict[str, Configuration]:
    text = '[tables.EZ]\ngame = "ez.toml"\nlimits = { all = "5.00..500.00" }\npace = { betting = 600, last_call = 1 }\n'
    return read(text, ROOT / "examples" / "variants")


def test_a_demonstration_says_that_nobody_has_approved_it() -> None:
    with served(tables()) as (app, desk), TestClient(app) as client:
        patiently(lambda: not desk.house.tables["EZ"].durable.over)
        guest = Person.guest(client)
        (brief,) = guest.get("/api/tables").json()
        assert (brief["title"], brief["own_rules"]) == ("EZ Baccarat", "unapproved")
        assert brief["rules"].startswith("ez@4+")
        shown: dict[str, Any] = guest.get(f"/api/games/{quote(brief['rules'])}").json()
        assert (shown["name"], shown["base"], shown["rules"]) == ("ez", "no-commission", brief["rules"])
        dragon = next(each for each in shown["wagers"] if each["name"] == "dragon-7")
        assert [(row["pays"], row["clauses"]) for row in dragon["rows"]] == [("40:1", ["own rules"])]
        clauses = guest.get("/api/rulebook?language=zh").json()["clauses"]
        assert clauses["own rules"]["summary"] == "自订规则，未经任何人批准"  # noqa: RUF001
        assert guest.give("EZ", "place-wager", wager="dragon-7", stake=1_000).status_code == 200
        assert guest.get("/api/tables/EZ").json()["public"]["own_rules"] == "unapproved"


def test_its_odds_are_worked_out_in_the_process_that_has_not_seen_the_file() -> None:
    with served(tables()) as (app, _), TestClient(app) as client:
        shown = Person(client).get("/api/tables/EZ/odds").json()
        exact = {each.name: each.edge for each in odds("ez", game("ez").shoe()).values()}
        assert {name: round(each["edge"], 9) for name, each in shown.items()} == {
            name: round(float(edge), 9) for name, edge in exact.items()
        }


def test_a_real_house_keeps_it_closed_until_two_people_approve_it() -> None:
    with served(tables(), demo=False) as (app, desk), TestClient(app) as client:
        (brief,) = Person(client).get("/api/tables").json()
        assert brief["closed"] == "its own rules wait for the approval of a Pit Manager and a Gaming Shift Manager"
        # Its staff are those of a demonstration, and its credits are worth money all the same.
        desk.doors.demo = Demo(desk.doors.people, KEYS, desk.house.now)
        pit, shift = (Person.staff(client, desk, role) for role in ("pit-manager", "gaming-shift-manager"))
        name = desk.house.tables["EZ"].durable.unapproved
        refused = pit.give("EZ", "begin-round", round=0)
        assert "EZ Baccarat has its own rules" in refused.text, refused.text
        asked = pit.give("EZ", "approve-game", round=0, game=name)
        assert asked.status_code == 202, asked.text
        (waiting,) = shift.get("/api/approvals").json()
        assert (waiting["subject"], waiting["yours"]) == ("game", True)
        answer = shift.post(f"/api/approvals/{waiting['id']}", {"id": "1", "agrees": True})
        assert answer.status_code == 200, answer.text
        patiently(lambda: not desk.house.tables["EZ"].durable.over)
        (brief,) = Person(client).get("/api/tables").json()
        assert (brief["closed"], brief["own_rules"]) == (None, "approved")
