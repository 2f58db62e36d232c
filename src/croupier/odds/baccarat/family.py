"""The odds of the baccarat family."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.cards import Card, Composition
from croupier.games.baccarat.drawing import value
from croupier.games.family import stakes_by_wager
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds import baccarat
from croupier.odds.exposure import ONCE_IN_ROUNDS, Largest, Stakes
from croupier.odds.family import FamilyOdds
from croupier.odds.result import Number, Odds
from croupier.odds.tally import DEALT, Counts, check, counts
from croupier.words import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.odds.protection.dealing import DealRound
    from croupier.odds.protection.vectorised import Evs


def _colour(card: Card) -> str:
    return "red" if card.red else "black"


def _opens(wager: Wager) -> bool:
    return wager.reads.endswith(("_opening", "_openings"))


class BaccaratOdds(FamilyOdds):
    """Baccarat has no decisions: every wager is counted."""

    min_cards = DEALT
    card_kinds = dict.fromkeys(("player-red", "player-black", "banker-red", "banker-black"), _colour)

    def few_kinds(self, game: Game) -> Mapping[str, Callable[[Card], str]]:
        """The colours, as long as nothing but the openings decides a wager on them (R-106)."""
        return {name: kind for name, kind in self.card_kinds.items() if name in game.bets and _opens(game.bets[name])}

    def counted(self, game: Game) -> Mapping[str, Wager]:
        return game.bets

    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        return baccarat.price(game, left, wagers)

    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        return DEALT

    def odds(self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool) -> Mapping[str, Odds]:
        return baccarat.price(game, counts(check(game, shoe, any_decks=any_decks)), wagers)

    def covariances(self, game: Game, left: list[int]) -> "NDArray[np.float64]":
        from croupier.odds.baccarat.covariances import covariances

        return covariances(game, left)

    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        return {name: each.edge for name, each in baccarat.price(game, counts(Composition(game.deck, decks))).items()}

    def equivalent_cards(self, game: Game, wagers: Iterable[str]) -> Mapping[str, Callable[[Card], object]]:
        """For wagers on points, cards of the same value are equivalent."""
        return {wager: value for wager in wagers if game.bets[wager].reads == "points"}

    def round(self, game: Game) -> "DealRound":
        from croupier.odds.baccarat.dealing import deal_round

        return deal_round

    def vectorised_evs(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        from croupier.odds.baccarat.vectorised import vectorised_evs

        return vectorised_evs(reads, wagers)

    def worst_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> Largest:
        from croupier.odds.baccarat.worst import worst

        largest = worst(game, stakes_by_wager(areas), left)
        return Largest(largest.loss, " ".join(map(str, largest.cards)))

    def largest_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> Largest:
        from croupier.odds.baccarat.losses import losses, once_in
        from croupier.odds.baccarat.worst import worst

        stakes = stakes_by_wager(areas)
        if left.total < DEALT:
            return Largest(0, Sentence("left-cards-below-round"))
        largest, chances = worst(game, stakes, left), losses(game, stakes, left)
        quantiles = {str(rounds): once_in(rounds, chances) for rounds in ONCE_IN_ROUNDS}
        return Largest(largest.loss, " ".join(map(str, largest.cards)), once_in=quantiles)


ODDS = BaccaratOdds()
