"""The tables of a demonstration: how soon a player is asked, and that they are not all in step."""

import asyncio
from typing import Any

import pytest

from croupier.games.catalogue import GAMES
from croupier.games.round import Role
from croupier.house.days import SECOND
from croupier.house.pace import Pace
from croupier.server import demo
from housed import Housed

FIRST_QUESTION_SECONDS = 15
"""How long after the opening of bets a player of a full table is asked at the latest."""


def _asked(made: Housed) -> bool:
    decisions = ("decide", "surrender", "insure", "take-even-money")
    return any(each.by is Role.PLAYER and each.command in decisions for each in made.state().expects())


@pytest.mark.parametrize("game", ["lucky-8", "dueling-8s", "e-blackjack"])
def test_a_full_table_asks_its_first_question_soon(game: str) -> None:
    for seed in range(1, 20):
        made = Housed(seed, B1=demo.tables()[game])
        made.rich(*(f"T{seat}" for seat in range(1, 8)))
        made.wait(0)
        opened, boxes = made.now, made.round().terms.boxes
        for seat in range(1, max(boxes, 1) + 1):
            place: dict[str, Any] = {"box": seat} if boxes else {}
            assert made.bet(f"T{seat}", **place).done
        while not _asked(made) and made.round().phase not in ("settled", "void"):
            made.wait(0.05)
        if _asked(made):
            assert made.now - opened < FIRST_QUESTION_SECONDS * SECOND
            return
    raise AssertionError("nobody was ever asked anything")


@pytest.mark.parametrize("game", GAMES)
def test_the_time_to_decide_is_not_cut(game: str) -> None:
    pace = demo.tables()[game].pace
    assert pace.decision == Pace().decision
    assert pace.card >= demo.SHORTEST_CARD
    assert demo.tables(10)[game].pace.decision == Pace().decision / 10


def test_popular_games_come_first_and_no_game_is_missing() -> None:
    names = list(demo.tables())
    assert tuple(names[: len(demo.POPULAR)]) == demo.POPULAR
    assert sorted(names) == sorted(GAMES)


def test_tables_lag_behind_one_another_and_nobody_loses_time() -> None:
    made = Housed(1, **{name: demo.tables()["tiger"] for name in ("B1", "B2", "B3")})
    made.wait(0)
    before = [made.table(name).deadline for name in made.tables]
    asyncio.run(demo.stagger(made.house))
    after = [made.table(name).deadline for name in made.tables]
    assert len(set(before)) == 1
    lag = round(demo.STAGGER_SECONDS * SECOND)
    assert [now - then for now, then in zip(after, before, strict=True) if now and then] == [0, lag, 2 * lag]


def test_a_table_that_does_not_run_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "STAGGER_LOOKS", 2)
    made = Housed(1, B1=demo.tables()["tiger"])
    assert made.tell("close-table", reason="Done for today").done
    asyncio.run(demo.stagger(made.house))
    assert made.state().round is None
