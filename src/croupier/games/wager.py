"""A wager, declared once: what it looks at, what it pays for, and which clauses say so.

Settlement, odds, simulation tables, layouts and help all derive from these declarations. A wager reads one *aspect*
of an outcome (the points of a baccarat round, the opening two cards of one hand); its rows are tried best first, and
the first whose condition holds of that aspect is what it gets. A wager that no row fits is lost.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from croupier.money import PUSH, Pays
from croupier.refused import Refused
from croupier.rulebook import Clause

Result = Literal["win", "lose", "push"]


class Pay(msgspec.Struct, frozen=True):
    """One row of a pay table: the condition on the aspect that the wager reads, what is paid, and by which clauses.

    A row without `pays` names one of several ways to lose; a negative one loses a part of the stake.
    """

    outcome: str
    pays: Pays | None
    when: Callable[[Any], bool]
    clauses: tuple[Clause, ...]
    listed: bool = True
    """Whether the document's pay table lists the row; stand-offs and losses that other clauses name are not in it."""

    @property
    def match(self) -> "Match":
        """The result of a wager by this row."""
        result: Result = "push" if self.pays == PUSH else "win" if self.pays and self.pays.num > 0 else "lose"
        return Match(result, self.outcome, self.pays, self.clauses)


class Match(msgspec.Struct, frozen=True):
    """The result of a wager by the cards, the same for everybody who placed it."""

    result: Result
    outcome: str | None
    pays: Pays | None
    clauses: tuple[Clause, ...]
    pays_text: str | None = None

    def __post_init__(self) -> None:
        # Formatted once here, not once for everybody who placed the wager.
        msgspec.structs.force_setattr(self, "pays_text", None if self.pays is None else str(self.pays))

    def net(self, stake: int) -> int:
        """The net result of a stake, in cents.

        >>> Match("lose", None, None, ()).net(500), Match("win", "Tie", Pays(8), ()).net(500)
        (-500, 4000)
        >>> Match("lose", "Tie: half lost", Pays(-1, 2), ()).net(500)
        -250
        """
        if self.pays is not None:
            return self.pays.of(stake)
        if self.result != "lose":
            raise Refused("winning-row-unknown")
        return -stake


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of one game, as its document defines it."""

    name: str
    label: str
    reads: str
    rows: tuple[Pay, ...]
    extras: tuple[Pay, ...] = ()
    """Bonus rows: paid on top by a condition of their own, whatever the result."""
    loses: tuple[Clause, ...]
    area: Clause
    window: Literal["betting", "insurance"] = "betting"
    """When it may be placed."""
    optional: Clause | None = None
    """The clause that lets a table leave it out."""

    def match(self, aspect: Any) -> Match:
        """The result by the first row whose condition holds; a loss where none does."""
        for row in self.rows:
            if row.when(aspect):
                return row.match
        return self.lost

    @property
    def lost(self) -> Match:
        """A loss by no row."""
        return Match("lose", None, None, self.loses)

    @property
    def paytable(self) -> tuple[Pay, ...]:
        """The rows that the document's own pay table lists."""
        return tuple(row for row in (*self.rows, *self.extras) if row.listed)


class Line(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One wager's settlement, with the clauses that moved its cents."""

    wager: str
    stake: int
    result: Result
    outcome: str | None
    pays: str | None
    net: int
    clauses: tuple[Clause, ...]
    hand: int | None = None
    """Which of several hands it was on, counted from one in the order of their forming."""


class Matcher:
    """Matches outcomes to the rows of many wagers; results are cached by aspect."""

    def __init__(self, wagers: Iterable[Wager]) -> None:
        groups: dict[str, list[Wager]] = {}
        for wager in wagers:
            groups.setdefault(wager.reads, []).append(wager)
        self._groups: list[tuple[str, list[Wager], dict[Any, dict[str, Match]]]] = [
            (reads, group, {}) for reads, group in groups.items()
        ]

    def match(self, outcome: Any) -> dict[str, Match]:
        """The result of every wager, by name."""
        matches: dict[str, Match] = {}
        for reads, wagers, cache in self._groups:
            aspect = getattr(outcome, reads)
            matched = cache.get(aspect)
            if matched is None:
                matched = cache[aspect] = {wager.name: wager.match(aspect) for wager in wagers}
            matches |= matched
        return matches


def lines(matches: dict[str, Match], stakes: Mapping[str, int]) -> list[Line]:
    """Settle one bettor's stakes: a line for each wager."""
    settled = []
    for wager, stake in stakes.items():
        match = matches[wager]
        settled.append(
            Line(wager, stake, match.result, match.outcome, match.pays_text, match.net(stake), match.clauses)
        )
    return settled
