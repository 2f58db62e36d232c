"""The compiled state of bettors through a session: result, drawdown, streaks and ruin."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import inlined

RESULT, PEAK, DRAWDOWN, WINS, LOSSES, MOST_WINS, MOST_LOSSES, CHIPS, DROP, PLAYED, RUINED, FIELDS = range(12)
"""Indices of a bettor's state: net in cents, its peak, the maximum drawdown, current and longest streaks, remaining
bankroll, drop (all money brought to the table), rounds played, and whether the bettor is ruined."""

SessionEnds = npt.NDArray[np.int64]


class Bankrolls(NamedTuple):
    """Nets by bettor and class of rounds, stakes and bankrolls by bettor, all in cents."""

    nets: SessionEnds
    stakes: SessionEnds
    bankrolls: SessionEnds
    rebuy: bool
    """Whether a ruined bettor buys in again with the same bankroll, or leaves."""


@inlined
def sit_down(money: Bankrolls, states: SessionEnds) -> None:
    """Initialise the states for a new session."""
    for bettor in range(len(money.bankrolls)):
        for field in range(FIELDS):
            states[bettor, field] = 0
        states[bettor, CHIPS] = states[bettor, DROP] = money.bankrolls[bettor]


@inlined
def get_up(states: SessionEnds, ends: SessionEnds, session: int) -> None:
    """Write the final states of a session."""
    for bettor in range(len(states)):
        for field in range(FIELDS):
            ends[session, bettor, field] = states[bettor, field]


@inlined
def walk(number: np.uint16, money: Bankrolls, states: SessionEnds) -> None:
    """Update the states by one round of that class. A push neither continues nor ends a streak."""
    for bettor in range(len(money.stakes)):
        if states[bettor, RUINED]:
            continue
        net = money.nets[bettor, number]
        states[bettor, PLAYED] += 1
        states[bettor, RESULT] += net
        states[bettor, CHIPS] += net
        states[bettor, PEAK] = max(states[bettor, PEAK], states[bettor, RESULT])
        states[bettor, DRAWDOWN] = max(states[bettor, DRAWDOWN], states[bettor, PEAK] - states[bettor, RESULT])
        if net > 0:
            states[bettor, WINS] += 1
            states[bettor, LOSSES] = 0
            states[bettor, MOST_WINS] = max(states[bettor, MOST_WINS], states[bettor, WINS])
        elif net < 0:
            states[bettor, LOSSES] += 1
            states[bettor, WINS] = 0
            states[bettor, MOST_LOSSES] = max(states[bettor, MOST_LOSSES], states[bettor, LOSSES])
        if money.bankrolls[bettor] and states[bettor, CHIPS] < money.stakes[bettor]:
            if money.rebuy:
                states[bettor, CHIPS] += money.bankrolls[bettor]
                states[bettor, DROP] += money.bankrolls[bettor]
            else:
                states[bettor, RUINED] = 1


@inlined
def walk_batch(
    classes: npt.NDArray[np.uint16],
    start: int,
    stop: int,
    length: int,
    session: int,
    left: int,
    money: Bankrolls,
    states: SessionEnds,
    ends: SessionEnds,
) -> tuple[int, int]:
    """Play a batch of rounds across sessions of `length` rounds; return the current session and its rounds left."""
    for each in range(start, stop):
        walk(classes[each], money, states)
        left -= 1
        if left == 0:
            get_up(states, ends, session)
            session, left = session + 1, length
            sit_down(money, states)
    return session, left
