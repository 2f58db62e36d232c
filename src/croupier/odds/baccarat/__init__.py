"""Exact odds of the baccarat games, from any remaining shoe, derived from the wagers' own declarations.

>>> from croupier.cards import Composition
>>> found = odds("tiger", Composition.parse("8x52"))
>>> [(chance.outcome, chance.count) for chance in found["tie"].chances]
[('Tie', 475627426473216), ('lose', 4522770849030144)]
>>> f"{float(found['tie'].edge):.4%}"
'14.3596%'
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from croupier.cards import Composition
from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.games.wager import Match, Wager
from croupier.odds.baccarat import colours, hands, openings, points
from croupier.odds.result import Chance, Odds
from croupier.odds.tally import Classes, Counts, Tally, check, classify, counts, deals, outcomes
from croupier.refused import Refused

ASPECTS: dict[str, tuple[Callable[[], Sequence[Any]], Callable[[Classes], Tally]]] = {
    "points": (points.values, points.tally),
    "player_opening": (openings.one_hand, openings.tally_one_hand),
    "banker_opening": (openings.one_hand, openings.tally_one_hand),
    **{
        reads: (partial(openings.both_hands, reads), partial(openings.tally_both_hands, reads))
        for reads in openings.BOTH
    },
    "hands": (hands.values, hands.tally),
    "player_colours": (colours.values, partial(colours.tally, "player")),
    "banker_colours": (colours.values, partial(colours.tally, "banker")),
}
"""By aspect that a wager can read: the values it takes, and what counts them."""


def odds(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> dict[str, Odds]:
    """The odds by wager: of those named, or of all.

    >>> found = odds("tiger", Composition.parse("8x52 less 6S 6H 6D 6C"), ["tiger", "tiger-tie"])
    >>> [f"{float(each.edge):.4%}" for each in found.values()]
    ['18.8035%', '35.3152%']
    """
    game = baccarat(name)
    return price(game, counts(check(game, shoe, any_decks=any_decks)), wagers)


def baccarat(name: str) -> Game:
    """The baccarat game of that name."""
    game = find(name)
    if not isinstance(game, Baccarat):
        raise Refused(f"{name} is not a baccarat game: {', '.join(_games())} are")
    return game


def _games() -> list[str]:
    return [name for name, game in GAMES.items() if isinstance(game, Baccarat)]


def price(game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
    """The odds from the counts of the 52 cards, which the caller has checked to be enough for a round."""
    names = tuple(game.bets if wagers is None else wagers)
    for name in names:
        if name not in game.bets:
            raise game.not_offered(name)
    total = deals(sum(left))
    odds_by_wager: dict[str, Odds] = {}
    for group in _groups(tuple(game.bets[name] for name in names)):
        odds_by_wager |= group.price(left, total)
    return {name: odds_by_wager[name] for name in names}


class Group:
    """The wagers that read one aspect, counted together."""

    def __init__(self, reads: str, wagers: Sequence[Wager]) -> None:
        values, tally = ASPECTS[reads]
        classes, matches = classify(values(), lambda value: tuple(wager.match(value) for wager in wagers))
        self._tally = tally(classes)
        self._sheets = [
            (wager, _sheet(wager, [match[place] for match in matches])) for place, wager in enumerate(wagers)
        ]

    def price(self, left: Counts, total: int) -> dict[str, Odds]:
        """The odds of each wager."""
        counted = self._tally(left)
        return {
            wager.name: Odds(
                wager.name,
                wager.label,
                [
                    Chance(text, match.result, match.pays, sum([counted[number] for number in numbers]), total)
                    for text, match, numbers in sheet
                ],
            )
            for wager, sheet in self._sheets
        }


def _sheet(wager: Wager, matches: Sequence[Match]) -> list[tuple[str, Match, list[int]]]:
    """The rows of a wager and then its loss, each with the classes that lead there."""
    return [
        (text, match, [number for number, other in enumerate(matches) if other == match])
        for text, match in outcomes(wager)
    ]


@lru_cache(maxsize=256)
def _groups(wagers: tuple[Wager, ...]) -> list[Group]:
    """Memoised by the wagers' declarations rather than by game name, since two games of one name may differ."""
    by_aspect: dict[str, list[Wager]] = {}
    for wager in wagers:
        by_aspect.setdefault(wager.reads, []).append(wager)
    return [Group(reads, group) for reads, group in by_aspect.items()]
