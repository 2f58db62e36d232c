"""What exact odds cannot say: how a session ends, how deep it falls, when the money is gone, what a table holds."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.refused import Refused
from croupier.simulation.bettor import Bettor
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
"""Ends of sessions that are kept in memory, bettors counted one by one."""
ROUNDS_PER_PIECE = 1 << 20
"""Rounds in a piece of work for one thread."""

Numbers = npt.NDArray[Any]


class Spread(NamedTuple):
    """How a number is spread over the sessions: quantiles, each a value that occurred."""

    mean: float
    sd: float
    least: float
    most: float
    quantiles: dict[str, float]

    @classmethod
    def of(cls, numbers: Numbers) -> "Spread":
        """The spread of some numbers.

        >>> Spread.of(np.arange(101)).quantiles["5%"]
        5.0
        """
        found = np.quantile(numbers, QUANTILES, method="inverted_cdf")
        named = {f"{share:.0%}": float(each) for share, each in zip(QUANTILES, found, strict=True)}
        return cls(float(numbers.mean()), float(numbers.std()), float(numbers.min()), float(numbers.max()), named)


class BettorResults(NamedTuple):
    """How one bettor's sessions went."""

    bettor: Bettor
    result: Spread
    """Net, in cents."""
    ahead: float
    """The share of sessions that ended above nothing."""
    drawdown: Spread
    wins: Spread
    """The longest streak of rounds won."""
    losses: Spread
    ruin: float
    """The share of sessions in which the bankroll no longer covered the stakes."""
    ruin_stderr: float
    ruined_after: Spread | None
    """Rounds played until then, where it came to that."""


class HouseHold(NamedTuple):
    """What the house had of a table."""

    win: Spread
    of_handle: Spread
    """Its share of all that was staked."""
    of_drop: Spread | None
    """Its share of all that was brought to the table; without bankrolls nobody can say."""


class Sessions(NamedTuple):
    """The ends of all sessions: by session, by bettor, by field."""

    bettors: list[Bettor]
    length: int
    ends: SessionEnds

    def answers(self, number: int = 0) -> BettorResults:
        """How one of the bettors fared."""
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
        """What the house had of all of them together."""
        stakes = np.array([bettor.stake for bettor in self.bettors])
        win = -self.ends[:, :, RESULT].sum(axis=1)
        handle = (self.ends[:, :, PLAYED] * stakes).sum(axis=1)
        drop = self.ends[:, :, DROP].sum(axis=1)
        counted = all(bettor.bankroll for bettor in self.bettors)
        return HouseHold(Spread.of(win), Spread.of(win / handle), Spread.of(win / drop) if counted else None)


def sessions(
    kernel: object,
    bettors: Sequence[Bettor],
    *,
    seed: int,
    length: int,
    number: int,
    rebuy: bool = False,
    threads: int | None = None,
) -> Sessions:
    """Play sessions of so many rounds, all bettors at one table; whose bankroll is gone leaves, or buys in again.

    >>> from croupier.simulation.catalogue import kernel
    >>> banker = Bettor({"banker": 10_000}, bankroll=100_000)
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
    return Sessions(list(bettors), length, ends)
