"""What the cards still to come hold for hands in front of one first card of the Dealer's, whatever is decided.

Cards that nobody has seen can be exchanged for one another. So the Dealer may be thought to draw at once, from the shoe
less the hand and whatever else is known to be gone: what other hands take meanwhile changes nothing.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack.solver import kernels
from croupier.odds.blackjack.solver.hands import BLACKJACK, ENDS, KINDS, Array, ends
from croupier.odds.blackjack.solver.rules import Rules


class Numbers:
    """Floats with compiled loops, or fractions with plain ones."""

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.dtype: Any = object if exact else np.float64

    def run(self, kernel: Any) -> Any:
        """The loops for these numbers."""
        return kernels.exact(kernel) if self.exact else kernel

    def zeros(self, *shape: int) -> Array:
        """Noughts."""
        return np.full(shape, Fraction(0), object) if self.exact else np.zeros(shape)

    def of(self, numbers: Any) -> Array:
        """Whole numbers or fractions as these numbers."""
        return np.array(numbers, object if self.exact else np.float64)

    def share(self, part: Array, whole: Array) -> Array:
        """A part of a whole; nothing where there is nothing."""
        if not self.exact:
            return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole > 0)
        return np.vectorize(_share, otypes=[object])(part, whole)

    def total(self, numbers: Any) -> Any:
        """The sum of some of these numbers, nought where there are none."""
        return sum(numbers, start=self.zeros(1)[0])


def _share(part: int, whole: int) -> Fraction:
    return Fraction(int(part), int(whole)) if whole > 0 else Fraction(0)


class Payoffs(NamedTuple):
    """What is counted: of a hand that stands, of one whose last card was doubled for, and lost by passing 21."""

    stand: Array
    twice: Array
    bust: Array


class Prospects:
    """For some hands, each from one or more shoes: what may come next, and how the Dealer may end.

    Arrays are indexed by hand and then by shoe; `draw` and `ends` first by value and by end.
    """

    def __init__(self, rules: Rules, numbers: Numbers, up: int, rows: Array, shoes: Array, after: Array) -> None:
        self.rules, self.numbers, self.up = rules, numbers, up
        left = np.maximum(shoes.T[:, None, :] - rows.T[:, :, None], 0)
        self.left = left
        self.cards: Array = np.maximum(shoes.sum(1)[None, :] - rows.sum(1)[:, None], 0)
        self.draw: Array = numbers.share(left, self.cards[None])
        self.past: Array = np.where((after < 0).T[:, :, None], self.draw, numbers.zeros(1)[0])
        """How likely each value is to come and to pass 21."""

    def ends(self, which: Array) -> Array:
        """How likely each end of the Dealer's hand is for some of the hands, by end, hand and shoe."""
        shape = len(which), self.left.shape[2]
        number = shape[0] * shape[1]
        values = tuple(value for value in range(len(KINDS)) if self.left[value].any())
        tree = ends(self.up, values, self.rules.blackjacks)
        left = _padded(self.left[:, which].reshape(len(KINDS), number)).astype(self.numbers.dtype)
        scale, whole = _scale(_padded(self.cards[which].reshape(1, number))[0], tree.deepest, self.numbers)
        out = self.numbers.zeros(ENDS, left.shape[1])
        self.numbers.run(kernels.dealer_ends)(left, scale, *_lists(tree, self.numbers), out)
        return (out / whole)[:, :number].reshape(ENDS, *shape)

    @cached_property
    def blackjack(self) -> Array:
        """How likely the Dealer has Blackjack."""
        completing = self.rules.completes(self.up)
        return self.numbers.zeros(*self.cards.shape) if completing is None else self.draw[completing]

    @cached_property
    def blackjack_past(self) -> Array:
        """How likely the next card passes 21 while the Dealer has Blackjack."""
        completing = self.rules.completes(self.up)
        if completing is None:
            return self.blackjack
        left = self.left - (np.arange(len(KINDS)) == completing)[:, None, None]
        next_card = self.numbers.share(np.maximum(left, 0), np.maximum(self.cards - 1, 0)[None])
        return self.blackjack * np.where(self.past != 0, next_card, self.numbers.zeros(1)[0]).sum(0)


def stand_values(rules: Rules, numbers: Numbers, total: Array, likely: Array) -> Array:
    """What hands get that stand, a Dealer Blackjack left out."""
    pays = numbers.of(rules.pay_table)[total]
    return (np.delete(pays, BLACKJACK, 1).T[:, :, None] * np.delete(likely, BLACKJACK, 0)).sum(0)


def _scale(cards: Array, depth: int, numbers: Numbers) -> tuple[Array, Any]:
    """What makes a share of ordered deals of each length, and the whole of which it is one then.

    Floats are shares at once; fractions stay whole numbers for as long as they are added up.
    """
    if not numbers.exact:
        steps = np.maximum(cards[None].astype(np.float64) - np.arange(depth)[:, None], 1)
        return np.vstack([np.ones(len(cards)), 1 / np.cumprod(steps, 0)]), 1
    rows = np.ones((depth + 1, len(cards)), object)
    for dealt in range(depth - 1, -1, -1):
        rows[dealt] = rows[dealt + 1] * np.array([max(int(number) - dealt, 1) for number in cards], object)
    return rows, np.array([Fraction(int(number)) for number in rows[0]], object)


def _padded(columns: Array) -> Array:
    """As many columns as kernels take at once; those added are shoes without cards."""
    return np.pad(columns, ((0, 0), (0, -columns.shape[1] % kernels.LANES)))


def _lists(tree: Any, numbers: Numbers) -> Any:
    # Plain Python is quicker with its own integers, and multiplies them without end.
    return tree if not numbers.exact else [np.array(column.tolist(), object) for column in tree]
