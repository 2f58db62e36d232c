"""Two terminals that bet as one: the same stakes on the same hand, or on Player and Banker against each other.

The statistic is the number of rounds in which the stakes are the same, on one hand or on opposite hands, among those in
which both bet on a hand. It is held against the same bets in another order: those of one of the two change places
among the rounds that followed the same three results. So people who bet flat, who follow or fight the last results, or
who double after losses match no more than by chance; who agree on what to stake do.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.families import AnyFamily, family
from croupier.house.surveillance.seen import Seen

ORDERS = 199
LEAST = 6
"""Rounds in which both must have bet on a hand."""
FAR = 1.0
"""Only what is so many standard deviations above its mean is looked at closely; all else is no evidence."""

How: TypeAlias = Literal["mirrored", "opposed"]


WAYS: tuple[tuple[How, int], ...] = (("mirrored", 1), ("opposed", -1))


class Together(NamedTuple):
    """How the bets of two terminals went together in one shoe."""

    who: tuple[str, str]
    how: How
    matched: int
    expected: float
    z: float
    p: float
    rounds: tuple[int, ...]


def pairs(game: str, rounds: Sequence[Seen], seed: int = 1) -> Iterator[Together]:
    """Every two terminals that bet on hands often enough, both ways."""
    rules = family(game)
    assert rules.sides, "only where hands play against each other"
    people, stakes = _on_hands(rounds, rules.sides)
    after = _after(rounds, rules)
    entropy = np.random.default_rng(seed)
    for one, other in combinations(range(len(people)), 2):
        both = np.flatnonzero((stakes[one] != 0) & (stakes[other] != 0))
        if len(both) < LEAST:
            continue
        for how, sign in WAYS:
            mine, theirs = stakes[one, both], sign * stakes[other, both]
            expected, spread = _moments(mine, theirs, after[both])
            equal = mine == theirs
            z = float(equal.sum() - expected) / spread if spread else 0.0
            p = _rank(mine, theirs, after[both], entropy) if z > FAR else 1.0
            where = tuple(rounds[place].number for place in both[equal])
            yield Together((people[one], people[other]), how, int(equal.sum()), expected, z, p, where)


def _on_hands(rounds: Sequence[Seen], sides: tuple[str, str]) -> tuple[list[str], NDArray[np.int64]]:
    """What everybody had on one hand, less what they had on the other."""
    people = sorted({bet.who for round in rounds for bet in round.bets if bet.wager in sides})
    rows = {who: row for row, who in enumerate(people)}
    stakes = np.zeros((len(people), len(rounds)), dtype=np.int64)
    for column, round in enumerate(rounds):
        for bet in round.bets:
            if bet.wager in sides and not bet.withdrawn:
                stakes[rows[bet.who], column] += bet.stake if bet.wager == sides[0] else -bet.stake
    return people, stakes


def _after(rounds: Sequence[Seen], rules: AnyFamily) -> NDArray[np.int64]:
    """A number for the last three results before each round; rounds of the same number may change places."""
    number, found = 0, list[int]()
    results = (*(rules.sides or ()), "tie")
    for round in rounds:
        found.append(number)
        result = results.index(winner) + 1 if (winner := rules.won_by(round.cards)) else 0
        number = (number * 4 + result) % 64
    return np.array(found)


def _moments(mine: NDArray[np.int64], theirs: NDArray[np.int64], after: NDArray[np.int64]) -> tuple[float, float]:
    """The exact mean and standard deviation of the number of matches over all orders that are as good."""
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
    """The share of orders, this one counted, that match as often."""
    at = np.argsort(after, kind="stable")
    shuffled = np.argsort(after[at] + entropy.random((ORDERS, len(at))), axis=1)
    matched = (mine[at] == theirs[at][shuffled]).sum(axis=1)
    return (1 + int((matched >= (mine == theirs).sum()).sum())) / (ORDERS + 1)
