"""What a round says about the shoe that it is dealt from: which cards have left it, and whether it stays in use.

A real shoe is known by its rounds alone: every drawn card is entered, so only entered and burned cards can be missing
from it.
"""

from croupier.cards import Card
from croupier.games.families import family_of
from croupier.games.family import Round, ShoeDue


def drawn(round: Round) -> tuple[Card, ...]:
    """Every card that is known to have left the shoe in a round, those that wait to be dealt included."""
    return (*family_of(round).taken(round), *round.waiting)


def finished(round: Round) -> ShoeDue | None:
    """Why a shuffle is due after the round; none where it is not."""
    return family_of(round).shuffle_due(round)
