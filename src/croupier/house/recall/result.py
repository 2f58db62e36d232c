"""The result of a round: as text, and as the words by which it is searched for."""

from collections.abc import Iterator

from croupier.games.families import family_of
from croupier.games.family import Round, ToldLine
from croupier.games.round import OVER, Phase
from croupier.house.views.families import view_of
from croupier.words import Sentence


def result_text(round: Round) -> str:
    """The result of a round as text.

    >>> from croupier.games.baccarat.notation import read
    >>> result_text(read("tiger 8 decks | Player 8S 3D KH = 1 | Banker 4C 2H = 6 | Banker wins"))
    'Banker wins, 6 to 1'
    """
    if round.phase is Phase.VOID:
        return Sentence("void-by-clause", void=round.void)
    if round.phase is not Phase.SETTLED:
        return str(round.phase)
    return family_of(round).result(round)


def results(round: Round) -> Iterator[str]:
    """The words by which its result is searched for."""
    yield str(round.phase)
    if round.phase is Phase.SETTLED:
        yield from family_of(round).search_words(round)


def road_mark(round: Round) -> str | None:
    """Its mark on the roads, where it leaves one."""
    mark = view_of(round).mark(round)
    return None if mark is None else str(mark)


def settled_lines(round: Round) -> list[ToldLine]:
    """Every line of the settlement; empty where the round is not over."""
    return list(family_of(round).lines(round)) if round.phase in OVER else []
