"""Draw probabilities and Dealer results for hands against one up card, independent of decisions.

Unseen cards are exchangeable. So the Dealer can be taken to draw at once, from the shoe less the hand and all other
cards known to be gone: what other hands draw in between does not change the distribution.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.hands import BLACKJACK, ENDS, KINDS, Array, ends
from croupier.odds.blackjack.solver.rules import Rules


class Numbers:
    """The arithmetic: floats with compiled loops, or exact fractions with Python loops."""

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.dtype: Any = object if exact else np.float64

    def run(self, kernel: Any) -> Any:
        """The kernel for this arithmetic."""
        return kernels.exact(kernel) if self.exact else kernel

    def zeros(self, *shape: int) -> Array:
        """An array of zeros."""
        return np.full(shape, Fraction(0), object) if self.exact else np.zeros(shape)

    def of(self, numbers: Any) -> Array:
        """An array of integers or fractions in this arithmetic."""
        return np.array(numbers, object if self.exact else np.float64)

    def share(self, part: Array, whole: Array) -> Array:
        """`part / whole`, zero where `whole` is zero."""
        if not self.exact:
            return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole > 0)
        return np.vectorize(_share, otypes=[object])(part, whole)

    def total(self, numbers: Any) -> Any:
        """The sum, zero for none."""
        return sum(numbers, start=self.zeros(1)[0])


def _share(part: int, whole: int) -> Fraction:
    return Fraction(int(part), int(whole)) if whole > 0 else Fraction(0)


class Payoffs(NamedTuple):
    """The payoffs of a hand: standing, standing after a doubled card, and the mean loss by busting on the next card."""

    stand: Array
    twice: Array
    bust: Array


class Prospects:
    """For some hands, each with one or more shoes: the next card's probabilities and the Dealer's results.

    Arrays are indexed by hand and then by shoe; `draw` and `ends` first by value and by end.
    """

    def __init__(self, rules: Rules, numbers: Numbers, up: int, rows: Array, shoes: Array, after: Array) -> None:
        self.rules, self.numbers, self.up = rules, numbers, up
        left = np.maximum(shoes.T[:, None, :] - rows.T[:, :, None], 0)
        self.left = left
        self.cards: Array = np.maximum(shoes.sum(1)[None, :] - rows.sum(1)[:, None], 0)
        self.draw: Array = numbers.share(left, self.cards[None])
        self.past: Array = np.where((after < 0).T[:, :, None], self.draw, numbers.zeros(1)[0])
        """The probability that each value comes next and busts the hand."""

    def ends(self, which: Array) -> Array:
        """The probability of each result of the Dealer for some of the hands, by result, hand and shoe."""
        shape = len(which), self.left.shape[2]
        number = shape[0] * shape[1]
        values = tuple(value for value in range(len(KINDS)) if self.left[value].any())
        tree = ends(self.up, values, self.rules.blackjacks, self.rules.hits_soft_17)
        left = _padded(self.left[:, which].reshape(len(KINDS), number)).astype(self.numbers.dtype)
        scale, whole = _scale(_padded(self.cards[which].reshape(1, number))[0], tree.deepest, self.numbers)
        out = self.numbers.zeros(ENDS, left.shape[1])
        self.numbers.run(kernels.dealer_ends)(left, scale, *_lists(tree, self.numbers), out)
        return (out / whole)[:, :number].reshape(ENDS, *shape)

    @cached_property
    def blackjack(self) -> Array:
        """The probability of a Dealer Blackjack."""
        completing = self.rules.completes(self.up)
        return self.numbers.zeros(*self.cards.shape) if completing is None else self.draw[completing]

    @cached_property
    def blackjack_past(self) -> Array:
        """The joint probability that the next card busts the hand and the Dealer has Blackjack."""
        completing = self.rules.completes(self.up)
        if completing is None:
            return self.blackjack
        left = self.left - (np.arange(len(KINDS)) == completing)[:, None, None]
        next_card = self.numbers.share(np.maximum(left, 0), np.maximum(self.cards - 1, 0)[None])
        return self.blackjack * np.where(self.past != 0, next_card, self.numbers.zeros(1)[0]).sum(0)


def stand_values(rules: Rules, numbers: Numbers, total: Array, likely: Array) -> Array:
    """The expected payoffs of hands that stand, without the Dealer Blackjack."""
    pays = numbers.of(rules.pay_table)[total]
    return (np.delete(pays, BLACKJACK, 1).T[:, :, None] * np.delete(likely, BLACKJACK, 0)).sum(0)


def _scale(cards: Array, depth: int, numbers: Numbers) -> tuple[Array, Any]:
    """Factors that turn ordered deals of each length into probabilities, and the divisor to apply at the end.

    Floats become probabilities at once; exact sums stay integers over one common denominator until the end.
    """
    if not numbers.exact:
        steps = np.maximum(cards[None].astype(np.float64) - np.arange(depth)[:, None], 1)
        return np.vstack([np.ones(len(cards)), 1 / np.cumprod(steps, 0)]), 1
    rows = np.ones((depth + 1, len(cards)), object)
    for dealt in range(depth - 1, -1, -1):
        rows[dealt] = rows[dealt + 1] * np.array([max(int(number) - dealt, 1) for number in cards], object)
    return rows, np.array([Fraction(int(number)) for number in rows[0]], object)


def _padded(columns: Array) -> Array:
    """Pad the columns to a multiple of `LANES`, with shoes without cards."""
    return np.pad(columns, ((0, 0), (0, -columns.shape[1] % kernels.LANES)))


def _lists(tree: Any, numbers: Numbers) -> Any:
    # Python's own integers are faster in uncompiled loops, and do not overflow.
    return tree if not numbers.exact else [np.array(column.tolist(), object) for column in tree]
