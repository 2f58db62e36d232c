"""What rounds tell of the shoe that they are dealt from: which cards have left it, and whether it stays in use.

A real shoe is known by its rounds alone: every card that is drawn is entered, so what was entered and what was burned
is all that can be missing from it.
"""

from croupier.cards import Card
from croupier.games.families import family_of
from croupier.games.family import Round, ShoeDue


def drawn(round: Round) -> tuple[Card, ...]:
    """Every card that is known to have left the shoe in a round: those that wait to be dealt, too."""
    return (*family_of(round).taken(round), *round.waiting)


def finished(round: Round) -> ShoeDue | None:
    """Why a shuffle follows the round, where one does."""
    return family_of(round).shuffle_due(round)
