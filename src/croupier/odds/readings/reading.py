"""An alternative reading of an open point that is declared for pricing alone: no game is played by it.

A reading overrides only what differs from the default: the wager's declaration, the aspect that it reads, how a value
of that aspect is settled, or the shoe. Everything else is the game's own.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.wager import Match, Wager
from croupier.money import Pays
from croupier.odds.families import odds_of
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import DealCounter, counts
from croupier.rulebook import Ruling


class Undecided(msgspec.Struct, frozen=True):
    """A reading whose odds depend on the player's decisions, so that only the solver prices it; defaults included."""

    ruling: str
    key: str
    game: str
    wager: str = "main"


def as_declared(wager: Wager, aspect: Any) -> Match:
    """Settle a value of the aspect by the wager's declaration."""
    return wager.match(aspect)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of one ruling, for one wager of one game."""

    ruling: str
    key: str
    game: str
    wager: str
    says: str = ""
    """Wording of our own, where the register leaves open what is counted."""
    declare: Callable[[Wager], Wager] = lambda wager: wager
    """The declaration under this reading, from the default one."""
    view: Callable[[], DealCounter] | None = None
    """What counts the deals, where it differs from the wager's own aspect."""
    settle: Callable[[Wager, Any], Match] = as_declared
    shoe: Callable[[Composition], Composition] = lambda shoe: shoe

    @property
    def words(self) -> str:
        """The wording of the reading."""
        return self.says or Ruling(self.ruling).readings[self.key]

    def declared(self) -> Wager:
        """The wager's declaration under this reading."""
        return self.declare(odds_of(find(self.game)).counted(find(self.game))[self.wager])

    def price(self, shoe: Composition | None = None) -> Odds:
        """The odds under this reading, from the game's default shoe unless one is given."""
        game, wager = find(self.game), self.declared()
        left = counts(self.shoe(game.shoe() if shoe is None else shoe))
        count = self.view() if self.view else odds_of(game).view(game, wager)
        assert count is not None, "only wagers that are counted one by one are declared for pricing"
        by_match: Counter[Match] = Counter()
        for aspect, number in count(left).items():
            by_match[self.settle(wager, aspect)] += number
        return _odds(self.wager, wager.label, by_match)


def _odds(name: str, label: str, by_match: Counter[Match]) -> Odds:
    total = by_match.total()
    best_first = sorted(by_match.items(), key=lambda item: -net(item[0]))
    chances = [
        Chance(match.outcome or match.result, match.result, match.pays, number, total) for match, number in best_first
    ]
    return Odds(name, label, chances)


def net(match: Match) -> Fraction:
    """Net win for a stake of one.

    >>> net(Match("lose", None, None, ())), net(Match("win", "Pair", Pays(11), ()))
    (Fraction(-1, 1), Fraction(11, 1))
    """
    return Fraction(-1) if match.pays is None else Fraction(match.pays.num, match.pays.den)


def all_of(wager: Wager, aspects: tuple[Any, ...]) -> Match:
    """Settle several values, each that pays paid."""
    won = [match for match in (wager.match(each) for each in aspects) if match.pays is not None]
    if not won:
        return Match("lose", None, None, wager.loses)
    pays = sum((net(match) for match in won), Fraction(0))
    words = " and ".join(match.outcome or "" for match in won)
    return Match("win", words, Pays(pays.numerator, pays.denominator), won[0].clauses)
