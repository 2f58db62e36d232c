"""Staff over the network: accounts, approvals, configurations and the log, each for those whose work it is."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.house.audit import audit
from croupier.house.people.log import VISIBLE_FIELDS
from croupier.house.policy import Policy
from croupier.house.roles import HouseRole
from croupier.house.store import Append, Draft, search
from croupier.server.app import ENDPOINTS
from croupier.server.desk import Desk
from croupier.server.staff import MAX_PAGE_SIZE
from croupier.words import sentence_from
from serving import SLOW, Person, TestClient, message, served
from stores import patiently
from tables import usual

House = tuple[TestClient, Desk]
NEW = "given on a note first"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        patiently(lambda: all(not table.durable.over for table in desk.house.tables.values()))
        yield client, desk
        assert audit(desk.house.store.records).defects == []


@pytest.fixture
def fresh() -> Iterator[House]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        patiently(lambda: all(not table.durable.over for table in desk.house.tables.values()))
        yield client, desk


def one(house: House, role: str) -> Person:
    return Person.staff(*house, role)


def sign_in(house: House, name: str, password: str) -> httpx.Response:
    found: httpx.Response = house[0].post("/api/sign-in/staff", json={"name": name, "password": password})
    return found


def reason(answer: httpx.Response) -> str:
    said: str = answer.json()["error"]["message"]
    return said


# Accounts


def test_somebody_new_is_added_chooses_a_password_and_works(house: House) -> None:
    root = one(house, "administrator")
    assert root.post("/api/staff", {"name": "nia", "role": "dealer", "password": NEW}).status_code == 200
    entered = sign_in(house, "nia", NEW).json()
    assert entered["change"]
    nia = Person(house[0], entered["token"], "nia")
    assert nia.get("/api/tables/B1/configuration").status_code == 401, "first a password of one's own"
    assert nia.post("/api/secret", {"old": NEW, "new": NEW}).status_code == 422
    assert nia.post("/api/secret", {"old": NEW, "new": "nobody knows this"}).status_code == 200
    entered = sign_in(house, "nia", "nobody knows this").json()
    assert not entered["change"]
    nia = Person(house[0], entered["token"], "nia")
    assert nia.get("/api/tables/B1/configuration").status_code == 200
    assert root.post("/api/staff/nia", {"command": "change-role", "role": "pit-manager"}).status_code == 200
    assert nia.get("/api/tables/B1/configuration").status_code == 401, "who holds another position signs in anew"
    assert root.post("/api/staff/nia", {"command": "suspend"}).status_code == 200
    assert sign_in(house, "nia", "nobody knows this").status_code == 401
    assert "already" in reason(root.post("/api/staff/nia", {"command": "suspend"}))
    assert root.post("/api/staff/nia", {"command": "restore"}).status_code == 200
    assert root.post("/api/staff/nia", {"command": "reset-secret", "password": "another note"}).status_code == 200
    assert sign_in(house, "nia", "nobody knows this").status_code == 401
    shown = {each["name"]: each for each in root.get("/api/staff").json()}["nia"]
    assert (shown["role"], shown["enabled"], shown["change"], shown["sessions"]) == ("pit-manager", True, True, 0)
    assert shown["last"]


def test_a_terminal_gets_a_key_and_another_one(house: House) -> None:
    root = one(house, "administrator")
    made = root.post("/api/terminals", {"terminal": "T7"}).json()
    signs_in = {"terminal": "T7", "key": made["key"]}
    assert house[0].post("/api/sign-in/terminal", json=signs_in).status_code == 200
    again = root.post("/api/terminals/T7/access", {"command": "new-key"}).json()
    assert house[0].post("/api/sign-in/terminal", json=signs_in).status_code == 401
    signs_in["key"] = again["key"]
    assert house[0].post("/api/sign-in/terminal", json=signs_in).status_code == 200
    assert root.post("/api/terminals/T7/access", {"command": "suspend"}).json() == {"terminal": "T7"}
    assert house[0].post("/api/sign-in/terminal", json=signs_in).status_code == 401
    assert root.post("/api/terminals/T7/access", {"command": "restore"}).status_code == 200
    assert root.post("/api/terminals", {"terminal": "T8", "pin": "482915"}).json() == {"terminal": "T8"}
    assert house[0].post("/api/sign-in/terminal", json={"terminal": "T8", "pin": "482915"}).status_code == 200
    assert root.post("/api/terminals", {"terminal": "T9", "pin": "1", "key": "2"}).status_code == 400
    assert {"T7", "T8"} <= {each["name"] for each in root.get("/api/terminals?limit=500").json()}


def test_a_higher_position_lets_somebody_try_again_and_does_nothing_else(house: House) -> None:
    for _ in range(5):
        assert sign_in(house, "dealer", "a wrong guess").status_code == 401
    assert house[1].doors.demo
    password = house[1].doors.demo.passwords["dealer"]
    assert sign_in(house, "dealer", password).status_code == 401
    pit = one(house, "pit-manager")
    assert pit.post("/api/staff/dealer", {"command": "suspend"}).status_code == 403
    assert pit.post("/api/staff/administrator", {"command": "unlock"}).status_code == 422
    assert pit.post("/api/staff/dealer", {"command": "unlock"}).status_code == 200
    assert sign_in(house, "dealer", password).status_code == 200


def test_fear_a_list_without_end(house: House) -> None:
    root = one(house, "administrator")
    for number in range(5):
        assert root.post("/api/terminals", {"terminal": f"L{number}", "pin": "482915"}).status_code == 200
    names: list[str] = []
    after = ""
    while page := [each["name"] for each in root.get(f"/api/terminals?limit=2{after}").json()]:
        assert len(page) <= 2
        names += page
        after = f"&after={page[-1]}"
    assert names == sorted(set(names))
    assert {f"L{number}" for number in range(5)} <= set(names)
    for wrong in ("limit=0", f"limit={MAX_PAGE_SIZE + 1}", "limit=x", "after=", "dance=1"):
        assert root.get(f"/api/terminals?{wrong}").status_code == 400, wrong


# Fears


@pytest.mark.parametrize("role", ["player", *(role.value for role in HouseRole if role.staff)])
def test_fear_anybody_asks_for_what_is_not_their_work(house: House, role: str) -> None:
    person = Person.guest(house[0]) if role == "player" else one(house, role)
    for endpoint in ENDPOINTS:
        if HouseRole(role) in endpoint.who:
            continue
        path = re.sub(r"{\w+}", "1", endpoint.path)
        answer = person.get(path) if endpoint.method == "GET" else person.post(path, {})
        assert answer.status_code == 403, (endpoint.method, path)
        assert house[0].request(endpoint.method, path, json={}).status_code == 401


def test_fear_a_player_calls_the_endpoints_of_staff(house: House) -> None:
    guest = Person.guest(house[0])
    for path in ("/api/staff", "/api/terminals", "/api/log", "/api/approvals", "/api/tables/B1/configuration"):
        assert guest.get(path).status_code == 403, path
    for path, said in (
        ("/api/staff", {"name": "me", "role": "administrator", "password": NEW}),
        ("/api/staff/dealer", {"command": "suspend"}),
        ("/api/terminals", {"terminal": "mine"}),
        (f"/api/terminals/{guest.name}/access", {"command": "new-key"}),
        ("/api/approvals/B1-5", {"id": "1", "agrees": True}),
        ("/api/tables/B1/configuration", {"id": "1", "settings": {"unit": "0.02"}}),
    ):
        assert guest.post(path, said).status_code == 403, path
    for command in ("approve", "refuse-approval", "change-settings", "pause-table", "resume-table", "repair-table"):
        body: dict[str, Any] = {"approval": "B1-5", "settings": {}, "reason": "x"}
        assert guest.give("B1", command, **body).status_code in (422, 403), command


def test_fear_an_administrator_changes_their_own_account_or_acts_at_a_table(house: House) -> None:
    root = one(house, "administrator")
    for body in ({"command": "change-role", "role": "surveillance"}, {"command": "suspend"}, {"command": "unlock"}):
        assert root.post("/api/staff/administrator", body).status_code == 422
    assert root.post("/api/tables/B1/configuration", {"id": "1", "settings": {"cut": 20}}).status_code == 403
    assert root.get("/api/log").status_code == 403, "who keeps the accounts does not review what was done with them"
    assert root.post("/api/staff", {"name": "x", "role": "player", "password": NEW}).status_code == 422
    assert root.post("/api/staff", {"name": "dealer", "role": "dealer", "password": NEW}).status_code == 422
    assert root.post("/api/staff", {"name": "y", "role": "dealer", "password": "short"}).status_code == 422


def test_fear_guests_are_locked_out_with_the_administrator(fresh: House) -> None:
    for _ in range(10):
        root = one(fresh, "administrator")
    assert root.post("/api/staff", {"name": "ann", "role": "administrator", "password": NEW}).status_code == 200
    ann = Person(fresh[0], sign_in(fresh, "ann", NEW).json()["token"])
    ann.post("/api/secret", {"old": NEW, "new": "nobody knows this"})
    ann = Person(fresh[0], sign_in(fresh, "ann", "nobody knows this").json()["token"])
    assert ann.post("/api/staff/administrator", {"command": "suspend"}).status_code == 200
    assert fresh[0].post("/api/guests").status_code == 200


@pytest.mark.parametrize("acts", [True, False], ids=["and acts", "and looks on"])
def test_fear_somebody_suspended_goes_on_over_an_open_socket(fresh: House, acts: bool) -> None:
    pit, root = one(fresh, "pit-manager"), one(fresh, "administrator")
    with fresh[0].websocket_connect("/api/tables/J1/live") as socket:
        socket.send_json({"say": "hello", "token": pit.token})
        assert _said(socket, "private")["private"]["role"] == "pit-manager"
        assert root.post("/api/staff/pit-manager", {"command": "suspend"}).status_code == 200
        if acts:
            socket.send_json({"say": "command", "id": "1", "command": {"command": "pause-table", "reason": "mine"}})
        else:
            boss = one(fresh, "pit-supervisor")
            body = {"id": "1", "command": {"command": "pause-table", "reason": "dinner"}}
            assert boss.post("/api/tables/J1/commands", body).status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            _said(socket, "private")
        assert closed.value.code == 4401
    assert fresh[0].get("/api/tables/J1").json()["public"]["paused"] == (None if acts else "dinner")


# Two people


def void(person: Person, id: str = "void", **more: Any) -> httpx.Response:
    body = {"id": id, "command": {"command": "void-round", "clause": "ebaccarat 5.1.1"}, **more}
    return person.post("/api/tables/B1/commands", body)


def test_a_void_takes_two_people_over_the_network(fresh: House) -> None:
    guest, pit, chief = Person.guest(fresh[0]), one(fresh, "pit-manager"), one(fresh, "gaming-shift-manager")
    assert guest.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 200
    asked = void(pit)
    assert asked.status_code == 202
    approval = asked.json()["approval"]
    assert void(pit).json() == asked.json(), "the same message gets the same answer"
    waiting = chief.get("/api/approvals").json()
    assert [(each["id"], each["by"], each["subject"], each["yours"]) for each in waiting] == [
        (approval, "staff:pit-manager", "void", True)
    ]
    assert waiting[0]["command"] == {"command": "void-round", "clause": "ebaccarat 5.1.1"}
    assert waiting[0]["money"] == {"to_players": 1_000, "taken_back": 0, "heads": 1, "lacking": 0}
    assert [each["yours"] for each in pit.get("/api/approvals").json()] == [False]
    seen = fresh[0].get("/api/tables/B1").json()
    assert seen["public"]["held"]
    assert seen["private"]["approvals"] == []
    assert chief.get("/api/tables/B1").json()["private"]["approvals"] == [{**waiting[0], "money": None}]
    own = pit.post(f"/api/approvals/{approval}", {"id": "1", "agrees": True})
    assert (own.status_code, reason(own)) == (422, "you cannot approve your own request")
    dealer = one(fresh, "dealer").post(f"/api/approvals/{approval}", {"id": "1", "agrees": True})
    assert reason(dealer) == "this needs a Pit Manager, not a Dealer"
    given = chief.post(f"/api/approvals/{approval}", {"id": "1", "agrees": True})
    assert given.status_code == 200
    assert chief.post(f"/api/approvals/{approval}", {"id": "1", "agrees": True}).json() == given.json()
    assert chief.post(f"/api/approvals/{approval}", {"id": "2", "agrees": True}).status_code == 422
    assert chief.post("/api/approvals/nowhere-1", {"id": "3", "agrees": True}).status_code == 404
    assert fresh[0].get("/api/tables/B1").json()["public"]["round"]["phase"] == "void"
    assert guest.credits() == 100_000
    assert chief.get("/api/approvals").json() == []


def test_a_void_takes_two_people_over_sockets(fresh: House) -> None:
    pit, chief = one(fresh, "pit-manager"), one(fresh, "gaming-shift-manager")
    live = "/api/tables/B1/live"
    with fresh[0].websocket_connect(live) as one_end, fresh[0].websocket_connect(live) as other:
        for socket, person in ((one_end, pit), (other, chief)):
            socket.send_json({"say": "hello", "token": person.token})
            assert socket.receive_json()["say"] == "snapshot"
        command = {"command": "void-round", "clause": "ebaccarat 5.1.1"}
        one_end.send_json({"say": "command", "id": "1", "command": command})
        answer = _said(one_end, "answer")
        assert (answer["status"], answer["approval"][:3]) == (202, "B1-")
        while not (waiting := _said(other, "private")["private"]["approvals"]):
            pass
        assert [each["id"] for each in waiting] == [answer["approval"]]
        other.send_json(
            {"say": "command", "id": "1", "command": {"command": "approve", "approval": answer["approval"]}}
        )
        assert _said(other, "answer")["status"] == 200
    assert fresh[0].get("/api/tables/B1").json()["public"]["round"]["phase"] == "void"


def _said(socket: Any, what: str) -> dict[str, Any]:
    while (found := message(socket.receive_text()))["say"] != what:
        pass
    return found


def test_a_refusal_lets_the_round_go_on(fresh: House) -> None:
    pit, chief = one(fresh, "pit-manager"), one(fresh, "gaming-shift-manager")
    approval = void(pit).json()["approval"]
    guest = Person.guest(fresh[0])
    held = guest.give("B1", "place-wager", wager="banker", stake=1_000)
    assert reason(held) == "the round waits for a second person's approval"
    body = {"id": "1", "agrees": False, "why": "the cards are right"}
    assert chief.post(f"/api/approvals/{approval}", body).status_code == 200
    assert guest.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 200


# Tables


def test_a_table_is_set_up_otherwise_by_two(fresh: House) -> None:
    pit, chief = one(fresh, "pit-manager"), one(fresh, "gaming-shift-manager")
    before = pit.get("/api/tables/B1/configuration").json()
    assert before["now"] == before["coming"]
    assert before["now"]["version"] == 1
    assert before["now"]["settings"]["two_people"] == ["void", "configuration"]
    change = {"id": "1", "settings": {"limits": {"banker": "5.00..500.00"}, "pace": {"betting": 30}}}
    asked = pit.post("/api/tables/B1/configuration", change)
    assert asked.status_code == 202
    assert pit.get("/api/tables/B1/configuration").json() == before
    approval = asked.json()["approval"]
    assert chief.post(f"/api/approvals/{approval}", {"id": "1", "agrees": True}).status_code == 200
    after = pit.get("/api/tables/B1/configuration").json()
    assert after["now"] == before["now"], "the round in play is played to its end as it began"
    assert after["coming"]["version"] == 2
    posted = before["now"]["settings"]["limits"]
    assert after["coming"]["settings"]["limits"] == {**posted, "banker": "5.00..500.00"}
    wrong = pit.post("/api/tables/B1/configuration", {"id": "2", "settings": {"decks": 3, "dance": 1}})
    assert reason(wrong) == "there is no setting dance; tiger is played with 4 to 10 decks, not 3"
    stale = {"id": "3", "settings": {"cut": 20}, "version": 1}
    assert pit.post("/api/tables/B1/configuration", stale).status_code == 409
    assert pit.post("/api/tables/X/configuration", change).status_code == 404
    alone = pit.post("/api/tables/J1/configuration", {"id": "4", "settings": {"cut": 20}})
    assert alone.status_code == 200, "where a table does not ask for two"


def test_a_change_is_planned_for_the_next_shoe_and_called_off(fresh: House) -> None:
    pit, chief = one(fresh, "pit-manager"), one(fresh, "gaming-shift-manager")
    change = {"id": "1", "settings": {"rulings": {"R-43": "b"}}, "since": "shoe"}
    asked = pit.post("/api/tables/J1/configuration", change)
    assert asked.status_code == 202, "another reading takes two people, whatever the table says"
    assert chief.post(f"/api/approvals/{asked.json()['approval']}", {"id": "1", "agrees": True}).status_code == 200
    found = pit.get("/api/tables/J1/configuration").json()
    assert found["plan"] == {"settings": {"rulings": {"R-43": "b"}}, "at": None}
    assert found["now"] == found["coming"]
    body = {"id": "2", "command": {"command": "call-off-change", "reason": "too soon"}}
    assert pit.post("/api/tables/J1/commands", body).status_code == 200
    assert pit.get("/api/tables/J1/configuration").json()["plan"] is None
    late = pit.post("/api/tables/J1/configuration", {"id": "3", "settings": {"cut": 20}, "since": "time", "at": 1})
    assert reason(late) == "that time has passed: choose a later one"
    assert pit.post("/api/tables/J1/configuration", {"id": "4", "settings": {}, "since": "soon"}).status_code == 400


def test_staff_open_close_pause_and_resume(fresh: House) -> None:
    boss = one(fresh, "pit-supervisor")
    for command, words in (
        ("pause-table", {"reason": "a spilled drink"}),
        ("resume-table", {}),
        ("close-table", {"reason": "dinner"}),
        ("open-table", {}),
    ):
        body = {"id": command, "command": {"command": command, **words}}
        assert one(fresh, "dealer").post("/api/tables/B1/commands", body).status_code == 422
        assert boss.post("/api/tables/B1/commands", body).status_code == 200, command
        public = fresh[0].get("/api/tables/B1").json()["public"]
        expected = {"pause-table": ("a spilled drink", None), "close-table": (None, "dinner")}
        assert (public["paused"], public["closed"]) == expected.get(command, (None, None))
    long = {"id": "long", "command": {"command": "pause-table", "reason": "x" * 201}}
    assert boss.post("/api/tables/B1/commands", long).status_code == 422


def test_a_table_that_has_stopped_is_put_back_to_work_over_the_network(fresh: House) -> None:
    root, chief = one(fresh, "administrator"), one(fresh, "gaming-shift-manager")
    root.post("/api/staff", {"name": "gil", "role": "gaming-shift-manager", "password": NEW})
    gil = Person(fresh[0], sign_in(fresh, "gil", NEW).json()["token"])
    gil.post("/api/secret", {"old": NEW, "new": "nobody knows this"})
    gil = Person(fresh[0], sign_in(fresh, "gil", "nobody knows this").json()["token"])
    guest = Person.guest(fresh[0])
    assert guest.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 200
    fresh[1].house.tables["B1"].stop(sentence_from("its record makes no sense"))
    assert guest.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 503
    assert fresh[0].get("/ready").json()["stopped"] == {"B1": "its record makes no sense"}
    repair = {"id": "1", "command": {"command": "repair-table", "reason": "seen to"}}
    assert one(fresh, "pit-manager").post("/api/tables/B1/commands", repair).status_code == 422
    asked = chief.post("/api/tables/B1/commands", repair)
    assert asked.status_code == 202
    (waiting,) = gil.get("/api/approvals").json()
    assert (waiting["subject"], waiting["yours"], waiting["command"]["known"]) == ("repair", True, [])
    answer = gil.post(f"/api/approvals/{waiting['id']}", {"id": "1", "agrees": True})
    assert answer.status_code == 200, answer.text
    assert guest.credits() == 100_000
    patiently(lambda: fresh[0].get("/api/tables/B1").json()["public"]["round"] is not None)
    assert guest.give("B1", "place-wager", wager="banker", stake=1_000, round=2).status_code == 200
    assert chief.get("/api/approvals").json() == []
    act = one(fresh, "surveillance").get("/api/log?kind=table-repaired").json()["acts"][0]["said"]
    assert (act["asked"], act["approved"]) == ("staff:gaming-shift-manager", "staff:gil")
    assert audit(fresh[1].house.store.records).defects == []


# The log


def test_every_act_is_in_the_log_with_who_and_when(fresh: House) -> None:
    root, eye = one(fresh, "administrator"), one(fresh, "surveillance")
    root.post("/api/staff", {"name": "nia", "role": "dealer", "password": NEW})
    root.post("/api/staff/nia", {"command": "change-role", "role": "pit-supervisor"})
    void(one(fresh, "pit-manager"))
    acts = eye.get("/api/log").json()["acts"]
    assert [(each["kind"], each["actor"], each["where"]) for each in acts[:4]] == [
        ("approval-asked", "staff:pit-manager", "table:B1"),
        ("signed-in", "staff:pit-manager", "staff:pit-manager"),
        ("role-changed", "staff:administrator", "staff:nia"),
        ("account-created", "staff:administrator", "staff:nia"),
    ]
    assert acts[2]["said"] == {"role": "pit-supervisor", "was": "dealer"}
    assert acts[0]["said"]["what"] == '{"command":"void-round","clause":"ebaccarat 5.1.1"}'
    by_kind = eye.get("/api/log?kind=role-changed").json()["acts"]
    assert [each["where"] for each in by_kind] == ["staff:nia"]
    found = eye.get("/api/log?actor=staff:administrator&where=staff:nia").json()["acts"]
    assert {each["kind"] for each in found} == {"account-created", "role-changed"}
    at = acts[2]["at"]
    assert [each["kind"] for each in eye.get(f"/api/log?since={at}&until={at + 1}").json()["acts"]] == ["role-changed"]
    assert one(fresh, "gaming-shift-manager").get("/api/log").status_code == 200


def test_the_log_is_read_page_by_page_however_far_apart_acts_are(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    eye = one(fresh, "surveillance")
    store, now = fresh[1].house.store, fresh[1].house.now()
    for number in range(30):
        many = tuple(Draft("made-up", b"{}") for _ in range(7))
        store.append(Append(stream="elsewhere", drafts=many, at=now, actor="house"))
        store.append(Append(stream="elsewhere", drafts=(Draft("act", b"{}"),), at=now, actor=f"staff:{number}"))
    monkeypatch.setattr(search, "EVENTS_PER_SCAN", 5)
    monkeypatch.setattr(search, "SCANS_PER_PAGE", 3)
    found: list[str] = []
    back: int | None = None
    for page in itertools.count():
        answer = eye.get(f"/api/log?kind=act&limit=4{'' if back is None else f'&before={back}'}").json()
        assert len(answer["acts"]) <= 4
        found += [each["actor"] for each in answer["acts"]]
        back = answer["next"]
        if back is None:
            break
        assert page < 500
    assert found == [f"staff:{number}" for number in reversed(range(30))]


def test_fear_the_log_tells_a_secret_or_a_card() -> None:
    """The order of a shoe, cards, tokens and what proves a password are in the records, and not in what is shown."""
    with served({"D1": usual("tiger", run="dealer", pace=SLOW)}) as (app, desk), TestClient(app) as client:
        dealer, eye = Person.staff(client, desk, "dealer"), Person.staff(client, desk, "surveillance")
        for number, command in enumerate(("begin-round", "close-bets", "deal", "deal")):
            body = {"id": str(number), "command": {"command": command}}
            assert dealer.post("/api/tables/D1/commands", body).status_code == 200
        page = eye.get("/api/log?limit=500").json()["acts"]
        kinds = {each["kind"] for each in page}
        assert {"shoe-opened", "card-drawn", "round:card-dealt", "account-created", "signed-in"} <= kinds
        shown = {field for each in page for field in each["said"]}
        assert not shown & {"proof", "session", "sealed", "drawn", "card", "hand", "commitment", "opening", "salt"}
    assert not {field for fields in VISIBLE_FIELDS.values() for field in fields} & {
        "proof",
        "session",
        "sealed",
        "voucher",
    }


# Dealers at their own tables


def test_fear_a_dealer_works_at_a_table_that_is_not_theirs(fresh: House) -> None:
    client, desk = fresh
    desk.house.policy = Policy(assigned=True)
    dealer, boss, root = one(fresh, "dealer"), one(fresh, "pit-manager"), one(fresh, "administrator")
    assert dealer.get("/api/session").json()["tables"] == []
    for who in (dealer, one(fresh, "pit-supervisor"), one(fresh, "cage")):
        assert who.post("/api/staff/dealer", {"command": "assign", "tables": ["B1"]}).status_code in (403, 422)
    assert boss.post("/api/staff/dealer", {"command": "assign", "tables": ["B9"]}).status_code == 404
    assert boss.post("/api/staff/cage", {"command": "assign", "tables": ["B1"]}).status_code == 422
    assert boss.post("/api/staff/dealer", {"command": "assign", "tables": ["B1"]}).status_code == 200
    assert dealer.get("/api/session").json()["tables"] == ["B1"]
    assert boss.get("/api/dealers").json() == {"assigned": True, "dealers": [{"name": "dealer", "tables": ["B1"]}]}
    call = {"command": "call-pit", "reason": "look"}
    assert dealer.post("/api/tables/B1/commands", {"id": "1", "command": call}).status_code == 200
    for answer in (
        dealer.post("/api/tables/J1/commands", {"id": "2", "command": call}),
        dealer.get("/api/tables/J1"),
        dealer.get("/api/tables/J1/offers"),
        dealer.post("/api/tables/J1/preview", {"command": call}),
        dealer.get("/api/tables/J1/rounds"),
    ):
        assert (answer.status_code, reason(answer)[:35]) == (403, "you are not assigned to table J1: a")
    with client.websocket_connect("/api/tables/J1/live") as socket:
        socket.send_json({"say": "hello", "token": dealer.token})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4403
    # Who is assigned elsewhere meanwhile is told nothing more, and does nothing more.
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": dealer.token})
        assert _said(socket, "private")["private"]["role"] == "dealer"
        assert root.post("/api/staff/dealer", {"command": "assign", "tables": ["J1"]}).status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            _said(socket, "nothing")
        assert closed.value.code == 4403
    assert dealer.get("/api/tables/J1").status_code == 200
    # Higher positions work everywhere, and so does everybody where the house does not assign them.
    assert boss.get("/api/tables/B1").status_code == 200
    desk.house.policy = Policy()
    assert dealer.get("/api/tables/B1").status_code == 200
    assert reason(boss.post("/api/staff/dealer", {"command": "assign", "tables": []})).startswith("this house does not")
