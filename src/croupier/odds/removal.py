"""The effect of removal: how a wager's expectation moves when one card leaves the shoe."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import value
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.odds import baccarat, blackjack
from croupier.odds.result import Number, Odds
from croupier.odds.tally import DEALT, Counts, check, counts
from croupier.refused import Refused

Removed = dict[str, dict[Card, Fraction]]

PLAYED = "main-composition"
"""The main wager of a blackjack game moves as it is played best before and after."""


def removal(name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False) -> Removed:
    """For each wager and each card that the shoe still holds, the change of its ev when one such card is gone.

    >>> found = removal("no-commission", Composition.parse("8x52"), ["player"])
    >>> [f"{float(found['player'][Card(text)] * 100):+.4f}" for text in ("4S", "5S", "KS")]
    ['-0.0120', '+0.0084', '-0.0018']
    """
    game = find(name)
    if isinstance(game, Blackjack):
        names = blackjack.names_of(game, blackjack.once(game) if wagers is None else wagers)
        return _blackjack(game, _spared(game, shoe, blackjack.cards_for(game, names), any_decks), names)
    return _baccarat(game, _spared(game, shoe, DEALT, any_decks), wagers)


def every_removal(name: str, shoe: Composition, *, any_decks: bool = False) -> Mapping[str, Mapping[Card, Number]]:
    """The same of all wagers, those of blackjack that are played too, which are solved anew without the card.

    >>> main = every_removal("lucky-8", Composition.parse("8x52"))["main-composition"]
    >>> [f"{main[Card(text)] * 100:+.4f}" for text in ("5S", "TH")]
    ['+0.1120', '-0.0741']
    """
    counted, game = removal(name, shoe, any_decks=any_decks), find(name)
    return {**_main(game, counts(shoe)), **counted} if isinstance(game, Blackjack) else counted


def _spared(game: Game, shoe: Composition, cards: int, any_decks: bool) -> list[int]:
    """What is left, where that is enough to spare a card."""
    left = counts(check(game, shoe, cards, any_decks=any_decks))
    if sum(left) <= cards:
        raise Refused(f"without one more card, this shoe of {sum(left)} could not finish a round", "R-13")
    return left


def _baccarat(game: Game, left: list[int], wagers: Iterable[str] | None) -> Removed:
    before = baccarat.price(game, left, wagers)
    seen: dict[int, dict[str, Odds]] = {}
    by_points = [wager for wager in before if game.bets[wager].reads == "points"]
    by_cards = [wager for wager in before if wager not in by_points]

    def after(card: Card, left: Counts) -> dict[str, Odds]:
        # Points know no suits: one card of each value tells for all.
        if value(card) not in seen:
            seen[value(card)] = baccarat.price(game, left, by_points)
        return seen[value(card)] | baccarat.price(game, left, by_cards)

    return _changes(before, left, after)


def _blackjack(game: Blackjack, left: list[int], names: Iterable[str]) -> Removed:
    # Where the last Ace goes, insurance goes with it, and its ev does not change but end.
    before = blackjack.price(game, left, names)
    return _changes(before, left, lambda card, left: blackjack.price(game, left, before))


def _main(game: Blackjack, left: list[int]) -> dict[str, dict[Card, float]]:
    """The main wager, as far as the shoe lasts for a round without one more card."""
    from croupier.odds.played import cards_for
    from croupier.odds.solver.rules import Rules
    from croupier.odds.solver.solution import Solution

    if sum(left) <= cards_for(game, left):
        return {}
    rules = Rules.of(game)
    before = Solution(rules, left).ev("by-hand")
    seen: dict[int, float] = {}
    found: dict[Card, float] = {}
    for card in _each_taken(left):
        # Suits matter only to a bonus that wants them.
        key = card.number if rules.main.extras else VALUES[card.rank]
        if key not in seen:
            seen[key] = float(Solution(rules, left).ev("by-hand") - before)
        found[card] = seen[key]
    return {PLAYED: found}


def _changes(before: dict[str, Odds], left: list[int], after: Callable[[Card, Counts], dict[str, Odds]]) -> Removed:
    found: Removed = {wager: {} for wager in before}
    for card in _each_taken(left):
        for wager, odds in after(card, left).items():
            found[wager][card] = odds.ev - before[wager].ev
    return found


def _each_taken(left: list[int]) -> Iterator[Card]:
    """Every card that there is, taken from the shoe for as long as it is looked at."""
    for card in STANDARD.cards:
        if left[card.number]:
            left[card.number] -= 1
            yield card
            left[card.number] += 1
