"""Every open point whose readings change odds, with the edge under each reading.

A reading that a game may be played by (`Game.choices`) is priced by pricing the game under it. Some readings of
blackjack are declared for pricing alone: those that can be counted (`readings`), and those that change the best
strategy, which the solver prices (`undecided`); `priced` calls it unless it is given none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.odds import catalogue
from croupier.odds.families import every, odds_of
from croupier.odds.readings.reading import Reading, Undecided
from croupier.odds.result import Odds, PlayedOdds
from croupier.odds.tally import counts
from croupier.refused import Refused
from croupier.rulebook import Ruling

Solve = Callable[[Undecided, Composition | None], float | None]
"""The house edge under a reading, from that shoe or the game's default one; `None` where it cannot be solved."""


class Priced(msgspec.Struct, frozen=True):
    """The edge of one wager under one reading of one ruling."""

    ruling: str
    key: str
    says: str
    game: str
    wager: str
    edge: float | None
    """The house edge; `None` where the wager is not offered or not priced."""
    default: bool
    decks: int
    """The number of decks that it is computed from."""
    odds: Odds | PlayedOdds | None = None
    """All outcomes, where the wager is counted rather than solved."""


def solve(reading: Undecided, shoe: Composition | None = None) -> float | None:
    """The house edge under a reading, by the solver of its game's family."""
    return odds_of(find(reading.game)).solve(reading, shoe)


def priced(
    rulings: Iterable[str] | None = None,
    solver: Solve | None = solve,
    *,
    game: str | None = None,
    shoe: Composition | None = None,
) -> list[Priced]:
    """The edge under every reading, by ruling and wager, the default reading first; what has no price is left out.

    For all games, or for one from any shoe of it. Without a solver, readings that depend on decisions are left out.

    >>> [(each.key, each.says, f"{each.edge:.2%}") for each in priced(["R-64"])]
    [('a', 'best grade once', '3.96%'), ('b', 'each combination paid', '0.19%')]
    """
    chosen = Chosen.of(rulings, game)
    solved = _solved(chosen, shoe, solver) if solver else ()
    prices = [*_chosen(chosen, shoe, played=solver is not None), *_counted(chosen, shoe), *solved]
    return sorted(prices, key=lambda each: int(each.ruling.removeprefix("R-")))


def unpriced(rulings: Iterable[str] | None = None, solver: Solve | None = solve) -> list[Undecided]:
    """The readings that the solver cannot price."""
    chosen = Chosen.of(rulings)
    return [each for each in undecided() if chosen.has(each) and (solver is None or solver(each, None) is None)]


class Chosen(NamedTuple):
    """A filter of readings, by ruling and game."""

    rulings: set[Ruling] | None
    game: str | None

    @classmethod
    def of(cls, rulings: Iterable[str] | None, game: str | None = None) -> "Chosen":
        """Readings of these rulings, or of all for `None`; an unknown ruling is refused."""
        return cls(None if rulings is None else {Ruling(each) for each in rulings}, game)

    def has(self, reading: Reading | Undecided) -> bool:
        """Whether a reading passes the filter."""
        return self.admits(reading.ruling, reading.game)

    def admits(self, ruling: str, game: str) -> bool:
        """Whether the readings of a ruling for a game pass the filter."""
        return (self.rulings is None or ruling in self.rulings) and self.game in (None, game)


def undecided() -> list[Undecided]:
    """The readings declared for pricing alone that only the solver can price."""
    return [each for odds in every() for each in odds.undecided]


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading that is declared for pricing alone and can be counted."""
    return tuple(each for odds in every() for each in odds.readings())


def _chosen(chosen: Chosen, shoe: Composition | None, *, played: bool) -> Iterator[Priced]:
    """The edges under the readings that games may be played by."""
    declared = {(each.ruling, each.game) for each in readings()} | {(each.ruling, each.game) for each in undecided()}
    for name, game in GAMES.items():
        if FAMILIES[game.family].part("odds") is None:
            continue
        for ruling in map(Ruling, game.choices):
            priced = any(choice.priced for choice in game.choices[ruling].values())
            if priced and chosen.admits(ruling, name) and (ruling, name) not in declared:
                yield from _of_ruling(game, ruling, shoe, played)


def _of_ruling(game: Game, ruling: Ruling, shoe: Composition | None, played: bool) -> Iterator[Priced]:
    """The edges of the wagers that some reading of a ruling changes, adds or leaves out; the default reading first."""
    letters = sorted(game.choices[ruling], key=lambda letter: letter != ruling.default)
    under = {letter: find(game, _by_name(ruling, letter)) for letter in letters}
    shoes = {letter: under[letter].shoe() if shoe is None else shoe for letter in letters}
    prices = {letter: _prices(under[letter], shoes[letter], played) for letter in letters}
    for wager in dict.fromkeys(wager for letter in letters for wager in prices[letter]):
        found = {letter: prices[letter].get(wager) for letter in letters}
        if not played and None in found.values() and all(wager in each.by_name for each in under.values()):
            # Under one of the readings it depends on decisions.
            continue
        on_play = wager == "main" and ruling in odds_of(game).on_play
        if len({_chances(odds) for odds in found.values()}) == 1 and not on_play:
            continue
        for letter, odds in found.items():
            edge, says, default = (
                None if odds is None else float(odds.edge),
                ruling.readings[letter],
                letter == letters[0],
            )
            yield Priced(ruling, letter, says, game.name, wager, edge, default, shoes[letter].decks, odds)


def _by_name(ruling: Ruling, letter: str) -> Mapping[str, str]:
    """The letters, by ruling, of a reading: those of its other name, where it has one."""
    return next((each for each in ruling.aliases.values() if each[ruling] == letter), {ruling: letter})


def _prices(game: Game, shoe: Composition, played: bool) -> Mapping[str, Odds | PlayedOdds]:
    if odds_of(game).plays and not played:
        return odds_of(game).price(game, counts(shoe))
    # Of several strategies the one that is listed under the wager's own name.
    names = dict.fromkeys((*game.by_name, *odds_of(game).counted(game)))
    try:
        return catalogue.odds(game, shoe, [*names], any_decks=True)
    except Refused:
        # A shoe that is too small for a round has the odds of some wagers only.
        return {name: odds for name, odds in catalogue.odds(game, shoe, any_decks=True).items() if name in names}


def _chances(odds: Odds | PlayedOdds | None) -> object:
    """What tells the odds of one reading from those of another, whatever the outcomes are called."""
    if isinstance(odds, Odds):
        return tuple(sorted((each.result, str(each.pays), each.count) for each in odds.chances if each.count))
    return None if odds is None else float(odds.edge)


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
    """The edge under the default reading."""
    ruling, game = Ruling(reading.ruling), find(reading.game)
    odds = catalogue.odds(game.name, shoe, [reading.wager], any_decks=True)[reading.wager]
    says = ruling.readings[ruling.default]
    return Priced(ruling, ruling.default, says, game.name, reading.wager, float(odds.edge), True, shoe.decks, odds)


def _solved(chosen: Chosen, shoe: Composition | None, solver: Solve) -> Iterator[Priced]:
    for each in undecided():
        edge = solver(each, shoe) if chosen.has(each) else None
        if edge is not None:
            ruling = Ruling(each.ruling)
            says, default = ruling.readings[each.key], each.key == ruling.default
            decks = (shoe or find(each.game).shoe()).decks
            yield Priced(ruling, each.key, says, each.game, each.wager, edge, default, decks)
