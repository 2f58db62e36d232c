"""Every open point whose readings change odds, with the edge under each reading.

What the main wager of blackjack is worth under a reading is for whoever solves that game to say: `UNDECIDED` lists what
is asked, and `priced` takes the answers where there are any.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import msgspec

from croupier.games.catalogue import game as find
from croupier.odds import catalogue
from croupier.odds.families import odds_of
from croupier.odds.readings import baccarat, blackjack
from croupier.odds.readings.reading import Reading
from croupier.odds.result import Odds, Played
from croupier.rulebook import Ruling


class Undecided(msgspec.Struct, frozen=True):
    """A reading whose price depends on the player's decisions; the default reading of each is asked for too."""

    ruling: str
    key: str
    game: str
    wager: str = "main"


Solve = Callable[[Undecided], float | None]
"""The house's edge under a reading, where it can be told."""


def _undecided(ruling: str, games: str, keys: str, wager: str = "main") -> tuple[Undecided, ...]:
    return tuple(Undecided(ruling, key, game, wager) for game in games.split() for key in keys)


UNDECIDED: tuple[Undecided, ...] = (
    *_undecided("R-42", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-43", "lucky-8 e-blackjack", "abcd"),
    *_undecided("R-45", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-46", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-48", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-54", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-55", "lucky-8 e-blackjack", "ab"),
    *_undecided("R-70", "dueling-8s", "ab"),
    *_undecided("R-71", "dueling-8s", "abc", "superb-8s"),
    *_undecided("R-73", "dueling-8s", "ab", "superb-8s"),
    *_undecided("R-77", "dueling-8s", "ab"),
    *_undecided("R-79", "dueling-8s", "abc"),
)
"""What only a solution of the game can price."""


class Priced(msgspec.Struct, frozen=True):
    """The edge of one wager under one reading of one ruling."""

    ruling: str
    key: str
    says: str
    game: str
    wager: str
    edge: float | None
    """The house's share of the stake; nothing where the wager is not offered, or not priced yet."""
    default: bool
    odds: Odds | Played | None = None
    """The whole distribution, where it is counted."""

    @property
    def decks(self) -> int:
        """From how many decks it is counted: the game's usual number."""
        return find(self.game).default_decks


def priced(rulings: Iterable[str] | None = None, solve: Solve | None = None) -> list[Priced]:
    """Every reading with its edge, by ruling and wager, the default reading first; what cannot be told is left out.

    >>> [(each.key, each.says, f"{each.edge:.2%}") for each in priced(["R-64"])]
    [('a', 'best grade once', '3.96%'), ('b', 'each combination paid', '0.19%')]
    """
    chosen = None if rulings is None else set(rulings)
    found = [*_counted(chosen), *(_solved(chosen, solve) if solve else ())]
    return sorted(found, key=lambda each: int(each.ruling.removeprefix("R-")))


def unpriced(rulings: Iterable[str] | None = None, solve: Solve | None = None) -> list[Undecided]:
    """The readings that wait for a solution of their game."""
    chosen = None if rulings is None else set(rulings)
    return [
        each
        for each in UNDECIDED
        if (chosen is None or each.ruling in chosen) and (solve is None or solve(each) is None)
    ]


@cache
def readings() -> tuple[Reading, ...]:
    """Every alternative reading that can be counted."""
    return (*baccarat.readings(), *blackjack.readings())


def _counted(chosen: set[str] | None) -> Iterator[Priced]:
    wanted: dict[tuple[str, str, str], list[Reading]] = {}
    for each in readings():
        if chosen is None or each.ruling in chosen:
            wanted.setdefault((each.ruling, each.game, each.wager), []).append(each)
    for alternatives in wanted.values():
        yield _default(alternatives[0])
        for each in alternatives:
            odds = each.price()
            yield Priced(each.ruling, each.key, each.words, each.game, each.wager, float(odds.edge), False, odds)


def _default(reading: Reading) -> Priced:
    """The edge under the reading that the games take."""
    ruling, game = Ruling(reading.ruling), find(reading.game)
    odds = None
    if reading.wager in odds_of(game).counted(game):
        odds = catalogue.odds(game.name, game.shoe(), [reading.wager])[reading.wager]
    says = ruling.readings[ruling.default] if len(ruling.readings) > 1 else "as it is taken"
    edge = None if odds is None else float(odds.edge)
    return Priced(ruling, ruling.default, says, game.name, reading.wager, edge, True, odds)


def _solved(chosen: set[str] | None, solve: Solve) -> Iterator[Priced]:
    for each in UNDECIDED:
        edge = solve(each) if chosen is None or each.ruling in chosen else None
        if edge is not None:
            ruling = Ruling(each.ruling)
            says, default = ruling.readings[each.key], each.key == ruling.default
            yield Priced(ruling, each.key, says, each.game, each.wager, edge, default)
