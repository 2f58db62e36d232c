"""Which wagers the cards so far have already decided, whatever card comes next (R-07).

Any card may come next, whatever the shoe still holds: a wager counts as decided only where the rules themselves leave
it no other result.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from croupier.cards import STANDARD, Card
from croupier.games.baccarat.drawing import banker_draws, player_draws, total, value
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, Points, opening
from croupier.games.wager import Match, Wager

ANY = range(10)


def decided(wagers: Iterable[Wager], dealt: Sequence[Card]) -> dict[str, Match]:
    """The wagers that can only win, only lose or only push after these cards; the row may still be open."""
    futures = {reads: possible(reads, dealt) for reads in ("points", "player_opening", "banker_opening", "openings")}
    ends = {wager.name: {wager.match(aspect) for aspect in futures[wager.reads]} for wager in wagers}
    return {name: _common(matches) for name, matches in ends.items() if len({match.result for match in matches}) == 1}


def _common(matches: set[Match]) -> Match:
    match = matches.pop()
    return Match(match.result, None, None, ()) if matches else match


def possible(reads: str, dealt: Sequence[Card]) -> frozenset[Points] | frozenset[OpeningHand] | frozenset[OpeningPairs]:
    """Every value that an aspect can still take after these cards.

    >>> from croupier.cards import cards
    >>> sorted({opening.colour for opening in possible("player_opening", cards("8S 4C"))})
    ['', 'black']
    """
    player, banker = tuple(dealt[0:4:2]), tuple(dealt[1:4:2])
    match reads:
        case "points":
            return _points(_total(player), _total(banker), tuple(map(value, dealt[4:])))
        case "player_opening":
            return _openings(player)
        case "banker_opening":
            return _openings(banker)
        case _:
            return frozenset(OpeningPairs(p.pair, b.pair) for p, b in product(_openings(player), _openings(banker)))


def _total(first_two: tuple[Card, ...]) -> int | None:
    return total(first_two) if len(first_two) == 2 else None


@cache
def _openings(first_two: tuple[Card, ...]) -> frozenset[OpeningHand]:
    missing = product(STANDARD.cards, repeat=2 - len(first_two))
    return frozenset(opening(*first_two, *cards) for cards in missing)


@cache
def _points(player: int | None, banker: int | None, thirds: tuple[int, ...]) -> frozenset[Points]:
    """All final points from the two-card totals (None if unknown) and the third cards so far, in dealing order."""
    players, bankers = (ANY if player is None else [player]), (ANY if banker is None else [banker])
    return frozenset(end for p, b in product(players, bankers) for end in _ends(p, b, thirds))


def _ends(player: int, banker: int, thirds: tuple[int, ...]) -> Iterator[Points]:
    if not player_draws(player, banker):
        yield from _banker_ends(player, banker, None, thirds)
        return
    for third in thirds[:1] or ANY:
        yield from _banker_ends(player, banker, third, thirds[1:])


def _banker_ends(player: int, banker: int, third: int | None, last: tuple[int, ...]) -> Iterator[Points]:
    final, cards = (player, 2) if third is None else ((player + third) % 10, 3)
    if not banker_draws(player, banker, third):
        yield Points(final, banker, cards, 2)
        return
    for fourth in last or ANY:
        yield Points(final, (banker + fourth) % 10, cards, 3)
