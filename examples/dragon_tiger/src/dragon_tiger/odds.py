"""Exact odds: counts of all ordered pairs of cards that a remaining shoe can deal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card, Composition
from croupier.games.family import stakes_by_wager
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.exposure import Largest, Stakes
from croupier.odds.family import FamilyOdds
from croupier.odds.protection import dealing, vectorised
from croupier.odds.result import Chance, Number, Odds
from croupier.odds.tally import Counts, check, counts, outcomes
from croupier.words import Sentence
from dragon_tiger.game import HANDS, Outcome, rank

DEALT = len(HANDS)
TWO_CARDS = tuple(product(STANDARD.cards, repeat=DEALT))
"""All deals, Dragon's card first."""
NOTHING = np.zeros(len(TWO_CARDS))
"""The players' net win by deal without any bet."""


def ways(left: Counts) -> NDArray[np.int64]:
    """The number of ways of each deal, from the remaining number of each card."""
    number = np.array(left)
    return (np.outer(number, number) - np.diag(number)).ravel()


@cache
def rows(wager: Wager) -> NDArray[np.int64]:
    """The row of a wager by deal: its index in `outcomes`."""
    place = {match: number for number, (_, match) in enumerate(outcomes(wager))}
    return np.array([place[wager.match(aspect(wager.reads, *two))] for two in TWO_CARDS])


@cache
def nets(wager: Wager) -> NDArray[np.float64]:
    """The net win of a stake of one by deal."""
    paid = [-1.0 if match.pays is None else match.pays.num / match.pays.den for _, match in outcomes(wager)]
    return np.array(paid)[rows(wager)]


def aspect(reads: str, dragon: Card, tiger: Card) -> Any:
    """The value of an aspect for two cards."""
    return getattr(Outcome.of(dragon, tiger), reads)


class DragonTigerOdds(FamilyOdds):
    """The game has no decisions: every wager is counted."""

    min_cards = DEALT

    def counted(self, game: Game) -> Mapping[str, Wager]:
        return game.bets

    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        return DEALT

    def price_one(self, wager: Wager, left: Counts) -> Odds:
        listed = outcomes(wager)
        number = np.zeros(len(listed), np.int64)
        np.add.at(number, rows(wager), ways(left))
        total = int(number.sum())
        chances = [
            Chance(text, match.result, match.pays, count, total)
            for (text, match), count in zip(listed, number.tolist(), strict=True)
        ]
        return Odds(wager.name, wager.label, chances)

    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        names = list(game.bets if wagers is None else wagers)
        if unknown := [name for name in names if name not in game.bets]:
            raise game.not_offered(unknown[0])
        return {name: self.price_one(game.bets[name], left) for name in names}

    def odds(self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool) -> Mapping[str, Odds]:
        return self.price(game, counts(check(game, shoe, DEALT, any_decks=any_decks)), wagers)

    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        return {name: each.edge for name, each in self.price(game, counts(Composition(game.deck, decks))).items()}

    def equivalent_cards(self, game: Game, wagers: Iterable[str]) -> Mapping[str, Callable[[Card], object]]:
        """For all wagers but Suited Tie, cards of the same rank are equivalent."""
        return {wager: rank for wager in wagers if wager != "suited-tie"}

    def covariances(self, game: Game, left: list[int]) -> NDArray[np.float64]:
        chance = ways(left) / ways(left).sum()
        won = np.array([nets(wager) for wager in game.wagers])
        mean = won @ chance
        return np.asarray((won * chance) @ won.T - np.outer(mean, mean))

    def largest_loss(self, game: Game, areas: Sequence[Stakes], left: Composition) -> Largest:
        if left.total < DEALT:
            return Largest(0, Sentence("left-cards-below-round"))
        won = sum((stake * nets(game.bets[wager]) for wager, stake in stakes_by_wager(areas).items()), NOTHING)
        worst = int(np.argmax(np.where(ways(counts(left)) > 0, won, -np.inf)))
        return Largest(int(won[worst]), " ".join(TWO_CARDS[worst]))

    def round(self, game: Game) -> dealing.DealRound:
        return lambda cards, dealt: dealt + DEALT

    def vectorised_evs(self, game: Game, reads: str, wagers: Sequence[Wager]) -> vectorised.Evs:
        return vectorised.pairs(wagers, lambda dragon, tiger: aspect(reads, dragon, tiger))


ODDS = DragonTigerOdds()
