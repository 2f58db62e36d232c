"""The look-up tables of a baccarat game, made from the declarations of its wagers and the table of play.

Rounds that no wager of the game distinguishes are one class. A class of rounds is a class of endings (points) combined
with a class of both openings, and every wager reads one of the two, so counts of classes settle every wager exactly.
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
"""A kind of opening is stored in four bits."""


class ShoeArrays(NamedTuple):
    """The card in each place of a full shoe, and its points."""

    cards: Bytes
    values: Bytes


class BaccaratTables(NamedTuple):
    """The look-up tables of the kernels."""

    openings: Shorts
    """Indexed by 64 times the first card plus the second: their kind, and in the low four bits their points."""
    both: Shorts
    """Indexed by 16 times the kind of Player's opening plus that of Banker's: their combined class."""
    points: Bytes
    """The class of endings, indexed by four decimal digits: both openings' points and the last two cards' values."""
    taken: Bytes
    """The number of cards that a round takes, indexed by the first three of these digits."""
    kinds: np.uint32
    """The number of classes of both openings: a round's class is `kinds` times its ending plus that of its openings."""


class BaccaratClasses:
    """The classes that some wagers distinguish: their tables, and the result of each wager by class."""

    def __init__(self, wagers: Sequence[Wager]) -> None:
        kind, both, opening_results = _openings(wagers)
        ending, ending_results = classify(
            dict.fromkeys(_ended(*digits)[0] for digits in product(TEN, TEN, TEN, TEN)), _matches(wagers, "points")
        )
        self.size = len(ending_results) * len(opening_results)
        self.tables = BaccaratTables(
            _opening_table(kind),
            both,
            np.array([ending[_ended(*digits)[0]] for digits in product(TEN, TEN, TEN, TEN)], np.uint8),
            np.array([_ended(*three, 0)[1] for three in product(TEN, TEN, TEN)], np.uint8),
            np.uint32(len(opening_results)),
        )
        self._matches = [
            {**points, **opened} for points in map(dict, ending_results) for opened in map(dict, opening_results)
        ]
        self._labels = {wager.name: wager.label for wager in wagers}
        self._sheets = {wager.name: self._sheet(wager.name, wager) for wager in wagers}

    def match(self, number: int) -> Mapping[str, Match]:
        """The result of every wager in a round of that class."""
        return self._matches[number]

    def _sheet(self, name: str, wager: Wager) -> tuple[list[tuple[str, Match]], npt.NDArray[np.int64]]:
        """The rows of a wager and then its loss, and the index of the one that applies to each class."""
        listed = outcomes(wager)
        place = {match: number for number, (_, match) in reversed(list(enumerate(listed)))}
        return listed, np.array([place[matches[name]] for matches in self._matches])

    def settle(self, counts: Sequence[int]) -> dict[str, Odds]:
        """The simulated odds of every wager, from the number of rounds of each class."""
        total = sum(counts)
        settled: dict[str, Odds] = {}
        for name, (listed, rows) in self._sheets.items():
            by_row = np.zeros(len(listed), np.int64)
            np.add.at(by_row, rows, counts)
            chances = [
                Chance(text, match.result, match.pays, count, total)
                for (text, match), count in zip(listed, by_row.tolist(), strict=True)
            ]
            settled[name] = Odds(name, self._labels[name], chances)
        return settled


@lru_cache(maxsize=64)
def classes(wagers: tuple[Wager, ...]) -> BaccaratClasses:
    """The classes that these wagers distinguish; memoised.

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
    """A function from a value to the results of the wagers that read any of these aspects, as a key."""
    chosen = [wager for wager in wagers if wager.reads in reads]
    return lambda aspect: tuple((wager.name, wager.match(aspect)) for wager in chosen)


def _ended(player: int, banker: int, fifth: int, sixth: int) -> tuple[Points, int]:
    """The final points by the table of play, and the number of cards that the round takes."""
    drew = player_draws(player, banker)
    draws = banker_draws(player, banker, fifth if drew else None)
    points = Points(
        (player + fifth * drew) % 10, (banker + (sixth if drew else fifth) * draws) % 10, 2 + drew, 2 + draws
    )
    return points, 4 + drew + draws


def _openings(wagers: Sequence[Wager]) -> tuple[dict[OpeningHand, int], Shorts, list[Any]]:
    """The kind of every opening, the table of both kinds, and the wagers' results by class of both."""
    sides = ("player_opening", "banker_opening")
    player, banker = (_matches(wagers, side) for side in sides)
    together = _matches(wagers, "openings")
    ranks = any(wager.reads == "openings" for wager in wagers)
    # Wagers that read both hands depend on the rank of each hand's pair.
    kind, _ = classify(
        possible_openings.one_hand(), lambda hand: (player(hand), banker(hand), hand.pair if ranks else None)
    )
    assert max(kind.values()) < MAX_OPENING_KINDS
    of_kind: dict[int, OpeningHand] = {}
    for hand, number in kind.items():
        of_kind.setdefault(number, hand)
    number_of, results = classify(
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
    return kind, table, results


def _opening_table(kind: Mapping[OpeningHand, int]) -> Shorts:
    table = np.zeros(64 * 64, np.uint16)
    for first, second in product(STANDARD.cards, repeat=2):
        points = (value(first) + value(second)) % 10
        table[64 * first.number + second.number] = 16 * kind[opening(first, second)] + points
    return table
