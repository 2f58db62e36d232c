"""A variant beside its base: what every wager costs, how it swings, how much it may lose, what a counter wins on it.

Everything is exact but a counter's win, for which shoes are dealt; those are the same shoes for both games.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.catalogue import odds
from croupier.odds.exposure import Largest
from croupier.odds.families import odds_of
from croupier.odds.protection.counter import CUT, protection
from croupier.odds.result import Measurement, Number, Odds, PlayedOdds, base
from croupier.odds.strategy import strategy_of
from croupier.refused import Refused
from croupier.report.family import report_of

SHOES = 40
"""Shoes that are dealt for a counter's win unless more are asked for."""
SEED = 1
BEFORE = "before "
"""Put before the names of the base's wagers where both games are counted together."""


class Figures(NamedTuple):
    """One wager of one game."""

    edge: Number
    hit: Number
    sd: float
    largest: Fraction
    """The largest win of a stake of one."""
    counter: Measurement | None
    """What a perfect counter wins on it in a shoe, in units; none where that depends on decisions."""


class Compared(NamedTuple):
    """One wager in both games; none where a game does not have it."""

    name: str
    before: Figures | None
    after: Figures | None


class TableLoss(NamedTuple):
    """The largest loss of a table in a round with one unit on every wager, and how it comes about."""

    units: Fraction
    how: str


class Comparison(NamedTuple):
    """A variant beside its base."""

    before: Game
    after: Game
    shoes: tuple[Composition, Composition]
    wagers: tuple[Compared, ...]
    losses: tuple[TableLoss, TableLoss]
    cells: Mapping[str, tuple[str, str]] | None
    """The squares of the strategy that change, with both decisions; none where there is nothing to decide."""
    counted: int
    """How many shoes were dealt for a counter's win."""


def based(variant: Game) -> Game:
    """The base of a variant, as it is played by default; an approved game is refused."""
    if variant.origin is None:
        raise Refused("game-is-no-variant", game=variant.name)
    return find(variant.origin.base.name)


def compare(variant: Game, decks: int | None = None, *, shoes: int = SHOES, any_decks: bool = False) -> Comparison:
    """Compare a variant with its base, from so many decks or from the usual ones of each."""
    before = based(variant)
    games = before, variant
    full = _shoe(before, decks, any_decks), _shoe(variant, decks, any_decks)
    priced = [odds(game, shoe, any_decks=any_decks) for game, shoe in zip(games, full, strict=True)]
    counters = _counters(before, variant, full, shoes)
    figures = [
        {name: _figures(game, each, found.get(name)) for name, each in by_name.items()}
        for game, by_name, found in zip(games, priced, counters, strict=True)
    ]
    return Comparison(
        before,
        variant,
        full,
        tuple(_side_by_side(variant, *figures)),
        (_loss(before, full[0]), _loss(variant, full[1])),
        _cells(games, full, any_decks),
        shoes,
    )


def _shoe(game: Game, decks: int | None, any_decks: bool) -> Composition:
    return game.shoe(decks) if decks is None or not any_decks else Composition(game.deck, decks)


def _figures(game: Game, each: Odds | PlayedOdds, counter: Measurement | None) -> Figures:
    return Figures(each.edge, each.hit, each.sd, report_of(game).liability(game, each).pays, counter)


def _side_by_side(variant: Game, before: Mapping[str, Figures], after: Mapping[str, Figures]) -> Iterable[Compared]:
    """The variant's wagers in their order, then those that it has left out."""
    assert variant.origin is not None
    renamed, seen = variant.origin.names, set()
    for name, figures in after.items():
        own = base(name)
        was = name.replace(own, renamed[own], 1) if own in renamed else name
        seen.add(was)
        yield Compared(name, before.get(was), figures)
    for name, figures in before.items():
        if name not in seen:
            yield Compared(name, figures, None)


def _counters(
    before: Game, after: Game, shoes: tuple[Composition, Composition], number: int
) -> list[dict[str, Measurement]]:
    """What a counter wins in a shoe, by wager, in each game; from the same shoes, which are dealt once."""
    if not number:
        return [{}, {}]
    if shoes[0] != shoes[1]:
        return [_counted(game, shoe, number) for game, shoe in zip((before, after), shoes, strict=True)]
    changed = [_named(wager, BEFORE + wager.name) for wager in before.wagers if wager not in after.wagers]
    both = dataclasses.replace(after, wagers=(*after.wagers, *changed))
    found = _counted(both, shoes[1], number)
    same = {wager.name for wager in after.wagers if wager in before.wagers}
    old = {name.removeprefix(BEFORE): each for name, each in found.items() if name.startswith(BEFORE)}
    return [
        old | {name: each for name, each in found.items() if base(name) in same},
        {name: each for name, each in found.items() if not name.startswith(BEFORE)},
    ]


def _named(wager: Wager, name: str) -> Wager:
    return msgspec.structs.replace(wager, name=name)


def _counted(game: Game, shoe: Composition, number: int) -> dict[str, Measurement]:
    cut = min(CUT, shoe.total // 2)
    won = protection(game, shoe, cut=cut, shoes=number, seed=SEED, any_decks=True, count=False)
    return {name: each.at(cut).per_shoe for name, each in won.items()}


def _loss(game: Game, shoe: Composition) -> TableLoss:
    stake = 2 * game.unit
    largest: Largest = odds_of(game).worst_loss(game, [dict.fromkeys(game.bets, stake)], shoe)
    return TableLoss(Fraction(largest.loss, stake), largest.how)


def _cells(
    games: tuple[Game, Game], shoes: tuple[Composition, Composition], any_decks: bool
) -> Mapping[str, tuple[str, str]] | None:
    how = strategy_of(games[0])
    if how is None:
        return None
    before, after = (
        how.cells(how.find(game, shoe, any_decks=any_decks)) for game, shoe in zip(games, shoes, strict=True)
    )
    return {
        cell: (before.get(cell, ""), after.get(cell, ""))
        for cell in dict.fromkeys((*before, *after))
        if before.get(cell) != after.get(cell)
    }
