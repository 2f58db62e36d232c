"""The trainer: what it asks is what the engine says, for every game, and what it charges for a mistake is its cost."""

from collections.abc import Iterator
from itertools import chain

import pytest

from croupier.games import recorded
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.games.round import Phase, encode
from croupier.money import Pays
from croupier.refused import Refused
from croupier.server.calculations import ChartSquare, ShoeAsked, work_chart, work_odds
from croupier.server.desk import Desk
from croupier.server.lessons import NextAct, Squares
from croupier.server.practice import CHIPS, next_question, payouts, played
from serving import Person, TestClient, served

every_game = pytest.mark.parametrize("game", GAMES)
WITH_DECISIONS = [name for name, game in GAMES.items() if family(game).part("strategy")]
WITHOUT = [name for name in GAMES if name not in WITH_DECISIONS]
SEEDS = range(30)


def squares(game: str) -> Squares:
    rules = find(game)
    found: Squares = family(rules).part("squares")(rules, rules.shoe())
    return found


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[TestClient, Desk]]:
    with served() as (app, desk), TestClient(app, raise_server_exceptions=False) as client:
        yield client, desk


# Squares


@pytest.mark.parametrize("game", WITHOUT)
def test_the_table_of_play_is_what_the_rules_settle(game: str) -> None:
    found = squares(game)
    assert found.kind == "drawing"
    assert len({each.key for each in found.squares}) == len(found.squares) == 180
    for each in found.squares:
        for deal in each.deals:
            player, banker = deal["player"], deal["banker"]
            dealt = [*chain.from_iterable(zip(player[:2], banker[:2], strict=True)), *player[2:]]
            if each.right == "none":
                recorded.settle(game, dealt, {"player": 100})
            else:
                with pytest.raises(Refused):
                    recorded.settle(game, dealt, {"player": 100})


def test_banker_draws_or_stands_as_every_dealer_learns() -> None:
    right = {each.key: each.right for each in squares("sands-super").squares}
    assert [right[f"third-3-{third}"] for third in (7, 8, 9)] == ["banker", "none", "banker"]
    assert [right[f"third-6-{third}"] for third in (5, 6, 7, 8)] == ["none", "banker", "banker", "none"]
    assert (right["two-5-0"], right["two-6-5"], right["two-6-6"], right["two-0-8"]) == (
        "player",
        "banker",
        "none",
        "none",
    )


@pytest.mark.parametrize("game", WITH_DECISIONS)
def test_the_squares_of_strategy_are_the_exact_chart(game: str) -> None:
    found = squares(game)
    chart: dict[tuple[str, str, str], ChartSquare] = {
        (part.part, row, up): square
        for part in work_chart(ShoeAsked(game)).parts
        for row, by_up in part.rows.items()
        for up, square in by_up.items()
    }
    assert found.kind == "strategy"
    for each in found.squares:
        part, row, up = each.key.split("-")
        square = chart[part, row, up]
        assert (each.right, each.cost) == (square.action, square.cost)
        assert each.right in each.options
        assert each.deals
    shown = {tuple(each.key.split("-"))[:2] for each in found.squares}
    # Totals that no two cards come to are not asked.
    assert {row for part, row in shown if part == "pairs"} == {row for part, row, _ in chart if part == "pairs"}


# Payouts


@every_game
def test_a_sheet_has_every_wager_and_pays_what_the_table_says(game: str) -> None:
    for seed in SEEDS:
        sheet = payouts(game, seed)
        assert {line.wager for line in sheet.lines} >= GAMES[game].bets.keys()
        assert all(
            line.stake in CHIPS for line in sheet.lines if line.wager != "main" and line.wager in GAMES[game].bets
        )
        for line in sheet.lines:
            if line.pays and line.wager != "main":
                num, den = (int(each) for each in line.pays.split(":")) if ":" in line.pays else (0, 1)
                assert line.net == Pays(num, den).of(line.stake)
            assert (line.net > 0, line.net < 0) == (line.result == "win", line.result == "lose") or line.wager == "main"


def test_38_wagers_are_ten_seconds() -> None:
    sheet = payouts("sands-super", 1)
    assert (len(sheet.lines), sheet.seconds) == (38, 10.0)
    assert len({payouts("sands-super", seed).said for seed in SEEDS}) > 10, "rounds differ"


# Who acts next


@every_game
def test_exactly_one_act_comes_next(game: str) -> None:
    phases, seen = set[Phase](), dict[bytes, NextAct]()
    for seed in range(60):
        question = next_question(game, seed)
        assert len(set(question.acts)) == len(question.acts) > 1
        assert 0 <= question.right < len(question.acts)
        assert question.phase not in (Phase.SETTLED, Phase.VOID)
        phases.add(question.phase)
        assert question == next_question(game, seed)
        right = question.acts[question.right]
        shown = encode((question.lies, question.boxes, question.before))
        assert seen.setdefault(shown, right) == right, "what is shown decides what comes next"
    assert Phase.DEALING in phases
    if game in WITH_DECISIONS:
        assert Phase.PLAYING in phases


# Play


@pytest.mark.parametrize("game", WITH_DECISIONS)
def test_best_play_costs_nothing_and_anything_else_costs_its_difference(game: str) -> None:
    asked = 0
    for seed in range(12):
        words: list[str] = []
        while (now := played(game, seed, [("main", 2_500)], words)).asked:
            tried = {word: played(game, seed, [("main", 2_500)], [*words, word]).judged[-1] for word in now.asked.words}
            best = next(each.best for each in tried.values())
            assert tried[best].cost == 0
            assert now.asked.cost == {word: each.cost for word, each in tried.items()}
            assert all(each.cost >= 0 and each.best == best for each in tried.values())
            assert sum(each.cost == 0 for each in tried.values()) == 1
            words.append(best)
            asked += 1
        assert now.table.phase is Phase.SETTLED
        assert now.own is not None
        assert now.own.net == sum(line.net for line in now.own.lines)
        assert [each.chosen for each in now.judged] == words
    assert asked > 10


def test_a_mistake_costs_what_the_solver_says() -> None:
    from croupier.odds.strategy import strategy

    solved = strategy("lucky-8")
    for seed in range(200):
        now = (
            played("lucky-8", seed, [("main", 10_000)], ["decline"])
            if played("lucky-8", seed, [("main", 10_000)], []).asked
            else None
        )
        if now is None or now.asked is None or now.asked.command != "decide" or "hit" not in now.asked.words:
            continue
        judged = played("lucky-8", seed, [("main", 10_000)], ["decline", "hit"]).judged[-1]
        held = solved.holding(" ".join(judged.cards), judged.up)
        best = max(held.ev[word] for word in now.asked.words)
        assert judged.cost == pytest.approx(10_000 * float(best - held.ev["hit"]))
        return
    raise AssertionError("no hand was ever asked about")


@pytest.mark.parametrize("game", WITHOUT)
def test_a_game_without_decisions_is_played_by_its_bets_alone(game: str) -> None:
    now = played(game, 1, [("banker", 2_000), ("tie", 500)], [])
    assert now.asked is None
    assert now.own is not None
    assert {line.wager for line in now.own.lines} == {"banker", "tie"}


def test_what_is_not_open_is_refused() -> None:
    with pytest.raises(Refused, match="not open"):
        played("tiger", 1, [("banker", 2_000)], ["hit"])
    with pytest.raises(Refused, match="not open"):
        played("lucky-8", 0, [("main", 2_000)], ["dance"])
    with pytest.raises(Refused):
        played("tiger", 1, [("banker", 1)], [])
    with pytest.raises(Refused):
        played("tiger", 1, [("nothing", 2_000)], [])
    with pytest.raises(Refused):
        payouts("chess", 1)


# Over HTTP


def test_everybody_may_learn(house: tuple[TestClient, Desk]) -> None:
    nobody = Person(house[0])
    shown = nobody.get("/api/learn/tiger/squares")
    assert shown.status_code == 200
    assert len(shown.json()["squares"]) == 180
    sheet = nobody.get("/api/learn/sands-super/payouts?seed=7").json()
    assert sheet["lines"] == nobody.get("/api/learn/sands-super/payouts?seed=7").json()["lines"]
    assert nobody.get("/api/learn/lucky-8/next?seed=7").json()["acts"]
    round = nobody.post("/api/learn/tiger/play", {"seed": 3, "stakes": {"banker": 2_000}}).json()
    assert round["own"]["net"] == sum(each["net"] for each in round["own"]["lines"])
    prices = {each["wager"]: each for each in nobody.get("/api/learn/tiger/bets").json()}
    odds = {each.name: each.edge for each in work_odds(ShoeAsked("tiger")).wagers}
    assert prices["banker"]["worse"] == 0
    assert prices["tie"]["worse"] == pytest.approx(odds["tie"] - odds["banker"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seed": 1, "stakes": {}}, 400),
        ({"seed": -1, "stakes": {"banker": 100}}, 400),
        ({"seed": 1, "stakes": {"banker": 0}}, 400),
        ({"seed": 1, "stakes": {"banker": 10**12}}, 400),
        ({"seed": 1, "stakes": {"banker": 2_000}, "words": ["hit"]}, 422),
        ({"seed": 1, "stakes": {"nothing": 2_000}}, 422),
    ],
)
def test_a_round_that_makes_no_sense_is_refused(
    house: tuple[TestClient, Desk], body: dict[str, object], status: int
) -> None:
    assert Person(house[0]).post("/api/learn/tiger/play", body).status_code == status


def test_a_game_that_is_not_there_is_refused(house: tuple[TestClient, Desk]) -> None:
    nobody = Person(house[0])
    for path in ("squares", "bets", "payouts?seed=1", "next?seed=1"):
        assert nobody.get(f"/api/learn/chess/{path}").status_code == 422
    assert nobody.get("/api/learn/tiger/payouts").status_code == 400
