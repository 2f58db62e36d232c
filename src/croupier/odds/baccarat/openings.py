"""Counts opening cards: two cards of one hand by rank, suit and colour, or the pairs of both hands together.

A hand's first two cards are any two of the shoe, whichever hand it is and whatever follows (exchangeability); so pairs
of cards are counted, and the four other cards of a deal of six are a constant factor.
"""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product
from math import perm

from croupier.cards import RANKS, STANDARD, SUITS
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, opening
from croupier.odds.tally import DEALT, Classes, Counts, Tally, members

RANK_PLACES = [[len(RANKS) * suit + rank for suit in range(len(SUITS))] for rank in range(len(RANKS))]
PAIRS = [(opening(*two), two) for two in combinations_with_replacement(STANDARD.cards, 2)]
"""Every unordered two cards, with the opening hand that they make."""


def one_hand() -> list[OpeningHand]:
    """All values of the opening of one hand."""
    return list(dict.fromkeys(hand for hand, _ in PAIRS))


def both_hands() -> list[OpeningPairs]:
    """All values of the pairs of both hands."""
    return [OpeningPairs(player, banker) for player, banker in product(("", *RANKS), repeat=2)]


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


def tally_both_hands(classes: Classes) -> Tally:
    """Counts the deals in each class of both hands' pairs."""
    order = [[_place(pairs) for pairs in group] for group in members(classes)]

    def count(left: Counts) -> list[int]:
        deals = _both(left)
        others = perm(sum(left) - 4, DEALT - 4)
        return [sum([deals[place] for place in group]) * others for group in order]

    return count


def _place(pairs: OpeningPairs) -> int:
    ranks = ("", *RANKS)
    return ranks.index(pairs.player_pair) * len(ranks) + ranks.index(pairs.banker_pair)


def _both(left: Counts) -> list[int]:
    """The number of ordered deals of the two openings, by Player's pair and Banker's; no pair comes first."""
    cards = sum(left)
    by_rank = [sum([left[place] for place in places]) for places in RANK_PLACES]
    pairs = [number * (number - 1) for number in by_rank]
    table = [_against(rank, by_rank, pairs) for rank in range(len(RANKS))]
    singles = [pair * perm(cards - 2, 2) - sum(row) for pair, row in zip(pairs, table, strict=True)]
    neither = perm(cards, 4) - 2 * sum(singles) - sum(map(sum, table))
    deals = [neither, *singles]
    for single, row in zip(singles, table, strict=True):
        deals += [single, *row]
    return deals


def _against(rank: int, by_rank: Sequence[int], pairs: Sequence[int]) -> list[int]:
    """Ordered deals where one hand pairs in this rank and the other in each rank."""
    row = [pairs[rank] * pair for pair in pairs]
    row[rank] = perm(by_rank[rank], 4)
    return row
