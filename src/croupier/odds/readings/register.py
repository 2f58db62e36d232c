"""Every open point whose readings change odds, with the edge under each reading.

What a wager is worth under a reading that changes how it is played best is for whoever solves that game to say:
`undecided` lists what is asked, and `priced` takes the answers where there are any.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import msgspec

from croupier.games.catalogue import game as find
from croupier.odds import catalogue
from croupier.odds.families import every, odds_of
from croupier.odds.readings.reading import Reading, Undecided
from croupier.odds.result import Odds, Played
from croupier.rulebook import Ruling

Solve = Callable[[Undecided], float | None]
"""The house's edge under a reading, where it can be told."""


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
    odds: Odds | Played | None = None
    """The whole distribution, where it is counted."""

    @property
    def decks(self) -> int:
        """From how many decks it is counted: the game's usual number."""
        return find(self.game).default_decks


def priced(rulings: Iterable[str] | None = None, solve: Solve | None = None) -> list[Priced]:
    """Every reading with its edge, by ruling and wager, the default reading first; what cannot be told is left out.

    >>> [(each.key, each.says, f"{each.edge:.2%}") for each in priced(["R-64"])]
    [('a', 'best grade once', '3.96%'), ('b', 'each combination paid', '0.19%')]
    """
    chosen = None if rulings is None else set(rulings)
    found = [*_counted(chosen), *(_solved(chosen, solve) if solve else ())]
    return sorted(found, key=lambda each: int(each.ruling.removeprefix("R-")))


def unpriced(rulings: Iterable[str] | None = None, solve: Solve | None = None) -> list[Undecided]:
    """The readings that wait for a solution of their game."""
    chosen = None if rulings is None else set(rulings)
    return [
        each
        for each in undecided()
        if (chosen is None or each.ruling in chosen) and (solve is None or solve(each) is None)
    ]


def undecided() -> list[Undecided]:
    """What only a solution of a game can price."""
    return [each for odds in every() for each in odds.undecided]


def solve(reading: Undecided) -> float | None:
    """The house's edge under a reading, by a solution of its game."""
    return odds_of(find(reading.game)).solve(reading)


@cache
def readings() -> tuple[Reading, ...]:
    """Every alternative reading that can be counted."""
    return tuple(each for odds in every() for each in odds.readings())


def _counted(chosen: set[str] | None) -> Iterator[Priced]:
    wanted: dict[tuple[str, str, str], list[Reading]] = {}
    for each in readings():
        if chosen is None or each.ruling in chosen:
            wanted.setdefault((each.ruling, each.game, each.wager), []).append(each)
    for alternatives in wanted.values():
        yield _default(alternatives[0])
        for each in alternatives:
            odds = each.price()
            yield Priced(each.ruling, each.key, each.words, each.game, each.wager, float(odds.edge), False, odds)


def _default(reading: Reading) -> Priced:
    """The edge under the reading that the games take."""
    ruling, game = Ruling(reading.ruling), find(reading.game)
    odds = None
    if reading.wager in odds_of(game).counted(game):
        odds = catalogue.odds(game.name, game.shoe(), [reading.wager])[reading.wager]
    says = ruling.readings[ruling.default] if len(ruling.readings) > 1 else "as it is taken"
    edge = None if odds is None else float(odds.edge)
    return Priced(ruling, ruling.default, says, game.name, reading.wager, edge, True, odds)


def _solved(chosen: set[str] | None, solve: Solve) -> Iterator[Priced]:
    for each in undecided():
        edge = solve(each) if chosen is None or each.ruling in chosen else None
        if edge is not None:
            ruling = Ruling(each.ruling)
            says, default = ruling.readings[each.key], each.key == ruling.default
            yield Priced(ruling, each.key, says, each.game, each.wager, edge, default)
