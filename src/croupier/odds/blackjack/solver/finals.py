"""The side wagers on a player's final hand: what hands come to under a strategy, and play for such a wager alone."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from croupier.games.blackjack.outcome import HIGH, SPLIT_UP, FinalHand
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.hands import Array
from croupier.odds.blackjack.solver.kernels import STAND
from croupier.odds.blackjack.solver.prospects import Payoffs


def matches(against: Against, wager: Wager, decided: Decided) -> Counter[Match]:
    """The probability of every result of the wager under a strategy; a surrendered hand has lost it."""
    hands, chances = against.hands, against.numbers.zeros
    found: Counter[Match] = Counter()
    weight, doubled = chances(len(hands)), chances(len(hands))
    for hand, chance, pair in against.openings:
        if hand in decided.surrenders and against.folded is not None and not against.natural(hand):
            found[wager.lost] += chance
        elif pair is not None and pair in decided.splits:
            found[wager.match(SPLIT_UP)] += chance
        else:
            weight[hand] += chance
    run = against.numbers.run(kernels.reached)
    run(hands.next, against.prospects.draw[..., 0], decided.action, hands.closed, weight, doubled)
    stood = hands.closed | (decided.action == STAND)
    past = weight * against.prospects.past[..., 0].sum(0)
    for hand, (stands, total) in enumerate(zip(_stands(against, wager), _busts(against, wager), strict=True)):
        if stood[hand]:
            found[stands] += weight[hand]
        else:
            found[total] += past[hand]
        found[stands] += doubled[hand]
    return found


def best_alone(against: Against, wager: Wager) -> Decided:
    """The best strategy for the wager alone, split hands included."""
    stand = _worth(against, _stands(against, wager))
    bust = _worth(against, _busts(against, wager)) * against.prospects.past[..., 0].sum(0)
    values = against.best_for(Payoffs(stand, stand, -bust), doubles=False)
    split = _worth(against, [wager.match(SPLIT_UP)])[0]
    splits = {pair for hand, _, pair in against.openings if pair is not None and split > values.value[hand]}
    return Decided(values.action, frozenset(splits))


def _stands(against: Against, wager: Wager) -> list[Match]:
    """By hand: the result where it takes no more cards."""
    hands = against.hands
    return [
        wager.match(FinalHand(int(total), int(size), against.natural(hand)))
        for hand, (total, size) in enumerate(zip(hands.total, hands.size, strict=True))
    ]


def _busts(against: Against, wager: Wager) -> list[Match]:
    """By hand: the result where the next card is too many."""
    return [wager.match(FinalHand(HIGH + 1, int(size) + 1)) for size in against.hands.size]


def _worth(against: Against, results: list[Match]) -> Array:
    """The net of a stake of one by these results."""
    nets: list[Any] = [-1 if each.pays is None else Fraction(each.pays.num, each.pays.den) for each in results]
    return np.asarray(against.numbers.of(nets))
