"""The expectation of every wager from the remaining shoe: exact and live, or in floating point for whole shoes at once.

>>> from croupier.cards import cards
>>> before = Remaining.full("tiger", 8)
>>> after = before.without(cards("6S 6H 6D 6C KS"))
>>> f"{float(before.evs()['small-tiger']):+.6f}", f"{float(after.evs()['small-tiger']):+.6f}"
('-0.143325', '-0.169766')
"""

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Self

import msgspec
import numpy as np

from croupier.cards import Card
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.games.wager import Pay, Wager
from croupier.house.surveillance.chance import Floats
from croupier.house.surveillance.seen import SeenShoe
from croupier.money import Pays
from croupier.odds.families import odds_of
from croupier.odds.protection.vectorised import Evs, Shoes, evs
from croupier.odds.result import Odds, base
from croupier.odds.tally import counts


class Remaining(msgspec.Struct, frozen=True):
    """The remaining cards of a shoe, by the cards that were seen."""

    game: str | Game
    left: tuple[int, ...]
    """How many of each of the 52 cards, by the card's number."""

    @classmethod
    def full(cls, name: str | Game, decks: int) -> Self:
        """A full shoe."""
        return cls(name, tuple(counts(find(name).shoe(decks))))

    def without(self, cards: Iterable[Card]) -> Self:
        """The cards that remain without these. A count never falls below 0: impossible cards are reported by `cards`.

        >>> sum(Remaining("tiger", (0,) * 52).without([Card("AS")]).left)
        0
        """
        left = list(self.left)
        for card in cards:
            left[card.number] = max(left[card.number] - 1, 0)
        return type(self)(self.game, tuple(left))

    def odds(self) -> dict[str, Odds]:
        """Exact odds of every wager that does not depend on decisions; empty where too few cards are left."""
        game = find(self.game)
        how = odds_of(game)
        names = how.distinct_wagers(game)
        return how.price(game, self.left, names) if sum(self.left) >= how.cards_for(game, names) else {}

    def evs(self) -> dict[str, Fraction]:
        """The expected value of a stake of one, by wager."""
        return {name: odds.ev for name, odds in self.odds().items()}

    def favourable(self) -> dict[str, Fraction]:
        """The wagers with a positive expectation for the players, the best first.

        >>> from croupier.games.catalogue import game
        >>> black = [card for card in game("sands-super").shoe() if not card.red]
        >>> found = Remaining.full("sands-super", 8).without(black[:120]).favourable()
        >>> {name: f"{float(ev):+.3f}" for name, ev in list(found.items())[:2]}
        {'player-red': '+0.479', 'banker-red': '+0.479'}
        """
        worth = {name: ev for name, ev in self.evs().items() if ev > 0}
        return dict(sorted(worth.items(), key=lambda item: -item[1]))

    def main(self) -> dict[str, float]:
        """The expected values of wagers that depend on decisions, by the solver: about a third of a second."""
        game = find(self.game)
        return odds_of(game).played_evs(game, self.left)


class Before(msgspec.Struct, frozen=True):
    """A row for each round of a shoe: the expectation of every wager before it, and its probability to win or lose."""

    names: tuple[str, ...]
    gone: tuple[int, ...]
    """How many cards had been seen by then."""
    ev: Floats
    win: Floats
    lose: Floats


def before_each(shoe: SeenShoe) -> Before:
    """The expectations before each round of a shoe, to about fourteen digits."""
    names, price = priced(shoe.rules)
    left = np.array(counts(shoe.full))
    shoes: Shoes = np.empty((len(shoe.rounds), 52), dtype=np.int64)
    gone, total = [], 0
    for row, round in enumerate(shoe.rounds):
        shoes[row] = left
        gone.append(total)
        total += len(round.cards)
        for card in round.cards:
            left[card.number] = max(left[card.number] - 1, 0)
    enough = shoes.sum(axis=1) >= max(least(shoe.rules), 2)
    columns = np.zeros((len(shoes), 3 * len(names)))
    if enough.any():
        columns[enough] = price(shoes[enough])
    ev, won, lost = np.split(columns, 3, axis=1)
    return Before(names, tuple(gone), ev, (1 + won) / 2, (1 - lost) / 2)


def least(game: Game) -> int:
    """How many cards must be left for every wager to be counted."""
    return odds_of(game).cards_for(game, odds_of(game).distinct_wagers(game))


@lru_cache(maxsize=16)
def priced(game: Game) -> tuple[tuple[str, ...], Evs]:
    """The wagers placed before the deal that can be priced, and the function that prices them.

    Its columns are the expectation of each wager, then each as if it paid evens and a push lost, then as if a push won.
    """
    names = odds_of(game).distinct_wagers(game)
    names = [each for each in names if base(each) in game.bets]
    wagers = [game.bets[base(each)] for each in names]
    more = [_evens(wager, mark, push) for mark, push in (("won:", None), ("not-lost:", Pays(1))) for wager in wagers]
    both = dataclasses.replace(game, wagers=(*game.wagers, *more))
    every = [*names, *(f"won:{each}" for each in names), *(f"not-lost:{each}" for each in names)]
    return tuple(map(base, names)), evs(both, every)


def _evens(wager: Wager, mark: str, push: Pays | None) -> Wager:
    """The same wager, paid one to one; a push is lost without `push`, and won with it."""
    rows = tuple(_even(row, push) for row in wager.rows)
    return msgspec.structs.replace(wager, name=f"{mark}{wager.name}", rows=rows)


def _even(row: Pay, push: Pays | None) -> Pay:
    results = {"win": Pays(1), "push": push, "lose": None}
    return msgspec.structs.replace(row, pays=results[row.match.result])
