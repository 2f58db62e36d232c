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
from croupier.games.blackjack.outcome import Bounty, opening, trio
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.sequences import dealer_draws, suited_eight
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.hands import value_index
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.sequences import by_kind, sums
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
    deals = _busts(game.printed, left, folds) if game.printed else COUNTED[wager.reads](left, folds)
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


def _trios(left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    numbers = sums(by_kind(suited_eight), left)
    for first, second, up in product(numbers, repeat=3):
        ways, drawn = 1, Counter[Card]()
        for card in (first, second, up):
            ways *= max(numbers[card] - drawn[card], 0)
            drawn[card] += 1
        if ways:
            yield FOLDED if folds(value_index(up), (first, second)) else trio(first, second, up), ways


def _busts(printed: Card, left: Counts, folds: Folds) -> Iterator[tuple[Any, int]]:
    """The player's first card, then those that the Dealer draws to the printed one."""
    count, up = dealer_draws(printed), value_index(printed)
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
}
"""By aspect of two cards: its values, folded hands apart, each with a number of deals."""
