"""How the blackjack games are played best, as a person reads it: the chart, and the price of every other decision."""

from typing import TYPE_CHECKING

from croupier.cards import Composition

if TYPE_CHECKING:
    from croupier.odds.strategy.play import Strategy


def strategy(
    game: str, shoe: Composition | None = None, reading: str | None = None, *, any_decks: bool = False
) -> "Strategy":
    """How a game is played best, from its usual shoe where none is given.

    >>> found = strategy("lucky-8")
    >>> found.holding("T 6", "T").best
    'surrender'
    """
    from croupier.odds.blackjack import blackjack
    from croupier.odds.strategy.play import Strategy

    rules = blackjack(game)
    return Strategy(rules, rules.shoe() if shoe is None else shoe, reading, any_decks=any_decks)
