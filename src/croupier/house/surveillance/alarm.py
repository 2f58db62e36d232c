"""An alarm, and the budget of false alarms of a table in a year."""

from typing import Literal, TypeAlias

import msgspec

from croupier.words import Sentence

Kind: TypeAlias = Literal["cards", "copies", "bunched", "order", "following", "late", "pairs", "pace", "early"]
"""In this order: impossible cards; too few or too many copies over many shoes; copies that come too soon; an unshuffled
order; stakes that follow the expectation; late bets that win; terminals that bet together; an unusual pace; a shoe
removed before its cutting card."""

BY_CHANCE: tuple[Kind, ...] = ("copies", "bunched", "order", "following", "late", "pairs", "pace")
"""The kinds that chance alone can raise, which share the budget: all but impossible cards and shoes removed early."""


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """A finding for surveillance to look at."""

    kind: Kind
    table: str
    shoe: str
    words: Sentence
    statistic: float
    p: float
    """An upper bound of the p-value: the share of honest tests that get so far; 0 for what is impossible."""
    who: tuple[str, ...] = ()
    """The terminals concerned."""
    rounds: tuple[int, ...] = ()
    """The numbers of the rounds to look at."""

    def __str__(self) -> str:
        who = f" {' and '.join(self.who)}" if self.who else ""
        return f"{self.kind} at {self.table}{who}: {self.words}"


class Budget(msgspec.Struct, frozen=True):
    """The allowed rate of false alarms, and each test's share of it.

    >>> f"{Budget().per_round:.2e}"
    '1.81e-07'
    """

    a_year: float = 1.0
    """Expected false alarms of a table in a year, of all kinds together."""
    rounds: int = 788_400
    """Rounds of a table in a year: ninety an hour, day and night. A table that deals fewer raises fewer."""

    @property
    def per_round(self) -> float:
        """The share of the budget of each kind of alarm for one round."""
        return self.a_year / self.rounds / len(BY_CHANCE)
