"""Wagers accepted in the last moments before the close that win too often, and withdrawn ones that would have lost.

How likely a wager was to win is known exactly from the cards that were left. Somebody who sees a card before the close
knows more than that, and their late wagers show it, each one a test with a known chance (`chance`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.house.surveillance.chance import foreseen, mean
from croupier.house.surveillance.expectation import Before
from croupier.house.surveillance.seen import Bet, Seen

LATE = 1_500
"""Milliseconds before the close; the server's clock tells them."""


class Late(NamedTuple):
    """What one terminal did in the last moments of a round."""

    who: str
    right: bool
    """Whether it was the right thing to do, all told."""
    chance: float
    """How often it would be, on average of the things done."""
    evidence: tuple[float, ...]


def late(round: Seen, row: int, before: Before, within: int = LATE) -> Iterator[Late]:
    """The late deeds of a round, the so many-th of the shoe, by terminal."""
    by_who: dict[str, list[Bet]] = {}
    for bet in round.bets:
        if bet.before_close is not None and bet.before_close <= within and bet.wager in before.names:
            by_who.setdefault(bet.who, []).append(bet)
    for who, bets in by_who.items():
        judged = [_judged(bet, row, before) for bet in bets]
        right, chances = zip(*judged, strict=True)
        yield Late(who, any(right), sum(chances) / len(chances), mean([foreseen(*each) for each in judged]))


def _judged(bet: Bet, row: int, before: Before) -> tuple[bool, float]:
    place = before.names.index(bet.wager)
    return (
        (bet.net < 0, float(before.lose[row, place])) if bet.withdrawn else (bet.net > 0, float(before.win[row, place]))
    )
