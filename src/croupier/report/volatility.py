"""How far what the house wins may stray from what it expects, after many rounds."""

import math
from typing import NamedTuple

from croupier.odds.result import Odds, Played

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
SURE = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""For each share of cases in percent, how many standard deviations hold it."""
LOPSIDED = 0.3
"""Where the skewness of the sum is above this, the bands are a rough guide only."""


class Band(NamedTuple):
    """The house's win in shares of all stakes, between which it lies so often."""

    low: float
    high: float


def bands(odds: Odds | Played, rounds: int) -> dict[int, Band]:
    """The bands after so many rounds with a stake of one in each.

    >>> from croupier.cards import Composition
    >>> from croupier.odds.baccarat import odds
    >>> banker = odds("no-commission", Composition.parse("8x52"), ["banker"])["banker"]
    >>> f"{bands(banker, 10_000)[95].low:.4%} {bands(banker, 10_000)[95].high:.4%}"
    '-0.3640% 3.2802%'
    """
    edge, spread = float(odds.edge), odds.sd / math.sqrt(rounds)
    return {sure: Band(edge - far * spread, edge + far * spread) for sure, far in SURE.items()}


def lopsided(odds: Odds | Played, rounds: int) -> bool:
    """Whether so few rounds of so uneven a wager are still far from a bell curve."""
    mean = float(odds.ev)
    third = sum(float(each.probability) * (float(each.net) - mean) ** 3 for each in odds.chances)
    return bool(odds.sd) and abs(third) / odds.sd**3 / math.sqrt(rounds) > LOPSIDED
