"""Every open point whose readings change odds, with the edge under each reading.

A reading that a game may be played by (`Game.choices`) is priced by pricing the game under it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.families import FAMILIES
from croupier.games.game import Game
from croupier.odds import catalogue
from croupier.odds.families import odds_of
from croupier.odds.result import Odds, PlayedOdds
from croupier.odds.tally import counts
from croupier.refused import Refused
from croupier.rulebook import Ruling


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


def priced(
    rulings: Iterable[str] | None = None,
    *,
    game: str | None = None,
    shoe: Composition | None = None,
    played: bool = True,
) -> list[Priced]:
    """The edge under every reading, by ruling and wager, the default reading first; what has no price is left out.

    For all games, or for one from any shoe of it. Wagers that depend on decisions are left out unless `played`.

    >>> [(each.key, each.says, f"{each.edge:.2%}") for each in priced(["R-64"])]
    [('a', 'best grade once', '3.96%'), ('b', 'each combination paid', '0.19%')]
    """
    chosen = Chosen.of(rulings, game)
    return sorted(_chosen(chosen, shoe, played=played), key=lambda each: int(each.ruling.removeprefix("R-")))


class Chosen(NamedTuple):
    """A filter of readings, by ruling and game."""

    rulings: set[Ruling] | None
    game: str | None

    @classmethod
    def of(cls, rulings: Iterable[str] | None, game: str | None = None) -> "Chosen":
        """Readings of these rulings, or of all for `None`; an unknown ruling is refused."""
        return cls(None if rulings is None else {Ruling(each) for each in rulings}, game)

    def admits(self, ruling: str, game: str) -> bool:
        """Whether the readings of a ruling for a game pass the filter."""
        return (self.rulings is None or ruling in self.rulings) and self.game in (None, game)


def _chosen(chosen: Chosen, shoe: Composition | None, *, played: bool) -> Iterator[Priced]:
    """The edges under the readings that games may be played by."""
    for name, game in GAMES.items():
        if FAMILIES[game.family].part("odds") is None:
            continue
        for ruling in map(Ruling, game.choices):
            priced = any(choice.priced for choice in game.choices[ruling].values())
            if priced and chosen.admits(ruling, name):
                yield from _of_ruling(game, ruling, shoe, played)


def _of_ruling(game: Game, ruling: Ruling, shoe: Composition | None, played: bool) -> Iterator[Priced]:
    """The edges of the wagers that some reading of a ruling changes, adds or leaves out; the default reading first."""
    letters = sorted(game.choices[ruling], key=lambda letter: letter != ruling.default)
    under = {letter: find(game, _by_name(ruling, letter)) for letter in letters}
    shoes = {letter: under[letter].shoe() if shoe is None else _of_deck(under[letter], shoe) for letter in letters}
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


def _of_deck(game: Game, shoe: Composition) -> Composition:
    """A shoe with the packs of a game, where a reading takes cards out of them."""
    return Composition(game.deck, shoe.decks, (card for card in shoe.gone.elements() if card in game.deck.cards))


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
