"""Every open point whose readings change odds, with the edge under each reading.

A reading that changes how a game is played best is priced by a solution of that game: `undecided` lists those readings,
and `priced` asks the solver for them unless it is told not to.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.odds import catalogue
from croupier.odds.families import every, odds_of
from croupier.odds.readings.reading import Reading, Undecided
from croupier.odds.result import Odds, Played
from croupier.rulebook import Ruling

Solve = Callable[[Undecided, Composition | None], float | None]
"""The house's edge under a reading, from that shoe or the game's usual one, where it can be told."""


class Priced(msgspec.Struct, frozen=True):
    """The edge of one wager under one reading of one ruling."""

    ruling: str
    key: str
    says: str
    game: str
    wager: str
    edge: float | None
    """The house's share of the stake; nothing where the wager is not offered, or not priced yet."""
    default: bool
    decks: int
    """From how many decks it is counted."""
    odds: Odds | Played | None = None
    """The whole distribution, where it is counted."""


def solve(reading: Undecided, shoe: Composition | None = None) -> float | None:
    """The house's edge under a reading, by a solution of its game."""
    return odds_of(find(reading.game)).solve(reading, shoe)


def priced(
    rulings: Iterable[str] | None = None,
    solver: Solve | None = solve,
    *,
    game: str | None = None,
    shoe: Composition | None = None,
) -> list[Priced]:
    """Every reading with its edge, by ruling and wager, the default reading first; what cannot be told is left out.

    Of all games or of one, then from any shoe of it. Without a solver, what hangs on decisions is left out too.

    >>> [(each.key, each.says, f"{each.edge:.2%}") for each in priced(["R-64"])]
    [('a', 'best grade once', '3.96%'), ('b', 'each combination paid', '0.19%')]
    """
    chosen = Chosen.of(rulings, game)
    found = [*_counted(chosen, shoe), *(_solved(chosen, shoe, solver) if solver else ())]
    return sorted(found, key=lambda each: int(each.ruling.removeprefix("R-")))


def unpriced(rulings: Iterable[str] | None = None, solver: Solve | None = solve) -> list[Undecided]:
    """The readings that wait for a solution of their game."""
    chosen = Chosen.of(rulings)
    return [each for each in undecided() if chosen.has(each) and (solver is None or solver(each, None) is None)]


class Chosen(NamedTuple):
    """Which readings are priced."""

    rulings: set[Ruling] | None
    game: str | None

    @classmethod
    def of(cls, rulings: Iterable[str] | None, game: str | None = None) -> "Chosen":
        """Those of some rulings, of all where none are named; a ruling that is not in the register is refused."""
        return cls(None if rulings is None else {Ruling(each) for each in rulings}, game)

    def has(self, reading: Reading | Undecided) -> bool:
        """Whether a reading is among them."""
        named = self.rulings is None or reading.ruling in self.rulings
        return named and self.game in (None, reading.game)


def undecided() -> list[Undecided]:
    """What only a solution of a game can price."""
    return [each for odds in every() for each in odds.undecided]


@cache
def readings() -> tuple[Reading, ...]:
    """Every alternative reading that can be counted."""
    return tuple(each for odds in every() for each in odds.readings())


def _counted(chosen: Chosen, shoe: Composition | None) -> Iterator[Priced]:
    by_wager: dict[tuple[str, str, str], list[Reading]] = {}
    for each in readings():
        if chosen.has(each):
            by_wager.setdefault((each.ruling, each.game, each.wager), []).append(each)
    for alternatives in by_wager.values():
        full = shoe or find(alternatives[0].game).shoe()
        yield _default(alternatives[0], full)
        for each in alternatives:
            odds, says = each.price(full), each.words
            yield Priced(each.ruling, each.key, says, each.game, each.wager, float(odds.edge), False, full.decks, odds)


def _default(reading: Reading, shoe: Composition) -> Priced:
    """The edge under the reading that the games take."""
    ruling, game = Ruling(reading.ruling), find(reading.game)
    odds = None
    if reading.wager in odds_of(game).counted(game):
        odds = catalogue.odds(game.name, shoe, [reading.wager], any_decks=True)[reading.wager]
    says = ruling.readings[ruling.default] if len(ruling.readings) > 1 else "as it is taken"
    edge = None if odds is None else float(odds.edge)
    return Priced(ruling, ruling.default, says, game.name, reading.wager, edge, True, shoe.decks, odds)


def _solved(chosen: Chosen, shoe: Composition | None, solver: Solve) -> Iterator[Priced]:
    for each in undecided():
        edge = solver(each, shoe) if chosen.has(each) else None
        if edge is not None:
            ruling = Ruling(each.ruling)
            says, default = ruling.readings[each.key], each.key == ruling.default
            decks = (shoe or find(each.game).shoe()).decks
            yield Priced(ruling, each.key, says, each.game, each.wager, edge, default, decks)
