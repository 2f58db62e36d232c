"""The parts of a par sheet specific to a family of games."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.games.families import family
from croupier.games.game import Game
from croupier.odds.result import Odds, PlayedOdds
from croupier.report.markup import Markup, Row


class Liability(NamedTuple):
    """The largest win of a stake of one, the outcome that pays it, and its probability."""

    pays: Fraction
    by: str
    chance: float | None
    """The probability, where it is a single outcome."""


class FamilyReport:
    """What a family adds to a par sheet; by default nothing."""

    def rules(self, game: Game) -> Iterable[Row]:
        """Further rows of the rules in force."""
        return ()

    def strategy(self, solved: Any) -> Markup | None:
        """The best strategy; `None` for a family without decisions."""
        return None

    def liability(self, game: Game, odds: Odds | PlayedOdds) -> Liability:
        """The largest win of a stake of one.

        >>> from croupier.cards import Composition
        >>> from croupier.games.catalogue import game
        >>> from croupier.odds.catalogue import odds
        >>> FamilyReport().liability(game("tiger"), odds("tiger", Composition.parse("8x52"), ["tie"])["tie"])
        Liability(pays=Fraction(8, 1), by='Tie', chance=0.0951559680236402)
        """
        rows = [Liability(Fraction(each.net), each.outcome, float(each.probability)) for each in odds.chances]
        return max(rows, key=lambda each: each.pays)


GENERAL = FamilyReport()


def report_of(game: Game) -> FamilyReport:
    """The report of that game's family."""
    report: FamilyReport = family(game).part("report") or GENERAL
    return report
