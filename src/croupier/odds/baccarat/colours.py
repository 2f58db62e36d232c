"""Counts the colours of one hand together with whether it wins, which only some readings of R-106 need.

The values of the six cards decide who draws and who wins. So the orders of six values are enumerated once: the values
of the hand's own cards (its first two, or all three) against those of the others. The number of deals in which its own
cards are of one colour is then a sum over these patterns of products of falling factorials.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import perm
from typing import Any, NamedTuple

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import Side, banker_draws, player_draws, value
from croupier.games.baccarat.outcome import HandColours, Shade
from croupier.odds.tally import DEALT, Classes, Counts, Tally, members

TEN = range(10)
SHADES: tuple[Shade, Shade] = ("red", "black")
FITS = 2**62
"""Below this many deals, counts fit into 64-bit integers."""


def values() -> list[HandColours]:
    """All values of the colours of one hand."""
    same = [HandColours(shade, final, won) for shade in SHADES for final in (shade, "") for won in (False, True)]
    return [*same, HandColours("", "", False), HandColours("", "", True)]


def tally(side: Side, classes: Classes) -> Tally:
    """Counts the deals in each class of the colours of one hand."""
    groups = members(classes)

    def count(left: Counts) -> list[int]:
        deals = by_colours(side, left)
        return [sum(int(deals[each]) for each in group) for group in groups]

    return count


def by_colours(side: Side, left: Counts) -> dict[HandColours, Any]:
    """The number of ordered deals of six with each value of the colours of one hand."""
    import numpy as np

    numbers = {shade: [0] * 10 for shade in SHADES}
    for card in STANDARD.cards:
        numbers["red" if card.red else "black"][value(card)] += int(left[card.number])
    all_cards = [red + black for red, black in zip(numbers["red"], numbers["black"], strict=True)]
    exact = np.int64 if perm(sum(all_cards), DEALT) < FITS else object
    made = _patterns(side)
    two, three = (_falling(all_cards, each, exact) for each in (made.two, made.three))
    by_two = [(two * ways).sum(axis=1) for ways in made.opened]
    stood = [(two * ways).sum(axis=1) for ways in made.stood]
    drew = [(three * ways).sum(axis=1) for ways in made.drew]
    deals: dict[HandColours, Any] = {}
    for won in (False, True):
        rest = _own(all_cards, made.two, exact) @ by_two[won]
        for shade in SHADES:
            own = _own(numbers[shade], made.two, exact)
            opened = own @ by_two[won]
            final = own @ stood[won] + _own(numbers[shade], made.three, exact) @ drew[won]
            deals[HandColours(shade, shade, won)] = final
            deals[HandColours(shade, "", won)] = opened - final
            rest = rest - opened
        deals[HandColours("", "", won)] = rest
    return deals


class Split(NamedTuple):
    """Six cards divided into a hand's own and the others: how often each value occurs in each pattern."""

    own: Any
    others: Any


class Patterns(NamedTuple):
    """By whether the hand loses (or ties) or wins: how many orders have each pattern of own cards and of the others."""

    two: Split
    three: Split
    opened: tuple[Any, Any]
    """The first two cards against the four others."""
    stood: tuple[Any, Any]
    """The same where the hand takes no third card."""
    drew: tuple[Any, Any]
    """All three cards against the three others, where it takes one."""


@cache
def _patterns(side: Side) -> Patterns:
    import numpy as np

    six = np.indices((10,) * DEALT).reshape(DEALT, -1)
    player, banker = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
    drew, also = _draws()
    player_drew, banker_drew = drew[player, banker], also[player, banker, six[4]]
    banker_third = np.where(player_drew, six[5], six[4])
    player_end = np.where(player_drew, player + six[4], player) % 10
    banker_end = np.where(banker_drew, banker + banker_third, banker) % 10
    won = player_end > banker_end if side == "player" else banker_end > player_end
    first, other = (0, 1) if side == "player" else (1, 0)
    own, others = six[[first, first + 2]], six[[other, other + 2]]
    drawn = player_drew if side == "player" else banker_drew
    third = six[4] if side == "player" else banker_third
    unused = six[5] if side == "player" else np.where(player_drew, six[4], six[5])
    two, three = _split(2), _split(3)
    four = np.concatenate([others, six[4:]])

    def table(split: Split, mine: Any, theirs: Any, where: Any) -> Any:
        shape = len(split.own), len(split.others)
        places = _place(mine[:, where], shape[0]) * shape[1] + _place(theirs[:, where], shape[1])
        return np.bincount(places, minlength=shape[0] * shape[1]).reshape(shape)

    three_own, three_others = np.concatenate([own, third[None]]), np.concatenate([others, unused[None]])
    opened, stood, all_three = [], [], []
    for result in (~won, won):
        opened.append(table(two, own, four, result))
        stood.append(table(two, own, four, result & ~drawn))
        all_three.append(table(three, three_own, three_others, result & drawn))
    return Patterns(two, three, _both(opened), _both(stood), _both(all_three))


def _both(two: Sequence[Any]) -> tuple[Any, Any]:
    lost, won = two
    return lost, won


def _split(own: int) -> Split:
    import numpy as np

    def patterns(cards: int) -> Any:
        rows = combinations_with_replacement(TEN, cards)
        return np.array([[row.count(points) for points in TEN] for row in rows])

    return Split(patterns(own), patterns(DEALT - own))


def _place(cards: Any, patterns: int) -> Any:
    """The place of some cards' pattern, in the order of combinations with replacement."""
    import numpy as np

    size = len(cards)
    places = np.zeros((10,) * size, np.int64)
    for place, row in enumerate(combinations_with_replacement(TEN, size)):
        places[row] = place
    found = places[tuple(np.sort(cards, axis=0))]
    assert places.max() == patterns - 1
    return found


def _own(numbers: Sequence[int], split: Split, kind: Any) -> Any:
    """The ordered ways to draw each pattern of own cards."""
    import numpy as np

    ways = np.array([[perm(number, times) for times in range(4)] for number in numbers], kind)
    product: Any = 1
    for points in TEN:
        product = product * ways[points][split.own[:, points]]
    return product


def _falling(numbers: Sequence[int], split: Split, kind: Any) -> Any:
    """The ordered ways to draw each pattern of the other cards after each pattern of own ones."""
    import numpy as np

    ways = np.array(
        [
            [[perm(number - gone, times) if number >= gone else 0 for times in range(5)] for gone in range(4)]
            for number in numbers
        ],
        kind,
    )
    product: Any = 1
    for points in TEN:
        product = product * ways[points][split.own[:, points, None], split.others[None, :, points]]
    return product


def _draws() -> tuple[Any, Any]:
    """Whether Player and whether Banker draws, by both opening totals and the fifth card's value."""
    import numpy as np

    drew = np.array([[player_draws(player, banker) for banker in TEN] for player in TEN])
    also = np.array(
        [
            [[banker_draws(player, banker, fifth if drew[player, banker] else None) for fifth in TEN] for banker in TEN]
            for player in TEN
        ]
    )
    return drew, also
