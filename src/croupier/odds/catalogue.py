"""The odds of every game, whichever way they are found."""

from collections.abc import Container, Iterable, Mapping

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.odds.families import odds_of
from croupier.odds.result import Odds, Played


def odds(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> Mapping[str, Odds | Played]:
    """The odds of a game's wagers, all that can be found where none are named.

    >>> [float(odds(name, Composition.parse("8x52"), [pair])[pair].hit) == 31 / 415
    ...  for name, pair in [("lucky-8", "pair"), ("super-6-nc", "player-pair")]]
    [True, True]
    """
    game = find(name)
    return odds_of(game).odds(game, shoe, None if wagers is None else list(wagers), any_decks)


def unlisted(name: str, found: Container[str]) -> list[str]:
    """For the wagers of a game whose odds were not found, a line each that says why.

    >>> unlisted("lucky-8", odds("lucky-8", Composition.parse("1x52 less AS AH AD AC")))
    ['not offered without an Ace in the shoe: insurance']
    >>> unlisted("tiger", odds("tiger", Composition.parse("8x52")))
    []
    """
    game = find(name)
    return odds_of(game).unlisted(game, found)
