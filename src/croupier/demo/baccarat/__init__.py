"""Baccarat in the terminal: rounds with their boards."""

import random
from collections.abc import Iterator

from rich.console import Console, RenderableType

from croupier.demo.baccarat.rounds import BaccaratDemoRound, deal, view
from croupier.demo.family import FamilyDemo
from croupier.demo.person import ROOMY_HEIGHT, Person, width_of
from croupier.games.baccarat.variants import Baccarat
from croupier.games.game import Game


class BaccaratDemo(FamilyDemo[BaccaratDemoRound]):
    """Player and Banker, and the roads."""

    def deal(
        self, game: Game, entropy: random.Random, person: Person | None, balance: int = 0
    ) -> Iterator[BaccaratDemoRound]:
        """Rounds shoe after shoe, every wager staked."""
        del person
        assert isinstance(game, Baccarat)
        return deal(game, entropy, balance)

    def drawn(self, console: Console, shown: BaccaratDemoRound) -> RenderableType:
        """The hands, every wager, the boards."""
        return view(shown, width_of(console), airy=not console.is_terminal or console.height >= ROOMY_HEIGHT)


DEMO = BaccaratDemo()
