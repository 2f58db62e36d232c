"""Counts the points of a round: totals and numbers of cards, from how many cards of each value are left.

The order of the six values of a deal decides its points; which cards of those values they are does not. A *pattern* is
how often each value occurs among the six. The drawing rules are evaluated once: for each pattern, in how many of its
orders it leads to each result. The number of deals of one order is a product of falling factorials: 8 Nines give 8 x 7
ordered pairs of Nines. A shoe is then counted by one sum over the 5,005 patterns.

Two optimisations make that sum fast. All results of a pattern are packed into one long integer, in bit fields too wide
to overflow, so one multiplication handles them all. And a pattern is a low half (values 0 to 4) beside a high half
(5 to 9), so the falling products of all patterns are products of 462 for each half.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from operator import mul

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.baccarat.outcome import Points
from croupier.odds.tally import DEALT, Classes, Counts, Tally, deals

TEN = range(10)
HALF = 5
STEP = [1 << 3 * value for value in TEN]
"""A pattern is one integer with an octal digit for each value: how often it occurs, six times at most."""
BY_VALUE = [[card.number for card in STANDARD.cards if value(card) == points] for points in TEN]
TEN_DECKS = 10 * 52
NARROW = deals(TEN_DECKS).bit_length()

Patterns = dict[int, int]
"""By pattern: a number of orders, or the packed numbers of orders of every class."""


def values() -> list[Points]:
    """Every result that points can have.

    >>> len(values()), values()[0]
    (205, Points(player=0, banker=0, player_cards=3, banker_cards=3))
    """
    return list(dict.fromkeys(points for _, points, _ in _ends()))


def tally(classes: Classes) -> Tally:
    """Counts the deals in each class of points."""
    number = len(set(classes.values()))
    matrix = cache(lambda width: _Matrix(packed(classes, width)))

    def count(left: Counts) -> list[int]:
        width = _width(sum(left))
        packed = matrix(width).of(by_value(left))
        mask = (1 << width) - 1
        return [packed >> width * place & mask for place in range(number)]

    return count


def by_value(left: Counts) -> list[int]:
    """How many cards of each value are left.

    >>> by_value([8] * 52)
    [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
    """
    return [sum([left[number] for number in numbers]) for numbers in BY_VALUE]


def _width(cards: int) -> int:
    """The width of a field in bits, enough for the count of all deals; rounded up, so that few tables are needed."""
    return NARROW if cards <= TEN_DECKS else -(-deals(cards).bit_length() // 64) * 64


@cache
def _ends() -> list[tuple[int, Points, Patterns]]:
    """Every final result by the table of play: the number of cards, the points, and the orders of each pattern."""
    pairs: list[Patterns] = [defaultdict(int) for _ in TEN]
    for first, second in product(TEN, TEN):
        pairs[(first + second) % 10][STEP[first] + STEP[second]] += 1
    by_result: dict[tuple[int, Points], Patterns] = defaultdict(partial(defaultdict, int))
    for player, banker in product(TEN, TEN):
        openings = _joined(pairs[player], pairs[banker])
        for points, thirds in _finishes(player, banker):
            ways = by_result[points.player_cards + points.banker_cards, points]
            for pattern, number in openings.items():
                ways[pattern + thirds] += number
    return [(cards, points, ways) for (cards, points), ways in by_result.items()]


def _joined(some: Patterns, others: Patterns) -> Patterns:
    joined: Patterns = defaultdict(int)
    for (one, ways), (other, times) in product(some.items(), others.items()):
        joined[one + other] += ways * times
    return joined


def _finishes(player: int, banker: int) -> Iterator[tuple[Points, int]]:
    """The final points from two opening totals, each with the pattern of the third cards drawn."""
    for third in TEN if player_draws(player, banker) else [None]:
        final, cards, taken = (player, 2, 0) if third is None else ((player + third) % 10, 3, STEP[third])
        if not banker_draws(player, banker, third):
            yield Points(final, banker, cards, 2), taken
            continue
        for fourth in TEN:
            yield Points(final, (banker + fourth) % 10, cards, 3), taken + STEP[fourth]


def packed(classes: Classes, width: int) -> Patterns:
    """The orders of every pattern of six cards, packed with a field for each class."""
    packed: Patterns = {}
    for cards in (4, 5, 6):
        packed = _one_more(packed)
        for taken, points, ways in _ends():
            if taken == cards:
                shift = width * classes[points]
                for pattern, number in ways.items():
                    packed[pattern] = packed.get(pattern, 0) + (number << shift)
    return packed


def _one_more(packed: Patterns) -> Patterns:
    """The same rounds extended by one undealt card of any value."""
    more: Patterns = defaultdict(int)
    for pattern, ways in packed.items():
        for step in STEP:
            more[pattern + step] += ways
    return more


class _Matrix:
    """The packed orders as a bilinear form of two vectors: the falling products of the low and of the high values."""

    def __init__(self, packed: Patterns) -> None:
        halves = half_patterns()
        self._rows: list[tuple[int, bool, list[list[int]]]] = []
        for size in range(DEALT + 1):
            low, high = halves[size], [pattern << 3 * HALF for pattern in halves[DEALT - size]]
            # Few long rows are summed faster than many short ones.
            across = len(low) > len(high)
            outer, inner = (high, low) if across else (low, high)
            self._rows.append((size, across, [[packed[one + other] for other in inner] for one in outer]))

    def of(self, numbers: Sequence[int]) -> int:
        """The packed counts of deals, from the number of cards of each value."""
        lows, highs = _falling_products(numbers[:HALF]), _falling_products(numbers[HALF:])
        packed = 0
        for size, across, rows in self._rows:
            low, high = lows[size], highs[DEALT - size]
            outer, inner = (high, low) if across else (low, high)
            packed += sum(map(mul, outer, [sum(map(mul, row, inner)) for row in rows]))
        return packed


def half_patterns() -> list[list[int]]:
    """The patterns of the five values of a half, by number of cards, in the order of `_falling_products`."""
    patterns = [[0], *([] for _ in range(DEALT))]
    for place in range(HALF):
        patterns = [
            [pattern + STEP[place] * times for times in range(size + 1) for pattern in patterns[size - times]]
            for size in range(DEALT + 1)
        ]
    return patterns


def _falling_products(numbers: Sequence[int]) -> list[list[int]]:
    """The falling products of the half patterns, by number of cards, from the number of cards of each value."""
    products = [[1], *([] for _ in range(DEALT))]
    for number in numbers:
        falling = [1]
        for gone in range(DEALT):
            falling.append(falling[-1] * (number - gone))
        products = [
            [ways * falling[times] for times in range(size + 1) for ways in products[size - times]]
            for size in range(DEALT + 1)
        ]
    return products
