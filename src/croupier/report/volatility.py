"""Confidence bands of the house's win after many rounds, by the normal approximation."""

import math
from typing import NamedTuple

from croupier.odds.result import Odds, PlayedOdds

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
SURE = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""Confidence level in percent to half-width in standard deviations."""
LOPSIDED = 0.3
"""Skewness of the sum above which the normal approximation is only a rough guide."""


class Band(NamedTuple):
    """A confidence interval of the house's win, as a share of all stakes."""

    low: float
    high: float


def bands(odds: Odds | PlayedOdds, rounds: int) -> dict[int, Band]:
    """The bands by confidence level, after so many rounds with a stake of one in each.

    >>> from croupier.cards import Composition
    >>> from croupier.odds.baccarat import odds
    >>> banker = odds("no-commission", Composition.parse("8x52"), ["banker"])["banker"]
    >>> f"{bands(banker, 10_000)[95].low:.4%} {bands(banker, 10_000)[95].high:.4%}"
    '-0.3640% 3.2802%'
    """
    edge, spread = float(odds.edge), odds.sd / math.sqrt(rounds)
    return {sure: Band(edge - far * spread, edge + far * spread) for sure, far in SURE.items()}


def lopsided(odds: Odds | PlayedOdds, rounds: int) -> bool:
    """Whether the sum of so many rounds is too skewed for the normal approximation."""
    mean = float(odds.ev)
    third = sum(float(each.probability) * (float(each.net) - mean) ** 3 for each in odds.chances)
    return bool(odds.sd) and abs(third) / odds.sd**3 / math.sqrt(rounds) > LOPSIDED
