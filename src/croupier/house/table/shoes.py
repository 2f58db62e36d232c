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


def apart(round: Round) -> tuple[Card, ...]:
    """The cards of a round that do not lie on it: who tells its cards anew does not tell these."""
    return family_of(round).apart(round)


def spoiled(round: Round) -> ShoeDue | None:
    """Why the shoe is played no more, where the round found that out: bad cards, a lost order, no card left."""
    return family_of(round).spoiled(round)


def finished(round: Round) -> ShoeDue | None:
    """Why a shuffle follows the round, where one does."""
    return family_of(round).shuffle_due(round)
