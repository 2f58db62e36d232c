"""Counts the points of a round together with what each hand's first two cards share.

The values of the four first cards decide which third cards are drawn, and what two cards share depends on their ranks
and suits. So first cards are counted by their values and by what they share, as far as wagers tell that apart, both
hands together (see `openings` for the formula); the last two cards then follow from the values that are left.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from croupier.cards import STANDARD
from croupier.games.baccarat.decided import possible
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.baccarat.outcome import Hands, Points, Shared, opening
from croupier.games.wager import Wager
from croupier.odds.baccarat.points import by_value
from croupier.odds.tally import DEALT, Classes, Counts, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

FITS = 2**62
"""Below this many deals, counts fit into 64-bit integers."""
Both = tuple[int, int]
"""The features of both hands."""
Key = TypeVar("Key", bound=Hashable)
TEN = range(10)
TWOS = list(combinations_with_replacement(TEN, 2))
"""The values of two cards."""
SHARED = list(dict.fromkeys(Shared.of(opening(*two)) for two in combinations_with_replacement(STANDARD.cards, 2)))
"""All that two cards can share."""


@cache
def values() -> list[Hands]:
    """Every value of the aspect."""
    return list(possible("hands", ()))


def features(see: Mapping[Hands, Hashable]) -> dict[Shared, int]:
    """A number for what two cards share, where values of the aspect that are seen alike are not told apart."""
    by_hand: dict[Shared, list[Hashable]] = {each: [] for each in SHARED}
    for points, one, other in product(_points(), SHARED, SHARED):
        by_hand[one].append(see.get(Hands(points, one, other)))
        by_hand[one].append(see.get(Hands(points, other, one)))
    numbers: dict[Hashable, int] = {}
    return {each: numbers.setdefault(tuple(seen), len(numbers)) for each, seen in by_hand.items()}


def features_of(wagers: Sequence[Wager]) -> dict[Shared, int]:
    """What wagers on both hands tell apart of what two cards share."""
    return _features_of(tuple(wagers))


@lru_cache(maxsize=64)
def _features_of(wagers: tuple[Wager, ...]) -> dict[Shared, int]:
    return features({each: tuple(wager.match(each) for wager in wagers) for each in values()})


def tally(classes: Classes) -> Tally:
    """Counts the deals in each class."""
    made = _made(tuple(features(classes).items()))
    size = len(set(classes.values()))
    tables = made.alike(lambda both: tuple(classes.get(each, 0) for each in made.examples(*both)))

    def count(left: Counts) -> list[int]:
        import numpy as np

        sums = np.zeros(size, np.int64 if perm(sum(left), DEALT) < FITS else object)
        for table, deals in zip(tables, made.deals(left, tables.values()), strict=True):
            np.add.at(sums, np.array(table)[places()], deals)
        return [int(each) for each in sums]

    return count


def made_for(feature: Mapping[Shared, int]) -> "FirstCards":
    """First cards by their values and by these features; memoised."""
    return _made(tuple(feature.items()))


class FirstCards:
    """Both hands' first two cards, by their values and by features of what they share."""

    def __init__(self, feature: Mapping[Shared, int]) -> None:
        import numpy as np

        self.number = len(set(feature.values()))
        self.both = [(one, other) for one in range(self.number) for other in range(self.number)]
        self._shared = [next(each for each, at in feature.items() if at == number) for number in range(self.number)]
        of_two = {two: number for number, two in enumerate(TWOS)}
        self.kinds = np.array(
            [
                [
                    of_two[_two(value(one), value(other))] * self.number + feature[Shared.of(opening(one, other))]
                    for other in STANDARD.cards
                ]
                for one in STANDARD.cards
            ]
        )
        gone = np.array([[two.count(points) for two in TWOS] for points in TEN], np.int64)
        total = np.array([[sum(two) % 10 == points for two in TWOS] for points in TEN], np.int64)
        self._total = total
        self._once = (total[:, None] * gone).reshape(-1, len(TWOS))
        self._twice = (total[:, None, None] * gone[:, None] * gone).reshape(-1, len(TWOS))
        """By total of two cards, and by one or two values: how many of them are among each two cards of that total."""

    def examples(self, player: int, banker: int) -> list[Hands]:
        """A value of the aspect for each result of the points, with these features."""
        return [Hands(points, self._shared[player], self._shared[banker]) for points in _points()]

    def alike(self, see: Callable[[Both], Key]) -> dict[Key, list[Both]]:
        """The features of both hands, grouped by how they are seen."""
        groups: dict[Key, list[Both]] = {}
        for both in self.both:
            groups.setdefault(see(both), []).append(both)
        return groups

    def deals(self, left: Counts, groups: Iterable[Sequence[Both]]) -> "Iterator[Numbers]":
        """By group of features: the ordered deals of six by both totals of two cards and the values of the last two."""
        import numpy as np

        kind: Any = np.int64 if perm(sum(left), DEALT) < FITS else object
        number: Numbers = np.array(left, kind)
        same = np.eye(len(left), dtype=np.int64)
        partners: Numbers = np.zeros((len(left), len(TWOS) * self.number), kind)
        rows = np.broadcast_to(np.arange(len(left))[:, None], self.kinds.shape)
        np.add.at(partners, (rows, self.kinds), number[None, :] - same)
        made = number[:, None] * partners
        pairs = made.sum(axis=0)
        fours = np.outer(pairs, pairs) - 4 * made.T @ partners + 2 * np.diag(pairs)
        by_feature = fours.reshape(len(TWOS), self.number, len(TWOS), self.number)
        for group in groups:
            first = np.sum([by_feature[:, player, :, banker] for player, banker in group], axis=0)
            yield self._with_last_two(first, np.array(by_value(left), kind))

    def _with_last_two(self, first: "Numbers", numbers: "Numbers") -> "Numbers":
        """The ordered deals of six, from those of both hands' first two cards and the number of cards of each value.

        A value has as many cards left as it had, less those among Player's two and those among Banker's. So the product
        for the last two cards is summed up term by term.
        """
        import numpy as np

        def arranged(sums: "Numbers", axes: str) -> "Numbers":
            found: Numbers = np.einsum(f"{axes}->{'pbxy'[: len(axes)]}", sums.reshape((10,) * len(axes)))
            return found

        by_player, by_banker = self._total @ first, first @ self._total.T
        deals = arranged(self._total @ by_banker, "pb")
        gone = arranged(self._once @ by_banker, "pxb") + arranged(self._once @ by_player.T, "bxp")
        both = arranged(self._twice @ by_banker, "pxyb") + arranged(self._twice @ by_player.T, "bxyp")
        each = arranged(self._once @ first @ self._once.T, "pxby")
        fifth, sixth = numbers[:, None], numbers[None, :] - np.eye(10, dtype=np.int64)
        six: Numbers = (
            deals[..., None, None] * fifth * sixth
            - fifth * gone[..., None, :]
            - sixth * gone[..., :, None]
            + both
            + each
            + each.swapaxes(2, 3)
        )
        return six


@cache
def _made(feature: tuple[tuple[Shared, int], ...]) -> FirstCards:
    return FirstCards(dict(feature))


def _two(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one <= other else (other, one)


class _Ended(NamedTuple):
    points: list[Points]
    places: "Numbers"


@cache
def _ended() -> _Ended:
    """Every result of the points, and its place by both totals of two cards and the values of the last two."""
    import numpy as np

    numbers: dict[Points, int] = {}
    found = np.empty((10, 10, 10, 10), np.int64)
    for player, banker, fifth, sixth in product(TEN, repeat=4):
        drew = player_draws(player, banker)
        draws = banker_draws(player, banker, fifth if drew else None)
        last = sixth if drew else fifth
        end = Points((player + fifth * drew) % 10, (banker + last * draws) % 10, 2 + drew, 2 + draws)
        found[player, banker, fifth, sixth] = numbers.setdefault(end, len(numbers))
    return _Ended(list(numbers), found)


def _points() -> list[Points]:
    return _ended().points


def places() -> "Numbers":
    """The place of the points among `FirstCards.examples`, by both totals of two cards and the last two values."""
    return _ended().places
