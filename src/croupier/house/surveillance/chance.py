"""Evidence against chance, and how it is added up over time without ever crying wolf more often than is allowed.

Evidence is a factor that is one on average, or less, where nothing is wrong. A score grows by a small allowance before
every test and is multiplied by what the test finds:

    score = (score + allowance) * evidence

Where nothing is wrong, the expectation of a score is at most the allowances so far. So it reaches one (the alarm, after
which it begins anew) no more often, on average, than the allowances add up to, whenever one looks and however tests
hang together (Shiryaev and Roberts; Shin, Ramdas and Rinaldo, "E-detectors", 2023). Long calm does not blunt it.

Several kinds of evidence are kept side by side, and the score is their mean.
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
"""How often somebody may know what comes: the alternatives to chance."""


def grown(score: Score, allowance: float, evidence: Sequence[float]) -> Score:
    """The score after one test.

    >>> grown((), 0.01, (5.0, 20.0))
    (0.05, 0.2)
    """
    before = score or (0.0,) * len(evidence)
    return tuple(min((one + allowance) * factor, MAX_SCORE) for one, factor in zip(before, evidence, strict=True))


def level(score: Score) -> float:
    """Where it stands: from one on it is an alarm.

    >>> level((0.5, 2.5))
    1.5
    """
    return sum(score) / len(score) if score else 0.0


def against(p: float) -> tuple[float, ...]:
    """What a p-value is worth as evidence, to those who expect a few very small ones and to those who expect many.

    >>> [round(each, 2) for each in against(0.01)], [round(each, 2) for each in against(1.0)]
    ([5.0, 7.96, 16.0], [0.5, 0.2, 0.21])
    """
    return 0.5 * p**-0.5, 0.2 * p**-0.8, 16.0 if p <= 0.05 else 0.2 / 0.95


def foreseen(came: bool, chance: float) -> tuple[float, ...]:
    """What it is worth that something came, or did not, which comes by chance so often and is foreseen by a cheat.

    >>> [round(each, 2) for each in foreseen(True, 0.25)], [round(each, 2) for each in foreseen(False, 0.25)]
    ([1.3, 1.9, 2.8, 3.7], [0.9, 0.7, 0.4, 0.1])
    """
    if not 0 < chance < 1:
        return (1.0,) * len(KNOWING_SHARES)
    return tuple(1 - known + known / chance * came for known in KNOWING_SHARES)


def mean(evidence: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """The evidence of several things that hang together: their mean is evidence too.

    >>> mean([(1.0, 2.0), (3.0, 0.0)])
    (2.0, 1.0)
    """
    return tuple(sum(each) / len(evidence) for each in zip(*evidence, strict=True))


def highest(came: NDArray[np.bool_], chance: Floats, allowance: float) -> tuple[float, int]:
    """How high a score gets in a row of things that may be foreseen, and at which of them; all at once.

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
    """How likely it is to have taken none, one, two... of the marked cards with so many of all: exactly, then rounded.

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
    """How likely it is to have taken at least none, one, two... of the marked cards.

    >>> [round(each, 4) for each in at_least(52, 4, 13)][:3]
    [1.0, 0.6962, 0.2573]
    """
    return tuple(accumulate(reversed(drawn(total, marked, taken))))[::-1]
