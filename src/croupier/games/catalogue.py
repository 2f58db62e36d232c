"""The games there are, by the names that our interfaces use."""

from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.refused import Refused

GAMES: dict[str, Baccarat] = {game.name: game for game in VARIANTS}


def game(name: str) -> Baccarat:
    """The game of that name.

    >>> game("tiger").title
    'Tiger Baccarat'
    """
    try:
        return GAMES[name]
    except KeyError:
        raise Refused(f"unknown game {name!r}: there are {', '.join(GAMES)}") from None
