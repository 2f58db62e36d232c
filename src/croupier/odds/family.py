"""How the odds of a family of games are found: what catalogue, edges, removal, protection and surveillance ask for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cards import Card, Composition
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.result import Number, Odds, Played
from croupier.odds.tally import Counts
from croupier.refused import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.odds.exposure import Largest, Stakes
    from croupier.odds.protection.dealing import DealRound
    from croupier.odds.protection.many import Evs
    from croupier.odds.readings.reading import Reading, Undecided

View = Callable[[Counts], Mapping[Any, int]]
"""From what is left of a shoe to how often each value of an aspect comes."""


class FamilyOdds(ABC):
    """The odds of one family. Wagers are *counted* where the cards alone decide them, *played* where decisions do."""

    longest: int
    """How many cards must be left for a round to begin, so that none runs out of cards (R-13)."""
    plays: bool = False
    """Whether decisions change what some wagers are worth."""
    kinds: Mapping[str, Callable[[Card], str]] = {}
    """The wagers that tell few cards apart, and how they do."""
    undecided: "tuple[Undecided, ...]" = ()
    """Readings of open points that only a solution of the game can price."""

    @abstractmethod
    def counted(self, game: Game) -> Mapping[str, Wager]:
        """The wagers that are counted, by the names under which their odds are listed."""

    @abstractmethod
    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        """Their odds from the bare numbers of the 52 cards, already known to be enough."""

    @abstractmethod
    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        """How many cards must be left to decide these wagers."""

    def once(self, game: Game) -> list[str]:
        """The names of what is counted, none twice for a wager that play for it does not change."""
        return list(self.counted(game))

    @abstractmethod
    def odds(
        self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool
    ) -> Mapping[str, Odds | Played]:
        """The odds of a game's wagers, all that can be found where none are named."""

    def read_as(
        self, game: Game, shoe: Composition, rulings: Mapping[str, str], any_decks: bool = False
    ) -> Mapping[str, Odds | Played]:
        """The odds of all wagers where a table reads some rulings otherwise."""
        return self.odds(game, shoe, None, any_decks=any_decks)

    def covariances(self, game: Game, left: list[int]) -> "NDArray[np.float64] | None":
        """How the game's wagers move together, where that is known; else each is taken by itself."""
        return None

    def unlisted(self, game: Game, found: Container[str]) -> list[str]:
        """For the wagers of a game whose odds were not found, a line each that says why."""
        return []

    def played_evs(self, game: Game, left: Counts) -> dict[str, float]:
        """What the wagers are worth that hang on decisions, best played; nothing where the cards do not last."""
        return {}

    @abstractmethod
    def edges(self, game: Game, decks: int, rulings: Mapping[str, str] = {}) -> Mapping[str, Number]:
        """The edges of all wagers from so many decks, under these readings."""

    def alike(self, game: Game, wagers: Iterable[str]) -> Mapping[str, Callable[[Card], object]]:
        """For wagers that do not tell all cards apart, which cards are the same to them."""
        return {}

    def played_removal(
        self, game: Game, left: list[int], rulings: Mapping[str, str] = {}
    ) -> Mapping[str, Mapping[Card, float]]:
        """The effect of removal on wagers that hang on decisions, under these readings."""
        return {}

    def view(self, game: Game, wager: Wager) -> View | None:
        """What counts a wager of its own, where that is not counted together with others."""
        return None

    def price_one(self, wager: Wager, left: Counts) -> Odds:
        """The odds of one wager, declared as it may be, where it has no view of its own."""
        raise Refused(f"{wager.name} is counted with others alone: no other declaration of it can be priced")

    def readings(self) -> "Iterable[Reading]":
        """Every reading of an open point that changes what a wager is worth, and can be counted."""
        return ()

    def solve(self, reading: "Undecided", shoe: Composition | None = None) -> float | None:
        """The house's edge under a reading that only a solution prices, where it can be told."""
        return None

    @abstractmethod
    def largest_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> "Largest":
        """The most that a table can lose on what everybody has on each area, from the cards that are left."""

    def offered(self, wager: str, left: Counts) -> Fraction:
        """How likely a wager is offered at all."""
        return Fraction(1)

    def opening(self, game: Game) -> int:
        """How many cards a player sees before a wager that is offered in the round."""
        return 0

    @abstractmethod
    def round(self, game: Game) -> "DealRound":
        """How a round is dealt from many shoes at once."""

    @abstractmethod
    def many(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        """What prices the wagers that read one aspect from many shoes at once."""
