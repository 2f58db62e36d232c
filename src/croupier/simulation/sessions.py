"""Simulated sessions: the distributions of result, drawdown, streaks, risk of ruin and hold, which exact odds lack."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.refused import Refused
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.devices import cores
from croupier.simulation.kernel import Walks
from croupier.simulation.walking import (
    DRAWDOWN,
    DROP,
    FIELDS,
    MOST_LOSSES,
    MOST_WINS,
    PLAYED,
    RESULT,
    RUINED,
    Bankrolls,
    SessionEnds,
)

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MAX_SESSION_ENDS = 20_000_000
"""Limit of session results held in memory: sessions times bettors."""
ROUNDS_PER_PIECE = 1 << 20
"""Rounds in a piece of work for one thread."""

Numbers = npt.NDArray[Any]


class Spread(NamedTuple):
    """The distribution of a number over the sessions: moments, extremes, and quantiles that are observed values."""

    mean: float
    sd: float
    least: float
    most: float
    quantiles: dict[str, float]

    @classmethod
    def of(cls, numbers: Numbers) -> "Spread":
        """The distribution of some numbers.

        >>> Spread.of(np.arange(101)).quantiles["5%"]
        5.0
        """
        values = np.quantile(numbers, QUANTILES, method="inverted_cdf")
        named = {f"{share:.0%}": float(each) for share, each in zip(QUANTILES, values, strict=True)}
        return cls(float(numbers.mean()), float(numbers.std()), float(numbers.min()), float(numbers.max()), named)


class BettorResults(NamedTuple):
    """The statistics of one bettor's sessions."""

    bettor: FlatBettor
    result: Spread
    """Net win, in cents."""
    ahead: float
    """The share of sessions that ended with a win."""
    drawdown: Spread
    wins: Spread
    """The longest streak of rounds won."""
    losses: Spread
    ruin: float
    """Risk of ruin: the share of sessions in which the bankroll no longer covered the stakes."""
    ruin_stderr: float
    ruined_after: Spread | None
    """Rounds played until ruin; `None` where no session was ruined."""


class HouseHold(NamedTuple):
    """The house's win of a table per session."""

    win: Spread
    of_handle: Spread
    """Win as a share of the handle."""
    of_drop: Spread | None
    """Win as a share of the drop; `None` without bankrolls, where the drop is unknown."""


class SessionResults(NamedTuple):
    """The final states of all sessions: by session, by bettor, by field."""

    bettors: list[FlatBettor]
    length: int
    ends: SessionEnds

    def answers(self, number: int = 0) -> BettorResults:
        """The statistics of one of the bettors."""
        ends = self.ends[:, number]
        ruined = ends[ends[:, RUINED] > 0]
        risk = len(ruined) / len(ends)
        return BettorResults(
            self.bettors[number],
            Spread.of(ends[:, RESULT]),
            float((ends[:, RESULT] > 0).mean()),
            Spread.of(ends[:, DRAWDOWN]),
            Spread.of(ends[:, MOST_WINS]),
            Spread.of(ends[:, MOST_LOSSES]),
            risk,
            float(np.sqrt(risk * (1 - risk) / len(ends))),
            Spread.of(ruined[:, PLAYED]) if len(ruined) else None,
        )

    def hold(self) -> HouseHold:
        """The house's win over all bettors."""
        stakes = np.array([bettor.stake for bettor in self.bettors])
        win = -self.ends[:, :, RESULT].sum(axis=1)
        handle = (self.ends[:, :, PLAYED] * stakes).sum(axis=1)
        drop = self.ends[:, :, DROP].sum(axis=1)
        counted = all(bettor.bankroll for bettor in self.bettors)
        return HouseHold(Spread.of(win), Spread.of(win / handle), Spread.of(win / drop) if counted else None)


def sessions(
    kernel: object,
    bettors: Sequence[FlatBettor],
    *,
    seed: int,
    length: int,
    number: int,
    rebuy: bool = False,
    threads: int | None = None,
) -> SessionResults:
    """Simulate sessions of `length` rounds, all bettors at one table; a ruined bettor leaves, or buys in again.

    >>> from croupier.simulation.catalogue import kernel
    >>> banker = FlatBettor({"banker": 10_000}, bankroll=100_000)
    >>> played = sessions(kernel("tiger"), [banker], seed=1, length=70, number=1000)
    >>> answers = played.answers()
    >>> answers.result.quantiles["50%"], answers.ruin
    (-6000.0, 0.24)
    """
    if not isinstance(kernel, Walks):
        raise Refused("sessions of this game are not simulated yet")
    if not bettors or length < 1 or number < 1:
        raise Refused("a session needs a bettor and a round, and there must be at least one session")
    if number * len(bettors) > MAX_SESSION_ENDS:
        raise Refused(
            f"{number:,} sessions of {len(bettors)} bettors are too many to keep: {MAX_SESSION_ENDS:,} are the most"
        )
    money = Bankrolls(
        np.array([kernel.nets(bettor) for bettor in bettors], np.int64),
        np.array([bettor.stake for bettor in bettors], np.int64),
        np.array([bettor.bankroll for bettor in bettors], np.int64),
        rebuy,
    )
    ends = np.zeros((number, len(bettors), FIELDS), np.int64)
    step = max(1, ROUNDS_PER_PIECE // length)
    with ThreadPoolExecutor(cores() if threads is None else threads) as pool:
        list(
            pool.map(
                lambda first: kernel.walk(seed, first, length, money, ends[first : first + step]),
                range(0, number, step),
            )
        )
    return SessionResults(list(bettors), length, ends)
