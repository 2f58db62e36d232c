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
from croupier.games.baccarat.outcome import HandColours, Hands, OpeningHand, Points, Shade, Shared, opening
from croupier.games.game import Game
from croupier.odds.baccarat.openings import BOTH, kinds
from croupier.odds.tally import counts
from croupier.refused import Refused

Two = tuple[Card, Card]
Finish = tuple[Points, tuple[int, ...]]
"""The final points, and the codes of the third cards drawn: their values, and ten more for a red one if that counts."""
OpeningSummary = tuple[int, int, int, Shade]
"""What matters of an opening: its total, what it pays by itself, its kind for wagers on both hands, and its colour."""
COLOURS = ("player_colours", "banker_colours")


class Worst(NamedTuple):
    """The largest loss in cents, and cards that cause it, in dealing order."""

    loss: int
    cards: tuple[Card, ...]


def worst(game: Game, stakes: Mapping[str, int], shoe: Composition) -> Worst:
    """Best-first search for the largest loss of a round from this shoe, given the total stakes on each wager."""
    paid = Paid(game, stakes)
    left = counts(shoe)
    hands = [_openings(left, paid, side) for side in ("player", "banker")]
    # Largest loss first; where the cards for a finish are gone, the next finish of the same openings is queued.
    queue: list[tuple[int, int, int, OpeningSummary, OpeningSummary]] = []
    for number, (player, banker) in enumerate(product(*hands)):
        base = player[1] + banker[1] + paid.both(player[2], banker[2])
        queue.append((-base - paid.finishes(player, banker)[0][0], 0, number, player, banker))
    heapq.heapify(queue)
    while queue:
        loss, at, number, player, banker = heapq.heappop(queue)
        finishes = paid.finishes(player, banker)
        if cards := _dealt(left, hands[0][player], hands[1][banker], finishes[at][1][1], paid.code):
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
        wagers = [game.bets[name] for name in stakes]
        self._kinds = kinds(wagers)
        self._of_kind = {kind: hand for hand, kind in self._kinds.items()}
        self.coloured = any(reads in self._by_reads for reads in COLOURS)
        self.on_hands = "hands" in self._by_reads
        self._codes = 20 if self.coloured else 10
        self._finished = cache(self._finishes)
        self.both = cache(self._both)

    def _net(self, reads: str, aspect: object) -> int:
        return sum(self._game.bets[name].match(aspect).net(stake) for name, stake in self._by_reads.get(reads, ()))

    def opening(self, side: str, hand: OpeningHand) -> int:
        """The net payment on the opening of one hand."""
        return self._net(f"{side}_opening", hand)

    def kind(self, hand: OpeningHand) -> int:
        """The kind of an opening for wagers on both hands."""
        return self._kinds[hand]

    def code(self, card: Card) -> int:
        """What the wagers see of a third card: its value, and ten more for a red one if that counts."""
        return code(card, self.coloured)

    def _both(self, player: int, banker: int) -> int:
        """The net payment on the kinds of both openings."""
        hands = self._of_kind[player], self._of_kind[banker]
        return sum(self._net(reads, make(*hands)) for reads, make in BOTH.items() if reads in self._by_reads)

    def finish(self, finish: Finish, player: Shade, banker: Shade, kinds: tuple[int, int] = (0, 0)) -> int:
        """The net payment on the points, and on hands whose openings have these colours or are of these kinds."""
        paid = self._net("points", finish[0])
        if self.on_hands:
            one, other = (Shared.of(self._of_kind[kind]) for kind in kinds)
            paid += self._net("hands", Hands(finish[0], one, other))
        if self.coloured:
            for reads, colours in zip(COLOURS, colours_of(finish, player, banker), strict=True):
                paid += self._net(reads, colours)
        return paid

    def finishes(self, player: OpeningSummary, banker: OpeningSummary) -> list[tuple[int, Finish]]:
        """Every finish of two openings with the net payment on it, largest first."""
        return self._finished(player[0], banker[0], player[3], banker[3], self.kinds_of(player[2], banker[2]))

    def kinds_of(self, player: int, banker: int) -> tuple[int, int]:
        """The kinds of both openings, where what a finish pays depends on them."""
        return (player, banker) if self.on_hands else (0, 0)

    def _finishes(
        self, player: int, banker: int, red: Shade, other: Shade, kinds: tuple[int, int]
    ) -> list[tuple[int, Finish]]:
        found = finishes(player, banker, self._codes)
        return sorted(((self.finish(each, red, other, kinds), each) for each in found), key=lambda each: -each[0])


def code(card: Card, coloured: bool) -> int:
    """The value of a card, and ten more for a red one if colours count.

    >>> code(Card("4D"), False), code(Card("4D"), True), code(Card("4S"), True)
    (4, 14, 4)
    """
    return value(card) + (10 if coloured and card.red else 0)


def colours_of(finish: Finish, player: Shade, banker: Shade) -> tuple[HandColours, HandColours]:
    """The colours of both hands at the end, from those of their openings."""
    points, thirds = finish
    drawn = {"player": thirds[0] if points.player_cards == 3 else None}
    drawn["banker"] = thirds[-1] if points.banker_cards == 3 else None

    def ended(side: str, opened: Shade) -> HandColours:
        third = drawn[side]
        final = opened if third is None or opened == ("red" if third >= 10 else "black") else ""
        return HandColours(opened, final, points.winner == side)

    return ended("player", player), ended("banker", banker)


def finishes(player: int, banker: int, codes: int = 10) -> Iterator[Finish]:
    """Every finish from two opening totals, with third cards of so many codes.

    >>> list(finishes(8, 3))
    [(Points(player=8, banker=3, player_cards=2, banker_cards=2), ())]
    """
    for third in range(codes) if player_draws(player, banker) else (None,):
        final, taken = (player, ()) if third is None else ((player + third) % 10, (third,))
        if not banker_draws(player, banker, None if third is None else third % 10):
            yield Points(final, banker, 2 + len(taken), 2), taken
            continue
        for fourth in range(codes):
            yield Points(final, (banker + fourth) % 10, 2 + len(taken), 3), (*taken, fourth)


def _openings(left: Sequence[int], paid: "Paid", side: str) -> dict[OpeningSummary, list[Two]]:
    """The openings still possible, grouped by what matters of them."""
    cards = [card for card in STANDARD.cards if left[card.number]]
    by_kind: dict[OpeningSummary, list[Two]] = {}
    for place, first in enumerate(cards):
        for second in cards[place:]:
            if first is not second or left[first.number] > 1:
                hand = opening(first, second)
                points = (value(first) + value(second)) % 10
                shade: Shade = hand.colour if paid.coloured else ""
                key = points, paid.opening(side, hand), paid.kind(hand), shade
                by_kind.setdefault(key, []).append((first, second))
    return by_kind


def _dealt(
    left: Sequence[int],
    players: Sequence[Two],
    bankers: Sequence[Two],
    thirds: Sequence[int],
    code: Callable[[Card], int],
) -> tuple[Card, ...] | None:
    """Cards for two such openings and third cards of these codes, or `None` where the shoe lacks them."""
    for player, banker in product(players, bankers):
        rest = list(left)
        for card in (*player, *banker):
            rest[card.number] -= 1
        if min(rest) < 0:
            continue
        drawn: list[Card] = []
        for third in thirds:
            card_drawn = next((each for each in STANDARD.cards if code(each) == third and rest[each.number]), None)
            if card_drawn is None:
                break
            rest[card_drawn.number] -= 1
            drawn.append(card_drawn)
        else:
            return (player[0], banker[0], player[1], banker[1], *drawn)
    return None
