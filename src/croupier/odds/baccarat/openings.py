"""Counts opening cards: two cards of one hand by rank, suit and colour, or those of both hands together.

A hand's first two cards are any two of the shoe, whichever hand it is and whatever follows (exchangeability); so pairs
of cards are counted, and the four other cards of a deal of six are a constant factor.

For both hands, only the *kinds* of openings matter that the wagers distinguish. If q(t) is how many partners make an
opening of a kind with one card of type t, and m(t) how many such cards there are, then P = sum of m q ordered pairs are
of that kind, and of two kinds together there are P P' - 4 (sum of m q q') ordered deals, or 2 P more if the kinds are
the same one: what is subtracted are the deals in which the hands would share a card.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import Any, NamedTuple

from croupier.cards import STANDARD
from croupier.games.baccarat.outcome import OpeningHand, OpeningHands, OpeningPairs, Shared, opening
from croupier.games.wager import Wager
from croupier.odds.baccarat import hands
from croupier.odds.tally import DEALT, Classes, Counts, Tally

PAIRS = [(opening(*two), two) for two in combinations_with_replacement(STANDARD.cards, 2)]
"""Every unordered two cards, with the opening hand that they make."""
BOTH: Mapping[str, Callable[[OpeningHand, OpeningHand], Any]] = {
    "openings": OpeningPairs.of,
    "both_openings": OpeningHands,
}
"""The aspects of both openings, and how each is made of them."""
SEEN: Mapping[str, Callable[[OpeningHand], Hashable]] = {
    "openings": lambda hand: (hand.pair, hand.ten_and_face),
    "both_openings": lambda hand: hand,
}
"""What each of these aspects shows of one hand."""


def one_hand() -> list[OpeningHand]:
    """All values of the opening of one hand."""
    return list(dict.fromkeys(hand for hand, _ in PAIRS))


def tally_one_hand(classes: Classes) -> Tally:
    """Counts the deals in each class of one hand's openings."""
    # The largest class is not counted but is the remainder of the others; with side wagers it has most pairs.
    sizes = [0] * len(set(classes.values()))
    for hand, _ in PAIRS:
        sizes[classes[hand]] += 1
    rest = sizes.index(max(sizes))
    sums = [_pair_sum(classes, number) for number in range(len(sizes)) if number != rest]

    def count(left: Counts) -> list[int]:
        cards = sum(left)
        counted = [each(left) for each in sums]
        counted.insert(rest, perm(cards, 2) - sum(counted))
        others = perm(cards - 2, DEALT - 2)
        return [number * others for number in counted]

    return count


def _pair_sum(classes: Classes, number: int) -> Callable[[Counts], int]:
    """Counts the ordered pairs of cards in one class."""
    chosen = [(first.number, second.number) for hand, (first, second) in PAIRS if classes[hand] == number]
    same = [first for first, second in chosen if first == second]
    unlike = [(first, second) for first, second in chosen if first != second]

    def count(left: Counts) -> int:
        twice = sum([left[first] * left[second] for first, second in unlike])
        return 2 * twice + sum([left[place] * (left[place] - 1) for place in same])

    return count


def both_hands(reads: str) -> list[Any]:
    """All values of an aspect of both openings."""
    hands = _distinct(reads)
    return [BOTH[reads](player, banker) for player, banker in product(hands, repeat=2)]


def kinds(wagers: Sequence[Wager]) -> dict[OpeningHand, int]:
    """The kind of every opening: openings of one kind are alike to all wagers on both hands."""
    found = [
        alike(reads, lambda value, chosen=chosen: tuple(wager.match(value) for wager in chosen))  # type: ignore[misc]
        for reads in BOTH
        if (chosen := [wager for wager in wagers if wager.reads == reads])
    ]
    if on_hands := [wager for wager in wagers if wager.reads == "hands"]:
        feature = hands.features_of(on_hands)
        found.append({hand: feature[Shared.of(hand)] for hand in one_hand()})
    numbers: dict[tuple[int, ...], int] = {}
    return {hand: numbers.setdefault(tuple(each[hand] for each in found), len(numbers)) for hand in one_hand()}


def alike(reads: str, see: Callable[[Any], Hashable]) -> dict[OpeningHand, int]:
    """The kind of every opening, where `see` tells values of an aspect of both openings apart."""
    hands, make, seen = _distinct(reads), BOTH[reads], SEEN[reads]
    table = [[see(make(player, banker)) for banker in hands] for player in hands]
    numbers: dict[Hashable, int] = {}
    by_seen = {
        seen(hand): numbers.setdefault((tuple(table[place]), tuple(row[place] for row in table)), len(numbers))
        for place, hand in enumerate(hands)
    }
    return {hand: by_seen[seen(hand)] for hand in one_hand()}


@cache
def _distinct(reads: str) -> list[OpeningHand]:
    """A hand for everything that an aspect of both openings shows of one."""
    by_seen: dict[Hashable, OpeningHand] = {}
    for hand in one_hand():
        by_seen.setdefault(SEEN[reads](hand), hand)
    return list(by_seen.values())


class Partners(NamedTuple):
    """With a card of this type, these types make an opening of a kind."""

    type: int
    partners: list[int]
    itself: int
    """One if its own type is among them, else zero."""


class HandKinds:
    """Kinds of openings, ready to be counted. The kind that most openings are of has number 0, and is the remainder."""

    def __init__(self, kind: Mapping[OpeningHand, int]) -> None:
        sizes: dict[int, int] = {}
        for hand, _ in PAIRS:
            sizes[kind[hand]] = sizes.get(kind[hand], 0) + 1
        order = sorted(sizes, key=lambda number: -sizes[number])
        self.hands = [next(hand for hand in kind if kind[hand] == number) for number in order]
        """An opening of each kind."""
        cards = STANDARD.cards
        of_cards = [[order.index(kind[opening(first, second)]) for second in cards] for first in cards]
        numbers: dict[tuple[int, ...], int] = {}
        types = [numbers.setdefault(tuple(row), len(numbers)) for row in of_cards]
        self.types = [[place for place, each in enumerate(types) if each == number] for number in range(len(numbers))]
        """The numbers of the cards of each type; cards of one type make the same kinds of openings with any other."""
        first_of = [places[0] for places in self.types]
        self.partners = [
            [
                Partners(one, partners, int(one in partners))
                for one, place in enumerate(first_of)
                if (partners := [other for other, at in enumerate(first_of) if of_cards[place][at] == number])
            ]
            for number in range(1, len(order))
        ]
        """For each kind but the first: which types make it with which others."""
        self.shared = [
            (one, other, places)
            for one, other in product(range(len(self.partners)), repeat=2)
            if (places := _shared(self.partners[one], self.partners[other]))
        ]
        """For every two kinds: where in their partners the same type is."""


def _shared(some: list[Partners], others: list[Partners]) -> list[tuple[int, int, int]]:
    where = {each.type: place for place, each in enumerate(others)}
    return [(each.type, place, where[each.type]) for place, each in enumerate(some) if each.type in where]


def tally_both_hands(reads: str, classes: Classes) -> Tally:
    """Counts the deals in each class of both openings."""
    made = HandKinds(alike(reads, classes.__getitem__))
    groups: list[list[int]] = [[] for _ in set(classes.values())]
    for place, (player, banker) in enumerate(product(made.hands, repeat=2)):
        groups[classes[BOTH[reads](player, banker)]].append(place)

    def count(left: Counts) -> list[int]:
        deals = _both(made, left)
        others = perm(sum(left) - 4, DEALT - 4)
        return [sum([deals[place] for place in group]) * others for group in groups]

    return count


def _both(made: HandKinds, left: Counts) -> list[int]:
    """The number of ordered deals of the two openings, by the kind of Player's and of Banker's."""
    cards = sum(left)
    numbers = [sum([left[place] for place in places]) for places in made.types]
    fits = [[sum([numbers[other] for other in each[1]]) - each[2] for each in kind] for kind in made.partners]
    pairs = [
        sum([numbers[each[0]] * fit for each, fit in zip(kind, of_kind, strict=True)])
        for kind, of_kind in zip(made.partners, fits, strict=True)
    ]
    table = [[pair * other for other in pairs] for pair in pairs]
    for one, other, places in made.shared:
        table[one][other] -= 4 * sum([numbers[at] * fits[one][here] * fits[other][there] for at, here, there in places])
    for place, pair in enumerate(pairs):
        table[place][place] += 2 * pair
    singles = [pair * perm(cards - 2, 2) - sum(row) for pair, row in zip(pairs, table, strict=True)]
    neither = perm(cards, 4) - 2 * sum(singles) - sum(map(sum, table))
    deals = [neither, *singles]
    for single, row in zip(singles, table, strict=True):
        deals += [single, *row]
    return deals
