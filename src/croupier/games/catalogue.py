"""The registry of games, by the names that our interfaces use."""

from collections.abc import Mapping
from functools import cache

from croupier.games.baccarat.variants import VARIANTS as BACCARAT
from croupier.games.blackjack.variants import VARIANTS as BLACKJACK
from croupier.games.game import Game
from croupier.plugins import PluginRegistry
from croupier.refused import Refused

GAMES: Mapping[str, Game] = PluginRegistry("games", Game, {game.name: game for game in (*BACCARAT, *BLACKJACK)})


@cache
def game(name: str) -> Game:
    """The game of that name.

    >>> game("tiger").title
    'Tiger Baccarat'
    """
    try:
        return GAMES[name]
    except KeyError:
        raise Refused("unknown-game", given=name, known=tuple(GAMES)) from None
