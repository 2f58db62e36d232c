"""The probability distribution of a baccarat table's loss on the wagers now accepted, exact up to rounding.

The two openings are enumerated card by card and grouped by what the wagers look at; conditional on the values of their
four cards, the distribution of the third cards follows from the remaining values. It takes a second or less.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Composition
from croupier.games.baccarat.outcome import Shade, opening
from croupier.games.game import Game
from croupier.odds.baccarat.worst import Finish, Paid, code, finishes
from croupier.odds.protection.vectorised import Floats
from croupier.odds.tally import check, counts

KindTable: TypeAlias = NDArray[np.int64]
"""The number of the kind of opening, indexed by the numbers of its two cards."""
Places: TypeAlias = NDArray[np.int64]
OpeningKind = tuple[int, int, int, int]
"""A kind of opening: the codes of its two cards, the lower first; what it pays by itself; its kind beside the other."""


def losses(game: Game, stakes: Mapping[str, int], shoe: Composition) -> dict[int, float]:
    """The probability of each loss in the next round, in cents; a win of the table is negative.

    >>> from croupier.games.catalogue import game
    >>> found = losses(game("no-commission"), {"banker": 100_000}, Composition.parse("8x52"))
    >>> {loss: round(chance, 6) for loss, chance in sorted(found.items())}
    {-100000: 0.446247, 0: 0.095156, 50000: 0.053864, 100000: 0.404734}
    """
    left = counts(check(game, shoe, any_decks=True))
    paid = Paid(game, stakes)
    players, of_player = _kinds(paid, "player")
    bankers, of_banker = _kinds(paid, "banker")
    weights = joint(left, of_player, of_banker, (len(players), len(bankers)))
    codes = by_code(left, paid.coloured)
    finish = cache(lambda four: np.array([chance for _, chance in ends(codes, four, every=True)]))
    pays = cache(lambda *opened: _paid(paid, len(codes), *opened))
    chances: dict[int, float] = defaultdict(float)
    for one, other in zip(*np.nonzero(weights), strict=True):
        player, banker = players[one], bankers[other]
        base = player[2] + banker[2] + paid.both(player[3], banker[3])
        four = *player[:2], *banker[:2]
        totals = (four[0] + four[1]) % 10, (four[2] + four[3]) % 10
        shades = shade_of(four[:2], paid.coloured), shade_of(four[2:], paid.coloured)
        nets, place = pays(totals, shades, paid.kinds_of(player[3], banker[3]))
        for more, chance in zip(nets, np.bincount(place, finish(four)).tolist(), strict=True):
            if chance:
                chances[base + more] += float(weights[one, other]) * chance
    return dict(chances)


def once_in(rounds: float, losses: Mapping[int, float]) -> int:
    """The quantile: the largest loss reached or exceeded at least once in so many rounds.

    >>> once_in(10, {-100: 0.85, 500: 0.1, 1000: 0.05}), once_in(20, {-100: 0.85, 500: 0.1, 1000: 0.05})
    (500, 1000)
    """
    total = 0.0
    for loss in sorted(losses, reverse=True):
        total += losses[loss]
        if total >= 1 / rounds - 1e-15:
            return loss
    return min(losses)


def _kinds(paid: Paid, side: str) -> tuple[list[OpeningKind], KindTable]:
    """The kinds of opening, and the kind of every two cards."""
    numbers: dict[OpeningKind, int] = {}
    table = np.empty((52, 52), dtype=np.int64)
    for first in STANDARD.cards:
        for second in STANDARD.cards:
            two_cards = opening(first, second)
            low, high = sorted((paid.code(first), paid.code(second)))
            kind = low, high, paid.opening(side, two_cards), paid.kind(two_cards)
            table[first.number, second.number] = numbers.setdefault(kind, len(numbers))
    return list(numbers), table


def joint(left: Sequence[int], player: KindTable, banker: KindTable, shape: tuple[int, int]) -> Floats:
    """The joint probability of Player's and Banker's kinds of opening; the order of two cards does not matter."""
    number = np.array(left, dtype=np.float64)
    weights = np.zeros(shape)
    same = np.eye(52)
    for first in range(52):
        for second in range(first, 52):
            ways = number[first] * (number[second] - (first == second)) * (1 if first == second else 2)
            if ways <= 0:
                continue
            rest = number.copy()
            rest[first] -= 1
            rest[second] -= 1
            pairs = rest[:, None] * (rest[None, :] - same)
            weights[player[first, second]] += ways * np.bincount(banker.ravel(), pairs.ravel(), shape[1])
    shares: Floats = weights / weights.sum()
    return shares


def by_code(left: Sequence[int], coloured: bool) -> list[int]:
    """How many cards of each code are left.

    >>> by_code([8] * 52, False)[:2], by_code([8] * 52, True)[9:12]
    ([128, 32], [16, 64, 16])
    """
    numbers = [0] * (20 if coloured else 10)
    for card in STANDARD.cards:
        numbers[code(card, coloured)] += left[card.number]
    return numbers


def shade_of(two: tuple[int, ...], coloured: bool) -> Shade:
    """The colour that two cards share, by their codes; empty where colours do not count."""
    reds = sum(each >= 10 for each in two)
    return "" if not coloured or reds == 1 else "red" if reds else "black"


def ends(left: Sequence[int], four: tuple[int, ...], *, every: bool = False) -> Iterator[tuple[Finish, float]]:
    """Every finish and its probability, given how many cards of each code are left and the four opening cards.

    Those for which the cards are gone are left out unless `every` finish is asked for.
    """
    rest = list(left)
    for card in four:
        rest[card] -= 1
    for finish in finishes((four[0] + four[1]) % 10, (four[2] + four[3]) % 10, len(left)):
        thirds = finish[1]
        chance, cards = 1.0, sum(rest)
        for gone, third in enumerate(thirds):
            chance *= max(rest[third] - thirds[:gone].count(third), 0) / (cards - gone)
        if chance or every:
            yield finish, chance


def _paid(
    paid: Paid, codes: int, totals: tuple[int, int], shades: tuple[Shade, Shade], kinds: tuple[int, int]
) -> tuple[list[int], Places]:
    """What the finishes of two openings can pay, and the place among that of what each of them pays."""
    numbers: dict[int, int] = {}
    found = [paid.finish(finish, *shades, kinds) for finish in finishes(*totals, codes)]
    places = np.array([numbers.setdefault(each, len(numbers)) for each in found])
    return list(numbers), places
