"""A simulated bettor: flat stakes in every round, and a bankroll."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from croupier.games.game import Game
from croupier.games.wager import Match
from croupier.refused import Refused


class FlatBettor(NamedTuple):
    """The same stakes on the same wagers in every round, in cents."""

    stakes: dict[str, int]
    bankroll: int = 0
    """In cents; zero means unlimited."""

    @classmethod
    def parse(cls, text: str, game: Game, bankroll: int = 0) -> Self:
        """Parse stakes as given on the command line.

        >>> from croupier.games.catalogue import game
        >>> FlatBettor.parse("banker=10000,tie=500", game("tiger")).stake
        10500
        """
        stakes: dict[str, int] = {}
        for part in text.split(","):
            wager, _, amount = part.partition("=")
            if not amount.strip().isdecimal():
                raise Refused(f"no stakes read {text!r}: write them in cents, like banker=10000,tie=500")
            stakes[wager.strip()] = int(amount)
        game.check_stakes(stakes, game.unit)
        self = cls(stakes, bankroll)
        if bankroll and bankroll < self.stake:
            raise Refused(f"a bankroll of {bankroll} does not cover the stakes of one round, {self.stake}")
        return self

    @property
    def stake(self) -> int:
        """The total stake of a round, in cents."""
        return sum(self.stakes.values())

    def net(self, matches: Mapping[str, Match]) -> int:
        """The net win of a round, in cents."""
        return sum(matches[wager].net(stake) for wager, stake in self.stakes.items())

    def nets(self, rounds: Iterable[Mapping[str, Match]]) -> list[int]:
        """The net win for every class of rounds, in cents."""
        return [self.net(matches) for matches in rounds]
