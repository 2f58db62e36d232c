"""Collusion: two terminals that bet as one, the same stakes on the same hand, or on Player and Banker opposed.

The statistic is the number of rounds in which the stakes are the same, on one hand or on opposite hands, among those in
which both bet on a hand. A permutation test compares it with the same bets in another order: those of one of the two
change places among the rounds that followed the same three results. So people who bet flat, who follow or fight the
last results, or who double after losses match no more than by chance; people who agree on their stakes do.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.families import AnyFamily, family
from croupier.house.surveillance.seen import SeenRound

COMPARED_ORDERS = 199
"""Random permutations that a pair's bets are compared with."""
MIN_COMMON_ROUNDS = 6
"""Rounds in which both must have bet on a hand."""
MIN_DEVIATIONS = 1.0
"""The permutation test is run only for so many standard deviations above the mean; below that the p-value is 1."""

How: TypeAlias = Literal["mirrored", "opposed"]


WAYS: tuple[tuple[How, int], ...] = (("mirrored", 1), ("opposed", -1))


class Together(NamedTuple):
    """How often the bets of two terminals matched in one shoe, with the expected number and the p-value."""

    who: tuple[str, str]
    how: How
    matched: int
    expected: float
    z: float
    p: float
    rounds: tuple[int, ...]


def pairs(game: str, rounds: Sequence[SeenRound], seed: int = 1) -> Iterator[Together]:
    """The tests of every two terminals that bet on hands often enough, for equal and for opposed bets."""
    rules = family(game)
    assert rules.sides, "only where hands play against each other"
    people, stakes = _on_hands(rounds, rules.sides)
    after = _after(rounds, rules)
    entropy = np.random.default_rng(seed)
    for one, other in combinations(range(len(people)), 2):
        both = np.flatnonzero((stakes[one] != 0) & (stakes[other] != 0))
        if len(both) < MIN_COMMON_ROUNDS:
            continue
        for how, sign in WAYS:
            mine, theirs = stakes[one, both], sign * stakes[other, both]
            expected, spread = _moments(mine, theirs, after[both])
            equal = mine == theirs
            z = float(equal.sum() - expected) / spread if spread else 0.0
            p = _rank(mine, theirs, after[both], entropy) if z > MIN_DEVIATIONS else 1.0
            where = tuple(rounds[place].number for place in both[equal])
            yield Together((people[one], people[other]), how, int(equal.sum()), expected, z, p, where)


def _on_hands(rounds: Sequence[SeenRound], sides: tuple[str, str]) -> tuple[list[str], NDArray[np.int64]]:
    """The terminals, and the stake of each in every round: on the first hand less on the other, in cents."""
    people = sorted({bet.who for round in rounds for bet in round.bets if bet.wager in sides})
    rows = {who: row for row, who in enumerate(people)}
    stakes = np.zeros((len(people), len(rounds)), dtype=np.int64)
    for column, round in enumerate(rounds):
        for bet in round.bets:
            if bet.wager in sides and not bet.withdrawn:
                stakes[rows[bet.who], column] += bet.stake if bet.wager == sides[0] else -bet.stake
    return people, stakes


def _after(rounds: Sequence[SeenRound], rules: AnyFamily) -> NDArray[np.int64]:
    """A code of the last three results before each round; rounds of the same code are exchangeable."""
    number, codes = 0, list[int]()
    results = (*(rules.sides or ()), "tie")
    for round in rounds:
        codes.append(number)
        result = results.index(winner) + 1 if (winner := rules.won_by(round.cards)) else 0
        number = (number * 4 + result) % 64
    return np.array(codes)


def _moments(mine: NDArray[np.int64], theirs: NDArray[np.int64], after: NDArray[np.int64]) -> tuple[float, float]:
    """The exact mean and standard deviation of the number of matches over all allowed permutations."""
    alike = after[:, None] == after[None, :]
    size = alike.sum(axis=1)
    same = alike & (mine[:, None] == theirs[None, :])
    by_mine, by_theirs = same.sum(axis=1) / size, same.sum(axis=0) / size
    in_group = alike @ by_mine / size
    off = np.where(alike, same - by_mine[:, None] - by_theirs[None, :] + in_group[:, None], 0.0)
    variance = float((off**2).sum(axis=1) @ (1 / np.maximum(size - 1, 1)))
    return float(by_mine.sum()), float(np.sqrt(variance)) if variance > 1e-9 else 0.0


def _rank(
    mine: NDArray[np.int64], theirs: NDArray[np.int64], after: NDArray[np.int64], entropy: np.random.Generator
) -> float:
    """The p-value: the share of permutations, the true order included, that match at least as often."""
    at = np.argsort(after, kind="stable")
    shuffled = np.argsort(after[at] + entropy.random((COMPARED_ORDERS, len(at))), axis=1)
    matched = (mine[at] == theirs[at][shuffled]).sum(axis=1)
    return (1 + int((matched >= (mine == theirs).sum()).sum())) / (COMPARED_ORDERS + 1)
