"""Blackjack in the terminal: a person decides, or the hand plays itself."""

import random
from collections.abc import Iterator

from rich.console import Console, RenderableType

from croupier.demo.blackjack.asking import Asking, fitted
from croupier.demo.blackjack.moment import DemoMoment
from croupier.demo.blackjack.rounds import alone, play
from croupier.demo.family import FamilyDemo
from croupier.demo.person import Person
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game


class BlackjackDemo(FamilyDemo[DemoMoment]):
    """One box against the Dealer."""

    asks = True

    def deal(self, game: Game, entropy: random.Random, person: Person | None, balance: int = 0) -> Iterator[DemoMoment]:
        """Rounds that ask for decisions; without a person they are played automatically."""
        assert isinstance(game, Blackjack)
        return play(game, entropy, Asking(person) if person else alone, balance)

    def drawn(self, console: Console, shown: DemoMoment) -> RenderableType:
        """The Dealer's hand and the player's."""
        return fitted(console, shown)


DEMO = BlackjackDemo()
