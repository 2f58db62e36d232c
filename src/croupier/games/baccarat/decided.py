"""Which wagers the cards so far have already decided, whatever card comes next (R-07).

Any card may come next, whatever the shoe still holds: a wager counts as decided only where the rules themselves leave
it no other result.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from croupier.cards import STANDARD, Card
from croupier.games.baccarat.drawing import Side, banker_draws, player_draws, total, value
from croupier.games.baccarat.outcome import (
    HandColours,
    Hands,
    OpeningHand,
    OpeningHands,
    OpeningPairs,
    Points,
    Shade,
    Shared,
    opening,
    shade,
)
from croupier.games.wager import Match, Wager

ANY = range(10)


def decided(wagers: Iterable[Wager], dealt: Sequence[Card]) -> dict[str, Match]:
    """The wagers that can only win, only lose or only push after these cards; the row may still be open."""
    futures: dict[str, frozenset[Any]] = {}
    ends: dict[str, set[Match]] = {}
    for wager in wagers:
        if wager.reads not in futures:
            futures[wager.reads] = possible(wager.reads, dealt)
        ends[wager.name] = {wager.match(aspect) for aspect in futures[wager.reads]}
    return {name: _common(matches) for name, matches in ends.items() if len({match.result for match in matches}) == 1}


def _common(matches: set[Match]) -> Match:
    match = matches.pop()
    return Match(match.result, None, None, ()) if matches else match


def possible(reads: str, dealt: Sequence[Card]) -> frozenset[Any]:
    """Every value that an aspect can still take after these cards.

    >>> from croupier.cards import cards
    >>> sorted({opening.colour for opening in possible("player_opening", cards("8S 4C"))})
    ['', 'black']
    """
    player, banker = tuple(dealt[0:4:2]), tuple(dealt[1:4:2])
    thirds = tuple((value(card), card.red) for card in dealt[4:])
    match reads:
        case "points":
            return _points(_total(player), _total(banker), thirds)
        case "player_opening":
            return _openings(player)
        case "banker_opening":
            return _openings(banker)
        case "openings":
            return frozenset(OpeningPairs.of(*both) for both in product(_openings(player), _openings(banker)))
        case "both_openings":
            return frozenset(OpeningHands(*both) for both in product(_openings(player), _openings(banker)))
        case "hands":
            return _hands(player, banker, thirds)
        case "player_colours":
            return _colours("player", player, banker, thirds)
        case "banker_colours":
            return _colours("banker", player, banker, thirds)
        case _:
            raise AssertionError(f"{reads} is no aspect of a round")


Third = tuple[int, bool]
"""The value of a third card, and whether it is red."""


def _total(first_two: tuple[Card, ...]) -> int | None:
    return total(first_two) if len(first_two) == 2 else None


@cache
def _openings(first_two: tuple[Card, ...]) -> frozenset[OpeningHand]:
    missing = product(STANDARD.cards, repeat=2 - len(first_two))
    return frozenset(opening(*first_two, *cards) for cards in missing)


@cache
def _points(player: int | None, banker: int | None, thirds: tuple[Third, ...]) -> frozenset[Points]:
    """All final points from the two-card totals (None if unknown) and the third cards so far, in dealing order."""
    players, bankers = (ANY if player is None else [player]), (ANY if banker is None else [banker])
    any_card = [(points, False) for points in ANY]
    return frozenset(end for both in product(players, bankers) for end, _ in _ends(*both, thirds, any_card))


@cache
def _hands(player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[Third, ...]) -> frozenset[Hands]:
    """All final points, with what the first two cards of each hand share."""
    found: set[Hands] = set()
    for (one, firsts), (other, others) in product(_by_shared(player).items(), _by_shared(banker).items()):
        ends = frozenset().union(*(_points(*totals, thirds) for totals in product(firsts, others)))
        found.update(Hands(points, one, other) for points in ends)
    return frozenset(found)


@cache
def _by_shared(first_two: tuple[Card, ...]) -> dict[Shared, frozenset[int]]:
    """The totals that a hand's first two cards can have, by what they share."""
    totals: dict[Shared, set[int]] = {}
    for more in product(STANDARD.cards, repeat=2 - len(first_two)):
        two = (*first_two, *more)
        totals.setdefault(Shared.of(opening(*two)), set()).add(total(two))
    return {shared: frozenset(found) for shared, found in totals.items()}


@cache
def _colours(
    side: Side, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[Third, ...]
) -> frozenset[HandColours]:
    """All colours of one hand, with whether it wins."""
    any_card = list(product(ANY, (False, True)))
    found: set[HandColours] = set()
    for (first, players), (other, bankers) in product(_totals(player), _totals(banker)):
        opened = players if side == "player" else bankers
        for points, taken in _ends(first, other, thirds, any_card):
            third = taken[0] if side == "player" else taken[1]
            final: Shade = opened if third is None or opened == ("red" if third else "black") else ""
            found.add(HandColours(opened, final, points.winner == side))
    return frozenset(found)


@cache
def _totals(first_two: tuple[Card, ...]) -> frozenset[tuple[int, Shade]]:
    """The totals that a hand's first two cards can have, with the colour that they share."""
    missing = product(STANDARD.cards, repeat=2 - len(first_two))
    return frozenset((total(two), shade(two)) for two in ((*first_two, *cards) for cards in missing))


def _ends(
    player: int, banker: int, thirds: Sequence[Third], any_card: Sequence[Third]
) -> Iterator[tuple[Points, tuple[bool | None, bool | None]]]:
    """The final points from two opening totals, and whether each hand's third card is red, if it has one."""
    draws = player_draws(player, banker)
    firsts: Sequence[Third | None] = (thirds[:1] or any_card) if draws else (None,)
    rest = thirds[1:] if draws else thirds
    for first in firsts:
        third, red = (None, None) if first is None else first
        final, cards = (player, 2) if third is None else ((player + third) % 10, 3)
        if not banker_draws(player, banker, third):
            yield Points(final, banker, cards, 2), (red, None)
            continue
        for points, last in rest or any_card:
            yield Points(final, (banker + points) % 10, cards, 3), (red, last)
