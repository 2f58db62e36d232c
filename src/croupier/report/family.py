"""What a par sheet tells of one family of games alone."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.games.families import family
from croupier.games.game import Game
from croupier.odds.result import Odds, Played
from croupier.report.markup import Markup, Row


class Liability(NamedTuple):
    """The most that one stake may win, how often, and by what."""

    pays: Fraction
    by: str
    chance: float | None
    """How often, where it is one outcome."""


class FamilyReport:
    """What a family adds to a par sheet; one that adds nothing needs none of its own."""

    def rules(self, game: Game) -> Iterable[Row]:
        """Rules in force besides the document, the decks and the wagers."""
        return ()

    def strategy(self, found: Any) -> Markup | None:
        """How the game is played best, where anything is decided and the family draws it."""
        return None

    def liability(self, game: Game, odds: Odds | Played) -> Liability:
        """The most that a stake of one may win.

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
    """What the family of that game adds."""
    found: FamilyReport = family(game.name).part("report") or GENERAL
    return found
