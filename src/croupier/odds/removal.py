"""The effect of removal: how a wager's expectation moves when one card leaves the shoe."""

from collections.abc import Iterable
from fractions import Fraction

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import value
from croupier.odds.baccarat import baccarat, check, price
from croupier.odds.tally import DEALT, counts
from croupier.refused import Refused


def removal(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> dict[str, dict[Card, Fraction]]:
    """For each wager and each card that the shoe still holds, the change of its ev when one such card is gone.

    >>> found = removal("no-commission", Composition.parse("8x52"), ["player"])
    >>> [f"{float(found['player'][Card(text)] * 100):+.4f}" for text in ("4S", "5S", "KS")]
    ['-0.0120', '+0.0084', '-0.0018']
    """
    game = baccarat(name)
    left = counts(check(game, shoe, any_decks=any_decks))
    if sum(left) <= DEALT:
        raise Refused(f"without one more card, this shoe of {sum(left)} could not finish a round", "R-13")
    before = price(game, left, wagers)
    found: dict[str, dict[Card, Fraction]] = {wager: {} for wager in before}
    seen: dict[int, dict[str, Fraction]] = {}
    by_points = [wager for wager in before if game.bets[wager].reads == "points"]
    by_cards = [wager for wager in before if wager not in by_points]
    for card in STANDARD.cards:
        if not left[card.number]:
            continue
        left[card.number] -= 1
        # Points know no suits: one card of each value tells for all.
        if value(card) not in seen:
            seen[value(card)] = {wager: odds.ev for wager, odds in price(game, left, by_points).items()}
        after = seen[value(card)] | {wager: odds.ev for wager, odds in price(game, left, by_cards).items()}
        left[card.number] += 1
        for wager, ev in after.items():
            found[wager][card] = ev - before[wager].ev
    return found
