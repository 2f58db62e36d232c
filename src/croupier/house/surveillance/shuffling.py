"""Shoes whose order looks unshuffled, beside the shoe before and a new deck, and shoes that were taken away early.

Some cards are foretold: those that came next in the shoe before, those that come next in a new deck. In a shuffled shoe
the next card is one of them exactly as often as they are among the cards that are left; that is all that is needed.
Each card is a test with a known chance, so what is evidence against a shuffle is exact at every card (`chance`), for an
order kept from the first card on as for a slug in the middle.

A shoe that is taken away before its cutting card is told with what every wager was worth from the cards that were left:
who shuffles away what favours the players shuffles by the count.
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

BEST = 3
"""Wagers that are named where a shoe was taken away early, the best for the players first."""
RIFFLED = 4
"""After one or two riffles, the card that came next is still among the next few."""

Foretold = NDArray[np.bool_]
"""By the number of a card and of another: whether the other is foretold to come after it."""


class Order(NamedTuple):
    """What one way of looking at an order finds."""

    name: Sentence
    came: int
    """How many cards came as they were foretold."""
    expected: float
    """How many would in a shuffled shoe, on average."""
    spread: float
    """And their standard deviation."""
    score: float
    place: int
    """The card at which the score was highest."""


def discarded(shoe: SeenShoe) -> tuple[str, float]:
    """What the wagers were worth from the cards that were left of a shoe, in words, and the most of it."""
    left = Remaining.full(shoe.game, shoe.decks).without(shoe.order)
    worth = {name: float(ev) for name, ev in left.evs().items()}
    if odds_of(shoe.rules).plays:
        worth |= left.main()
    best = sorted(worth.items(), key=lambda each: -each[1])[:BEST]
    said = ", ".join(f"{name} {100 * ev:+.2f} %" for name, ev in best)
    return said or Sentence("leftover-deals-no-round"), best[0][1] if best else -1.0


def orders(full: Composition, order: Sequence[Card], previous: Sequence[Card], allowance: float) -> list[Order]:
    """Every way of looking at the order of a shoe; those beside the shoe before only where there was one.

    >>> shoe = tuple(Composition.parse("8x52"))[:60]
    >>> found = orders(Composition.parse("8x52"), shoe, (), 1e-9)
    >>> [(each.name, each.came, f"{each.score:.0e}") for each in found]
    [('a new deck', 7, '5e-09'), ('sorted by rank', 52, '3e+37')]
    """
    if len(order) < 2:
        return []
    numbers = np.array([card.number for card in order])
    left = np.array(counts(full))[None, :] - _gone(numbers)
    ways = {Sentence("order-new-deck"): (_NEW_DECK, 1), Sentence("order-sorted-by-rank"): (_SAME_RANK, 1)}
    if len(previous) > 1:
        kept = _next_in(previous)
        ways |= {
            Sentence("order-previous-shoe"): (kept, 1),
            Sentence("order-previous-shoe-riffled"): (kept, RIFFLED),
            Sentence("order-previous-shoe-backwards"): (kept.T, 1),
        }
    each = allowance / (len(ways) * full.total)
    return [_look(name, numbers, left, foretold, back, each) for name, (foretold, back) in ways.items()]


def longest_run(order: Sequence[Card], previous: Sequence[Card]) -> tuple[int, int]:
    """The longest run of cards that came in the same order in the shoe before, and where it begins.

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


def _look(
    name: Sentence, numbers: NDArray[np.int64], left: NDArray[np.int64], next_to: Foretold, back: int, each: float
) -> Order:
    foretold = next_to[numbers[:-1]]
    for step in range(1, back):
        foretold[step:] |= next_to[numbers[: -1 - step]]
    came = foretold[np.arange(len(foretold)), numbers[1:]]
    chance: Floats = np.clip((foretold * left[1:]).sum(axis=1) / np.maximum(left[1:].sum(axis=1), 1), 0, 1)
    score, place = highest(came, chance, each)
    spread = float(np.sqrt((chance * (1 - chance)).sum()))
    return Order(name, int(came.sum()), float(chance.sum()), spread, score, place + 1)


def _gone(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of each card had gone before each place."""
    seen = np.zeros((len(numbers), 52), dtype=np.int64)
    seen[np.arange(1, len(numbers)), numbers[:-1]] = 1
    return seen.cumsum(axis=0)


def _next_in(previous: Sequence[Card]) -> Foretold:
    numbers = [card.number for card in previous]
    table = np.zeros((52, 52), dtype=np.bool_)
    table[numbers[:-1], numbers[1:]] = True
    return table


def _table(holds: "Sequence[tuple[Card, Card]]") -> Foretold:
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
