"""Walks bettors through the rounds of a session: what they are up or down, their falls, their streaks, their ruin."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import inlined

RESULT, PEAK, DRAWDOWN, WINS, LOSSES, MOST_WINS, MOST_LOSSES, CHIPS, DROP, PLAYED, RUINED, FIELDS = range(12)
"""What is kept of a bettor: net in cents, its peak, the greatest fall from a peak, the present streaks and the longest,
what is left of the bankroll, all that was brought to the table, rounds played, and whether the bankroll is gone."""

SessionEnds = npt.NDArray[np.int64]


class Bankrolls(NamedTuple):
    """What is at stake: by bettor and class of rounds the net, then by bettor the stakes and the bankroll."""

    nets: SessionEnds
    stakes: SessionEnds
    bankrolls: SessionEnds
    rebuy: bool
    """Whether who has lost the bankroll brings as much again, or leaves."""


@inlined
def sit_down(money: Bankrolls, states: SessionEnds) -> None:
    """Begin a session."""
    for bettor in range(len(money.bankrolls)):
        for field in range(FIELDS):
            states[bettor, field] = 0
        states[bettor, CHIPS] = states[bettor, DROP] = money.bankrolls[bettor]


@inlined
def get_up(states: SessionEnds, ends: SessionEnds, session: int) -> None:
    """End a session."""
    for bettor in range(len(states)):
        for field in range(FIELDS):
            ends[session, bettor, field] = states[bettor, field]


@inlined
def walk(number: np.uint16, money: Bankrolls, states: SessionEnds) -> None:
    """One round of that class, for everybody at the table. A push neither goes on with a streak nor ends it."""
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
