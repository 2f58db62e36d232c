"""The server, tested by its fears: whoever is on the other side of the network, the house keeps its rules."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno
from starlette.websockets import WebSocketDisconnect

from croupier.games.catalogue import GAMES
from croupier.house.audit import audit
from croupier.house.pace import Pace
from croupier.house.store import Records
from croupier.house.views import apply
from croupier.program import digest
from croupier.server.app import ENDPOINTS
from croupier.server.desk import GUEST_CREDIT_CENTS, Desk
from croupier.server.limits import MAX_BODY_BYTES
from croupier.server.openapi import document
from croupier.server.vouchers import QUIET_ZONE
from serving import PROGRAM, Person, Process, TestClient, message, served
from stores import patiently
from tables import usual


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[TestClient, Desk]]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        patiently(lambda: all(not table.durable.over for table in desk.house.tables.values()))
        yield client, desk


@pytest.fixture
def client(house: tuple[TestClient, Desk]) -> TestClient:
    return house[0]


@pytest.fixture
def desk(house: tuple[TestClient, Desk]) -> Desk:
    return house[1]


def staff(client: TestClient, desk: Desk, role: str) -> Person:
    return Person.staff(client, desk, role)


def wager(person: Person, stake: int = 1000, **fields: Any) -> Any:
    return person.give("B1", "place-wager", wager="banker", stake=stake, **fields)


# What it is for


def test_a_newcomer_bets_and_sees_it(client: TestClient) -> None:
    guest = Person.guest(client)
    answer = wager(guest)
    assert answer.status_code == 200, answer.text
    assert answer.json()["round"] == 1
    seen = guest.get("/api/tables/B1").json()
    assert seen["private"]["own"]["stakes"] == [{"wager": "banker", "stake": 1000}]
    assert seen["private"]["credits"] == guest.credits() == GUEST_CREDIT_CENTS - 1000
    latest = guest.get(f"/api/terminals/{guest.name}").json()["movements"][0]
    told = (latest["kind"], latest["cents"], latest["round"], latest["after"])
    assert told == ("stake", -1000, 1, GUEST_CREDIT_CENTS - 1000)
    sitting = guest.get(f"/api/terminals/{guest.name}/sitting").json()
    assert (sitting["lost"], sitting["in_play"]) == (1000, 1000), "what is in play is not lost"
    rounds = guest.get(f"/api/terminals/{guest.name}/rounds").json()["rounds"]
    assert [(each["table"], each["round"], each["staked"], each["over"]) for each in rounds] == [("B1", 1, 1000, False)]


def test_the_lobby_is_told_where_a_terminal_has_money_or_a_seat(client: TestClient) -> None:
    guest, other = Person.guest(client), Person.guest(client)
    path = f"/api/terminals/{guest.name}/tables"
    assert guest.get(path).json() == []
    assert wager(guest, 1500).status_code == 200
    assert guest.give("J1", "take-seat", box=3).status_code == 200
    assert guest.get(path).json() == [
        {"table": "B1", "stake": 1500, "boxes": [], "decides": False},
        {"table": "J1", "stake": 0, "boxes": [3], "decides": False},
    ]
    assert other.get(f"/api/terminals/{other.name}/tables").json() == []
    assert other.get(path).status_code == 403


def test_games_tables_health_and_metrics_are_anybodys(client: TestClient) -> None:
    nobody = Person(client)
    assert [each["name"] for each in nobody.get("/api/games").json()] == list(GAMES)
    assert [each["table"] for each in nobody.get("/api/tables").json()] == ["B1", "J1"]
    assert nobody.get("/health").json()["status"] == nobody.get("/ready").json()["status"] == "ok"
    assert 'croupier_table_round{table="B1"} 1.0' in nobody.get("/metrics").text
    assert nobody.get("/").headers["content-type"].startswith("text/html")


def test_money_comes_by_the_cage_and_goes_as_vouchers(client: TestClient, desk: Desk) -> None:
    guest, cage = Person.guest(client), staff(client, desk, "cage")
    path = f"/api/terminals/{guest.name}/money"
    assert cage.post(path, {"id": "1", "command": "buy-in", "cents": 5_000}).status_code == 200
    voucher = guest.post(path, {"id": "2", "command": "issue-voucher", "cents": 2_000}).json()["voucher"]
    assert guest.credits() == GUEST_CREDIT_CENTS + 3_000
    other = Person.guest(client)
    redeem = {"id": "3", "command": "redeem-voucher", "voucher": voucher}
    assert other.post(f"/api/terminals/{other.name}/money", redeem).status_code == 200
    again = other.post(f"/api/terminals/{other.name}/money", {**redeem, "id": "4"})
    assert again.status_code == 422
    assert guest.post(path, {"id": "5", "command": "cash-out"}).status_code == 200
    assert guest.credits() == 0
    movements = guest.get(f"/api/terminals/{guest.name}").json()["movements"]
    assert [each["kind"] for each in movements] == ["cash-out", "voucher-out", "buy-in", "buy-in"]
    balances = [0, GUEST_CREDIT_CENTS + 3_000, GUEST_CREDIT_CENTS + 5_000, GUEST_CREDIT_CENTS]
    assert [each["after"] for each in movements] == balances
    assert all(each["at"] > 0 and each["round"] is None for each in movements)
    assert len({each["number"] for each in movements}) == 4, "a number is one receipt's"


def test_open_vouchers_are_listed_with_their_codes_for_their_own_player(client: TestClient, desk: Desk) -> None:
    guest, other, cage = Person.guest(client), Person.guest(client), staff(client, desk, "cage")
    path, mine = f"/api/terminals/{guest.name}/money", f"/api/terminals/{guest.name}/vouchers"
    assert guest.get(mine).json() == {"terminal": guest.name, "vouchers": []}
    codes = [
        guest.post(path, {"id": f"v{cents}", "command": "issue-voucher", "cents": cents}).json()["voucher"]
        for cents in (2_000, 3_050)
    ]
    listed = guest.get(mine).json()["vouchers"]
    assert [(each["cents"], each["open"], each["code"]) for each in listed] == [
        (3_050, True, codes[1]),
        (2_000, True, codes[0]),
    ]
    assert [drawn(each["qr"]) for each in listed] == [
        [[*line] for line in segno.make(code, error="m", micro=False).matrix] for code in reversed(codes)
    ]
    # A code is money: neither others at the tables nor the staff are shown it.
    assert [each.get(mine).status_code for each in (other, cage, Person(client))] == [403, 403, 401]
    redeem = {"id": "r", "command": "redeem-voucher", "voucher": codes[0]}
    assert other.post(f"/api/terminals/{other.name}/money", redeem).status_code == 200
    after = guest.get(mine).json()["vouchers"]
    assert [(each["open"], each["code"], each["qr"] is None) for each in after] == [
        (True, codes[1], False),
        (False, None, True),
    ]


def drawn(code: dict[str, Any]) -> list[list[int]]:
    """The modules that a path draws, without the quiet zone."""
    size = code["size"] - 2 * QUIET_ZONE
    modules = [[0] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code["path"]):
        for at in range(int(length)):
            modules[int(y) - QUIET_ZONE][int(x) - QUIET_ZONE + at] = 1
    return modules


def test_fear_an_empty_field_turns_all_credits_into_a_voucher(client: TestClient) -> None:
    guest = Person.guest(client)
    path = f"/api/terminals/{guest.name}/money"
    amounts: list[dict[str, Any]] = [{}, {"cents": None}, {"cents": 0}, {"cents": "100"}, {"cents": 1e99}]
    for number, wrong in enumerate(amounts):
        answer = guest.post(path, {"id": f"v{number}", "command": "issue-voucher", **wrong})
        assert answer.status_code == 400, wrong
        assert answer.json()["error"]["message"]
    assert guest.credits() == GUEST_CREDIT_CENTS
    assert guest.get(f"/api/terminals/{guest.name}/vouchers").json()["vouchers"] == []


# Fears


def test_fear_a_player_calls_staff_commands(client: TestClient) -> None:
    guest = Person.guest(client)
    for command in ("close-bets", "settle", "begin-round", "deal", "shuffle", "open-table"):
        body = {"id": f"x-{command}", "round": 1, "command": {"command": command}}
        answer = guest.post("/api/tables/B1/commands", body)
        assert answer.status_code == 422, command
        assert answer.json()["error"]["message"]
    void = {"command": "void-round", "clause": "ebaccarat 5.3"}
    assert guest.post("/api/tables/B1/commands", {"id": "v", "round": 1, "command": void}).status_code == 422
    assert client.get("/api/tables/B1").json()["public"]["round"]["phase"] == "betting"


def test_fear_the_cage_mistypes_a_terminal_and_the_money_is_nobodys(client: TestClient, desk: Desk) -> None:
    cage = staff(client, desk, "cage")
    bought = cage.post("/api/terminals/guest-0/money", {"id": "1", "command": "buy-in", "cents": 5_000})
    assert (bought.status_code, bought.json()["error"]["message"]) == (422, "there is no terminal with that name")
    assert cage.get("/api/terminals/guest-0").status_code == 422
    assert desk.house.credits("guest-0") == 0


def test_fear_a_player_buys_in_without_the_cage(client: TestClient) -> None:
    guest = Person.guest(client)
    body = {"id": "1", "command": "buy-in", "cents": 10**9}
    refused = guest.post(f"/api/terminals/{guest.name}/money", body)
    assert refused.status_code == 422
    assert (
        refused.json()["error"]["message"]
        == "add credits at the cage or with a voucher: terminals here do not sell them"
    )
    assert guest.credits() == GUEST_CREDIT_CENTS


def test_fear_somebody_acts_for_another_seat(client: TestClient) -> None:
    ann, bob = Person.guest(client), Person.guest(client)
    assert wager(ann, bettor=bob.name).status_code == 422
    out = {"id": "1", "command": "cash-out"}
    assert ann.post(f"/api/terminals/{bob.name}/money", out).status_code == 403
    assert ann.get(f"/api/terminals/{bob.name}").status_code == 403
    assert ann.get(f"/api/terminals/{bob.name}/rounds").status_code == 403
    assert bob.credits() == GUEST_CREDIT_CENTS


def test_fear_a_bet_comes_late_or_into_another_round(client: TestClient) -> None:
    guest = Person.guest(client)
    assert wager(guest, round=0).status_code == 409
    assert wager(guest, round=2).status_code == 409
    assert wager(guest, round=None).status_code == 400
    stale = {"id": "s", "round": 1, "version": 0, "command": {"command": "place-wager", "bettor": guest.name}}
    assert guest.post("/api/tables/B1/commands", stale).status_code == 409


@pytest.mark.parametrize("stake", [-1000, 0, 1, 10**18])
def test_fear_a_stake_that_is_none(client: TestClient, stake: int) -> None:
    guest = Person.guest(client)
    assert wager(guest, stake).status_code in (402, 422)
    assert guest.credits() == GUEST_CREDIT_CENTS


def test_fear_more_is_staked_than_there_is(client: TestClient) -> None:
    guest = Person.guest(client)
    answer = wager(guest, GUEST_CREDIT_CENTS + 1_000)
    assert answer.status_code == 402
    assert "1,010.00" in answer.json()["error"]["message"]


def test_fear_a_message_is_sent_again(client: TestClient) -> None:
    guest = Person.guest(client)
    first, second = wager(guest, id="once"), wager(guest, id="once")
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert wager(guest, 2000, id="once").status_code == 409
    assert guest.credits() == GUEST_CREDIT_CENTS - 1000


def test_fear_bodies_too_large_or_no_json(client: TestClient) -> None:
    guest = Person.guest(client)
    large = {"id": "1", "round": 1, "command": {"command": "x" * MAX_BODY_BYTES}}
    assert guest.post("/api/tables/B1/commands", large).status_code == 413
    for body, kind, status in (
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"", "application/json", 400),
    ):
        headers = {"Authorization": f"Bearer {guest.token}", "Content-Type": kind}
        answer = client.post("/api/tables/B1/commands", content=body, headers=headers)
        assert answer.status_code == status, body[:10]
        assert set(answer.json()["error"]) == {"message", "clause", "code", "values"}


def test_fear_unknown_ways_in(client: TestClient) -> None:
    nobody = Person(client)
    for path in ("/nope", "/api/tables/none", "/api/../etc/passwd", "/api/tables/%00", "/api/terminals/a%2Fb"):
        answer = nobody.get(path)
        assert answer.status_code in (401, 404), path
        assert "error" in answer.json()
    assert client.delete("/api/tables").status_code == 405
    assert client.get("/api/sign-out").status_code == 405
    assert Person(client, "made-up").get("/api/tables").status_code == 401
    assert client.get("/api/tables", headers={"Authorization": "Basic eDp5"}).status_code == 401


def test_fear_nobody_signed_in_acts(client: TestClient) -> None:
    nobody = Person(client)
    assert wager(nobody).status_code == 401
    assert nobody.get("/api/terminals/T1").status_code == 401
    assert nobody.post("/api/sign-out").status_code == 401


def test_fear_the_wrong_staff(client: TestClient, desk: Desk) -> None:
    guest = Person.guest(client)
    dealer, surveillance = staff(client, desk, "dealer"), staff(client, desk, "surveillance")
    body = {"id": "1", "command": "buy-in", "cents": 100}
    assert dealer.post(f"/api/terminals/{guest.name}/money", body).status_code == 403
    close = {"id": "1", "command": {"command": "close-table", "reason": "no"}}
    assert dealer.post("/api/tables/B1/commands", close).status_code == 422
    assert surveillance.post("/api/tables/B1/commands", close).status_code == 403
    assert dealer.get(f"/api/terminals/{guest.name}").status_code == 403


def test_fear_secrets_are_guessed(client: TestClient, desk: Desk) -> None:
    said = {"name": "pit-supervisor", "password": "not this one at all"}
    assert {client.post("/api/sign-in/staff", json=said).status_code for _ in range(6)} == {401}
    assert desk.doors.demo
    right = {**said, "password": desk.doors.demo.passwords["pit-supervisor"]}
    assert client.post("/api/sign-in/staff", json=right).status_code == 401, "locked after five"
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1", "key": "0" * 64}).status_code == 401
    assert client.post("/api/sign-in/terminal", json={"terminal": "T1"}).status_code == 400


def test_fear_a_session_outlives_its_end(client: TestClient) -> None:
    guest = Person.guest(client)
    assert guest.post("/api/sign-out").status_code == 200
    assert guest.get("/api/tables").status_code == 401


def test_fear_another_site_acts_in_somebodys_name(client: TestClient) -> None:
    """No cookie is ever set, so that a browser sends nothing by itself; no page may frame ours."""
    guest = Person.guest(client)
    assert "set-cookie" not in guest.get("/").headers
    assert not client.cookies
    for path in ("/", "/api/tables", "/nope", "/floor.js"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_fear_somebody_asks_without_end() -> None:
    with served(often=2) as (app, _), TestClient(app) as client:
        found = [client.get("/api/tables") for _ in range(20)]
        assert {answer.status_code for answer in found} == {200, 429}
        assert {answer.headers.get("retry-after") for answer in found} == {None, "1"}


def test_fear_a_house_without_a_demonstration_lets_guests_in() -> None:
    with served(demo=False) as (app, _), TestClient(app) as client:
        assert client.post("/api/guests").status_code == 404


# Over a WebSocket


def test_a_socket_tells_the_whole_then_what_changes(client: TestClient) -> None:
    guest, other = Person.guest(client), Person.guest(client)
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": guest.token})
        whole = message(socket.receive_text())
        assert whole["say"] == "snapshot"
        private = message(socket.receive_text())
        assert private["private"]["own"]["seat"] == guest.name
        table, cursor = whole["public"], whole["cursor"]
        assert wager(other).status_code == 200
        changed = message(socket.receive_text())
        assert changed["say"] == "delta"
        table = apply(changed["delta"], table)
        assert other.name not in str(changed)
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": guest.token, "cursor": cursor})
        resumed = message(socket.receive_text())
        assert resumed["say"] == "delta"
        assert apply(resumed["delta"], whole["public"]) == table
    assert table == client.get("/api/tables/B1").json()["public"]


def test_a_socket_answers_when_it_is_durable(client: TestClient, desk: Desk) -> None:
    guest = Person.guest(client)
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": guest.token})
        bet = {"command": "place-wager", "bettor": guest.name, "wager": "tie", "stake": 500}
        for id in ("a", "a", "b"):
            socket.send_json(
                {"say": "command", "id": id, "round": 1, "command": {**bet, "stake": 500 if id == "a" else -5}}
            )
        answers: list[dict[str, Any]] = []
        while len(answers) < 3:
            found = message(socket.receive_text())
            answers += [found] if found["say"] == "answer" else []
        assert [(each["id"], each["status"]) for each in answers] == [("a", 200), ("a", 200), ("b", 422)]
        receipt = desk.house.store.records.receipt_of(f"terminal:{guest.name}", "a")
        assert receipt is not None
    assert guest.credits() == GUEST_CREDIT_CENTS - 500


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('{"say":"again"}', 4400),
        ("{", 4400),
        ('{"say":"hello","token":"made-up"}', 4401),
        ('{"say":"hello","token":"' + "x" * MAX_BODY_BYTES + '"}', 1009),
    ],
)
def test_fear_a_socket_says_nonsense(client: TestClient, said: str, code: int) -> None:
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_text(said)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == code


def test_fear_a_spectator_bets_over_a_socket(client: TestClient) -> None:
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello"})
        socket.send_json({"say": "command", "id": "1", "round": 1, "command": {"command": "close-bets"}})
        said = [message(socket.receive_text()) for _ in range(3)]
        assert [each["status"] for each in said if each["say"] == "answer"] == [403]


def test_fear_a_slow_client_fills_a_queue(client: TestClient, desk: Desk) -> None:
    """One who is many moments behind gets one message: what has changed, or the whole."""
    guest, stage = Person.guest(client), desk.stages["B1"]
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": guest.token})
        whole = message(socket.receive_text())
    assert wager(Person.guest(client)).status_code == 200
    for _ in range(200):
        stage.step()
    with client.websocket_connect("/api/tables/B1/live") as socket:
        socket.send_json({"say": "hello", "token": guest.token, "cursor": whole["cursor"]})
        assert message(socket.receive_text())["say"] == "snapshot", "it was away for too long"


# All of it


def test_rounds_of_every_kind_are_played_over_the_network_and_the_books_agree() -> None:
    quick = Pace(**dict.fromkeys(Pace.__struct_fields__, 0.05))
    quick = Pace(betting=0.6, last_call=0.1, card=0, confirm=0, offer=0.1, decision=0.1, join=0, settle=0, pause=0.1)
    tables = {"B1": usual("sands-super", pace=quick), "J1": usual("e-blackjack", pace=quick)}
    with served(tables) as (app, desk), TestClient(app) as client:
        guest, accepted = Person.guest(client), 0
        until = time.monotonic() + 240
        while accepted < 6:
            assert time.monotonic() < until
            for name, bet in (("B1", "banker"), ("J1", "main")):
                seen = client.get(f"/api/tables/{name}").json()["public"]["round"]
                if seen and seen["phase"] == "betting":
                    answer = guest.give(
                        name, "place-wager", round=seen["number"], wager=bet, stake=10_000 if bet == "main" else 1000
                    )
                    accepted += answer.status_code == 200
                    assert answer.status_code in (200, 402, 409, 422), answer.text
            time.sleep(0.05)
        patiently(
            lambda: all(each["over"] for each in guest.get(f"/api/terminals/{guest.name}/rounds").json()["rounds"])
        )
        rounds = guest.get(f"/api/terminals/{guest.name}/rounds").json()["rounds"]
        net = sum(each["returned"] + each["won"] - each["staked"] for each in rounds)
        assert guest.credits() == GUEST_CREDIT_CENTS + net
        assert [str(each) for each in audit(desk.house.store.records).defects] == []


def test_the_document_names_every_endpoint_once() -> None:
    made = document(ENDPOINTS)
    assert made["openapi"] == "3.1.0"
    ids = [each["operationId"] for path in made["paths"].values() for each in path.values()]
    assert len(ids) == len(set(ids)) == len(ENDPOINTS)


def test_serve_opens_says_so_and_closes_in_order(tmp_path: Path) -> None:
    import httpx

    with Process(f"sqlite:///{tmp_path}/house.db", tmp_path, "--no-players", program=PROGRAM) as process:
        assert {each["table"] for each in httpx.get(f"{process.base}/api/tables", timeout=60).json()} == set(GAMES)
        assert len(process.passwords) == 7
        status, said = process.stop()
        assert (status, said.splitlines()[-1]) == (0, "The house is closed; its records are signed.")
    with Records(f"sqlite:///{tmp_path}/house.db") as records:
        told = audit(records)
    assert (told.counts["openings"], told.counts["unclosed"], told.program) == (1, 0, digest())


def test_a_house_that_went_down_without_a_close_says_so_ever_after(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    for end in (Process.kill, Process.stop):
        with Process(url, tmp_path, "--no-players") as process:
            end(process)
    with Records(url) as records:
        told = audit(records)
    assert (told.counts["openings"], told.counts["unclosed"], told.defects) == (2, 1, [])


def test_another_byte_is_another_program(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    (tmp_path / "b.py").write_text("b = 1\n")
    found = {digest.__wrapped__(tmp_path)}
    (tmp_path / "b.py").write_text("b = 2\n")
    found |= {digest.__wrapped__(tmp_path)}
    (tmp_path / "b.py").rename(tmp_path / "c.py")
    found |= {digest.__wrapped__(tmp_path)}
    assert len(found) == 3
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "c.pyc").write_bytes(b"compiled")
    assert digest.__wrapped__(tmp_path) in found


def test_serve_refuses_bad_configuration_with_every_defect(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "tables.toml").write_text('[tables.B1]\ngame = "tiger"\ndecks = 3\npase = 1\n')
    command = [sys.executable, "-c", "from croupier.commands import main; main()", "serve", "--config", "tables.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no setting pase" in done.stderr
    assert "not 3" in done.stderr
    assert not (tmp_path / "house.db").exists()
