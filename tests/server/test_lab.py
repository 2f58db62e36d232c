"""The laboratory over the network: the same figures as at the command line, bounded, and never in a table's way."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.cards import cards
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.house.roles import HouseRole
from croupier.odds.catalogue import odds
from croupier.refused import Refused
from croupier.server import lab, worker
from croupier.server.calculations import MAX_RULES_LENGTH
from croupier.server.problems import Problem
from croupier.variants import draft
from serving import TestClient, served


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with served({}) as (app, _), TestClient(app) as made:
        yield made


def _ask(client: TestClient, what: str, **body: Any) -> Any:
    return client.post(f"/api/lab/{what}", json=body)


def test_every_game_has_its_odds(client: TestClient) -> None:
    for name, game in GAMES.items():
        told = _ask(client, "odds", game=name).json()
        assert {each["wager"] for each in told["wagers"]} == {wager.name for wager in game.wagers}, name
        for each in told["wagers"]:
            assert sum(row["probability"] for row in each["outcomes"]) == pytest.approx(1)
            won = sum(row["probability"] * row["net"] for row in each["outcomes"])
            assert won == pytest.approx(-each["edge"], abs=1e-9), (name, each["name"])


def test_the_odds_are_those_of_the_shoe_that_was_asked_for(client: TestClient) -> None:
    gone = ["AS", "AS", "KD", "6H"]
    told = _ask(client, "odds", game="tiger", decks=6, gone=gone).json()
    exact = odds("tiger", GAMES["tiger"].shoe(6).without(cards(gone)))
    assert told["shoe"] == "6x52 less AS AS 6H KD"
    assert {each["name"]: each["ev"] for each in told["wagers"]} == {
        name: f"{each.ev.numerator}/{each.ev.denominator}"  # type: ignore[union-attr]
        for name, each in exact.items()
    }


def test_the_lab_prices_a_game_by_the_readings_that_its_name_tells(client: TestClient) -> None:
    """The same letters, in any order, are the same game; the odds are those of that reading."""
    first, again = (
        _ask(client, "odds", game=f"sands-super {readings}").json()
        for readings in ("R-106=b R-108=b", "R-108=b R-106=b")
    )
    assert first == again
    assert first["game"] == "sands-super R-106=b R-108=b"
    exact = odds(find("sands-super", {"R-106": "b", "R-108": "b"}))
    usual = {each["name"]: each["ev"] for each in _ask(client, "odds", game="sands-super").json()["wagers"]}
    told = {each["name"]: each["ev"] for each in first["wagers"]}
    assert told == {name: f"{each.ev.numerator}/{each.ev.denominator}" for name, each in exact.items()}  # type: ignore[union-attr]
    assert {name for name in told if told[name] != usual[name]} >= {"player-black", "sands-six"}
    assert told["banker"] == usual["banker"]


def test_a_round_and_a_simulation_follow_the_reading(client: TestClient) -> None:
    asked = {"game": "tiger R-63=b", "seed": 7}
    with client.websocket_connect("/api/lab/simulate") as socket:
        socket.send_json({"say": "simulate", **asked, "rounds": 100_000})
        while not (last := socket.receive_json())["over"]:
            pass
    exact = float(odds(find("tiger", "R-63=b"))["tiger-pair"].edge)
    assert last["wagers"]["tiger-pair"]["exact"] == exact
    assert abs(last["wagers"]["tiger-pair"]["distance"]) < 5
    mixed = {"T", "J", "Q", "K"}
    for number in range(400):
        opened = _ask(client, "round", **asked, number=number).json()
        ranks = [{card[0] for card in hand[:2]} for hand in opened["hands"].values()]
        if any(len(each) == 2 and each <= mixed for each in ranks):
            line = next(each for each in opened["lines"] if each["wager"] == "tiger-pair")
            assert (line["result"], line["net"] > 0) == ("win", True), opened
            return
    raise AssertionError("no hand of a ten and a face")


def test_readings_that_contradict_each_other_are_refused_with_the_ruling(client: TestClient) -> None:
    for what in ("odds", "strategy"):
        answer = _ask(client, what, game="lucky-8 R-42=b R-43=d")
        assert answer.status_code == 422
        assert answer.json()["error"]["clause"] == "R-42"
    assert _ask(client, "odds", game=f"tiger {'R-63=b ' * 100}").status_code == 400


def test_a_game_says_which_of_its_readings_move_a_price(client: TestClient) -> None:
    for game in client.get("/api/games").json():
        choices = GAMES[game["name"]].choices
        assert set(game["priced"]) == {
            ruling for ruling, letters in choices.items() if any(each.priced for each in letters.values())
        }
        assert 0 < len(game["priced"]) < len(game["choices"]), game["name"]
    everything = max((" ".join(f"{each}=b" for each in game.choices) for game in GAMES.values()), key=len)
    assert len(everything) < MAX_RULES_LENGTH / 1.2


def test_other_pays_are_priced_beside_the_base_as_their_file_is(client: TestClient) -> None:
    """The answer's text is the variant's file: the command line reads it and gives the same odds."""
    tried = [{"wager": "tie", "outcome": "Tie", "pays": "9"}]
    told = _ask(client, "design", game="tiger R-63=b", decks=6, gone=["AS"], pays=tried).json()
    (tie,) = told["wagers"]
    shoe = GAMES["tiger"].shoe(6).without(cards(("AS",)))
    before, after = (odds(game, shoe, ["tie"])["tie"] for game in ("tiger", draft(told["text"])))
    assert (tie["base"]["edge"], tie["variant"]["edge"]) == (float(before.edge), float(after.edge))
    assert tie["variant"]["edge"] < tie["base"]["edge"]
    assert tie["variant"]["hit"] == tie["base"]["hit"]
    assert tie["variant"]["sd"] > tie["base"]["sd"]
    variant = draft(told["text"])
    assert (variant.default_decks, variant.readings.changes, variant.name) == (6, {"R-63": "b"}, "tiger-own")
    # Nothing of it is kept: the same name may be tried with other pays for ever.
    with pytest.raises(Refused, match="tiger-own"):
        find("tiger-own")
    assert _ask(client, "design", game="tiger").json()["wagers"] == []


def test_every_row_of_every_wager_that_cards_alone_decide_can_be_moved(client: TestClient) -> None:
    for name, game in GAMES.items():
        listed = {each["name"]: each for each in _ask(client, "odds", game=name).json()["wagers"]}
        counted = [wager for wager in game.wagers if listed[wager.name]["counted"]]
        assert counted == list(game.wagers) if game.family == "baccarat" else 0 < len(counted) < len(game.wagers), name
        tried = [
            {"wager": wager.name, "outcome": row.outcome, "pays": "1:1 less 5%"}
            for wager in counted
            for row in (*wager.rows, *wager.extras)
            if row.pays is not None
        ]
        told = _ask(client, "design", game=name, pays=tried).json()
        exact = odds(draft(told["text"]), wagers=[wager.name for wager in counted])
        for each in told["wagers"]:
            ev = exact[each["wager"]].ev
            assert each["variant"]["ev"] == f"{ev.numerator}/{ev.denominator}"  # type: ignore[union-attr]
            assert each["base"]["ev"] == listed[each["wager"]]["ev"]
        assert len(told["wagers"]) == len(counted)


def test_the_pay_for_a_wanted_edge_is_found_and_gives_that_edge(client: TestClient) -> None:
    row = {"wager": "tie", "outcome": "Tie"}
    found = _ask(client, "solve", game="tiger", **row, edge=0.05).json()["found"]
    assert (found[0]["pays"], len(found)) == ("9:1", 5)
    tried = [{**row, "pays": found[0]["pays"]}]
    told = _ask(client, "design", game="tiger", pays=tried).json()
    assert told["wagers"][0]["variant"]["edge"] == found[0]["edge"] == pytest.approx(0.0484, abs=1e-4)
    # Among for-one pays the same one is printed otherwise, and can be read again.
    again = _ask(client, "solve", game="tiger", **row, edge=0.05, grid="for-one").json()["found"]
    assert (again[0]["pays"], again[0]["edge"]) == ("10 for 1", found[0]["edge"])
    # Other rows of the wager pay what was tried in them.
    rows = [row.outcome for row in GAMES["tiger"].by_name["tiger"].rows if row.pays]
    other = [{"wager": "tiger", "outcome": rows[0], "pays": "20:1"}]
    asked = {"game": "tiger", "wager": "tiger", "outcome": rows[1], "edge": 0.05}
    assert _ask(client, "solve", **asked, pays=other).json() != _ask(client, "solve", **asked).json()


def test_pays_that_make_no_sense_are_refused_all_at_once_in_the_language_of_the_page(client: TestClient) -> None:
    wrong = [{"wager": "tie", "outcome": "Tie", "pays": each} for each in ("nine", "9:0")]
    answer = _ask(client, "design", game="tiger", pays=wrong)
    assert answer.status_code == 422
    assert {"'nine'", "'9:0'"} <= set(re.findall(r"'[^']*'", answer.json()["error"]["message"]))
    zh = client.post("/api/lab/design", json={"game": "tiger", "pays": wrong}, headers={"Accept-Language": "zh"})
    assert "赔率写法如" in zh.json()["error"]["message"]
    tie = {"wager": "tie", "outcome": "Tie"}
    for what, body, status in (
        ("design", {"pays": [{"wager": "dragon", "outcome": "Tie", "pays": "9:1"}]}, 422),
        ("design", {"pays": [{"wager": "tie", "outcome": "Tied", "pays": "9:1"}]}, 422),
        ("design", {"pays": [{"wager": "tie", "outcome": '"]\n\x7f', "pays": "9:1"}]}, 422),
        ("design", {"pays": [{"wager": 'tie"]\nname = 1', "outcome": "Tie", "pays": "9:1"}]}, 422),
        ("design", {"pays": [{**tie, "pays": "9999999"}]}, 422),
        ("design", {"pays": [{**tie, "pays": "9:1"}] * 129}, 400),
        ("solve", {"wager": "dragon", "outcome": "Tie", "edge": 0.05}, 422),
        ("solve", {**tie, "edge": 2}, 400),
        ("solve", {**tie, "edge": 0.05, "grid": "third"}, 400),
    ):
        answer = _ask(client, what, game="tiger", **body)
        assert (answer.status_code, len(answer.json()["error"]["message"]) > 5) == (status, True), (what, body)
    aces = [f"A{suit}" for suit in "SHDC"] * 8
    insured = {"wager": "insurance", "outcome": "Dealer's second card worth ten"}
    for what, body in (("design", {"pays": [{**insured, "pays": "3:1"}]}), ("solve", {**insured, "edge": 0})):
        answer = _ask(client, what, game="lucky-8", gone=aces, **body)
        said = "insurance is not offered: the shoe has no Ace"
        assert (answer.status_code, answer.json()["error"]["message"]) == (422, said)
    blackjack = [{"wager": "main", "outcome": "Blackjack", "pays": "6:5"}]
    answer = _ask(client, "design", game="lucky-8", pays=blackjack)
    assert (answer.status_code, "croupier design" in answer.json()["error"]["message"]) == (422, True)


def test_a_chart_says_what_to_do_and_what_all_else_costs(client: TestClient) -> None:
    told = _ask(client, "strategy", game="lucky-8").json()
    hard = next(part["rows"] for part in told["parts"] if part["part"] == "hard")
    assert [hard["16"][up]["symbol"] for up in told["ups"]] == ["S", "S", "S", "S", "S", "H", "H", "Rh", "Rs", "H"]
    square = hard["11"]["6"]
    assert (square["action"], square["cost"]["double"]) == ("double", 0)
    assert square["cost"]["hit"] == pytest.approx(square["ev"]["double"] - square["ev"]["hit"])


def test_fear_the_house_counts_for_whoever_asks() -> None:
    """Where play is for money, what is left of a shoe is surveillance's to price; full shoes are anybody's."""
    with served({}, demo=False) as (app, desk), TestClient(app) as real:
        people, now = desk.doors.people, desk.house.now()
        people.first("ruth", "a long password", now)
        token, ruth = people.sign_in("ruth", "a long password", now)
        tokens = {"stranger": None, "administrator": token}
        for role in ("surveillance", "pit-manager", "gaming-shift-manager", "dealer", "cage"):
            people.add(ruth, role, HouseRole(role), "another password", now, temporary=False)
            tokens[role] = people.sign_in(role, "another password", now)[0]
        people.add_terminal(ruth, "T1", "1234567", now)
        tokens["player"] = people.sign_in("T1", "1234567", now, terminal=True)[0]
        for role, said in tokens.items():
            headers = {"Authorization": f"Bearer {said}"} if said else {}
            for gone, allowed in (((), True), (("AS", "KD"), role == "surveillance")):
                asked = {"game": "tiger", "gone": gone}
                whole = {**asked, "seed": 1, "number": 1}
                statuses = {
                    real.post("/api/lab/odds", json=asked, headers=headers).status_code,
                    real.post("/api/lab/round", json=whole, headers=headers).status_code,
                }
                assert statuses == {200 if allowed else 403}, role
                with real.websocket_connect("/api/lab/simulate") as socket:
                    socket.send_json({"say": "simulate", **asked, "rounds": 1_000, "token": said})
                    assert (socket.receive_json()["say"] == "running") is allowed, role


def test_a_simulation_runs_towards_the_exact_edge_and_any_round_of_it_opens(client: TestClient) -> None:
    with client.websocket_connect("/api/lab/simulate") as socket:
        socket.send_json({"say": "simulate", "game": "tiger", "rounds": 300_000, "seed": 7, "gone": ["AS"]})
        heard = [socket.receive_json()]
        while not heard[-1]["over"]:
            heard.append(socket.receive_json())
    rounds = [each["rounds"] for each in heard]
    assert rounds == sorted(rounds)
    assert (rounds[0], rounds[-1], len(rounds) > 5) == (1_000, 300_000, True)
    found = heard[-1]["wagers"]["banker"]
    assert found["low"] < found["edge"] < found["high"]
    assert abs(found["distance"]) < 5
    told = _ask(client, "odds", game="tiger", gone=["AS"]).json()
    assert found["exact"] == next(each["edge"] for each in told["wagers"] if each["name"] == "banker")
    opened = _ask(client, "round", game="tiger", gone=["AS"], seed=7, number=299_999).json()
    assert opened["total"] == sum(line["net"] for line in opened["lines"])
    assert {line["wager"] for line in opened["lines"]} == set(GAMES["tiger"].bets)
    assert all(line["clauses"] for line in opened["lines"])


def test_one_stops_what_one_has_begun_and_has_one_at_a_time(client: TestClient) -> None:
    with client.websocket_connect("/api/lab/simulate") as one:
        one.send_json({"say": "simulate", "game": "tiger", "rounds": 10**9})
        one.receive_json()
        with client.websocket_connect("/api/lab/simulate") as other:
            other.send_json({"say": "simulate", "game": "tiger", "rounds": 10})
            assert "stop it first" in other.receive_json()["error"]["message"]
        one.send_json({"say": "stop"})
        while not (last := one.receive_json())["over"]:
            pass
        assert 0 < last["rounds"] < 10**9
    with client.websocket_connect("/api/lab/simulate") as again:
        again.send_json({"say": "simulate", "game": "tiger", "rounds": 10})
        assert again.receive_json()["rounds"] == 10


def test_what_makes_no_sense_is_refused_in_one_line(client: TestClient) -> None:
    for what, body, status in (
        ("odds", {"game": "poker"}, 422),
        ("odds", {"game": "tiger", "decks": 3}, 422),
        ("odds", {"game": "tiger", "decks": 99}, 400),
        ("odds", {"game": "tiger", "gone": ["AS"] * 9}, 422),
        ("odds", {"game": "tiger", "gone": ["XX"]}, 400),
        ("odds", {"game": "tiger", "gone": ["AS"] * 521}, 400),
        ("strategy", {"game": "tiger"}, 422),
        ("round", {"game": "tiger", "seed": -1, "number": 0}, 400),
        ("round", {"game": "tiger", "seed": 1, "number": 10**9}, 400),
    ):
        answer = _ask(client, what, **body)
        assert (answer.status_code, len(answer.json()["error"]["message"]) > 5) == (status, True), (what, body)
    for said in ({"say": "simulate", "game": "poker", "rounds": 5}, {"say": "simulate", "game": "tiger"}, {"say": "?"}):
        with client.websocket_connect("/api/lab/simulate") as socket:
            socket.send_json(said)
            assert socket.receive_json()["say"] == "refused"


def test_fear_so_many_ask_that_nobody_is_answered() -> None:
    async def crowd() -> list[Any]:
        small = worker.Worker(waiting=2)
        try:
            return await asyncio.gather(
                *(small.once(time.sleep, 0.2 + each / 1_000) for each in range(5)), return_exceptions=True
            )
        finally:
            await small.close()

    found = asyncio.run(crowd())
    refused = [each for each in found if isinstance(each, Problem)]
    assert (len(refused), {each.status for each in refused}) == (3, {429})


def test_fear_the_workshop_falls_down_and_stays_down() -> None:
    async def falls() -> tuple[int, int]:
        one = worker.Worker()
        try:
            with pytest.raises(Problem, match="restarting"):
                await one.do(os._exit, 1)
            return await one.once(os.getpid), await one.once(os.getpid)
        finally:
            await one.close()

    first, again = asyncio.run(falls())
    assert first == again != os.getpid()


def test_fear_too_many_simulations_slow_each_other() -> None:
    with served({}) as (_, desk):
        open_now = lab.Simulations(desk)
        with (
            open_now._slot("a"),
            open_now._slot("b"),
            open_now._slot("c"),
            open_now._slot("d"),
            pytest.raises(Problem, match="4 simulations are already running"),
            open_now._slot("e"),
        ):
            pass
        with open_now._slot("e"):
            pass
