"""Prices the readings that need the solver: each changes the rules given to the solver, and nothing else."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache

from croupier.cards import Card, Composition
from croupier.odds.blackjack import blackjack
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.readings.reading import Undecided
from croupier.odds.tally import counts

Change = Callable[[Rules], Rules]


def _as_it_is(rules: Rules) -> Rules:
    return rules


CHANGES: Mapping[tuple[str, str], Change] = {
    ("R-70", "a"): _as_it_is,
    ("R-70", "b"): _as_it_is,
    ("R-79", "a"): _as_it_is,
    ("R-79", "b"): lambda rules: dataclasses.replace(rules, bonus_doubled=2),
    ("R-79", "c"): lambda rules: dataclasses.replace(rules, bonus_doubled=0),
}
"""The change of the rules by ruling and reading."""


def solve(reading: Undecided, shoe: Composition | None = None) -> float | None:
    """The house edge on the main wager, played by the best chart under that reading; `None` for other wagers.

    From the game's default shoe unless one is given.

    >>> [f"{solve(Undecided('R-79', key, 'dueling-8s')):.2%}" for key in "ab"]
    ['1.07%', '1.07%']
    """
    if reading.wager != "main" or (reading.ruling, reading.key) not in CHANGES:
        return None
    game = blackjack(reading.game)
    left = _read(shoe or game.shoe(), reading.ruling, reading.key)
    return _edge(game.name, reading.ruling, reading.key, tuple(counts(left)))


@cache
def _edge(name: str, ruling: str, key: str, left: tuple[int, ...]) -> float:
    rules = CHANGES[ruling, key](Rules.of(blackjack(name)))
    return -float(Solution(rules, left).ev("chart"))


def _read(shoe: Composition, ruling: str, key: str) -> Composition:
    """The shoe under a reading; R-70 (b) takes the printed 8 out of each pack."""
    return shoe.without([Card("8S")] * shoe.decks) if (ruling, key) == ("R-70", "b") else shoe
