"""Counts consecutive cards in blackjack: a player's first cards, the Dealer's, and both together."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import Any

from croupier.cards import RANKS, STANDARD, Card
from croupier.games.blackjack.dealer import draws
from croupier.games.blackjack.hand import VALUES, Area, Hand
from croupier.games.blackjack.outcome import Bounty, Bust, EightsRun, dealer_hand, opening, run, trio, worth_ten
from croupier.games.blackjack.variants import Blackjack
from croupier.games.readings import Letters
from croupier.odds.sequences import Sequences, SizedDealCounter, by_kind, itself, sums
from croupier.odds.tally import Counts

MOST_EIGHTS = 12
"""Four hands of three 8s each: the most that an area can hold."""


class Bounties:
    """Counts the player's first two cards, every card distinguished, and whether the Dealer's two are Blackjack."""

    cards = 4

    def __init__(self) -> None:
        self._points = by_kind(points)
        kinds = [*self._points]
        self._blackjacks = [two for two in product(kinds, repeat=2) if Hand.of(*two).blackjack]
        # Two cards of one kind are no Blackjack, so the product of both numbers counts them.
        assert all(one != other for one, other in self._blackjacks)
        self.pairs = [
            (
                first,
                second,
                1 if first == second else 2,
                [Bounty(opening(first, second), dealer_blackjack) for dealer_blackjack in (True, False)],
            )
            for first, second in combinations_with_replacement(STANDARD.cards, 2)
        ]

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """The number of ordered deals by value of the aspect."""
        dealers = perm(sum(left) - 2, 2)
        numbers = sums(self._points, left)
        made = cache(lambda *gone: self._dealt_blackjacks(numbers, gone))
        deals: Counter[Any] = Counter()
        for first, second, orders, (beaten, spared) in self.pairs:
            ways = orders * left[first.number] * (left[second.number] - (first == second))
            blackjacks = made(points(first), points(second)) if ways else 0
            deals[beaten] += ways * blackjacks
            deals[spared] += ways * (dealers - blackjacks)
        return deals

    def _dealt_blackjacks(self, numbers: Mapping[Card, int], gone: tuple[Card, ...]) -> int:
        """The number of ordered pairs that give the Dealer Blackjack when two other cards are gone."""
        less = Counter(gone)
        return sum((numbers[one] - less[one]) * (numbers[other] - less[other]) for one, other in self._blackjacks)


class InsuranceCards:
    """Counts the Dealer's second card where the first is an Ace; otherwise insurance is not offered."""

    cards = 2

    def __call__(self, left: Counts) -> Mapping[Any, int]:
        """The number of ordered deals by value of the aspect."""
        aces = sum([left[card.number] for card in STANDARD.cards if card.rank == "A"])
        tens = sum([left[card.number] for card in STANDARD.cards if worth_ten(card)])
        return {True: aces * tens, False: aces * (sum(left) - 1 - tens)}


def points(card: Card) -> Card:
    """Classifies cards by their value in a hand.

    >>> points(Card("QD")), points(Card("AH"))
    (TS, AS)
    """
    return Card(RANKS[VALUES[card.rank] - 1] + "S")


def suited_eight(card: Card) -> Card:
    """Classifies 8s by suit, all other cards by rank.

    >>> suited_eight(Card("8D")), suited_eight(Card("QD"))
    (8D, QS)
    """
    return card if card.rank == "8" else Card(card.rank + "S")


def eight_or_not(card: Card) -> Card:
    """Classifies cards as the 8 of Spades, other 8s, and all others.

    >>> eight_or_not(Card("8S")), eight_or_not(Card("8D")), eight_or_not(Card("QD"))
    (8S, 8H, AS)
    """
    return Card("AS") if card.rank != "8" else card if card.suit == "S" else Card("8H")


@cache
def openings() -> SizedDealCounter:
    """A player's first two cards."""
    return Sequences(itself, ((two, opening(*two)) for two in product(STANDARD.cards, repeat=2)))


@cache
def trios() -> SizedDealCounter:
    """A player's first two cards and the Dealer's first."""
    rows = product(by_kind(suited_eight), repeat=3)
    return Sequences(suited_eight, ((row, trio(*row)) for row in rows))


@cache
def bounties() -> SizedDealCounter:
    """A player's first two cards and the Dealer's two."""
    return Bounties()


@cache
def insured() -> SizedDealCounter:
    """The Dealer's second card after an Ace."""
    return InsuranceCards()


def runs(rules: Blackjack) -> SizedDealCounter:
    """The cards of an area that is played for its run of 8s alone, by splitting as long as the run lasts."""
    return _runs(rules.reads("R-71"), rules.reads("R-72"), rules.reads("R-73"))


@cache
def _runs(dealt: str, spades: str, bust: str) -> SizedDealCounter:
    letters = {"R-71": dealt, "R-72": spades, "R-73": bust}.__getitem__
    if dealt == "b":
        # Within a hand: the third 8 is drawn, unless the bust that it makes loses the wager.
        most = 1 if bust == "b" else 2
    else:
        # The fourth 8 decides, or any four in a row as far as hands can hold them: four hands of three 8s each, but the
        # first stands on two where its bust loses the wager.
        most = 3 if spades != "b" else MOST_EIGHTS - (2 if bust == "b" else 1)
    return Sequences(eight_or_not, ((row, _seen(row, letters)) for row in _rows(most, ())))


def _seen(row: tuple[Card, ...], letters: Letters) -> EightsRun:
    """The run of cards of which 8s are drawn to one hand within a hand, and split off otherwise."""
    hand = (Hand.of(Card("8S"), *row),) if letters("R-71") == "b" else ()
    return run(Area(hand, row), letters)


def _rows(most: int, row: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The cards of a run and the one that ends it, so many at most."""
    if len(row) == most or (row and row[-1].rank != "8"):
        yield row
        return
    for card in by_kind(eight_or_not):
        yield from _rows(most, (*row, card))


@cache
def dealer_draws(printed: Card) -> SizedDealCounter:
    """The cards that the Dealer draws to the printed one.

    >>> dealer_draws(Card("8S")).cards
    7
    """
    return Sequences(points, ((hand.cards[1:], _busts(hand)) for hand in _finished(Hand.of(printed), False)))


def _busts(dealer: Hand) -> Bust:
    return Bust(len(dealer.cards) if dealer.bust else 0)


def dealers(rules: Blackjack) -> SizedDealCounter:
    """The Dealer's whole hand, drawn to the end, as for a wager on it; a printed card is there before the deal."""
    return dealers_from(rules.printed, rules.blackjacks, rules.hits_soft_17)


@cache
def dealers_from(first: Card | None, blackjacks: bool, hits_soft_17: bool, *, printed: bool = True) -> SizedDealCounter:
    """The Dealer's whole hand from this first card, or from any; one that is not printed is among the cards counted.

    >>> dealers_from(None, True, False).cards
    12
    """
    firsts = by_kind(points) if first is None else [first]
    hands = (hand for card in firsts for hand in _finished(Hand.of(card), hits_soft_17))
    dealt = 1 if first is not None and printed else 0
    return Sequences(points, ((hand.cards[dealt:], dealer_hand(hand, blackjacks)) for hand in hands))


def _finished(dealer: Hand, hits_soft_17: bool) -> Iterator[Hand]:
    """Every hand of values with which the Dealer can finish from here."""
    if not draws(dealer, to_the_end=True, second_card=False, hits_soft_17=hits_soft_17):
        yield dealer
        return
    for card in by_kind(points):
        yield from _finished(dealer.with_card(card), hits_soft_17)
