"""The records over the API: everybody finds what is theirs to see, and nothing else."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.house import evidence
from croupier.house.days import HOUR
from croupier.house.pace import Pace
from croupier.server.accounting import BOOKS
from croupier.server.app import ENDPOINTS
from croupier.server.desk import Desk
from croupier.server.records import RECORDS
from serving import Person, TestClient, served
from stores import patiently
from tables import usual

FAST = Pace(betting=1.2, last_call=0.1, card=0.02, settle=0.02, pause=0.3, shuffle=0.05, decision=0.1, offer=0.1)
STAFF = ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager", "surveillance", "cage", "administrator")


class Scene:
    """A house in which two guests have played a round of tiger that is over."""

    def __init__(self, client: TestClient, desk: Desk) -> None:
        self.client, self.desk = client, desk
        self.ann, self.bob, self.cid = (Person.guest(client) for _ in range(3))
        self.staff = {role: Person.staff(client, desk, role) for role in STAFF}
        self.nobody = Person(client)
        patiently(lambda: self._bet())
        self.round = self._number
        patiently(lambda: len(self._rounds()) >= 1)
        self.path = f"/api/tables/B1/rounds/{self.round}"

    def _bet(self) -> bool:
        number = self.desk.house.tables["B1"].durable.number
        done = self.ann.give("B1", "place-wager", round=number, wager="banker", stake=2_000).status_code == 200
        self._number = number
        return done and self.bob.give("B1", "place-wager", round=number, wager="tie", stake=500).status_code == 200

    def _rounds(self) -> list[dict[str, Any]]:
        return self.search(self.staff["surveillance"], terminal=self.ann.name, result="settled")

    def search(self, who: Person, **wanted: Any) -> list[dict[str, Any]]:
        answer = who.post("/api/rounds/search", wanted)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["rounds"]
        return found


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    tables = {"B1": usual("tiger", pace=FAST), "J1": usual("lucky-8", pace=FAST)}
    with served(tables) as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        yield Scene(client, desk)


def test_a_round_is_found_a_moment_after_it_is_over(scene: Scene) -> None:
    (found,) = [each for each in scene.search(scene.ann) if each["round"] == scene.round]
    assert (found["table"], found["game"], found["handle"]) == ("B1", "tiger", 2_500)


def test_fear_a_player_finds_the_rounds_of_another(scene: Scene) -> None:
    assert scene.search(scene.cid) == []
    answer = scene.cid.post("/api/rounds/search", {"terminal": scene.ann.name})
    assert answer.status_code == 403
    for path in (scene.path, f"{scene.path}/steps/1/me"):
        assert scene.cid.get(path).status_code == 403
        assert scene.nobody.get(path).status_code == 401


def test_fear_a_player_recalls_what_another_staked(scene: Scene) -> None:
    mine = scene.ann.get(scene.path)
    assert mine.status_code == 200
    assert scene.bob.name not in mine.text
    found = mine.json()
    assert list(found["net"]) == [scene.ann.name]
    assert "No more bets" in [step["said"] for step in found["steps"]]
    whole = scene.staff["pit-supervisor"].get(scene.path).json()
    assert set(whole["net"]) >= {scene.ann.name, scene.bob.name}
    assert len(whole["steps"]) > len(found["steps"])


def test_what_was_seen_at_a_step(scene: Scene) -> None:
    steps = scene.staff["surveillance"].get(scene.path).json()["steps"]
    closed = next(step["step"] for step in steps if step["kind"] == "bets-closed")
    mine = scene.ann.get(f"{scene.path}/steps/{closed}/me").json()
    assert mine["viewer"] == f"player:{scene.ann.name}"
    assert mine["view"]["own"]["stakes"] == [{"wager": "banker", "stake": 2_000}]
    assert mine["view"]["staff"] is None
    theirs = scene.staff["surveillance"].get(f"{scene.path}/steps/{closed}/dealer").json()
    assert scene.bob.name in theirs["view"]["staff"]["bettors"]
    as_bob = scene.staff["pit-manager"].get(f"{scene.path}/steps/{closed}/player:{scene.bob.name}").json()
    assert as_bob["view"]["own"]["stakes"] == [{"wager": "tie", "stake": 500}]


def test_the_words_to_search_by_are_those_that_find_something(scene: Scene) -> None:
    manager = scene.staff["pit-manager"]
    words = manager.get("/api/rounds/words").json()["words"]
    assert {"B1"} <= set(words["table"])
    assert {"banker", "tie"} <= set(words["wager"])
    assert {scene.ann.name, scene.bob.name} <= set(words["terminal"])
    for kind, known in words.items():
        assert all(scene.search(manager, **{kind: word}) for word in known[:5]), kind
    assert scene.ann.get("/api/rounds/words").status_code == 403


@pytest.mark.parametrize("who", ["pit-supervisor", "gaming-shift-manager", "surveillance"])
def test_everybody_is_told_with_whose_eyes_they_may_look(scene: Scene, who: str) -> None:
    told = scene.staff[who].get(f"{scene.path}/viewers").json()["viewers"]
    seen = ("spectator", *(f"player:{each.name}" for each in (scene.ann, scene.bob)), *STAFF[:5])
    for each in seen:
        may = scene.staff[who].get(f"{scene.path}/steps/2/{each}").status_code == 200
        assert (each in told) == may, each
    assert told[-1] == who
    assert scene.ann.get(f"{scene.path}/viewers").json()["viewers"] == [f"player:{scene.ann.name}"]


@pytest.mark.parametrize(
    ("who", "viewer", "status"),
    [
        ("pit-manager", "surveillance", 403),
        ("pit-manager", "gaming-shift-manager", 403),
        ("pit-manager", "dealer", 200),
        ("gaming-shift-manager", "pit-manager", 200),
        ("surveillance", "gaming-shift-manager", 200),
        ("administrator", "spectator", 403),
        ("surveillance", "somebody", 422),
    ],
)
def test_nobody_sees_more_of_the_past_than_they_might_have(scene: Scene, who: str, viewer: str, status: int) -> None:
    assert scene.staff[who].get(f"{scene.path}/steps/2/{viewer}").status_code == status


def test_fear_a_player_looks_with_the_eyes_of_another(scene: Scene) -> None:
    for viewer in (f"player:{scene.bob.name}", "dealer", "surveillance", "spectator"):
        assert scene.ann.get(f"{scene.path}/steps/2/{viewer}").status_code == 403


def test_fear_a_round_is_recalled_while_it_is_played(scene: Scene) -> None:
    table = scene.desk.house.tables["J1"]
    patiently(lambda: not table.durable.over)
    number = table.durable.number
    answers = [
        scene.staff["surveillance"].get(f"/api/tables/J1/rounds/{number}{more}")
        for more in ("", "/steps/1/me", "/evidence")
    ]
    assert table.durable.number != number or {each.status_code for each in answers} == {409}


@pytest.mark.parametrize("number", ["0", "999999", "x", "-1", "1" * 30])
def test_a_round_that_is_not_there(scene: Scene, number: str) -> None:
    assert scene.staff["surveillance"].get(f"/api/tables/B1/rounds/{number}").status_code == 404


def test_the_roads_of_a_shoe_are_for_all(scene: Scene) -> None:
    shoe = scene.search(scene.ann)[0]["shoe"]
    assert shoe in [each["shoe"] for each in scene.nobody.get("/api/tables/B1/shoes").json()]
    patiently(lambda: scene.nobody.get(f"/api/tables/B1/shoes/{shoe}/roads").json()["counts"]["rounds"] >= 2)
    found = scene.nobody.get(f"/api/tables/B1/shoes/{shoe}/roads").json()
    assert found["counts"]["rounds"] == len(found["marks"].split()) == len(found["beads"])
    assert set(found["derived"]) == {"big eye boy", "small road", "cockroach road"}
    assert scene.ann.name not in str(found)
    assert scene.nobody.get("/api/tables/B1/shoes/none/roads").status_code == 404


def today(scene: Scene) -> str:
    return str(scene.desk.calendar.of(scene.desk.house.now()).date)


def test_the_books_of_a_day_are_for_the_pit(scene: Scene) -> None:
    day = f"/api/days/{today(scene)}"
    for more in ("", "/patrons", "/books.csv", "/books.html"):
        assert scene.staff["administrator"].get(f"{day}{more}").status_code == 403, "who keeps accounts keeps no books"
    for role in ("pit-manager", "gaming-shift-manager", "surveillance"):
        found = scene.staff[role].get(day)
        assert found.status_code == 200, found.text
        assert found.json()["total"]["rounds"] > 0
    now, then = (scene.staff["pit-manager"].get(path).json() for path in ("/api/days/today", day))
    assert (now["since"], now["until"]) == (then["since"], then["until"])
    sheet = scene.staff["pit-manager"].get(f"{day}/books.csv")
    assert (sheet.headers["content-type"].partition(";")[0], sheet.text[:8]) == ("text/csv", "by,name,")
    shown = scene.staff["pit-manager"].get(f"{day}/books.html")
    assert shown.text.startswith("<!DOCTYPE html>")
    assert "Not closed" in shown.text
    for who in (scene.ann, scene.staff["dealer"], scene.staff["pit-supervisor"]):
        for more in ("", "/books.csv", "/books.html", "/patrons"):
            assert who.get(f"{day}{more}").status_code == 403
    patrons = scene.staff["cage"].get(f"{day}/patrons").json()
    assert scene.ann.name in {each["terminal"] for each in patrons["patrons"]}
    assert scene.staff["pit-manager"].get("/api/days/never").status_code == 422


def test_the_shift_manager_closes_a_day_that_is_over_and_nobody_else_does(scene: Scene) -> None:
    manager = scene.staff["gaming-shift-manager"]
    refused = manager.post(f"/api/days/{today(scene)}/close")
    assert (refused.status_code, "is not over yet" in refused.text) == (422, True)
    before = str(scene.desk.calendar.of(scene.desk.house.now() - 24 * HOUR).date)
    assert scene.staff["pit-manager"].post(f"/api/days/{before}/close").status_code == 403
    closed = manager.post(f"/api/days/{before}/close")
    assert closed.status_code == 200, closed.text
    assert scene.staff["pit-manager"].get("/api/days").json() == [closed.json()]
    assert manager.post(f"/api/days/{before}/close").status_code == 422


def test_evidence_is_handed_out_and_checks(scene: Scene, tmp_path: Path) -> None:
    answer = scene.staff["surveillance"].get(f"{scene.path}/evidence")
    assert answer.headers["content-type"] == "application/zip"
    path = tmp_path / "pack.zip"
    path.write_bytes(answer.content)
    assert evidence.check(path, scene.desk.house.keys.public)[1] == []
    with zipfile.ZipFile(io.BytesIO(answer.content)) as pack:
        assert scene.ann.name in pack.read("round.txt").decode()
    for who in (scene.ann, scene.staff["dealer"], scene.staff["cage"]):
        assert who.get(f"{scene.path}/evidence").status_code == 403


def test_every_endpoint_of_the_records_is_served() -> None:
    assert {*RECORDS, *BOOKS} <= set(ENDPOINTS)
