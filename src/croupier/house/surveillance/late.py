"""Past-posting: wagers accepted just before the close that win too often, and withdrawn ones that would have lost.

The probability that a wager wins is known exactly from the remaining cards. Somebody who sees a card before the close
does better, and each of their late wagers is a test with a known probability (`chance`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.house.surveillance.chance import foreseen, mean
from croupier.house.surveillance.expectation import Before
from croupier.house.surveillance.seen import Bet, SeenRound

LATE_MILLISECONDS = 1_500
"""A wager is late within so many milliseconds before the close, by the server's clock."""


class LateAction(NamedTuple):
    """What one terminal placed or withdrew just before the close of a round, as evidence of foresight."""

    who: str
    right: bool
    """Whether any of it turned out right."""
    chance: float
    """The mean probability of each to turn out right."""
    evidence: tuple[float, ...]


def late(round: SeenRound, row: int, before: Before, within: int = LATE_MILLISECONDS) -> Iterator[LateAction]:
    """The late actions in a round by terminal; `row` is the round's index in the shoe, `within` in milliseconds."""
    by_who: dict[str, list[Bet]] = {}
    for bet in round.bets:
        if bet.before_close is not None and bet.before_close <= within and bet.wager in before.names:
            by_who.setdefault(bet.who, []).append(bet)
    for who, bets in by_who.items():
        judged = [_judged(bet, row, before) for bet in bets]
        right, chances = zip(*judged, strict=True)
        yield LateAction(who, any(right), sum(chances) / len(chances), mean([foreseen(*each) for each in judged]))


def _judged(bet: Bet, row: int, before: Before) -> tuple[bool, float]:
    place = before.names.index(bet.wager)
    return (
        (bet.net < 0, float(before.lose[row, place])) if bet.withdrawn else (bet.net > 0, float(before.win[row, place]))
    )
