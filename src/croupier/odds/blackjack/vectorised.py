"""Vectorised expected values of the counted blackjack wagers, from many remaining shoes at once."""

from collections.abc import Sequence

import numpy as np

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Wager
from croupier.odds.blackjack import ASPECTS
from croupier.odds.blackjack.sequences import Bounties
from croupier.odds.blackjack.threes import results_by_deal
from croupier.odds.protection.vectorised import Evs, Floats, Shoes, falling, net, nets, sequences
from croupier.odds.sequences import Sequences

BATCH = 256
"""Shoes whose three-card deals are summed up together, so that the intermediate sums stay small."""


def vectorised_evs(game: Blackjack, reads: str, wagers: Sequence[Wager]) -> Evs:
    """The pricing function of the wagers that read one aspect."""
    if reads == "first_three":
        return _first_three(wagers)
    view = ASPECTS[reads].view(game)
    if isinstance(view, Sequences):
        return sequences(wagers, view)
    return _bounty(wagers, view) if isinstance(view, Bounties) else _insured(wagers)


def _bounty(wagers: Sequence[Wager], view: Bounties) -> Evs:
    """Wagers on two cards; for the few pairs where it matters, also on whether the Dealer has Blackjack."""
    forms = np.zeros((len(wagers), 52, 52))
    special: list[tuple[Card, Card, int, Floats]] = []
    for first, second, orders, (beaten, spared) in view.pairs:
        with_it, without = nets(wagers, [beaten, spared])
        forms[:, first.number, second.number] = forms[:, second.number, first.number] = without
        if (with_it != without).any():
            special.append((first, second, orders, with_it - without))
    aces = [card.number for card in STANDARD.cards if card.rank == "A"]
    tens = [card.number for card in STANDARD.cards if VALUES[card.rank] == 10]

    def price(left: Shoes) -> Floats:
        number = left.astype(np.float64)
        cards = left.sum(axis=1)
        values = np.stack([((number @ form) * number).sum(axis=1) - number @ form.diagonal() for form in forms], axis=1)
        values /= falling(cards, 2)[:, None]
        for first, second, orders, more in special:
            rest = left.copy()
            ways = orders * rest[:, first.number].astype(np.float64)
            rest[:, first.number] -= 1
            ways *= rest[:, second.number]
            rest[:, second.number] -= 1
            blackjacks = 2.0 * rest[:, aces].sum(axis=1) * rest[:, tens].sum(axis=1)
            values += (ways * blackjacks / falling(cards, 4))[:, None] * more
        return values

    return price


def _first_three(wagers: Sequence[Wager]) -> Evs:
    """Wagers on three cards out of 52 kinds: a cubic form, less the deals of a card with itself."""
    forms = []
    for wager in wagers:
        results, places = results_by_deal(wager)
        forms.append(np.array([net(match) for match in results])[places])

    def price(left: Shoes) -> Floats:
        values = [_cubic(form, part) for part in np.array_split(left, -(-len(left) // BATCH)) for form in forms]
        parts = [np.concatenate(values[place :: len(forms)]) for place in range(len(forms))]
        return np.stack(parts, axis=1) / falling(left.sum(axis=1), 3)[:, None]

    return price


def _cubic(form: Floats, left: Shoes) -> Floats:
    """The sum over all ordered deals of three cards, from each of these shoes."""
    number = left.astype(np.float64)
    by_dealer = (number @ form.reshape(len(STANDARD.cards), -1)).reshape(len(left), *form.shape[1:])
    whole = np.einsum("sbd,sb,sd->s", by_dealer, number, number, optimize=True)
    alike = np.einsum("aba->ab", form) + np.einsum("abb->ab", form) + np.einsum("aab->ab", form)
    sums: Floats = whole - ((number @ alike) * number).sum(axis=1) + 2 * number @ np.einsum("aaa->a", form)
    return sums


def _insured(wagers: Sequence[Wager]) -> Evs:
    """Insurance: the card after an Ace. Where no Ace is left it is not offered, and its value is zero."""
    lost, won = nets(wagers, [False, True])
    aces = [card.number for card in STANDARD.cards if card.rank == "A"]
    tens = [card.number for card in STANDARD.cards if VALUES[card.rank] == 10]

    def price(left: Shoes) -> Floats:
        cards = left.sum(axis=1)
        share = left[:, tens].sum(axis=1) / np.maximum(cards - 1, 1)
        values: Floats = lost + share[:, None] * (won - lost)
        values[left[:, aces].sum(axis=1) == 0] = 0
        return values

    return price
