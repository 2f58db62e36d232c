"""The effect of removal: the change of a wager's expected value when one card leaves the shoe."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from croupier.cards import STANDARD, Card, Composition
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.result import Number, Odds
from croupier.odds.tally import check, counts
from croupier.refused import Refused

Removed = dict[str, dict[Card, Fraction]]

PLAYED_MAIN = "main-composition"
"""The main wager of blackjack is compared under best play by exact cards, before and after."""


def removal(
    name: str | Game, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> Removed:
    """For each wager and each card still in the shoe, the change of its expected value when one such card is removed.

    >>> found = removal("no-commission", Composition.parse("8x52"), ["player"])
    >>> [f"{float(found['player'][Card(text)] * 100):+.4f}" for text in ("4S", "5S", "KS")]
    ['-0.0120', '+0.0084', '-0.0018']
    """
    game = find(name)
    how = odds_of(game)
    names = tuple(how.distinct_wagers(game) if wagers is None else wagers)
    for each in names:
        if each not in how.counted(game):
            raise game.not_offered(each)
    left = _spared(game, shoe, how.cards_for(game, names), any_decks)
    before = how.price(game, left, names)
    same, priced = how.equivalent_cards(game, before), dict[object, dict[str, Odds]]()
    by_cards = [wager for wager in before if wager not in same]
    effects: Removed = {wager: {} for wager in before}
    for card in each_taken(left):
        # Memoised: cards that are equivalent for some wagers are priced once. A wager no longer on offer has no entry.
        key = next(iter(same.values()))(card) if same else None
        if key not in priced:
            priced[key] = how.price(game, left, same)
        for wager, odds in (priced[key] | how.price(game, left, by_cards)).items():
            effects[wager][card] = odds.ev - before[wager].ev
    return effects


def every_removal(
    name: str | Game, shoe: Composition | None = None, *, reading: str | None = None, any_decks: bool = False
) -> Mapping[str, Mapping[Card, Number]]:
    """The same for all wagers, the played ones of blackjack included, which are solved again without the card.

    >>> main = every_removal("lucky-8", Composition.parse("8x52"))["main-composition"]
    >>> [f"{main[Card(text)] * 100:+.4f}" for text in ("5S", "TH")]
    ['+0.1120', '-0.0741']
    """
    game = find(name, reading)
    left = game.shoe() if shoe is None else shoe
    counted = removal(game, left, any_decks=any_decks)
    return {**odds_of(game).played_removal(game, counts(left)), **counted}


def _spared(game: Game, shoe: Composition, cards: int, any_decks: bool) -> list[int]:
    """The counts of the remaining cards, or a refusal where none can be spared."""
    left = counts(check(game, shoe, cards, any_decks=any_decks))
    if sum(left) <= cards:
        raise Refused(f"without one more card, this shoe of {sum(left)} could not finish a round", "R-13")
    return left


def each_taken(left: list[int]) -> Iterator[Card]:
    """Iterate over the cards in the shoe; each is removed from `left` for the duration of its step, then put back."""
    for card in STANDARD.cards:
        if left[card.number]:
            left[card.number] -= 1
            yield card
            left[card.number] += 1
