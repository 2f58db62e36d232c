"""The covariance matrix of the wagers of a baccarat round, which are decided by the same cards."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.outcome import HandColours, Hands, OpeningHand, Points, Shared, opening
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.baccarat.losses import by_code, ends, joint, shade_of
from croupier.odds.baccarat.openings import BOTH, kinds
from croupier.odds.baccarat.worst import COLOURS, code, colours_of

TEN = range(10)
ENDS = ("points", *COLOURS)
Floats = NDArray[np.float64]
End = tuple[Points, HandColours, HandColours] | tuple[Points]
"""The end of a round: its points, and the colours of both hands if a wager is on them."""
OpeningKind = tuple[int, int, int, tuple[float, ...]]
"""The codes of two cards, their kind for wagers on both hands, and what they pay by themselves."""


def covariances(game: Game, left: list[int]) -> Floats:
    """The covariances of every two wagers' net wins, over both openings and all third cards."""
    wagers = list(game.by_name.values())
    coloured = any(wager.reads in COLOURS for wager in wagers)
    of_player, player = _openings(wagers, "player_opening", coloured)
    of_banker, banker = _openings(wagers, "banker_opening", coloured)
    weights = joint(left, player, banker, (len(of_player), len(of_banker)))
    ones, others = np.nonzero(weights)
    weight = weights[ones, others]
    found = [(of_player[one], of_banker[other]) for one, other in zip(ones, others, strict=True)]
    fours = {four: place for place, four in enumerate(dict.fromkeys((*one[:2], *other[:2]) for one, other in found))}
    codes, numbers = by_code(left, coloured), dict[End, int]()
    rows = [[(numbers.setdefault(end, len(numbers)), chance) for end, chance in _ends(codes, four)] for four in fours]
    chances = np.zeros((len(fours), len(numbers)))
    for row, ends_of_four in zip(chances, rows, strict=True):
        for number, chance in ends_of_four:
            row[number] += chance
    place = np.array([fours[*one[:2], *other[:2]] for one, other in found])
    of_kind = {kind: hand for hand, kind in kinds(wagers).items()}
    points, square = np.zeros((len(found), len(wagers))), np.zeros((len(wagers), len(wagers)))
    for cells, opened in _by_openings(wagers, found, of_kind):
        paid = np.array([_paid_at(wagers, end, opened) for end in numbers])
        points[cells] = (chances @ paid)[place[cells]]
        weighed = np.bincount(place[cells], weight[cells], len(fours)) @ chances
        square = square + paid.T @ (paid * weighed[:, None])
    both = cache(lambda one, other: _together(wagers, one, other))
    nets = [np.array([kind[3] for kind in side]) for side in (of_player, of_banker)]
    base = (
        nets[0][ones] + nets[1][others] + np.array([both(of_kind[one[2]], of_kind[other[2]]) for one, other in found])
    )
    for one, other in ((base, base), (base, points), (points, base)):
        square = square + one.T @ (other * weight[:, None])
    mean = weight @ (base + points)
    return np.asarray(square - np.outer(mean, mean))


def _ends(codes: list[int], four: tuple[int, ...]) -> Iterator[tuple[End, float]]:
    coloured = len(codes) > len(TEN)
    shades = shade_of(four[:2], coloured), shade_of(four[2:], coloured)
    for finish, chance in ends(codes, four):
        yield ((finish[0], *colours_of(finish, *shades)) if coloured else (finish[0],)), chance


def _by_openings(
    wagers: list[Wager], found: list[tuple[OpeningKind, OpeningKind]], of_kind: dict[int, OpeningHand]
) -> Iterator[tuple[Any, tuple[Shared, Shared] | None]]:
    """The cells in which openings share the same, where a wager looks at that and at the points together."""
    if not any(wager.reads == "hands" for wager in wagers):
        yield slice(None), None
        return
    both = np.array([(one[2], other[2]) for one, other in found])
    for one, other in np.unique(both, axis=0).tolist():
        shared = Shared.of(of_kind[one]), Shared.of(of_kind[other])
        yield np.flatnonzero((both == (one, other)).all(axis=1)), shared


def _paid_at(wagers: list[Wager], end: End, opened: tuple[Shared, Shared] | None) -> list[float]:
    """What each wager on the points, on the colours of a hand, and on both hands wins at an end."""
    seen: list[tuple[str, object]] = [*zip(ENDS, end, strict=False)]
    if opened:
        seen.append(("hands", Hands(end[0], *opened)))
    return [sum(each) for each in zip(*(_nets(wagers, *one) for one in seen), strict=True)]


def _together(wagers: list[Wager], player: OpeningHand, banker: OpeningHand) -> list[float]:
    """What each wager on both openings wins."""
    return [
        sum(each)
        for each in zip(*(_nets(wagers, reads, make(player, banker)) for reads, make in BOTH.items()), strict=True)
    ]


def _openings(wagers: list[Wager], reads: str, coloured: bool) -> tuple[list[OpeningKind], Any]:
    """The kinds of opening that the wagers distinguish, with what each pays, and the kind of every two cards."""
    numbers: dict[OpeningKind, int] = {}
    table = np.empty((52, 52), dtype=np.int64)
    kind_of = kinds(wagers)
    for first in STANDARD.cards:
        for second in STANDARD.cards:
            two_cards = opening(first, second)
            low, high = sorted((code(first, coloured), code(second, coloured)))
            kind = low, high, kind_of[two_cards], tuple(_nets(wagers, reads, two_cards))
            table[first.number, second.number] = numbers.setdefault(kind, len(numbers))
    return list(numbers), table


def _nets(wagers: list[Wager], reads: str, aspect: object) -> list[float]:
    return [_net(wager, aspect) if wager.reads == reads else 0.0 for wager in wagers]


def _net(wager: Wager, aspect: object) -> float:
    pays = wager.match(aspect).pays
    return -1.0 if pays is None else pays.num / pays.den
