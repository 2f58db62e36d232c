"""The look-up tables of a baccarat game, made from the declarations of its wagers and the table of play.

What no wager of the game tells apart is one class. A class of rounds is a class of endings (points) beside a class of
both openings, and every wager reads one of the two, so counts of classes settle every wager exactly.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, Points, opening
from croupier.games.wager import Match, Wager
from croupier.odds.baccarat import openings as possible_openings
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import classify, outcomes
from croupier.simulation.baccarat.rounds import Bytes, Shorts

TEN = range(10)
MAX_OPENING_KINDS = 16
"""A kind of opening has four bits."""


class ShoeArrays(NamedTuple):
    """The cards of a full shoe: which lies in each place, and its points."""

    cards: Bytes
    values: Bytes


class BaccaratTables(NamedTuple):
    """What a kernel of baccarat reads."""

    openings: Shorts
    """By two cards, 64 times the first and the second: their kind, and below it four bits of points."""
    both: Shorts
    """By the kinds of Player's opening and Banker's, 16 times the first and the second: their common class."""
    points: Bytes
    """By both openings' points and the values of the fifth and the sixth card, as decimal digits: the ending."""
    taken: Bytes
    """Likewise by three digits: how many cards the round takes."""
    kinds: np.uint32
    """How many classes of both openings there are: a round's class is `kinds` times its ending, and its openings."""


class BaccaratClasses:
    """The classes that some wagers tell apart: their tables, and what each class makes of each wager."""

    def __init__(self, wagers: Sequence[Wager]) -> None:
        kind, both, kinds_seen = _openings(wagers)
        ending, endings_seen = classify(
            dict.fromkeys(_ended(*digits)[0] for digits in product(TEN, TEN, TEN, TEN)), _matches(wagers, "points")
        )
        self.size = len(endings_seen) * len(kinds_seen)
        self.tables = BaccaratTables(
            _opening_table(kind),
            both,
            np.array([ending[_ended(*digits)[0]] for digits in product(TEN, TEN, TEN, TEN)], np.uint8),
            np.array([_ended(*three, 0)[1] for three in product(TEN, TEN, TEN)], np.uint8),
            np.uint32(len(kinds_seen)),
        )
        self._matches = [{**points, **opened} for points in map(dict, endings_seen) for opened in map(dict, kinds_seen)]
        self._labels = {wager.name: wager.label for wager in wagers}
        self._sheets = {wager.name: self._sheet(wager.name, wager) for wager in wagers}

    def match(self, number: int) -> Mapping[str, Match]:
        """What a round of that class makes of every wager."""
        return self._matches[number]

    def _sheet(self, name: str, wager: Wager) -> tuple[list[tuple[str, Match]], npt.NDArray[np.int64]]:
        """Every row of a wager and then its loss, and by class which of them it gets."""
        listed = outcomes(wager)
        place = {match: number for number, (_, match) in reversed(list(enumerate(listed)))}
        return listed, np.array([place[matches[name]] for matches in self._matches])

    def settle(self, counts: Sequence[int]) -> dict[str, Odds]:
        """What became of every wager, from how many rounds there were of each class."""
        total = sum(counts)
        settled: dict[str, Odds] = {}
        for name, (listed, rows) in self._sheets.items():
            found = np.zeros(len(listed), np.int64)
            np.add.at(found, rows, counts)
            chances = [
                Chance(text, match.result, match.pays, count, total)
                for (text, match), count in zip(listed, found.tolist(), strict=True)
            ]
            settled[name] = Odds(name, self._labels[name], chances)
        return settled


@lru_cache(maxsize=64)
def classes(wagers: tuple[Wager, ...]) -> BaccaratClasses:
    """The classes that these wagers tell apart, cached.

    >>> from croupier.games.catalogue import game
    >>> classes(game("tiger").wagers).size, classes(game("sands-super").wagers).size
    (24, 3388)
    """
    return BaccaratClasses(wagers)


def shoe(left: Composition) -> ShoeArrays:
    """The cards of a shoe, in the order of their numbers.

    >>> cards, values = shoe(Composition.parse("8x52"))
    >>> len(cards), [int(number) for number in cards[7:9]], [int(points) for points in values[7:9]]
    (416, [0, 1], [1, 2])
    """
    listed = list(left)
    return ShoeArrays(
        np.array([card.number for card in listed], np.uint8), np.array([value(card) for card in listed], np.uint8)
    )


def card(number: int) -> Card:
    """The card of a number.

    >>> card(0), card(51)
    (AS, KC)
    """
    return STANDARD.cards[number]


def _matches(wagers: Sequence[Wager], *reads: str) -> Any:
    """What a value makes of the wagers that read any of these aspects, as a key."""
    chosen = [wager for wager in wagers if wager.reads in reads]
    return lambda aspect: tuple((wager.name, wager.match(aspect)) for wager in chosen)


def _ended(player: int, banker: int, fifth: int, sixth: int) -> tuple[Points, int]:
    """How a round ends by the table of play, and how many cards it takes."""
    drew = player_draws(player, banker)
    draws = banker_draws(player, banker, fifth if drew else None)
    points = Points(
        (player + fifth * drew) % 10, (banker + (sixth if drew else fifth) * draws) % 10, 2 + drew, 2 + draws
    )
    return points, 4 + drew + draws


def _openings(wagers: Sequence[Wager]) -> tuple[dict[OpeningHand, int], Shorts, list[Any]]:
    """The kind of every opening, the table of two kinds, and what each class of two makes of the wagers."""
    sides = ("player_opening", "banker_opening")
    player, banker = (_matches(wagers, side) for side in sides)
    together = _matches(wagers, "openings")
    ranks = any(wager.reads == "openings" for wager in wagers)
    # Where a wager looks at both hands, what it looks at is the rank in which each pairs.
    kind, _ = classify(
        possible_openings.one_hand(), lambda seen: (player(seen), banker(seen), seen.pair if ranks else None)
    )
    assert max(kind.values()) < MAX_OPENING_KINDS
    of_kind: dict[int, OpeningHand] = {}
    for seen, number in kind.items():
        of_kind.setdefault(number, seen)
    number_of, found = classify(
        product(of_kind, of_kind),
        lambda two: (
            *player(of_kind[two[0]]),
            *banker(of_kind[two[1]]),
            *together(OpeningPairs(of_kind[two[0]].pair, of_kind[two[1]].pair)),
        ),
    )
    table = np.zeros(MAX_OPENING_KINDS**2, np.uint16)
    for (first, second), number in number_of.items():
        table[MAX_OPENING_KINDS * first + second] = number
    return kind, table, found


def _opening_table(kind: Mapping[OpeningHand, int]) -> Shorts:
    table = np.zeros(64 * 64, np.uint16)
    for first, second in product(STANDARD.cards, repeat=2):
        points = (value(first) + value(second)) % 10
        table[64 * first.number + second.number] = 16 * kind[opening(first, second)] + points
    return table
