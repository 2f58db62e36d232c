"""The exact maximum that a baccarat table can lose on the wagers now accepted.

Wagers that cannot win together are not added up: all rounds are searched, both openings with their pairs, suits and
colours and every finish of the table of play, that the remaining cards allow. The result includes the cards of such a
round, so anybody can settle it.

>>> from croupier.cards import Composition
>>> from croupier.games.catalogue import game
>>> shoe = Composition.parse("8x52")
>>> worst(game("tiger"), {"player": 100_000, "banker": 80_000, "tie": 20_000, "small-tiger": 5_000}, shoe)
Worst(loss=155000, cards=(AS, AS, AS, AS, TS, TS))
>>> worst(game("tiger"), {"small-tiger": 5_000, "tiger-pair": 2_000}, shoe)
Worst(loss=195000, cards=(AS, AS, AS, AS, TS, TS))
"""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import banker_draws, player_draws, value
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, Points, opening
from croupier.games.game import Game
from croupier.odds.tally import counts
from croupier.refused import Refused

TEN = range(10)
Two = tuple[Card, Card]
Finish = tuple[Points, tuple[int, ...]]
"""The final points, and the values of the third cards drawn."""
OpeningSummary = tuple[int, int, str]
"""What matters of an opening: its total, what it pays by itself, and the rank of its pair."""


class Worst(NamedTuple):
    """The largest loss in cents, and cards that cause it, in dealing order."""

    loss: int
    cards: tuple[Card, ...]


def worst(game: Game, stakes: Mapping[str, int], shoe: Composition) -> Worst:
    """Best-first search for the largest loss of a round from this shoe, given the total stakes on each wager."""
    paid = Paid(game, stakes)
    left = counts(shoe)
    hands = [_openings(left, lambda hand, side=side: paid.opening(side, hand)) for side in ("player", "banker")]  # type: ignore[misc]
    # Largest loss first; where the cards for a finish are gone, the next finish of the same openings is queued.
    queue: list[tuple[int, int, int, OpeningSummary, OpeningSummary]] = []
    for number, (player, banker) in enumerate(product(*hands)):
        base = player[1] + banker[1] + paid.both(player[2], banker[2])
        queue.append((-base - paid.finishes(player[0], banker[0])[0][0], 0, number, player, banker))
    heapq.heapify(queue)
    while queue:
        loss, at, number, player, banker = heapq.heappop(queue)
        finishes = paid.finishes(player[0], banker[0])
        if cards := _dealt(left, hands[0][player], hands[1][banker], finishes[at][1][1]):
            return Worst(-loss, cards)
        if at + 1 < len(finishes):
            more = loss + finishes[at][0] - finishes[at + 1][0]
            heapq.heappush(queue, (more, at + 1, number, player, banker))
    raise Refused("shoe-too-small-for-round", "R-13")


class Paid:
    """The table's net payment on some stakes in cents, by aspect of a round; memoised."""

    def __init__(self, game: Game, stakes: Mapping[str, int]) -> None:
        for name in stakes:
            if name not in game.bets:
                raise game.not_offered(name)
        self._by_reads: dict[str, list[tuple[str, int]]] = {}
        for name, stake in stakes.items():
            self._by_reads.setdefault(game.bets[name].reads, []).append((name, stake))
        self._game = game
        self.paired = "openings" in self._by_reads
        self.finishes = cache(self._finishes)
        self.both = cache(self._both)

    def _net(self, reads: str, aspect: object) -> int:
        return sum(self._game.bets[name].match(aspect).net(stake) for name, stake in self._by_reads.get(reads, ()))

    def opening(self, side: str, hand: OpeningHand) -> int:
        """The net payment on the opening of one hand."""
        return self._net(f"{side}_opening", hand)

    def _both(self, player: str, banker: str) -> int:
        """The net payment on the pairs of both hands."""
        return self._net("openings", OpeningPairs(player, banker)) if self.paired else 0

    def points(self, points: Points) -> int:
        """The net payment on the points."""
        return self._net("points", points)

    def _finishes(self, player: int, banker: int) -> list[tuple[int, Finish]]:
        """Every finish of two opening totals with the net payment on it, largest first."""
        payments = [(self.points(finish[0]), finish) for finish in finishes(player, banker)]
        return sorted(payments, key=lambda each: -each[0])


def finishes(player: int, banker: int) -> Iterator[Finish]:
    """Every finish from two opening totals.

    >>> list(finishes(8, 3))
    [(Points(player=8, banker=3, player_cards=2, banker_cards=2), ())]
    """
    for third in TEN if player_draws(player, banker) else (None,):
        final, taken = (player, ()) if third is None else ((player + third) % 10, (third,))
        if not banker_draws(player, banker, third):
            yield Points(final, banker, 2 + len(taken), 2), taken
            continue
        for fourth in TEN:
            yield Points(final, (banker + fourth) % 10, 2 + len(taken), 3), (*taken, fourth)


def _openings(left: Sequence[int], pays: Callable[[OpeningHand], int]) -> dict[OpeningSummary, list[Two]]:
    """The openings still possible, grouped by what matters of them."""
    cards = [card for card in STANDARD.cards if left[card.number]]
    by_kind: dict[OpeningSummary, list[Two]] = {}
    for place, first in enumerate(cards):
        for second in cards[place:]:
            if first is not second or left[first.number] > 1:
                hand = opening(first, second)
                key = (value(first) + value(second)) % 10, pays(hand), hand.pair
                by_kind.setdefault(key, []).append((first, second))
    return by_kind


def _dealt(
    left: Sequence[int], players: Sequence[Two], bankers: Sequence[Two], thirds: Sequence[int]
) -> tuple[Card, ...] | None:
    """Cards for two such openings and third cards of these values, or `None` where the shoe lacks them."""
    for player, banker in product(players, bankers):
        rest = list(left)
        for card in (*player, *banker):
            rest[card.number] -= 1
        if min(rest) < 0:
            continue
        drawn: list[Card] = []
        for points in thirds:
            card_drawn = next((each for each in STANDARD.cards if value(each) == points and rest[each.number]), None)
            if card_drawn is None:
                break
            rest[card_drawn.number] -= 1
            drawn.append(card_drawn)
        else:
            return (player[0], banker[0], player[1], banker[1], *drawn)
    return None
