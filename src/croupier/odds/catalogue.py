"""The odds of every game, by name: the entry point, whichever way its family computes them."""

from collections.abc import Container, Iterable, Mapping

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.result import Odds, PlayedOdds


def odds(
    name: str | Game,
    shoe: Composition | None = None,
    wagers: Iterable[str] | None = None,
    *,
    reading: str | None = None,
    any_decks: bool = False,
) -> Mapping[str, Odds | PlayedOdds]:
    """The odds by wager: of those named, or of all that can be priced, from the default shoe unless one is given.

    `reading` chooses other readings of open points than the game has, such as `R-63=b`, or `obo`.

    >>> [float(odds(name, Composition.parse("8x52"), [pair])[pair].hit) == 31 / 415
    ...  for name, pair in [("lucky-8", "pair"), ("super-6-nc", "player-pair")]]
    [True, True]
    """
    game = find(name, reading)
    left = game.shoe() if shoe is None else shoe
    return odds_of(game).odds(game, left, None if wagers is None else list(wagers), any_decks)


def unlisted(name: str | Game, priced: Container[str]) -> list[str]:
    """One line for each reason why wagers of a game have no odds in `priced`.

    >>> unlisted("lucky-8", odds("lucky-8", Composition.parse("1x52 less AS AH AD AC")))
    ['insurance is not offered: the shoe has no Ace']
    >>> unlisted("tiger", odds("tiger", Composition.parse("8x52")))
    []
    """
    game = find(name)
    return odds_of(game).unlisted(game, priced)
