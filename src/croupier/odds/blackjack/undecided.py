"""The readings that change the best strategy of blackjack, so that only the solver can price them."""

from croupier.odds.readings.reading import Undecided


def _undecided(ruling: str, games: str, keys: str, wager: str = "main") -> tuple[Undecided, ...]:
    return tuple(Undecided(ruling, key, game, wager) for game in games.split() for key in keys)


UNDECIDED: tuple[Undecided, ...] = (
    *_undecided("R-70", "dueling-8s", "ab"),
    *_undecided("R-71", "dueling-8s", "abc", "superb-8s"),
    *_undecided("R-73", "dueling-8s", "ab", "superb-8s"),
    *_undecided("R-79", "dueling-8s", "abc"),
)
"""All readings of the blackjack games that only the solver can price."""
