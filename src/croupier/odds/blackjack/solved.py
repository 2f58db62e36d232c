"""Prices the readings that need the solver: each changes the rules given to the solver, and nothing else."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from croupier.cards import Composition
from croupier.games.blackjack.outcome import HIGH, Contest
from croupier.games.wager import Pay, Wager
from croupier.odds.blackjack import blackjack
from croupier.odds.blackjack.solver.hands import TEN
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.readings.reading import Undecided
from croupier.odds.tally import counts

Change = Callable[[Rules], Rules]


def _all_21_alike(rules: Rules) -> Rules:
    """Equal totals stand off, whichever side has Blackjack."""

    def alike(row: Pay) -> Pay:
        return msgspec.structs.replace(row, when=lambda contest: row.when(_plain(contest)))

    main: Wager = rules.main
    return dataclasses.replace(rules, main=msgspec.structs.replace(main, rows=tuple(alike(row) for row in main.rows)))


def _plain(contest: Contest) -> Contest:
    """A Blackjack counts as one only where the other side does not have 21."""
    one, other = contest.blackjack and contest.dealer != HIGH, contest.dealer_blackjack and contest.total != HIGH
    return Contest(contest.total, one, contest.dealer, other)


def _as_it_is(rules: Rules) -> Rules:
    return rules


CHANGES: Mapping[tuple[str, str], Change] = {
    ("R-42", "a"): _as_it_is,
    ("R-42", "b"): lambda rules: dataclasses.replace(rules, original_only="obo"),
    ("R-43", "a"): _as_it_is,
    ("R-43", "b"): lambda rules: dataclasses.replace(rules, original_only="bb+1"),
    ("R-43", "c"): lambda rules: dataclasses.replace(rules, original_only="obo"),
    ("R-43", "d"): lambda rules: dataclasses.replace(rules, each_hand=True),
    ("R-45", "a"): _as_it_is,
    ("R-45", "b"): lambda rules: dataclasses.replace(rules, blackjack_at_once=True),
    ("R-46", "a"): _as_it_is,
    ("R-46", "b"): _all_21_alike,
    ("R-48", "a"): _as_it_is,
    ("R-48", "b"): lambda rules: dataclasses.replace(rules, reclaims=True),
    ("R-54", "a"): _as_it_is,
    ("R-54", "b"): _as_it_is,
    ("R-55", "a"): _as_it_is,
    ("R-55", "b"): lambda rules: dataclasses.replace(rules, splits_again=False),
    ("R-77", "a"): _as_it_is,
    ("R-77", "b"): _as_it_is,
}
"""The change of the rules by ruling and reading. Two rulings do not affect the main wager: tens are never split (R-54),
and whether the Dealer draws when no hand is left (R-77)."""


def solve(reading: Undecided, shoe: Composition | None = None) -> float | None:
    """The house edge on the main wager, played by the best chart under that reading; `None` for other wagers.

    From the game's default shoe unless one is given.

    >>> [f"{solve(Undecided('R-45', key, 'lucky-8')):.4%}" for key in "ab"]
    ['0.1903%', '0.0264%']
    """
    if reading.wager != "main" or (reading.ruling, reading.key) not in CHANGES:
        return None
    game = blackjack(reading.game)
    return _edge(game.name, reading.ruling, reading.key, tuple(counts(shoe or game.shoe())))


@cache
def _edge(name: str, ruling: str, key: str, left: tuple[int, ...]) -> float:
    rules = CHANGES[ruling, key](Rules.of(blackjack(name)))
    solution = Solution(rules, left)
    if (ruling, key) == ("R-54", "b"):
        assert not any(TEN in column.splits for column in solution.chart.values()), "split tens would double less"
    return -float(solution.ev("chart"))
