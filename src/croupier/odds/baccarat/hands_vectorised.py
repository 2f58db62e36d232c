"""Vectorised expected values of wagers on the points with what first cards share, from many shoes at once.

The same count as in `hands`, in the order that suits arrays. For two openings of given values, what a wager pays on the
last two cards is a quadratic form of how many cards of each value there are. It is weighed by the openings that both
hands have, as if they were drawn from two shoes; what they would share is then taken back, card by card.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.games.baccarat.drawing import value
from croupier.games.wager import Wager
from croupier.odds.baccarat import hands
from croupier.odds.baccarat.hands import TEN, TWOS, Both
from croupier.odds.baccarat.points import BY_VALUE
from croupier.odds.protection.vectorised import Evs, Floats, Shoes, falling, nets
from croupier.odds.tally import DEALT

BATCH = 128
"""Shoes that are priced together: their openings times openings fit into the cache."""
CARDS = len(STANDARD.cards)
PAIRS = list(combinations_with_replacement(range(CARDS), 2))
FIRST, SECOND = (np.array(each) for each in zip(*PAIRS, strict=True))


def vectorised(wagers: Sequence[Wager]) -> Evs:
    """The pricing function of these wagers."""
    made = hands.made_for(hands.features_of(wagers))
    groups = made.alike(lambda both: tuple(map(tuple, nets(wagers, made.examples(*both)).tolist())))
    paid = [np.array(each)[hands.places()] for each in groups]
    forms = [[_form(pays[..., place]) for place in range(len(wagers))] for pays in paid]
    openings = _Openings(made.kinds, made.number)

    def price(left: Shoes) -> Floats:
        parts = np.array_split(left.astype(np.float64), -(-len(left) // BATCH))
        sums = np.concatenate([_sums(part, openings, list(groups.values()), forms) for part in parts])
        evs: Floats = sums / falling(left.sum(axis=1), DEALT)[:, None]
        return evs

    return price


def _form(pays: Floats) -> Floats:
    """By two openings' values: what is paid on the last two cards, from the products of two values' numbers of cards.

    The last columns are those of one value's number, and of no number.
    """
    gone = np.array([[two.count(points) for points in TEN] for two in TWOS])
    totals = [sum(two) % 10 for two in TWOS]
    of_two = pays[totals][:, totals].reshape(-1, 10, 10)
    less = (gone[:, None] + gone[None, :]).reshape(-1, 10)
    alone = np.einsum("pxx->px", of_two)
    linear = -np.einsum("px,pxy->py", less, of_two + of_two.swapaxes(1, 2)) - alone
    constant = np.einsum("px,py,pxy->p", less, less, of_two) + np.einsum("px,px->p", less, alone)
    return np.concatenate([of_two.reshape(-1, 100), linear, constant[:, None]], axis=1).T


class _Openings:
    """The tables from the cards of a shoe to its openings, by their values and their features."""

    def __init__(self, kinds: "NDArray[np.int64]", number: int) -> None:
        self.number = number
        of_value = np.array([value(card) for card in STANDARD.cards])
        self.pairs = np.zeros((len(PAIRS), len(TWOS) * number))
        self.pairs[np.arange(len(PAIRS)), kinds[FIRST, SECOND]] = np.where(FIRST == SECOND, 1, 2)
        self.partners = np.zeros((CARDS, CARDS, len(TEN), number))
        for one in range(CARDS):
            self.partners[np.arange(CARDS), one, of_value, kinds[one] % number] = 1
        self.itself = np.einsum("aawf->awf", self.partners)
        self.with_value = [[TWOS.index((min(one, other), max(one, other))) for other in TEN] for one in TEN]


def _sums(left: Floats, openings: _Openings, groups: list[list[Both]], forms: list[list[Floats]]) -> Floats:
    """What each wager wins in all ordered deals of six together, by shoe."""
    size = len(left)
    made = left[:, FIRST] * (left[:, SECOND] - (FIRST == SECOND)) @ openings.pairs
    made = made.reshape(size, len(TWOS), openings.number)
    partners = (left @ openings.partners.reshape(CARDS, -1)).reshape(size, *openings.itself.shape) - openings.itself
    by_value = np.stack([left[:, numbers].sum(axis=1) for numbers in BY_VALUE], axis=1)
    products = (by_value[:, :, None] * by_value[:, None, :]).reshape(size, -1)
    terms = np.concatenate([products, by_value, np.ones((size, 1))], axis=1)
    sums = np.zeros((size, len(forms[0])))
    for group, of_wagers in zip(groups, forms, strict=True):
        for wager, form in enumerate(of_wagers):
            last = (terms @ form).reshape(size, len(TWOS), len(TWOS))
            for one, other in group:
                sums[:, wager] += ((last @ made[:, :, other, None])[..., 0] * made[:, :, one]).sum(axis=1)
                if one == other:
                    sums[:, wager] += 2 * (np.einsum("spp->sp", last) * made[:, :, one]).sum(axis=1)
                for points, places in enumerate(openings.with_value):
                    cards = BY_VALUE[points]
                    mine, theirs = partners[..., one][:, cards], partners[..., other][:, cards]
                    shared = (mine * left[:, cards, None]).swapaxes(1, 2) @ theirs
                    sums[:, wager] -= 4 * (shared * last[:, places][:, :, places]).sum(axis=(1, 2))
    return sums
