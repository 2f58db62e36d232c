"""Sample rounds of baccarat at every stage, for the pit's guide, the forms and the tests."""

from collections.abc import Iterator

from croupier.cards import cards
from croupier.games.baccarat import messages as m
from croupier.games.baccarat.round import play
from croupier.games.baccarat.state import BaccaratRound, baccarat
from croupier.games.game import Game
from croupier.games.terms import Terms


def samples(game: Game) -> Iterator[BaccaratRound]:
    """A round with a wager from opening to settlement, then one with cards that are out early, and a lost terminal."""
    terms = Terms.of(game.name)
    script: list[m.AnyCommand] = [
        m.OpenBets(terms=terms),
        m.PlaceWager(bettor="T1", wager="tie", stake=game.unit),
        m.CloseBets(),
        *(m.DealCard(card=card) for card in cards("8S 4C 3D 2H KH")),
        m.Settle(),
    ]
    ready: list[m.AnyCommand] = [m.OpenBets(terms=terms, waiting=cards("9D")), m.CloseBets()]
    lost: list[m.AnyCommand] = [*script[:2], m.LoseTerminal(bettor="T1"), *script[2:]]
    scripts = [script, ready]
    if baccarat(terms).law.terminals:
        scripts.append(lost)
    for each in scripts:
        for length in range(min(2, len(each) - 1), len(each) + 1):
            yield play(*each[:length])
