"""Side wagers that are lost with a surrendered hand (R-51 b): counted beside the hands that a strategy surrenders.

Which hands those are depends on the first two cards and the Dealer's first, so these are counted together with what
the wager looks at.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import perm
from typing import Any

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.outcome import Bounty, first_three, opening, trio
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.sequences import dealer_draws, dealers, dealers_from, points, suited_eight
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.sequences import SizedDealCounter, by_kind, sums
from croupier.odds.tally import Counts

FOLDED = None
"""Stands for the aspect of a wager whose hand is surrendered."""
Folds = Callable[[int, tuple[Card, ...]], bool]
"""Whether a hand of these cards is surrendered against an up card of that value."""


def matches(
    game: Blackjack, wager: Wager, left: Counts, solution: Solution, decided: Mapping[int, Decided]
) -> Mapping[Match, int]:
    """The number of ordered deals by result of a wager, its hands surrendered by a strategy."""

    def folds(up: int, cards: tuple[Card, ...]) -> bool:
        surrenders = decided[up].surrenders
        return bool(surrenders) and solution.against[up].hands.of(*map(value_index, cards)) in surrenders

    by_match: Counter[Match] = Counter()
    lost = Match("lose", None, None, wager.loses)
    if game.printed:
        count = dealer_draws(game.printed) if wager.reads == "dealer_bust" else dealers(game)
        deals = _after_printed(game.printed, count, left, folds)
    elif wager.reads == "dealer":
        deals = _dealers(game, left, folds)
    else:
        deals = COUNTED[wager.reads](left, folds)
    for aspect, number in deals:
        by_match[lost if aspect is FOLDED else wager.match(aspect)] += number
    return by_match


def _openings(left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    for two, ways, ups in _first_two(left):
        for up, number in enumerate(ups):
            if number:
                yield FOLDED if folds(up, two) else opening(*two), ways * number


def _bounties(left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    """As openings, with the Dealer's second card."""
    rest = sum(left) - 3
    for two, ways, ups in _first_two(left):
        for up, number in enumerate(ups):
            if not number:
                continue
            if folds(up, two):
                yield FOLDED, ways * number * rest
                continue
            # An Ace after a ten, or a ten after an Ace.
            completes = ups[{0: 9, 9: 0}[up]] if up in (0, 9) else 0
            yield Bounty(opening(*two), dealer_blackjack=True), ways * number * completes
            yield Bounty(opening(*two), dealer_blackjack=False), ways * number * (rest - completes)


def _first_two(left: Counts) -> Iterator[tuple[tuple[Card, Card], int, list[int]]]:
    """Every two cards with the number of their deals, and the cards of each value that are left then."""
    values = [0] * 10
    for card in STANDARD.cards:
        values[value_index(card)] += left[card.number]
    for one, other in combinations_with_replacement(STANDARD.cards, 2):
        ways = left[one.number] * (left[other.number] - (one == other)) * (1 if one == other else 2)
        if ways:
            ups = values.copy()
            ups[value_index(one)] -= 1
            ups[value_index(other)] -= 1
            yield (one, other), ways, ups


def _first_threes(left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    """As openings, with the Dealer's first card told apart from all others."""
    for two, ways, ups in _first_two(left):
        folded = [number > 0 and folds(up, two) for up, number in enumerate(ups)]
        for dealer in STANDARD.cards:
            number = left[dealer.number] - two.count(dealer)
            if number > 0:
                yield FOLDED if folded[value_index(dealer)] else first_three(*two, dealer), ways * number


def _trios(left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    numbers = sums(by_kind(suited_eight), left)
    for first, second, up in product(numbers, repeat=3):
        ways, drawn = 1, Counter[Card]()
        for card in (first, second, up):
            ways *= max(numbers[card] - drawn[card], 0)
            drawn[card] += 1
        if ways:
            yield FOLDED if folds(value_index(up), (first, second)) else trio(first, second, up), ways


def _dealers(game: Blackjack, left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    """The values of the player's first two cards, then the Dealer's hand from each first card."""
    kinds = by_kind(points)
    views = {up: dealers_from(up, game.blackjacks, game.hits_soft_17, printed=False) for up in kinds}
    most = max(view.cards for view in views.values())
    for two in combinations_with_replacement(kinds, 2):
        rest = list(left)
        ways = 2 if two[0] != two[1] else 1
        for card in two:
            numbers = [rest[number] for number in kinds[card]]
            ways *= sum(numbers)
            if any(numbers):
                rest[next(number for number in kinds[card] if rest[number])] -= 1
        for up, view in views.items() if ways else ():
            more = ways * perm(sum(rest) - view.cards, most - view.cards)
            shown = sum(rest[number] for number in kinds[up])
            if shown and folds(value_index(up), two):
                yield FOLDED, more * shown * perm(sum(rest) - 1, view.cards - 1)
            elif shown:
                yield from ((hand, more * number) for hand, number in view(rest).items())


def _after_printed(printed: Card, count: SizedDealCounter, left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    """The player's first card, then those that the Dealer draws to the printed one."""
    up = value_index(printed)
    for card in (each for each in STANDARD.cards if left[each.number]):
        rest = list(left)
        rest[card.number] -= 1
        if folds(up, (card,)):
            yield FOLDED, left[card.number] * perm(sum(rest), count.cards)
        else:
            for aspect, number in count(rest).items():
                yield aspect, left[card.number] * number


COUNTED: Mapping[str, Callable[[Counts, Folds], Iterator[tuple[Any, int]]]] = {
    "opening": _openings,
    "bounty": _bounties,
    "trio": _trios,
    "first_three": _first_threes,
}
"""By aspect of two cards: its values, folded hands apart, each with a number of deals."""
