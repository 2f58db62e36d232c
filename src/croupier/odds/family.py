"""The interface of a family's odds: what catalogue, edges, removal, protection and surveillance call."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cards import Card, Composition
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds.result import Number, Odds, PlayedOdds
from croupier.odds.tally import Counts, DealCounter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.odds.exposure import Largest, Stakes
    from croupier.odds.protection.dealing import DealRound
    from croupier.odds.protection.vectorised import Evs


class FamilyOdds(ABC):
    """The odds of one family. A wager is *counted* where the cards alone decide it, *played* where decisions do."""

    min_cards: int
    """The minimum of remaining cards for a round to begin, so that it cannot run out of cards (R-13)."""
    plays: bool = False
    """Whether the expected value of some wagers depends on decisions."""
    card_kinds: Mapping[str, Callable[[Card], str]] = {}
    """For wagers that distinguish only a few kinds of cards: the function from a card to its kind."""

    def few_kinds(self, game: Game) -> Mapping[str, Callable[[Card], str]]:
        """The wagers of a game that distinguish only a few kinds of cards, with these kinds."""
        return self.card_kinds

    on_play: frozenset[str] = frozenset()
    """Rulings on how hands are played: the main wager is priced under each reading, also where it changes nothing."""

    @abstractmethod
    def counted(self, game: Game) -> Mapping[str, Wager]:
        """The counted wagers, by the names under which their odds are listed."""

    @abstractmethod
    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        """The odds of counted wagers from the counts of the 52 cards, which the caller has checked to be enough."""

    @abstractmethod
    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        """The minimum of remaining cards that decides these wagers."""

    def distinct_wagers(self, game: Game) -> list[str]:
        """The names of the counted wagers without duplicates: one entry where play for the wager changes nothing."""
        return list(self.counted(game))

    @abstractmethod
    def odds(
        self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool
    ) -> Mapping[str, Odds | PlayedOdds]:
        """The odds by wager: of those named, or of every wager that can be priced where `wagers` is `None`."""

    def covariances(self, game: Game, left: list[int]) -> "NDArray[np.float64] | None":
        """The covariance matrix of the wagers' net wins; `None` where it is not known and they count as independent."""
        return None

    def unlisted(self, game: Game, priced: Container[str]) -> list[str]:
        """One line for each reason why wagers of a game have no odds in `priced`."""
        return []

    def played_evs(self, game: Game, left: Counts) -> dict[str, float]:
        """The expected values of the played wagers under best play; empty where the remaining cards are too few."""
        return {}

    @abstractmethod
    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        """The house edge of every wager from a full shoe of so many decks."""

    def equivalent_cards(self, game: Game, wagers: Iterable[str]) -> Mapping[str, Callable[[Card], object]]:
        """For wagers that do not distinguish all cards: the function that maps equivalent cards to one key."""
        return {}

    def played_removal(self, game: Game, left: list[int]) -> Mapping[str, Mapping[Card, float]]:
        """The effect of removal on the played wagers."""
        return {}

    def view(self, game: Game, wager: Wager) -> DealCounter | None:
        """What counts the deals of one wager; `None` where the family counts its wagers together."""
        return None

    @abstractmethod
    def largest_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> "Largest":
        """The largest loss on the stakes of each area, given the remaining shoe."""

    def worst_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> "Largest":
        """The same without its quantiles."""
        return self.largest_loss(game, areas, left)

    def offered(self, wager: str, left: Counts) -> Fraction:
        """The probability that a wager is offered in a round."""
        return Fraction(1)

    def opening_cards(self, game: Game) -> int:
        """How many cards a player sees before a wager that is offered during the round, such as insurance."""
        return 0

    @abstractmethod
    def round(self, game: Game) -> "DealRound":
        """The vectorised dealing of one round, from many shoes at once."""

    @abstractmethod
    def vectorised_evs(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        """The vectorised expected values of the wagers that read one aspect, from many shoes at once."""
