"""Walks bettors through the rounds of a session: what they are up or down, their falls, their streaks, their ruin."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.simulation.compiled import inlined

RESULT, PEAK, DRAWDOWN, WINS, LOSSES, MOST_WINS, MOST_LOSSES, CHIPS, DROP, PLAYED, RUINED, FIELDS = range(12)
"""What is kept of a bettor: net in cents, its peak, the greatest fall from a peak, the present streaks and the longest,
what is left of the bankroll, all that was brought to the table, rounds played, and whether the bankroll is gone."""

Ends = npt.NDArray[np.int64]


class Money(NamedTuple):
    """What is at stake: by bettor and class of rounds the net, then by bettor the stakes and the bankroll."""

    nets: Ends
    stakes: Ends
    bankrolls: Ends
    rebuy: bool
    """Whether who has lost the bankroll brings as much again, or leaves."""


@inlined
def sit_down(money: Money, states: Ends) -> None:
    """Begin a session."""
    states[:] = 0
    states[:, CHIPS] = money.bankrolls
    states[:, DROP] = money.bankrolls


@inlined
def walk(number: np.uint16, money: Money, states: Ends) -> None:
    """One round of that class, for everybody at the table. A push neither goes on with a streak nor ends it."""
    for bettor in range(len(money.stakes)):
        state = states[bettor]
        if state[RUINED]:
            continue
        net = money.nets[bettor, number]
        state[PLAYED] += 1
        state[RESULT] += net
        state[CHIPS] += net
        state[PEAK] = max(state[PEAK], state[RESULT])
        state[DRAWDOWN] = max(state[DRAWDOWN], state[PEAK] - state[RESULT])
        if net > 0:
            state[WINS] += 1
            state[LOSSES] = 0
            state[MOST_WINS] = max(state[MOST_WINS], state[WINS])
        elif net < 0:
            state[LOSSES] += 1
            state[WINS] = 0
            state[MOST_LOSSES] = max(state[MOST_LOSSES], state[LOSSES])
        if money.bankrolls[bettor] and state[CHIPS] < money.stakes[bettor]:
            if money.rebuy:
                state[CHIPS] += money.bankrolls[bettor]
                state[DROP] += money.bankrolls[bettor]
            else:
                state[RUINED] = 1
