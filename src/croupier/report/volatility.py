"""How far what the house wins may stray from what it expects, after many rounds."""

import math
from fractions import Fraction
from typing import NamedTuple

from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.money import Pays
from croupier.odds.result import Odds, Played, base

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
SURE = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""For each share of cases in percent, how many standard deviations hold it."""
ABSENT = "main-absent"
"""Nobody doubles or splits for somebody who is not there."""
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


class Liability(NamedTuple):
    """The most that one stake may win, how often, and by what."""

    pays: Fraction
    by: str
    chance: float | None
    """How often, where it is one outcome."""


def liability(game: Game, odds: Odds | Played) -> Liability:
    """The most that a stake of one may win; a main wager of blackjack by doubling every hand that splitting may form.

    >>> from croupier.cards import Composition
    >>> from croupier.games.catalogue import game
    >>> from croupier.odds.baccarat import odds
    >>> liability(game("tiger"), odds("tiger", Composition.parse("8x52"), ["tie"])["tie"])
    Liability(pays=Fraction(8, 1), by='Tie', chance=0.0951559680236402)
    """
    if isinstance(game, Blackjack) and base(odds.name) == "main" and odds.name != ABSENT:
        hands = game.splitting.hands
        split = Liability(Fraction(2 * hands), f"{hands} hands, all doubled", None)
        paid = [(2 + _amount(row.pays), row.outcome) for row in game.by_name["main"].extras]
        return max([split, *(Liability(pays, f"{outcome}, doubled", None) for pays, outcome in paid)])
    rows = [Liability(Fraction(each.net), each.outcome, float(each.probability)) for each in odds.chances]
    return max(rows, key=lambda each: each.pays)


def _amount(pays: Pays | None) -> Fraction:
    return Fraction(0) if pays is None else Fraction(pays.num, pays.den)
