"""Departures: exact hands that call for another decision than the chart, and what that is worth.

All that the chart costs is found here: how often it comes to a hand, times what the decision there loses where the
rest is played best, adds up to the difference between both ways of playing, hands of split pairs apart.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, Decided
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.blackjack.strategy.sheet import RANKS, TAKEN, Decision, cards_of
from croupier.odds.result import Number

ROUNDING = 1e-12
"""Less than this is the rounding of floats."""


class Departure(NamedTuple):
    """A hand that is played better than by its total."""

    cards: str
    up: str
    chart: Decision
    best: Decision
    gain: Number
    """What the better decision wins more, for a stake of one."""
    chance: Number
    """How often the chart leads there, of all rounds."""

    @property
    def ev_gain(self) -> Number:
        """What it adds to the value of a round."""
        return self.gain * self.chance


def departures(solution: Solution) -> list[Departure]:
    """All of them, the most valuable first.

    >>> from croupier.odds.blackjack import blackjack
    >>> from croupier.odds.blackjack.solver.rules import Rules
    >>> from croupier.odds.tally import counts
    >>> game = blackjack("lucky-8")
    >>> first = departures(Solution(Rules.of(game), counts(game.shoe())))[0]
    >>> first.cards, first.up, first.chart, first.best, f"{first.gain:.2%}"
    ('2 6 8', 'T', 'stand', 'hit', '0.28%')
    """
    decided = solution.decided("chart")
    found = [
        each._replace(chance=against.numbers.total([against.chance * each.chance]))
        for up, against in solution.against.items()
        for each in _against(against, decided[up])
    ]
    return sorted(found, key=lambda each: -each.ev_gain)


def in_split_hands(solution: Solution) -> Any:
    """What the chart costs in the hands of the pairs that it splits."""
    decided = solution.decided("chart")
    return sum(
        against.chance * chance * (against.split(pair, against.best.action) - against.split(pair, decided[up].action))
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
                values.append(against.split(pair, best.action))
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
    """What a way of playing does with the first two cards."""
    if hand in plan.surrenders:
        return "surrender"
    return "split" if pair is not None and pair in plan.splits else TAKEN[plan.action[hand]]


def _folded(against: Against, hand: int) -> Any:
    assert against.folded is not None
    return against.folded[hand]
