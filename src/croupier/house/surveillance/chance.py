"""Evidence against chance (e-values), accumulated over time at a bounded rate of false alarms.

Evidence is a factor whose expectation is at most one where nothing is wrong. A score grows by a small allowance before
every test and is multiplied by the evidence of the test:

    score = (score + allowance) * evidence

Where nothing is wrong, the expectation of a score is at most the sum of the allowances so far. So the expected number
of times that it reaches one (an alarm, after which it is reset) is at most that sum, whenever one looks and however the
tests depend on each other (Shiryaev and Roberts; Shin, Ramdas and Rinaldo, "E-detectors", 2023). A long calm period
does not make it less sensitive.

A score has a component for each alternative, and its level is their mean.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Score: TypeAlias = tuple[float, ...]

MAX_SCORE = 1e300
KNOWING_SHARES = (0.1, 0.3, 0.6, 0.9)
"""The alternatives to chance: the share of cases in which a cheat knows what comes."""


def grown(score: Score, allowance: float, evidence: Sequence[float]) -> Score:
    """The score after one test.

    >>> grown((), 0.01, (5.0, 20.0))
    (0.05, 0.2)
    """
    before = score or (0.0,) * len(evidence)
    return tuple(min((one + allowance) * factor, MAX_SCORE) for one, factor in zip(before, evidence, strict=True))


def level(score: Score) -> float:
    """The mean of a score's components; an alarm from 1 on.

    >>> level((0.5, 2.5))
    1.5
    """
    return sum(score) / len(score) if score else 0.0


def against(p: float) -> tuple[float, ...]:
    """A p-value as evidence, by three calibrators: for many small p-values, for few very small ones, for any below 5 %.

    >>> [round(each, 2) for each in against(0.01)], [round(each, 2) for each in against(1.0)]
    ([5.0, 7.96, 16.0], [0.5, 0.2, 0.21])
    """
    return 0.5 * p**-0.5, 0.2 * p**-0.8, 16.0 if p <= 0.05 else 0.2 / 0.95


def foreseen(came: bool, chance: float) -> tuple[float, ...]:
    """The evidence that an event with probability `chance` was foreseen, given whether it came; one per alternative.

    >>> [round(each, 2) for each in foreseen(True, 0.25)], [round(each, 2) for each in foreseen(False, 0.25)]
    ([1.3, 1.9, 2.8, 3.7], [0.9, 0.7, 0.4, 0.1])
    """
    if not 0 < chance < 1:
        return (1.0,) * len(KNOWING_SHARES)
    return tuple(1 - known + known / chance * came for known in KNOWING_SHARES)


def mean(evidence: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """The evidence of several dependent tests together: the mean of evidence is evidence.

    >>> mean([(1.0, 2.0), (3.0, 0.0)])
    (2.0, 1.0)
    """
    return tuple(sum(each) / len(evidence) for each in zip(*evidence, strict=True))


def highest(came: NDArray[np.bool_], chance: Floats, allowance: float) -> tuple[float, int]:
    """The highest level of a score over a sequence of events that may be foreseen, and the event where; vectorised.

    >>> score, place = highest(np.array([True] * 6), np.full(6, 0.1), 1e-4)
    >>> round(score, 1), place
    (18.1, 5)
    """
    if not len(came):
        return 0.0, 0
    known = np.array(KNOWING_SHARES)[:, None]
    sure = np.clip(chance, 1e-12, 1)
    factors = np.where((chance > 0) & (chance < 1), 1 - known + known / sure * came, 1.0)
    logs = np.cumsum(np.log(factors), axis=1)
    before = np.concatenate([np.zeros((len(KNOWING_SHARES), 1)), logs[:, :-1]], axis=1)
    scores = np.exp(np.minimum(logs + np.logaddexp.accumulate(-before, axis=1), 600)).mean(axis=0) * allowance
    place = int(scores.argmax())
    return float(scores[place]), place


@lru_cache(maxsize=4096)
def drawn(total: int, marked: int, taken: int) -> tuple[float, ...]:
    """The hypergeometric probabilities of 0, 1, 2... marked cards among those taken: exact, then rounded.

    >>> drawn(416, 8, 364)[0] < 1e-7, round(drawn(416, 8, 364)[8], 4)
    (True, 0.3403)
    """
    ways = comb(total, taken)
    most = min(marked, taken)
    return tuple(
        comb(marked, number) * comb(total - marked, taken - number) / ways if taken - number <= total - marked else 0.0
        for number in range(most + 1)
    )


@lru_cache(maxsize=4096)
def at_least(total: int, marked: int, taken: int) -> tuple[float, ...]:
    """The hypergeometric probabilities of at least 0, 1, 2... marked cards among those taken.

    >>> [round(each, 4) for each in at_least(52, 4, 13)][:3]
    [1.0, 0.6962, 0.2573]
    """
    return tuple(accumulate(reversed(drawn(total, marked, taken))))[::-1]
