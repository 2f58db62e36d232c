"""The look-up tables of a baccarat game, made from the declarations of its wagers and the table of play.

Rounds that no wager of the game distinguishes are one class. A class of rounds is a class of endings (points) combined
with a class of both openings, and every wager reads one of the two, so counts of classes settle every wager exactly.
A wager on the colours of a hand (R-106), or on points and first cards together, reads both: endings are then told apart
by what they mean for any opening.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.baccarat.outcome import HandColours, Hands, OpeningHand, Points, Shade, Shared, opening
from croupier.games.wager import Match, Wager
from croupier.odds.baccarat import openings as possible_openings
from croupier.odds.baccarat.hands import features_of
from croupier.odds.baccarat.worst import COLOURS, code
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import classify, outcomes
from croupier.refused import Refused
from croupier.simulation.baccarat.rounds import Bytes, Shorts

TEN = range(10)
USUAL_OPENING_KINDS, MAX_OPENING_KINDS = 16, 32
"""How many kinds of openings the usual tables have room for, and those for readings that tell more apart."""
SHADES: tuple[Shade, ...] = ("red", "black", "")


class ShoeArrays(NamedTuple):
    """The card in each place of a full shoe, and its points."""

    cards: Bytes
    values: Bytes


class BaccaratTables(NamedTuple):
    """The look-up tables of the kernels."""

    openings: Shorts
    """Indexed by 64 times the first card plus the second: their kind, and in the low four bits their points."""
    both: Shorts
    """Indexed by `beside` times the kind of Player's opening plus that of Banker's: their combined class."""
    points: Bytes
    """The class of endings, indexed by four digits: both openings' points, and the last two cards' codes."""
    taken: Bytes
    """The number of cards that a round takes, indexed by the first three of these digits."""
    kinds: np.uint32
    """The number of classes of both openings: a round's class is `kinds` times its ending plus that of its openings."""
    codes: np.uint32
    """How many codes a third card can have: its ten values, or twice as many where its colour counts."""
    beside: np.uint32
    """How many kinds of openings there is room for."""


class BaccaratClasses:
    """The classes that some wagers distinguish: their tables, and the result of each wager by class."""

    def __init__(self, wagers: Sequence[Wager]) -> None:
        kind, both, opened, opening_results = _openings(wagers)
        codes = 20 if _by_final_colour(wagers) else 10
        digits = list(product(TEN, TEN, range(codes), range(codes)))
        ends = [_ended(*each) for each in digits]
        coloured_ends, with_openings = _coloured(wagers), _with_openings(wagers)
        points_of = _matches(wagers, "points")
        ending, ending_results = classify(
            dict.fromkeys(end for end, _ in ends),
            lambda end: (points_of(end.points), coloured_ends(end), with_openings(end.points)),
        )
        self.size = len(ending_results) * len(opening_results)
        if len(ending_results) >= 1 << 8 or self.size >= 1 << 16:
            raise Refused("too-many-wagers-to-simulate")
        self.tables = BaccaratTables(
            _opening_table(kind),
            both,
            np.array([ending[end] for end, _ in ends], np.uint8),
            np.array([_ended(*three, 0)[1] for three in product(TEN, TEN, range(codes))], np.uint8),
            np.uint32(len(opening_results)),
            np.uint32(codes),
            np.uint32(math.isqrt(len(both))),
        )
        self._matches = [
            {
                **dict(points),
                **dict(opened_as),
                **{name: by[shades[side]] for name, side, by in ended},
                **{name: by[shared] for name, by in together},
            }
            for points, ended, together in ending_results
            for opened_as, (shades, shared) in zip(opening_results, opened, strict=True)
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


def shoe(left: Composition, codes: int = 10) -> ShoeArrays:
    """The cards of a shoe, in the order of their numbers, with their codes.

    >>> cards, values = shoe(Composition.parse("8x52"))
    >>> len(cards), [int(number) for number in cards[7:9]], [int(points) for points in values[7:9]]
    (416, [0, 1], [1, 2])
    """
    listed = list(left)
    return ShoeArrays(
        np.array([card.number for card in listed], np.uint8),
        np.array([code(card, codes > len(TEN)) for card in listed], np.uint8),
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


class Ending(NamedTuple):
    """The end of a round: its points, and whether the third card of each hand is red, where it has one."""

    points: Points
    player_red: bool | None
    banker_red: bool | None


def _ended(player: int, banker: int, fifth: int, sixth: int) -> tuple[Ending, int]:
    """The end by the table of play, from the codes of the last two cards, and the number of cards that it takes."""
    drew = player_draws(player, banker)
    draws = banker_draws(player, banker, fifth % 10 if drew else None)
    last = sixth if drew else fifth
    points = Points((player + fifth * drew) % 10, (banker + last * draws) % 10, 2 + drew, 2 + draws)
    return Ending(points, fifth >= 10 if drew else None, last >= 10 if draws else None), 4 + drew + draws


def _coloured(wagers: Sequence[Wager]) -> Any:
    """A function from an end to the results of the wagers on the colours of a hand, by the colour of its opening."""
    chosen = [(wager, COLOURS.index(wager.reads)) for wager in wagers if wager.reads in COLOURS]

    def colours(end: Ending, side: int, opened: Shade) -> HandColours:
        red = end[1 + side]
        final = opened if red is None or opened == ("red" if red else "black") else ""
        return HandColours(opened, final, end.points.winner == ("player", "banker")[side])

    def see(end: Ending) -> tuple[tuple[str, int, Mapping[Shade, Match]], ...]:
        return tuple(
            (wager.name, side, _Frozen({shade: wager.match(colours(end, side, shade)) for shade in SHADES}))
            for wager, side in chosen
        )

    return see


def _with_openings(wagers: Sequence[Wager]) -> Any:
    """A function from the points to the results of the wagers on both hands, by what both openings share."""
    chosen = [wager for wager in wagers if wager.reads == "hands"]
    shared = _features(chosen)

    def see(points: Points) -> tuple[tuple[str, Mapping[Any, Match]], ...]:
        return tuple(
            (
                wager.name,
                _Frozen(
                    {
                        (shared[one], shared[other]): wager.match(Hands(points, one, other))
                        for one, other in product(shared, repeat=2)
                    }
                ),
            )
            for wager in chosen
        )

    return see


def _features(chosen: Sequence[Wager]) -> dict[Shared, int]:
    return features_of(chosen) if chosen else {}


class _Frozen(dict[Any, Match]):
    """Results by what openings show, as a part of a key."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.values()))


def _by_final_colour(wagers: Sequence[Wager]) -> bool:
    """Whether a wager looks at the colour of third cards."""
    return any(
        wager.match(HandColours(shade, shade, won)) != wager.match(HandColours(shade, "", won))
        for wager in wagers
        if wager.reads in COLOURS
        for shade in SHADES
        for won in (False, True)
    )


OpenedAs = tuple[tuple[Shade, Shade], tuple[int, int]]
"""The colours of both openings, and what they share, as far as wagers that also look at how hands end tell it apart."""


def _openings(wagers: Sequence[Wager]) -> tuple[dict[OpeningHand, int], Shorts, list[OpenedAs], list[Any]]:
    """The kind of every opening, the table of both kinds, and by class of both: what is seen, and wagers' results."""
    player, banker = (_matches(wagers, f"{side}_opening") for side in ("player", "banker"))
    together = {reads: _matches(wagers, reads) for reads in possible_openings.BOTH}
    beside = possible_openings.kinds(wagers)
    coloured = any(wager.reads in COLOURS for wager in wagers)

    features = _features([wager for wager in wagers if wager.reads == "hands"])

    def shade(hand: OpeningHand) -> Shade:
        return hand.colour if coloured else ""

    def shared(hand: OpeningHand) -> int:
        return features[Shared.of(hand)] if features else 0

    kind, _ = classify(
        possible_openings.one_hand(), lambda hand: (player(hand), banker(hand), beside[hand], shade(hand))
    )
    if max(kind.values()) >= MAX_OPENING_KINDS:
        raise Refused("too-many-wagers-to-simulate")
    room = USUAL_OPENING_KINDS if max(kind.values()) < USUAL_OPENING_KINDS else MAX_OPENING_KINDS
    of_kind: dict[int, OpeningHand] = {}
    for hand, number in kind.items():
        of_kind.setdefault(number, hand)

    def results(two: tuple[int, int]) -> Any:
        hands = of_kind[two[0]], of_kind[two[1]]
        both = (each for reads, see in together.items() for each in see(possible_openings.BOTH[reads](*hands)))
        seen = (shade(hands[0]), shade(hands[1])), (shared(hands[0]), shared(hands[1]))
        return seen, (*player(hands[0]), *banker(hands[1]), *both)

    number_of, found = classify(product(of_kind, of_kind), results)
    table = np.zeros(room**2, np.uint16)
    for (first, second), number in number_of.items():
        table[room * first + second] = number
    return kind, table, [seen for seen, _ in found], [matches for _, matches in found]


def _opening_table(kind: Mapping[OpeningHand, int]) -> Shorts:
    table = np.zeros(64 * 64, np.uint16)
    for first, second in product(STANDARD.cards, repeat=2):
        points = (value(first) + value(second)) % 10
        table[64 * first.number + second.number] = 16 * kind[opening(first, second)] + points
    return table
