"""The distribution of the main wager's outcomes under a given strategy.

Rounds with split hands are not listed hand by hand: they are one row with its exact mean. Only their variance and the
probability of a win are approximate: hands are taken as conditionally independent given the Dealer's result.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from croupier.games.blackjack.outcome import HIGH
from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.against import Against, DealtOpening, Decided
from croupier.odds.blackjack.solver.hands import BLACKJACK, ENDS, Array
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND
from croupier.odds.blackjack.solver.pairs import SplitHands
from croupier.odds.blackjack.solver.rules import Rules

WON, PUSHED, LOST = "Regular win", "Stand-off", "lose"
DOUBLED = "doubled"


Chances: TypeAlias = dict[float, float]
"""A probability distribution: probability by net amount."""


class ResultRow(NamedTuple):
    """One outcome of a wager: its name, and its net win; `None` where that varies."""

    outcome: str
    net: Fraction | None


class ResultSpread(NamedTuple):
    """Rounds with split hands: their probability, and the mean, mean square and win probability of their net wins."""

    chance: Any
    mean: Any
    square: float
    hit: float


def rows(against: Against, decided: Decided) -> Counter[ResultRow]:
    """The probability of every outcome except split hands, against one up card of the Dealer."""
    chances: Counter[ResultRow] = Counter()
    weight = against.numbers.zeros(len(against.hands))
    for opening in against.openings:
        hand, chance, pair = opening
        if against.natural(hand):
            _natural(chances, against, decided, opening)
        elif hand in decided.surrenders and against.folded is not None:
            _fold(chances, against, opening)
        elif pair not in decided.splits:
            weight[hand] = chance
    doubled = against.numbers.zeros(len(against.hands))
    draw = against.prospects.draw[..., 0]
    run = against.numbers.run(kernels.reached)
    run(against.hands.next, draw, decided.action, against.hands.closed, weight, doubled)
    _count(chances, against, decided, weight, doubled)
    return chances


def spread(against: Against, decided: Decided) -> ResultSpread:
    """The moments of rounds with split hands, against one up card of the Dealer."""
    chance, mean, square, hit = against.numbers.zeros(1)[0], against.numbers.zeros(1)[0], 0.0, 0.0
    for hand, likely, pair in against.openings:
        if pair is not None and pair in decided.splits and hand not in decided.surrenders:
            action = decided.after_split(pair)
            value = against.split(pair, action, undoubled=decided.undoubled)
            chance, mean = chance + likely, mean + likely * value
            for way, taken in against.split_ways(pair, action, decided.undoubled):
                for net, share in _split_results(SplitHands(against, pair, taken)).items():
                    square += float(likely * way) * share * net**2
                    hit += float(likely * way) * share * (net > 0)
    return ResultSpread(chance, mean, square, hit)


def _natural(chances: Counter[ResultRow], against: Against, decided: Decided, opening: DealtOpening) -> None:
    if against.takes_even_money(opening.hand, decided):
        chances[ResultRow("Even money", Fraction(1))] += opening.chance
        return
    pays = against.rules.natural()
    at_once = against.up in against.rules.at_once
    for end in range(ENDS):
        net = pays[0] if at_once else pays[end]
        chances[ResultRow("Blackjack" if net else PUSHED, net)] += opening.chance * against.likely[end, opening.hand]


def _fold(chances: Counter[ResultRow], against: Against, opening: DealtOpening) -> None:
    half, reclaimed = against.rules.folded, against.rules.reclaims
    blackjack = against.blackjack[opening.hand] if reclaimed else 0
    chances[ResultRow("Surrender", half)] += opening.chance * (1 - blackjack)
    if reclaimed:
        chances[ResultRow(LOST, 2 * half)] += opening.chance * blackjack


def _count(outcomes: Counter[ResultRow], against: Against, decided: Decided, weight: Array, doubled: Array) -> None:
    hands, action = against.hands, decided.action
    stands = hands.closed | (action == STAND)
    plain, finished = against.bonus == 0, ((1, np.where(stands, weight, 0)), (2, doubled))
    for stake, chances in finished:
        for (total, end), chance in np.ndenumerate(_by_total(against, np.where(plain, chances, 0))):
            if chance:
                outcomes[_row(_net(against.rules, total, end, stake))] += chance
    for stake, chances in finished:
        for hand, end in product(np.flatnonzero(~plain), range(ENDS)):
            net = _net(against.rules, hands.total[hand], end, stake)
            for extra, share in against.bonuses:
                paid = extra * (1 if stake == 1 else against.rules.bonus_doubled)
                outcomes[_row(net, paid)] += chances[hand] * against.likely[end, hand] * share
    past = against.prospects.past[..., 0].sum(0)
    outcomes[_row(Fraction(-1))] += (np.where((action == HIT) & ~hands.closed, weight, 0) * past).sum()
    bust = np.where((action == DOUBLE) & ~hands.closed, weight, 0)
    refunded = against.prospects.blackjack_past[:, 0] if against.refunds else past * 0
    outcomes[_row(Fraction(-2))] += (bust * (past - refunded)).sum()
    outcomes[_row(Fraction(-1))] += (bust * refunded).sum()


def _by_total(against: Against, chances: Array) -> Array:
    """The probabilities of hands that are stood on, by total and the Dealer's result."""
    summed = against.numbers.zeros(HIGH + 1, ENDS)
    np.add.at(summed, against.hands.total, (chances * against.likely).T)
    return summed


def _net(rules: Rules, total: int, end: int, stake: int) -> Fraction:
    """The net win of a hand that is stood on, doubled where its stake is two."""
    lost = min(stake, rules.stakes_lost_doubled)
    return rules.pay_table[total][end] * (lost if end == BLACKJACK else stake)


def _row(net: Fraction, bonus: Fraction = Fraction()) -> ResultRow:
    name = WON if net > 0 else LOST if net < 0 else PUSHED
    marks = [DOUBLED] * (abs(net) > 1) + [f"with a bonus of {bonus}"] * (bonus > 0)
    return ResultRow(", ".join([name, *marks]), net + bonus)


def _split_results(hands: SplitHands) -> Chances:
    """The distribution of a round of split hands, taken as independent given the Dealer's result."""
    chances: Chances = defaultdict(float)
    ends = hands.prospects.ends(np.array([0]))[:, 0, 0].astype(float)
    finished, bust, formed = _finished(hands), list(_bust(hands)), list(_formed(hands))
    each = int(hands.against.rules.original_only in ("each", "all"))
    for end in np.flatnonzero(ends):
        first, other = (_hand_results(hands, finished / ends[end], bust, int(end), original) for original in (1, each))
        results = {1: first}
        for number in range(2, hands.most + 1):
            results[number] = _summed(results[number - 1], other.items())
        for number, share in formed:
            for net, chance in results[number].items():
                chances[net] += float(ends[end]) * share * chance
    return chances


def _hand_results(
    hands: SplitHands, finished: Array, bust: list[tuple[float, int]], end: int, original: int
) -> Chances:
    """The conditional distribution of one hand given the Dealer's result; `original` is its loss to a Blackjack."""
    against, blackjack = hands.against, end == BLACKJACK
    nets, chances = [], []
    for stake in (1, 2):
        lost = original * min(stake, against.rules.stakes_lost_doubled)
        nets += [float(pays[end]) * (lost if blackjack else stake) for pays in against.rules.pay_table]
        chances += finished[stake, :, end].tolist()
    for chance, stake in bust:
        nets.append(-original if blackjack and against.refunds else -stake)
        chances.append(chance)
    return _summed({0: 1}, zip(nets, chances, strict=True))


def _finished(hands: SplitHands) -> Array:
    """The probability that a hand is stood on, by stake, total and the Dealer's result."""
    weight, doubled, _ = hands.reached
    finished = np.zeros((3, HIGH + 1, ENDS))
    chances = np.array([np.where(hands.stands, weight, 0), doubled], float)[:, hands.standing]
    for stake, chance in enumerate(chances, 1):
        np.add.at(finished[stake], hands.total, (chance * hands.likely[..., 0].astype(float)).T)
    return finished


def _bust(hands: SplitHands) -> Iterator[tuple[float, int]]:
    """The probability that a hand busts, with a stake of one and with two."""
    weight, _, action = hands.reached
    past = hands.prospects.past[..., 0].sum(0).astype(float)
    open_hands = ~hands.closed
    for taken, stake in ((HIT, 1), (DOUBLE, 2)):
        yield float((np.where((action == taken) & open_hands, weight, 0).astype(float) * past).sum()), stake


def _formed(hands: SplitHands) -> Iterator[tuple[int, float]]:
    """The number of hands formed by splitting, with its probability."""
    draw = hands.prospects.draw[hands.pair, 0].astype(float)
    for case, ways in hands.cases.items():
        chance = float(ways)
        for drawn in range(case.drawn):
            chance *= draw[drawn]
        yield case.settled + case.free, chance * (1 - draw[case.drawn]) ** case.settled


def _summed(one: Chances, other: Iterable[tuple[float, float]]) -> Chances:
    sums: Chances = defaultdict(float)
    possible = [(net, chance) for net, chance in other if chance]
    for net, chance in one.items():
        for more, likely in possible:
            sums[net + more] += chance * likely
    return sums
