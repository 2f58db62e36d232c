"""An alarm, and how many of them a table may raise in a year where nothing is wrong."""

from typing import Literal, TypeAlias

import msgspec

from croupier.words import Sentence

Kind: TypeAlias = Literal["cards", "copies", "bunched", "order", "following", "late", "pairs", "pace", "early"]
"""What is wrong: cards that cannot be; too few or too many copies over many shoes; too many too soon; an order that is
not shuffled; stakes that follow the expectation; late bets that win; terminals that bet together; the pace; a shoe that
was taken away before its cutting card."""

BY_CHANCE: tuple[Kind, ...] = ("copies", "bunched", "order", "following", "late", "pairs", "pace")
"""The kinds that chance alone can raise: all but cards that cannot be, and what somebody did."""


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody should look at."""

    kind: Kind
    table: str
    shoe: str
    words: Sentence
    statistic: float
    p: float
    """At most so large a share of honest tests gets so far; nothing where it cannot be at all."""
    who: tuple[str, ...] = ()
    """The terminals."""
    rounds: tuple[int, ...] = ()
    """Where to look."""

    def __str__(self) -> str:
        who = f" {' and '.join(self.who)}" if self.who else ""
        return f"{self.kind} at {self.table}{who}: {self.words}"


class Budget(msgspec.Struct, frozen=True):
    """How many false alarms are allowed, and what that leaves to each test.

    >>> f"{Budget().per_round:.2e}"
    '1.81e-07'
    """

    a_year: float = 1.0
    """False alarms of a table in a year, on average, of all kinds together."""
    rounds: int = 788_400
    """Rounds of a table in a year: ninety an hour, day and night. A table that deals fewer raises fewer."""

    @property
    def per_round(self) -> float:
        """What each kind of alarm may use up in a round."""
        return self.a_year / self.rounds / len(BY_CHANCE)
