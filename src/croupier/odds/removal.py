"""The effect of removal: how a wager's expectation moves when one card leaves the shoe."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from croupier.cards import STANDARD, Card, Composition
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.odds.families import odds_of, rulings_of
from croupier.odds.result import Number, Odds
from croupier.odds.tally import check, counts
from croupier.refused import Refused

Removed = dict[str, dict[Card, Fraction]]

PLAYED_MAIN = "main-composition"
"""The main wager of a blackjack game moves as it is played best before and after."""


def removal(name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False) -> Removed:
    """For each wager and each card that the shoe still holds, the change of its ev when one such card is gone.

    >>> found = removal("no-commission", Composition.parse("8x52"), ["player"])
    >>> [f"{float(found['player'][Card(text)] * 100):+.4f}" for text in ("4S", "5S", "KS")]
    ['-0.0120', '+0.0084', '-0.0018']
    """
    game = find(name)
    how = odds_of(game)
    names = tuple(how.once(game) if wagers is None else wagers)
    for each in names:
        if each not in how.counted(game):
            raise game.not_offered(each)
    left = _spared(game, shoe, how.cards_for(game, names), any_decks)
    before = how.price(game, left, names)
    same, seen = how.alike(game, before), dict[object, dict[str, Odds]]()
    by_cards = [wager for wager in before if wager not in same]
    found: Removed = {wager: {} for wager in before}
    for card in each_taken(left):
        # What is the same to some wagers is priced for them once. A wager that cannot come any more has no ev: it ends.
        key = next(iter(same.values()))(card) if same else None
        if key not in seen:
            seen[key] = how.price(game, left, same)
        for wager, odds in (seen[key] | how.price(game, left, by_cards)).items():
            found[wager][card] = odds.ev - before[wager].ev
    return found


def every_removal(
    name: str, shoe: Composition | None = None, *, reading: str | None = None, any_decks: bool = False
) -> Mapping[str, Mapping[Card, Number]]:
    """The same of all wagers, those of blackjack that are played too, which are solved anew without the card.

    >>> main = every_removal("lucky-8", Composition.parse("8x52"))["main-composition"]
    >>> [f"{main[Card(text)] * 100:+.4f}" for text in ("5S", "TH")]
    ['+0.1120', '-0.0741']
    """
    game = find(name)
    left = game.shoe() if shoe is None else shoe
    counted = removal(name, left, any_decks=any_decks)
    return {**odds_of(game).played_removal(game, counts(left), rulings_of(game, reading)), **counted}


def _spared(game: Game, shoe: Composition, cards: int, any_decks: bool) -> list[int]:
    """What is left, where that is enough to spare a card."""
    left = counts(check(game, shoe, cards, any_decks=any_decks))
    if sum(left) <= cards:
        raise Refused(f"without one more card, this shoe of {sum(left)} could not finish a round", "R-13")
    return left


def each_taken(left: list[int]) -> Iterator[Card]:
    """Every card that there is, taken from the shoe for as long as it is looked at."""
    for card in STANDARD.cards:
        if left[card.number]:
            left[card.number] -= 1
            yield card
            left[card.number] += 1
