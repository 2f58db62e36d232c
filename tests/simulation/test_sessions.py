"""Sessions of people who bet, against the same sessions walked round by round through the rules engine."""

from pathlib import Path

import numpy as np
import pytest

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.recorded import settle
from croupier.odds.baccarat import odds
from croupier.odds.drawing import check
from croupier.refused import Refused
from croupier.simulation import plot
from croupier.simulation import sessions as room
from croupier.simulation.baccarat.kernel import BaccaratFreshRounds, BaccaratWholeShoes
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.sessions import SessionResults, sessions
from croupier.simulation.walking import DRAWDOWN, DROP, MOST_LOSSES, MOST_WINS, PLAYED, RESULT, RUINED

TIGER = find("tiger")
FRESH = BaccaratFreshRounds(TIGER, TIGER.shoe())
WHOLE = BaccaratWholeShoes(TIGER, Composition(TIGER.deck, 4), cut=30)
BANKER = FlatBettor({"banker": 1000}, bankroll=6000)
PLAYER = FlatBettor({"player": 500, "tie": 100, "tiger-pair": 100}, bankroll=9000)


def test_sessions_from_fresh_shoes_are_walked_as_the_engine_settles_them() -> None:
    played = sessions(FRESH, [BANKER, PLAYER], seed=3, length=41, number=60)
    for session in range(60):
        rounds = [FRESH.open(3, number).cards for number in range(41 * session, 41 * session + 41)]
        assert_walked(played, session, rounds, rebuy=False)
    assert 0 < played.answers(0).ruin < 1


def test_sessions_from_whole_shoes_are_walked_as_the_engine_settles_them() -> None:
    played = sessions(WHOLE, [BANKER, PLAYER], seed=4, length=75, number=20, rebuy=True)
    each = -(-75 // WHOLE.least)
    for session in range(20):
        rounds: list[tuple[str, ...]] = []
        shoe, number = session * each, 1
        while len(rounds) < 75:
            try:
                rounds.append(WHOLE.open(4, shoe, number).cards)
                number += 1
            except Refused:
                shoe, number = shoe + 1, 1
        assert shoe < (session + 1) * each
        assert_walked(played, session, rounds, rebuy=True)


def assert_walked(played: SessionResults, session: int, rounds: list[tuple[str, ...]], *, rebuy: bool) -> None:
    for number, bettor in enumerate(played.bettors):
        walked = walk(bettor, rounds, rebuy=rebuy)
        end = played.ends[session, number]
        assert {field: int(end[field]) for field in walked} == walked, (session, bettor)


def walk(bettor: FlatBettor, rounds: list[tuple[str, ...]], *, rebuy: bool) -> dict[int, int]:
    """The plain way."""
    nets, chips, drop = [], bettor.bankroll, bettor.bankroll
    for cards in rounds:
        nets.append(settle("tiger", cards, bettor.stakes).total)
        chips += nets[-1]
        if chips < bettor.stake:
            if not rebuy:
                break
            chips, drop = chips + bettor.bankroll, drop + bettor.bankroll
    path = np.cumsum([0, *nets])
    won = "".join("W" if net > 0 else "L" for net in nets if net)
    return {
        RESULT: sum(nets),
        DRAWDOWN: int((np.maximum.accumulate(path) - path).max()),
        MOST_WINS: max(map(len, won.split("L"))),
        MOST_LOSSES: max(map(len, won.split("W"))),
        DROP: drop,
        PLAYED: len(nets),
        RUINED: int(chips < bettor.stake),
    }


def test_however_sessions_are_shared_out_they_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for kernel in (FRESH, WHOLE):
        at_once = sessions(kernel, [BANKER], seed=1, length=33, number=500, threads=1)
        monkeypatch.setattr(room, "ROUNDS_PER_PIECE", 33 * 7)
        shared = sessions(kernel, [BANKER], seed=1, length=33, number=500, threads=2)
        assert (at_once.ends == shared.ends).all()


def test_without_an_end_to_the_money_the_mean_is_what_the_odds_say() -> None:
    bettor = FlatBettor({"banker": 1000, "tie": 100})
    played = sessions(FRESH, [bettor], seed=5, length=100, number=20_000)
    found, exact = played.answers().result, odds("tiger", TIGER.shoe())
    expected = 100 * float(1000 * exact["banker"].ev + 100 * exact["tie"].ev)
    assert abs(found.mean - expected) < 5 * found.sd / 20_000**0.5
    hold = played.hold()
    assert hold.win.mean == -found.mean
    assert hold.of_handle.mean == pytest.approx(-found.mean / 110_000)
    assert hold.of_drop is None


def test_a_table_holds_its_win_of_the_drop() -> None:
    played = sessions(FRESH, [BANKER, PLAYER], seed=6, length=200, number=1000, rebuy=True)
    hold = played.hold()
    win = -played.ends[:, :, RESULT].sum(axis=1)
    drop = played.ends[:, :, DROP].sum(axis=1)
    assert hold.of_drop is not None
    assert hold.of_drop.mean == pytest.approx((win / drop).mean())
    assert (drop >= 15_000).all()
    assert (played.ends[:, :, PLAYED] == 200).all()
    assert hold.of_drop.most < 1


@pytest.mark.parametrize(
    ("text", "bankroll", "said"),
    [
        ("banker", 0, "write them in cents"),
        ("banker=ten", 0, "write them in cents"),
        ("dragon=100", 0, "does not offer 'dragon'"),
        ("banker=1001", 0, "takes multiples of"),
        ("banker=1000", 500, "does not cover the stakes"),
    ],
)
def test_stakes_that_cannot_be_are_refused(text: str, bankroll: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        FlatBettor.parse(text, TIGER, bankroll)


def test_more_sessions_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(Refused, match="too many to keep"):
        sessions(FRESH, [BANKER], seed=1, length=1, number=10**9)
    with pytest.raises(Refused, match="at least one session"):
        sessions(FRESH, [], seed=1, length=1, number=1)


def test_the_axis_of_a_chart_does_not_run_to_the_rarest_win() -> None:
    many = sessions(FRESH, [BANKER], seed=6, length=20, number=1000)
    many.ends[0, 0, RESULT] = 10_000_000
    low, high = plot._extent(many)
    assert low < -60 < 0 < high < 1_000


def test_charts_are_drawn_and_the_same_numbers_draw_the_same(tmp_path: Path) -> None:
    played = sessions(FRESH, [BANKER, PLAYER], seed=6, length=20, number=100)
    for name in ("one.svg", "two.svg", "three.png"):
        plot.spread(FRESH, played, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(Refused, match=r"written as .png or .svg, not 'chart.txt'"):
        check(Path("chart.txt"))
