"""The odds of every game, whichever way they are found."""

from collections.abc import Container, Iterable, Mapping

from croupier.cards import Composition
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.odds import baccarat, blackjack
from croupier.odds.result import Odds, Played, base
from croupier.odds.tally import check, counts
from croupier.refused import Refused


def odds(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> Mapping[str, Odds | Played]:
    """The odds of a game's wagers, all that can be found where none are named.

    >>> [float(odds(name, Composition.parse("8x52"), [pair])[pair].hit) == 31 / 415
    ...  for name, pair in [("lucky-8", "pair"), ("super-6-nc", "player-pair")]]
    [True, True]
    """
    game = find(name)
    if not isinstance(game, Blackjack):
        return baccarat.odds(name, shoe, wagers, any_decks=any_decks)
    return _blackjack(game, shoe, None if wagers is None else list(wagers), any_decks)


def _blackjack(
    game: Blackjack, shoe: Composition, wagers: list[str] | None, any_decks: bool
) -> dict[str, Odds | Played]:
    # The solver brings its compiled loops with it, which is slow to load for those who never ask it.
    from croupier.odds import played

    hang = played.names(game)
    asked = [*hang, *blackjack.countable(game)] if wagers is None else wagers
    found: dict[str, Odds | Played] = {}
    found |= blackjack.odds(game.name, shoe, [each for each in asked if each not in hang], any_decks=any_decks)
    if any(each in hang for each in asked):
        left = counts(check(game, shoe, any_decks=any_decks))
        if sum(left) >= (most := played.cards_for(game, left)):
            found |= played.played(game, left)
        elif wagers is not None:
            raise Refused(f"a round may take {most} cards, and this shoe has {sum(left)} left", "R-13")
    order = [wager.name for wager in game.wagers]
    sort = sorted(found, key=lambda each: (order.index(base(each)), each != base(each)))
    return {each: found[each] for each in (sort if wagers is None else asked) if each in found}


def unlisted(name: str, found: Container[str]) -> list[str]:
    """For the wagers of a game whose odds were not found, a line each that says why.

    >>> unlisted("lucky-8", odds("lucky-8", Composition.parse("1x52 less AS AH AD AC")))
    ['not offered without an Ace in the shoe: insurance']
    >>> unlisted("tiger", odds("tiger", Composition.parse("8x52")))
    []
    """
    game = find(name)
    if not isinstance(game, Blackjack):
        return []
    lines = [] if "main" in found else ["not listed, since the shoe is too small to finish a round: main (R-13)"]
    if "insurance" in game.by_name and "insurance" not in found:
        lines.append("not offered without an Ace in the shoe: insurance")
    return lines
