"""Rounds put right over the API: who sees what before, who asks, who agrees, who is told until they have understood."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.server.app import ENDPOINTS
from croupier.server.corrections import CORRECTIONS
from croupier.server.desk import Desk
from serving import SLOW, Person, TestClient, message, served
from stores import patiently
from tables import usual

BANKER, PLAYER = "8S 4C 3D 2H KH", "8S 4C AD 2H KH"
STAFF = ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager", "surveillance", "cage", "administrator")
AT_TABLES = ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager")


class Scene:
    """A table with a Dealer and a real shoe, at which two guests have played a round that was read wrongly."""

    def __init__(self, client: TestClient, desk: Desk) -> None:
        self.client, self.desk = client, desk
        self.ann, self.bob, self.cid = (Person.guest(client) for _ in range(3))
        self.staff = {role: Person.staff(client, desk, role) for role in STAFF}
        self.dealer, self.supervisor = self.staff["dealer"], self.staff["pit-supervisor"]
        self.manager, self.shift = self.staff["pit-manager"], self.staff["gaming-shift-manager"]
        self.deal("shuffle")
        self.play(BANKER)
        self.path = "/api/tables/B1/rounds"

    def deal(self, command: str, **fields: Any) -> None:
        answer = self.dealer.give("B1", command, round=None, bettor=None, **fields)
        assert answer.status_code == 200, answer.text

    def play(self, cards: str) -> int:
        self.begin()
        self.deal("close-bets")
        for card in cards.split():
            self.deal("deal-card", card=card)
        self.deal("settle")
        return self.number

    def begin(self) -> None:
        self.deal("begin-round")
        for who, wager, stake in ((self.ann, "banker", 2_000), (self.bob, "player", 1_000)):
            answer = who.give("B1", "place-wager", round=self.number, wager=wager, stake=stake)
            assert answer.status_code == 200, answer.text

    @property
    def number(self) -> int:
        return self.desk.house.tables["B1"].durable.number

    def preview(self, who: Person, cards: str = PLAYER, number: int = 1) -> Any:
        return who.post(f"{self.path}/{number}/preview", {"amendment": right(cards)})

    def correct(self, cards: str = PLAYER, number: int = 1) -> None:
        asked = self.amend(self.supervisor, number, right(cards))
        assert asked.status_code == 202, asked.text
        agreed = self.agree(self.manager, asked.json()["approval"])
        assert agreed.status_code == 200, agreed.text

    def amend(self, who: Person, number: int, amendment: dict[str, Any]) -> Any:
        who._number += 1
        command = {"command": "amend-round", "round": number, "amendment": amendment, "reason": "the camera shows it"}
        return who.post("/api/tables/B1/commands", {"id": f"a{who._number}", "command": command})

    def agree(self, who: Person, approval: str) -> Any:
        who._number += 1
        return who.post(f"/api/approvals/{approval}", {"id": f"b{who._number}", "agrees": True})

    def corrections(self, who: Person) -> list[dict[str, Any]]:
        answer = who.get(f"/api/terminals/{who.name}/corrections")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()
        return found

    def waiting(self, who: Person, table: str = "B1") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = who.get(f"/api/tables/{table}").json()["private"]["corrections"]
        return found


def right(cards: str) -> dict[str, Any]:
    return {"command": "correct-cards", "cards": cards.split()}


@pytest.fixture
def scene() -> Iterator[Scene]:
    tables = {
        "B1": usual("tiger", unit=100, run="dealer", cards="entered"),
        "B2": usual("tiger", unit=100, pace=SLOW),
    }
    with served(tables) as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        yield Scene(client, desk)


# Staff


def test_the_rounds_of_the_day_are_there_to_choose_from(scene: Scene) -> None:
    scene.play("4H 8D 3C KS")
    patiently(lambda: len(scene.dealer.get(scene.path).json()["rounds"]) == 2)
    found = scene.dealer.get(scene.path).json()
    assert [each["round"] for each in found["rounds"]] == [2, 1]
    assert [each["round"] for each in scene.dealer.get(f"{scene.path}?before=2").json()["rounds"]] == [1]
    assert [each["round"] for each in scene.dealer.get(f"{scene.path}?limit=1").json()["rounds"]] == [2]
    scene.correct()
    patiently(lambda: scene.dealer.get(scene.path).json()["rounds"][1]["corrected"])


def test_what_would_change_is_seen_before_anybody_asks_for_it(scene: Scene) -> None:
    before = scene.ann.credits(), scene.bob.credits(), scene.number, scene.desk.house.tables["B1"].durable.version
    found = scene.preview(scene.dealer).json()
    assert (found["round"], found["kind"], found["changes"], found["clauses"]) == (1, "cards", True, ["ebaccarat 6.3"])
    assert (found["said_before"], found["said_after"]) == ("Banker wins, 6 to 1", "Player wins, 9 to 6")
    wagers = {each["bettor"]: (each["before"], each["after"]) for each in found["wagers"]}
    assert wagers == {scene.ann.name: (1_900, -2_000), scene.bob.name: (-1_000, 1_000)}
    assert (found["pays"], found["takes"], len(found["players"]), found["lacking"]) == (2_000, 3_900, 2, 0)
    purses = {each["bettor"]: (each["before"], each["after"], each["owes"]) for each in found["players"]}
    assert purses[scene.ann.name] == (before[0], before[0] - 3_900, 0)
    assert (found["needs"], found["yours"], found["second"]) == ("pit-supervisor", False, "pit-supervisor")
    assert scene.preview(scene.supervisor).json()["yours"]
    assert found["was"]["player"]["cards"] == ["8S", "3D", "KH"]
    assert found["now"]["player"]["cards"] == ["8S", "AD"]
    after = scene.ann.credits(), scene.bob.credits(), scene.number, scene.desk.house.tables["B1"].durable.version
    assert after == before, "nothing is done"


def test_what_nobody_has_any_more_is_seen_before(scene: Scene) -> None:
    cents = scene.ann.credits() - 1_000
    scene.ann.post(f"/api/terminals/{scene.ann.name}/money", {"id": "out", "command": "cash-out", "cents": cents})
    found = scene.preview(scene.supervisor).json()
    assert found["lacking"] == 2_900
    (player,) = [each for each in found["players"] if each["bettor"] == scene.ann.name]
    assert (player["before"], player["after"], player["owes"]) == (1_000, 0, 2_900)
    scene.correct()
    mine = scene.ann.get(f"/api/terminals/{scene.ann.name}").json()
    assert (mine["cents"], mine["owes"]) == (0, 2_900)
    (told,) = scene.corrections(scene.ann)
    assert (told["credits_before"], told["credits_after"], told["owes"]) == (1_000, 0, 2_900)


@pytest.mark.parametrize(
    ("number", "body", "status"),
    [
        ("9", right(PLAYER), 422),
        ("x", right(PLAYER), 404),
        ("1", right(BANKER), 422),
        ("1", {"command": "deal-card", "card": "KS"}, 422),
        ("1", {"command": "no-such"}, 422),
        ("1", {}, 422),
    ],
)
def test_what_cannot_be_done_cannot_be_seen_either(scene: Scene, number: str, body: Any, status: int) -> None:
    answer = scene.supervisor.post(f"{scene.path}/{number}/preview", {"amendment": body})
    assert answer.status_code == status, answer.text


def test_two_people_put_it_right_and_the_second_sees_what(scene: Scene) -> None:
    scene.begin()
    assert scene.amend(scene.dealer, 1, right(PLAYER)).status_code == 422
    asked = scene.amend(scene.supervisor, 1, right(PLAYER))
    assert asked.status_code == 202
    (waits,) = scene.manager.get("/api/approvals").json()
    assert (waits["subject"], waits["yours"], waits["table"]) == ("correction", True, "B1")
    assert waits["command"]["round"] == 1
    seen = scene.manager.post(f"{scene.path}/1/preview", {"amendment": waits["command"]["amendment"]})
    assert seen.json()["pays"] == 2_000
    assert not scene.supervisor.get("/api/approvals").json()[0]["yours"]
    assert scene.agree(scene.supervisor, waits["id"]).status_code == 422
    assert not scene.dealer.get("/api/tables/B1").json()["public"]["held"], "the round in play goes on"
    assert scene.agree(scene.manager, waits["id"]).status_code == 200
    last = scene.dealer.get("/api/tables/B1").json()["public"]["last"]
    assert [(each["round"], each["won"], each["corrected"]) for each in last] == [(1, "player", True)]
    assert scene.agree(scene.manager, waits["id"]).status_code == 422


def test_everybody_may_do_what_is_theirs_and_no_more(scene: Scene) -> None:
    paths = {each.path for each in CORRECTIONS}
    assert {each.path for each in ENDPOINTS} >= paths
    for role, who in scene.staff.items():
        at_table = role in AT_TABLES
        assert (who.get(scene.path).status_code == 200) is at_table
        assert (scene.preview(who).status_code == 200) is at_table
        assert who.post(f"/api/terminals/{scene.ann.name}/corrections", {}).status_code == 403
    for who in (scene.ann, Person(scene.client)):
        assert who.get(scene.path).status_code in (401, 403)
        assert scene.preview(who).status_code in (401, 403)
    assert scene.ann.get(f"/api/terminals/{scene.bob.name}/corrections").status_code == 403
    assert scene.staff["cage"].get(f"/api/terminals/{scene.ann.name}/corrections").status_code == 200
    assert scene.dealer.get(f"/api/terminals/{scene.ann.name}/corrections").status_code == 403


# Players


def test_a_player_is_told_and_it_waits_until_they_have_understood(scene: Scene) -> None:
    assert scene.waiting(scene.ann) == []
    scene.correct()
    (waits,) = scene.waiting(scene.ann)
    assert (waits["table"], waits["round"], waits["number"]) == ("B1", 1, 1)
    assert scene.waiting(scene.ann, "B2") == [waits], "wherever they look"
    assert scene.waiting(scene.cid) == []
    assert scene.ann.get(f"/api/terminals/{scene.ann.name}").json()["corrections"] == [waits]
    (told,) = scene.corrections(scene.ann)
    assert (told["kind"], told["clauses"], told["signed"]) == (
        "cards",
        ["ebaccarat 6.3"],
        ["pit-supervisor", "pit-manager"],
    )
    assert (told["net_before"], told["net_after"], told["understood"]) == (1_900, -2_000, None)
    assert all(name not in str(told) for name in (scene.bob.name, "staff:", "camera"))
    path = f"/api/terminals/{scene.ann.name}/corrections"
    note = {"id": "n1", "table": "B1", "round": 1, "number": 1}
    assert scene.ann.post(path, note).status_code == 200
    assert scene.ann.post(path, note).status_code == 200, "the same again"
    assert scene.ann.post(path, {**note, "id": "n2"}).status_code == 200, "or from another page"
    assert scene.ann.post(path, {**note, "id": "n3", "number": 2}).status_code == 404
    assert scene.waiting(scene.ann) == []
    assert len(scene.waiting(scene.bob)) == 1
    (told,) = scene.corrections(scene.ann)
    assert told["understood"]
    kinds = [each.kind for each in scene.desk.house.store.records.events(f"terminal:{scene.ann.name}")]
    assert kinds.count("correction-understood") == 1


def test_fear_somebody_at_another_table_is_never_told(scene: Scene) -> None:
    with scene.client.websocket_connect("/api/tables/B2/live") as socket:
        socket.send_json({"say": "hello", "token": scene.ann.token})

        def private() -> dict[str, Any]:
            while True:
                said = message(socket.receive_text())
                if said["say"] == "private":
                    found: dict[str, Any] = said["private"]
                    return found

        assert private()["corrections"] == []
        scene.correct()
        now = private()
        assert [each["round"] for each in now["corrections"]] == [1]
        assert now["credits"] == scene.ann.credits()
        note = {"id": "n1", "table": "B1", "round": 1, "number": 1}
        assert scene.ann.post(f"/api/terminals/{scene.ann.name}/corrections", note).status_code == 200
        assert private()["corrections"] == [], "another page of the same terminal has taken note"


def test_the_last_rounds_and_the_replay_of_a_player_are_as_it_stands(scene: Scene) -> None:
    scene.play("4H 8D 3C KS")
    scene.correct()
    found = scene.ann.get(f"/api/terminals/{scene.ann.name}/rounds").json()["rounds"]
    assert [(each["round"], each["amended"], each["corrected"]) for each in found] == [(2, False, 0), (1, True, -3_900)]
    one = found[1]
    assert one["returned"] + one["won"] + one["corrected"] - one["staked"] == -2_000
    seen = scene.ann.get(f"/api/terminals/{scene.ann.name}/rounds/B1/1").json()
    assert (seen["net"], seen["steps"][-1]["kind"], seen["steps"][-1]["moved"]) == (-2_000, "round-amended", -3_900)
    assert "camera" not in str(seen)
    recalled = scene.supervisor.get("/api/tables/B1/rounds/1").json()
    assert "the camera shows it" in recalled["steps"][-1]["said"]
    mine = scene.ann.get("/api/tables/B1/rounds/1").json()
    assert "camera" not in str(mine)
    assert "staff:" not in str(mine)
    patiently(lambda: scene.ann.post("/api/rounds/search", {"result": "corrected"}).json()["rounds"])
    roads = scene.ann.get(f"/api/tables/B1/shoes/{recalled['shoe']}/roads").json()
    assert roads["marks"] == "Pn Bn"
    assert scene.supervisor.get("/api/tables/B1/rounds/1/evidence").status_code == 200
