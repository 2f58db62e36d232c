"""What a round came to: in a few words, and as the words by which people look for it."""

from collections.abc import Iterator

from croupier.games.families import family_of
from croupier.games.family import Round, ToldLine
from croupier.games.round import Phase
from croupier.house.views.families import view_of
from croupier.words import Sentence


def said(round: Round) -> str:
    """In a few words.

    >>> from croupier.games.baccarat.notation import read
    >>> said(read("tiger 8 decks | Player 8S 3D KH = 1 | Banker 4C 2H = 6 | Banker wins"))
    'Banker wins, 6 to 1'
    """
    if round.phase is Phase.VOID:
        return Sentence("void-by-clause", void=round.void)
    if round.phase is not Phase.SETTLED:
        return str(round.phase)
    return family_of(round).result(round)


def results(round: Round) -> Iterator[str]:
    """The words by which its result is looked for."""
    yield str(round.phase)
    if round.phase is Phase.SETTLED:
        yield from family_of(round).search_words(round)


def written(round: Round) -> str | None:
    """Its mark on the roads, where it leaves one."""
    found = view_of(round).mark(round)
    return None if found is None else str(found)


def settled_lines(round: Round) -> list[ToldLine]:
    """Every line of the settlement; none where it is not settled."""
    return list(family_of(round).lines(round)) if round.phase is Phase.SETTLED else []
