"""Shoes whose order looks unshuffled, compared with the shoe before and with a new deck, and shoes removed early.

A pattern predicts the next card: one that followed in the shoe before, or that follows in a new deck. In a shuffled
shoe the next card is a predicted one with exactly the share of those among the remaining cards. So each card is a test
with a known probability (`chance`), whether the order was kept from the first card on or only in a slug in the middle.

The alarm for a shoe that is removed before its cutting card names the expectation of the best wagers on the remaining
cards: who shuffles away what favours the players shuffles by the count.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, STANDARD, Card, Composition
from croupier.house.surveillance.chance import Floats, highest
from croupier.house.surveillance.expectation import Remaining
from croupier.house.surveillance.seen import SeenShoe
from croupier.odds.families import odds_of
from croupier.odds.tally import counts
from croupier.words import Sentence

MAX_WAGERS_NAMED = 3
"""Wagers that are named where a shoe was removed early, the best for the players first."""
RIFFLED_CARDS = 4
"""After one or two riffles, the card that came next is still among so many next ones."""

Predicted = NDArray[np.bool_]
"""A 52 by 52 table: whether a card (row) predicts that another (column) follows."""


class Order(NamedTuple):
    """The result of the test of an order for one pattern."""

    name: Sentence
    came: int
    """How many cards came as predicted."""
    expected: float
    """The expected number in a shuffled shoe."""
    spread: float
    """Its standard deviation."""
    score: float
    place: int
    """The card at which the score was highest."""


def discarded(shoe: SeenShoe) -> tuple[str, float]:
    """The expectations of the best wagers on the remaining cards of a shoe, as text, and the best of them."""
    left = Remaining.full(shoe.rules, shoe.decks).without(shoe.order)
    worth = {name: float(ev) for name, ev in left.evs().items()}
    if odds_of(shoe.rules).plays:
        worth |= left.main()
    best = sorted(worth.items(), key=lambda each: -each[1])[:MAX_WAGERS_NAMED]
    text = ", ".join(f"{name} {100 * ev:+.2f} %" for name, ev in best)
    return text or Sentence("leftover-deals-no-round"), best[0][1] if best else -1.0


def orders(full: Composition, order: Sequence[Card], previous: Sequence[Card], allowance: float) -> list[Order]:
    """Test the order of a shoe for each pattern; those of the previous shoe only where there was one.

    >>> shoe = tuple(Composition.parse("8x52"))[:60]
    >>> found = orders(Composition.parse("8x52"), shoe, (), 1e-9)
    >>> [(each.name, each.came, f"{each.score:.0e}") for each in found]
    [('a new deck', 7, '5e-09'), ('sorted by rank', 52, '3e+37')]
    """
    if len(order) < 2:
        return []
    numbers = np.array([card.number for card in order])
    left = np.array(counts(full))[None, :] - _gone(numbers)
    patterns = {Sentence("order-new-deck"): (_NEW_DECK, 1), Sentence("order-sorted-by-rank"): (_SAME_RANK, 1)}
    if len(previous) > 1:
        same = _next_in(previous)
        patterns |= {
            Sentence("order-previous-shoe"): (same, 1),
            Sentence("order-previous-shoe-riffled"): (same, RIFFLED_CARDS),
            Sentence("order-previous-shoe-backwards"): (same.T, 1),
        }
    each = allowance / (len(patterns) * full.total)
    return [_test(name, numbers, left, table, back, each) for name, (table, back) in patterns.items()]


def longest_run(order: Sequence[Card], previous: Sequence[Card]) -> tuple[int, int]:
    """The length of the longest run of cards in the same order as in the previous shoe, and where it begins.

    >>> from croupier.cards import cards
    >>> longest_run(cards("AS 5D 6D 7H 2C"), cards("5D 6D 7H 9S 2C"))
    (3, 1)
    """
    best = (0, 0)
    runs = [0] * (len(previous) + 1)
    for place, card in enumerate(order):
        runs = [0, *(run + 1 if other == card else 0 for run, other in zip(runs, previous, strict=False))]
        longest = max(runs)
        if longest > best[0]:
            best = (longest, place + 1 - longest)
    return best


def _test(
    name: Sentence, numbers: NDArray[np.int64], left: NDArray[np.int64], next_to: Predicted, back: int, each: float
) -> Order:
    """Test one pattern; a card counts as predicted by any of the `back` cards before it."""
    predicted = next_to[numbers[:-1]]
    for step in range(1, back):
        predicted[step:] |= next_to[numbers[: -1 - step]]
    came = predicted[np.arange(len(predicted)), numbers[1:]]
    chance: Floats = np.clip((predicted * left[1:]).sum(axis=1) / np.maximum(left[1:].sum(axis=1), 1), 0, 1)
    score, place = highest(came, chance, each)
    spread = float(np.sqrt((chance * (1 - chance)).sum()))
    return Order(name, int(came.sum()), float(chance.sum()), spread, score, place + 1)


def _gone(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of each card had come before each place."""
    seen = np.zeros((len(numbers), 52), dtype=np.int64)
    seen[np.arange(1, len(numbers)), numbers[:-1]] = 1
    return seen.cumsum(axis=0)


def _next_in(previous: Sequence[Card]) -> Predicted:
    numbers = [card.number for card in previous]
    table = np.zeros((52, 52), dtype=np.bool_)
    table[numbers[:-1], numbers[1:]] = True
    return table


def _table(holds: "Sequence[tuple[Card, Card]]") -> Predicted:
    table = np.zeros((52, 52), dtype=np.bool_)
    for one, other in holds:
        table[one.number, other.number] = True
    return table


_PAIRS = [(one, other) for one in STANDARD.cards for other in STANDARD.cards]
_SAME_RANK = _table([(one, other) for one, other in _PAIRS if one.rank == other.rank])
_NEW_DECK = _table(
    [
        (one, other)
        for one, other in _PAIRS
        if one.suit == other.suit and (RANKS.index(one.rank) - RANKS.index(other.rank)) % 13 in (1, 12)
    ]
)
