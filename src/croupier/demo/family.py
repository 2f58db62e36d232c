"""How the rounds of a family of games are dealt and drawn in the terminal."""

import dataclasses
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from croupier.demo.drawing import fan, heading
from croupier.demo.person import Person, width_of
from croupier.demo.settled import explained, sums
from croupier.demo.stakes import STAKE
from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.recorded import Settlement, deal, settle_recorded
from croupier.money import dollars


class HasBalance(Protocol):
    """A settled round, as far as the conversation needs it."""

    @property
    def balance(self) -> int:
        """The net result of all rounds since the start, in cents."""


S = TypeVar("S", bound=HasBalance)


class FamilyDemo(ABC, Generic[S]):
    """How one family of games is dealt and drawn."""

    asks: bool = False
    """Whether rounds ask for decisions."""

    @abstractmethod
    def deal(self, game: Game, entropy: random.Random, person: Person | None, balance: int = 0) -> Iterator[S]:
        """Settled rounds without end, shoe after shoe."""

    @abstractmethod
    def drawn(self, console: Console, shown: S) -> RenderableType:
        """The drawing of a settled round."""


@dataclasses.dataclass(frozen=True)
class DemoRound:
    """A round of any game, every wager staked."""

    game: Game
    number: int
    settlement: Settlement
    balance: int


class AnyDemo(FamilyDemo[DemoRound]):
    """Rounds of a family without a demo of its own: the cards, the result of every wager, the sum."""

    def deal(self, game: Game, entropy: random.Random, person: Person | None, balance: int = 0) -> Iterator[DemoRound]:
        """Rounds in the recorded form, which every family has."""
        del person
        for number, round in enumerate(deal(game, entropy, stake=STAKE), 1):
            settlement = settle_recorded(round)
            balance += settlement.total
            yield DemoRound(game, number, settlement, balance)

    def drawn(self, console: Console, shown: DemoRound) -> RenderableType:
        """The hands, every wager, the sum."""
        settlement, width = shown.settlement, width_of(console)
        hands = [
            row for whose, cards in settlement.hands.items() for row in (Text(str(whose).capitalize()), *fan(cards))
        ]
        staked = f"{len(settlement.lines)} wagers, {dollars(sum(line.stake for line in settlement.lines))} staked"
        return Group(
            heading(shown.game, 1, shown.number, width),
            *hands,
            Text(settlement.headline),
            explained(shown.game, settlement.lines, width),
            sums(staked, settlement.total, shown.balance),
        )


ANY = AnyDemo()


def demo_of(game: Game) -> FamilyDemo[Any]:
    """The demo of a game's family."""
    demo: FamilyDemo[Any] = family(game).part("demo") or ANY
    return demo
