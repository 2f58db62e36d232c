"""The odds of every game, whichever way they are counted."""

from collections.abc import Container, Iterable

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.odds import baccarat, blackjack
from croupier.odds.result import Odds


def odds(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> dict[str, Odds]:
    """The odds of a game's wagers, all that can be counted where none are named.

    >>> [float(odds(name, Composition.parse("8x52"), [pair])[pair].hit) == 31 / 415
    ...  for name, pair in [("lucky-8", "pair"), ("super-6-nc", "player-pair")]]
    [True, True]
    """
    count = blackjack.odds if isinstance(find(name), Blackjack) else baccarat.odds
    return count(name, shoe, wagers, any_decks=any_decks)


def unlisted(name: str, found: Container[str]) -> list[str]:
    """For the wagers of a game whose odds were not found, a line each that says why.

    >>> unlisted("lucky-8", odds("lucky-8", Composition.parse("1x52 less AS AH AD AC")))
    ['not listed yet, depending on decisions: main', 'not offered without an Ace in the shoe: insurance']
    >>> unlisted("tiger", odds("tiger", Composition.parse("8x52")))
    []
    """
    game = find(name)
    if not isinstance(game, Blackjack):
        return []
    never = [wager for wager in blackjack.countable(game) if wager not in found]
    lines = [f"not listed yet, depending on decisions: {', '.join(blackjack.undecided(game))}"]
    return lines + [f"not offered without an Ace in the shoe: {wager}" for wager in never]
