"""Departures: exact hands whose best decision differs from the chart, and the gain in expected value.

This accounts for the whole cost of the chart: the probability of each hand times the loss of the chart's decision under
best play afterwards sums to the difference of the two strategies, hands of split pairs apart.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.blackjack.strategy.sheet import RANKS, TAKEN, Decision, cards_of
from croupier.odds.result import Number

ROUNDING = 1e-12
"""Smaller gains are floating-point rounding errors."""


class Departure(NamedTuple):
    """A hand whose best decision differs from the chart's for its total."""

    cards: str
    up: str
    chart: Decision
    best: Decision
    gain: Number
    """The gain in expected value of the better decision, for a stake of one."""
    chance: Number
    """The probability per round that the chart leads to this hand."""

    @property
    def ev_gain(self) -> Number:
        """The gain in expected value per round."""
        return self.gain * self.chance


def departures(solution: Solution) -> list[Departure]:
    """All departures from the chart, the most valuable first.

    >>> from croupier.odds.blackjack import blackjack
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> game = blackjack("lucky-8")
    >>> first = departures(Solution(Rules.of(game), counts(game.shoe())))[0]
    >>> first.cards, first.up, first.chart, first.best, f"{first.gain:.2%}"
    ('2 6 8', 'T', 'stand', 'hit', '0.28%')
    """
    decided = solution.decided("chart")
    weighted = [
        each._replace(chance=against.numbers.total([against.chance * each.chance]))
        for up, against in solution.against.items()
        for each in _against(against, decided[up])
    ]
    return sorted(weighted, key=lambda each: -each.ev_gain)


def in_split_hands(solution: Solution) -> Any:
    """The cost of the chart in hands of split pairs, in expected value per round."""
    decided = solution.decided("chart")
    return sum(
        against.chance * chance * (against.best_split(pair) - against.split(pair, decided[up].action))
        for up, against in solution.against.items()
        for hand, chance, pair in against.openings
        if pair is not None and pair in decided[up].splits and hand not in decided[up].surrenders
    )


def _against(against: Against, decided: Decided) -> Iterator[Departure]:
    weight = against.numbers.zeros(len(against.hands))
    best = against.best
    worth = dict(zip(TAKEN, (best.stand, best.hit, best.double), strict=True))

    def compare(hand: int, chance: Any, chart: Decision, better: Decision, gain: Any) -> Iterator[Departure]:
        if chart != better and gain > ROUNDING:
            cards = cards_of(against.hands.counts[hand])
            yield Departure(cards, RANKS[against.up], chart, better, gain, chance)

    for hand, chance, pair in against.openings:
        if against.natural(hand):
            continue
        both = _first(decided, hand, pair), _first(against.by_hand, hand, pair)
        values = []
        for decision in both:
            if decision == "split":
                assert pair is not None
                values.append(against.best_split(pair))
            else:
                values.append(_folded(against, hand) if decision == "surrender" else worth[decision][hand])
        yield from compare(hand, chance, *both, values[1] - values[0])
        if both[0] not in ("surrender", "split"):
            weight[hand] = chance
    first = weight.copy()
    run = against.numbers.run(kernels.reached)
    draw = against.prospects.draw[..., 0]
    run(against.hands.next, draw, decided.action, against.hands.closed, weight, against.numbers.zeros(len(weight)))
    later = weight - first
    for hand in range(len(weight)):
        if later[hand] > 0 and not against.hands.closed[hand]:
            chart, better = TAKEN[decided.action[hand]], TAKEN[best.action[hand]]
            yield from compare(hand, later[hand], chart, better, best.value[hand] - worth[chart][hand])


def _first(plan: Decided, hand: int, pair: int | None) -> Decision:
    """A strategy's decision on the first two cards."""
    if hand in plan.surrenders:
        return "surrender"
    return "split" if pair is not None and pair in plan.splits else TAKEN[plan.action[hand]]


def _folded(against: Against, hand: int) -> Any:
    assert against.folded is not None
    return against.folded[hand]
