"""The pay that gives a wanted edge, and the edge that every pay gives.

The edge of a counted wager is linear in what a row pays: each unit more costs the chance of the row. Where decisions
depend on the pay, as in the main wager of blackjack, every pay is solved for itself.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.cards import Composition
from croupier.games.game import Game
from croupier.games.wager import Pay, Wager
from croupier.odds.catalogue import odds
from croupier.odds.families import odds_of
from croupier.odds.result import Number, Odds
from croupier.refused import Refused
from croupier.variants.declaration import with_pays
from croupier.variants.pays import ratio


class Grid(NamedTuple):
    """The pays that a casino would print."""

    step: Fraction
    for_one: bool = False
    """Whether the stake is part of what is printed."""

    def written(self, pays: Fraction) -> str:
        """A pay as it is printed.

        >>> GRIDS["half"].written(Fraction(5, 2)), GRIDS["for-one"].written(Fraction(8))
        ('5:2', '9 for 1')
        """
        if self.for_one:
            return f"{pays + 1} for 1"
        return f"{pays.numerator}:{pays.denominator}"


GRIDS: Mapping[str, Grid] = {
    "whole": Grid(Fraction(1)),
    "half": Grid(Fraction(1, 2)),
    "tenth": Grid(Fraction(1, 10)),
    "twentieth": Grid(Fraction(1, 20)),
    "for-one": Grid(Fraction(1), for_one=True),
}
MAX_STEPS = 1000
NEIGHBOURS = 2
"""How many pays of the grid are shown on each side of the nearest one."""


class Chosen(NamedTuple):
    """A row of a wager, by what a person writes: `WAGER.ROW`, with the row's outcome or its number."""

    wager: Wager
    row: Pay

    @property
    def pays(self) -> Fraction:
        """What it pays."""
        assert self.row.pays is not None
        return Fraction(self.row.pays.num, self.row.pays.den)


class Priced(NamedTuple):
    """A pay, and the edge that it gives."""

    pays: Fraction
    edge: Number


def choose(game: Game, text: str) -> Chosen:
    """The row that is meant; the only one that pays may be left out.

    >>> from croupier.games.catalogue import game
    >>> choose(game("tiger"), "tiger.2").row.outcome, choose(game("tiger"), "tie").row.outcome
    ('Banker wins with 6 in three cards', 'Tie')
    """
    name, _, which = text.partition(".")
    if name not in game.by_name:
        raise Refused("variant-wager-absent", wager=name, known=tuple(game.by_name))
    wager = game.by_name[name]
    paying = [row for row in (*wager.rows, *wager.extras) if row.pays is not None]
    won = [row for row in paying if row.match.result == "win"]
    if not which and len({row.outcome for row in won}) == 1:
        return Chosen(wager, won[0])
    numbered = {str(number): row for number, row in enumerate((*wager.rows, *wager.extras), 1) if row in paying}
    named = {row.outcome: row for row in reversed(paying)}
    row = numbered.get(which) or named.get(which)
    if row is None:
        raise Refused(
            "variant-row-unknown", wager=name, outcome=which, known=tuple(dict.fromkeys(r.outcome for r in paying))
        )
    return Chosen(wager, row)


def edge_by_pay(game: Game, chosen: Chosen, shoe: Composition) -> Callable[[Fraction], Number]:
    """The edge of a wager as a function of what one of its rows pays."""
    name, outcome = chosen.wager.name, chosen.row.outcome
    listed = next((each for each, of in odds_of(game).counted(game).items() if of.name == name), None)
    if listed is None:
        return _solved(game, chosen, shoe)
    found = odds(game, shoe, [listed], any_decks=True)[listed]
    assert isinstance(found, Odds)
    chance = sum((each.probability for each in found.chances if each.outcome == outcome), Fraction())
    return lambda pays: found.edge - chance * (pays - chosen.pays)


def _solved(game: Game, chosen: Chosen, shoe: Composition) -> Callable[[Fraction], Number]:
    def edge(pays: Fraction) -> Number:
        other = with_pays(game, chosen.wager.name, chosen.row.outcome, ratio(pays))
        return odds_of(other).edges(other, shoe.decks)[chosen.wager.name]

    return edge


def solve(game: Game, chosen: Chosen, shoe: Composition, wanted: Fraction, grid: Grid) -> list[Priced]:
    """The pay of the grid whose edge comes nearest to the wanted one, first, and then its neighbours in their order."""
    edge = edge_by_pay(game, chosen, shoe)
    here, there = edge(chosen.pays), edge(chosen.pays + 1)
    slope = there - here
    if not slope:
        raise Refused("row-never-happens", wager=chosen.wager.name, outcome=chosen.row.outcome)
    # Linear, or nearly so: the exact edges around it decide.
    meant = Fraction(chosen.pays) + Fraction(wanted - Fraction(here)) / Fraction(slope)
    middle = max(0, round(meant / grid.step))
    steps = range(max(0, middle - NEIGHBOURS), middle + NEIGHBOURS + 1)
    priced = [Priced(step * grid.step, edge(step * grid.step)) for step in steps]
    nearest = min(priced, key=lambda each: abs(float(each.edge) - float(wanted)))
    return [nearest, *(each for each in priced if each is not nearest)]


def sweep(game: Game, chosen: Chosen, shoe: Composition, least: Fraction, most: Fraction, grid: Grid) -> list[Priced]:
    """The edge at every pay of the grid in a range, which is written as the grid writes pays."""
    edge = edge_by_pay(game, chosen, shoe)
    least, most = least - grid.for_one, most - grid.for_one
    first, last = math.ceil(max(least, Fraction()) / grid.step), math.floor(most / grid.step)
    if not 0 <= last - first < MAX_STEPS:
        raise Refused("sweep-too-long", most=MAX_STEPS, steps=max(0, last - first + 1))
    return [Priced(step * grid.step, edge(step * grid.step)) for step in range(first, last + 1)]


def edges_by_decks(games: Iterable[Game], decks: Iterable[int]) -> dict[int, list[Mapping[str, Number]]]:
    """The edges of every wager of some games, by number of decks."""
    listed = tuple(games)
    return {number: [odds_of(game).edges(game, number) for game in listed] for number in decks}
