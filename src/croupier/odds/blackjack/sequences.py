"""What cards in a row come to in blackjack: a player's first cards, the Dealer's, and both together."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import Any

from croupier.cards import RANKS, STANDARD, Card
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import VALUES, Area, Hand
from croupier.games.blackjack.outcome import worth_ten
from croupier.games.blackjack.settlement import ASPECTS
from croupier.odds.sequences import Sequences, View, by_kind, itself, sums
from croupier.odds.tally import Counts

NOBODY = Hand.of()


class Bounties:
    """The player's first two cards, told apart one by one, and whether the Dealer's two are Blackjack."""

    cards = 4

    def __init__(self, see: Callable[[Card, Card, Hand], Any] | None = None) -> None:
        self._points = by_kind(points)
        kinds = [*self._points]
        self._blackjacks = [two for two in product(kinds, repeat=2) if Hand.of(*two).blackjack]
        # Two cards of one kind are no Blackjack, so the product of both numbers counts them.
        assert all(one != other for one, other in self._blackjacks)
        hands = Hand.of(*self._blackjacks[0]), NOBODY
        self.pairs = [
            (
                first,
                second,
                1 if first == second else 2,
                [(see or _bounty)(first, second, hand) for hand in hands],
            )
            for first, second in combinations_with_replacement(STANDARD.cards, 2)
        ]

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """How many ordered deals come to each value of the aspect."""
        dealers = perm(sum(left) - 2, 2)
        numbers = sums(self._points, left)
        made = cache(lambda *gone: self._dealt_blackjacks(numbers, gone))
        found: Counter[Any] = Counter()
        for first, second, orders, (beaten, spared) in self.pairs:
            ways = orders * left[first.number] * (left[second.number] - (first == second))
            blackjacks = made(points(first), points(second)) if ways else 0
            found[beaten] += ways * blackjacks
            found[spared] += ways * (dealers - blackjacks)
        return found

    def _dealt_blackjacks(self, numbers: Mapping[Card, int], gone: tuple[Card, ...]) -> int:
        """In how many orders the Dealer's two cards are Blackjack when two others are gone."""
        less = Counter(gone)
        return sum((numbers[one] - less[one]) * (numbers[other] - less[other]) for one, other in self._blackjacks)


class Insured:
    """The Dealer's second card, only where the first is an Ace: otherwise nobody is offered insurance."""

    cards = 2

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """How many ordered deals come to each value of the aspect."""
        aces = sum([left[card.number] for card in STANDARD.cards if card.rank == "A"])
        tens = sum([left[card.number] for card in STANDARD.cards if worth_ten(card)])
        return {True: aces * tens, False: aces * (sum(left) - 1 - tens)}


def points(card: Card) -> Card:
    """Cards are told apart by what they count in a hand.

    >>> points(Card("QD")), points(Card("AH"))
    (TS, AS)
    """
    return Card(RANKS[VALUES[card.rank] - 1] + "S")


def suited_eight(card: Card) -> Card:
    """Eights are told apart by suit, all others by rank.

    >>> suited_eight(Card("8D")), suited_eight(Card("QD"))
    (8D, QS)
    """
    return card if card.rank == "8" else Card(card.rank + "S")


def eight_or_not(card: Card) -> Card:
    """Eights are told apart by suit; all others are alike.

    >>> eight_or_not(Card("8D")), eight_or_not(Card("QD"))
    (8D, AS)
    """
    return card if card.rank == "8" else Card("AS")


def _bounty(first: Card, second: Card, dealer: Hand) -> Any:
    return ASPECTS["bounty"](Area((), (first, second)), dealer)


@cache
def openings() -> View:
    """A player's first two cards."""
    return Sequences(
        itself, ((two, ASPECTS["opening"](Area((), two), NOBODY)) for two in product(STANDARD.cards, repeat=2))
    )


@cache
def trios() -> View:
    """A player's first two cards and the Dealer's first."""
    rows = product(by_kind(suited_eight), repeat=3)
    return Sequences(suited_eight, ((row, ASPECTS["trio"](Area((), row[:2]), Hand.of(row[2]))) for row in rows))


@cache
def bounties() -> View:
    """A player's first two cards and the Dealer's two."""
    return Bounties()


@cache
def insured() -> View:
    """The Dealer's second card after an Ace."""
    return Insured()


@cache
def runs() -> View:
    """The first three cards dealt to an area that goes on while the run of 8s lasts."""
    rows = product(by_kind(eight_or_not), repeat=3)
    return Sequences(eight_or_not, ((row, ASPECTS["run"](Area((), row), NOBODY)) for row in rows))


@cache
def dealer_draws(printed: Card) -> View:
    """The cards that the Dealer draws to the printed one.

    >>> dealer_draws(Card("8S")).cards
    7
    """
    return Sequences(points, _drawn(Hand.of(printed)))


def _drawn(dealer: Hand) -> Iterator[tuple[tuple[Card, ...], Any]]:
    """Every order of points in which the Dealer can finish from here; the printed card is not drawn."""
    if not draws(dealer, to_the_end=True, second_card=False):
        yield dealer.cards[1:], ASPECTS["dealer_bust"](Area((), ()), dealer)
        return
    for card in by_kind(points):
        yield from _drawn(dealer.with_card(card))
