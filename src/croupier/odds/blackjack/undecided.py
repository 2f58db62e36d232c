"""The readings that change the best strategy of blackjack, so that only the solver can price them."""

from croupier.odds.readings.reading import Undecided


def _undecided(ruling: str, games: str, keys: str, wager: str = "main") -> tuple[Undecided, ...]:
    return tuple(Undecided(ruling, key, game, wager) for game in games.split() for key in keys)


UNDECIDED: tuple[Undecided, ...] = (
    *_undecided("R-42", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-43", "lucky-8 e-blackjack", "abcd"),
    *_undecided("R-45", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-46", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-48", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-54", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-55", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-77", "dueling-8s", "ab"),
)
"""All readings of the blackjack games that only the solver can price."""
