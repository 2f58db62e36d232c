"""Shoes as anybody fetches and checks them: whole once they have retired, and silent about the rest before."""

import json
from collections import Counter
from typing import Any

import pytest

from croupier.games.round import Role, encode
from croupier.house import verify_shoe
from croupier.house.store import Records
from croupier.house.table import Reply, Request
from croupier.server.desk import Desk
from serving import Person, TestClient, served
from stores import patiently
from tables import usual


def _asked(id: str, command: str) -> Request:
    return Request(id=id, actor="staff:ann", by=Role.DEALER, body=encode({"command": command}))


def _perform(client: Any, desk: Desk, request: Request) -> Reply:
    """Give a command in the thread of the house, which only that one may enter."""
    reply: Reply = client.portal.call(desk.house.perform, "B1", request)
    return reply


def _deal(client: Any, desk: Desk, number: int, *, begun: bool = False) -> None:
    """A round from beginning to end, by a dealer."""
    table = desk.house.tables["B1"]

    def ask(command: str) -> None:
        reply = _perform(client, desk, _asked(f"{number}.{table.state.version}.{command}", command))
        patiently(lambda: reply.done)
        assert reply.result().done, reply.result()

    if not begun:
        ask("begin-round")
    ask("close-bets")
    while "deal-card" in {each.command for each in table.state.expects()}:
        ask("deal")
    ask("settle")


def test_a_shoe_is_fetched_checked_and_opened_only_when_it_has_retired() -> None:
    with (
        served({"B1": usual("tiger", run="dealer")}) as (app, desk),
        TestClient(app) as client,
    ):
        nobody = Person(client)
        for number in range(3):
            _deal(client, desk, number)
        (brief,) = nobody.get("/api/tables/B1/shoes").json()
        assert brief["retired"] is False
        record = nobody.get(f"/api/tables/B1/shoes/{brief['shoe']}").json()
        assert "opening" not in record
        assert "sealed" not in json.dumps(record)
        assert {each["round"] for each in record["drawn"]} == {1, 2, 3}
        assert list(verify_shoe.defects(record)) == []
        shown = len(record["drawn"])
        body = encode({"command": "shuffle-early", "reason": "to see what follows"})
        reply = _perform(client, desk, Request(id="s", actor="staff:ann", by=Role.PIT_MANAGER, body=body))
        patiently(lambda: reply.done)
        new, old = nobody.get("/api/tables/B1/shoes").json()
        assert (new["retired"], old["retired"], old["shoe"]) == (False, True, brief["shoe"])
        opened: dict[str, Any] = nobody.get(f"/api/tables/B1/shoes/{old['shoe']}").json()
        assert len(opened["opening"]["order"].split()) == 416
        assert (len(opened["drawn"]), list(verify_shoe.defects(opened))) == (shown, [])
        assert nobody.get("/api/tables/B1/shoes/nothing").status_code == 404
        assert nobody.get("/api/tables/B9/shoes").status_code == 404


def test_fear_whoever_looks_at_a_shoe_reads_every_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards and shoes are read, each once; what retired is not read again."""
    with (
        served({"B1": usual("tiger", run="dealer")}) as (app, desk),
        TestClient(app) as client,
    ):
        nobody, guest = Person(client), Person.guest(client)
        read: list[str] = []
        rows = Records._rows

        def counted(records: Records, query: Any) -> list[Any]:
            found = rows(records, query)
            read.extend(row.kind for row in found if hasattr(row, "kind"))
            return found

        monkeypatch.setattr(Records, "_rows", counted)

        def fetched() -> Counter[str]:
            read.clear()
            record = nobody.get(f"/api/tables/B1/shoes/{nobody.get('/api/tables/B1/shoes').json()[-1]['shoe']}").json()
            assert list(verify_shoe.defects(record)) == []
            return Counter(read)

        def deal(number: int) -> None:
            begun = _perform(client, desk, _asked(f"{number}.begin", "begin-round"))
            patiently(lambda: begun.done)
            for stake in range(1_000, 3_000, 500):
                assert guest.give("B1", "place-wager", round=number, wager="banker", stake=stake).status_code == 200
            _deal(client, desk, number, begun=True)

        deal(1)
        first = fetched()
        assert first["wager-placed"] == 0
        assert first["card-drawn"] >= 4
        assert fetched()["card-drawn"] == 0, "what was read is remembered"
        deal(2)
        second = fetched()
        assert (second["wager-placed"], 4 <= second["card-drawn"] <= 6) == (0, True)
        shuffled = _perform(client, desk, _asked("s", "shuffle"))
        patiently(lambda: shuffled.done)
        fetched()
        assert not fetched(), "a shoe that has retired is as it is"


def test_ones_own_round_step_by_step_without_what_others_did_in_secret() -> None:
    with (
        served({"B1": usual("tiger", run="dealer")}) as (app, desk),
        TestClient(app) as client,
    ):
        ann, bob, eve = Person.guest(client), Person.guest(client), Person.guest(client)
        table = desk.house.tables["B1"]

        def ask(command: str) -> None:
            body, id = encode({"command": command}), f"{table.state.version}.{command}"
            reply = _perform(client, desk, Request(id=id, actor="staff:ann", by=Role.DEALER, body=body))
            patiently(lambda: reply.done)
            assert reply.result().done

        ask("begin-round")
        ann.give("B1", "place-wager", wager="banker", stake=2_000)
        bob.give("B1", "place-wager", wager="tie", stake=700_00)
        ask("close-bets")
        while "deal-card" in {each.command for each in table.state.expects()}:
            ask("deal")
        ask("settle")
        path = "/api/terminals/{0}/rounds/B1/1"
        answer = ann.get(path.format(ann.name))
        seen = answer.json()
        assert bob.name not in answer.text
        assert [step["kind"] for step in seen["steps"]][:3] == ["bets-opened", "wager-placed", "bets-closed"]
        assert sum(step["moved"] for step in seen["steps"]) == seen["net"] == ann.credits() - 100_000
        assert seen["steps"][1]["own"]["stakes"] == [{"wager": "banker", "stake": 2_000}]
        cards = [len(step["table"]["lies"]["player"]["cards"]) for step in seen["steps"]]
        assert cards == sorted(cards)
        assert (cards[0], cards[-1] >= 2) == (0, True)
        assert seen["steps"][-1]["own"]["lines"]
        assert all(step["own"]["lines"] == [] for step in seen["steps"][:-1]), "nothing is known before it is settled"
        assert eve.get(path.format(eve.name)).status_code == 404
        for number in ("2", "x", "9" * 30):
            assert ann.get(f"/api/terminals/{ann.name}/rounds/B1/{number}").status_code in (404, 422)
