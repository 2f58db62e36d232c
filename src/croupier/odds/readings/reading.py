"""A reading of an open point that changes what a wager is worth, and how it is priced.

A reading says only what it reads otherwise: another declaration made from the default one, another look at the cards,
another way to settle what is seen, or another shoe. Everything else is the game's own.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import Composition
from croupier.games.catalogue import game as find
from croupier.games.wager import Match, Wager
from croupier.money import Pays
from croupier.odds.families import odds_of
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import Counts, counts
from croupier.rulebook import Ruling

View = Callable[[Counts], Mapping[Any, int]]
"""From what is left to the number of ordered deals that come to each thing seen."""


class Undecided(msgspec.Struct, frozen=True):
    """A reading whose price depends on the player's decisions; the default reading of each is asked for too."""

    ruling: str
    key: str
    game: str
    wager: str = "main"


def as_declared(wager: Wager, seen: Any) -> Match:
    """What the declaration makes of what is seen."""
    return wager.match(seen)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of one ruling, for one wager of one game."""

    ruling: str
    key: str
    game: str
    wager: str
    says: str = ""
    """Our own words, where those of the register leave open what is counted."""
    declare: Callable[[Wager], Wager] = lambda wager: wager
    """The declaration under this reading, from the default one."""
    borrow: Callable[[], Wager] | None = None
    """The declaration of a wager that the game does not offer otherwise."""
    view: Callable[[], View] | None = None
    """How the cards are looked at, where it is not as the wager's own aspect."""
    settle: Callable[[Wager, Any], Match] = as_declared
    shoe: Callable[[Composition], Composition] = lambda shoe: shoe

    @property
    def words(self) -> str:
        """What the reading says."""
        return self.says or Ruling(self.ruling).readings[self.key]

    def declared(self) -> Wager:
        """The wager under this reading."""
        return self.declare(
            self.borrow() if self.borrow else odds_of(find(self.game)).counted(find(self.game))[self.wager]
        )

    def price(self, shoe: Composition | None = None) -> Odds:
        """The odds under this reading, from the game's usual shoe where none is given."""
        game, wager = find(self.game), self.declared()
        left = counts(self.shoe(game.shoe() if shoe is None else shoe))
        look = self.view() if self.view else odds_of(game).view(game, wager)
        if look is None:
            return odds_of(game).price_one(wager, left)
        found: Counter[Match] = Counter()
        for seen, number in look(left).items():
            found[self.settle(wager, seen)] += number
        return _odds(self.wager, wager.label, found)


def _odds(name: str, label: str, found: Counter[Match]) -> Odds:
    total = found.total()
    best_first = sorted(found.items(), key=lambda item: -net(item[0]))
    chances = [
        Chance(match.outcome or match.result, match.result, match.pays, number, total) for match, number in best_first
    ]
    return Odds(name, label, chances)


def net(match: Match) -> Fraction:
    """What a stake of one wins.

    >>> net(Match("lose", None, None, ())), net(Match("win", "Pair", Pays(11), ()))
    (Fraction(-1, 1), Fraction(11, 1))
    """
    return Fraction(-1) if match.pays is None else Fraction(match.pays.num, match.pays.den)


def best_of(wager: Wager, seen: tuple[Any, ...]) -> Match:
    """The best of several things seen, paid once."""
    return max((wager.match(each) for each in seen), key=net)


def all_of(wager: Wager, seen: tuple[Any, ...]) -> Match:
    """Everything seen that pays, paid together."""
    won = [match for match in (wager.match(each) for each in seen) if match.pays is not None]
    if not won:
        return Match("lose", None, None, wager.loses)
    pays = sum((net(match) for match in won), Fraction(0))
    words = " and ".join(match.outcome or "" for match in won)
    return Match("win", words, Pays(pays.numerator, pays.denominator), won[0].clauses)
